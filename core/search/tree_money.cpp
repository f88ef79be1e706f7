// Time against money: what the configurations of a node cost at least when they have to be so fast.

#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"
#include "core/search/tree_bill.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Schedule;

/// What a node's pipelines of so many stages have in common for their bill; `stages` by floor, `decided` of
/// them known.
Tree::Bill Tree::bill_of(const Context& context, const int* stages, int decided, Stages all) const {
  const Family& family = context.place->family;
  Bill bill;
  bill.count = static_cast<int>(family.uses.size());
  bill.layers = m_problem.graph->layer_count();
  bill.micro_batches = context.micro_batches;
  bill.whole = m_problem.graph->classes.size() == 1;
  const Schedule schedule = context.kind->schedule;
  bill.paths = schedule == Schedule::one_f_one_b || schedule == Schedule::zb_h1;
  bill.sums = cost::one_chunk(schedule);
  bill.idle = m_idle_rate;
  bill.fixed = Bill::kUnlimited;
  double first = Bill::kUnlimited, last = Bill::kUnlimited, fastest = Bill::kUnlimited;
  double cheapest_first = Bill::kUnlimited, cheapest_last = Bill::kUnlimited;
  double gpus = 0.0, least_gpus = Bill::kUnlimited, least_rate = Bill::kUnlimited, paid_rate = 0.0;
  cost::PassShares shares;
  int placed = 0;
  int most = 0;
  for (int i = 0; i < bill.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    cost::PoolFloor floor = context.floors[at];
    floor.lengthen(context.least_extra);
    floor.layer += context.again[at];
    const Family::Use& use = family.uses[static_cast<std::size_t>(context.use[at])];
    const double stage_gpus = static_cast<double>(use.tensor_parallel) * family.replicas();
    Bill::Part& part = bill.parts[at];
    part.layer = floor.layer;
    part.stage_rate = stage_gpus * m_rate[static_cast<std::size_t>(use.pool)];
    part.first = floor.first_edge;
    part.last = floor.last_edge;
    cheapest_first = std::min(cheapest_first, part.first * part.stage_rate);
    cheapest_last = std::min(cheapest_last, part.last * part.stage_rate);
    part.least = i < decided ? stages[i] : use.least;
    part.most = i < decided ? stages[i] : use.most;
    part.holds = bill.whole ? floor.holds : Bill::kUnlimited;
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
  bill.scale = straggler_factor(static_cast<int>(gpus));
  bill.one_end = bill.most == 1.0 || strategy::schedule_row(schedule).back;
  bill.edges = cheapest_first + cheapest_last;
  bill.sum = shares.without_weights(bill.layers * fastest, first + last) + links_of(context, fewest);
  bill.rounds_beyond = bill.rounds_of(schedule, shares);
  return bill;
}

/// True when every configuration of the node is beaten by some point of the front: between one point and the
/// next slower one a step has to be cheaper than the one point, and cannot be while it is so fast. Otherwise
/// the node's step becomes that of the first point after which one may be: faster ones are all beaten.
bool Tree::beaten(Node& node, const Context& context, const Cutoff& cutoff, const int* stages,
                  int decided) const {
  const int most = m_problem.graph->layer_count();
  return beaten(node, context, cutoff, stages, decided,
                node.stages > 0 ? Stages{node.stages, node.stages} : Stages{1, most});
}

bool Tree::beaten(Node& node, const Context& context, const Cutoff& cutoff, const int* stages, int decided,
                  Stages all) const {
  if (!cutoff.front || cutoff.front->empty() || !m_priced || node.bound <= cutoff.value) return false;
  const Front& front = *cutoff.front;
  const auto step_of = [&](const FrontPoint& point) { return cutoff.tokens / point.tokens_per_second; };
  const auto slower = std::partition_point(
      front.begin(), front.end(), [&](const FrontPoint& point) { return step_of(point) < node.step; });
  if (slower == front.begin()) return false;
  Bill bill = bill_of(context, stages, decided, all);
  const double worked = bill.quick_work();
  const auto usd_of = [&](const FrontPoint& point) {
    return point.usd_per_trillion_tokens * cutoff.tokens * kSecondsPerHour / 1e12;
  };
  // From some point on no step is so cheap, however many stages it has.
  const auto end = std::partition_point(slower, front.end(), [&](const FrontPoint& point) {
    const double step = step_of(point);
    return step <= cutoff.longest_step && bill.quick_usd(step, worked) < usd_of(point);
  });
  // Little by little, as what is as fast as the shortest of some steps and paid for as long as the longest
  // takes costs more than what is neither; further at once as long as all of that is too dear.
  constexpr double kLittle = 1.01, kMuch = 1e6;
  const double last = std::min(end == front.end() ? Bill::kUnlimited : step_of(*end), cutoff.longest_step);
  double share = kLittle;
  double step = std::max(node.step, step_of(*(slower - 1)));
  for (auto point = slower - 1; step <= last;) {
    const double next = std::min(step * share, last);
    const double usd = usd_of(*point);
    if (bill.usd(next, step, usd) >= usd) {
      if (next == last) return true;
      step = next;
      share = std::min(share * share, kMuch);
      while (point + 1 != end && step_of(*(point + 1)) <= step) ++point;
    } else if (share > kLittle) {
      share = std::sqrt(share);
    } else {
      node.step = std::max(node.step, step);
      node.bound = std::max(node.bound, node.step);
      node.usd = std::max(node.usd, rounded_down((m_idle_rate + bill.least_rate) * step));
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
  none.classes.fill(Bill::kUnlimited);
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
    shares.push_back({gpus, std::max(work, 1e-30), m_rate[pool]});
    speed += gpus / shares.back().gpu_seconds;
  }
  if (shares.empty()) return {};
  std::sort(shares.begin(), shares.end(),
            [](const Share& a, const Share& b) { return a.gpu_seconds * a.rate < b.gpu_seconds * b.rate; });
  // A staircase: each corner is as fast as the one and as cheap as the next.
  Front corners;
  const double slowest = shares.front().gpu_seconds / shares.front().gpus;
  constexpr double kStep = 1.01;
  for (double step = rounded_down(1.0 / speed);; step *= kStep) {
    const double usd = m_priced ? rounded_down(m_idle_rate * step + least_price(shares, step * kStep)) : 0.0;
    corners.push_back({m_tokens / step, usd * 1e12 / (m_tokens * kSecondsPerHour)});
    if (step >= slowest) return corners;
  }
}

}  // namespace astrolabe::search
