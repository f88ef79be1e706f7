#include "core/replan/kind_bound.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/slowed_tables.h"
#include "core/hardware/pool_marks.h"
#include "core/replan/layout.h"
#include "core/strategy/space.h"

namespace astrolabe::replan {

namespace {

constexpr std::size_t kMostSplittings = 4'000;  ///< of all pools and marks; one takes some 30 microseconds

/// What the job allows of a key, or what a search tries.
std::set<int> values_of(const strategy::Problem& problem, std::string_view key) {
  const auto allowed = problem.job.allowed.find(key);
  std::set<int> values;
  if (allowed != problem.job.allowed.end()) {
    for (const std::string& text : allowed->second)
      if (const auto value = parse_whole(text)) values.insert(static_cast<int>(*value));
  } else {
    const std::vector<int> usual = strategy::usual_values(problem, key);
    values.insert(usual.begin(), usual.end());
  }
  return values;
}

/// The splittings that stages of pipelines around marks may have on a pool: groups are cut into powers of
/// two.
std::vector<cost::Splitting> splittings_of(const strategy::Problem& problem,
                                           const std::vector<strategy::Strategy>& bases) {
  std::set<int> tensor = values_of(problem, "tensor_parallel"),
                context = values_of(problem, "context_parallel"),
                expert = values_of(problem, "expert_parallel"),
                shared = values_of(problem, "expert_tensor_parallel"),
                micro = values_of(problem, "micro_batch");
  micro.insert(1);
  for (const strategy::Strategy& base : bases) {
    for (const strategy::Stage& stage : base.stages) tensor.insert(stage.tensor_parallel);
    context.insert(base.context_parallel);
    expert.insert(base.expert_parallel);
    shared.insert(base.expert_tensor_parallel);
    micro.insert(base.micro_batch);
  }
  for (int size = 1, most = tensor.empty() ? 1 : *tensor.rbegin(); size <= most; size *= 2)
    tensor.insert(size);
  std::vector<cost::Splitting> all;
  for (const int t : tensor)
    for (const int c : context)
      for (const int e : expert)
        for (const int s : shared)
          for (const int m : micro) {
            if (all.size() > kMostSplittings) return all;
            for (const bool sequence : {false, true})
              for (const bool overlap : {false, true}) {
                if (t == 1 && (sequence || overlap)) continue;
                cost::Splitting one;
                one.tensor_parallel = t;
                one.context_parallel = c;
                one.expert_parallel = e;
                one.expert_tensor_parallel = s;
                one.micro_batch = m;
                one.sequence_parallel = sequence;
                one.overlap_tensor_parallel = overlap;
                all.push_back(one);
              }
          }
  return all;
}

double seconds_of(const cost::LayerCost& layer) {
  const cost::LayerTime& time = layer.time[cost::kNothingAgain];
  return time.forward_seconds + time.backward_seconds;
}

/// How many GPUs of each pool that work are how slow.
std::vector<std::map<hardware::Slowness, int>> gpus_by_marks(const hardware::Cluster& cluster) {
  const Health health(cluster);
  std::vector<std::map<hardware::Slowness, int>> all;
  for (std::size_t p = 0; p < cluster.pools.size(); ++p) {
    std::map<hardware::Slowness, int>& of_pool = all.emplace_back();
    const hardware::Pool& pool = cluster.pools[p];
    for (int node = 0; node < pool.nodes; ++node)
      for (int gpu = 0; gpu < pool.gpus_per_node; ++gpu) {
        const LaneStage alone = health.of({{static_cast<int>(p), node, gpu}});
        if (!alone.failed) ++of_pool[alone.slowness];
      }
  }
  return all;
}

/// Work of a step: what layers of each class weigh, and the sum of all for one sequence.
struct StepWork {
  std::vector<double> weights;  ///< 0 where no layer is of the class
  double sequence = 0.0;
};
StepWork step_work(const model::Graph& graph, cost::Tables& tables, cost::Splitting first) {
  StepWork work;
  const cost::SplitCost& cost = tables.split(first);
  work.weights.assign(cost.classes.size(), 0.0);
  for (const int kind : graph.layers) {
    const double seconds = seconds_of(cost.classes[static_cast<std::size_t>(kind)]);
    work.weights[static_cast<std::size_t>(kind)] = seconds;
    work.sequence += seconds;
  }
  return work;
}

/// The most work a second of one GPU of a pool.
double rate_of(cost::Tables& tables, int pool, const std::vector<cost::Splitting>& splittings,
               const StepWork& work) {
  double best = 0.0;
  const int gpus = tables.problem().cluster.pools[static_cast<std::size_t>(pool)].gpus();
  for (cost::Splitting one : splittings) {
    if (one.tensor_parallel * one.context_parallel > gpus) continue;
    if (one.expert_parallel * one.expert_tensor_parallel > gpus) continue;
    one.pool = pool;
    const cost::SplitCost& cost = tables.split(one);
    double most = 0.0;
    for (std::size_t k = 0; k < work.weights.size(); ++k)
      if (work.weights[k] > 0.0) most = std::max(most, work.weights[k] / seconds_of(cost.classes[k]));
    best = std::max(best, most * one.micro_batch / (one.tensor_parallel * one.context_parallel));
  }
  return best;
}

}  // namespace

double kind_bound(const strategy::Problem& problem, const std::vector<strategy::Strategy>& bases) {
  const auto leaves_over = [&](const strategy::Strategy& base) {
    return problem.job.global_batch % (std::int64_t{base.data_parallel} * base.micro_batch) != 0;
  };
  if (bases.empty() || std::any_of(bases.begin(), bases.end(), leaves_over)) return 0.0;
  const strategy::Problem healthy = without_marks(problem);
  const std::vector<cost::Splitting> splittings = splittings_of(healthy, bases);
  const auto gpus = gpus_by_marks(problem.cluster);
  std::size_t marks = 0;
  for (const auto& of_pool : gpus) marks += of_pool.size();
  if (splittings.empty() || splittings.size() * marks > kMostSplittings) return 0.0;
  cost::SlowedTables tables(healthy);
  std::optional<StepWork> work;
  double rate = 0.0;
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    if (!tables.sound().usable(static_cast<int>(p))) continue;
    for (const auto& [slowness, count] : gpus[p]) {
      cost::Splitting first = splittings.front();
      first.pool = static_cast<int>(p);
      if (!work) work = step_work(*healthy.graph, tables.sound(), first);
      rate += count * rate_of(tables.alike(slowness), static_cast<int>(p), splittings, *work);
    }
  }
  constexpr double kRounded = 1.0 - 1e-9;
  return rate > 0.0 ? work->sequence * static_cast<double>(problem.job.global_batch) / rate * kRounded : 0.0;
}

}  // namespace astrolabe::replan
