// Time against money: what the configurations of a node cost at least when they have to be so fast.

#include <algorithm>
#include <cmath>

#include "core/search/tree.h"
#include "core/strategy/chunks.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Schedule;

namespace {

constexpr double kUnlimited = 1e300;
constexpr double kLess = 1.0 - 1e-9;   // what rounding makes of sums
constexpr double kMore = 1.0 + 1e-12;  // and of whole multiples

}  // namespace

/// What all pipelines of a node share, seen from one floor or over all of them.
struct Tree::Bill {
  struct Part {
    double layer = 0.0, stage_rate = 0.0;
    int least = 0, most = 0;  ///< stages
    double holds = 0.0;       ///< layers of a stage
    double each = 0.0;        ///< of them under the bottleneck in hand
  };
  std::array<Part, Node::kMostPools> parts;
  int count = 0;
  double layers = 0.0, micro_batches = 1.0;
  double fewest = 1.0, most = 1.0;  ///< stages of all floors
  double sum = 0.0;                 ///< S: least of all passes and transfers of a micro-batch
  double around = 0.0;              ///< of it edges and transfers
  double backward = 1.0;            ///< least share of the longer pass
  double fixed = 0.0, scale = 1.0;
  double idle = 0.0;        ///< USD an hour
  double least_rate = 0.0;  ///< USD an hour of the stages, however fast
  bool sums = false;        ///< a step takes S + u B: more than K B
  bool walks = false;       ///< 1F1B
  bool whole = false;
  double in_sum = 1.0;          ///< least share of a layer's work in S: all but ZB-H1's gradients of weights
  double rounds_beyond = 0.0;   ///< u
  bool equal = false;           ///< every stage holds as many layers, but for the ends
  double short_by = 0.0;        ///< layers that these lack at most
  double slowest = 0.0;         ///< seconds of a layer on the slowest floor
  double slowest_inside = 0.0;  ///< on that of a stage that is neither the first nor the last

  double rounds_of(Schedule schedule, const cost::PassShares& shares) const;
  double bottleneck(double seconds, double least_sum) const;
  bool deal(double bottleneck);
  double least_sum() const;
  double rate() const;
  double rate_of_all(double price_of_layer, double fewest_stages) const;
  double work() const;
  double quick_work() const;
  double quick_usd(double shortest, double worked) const;
  double usd(double longest, double shortest, double enough);
};

/// What a step takes beyond S at least, in bottlenecks: the least of all numbers of stages.
double Tree::Bill::rounds_of(Schedule schedule, const cost::PassShares& shares) const {
  const double rest = micro_batches - 1.0;
  if (schedule == Schedule::gpipe) return rest;
  if (schedule == Schedule::zb_h1)
    return cost::zero_bubble_rest(static_cast<int>(most), static_cast<int>(micro_batches), shares);
  double rounds = rest * backward;
  if (micro_batches >= most) rounds = std::max(rounds, micro_batches - most + (most - 1.0) * backward);
  return rounds;
}

/// The longest that a stage may work for a micro-batch in a step of `seconds`, before stragglers and without
/// the fixed time: a step takes K B, S + u B, and with 1F1B (1 + n) S + (K - 1 - n P) B for 1 <= n <= (K - 1)
/// / P. Of several P the largest allows most.
double Tree::Bill::bottleneck(double seconds, double least_sum) const {
  double longest = seconds / micro_batches;
  if (sums && rounds_beyond > 0.0) longest = std::min(longest, (seconds - least_sum) / rounds_beyond);
  if (!walks) return longest;
  const double rest = micro_batches - 1.0;
  for (const double turns : {1.0, std::floor(rest / most)})
    if (turns >= 1.0 && turns * most < rest)
      longest = std::min(longest, (seconds - (1.0 + turns) * least_sum) / (rest - turns * most));
  return longest;
}

/// Sets the layers that a stage of each floor holds at most; false when the model does not find room.
bool Tree::Bill::deal(double bottleneck) {
  double room = 0.0;
  double largest = 0.0;
  for (int i = 0; i < count; ++i) {
    Part& part = parts[static_cast<std::size_t>(i)];
    const double held = std::min({std::max(0.0, bottleneck * kMore / part.layer), part.holds, layers});
    part.each = whole ? static_cast<int>(held) : held;
    if (whole && part.each < 1.0 && part.least > 0) return false;
    room += part.most * part.each;
    if (part.most > 0) largest = std::max(largest, part.each);
  }
  return std::min(room, most * largest) >= layers * kLess;
}

/// S when the stages hold no more than that: the fastest first.
double Tree::Bill::least_sum() const {
  double left = layers;
  double seconds = around;
  std::array<double, Node::kMostPools> taken{};
  for (int i = 0; i < count && whole; ++i) {  // a layer on each stage that there is in any case
    const Part& part = parts[static_cast<std::size_t>(i)];
    taken[static_cast<std::size_t>(i)] = part.least;
    left -= part.least;
    seconds += part.least * part.layer * in_sum;
  }
  for (int i = 0; i < count && left > 0.0; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    const double here = std::clamp(part.most * part.each - taken[static_cast<std::size_t>(i)], 0.0, left);
    left -= here;
    seconds += here * part.layer * in_sum;
  }
  return seconds * kLess;
}

/// Least USD an hour of so many to `most` stages that hold all layers, parts of stages allowed: every layer
/// held earns a price, all of them together pay it. True for any price; the best are those at which two
/// floors' stages cost the same.
double Tree::Bill::rate_of_all(double price_of_layer, double fewest_stages) const {
  double left = fewest_stages;
  double more = most - fewest_stages;
  double usd = price_of_layer * layers;
  std::array<double, Node::kMostPools> net{};
  std::array<bool, Node::kMostPools> full{};
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    net[at] = parts[at].stage_rate - price_of_layer * parts[at].each;
    left -= parts[at].least;
    usd += parts[at].least * net[at];
    full[at] = parts[at].most <= parts[at].least;
  }
  while (left + more > 0.0) {
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (!full[static_cast<std::size_t>(i)] &&
          (best < 0 || net[static_cast<std::size_t>(i)] < net[static_cast<std::size_t>(best)]))
        best = i;
    if (best < 0) return left > 0.0 ? kUnlimited : usd;  // kUnlimited: so many stages there are not
    const auto at = static_cast<std::size_t>(best);
    full[at] = true;
    const double room = parts[at].most - parts[at].least;
    const double needed = std::clamp(room, 0.0, std::max(0.0, left));
    left -= needed;
    usd += needed * net[at];
    if (net[at] >= 0.0) {
      if (left <= 0.0) return usd;
      continue;
    }
    const double taken = std::min(more, room - needed);
    more -= taken;
    usd += taken * net[at];
  }
  return usd;
}

/// Least USD an hour of stages that hold all layers: the cheapest for a layer first, parts of stages allowed.
double Tree::Bill::rate() const {
  double left = layers;
  double usd = 0.0;
  std::array<bool, Node::kMostPools> full{};
  for (int i = 0; i < count; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    left -= part.least * part.each;
    usd += part.least * part.stage_rate;
  }
  while (left > 0.0) {
    int best = -1;
    for (int i = 0; i < count; ++i) {
      const Part& part = parts[static_cast<std::size_t>(i)];
      if (full[static_cast<std::size_t>(i)] || part.each <= 0.0 || part.most <= part.least) continue;
      if (best < 0 || part.stage_rate * parts[static_cast<std::size_t>(best)].each <
                          parts[static_cast<std::size_t>(best)].stage_rate * part.each)
        best = i;
    }
    if (best < 0) break;
    const Part& part = parts[static_cast<std::size_t>(best)];
    full[static_cast<std::size_t>(best)] = true;
    const double taken = std::min(left, (part.most - part.least) * part.each);
    left -= taken;
    usd += taken / part.each * part.stage_rate;
  }
  return usd;
}

/// Least USD s/h for one micro-batch's work of all layers: where a layer costs least first, as far as stages
/// hold them.
double Tree::Bill::work() const {
  double left = layers;
  double usd = 0.0;
  std::array<bool, Node::kMostPools> full{};
  std::array<double, Node::kMostPools> taken{};
  for (int i = 0; i < count && whole; ++i) {  // a layer on each stage that there is in any case
    const Part& part = parts[static_cast<std::size_t>(i)];
    taken[static_cast<std::size_t>(i)] = part.least;
    left -= part.least;
    usd += part.least * part.layer * part.stage_rate;
  }
  while (left > 0.0) {
    int best = -1;
    const auto price = [&](int i) {
      return parts[static_cast<std::size_t>(i)].layer * parts[static_cast<std::size_t>(i)].stage_rate;
    };
    for (int i = 0; i < count; ++i)
      if (!full[static_cast<std::size_t>(i)] && (best < 0 || price(i) < price(best))) best = i;
    if (best < 0) break;
    const Part& part = parts[static_cast<std::size_t>(best)];
    full[static_cast<std::size_t>(best)] = true;
    const double here = std::clamp(part.most * part.each - taken[static_cast<std::size_t>(best)], 0.0, left);
    left -= here;
    usd += here * price(best);
  }
  return usd;
}

/// Least USD s/h for one micro-batch's work of all layers, were they all where one costs least.
double Tree::Bill::quick_work() const {
  double price = kUnlimited;
  for (int i = 0; i < count; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    price = std::min(price, part.layer * part.stage_rate);
  }
  return layers * price;
}

/// Least price of a step of at least `shortest` seconds, USD s/h. `worked`: quick_work().
double Tree::Bill::quick_usd(double shortest, double worked) const {
  double least = scale * (least_rate * fixed + micro_batches * worked);
  if (sums) least = std::max(least, scale * (least_rate * (fixed + sum) + rounds_beyond * worked));
  return std::max(idle * shortest + least, (idle + least_rate) * shortest) * kLess;
}

/// Least price of a step of at most `longest` and at least `shortest` seconds, USD s/h, or some that is
/// `enough`; kUnlimited when there is no such step. Every stage is paid for as long as the step takes, S + u
/// t_j at least on stage j.
double Tree::Bill::usd(double longest, double shortest, double enough) {
  const double seconds = longest * kMore / scale - fixed;
  if (!deal(bottleneck(seconds, sum))) return kUnlimited;
  // Fast stages that hold few layers leave the rest to slow ones.
  const double longer_sum = sums ? std::max(sum, least_sum()) : sum;
  if (longer_sum > sum && !deal(bottleneck(seconds, longer_sum))) return kUnlimited;
  const double worked = work();
  const auto price = [&](double paid) {
    double least = scale * (paid * fixed + micro_batches * worked);
    if (sums) least = std::max(least, scale * (paid * (fixed + longer_sum) + rounds_beyond * worked));
    return std::max(idle * shortest + least, (idle + paid) * shortest) * kLess;
  };
  // What is quickly found first.
  double paid = least_rate;
  if (price(paid) >= enough) return price(paid);
  if (equal) {  // so many stages that those of the slowest floor keep up
    const double longest_stage = bottleneck(seconds, sum) * kMore;
    const double needed =
        std::max(layers * slowest_inside / longest_stage, layers / (longest_stage / slowest + short_by));
    if (needed > most) return kUnlimited;
    paid = std::max(paid, rate_of_all(0.0, std::max(fewest, needed)) * kLess);
  }
  paid = std::max(paid, rate());
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i && price(paid) < enough; ++j) {
      const Part& a = parts[static_cast<std::size_t>(i)];
      const Part& b = parts[static_cast<std::size_t>(j)];
      const double of_layer = (a.stage_rate - b.stage_rate) / (a.each - b.each);
      if (a.each != b.each && of_layer > 0.0) paid = std::max(paid, rate_of_all(of_layer, fewest) * kLess);
    }
  return price(paid);
}

/// What a node's pipelines of so many stages have in common for their bill; `stages` by floor, `decided` of
/// them known.
Tree::Bill Tree::bill_of(const Scene& scene, const int* stages, int decided, Stages all) const {
  const Family& family = scene.place->family;
  Bill bill;
  bill.count = static_cast<int>(family.uses.size());
  bill.layers = m_problem.graph->layer_count();
  bill.micro_batches = scene.micro_batches;
  bill.whole = m_problem.graph->classes.size() == 1;
  const Schedule schedule = scene.kind->schedule;
  bill.walks = schedule == Schedule::one_f_one_b;
  bill.sums = cost::one_chunk(schedule);
  bill.equal = bill.whole && scene.kind->chunks > 1;
  bill.idle = m_idle_rate;
  bill.fixed = kUnlimited;
  double first = kUnlimited, last = kUnlimited, fastest = kUnlimited;
  double gpus = 0.0, least_gpus = kUnlimited, least_rate = kUnlimited, paid_rate = 0.0;
  cost::PassShares shares;
  int placed = 0;
  int most = 0;
  for (int i = 0; i < bill.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    cost::PoolFloor floor = scene.floors[at];
    floor.lengthen(scene.least_extra);
    floor.layer += scene.again[at];
    const Family::Use& use = family.uses[static_cast<std::size_t>(scene.use[at])];
    const double stage_gpus = static_cast<double>(use.tensor_parallel) * family.replicas();
    Bill::Part& part = bill.parts[at];
    part.layer = floor.layer;
    part.stage_rate = stage_gpus * m_rate[static_cast<std::size_t>(use.pool)];
    part.least = i < decided ? stages[i] : use.least;
    part.most = i < decided ? stages[i] : use.most;
    part.holds = bill.whole ? floor.holds : kUnlimited;
    first = std::min(first, floor.first_edge);
    last = std::min(last, floor.last_edge);
    fastest = std::min(fastest, floor.layer);
    bill.backward = std::min(bill.backward, floor.backward_share);
    if (schedule == Schedule::zb_h1) shares.include(floor.shares);
    bill.fixed = std::min(bill.fixed, floor.fixed);
    bill.least_rate += part.least * part.stage_rate;
    const hardware::Pool& pool = m_problem.cluster.pools[static_cast<std::size_t>(use.pool)];
    paid_rate +=
        pool.paid(static_cast<int>(part.least * stage_gpus)) * m_rate[static_cast<std::size_t>(use.pool)];
    gpus += part.least * stage_gpus;
    placed += part.least;
    most += part.most;
    if (part.least > 0) bill.slowest = std::max(bill.slowest, floor.layer);
    if (part.least > 2) bill.slowest_inside = std::max(bill.slowest_inside, floor.layer);
    if (i < decided) continue;
    least_gpus = std::min(least_gpus, stage_gpus);
    least_rate = std::min(least_rate, part.stage_rate);
  }
  const int fewest = std::max(all.fewest, placed);
  if (fewest > placed && decided < bill.count) {
    gpus += (fewest - placed) * least_gpus;
    bill.least_rate += (fewest - placed) * least_rate;
  }
  bill.least_rate = std::max(bill.least_rate, paid_rate);  // of whole units
  bill.fewest = fewest;
  bill.most = std::max(fewest, std::min({all.most, most, m_problem.graph->layer_count()}));
  if (bill.equal)
    bill.short_by =
        bill.fewest == bill.most
            ? strategy::Chunking{m_problem.graph->layer_count(), fewest, scene.kind->chunks}.missing()
            : strategy::Chunking::kMostMissing;
  bill.scale = straggler_factor(static_cast<int>(gpus));
  bill.in_sum = 1.0 - shares.layer_weight;
  bill.around = shares.without_weights(0.0, first + last) + links_of(scene, fewest);
  bill.sum = (shares.without_weights(bill.layers * fastest, 0.0) + bill.around) * kLess;
  bill.rounds_beyond = bill.rounds_of(schedule, shares);
  return bill;
}

/// True when every configuration of the node is beaten by some point of the front: between one point and the
/// next slower one a step has to be cheaper than the one point, and cannot be while it is so fast. Otherwise
/// the node's step becomes that of the first point after which one may be: faster ones are all beaten.
bool Tree::beaten(Node& node, const Scene& scene, const Cutoff& cutoff, const int* stages,
                  int decided) const {
  const int most = m_problem.graph->layer_count();
  return beaten(node, scene, cutoff, stages, decided,
                node.stages > 0 ? Stages{node.stages, node.stages} : Stages{1, most});
}

bool Tree::beaten(Node& node, const Scene& scene, const Cutoff& cutoff, const int* stages, int decided,
                  Stages all) const {
  if (!cutoff.front || cutoff.front->empty() || !m_priced || node.bound <= cutoff.value) return false;
  const Front& front = *cutoff.front;
  const auto step_of = [&](const FrontPoint& point) { return cutoff.tokens / point.tokens_per_second; };
  const auto slower = std::partition_point(
      front.begin(), front.end(), [&](const FrontPoint& point) { return step_of(point) < node.step; });
  if (slower == front.begin()) return false;
  Bill bill = bill_of(scene, stages, decided, all);
  const double worked = bill.quick_work();
  const auto usd_of = [&](const FrontPoint& point) {
    return point.usd_per_trillion_tokens * cutoff.tokens * kSecondsPerHour / 1e12;
  };
  // From some point on no step is so cheap, however many stages it has.
  const auto end = std::partition_point(slower, front.end(), [&](const FrontPoint& point) {
    const double step = step_of(point);
    return step <= cutoff.longest_step && bill.quick_usd(step, worked) < usd_of(point);
  });
  // Several points at once where the dearest of them is cheaper than all that is as fast as the last.
  std::ptrdiff_t many = 1;
  for (auto point = slower - 1; point != end;) {
    const double shortest = std::max(node.step, step_of(*point));
    const auto next = point + std::min(many, end - point);
    const double longest = std::min(next == front.end() ? kUnlimited : step_of(*next), cutoff.longest_step);
    const double usd = usd_of(*point);
    if (bill.usd(longest, shortest, usd) >= usd) {
      point = next;
      many *= 2;
    } else if (many > 1) {
      many /= 2;
    } else {
      node.step = std::max(node.step, shortest);
      node.bound = std::max(node.bound, node.step);
      node.usd = std::max(node.usd, (m_idle_rate + bill.least_rate) * shortest * kLess);
      return false;
    }
  }
  return true;
}

namespace {

/// The GPUs of a pool and what the layers of a step take on them, were they there alone.
struct Share {
  double gpus = 0.0, gpu_seconds = 0.0;
  double rate = 0.0;  ///< USD an hour of one GPU
};

/// Least USD s/h of GPUs that do the work of a step within so many seconds: the cheapest for it first.
double least_price(const std::vector<Share>& shares, double seconds) {
  double left = 1.0;
  double usd = 0.0;
  for (const Share& share : shares) {
    const double taken = std::min(left, share.gpus * seconds / share.gpu_seconds);
    usd += taken * share.gpu_seconds * share.rate;
    left -= taken;
  }
  return usd;
}

}  // namespace

Front Tree::not_grown() {
  // Of each pool the shortest layers of all settings, in seconds of a GPU for one sequence.
  const std::size_t pools = m_problem.cluster.pools.size();
  cost::PoolFloor none;
  none.classes.fill(kUnlimited);
  std::vector<cost::PoolFloor> floors(pools, none);
  std::uint32_t row = ~0U;
  for (const Kind& kind : m_settings.kinds()) {
    if (kind.row == row) continue;
    row = kind.row;
    for (const int context : m_context)
      for (std::size_t pool = 0; pool < pools; ++pool)
        for (const int tensor : m_tensor)
          for (const int data : {1, 2}) {
            if (!m_tables.usable(static_cast<int>(pool))) continue;
            Place place;
            place.family.uses = {{static_cast<int>(pool), tensor}};
            place.family.data_parallel = data;
            place.family.context_parallel = context;
            set_floors_at(place);
            const cost::PoolFloor& floor = floor_of(kind, place, 0);
            for (std::size_t k = 0; k < floor.classes.size(); ++k)
              floors[pool].classes[k] =
                  std::min(floors[pool].classes[k], floor.classes[k] * tensor * context / kind.micro_batch);
          }
  }
  cost::average_layers(m_layers, floors.data(), static_cast<int>(pools));
  std::vector<Share> shares;
  double speed = 0.0;  // steps a second of all GPUs
  for (std::size_t pool = 0; pool < pools; ++pool) {
    const double gpus = m_problem.cluster.pools[pool].max_gpus;
    if (gpus == 0.0 || !m_tables.usable(static_cast<int>(pool))) continue;
    const double work = floors[pool].layer * m_problem.graph->layer_count() * m_problem.job.global_batch;
    shares.push_back({gpus, std::max(work, 1e-30) * kLess, m_rate[pool]});
    speed += gpus / shares.back().gpu_seconds;
  }
  if (shares.empty()) return {};
  std::sort(shares.begin(), shares.end(),
            [](const Share& a, const Share& b) { return a.gpu_seconds * a.rate < b.gpu_seconds * b.rate; });
  // A staircase: each corner is as fast as the one and as cheap as the next.
  Front corners;
  const double slowest = shares.front().gpu_seconds / shares.front().gpus;
  constexpr double kStep = 1.01;
  for (double step = kLess / speed;; step *= kStep) {
    const double usd = m_priced ? m_idle_rate * step + least_price(shares, step * kStep) * kLess : 0.0;
    corners.push_back({m_tokens / step, usd * 1e12 / (m_tokens * kSecondsPerHour)});
    if (step >= slowest) return corners;
  }
}

}  // namespace astrolabe::search
