// Time against money: what the configurations of a node cost at least when they have to be so fast.

#include <algorithm>
#include <cmath>

#include "core/search/tree.h"

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
  double layers = 0.0, micro_batches = 1.0, stages = 0.0;
  double sum = 0.0;       ///< S: least of all passes and transfers of a micro-batch
  double backward = 1.0;  ///< least share of the longer pass
  double fixed = 0.0, scale = 1.0;
  double idle = 0.0;        ///< USD an hour
  double least_rate = 0.0;  ///< USD an hour of the stages, however fast
  bool walks = false, whole = false;

  double bottleneck(double seconds) const;
  bool deal(double bottleneck);
  double rate() const;
  double work() const;
  double usd(double longest, double shortest);
};

/// The longest that a stage may work for a micro-batch in a step of `seconds`, before stragglers and without
/// the fixed time: a step takes K B, S + (K - 1) r B, S + (K - P) B + (P - 1) r B for K >= P, and (1 + n) S +
/// (K - 1 - n P) B for 1 <= n <= (K - 1) / P.
double Tree::Bill::bottleneck(double seconds) const {
  double most = seconds / micro_batches;
  if (!walks) return most;
  const double rest = micro_batches - 1.0;
  if (rest > 0.0) most = std::min(most, (seconds - sum) / (rest * backward));
  if (stages == 0.0) return most;
  if (micro_batches >= stages)
    most = std::min(most, (seconds - sum) / (micro_batches - stages + (stages - 1.0) * backward));
  for (const double turns : {1.0, std::floor(rest / stages)})
    if (turns >= 1.0 && turns * stages < rest)
      most = std::min(most, (seconds - (1.0 + turns) * sum) / (rest - turns * stages));
  return most;
}

/// Sets the layers that a stage of each floor holds at most; false when the model does not find room.
bool Tree::Bill::deal(double bottleneck) {
  double room = 0.0;
  for (int i = 0; i < count; ++i) {
    Part& part = parts[static_cast<std::size_t>(i)];
    const double most = std::max(0.0, bottleneck * kMore / part.layer);
    part.each = std::min({part.holds, layers, whole ? std::floor(most) : most});
    if (whole && part.each < 1.0 && part.least > 0) return false;
    room += part.most * part.each;
  }
  return room >= layers * kLess;
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

/// Least price of a step of at most `longest` and at least `shortest` seconds, USD s/h; kUnlimited when there
/// is none. Every stage is paid for as long as the step takes, S + u t_j at least on stage j.
double Tree::Bill::usd(double longest, double shortest) {
  if (!deal(bottleneck(longest * kMore / scale - fixed))) return kUnlimited;
  const double paid = std::max(least_rate, rate());
  const double worked = work();
  double least = scale * (paid * fixed + micro_batches * worked);
  if (walks) {
    double dwell = (micro_batches - 1.0) * backward;
    if (stages > 0.0 && micro_batches >= stages)
      dwell = std::max(dwell, micro_batches - stages + (stages - 1.0) * backward);
    least = std::max(least, scale * (paid * (fixed + sum) + dwell * worked));
  }
  return std::max(idle * shortest + least, (idle + paid) * shortest) * kLess;
}

/// What a node's pipelines have in common for their bill; `stages` by floor, `decided` of them known.
Tree::Bill Tree::bill_of(const Node& node, const Scene& scene, const int* stages, int decided) const {
  const Family& family = scene.place->family;
  Bill bill;
  bill.count = static_cast<int>(family.uses.size());
  bill.layers = m_problem.graph->layer_count();
  bill.micro_batches = scene.micro_batches;
  bill.stages = node.stages;
  bill.whole = m_problem.graph->classes.size() == 1;
  bill.walks = scene.kind->schedule == Schedule::one_f_one_b;
  bill.idle = m_idle_rate;
  bill.fixed = kUnlimited;
  double first = kUnlimited, last = kUnlimited, fastest = kUnlimited;
  double gpus = 0.0, least_gpus = kUnlimited, least_rate = kUnlimited;
  int placed = 0;
  for (int i = 0; i < bill.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    cost::PoolFloor floor = scene.floors[at];
    floor.lengthen(scene.least_extra);
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
    bill.fixed = std::min(bill.fixed, floor.fixed);
    bill.least_rate += part.least * part.stage_rate;
    gpus += part.least * stage_gpus;
    placed += part.least;
    if (i < decided) continue;
    least_gpus = std::min(least_gpus, stage_gpus);
    least_rate = std::min(least_rate, part.stage_rate);
  }
  if (node.stages > placed && decided < bill.count) {
    gpus += (node.stages - placed) * least_gpus;
    bill.least_rate += (node.stages - placed) * least_rate;
  }
  bill.scale = cost::straggler_factor(m_problem, static_cast<int>(gpus)) * (1.0 - 1e-12);
  bill.sum = (bill.layers * fastest + first + last + links_of(scene, node.stages)) * kLess;
  return bill;
}

/// True when every configuration of the node is beaten by some point of the front: between one point and the
/// next slower one a step has to be cheaper than the one point, and cannot be while it is so fast.
bool Tree::beaten(const Node& node, const Scene& scene, const Cutoff& cutoff, const int* stages,
                  int decided) const {
  if (!cutoff.front || cutoff.front->empty() || !m_priced || node.bound <= cutoff.value) return false;
  const Front& front = *cutoff.front;
  const auto step_of = [&](const FrontPoint& point) { return cutoff.tokens / point.tokens_per_second; };
  const auto slower = std::partition_point(
      front.begin(), front.end(), [&](const FrontPoint& point) { return step_of(point) < node.step; });
  if (slower == front.begin()) return false;
  Bill bill = bill_of(node, scene, stages, decided);
  for (auto point = slower - 1; point != front.end(); ++point) {
    const double shortest = std::max(node.step, step_of(*point));
    const double longest =
        std::min(point + 1 == front.end() ? kUnlimited : step_of(*(point + 1)), cutoff.longest_step);
    if (shortest > longest) break;
    const double usd = point->usd_per_trillion_tokens * cutoff.tokens * kSecondsPerHour / 1e12;
    if (bill.usd(longest, shortest) < usd) return false;
  }
  return true;
}

}  // namespace astrolabe::search
