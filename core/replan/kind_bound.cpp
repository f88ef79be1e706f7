#include "core/replan/kind_bound.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/hours.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/money.h"
#include "core/cost/slowed_tables.h"
#include "core/cost/tuning.h"
#include "core/hardware/pool_marks.h"
#include "core/replan/layout.h"
#include "core/strategy/space.h"
#include "core/strategy/tuning.h"

namespace astrolabe::replan {

namespace {

// A part is a class of layers without its experts, or its experts alone, under one splitting.
constexpr std::int64_t kMostParts = 8'000;  ///< of all pools and marks; further marks count as the least slow
constexpr std::int64_t kMostAtAll = 20'000;  ///< of the least slow marks of all pools
constexpr int kMostTries = 100;              ///< whole splittings for a pool and mark
constexpr std::int64_t kTryParts = 3;        ///< parts that take as long as a whole splitting

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

/// Values that stages of pipelines around marks may have: groups are cut into powers of two.
struct StageValues {
  std::set<int> tensor, context, expert, shared, micro;
  bool sharded = false;  ///< ranks may share weights (ZeRO 3)
  bool empty() const { return tensor.empty() || context.empty() || expert.empty() || shared.empty(); }
  /// The least of each.
  cost::Splitting least(int pool) const {
    return {pool, *tensor.begin(), *context.begin(), *expert.begin(), *shared.begin(), *micro.begin()};
  }
};
StageValues stage_values(const strategy::Problem& problem, const std::vector<strategy::Strategy>& bases) {
  StageValues all{values_of(problem, "tensor_parallel"), values_of(problem, "context_parallel"),
                  values_of(problem, "expert_parallel"), values_of(problem, "expert_tensor_parallel"),
                  values_of(problem, "micro_batch"),     values_of(problem, "zero_stage").contains(3)};
  all.micro.insert(1);
  for (const strategy::Strategy& base : bases) {
    for (const strategy::Stage& stage : base.stages) all.tensor.insert(stage.tensor_parallel);
    all.context.insert(base.context_parallel);
    all.expert.insert(base.expert_parallel);
    all.shared.insert(base.expert_tensor_parallel);
    all.micro.insert(base.micro_batch);
    all.sharded = all.sharded || base.zero_stage == 3;
  }
  for (int size = 1, most = all.tensor.empty() ? 1 : *all.tensor.rbegin(); size <= most; size *= 2)
    all.tensor.insert(size);
  return all;
}

/// Splittings of stages on a pool: each of `around` with each of `experts`.
struct PoolSplittings {
  std::vector<cost::Splitting> around;  ///< of all but experts
  std::vector<std::size_t> share_of;    ///< of each of these the place in `shares`
  /// Of those that leave a rank equally many tokens for its experts one, on one rank of tensor parallelism.
  std::vector<cost::Splitting> shares;
  struct OfExperts {
    int parallel = 1, tensor_parallel = 1;
  };
  std::vector<OfExperts> experts;
  static cost::Splitting with(cost::Splitting one, const OfExperts& of) {
    one.expert_parallel = of.parallel;
    one.expert_tensor_parallel = of.tensor_parallel;
    return one;
  }
};
/// Of those that a pool has the GPUs for. Traffic of tensor parallelism is overlapped in all of them: nothing
/// takes longer for that.
PoolSplittings splittings_of(const strategy::Problem& problem, const StageValues& values, int pool) {
  const int gpus = problem.cluster.pools[static_cast<std::size_t>(pool)].gpus();
  PoolSplittings all;
  std::map<double, std::size_t> known;  // by tokens
  for (const int t : values.tensor)
    for (const int c : values.context)
      for (const int m : values.micro) {
        if (std::int64_t{t} * c > gpus) continue;
        const double tokens =
            m * strategy::computed_tokens(problem.job.tuning, problem.job.sequence_length, m) / (t * c);
        const auto [share, is_new] = known.try_emplace(tokens, all.shares.size());
        cost::Splitting one;
        one.pool = pool;
        one.micro_batch = m;
        one.context_parallel = t * c;
        if (is_new) all.shares.push_back(one);
        one.tensor_parallel = t;
        one.context_parallel = c;
        one.overlap_tensor_parallel = t > 1;
        for (const bool sequence : {false, true}) {
          if (t == 1 && sequence) continue;
          one.sequence_parallel = sequence;
          all.around.push_back(one);
          all.share_of.push_back(share->second);
        }
      }
  for (const int e : values.expert)
    for (const int s : values.shared)
      if (std::int64_t{e} * s <= gpus) all.experts.push_back({e, s});
  const std::vector<model::LayerClass>& classes = problem.graph->classes;
  if (!all.experts.empty() && std::none_of(classes.begin(), classes.end(),
                                           [](const auto& layer) { return layer.experts.has_value(); }))
    all.experts.resize(1);  // they divide nothing
  return all;
}

/// The model with nothing but the experts of its layers, or without these; embedding and head take no time.
std::shared_ptr<const model::Graph> part_of(const model::Graph& whole, bool experts) {
  auto part = std::make_shared<model::Graph>(whole);
  part->has_head = false;
  for (model::TowerGraph& tower : part->towers) tower.tokens = 0.0;
  for (model::LayerClass& layer : part->classes) {
    if (experts) {
      model::LayerClass alone;
      alone.name = layer.name;
      alone.experts = layer.experts;
      alone.collectives = 0;
      alone.parameters_expert = layer.parameters_expert;
      layer = std::move(alone);
    } else {
      layer.experts.reset();
      layer.parameters_expert = 0;
    }
  }
  return part;
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
StepWork step_work(const model::Graph& graph, const cost::Tables& tables, const cost::Splitting& first) {
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

/// Work a second of one GPU with a splitting.
double rate_with(const cost::PoolScene& scene, const cost::Splitting& one, const StepWork& work) {
  const cost::SplitCost cost = cost::split_cost(scene, one, cost::split_work(scene, one));
  double most = 0.0;
  for (std::size_t k = 0; k < work.weights.size(); ++k)
    if (work.weights[k] > 0.0) most = std::max(most, work.weights[k] / seconds_of(cost.classes[k]));
  return most * one.micro_batch / (one.tensor_parallel * one.context_parallel);
}

/// Finds with which splitting a GPU of a pool gets most done. A layer takes no less than its experts and all
/// else in it do alone, one behind the other; experts depend on their own splitting and on how many tokens a
/// rank has for them. So two short lists of parts give every splitting a rate that it does not exceed, and
/// whole splittings are looked at in the order of that rate until no other can be faster.
class FastestSplitting {
 public:
  FastestSplitting(const strategy::Problem& problem, const StageValues& values, const StepWork& work)
      : m_work(work),
        m_sharded(values.sharded),
        m_around(part_of(*problem.graph, false)),
        m_experts(part_of(*problem.graph, true)) {
    for (std::size_t p = 0; p < problem.cluster.pools.size(); ++p)
      m_pools.push_back(splittings_of(problem, values, static_cast<int>(p)));
    for (const model::LayerClass& layer : problem.graph->classes) m_with_experts += layer.experts ? 1U : 0U;
  }

  /// Parts of layers that rate() looks at.
  std::int64_t parts(std::size_t pool) const {
    const PoolSplittings& all = m_pools[pool];
    constexpr std::size_t kPairs = 100;  // that take as long as a part
    return static_cast<std::int64_t>(all.around.size() * m_work.weights.size() +
                                     all.shares.size() * all.experts.size() * m_with_experts +
                                     all.around.size() * all.experts.size() / kPairs);
  }

  /// The most work a second of one GPU, or more where too many splittings may be faster than those looked at.
  /// `left`: less by the parts and whole splittings that it looked at.
  double rate(const cost::Tables& tables, std::size_t pool, std::int64_t& left) const {
    constexpr double kSame = 1.0 + 2e-9;
    left -= parts(pool);
    cost::PoolScene scene{tables.problem(), tables.device(static_cast<int>(pool)),
                          tables.stack(static_cast<int>(pool))};
    // Weights that ranks share take traffic, which may be hidden, in place of adding up gradients.
    if (m_sharded) scene.stack.accumulate_bytes = 0.0;
    std::vector<Pair> pairs = pairs_of(scene, pool);
    std::make_heap(pairs.begin(), pairs.end());
    double best = 0.0;
    for (int tries = 0; tries < kMostTries && !pairs.empty() && pairs.front().most > best * kSame; ++tries) {
      left -= kTryParts;
      const PoolSplittings& all = m_pools[pool];
      const cost::Splitting one =
          PoolSplittings::with(all.around[pairs.front().around], all.experts[pairs.front().experts]);
      best = std::max(best, rate_with(scene, one, m_work));
      std::pop_heap(pairs.begin(), pairs.end());
      pairs.pop_back();
    }
    return pairs.empty() ? best : std::max(best, pairs.front().most);
  }

 private:
  struct Pair {
    double most = 0.0;  ///< work a second
    std::size_t around = 0, experts = 0;
    bool operator<(const Pair& other) const { return most < other.most; }
  };

  /// All pairs of a pool's two lists, each with the rate that it does not exceed.
  std::vector<Pair> pairs_of(const cost::PoolScene& whole, std::size_t pool) const {
    const PoolSplittings& all = m_pools[pool];
    if (all.around.empty() || all.experts.empty()) return {};
    strategy::Problem around = whole.problem, experts = whole.problem;
    around.graph = m_around;
    experts.graph = m_experts;
    const cost::PoolScene around_scene{around, whole.device, whole.stack};
    const cost::PoolScene experts_scene{experts, whole.device, whole.stack};
    std::vector<double> around_seconds, experts_seconds;
    for (const cost::Splitting& one : all.around) add_seconds(around_scene, one, around_seconds);
    for (const cost::Splitting& share : all.shares)
      for (const PoolSplittings::OfExperts& of : all.experts)
        add_seconds(experts_scene, PoolSplittings::with(share, of), experts_seconds);
    const std::vector<double> launches = cubed_launches(whole, around_scene, all.around.front());
    const std::size_t classes = launches.size();
    std::vector<Pair> pairs;
    pairs.reserve(all.around.size() * all.experts.size());
    for (std::size_t a = 0; a < all.around.size(); ++a)
      for (std::size_t e = 0; e < all.experts.size(); ++e) {
        const double* own = &around_seconds[a * classes];
        const double* of_experts = &experts_seconds[(all.share_of[a] * all.experts.size() + e) * classes];
        double most = 0.0;
        for (std::size_t k = 0; k < classes; ++k) {
          if (m_work.weights[k] <= 0.0) continue;
          // The cube of a pass is that of its work and that of its launches, so that no two passes are
          // shorter than one with the work and the launches of both.
          const double work = own[k] + of_experts[k];
          const double seconds = whole.stack.factor * std::cbrt(work * work * work + launches[k]);
          most = std::max(most, m_work.weights[k] / seconds);
        }
        constexpr double kRoundedUp = 1.0 + 1e-9;
        const cost::Splitting& one = all.around[a];
        pairs.push_back(
            {most * one.micro_batch / (one.tensor_parallel * one.context_parallel) * kRoundedUp, a, e});
      }
    return pairs;
  }

  /// Adds the seconds of both passes of each class of layers, without launches and the software's factor.
  static void add_seconds(const cost::PoolScene& scene, const cost::Splitting& one,
                          std::vector<double>& seconds) {
    const double passes = cost::forward_passes(scene.problem.job);
    for (const cost::LayerWork& work : cost::split_work(scene, one).classes) {
      seconds.push_back(passes * work.forward.total());
      if (work.inert) continue;
      const double parameters = work.dense_parameters + work.expert_parameters;
      seconds.back() += work.backward.total() +
                        cost::memory_seconds(scene.device, scene.stack.accumulate_bytes * parameters);
    }
  }

  /// Of each class of layers the cube of the seconds that launching both passes takes at least; 0 of layers
  /// that nothing comes back through.
  static std::vector<double> cubed_launches(const cost::PoolScene& whole, const cost::PoolScene& around,
                                            const cost::Splitting& any) {
    std::vector<double> all;
    for (const cost::LayerWork& work : cost::split_work(around, any).classes) {
      const model::LayerClass& layer = whole.problem.graph->classes[all.size()];
      const double seconds =
          whole.stack.host_layer_seconds + (layer.experts ? whole.stack.host_moe_seconds : 0.0);
      all.push_back(work.inert ? 0.0 : seconds * seconds * seconds);
    }
    return all;
  }

  const StepWork& m_work;
  bool m_sharded;
  std::shared_ptr<const model::Graph> m_around, m_experts;
  std::vector<PoolSplittings> m_pools;
  std::size_t m_with_experts = 0;  ///< classes of layers
};

/// What no GPU of a pool is below in anything.
hardware::Slowness least_slow(const std::map<hardware::Slowness, int>& gpus) {
  hardware::Slowness least = gpus.begin()->first;
  for (const auto& [slowness, count] : gpus)
    least = {std::min(least.kernels, slowness.kernels), std::min(least.links, slowness.links),
             std::min(least.network, slowness.network)};
  return least;
}

/// What all GPUs that work could do, each with the splitting that it is fastest with; nothing where nobody
/// knows.
struct KindRates {
  double step = 0.0;           ///< work of a step
  double all = 0.0;            ///< work a second
  std::vector<double> of_gpu;  ///< of each pool the most that one GPU does in a second; 0 where none works
  double seconds() const { return all > 0.0 ? step / all : 0.0; }
};
KindRates rates_of(const strategy::Problem& problem, const strategy::Problem& healthy,
                   const std::vector<strategy::Strategy>& bases) {
  const auto leaves_over = [&](const strategy::Strategy& base) {
    return problem.job.global_batch % (std::int64_t{base.data_parallel} * base.micro_batch) != 0;
  };
  if (bases.empty() || std::any_of(bases.begin(), bases.end(), leaves_over)) return {};
  const StageValues values = stage_values(healthy, bases);
  if (values.empty()) return {};
  cost::SlowedTables tables(healthy);
  const auto gpus = gpus_by_marks(problem.cluster);
  std::vector<std::size_t> pools;
  for (std::size_t p = 0; p < gpus.size(); ++p)
    if (!gpus[p].empty() && tables.sound().usable(static_cast<int>(p))) pools.push_back(p);
  if (pools.empty()) return {};
  const StepWork work =
      step_work(*healthy.graph, tables.sound(), values.least(static_cast<int>(pools.front())));
  const FastestSplitting fastest(healthy, values, work);
  std::int64_t least_parts = 0, left = kMostParts;
  for (const std::size_t p : pools) least_parts += fastest.parts(p);
  if (least_parts > kMostAtAll) return {};
  KindRates rates;
  rates.step = work.sequence * static_cast<double>(problem.job.global_batch);
  rates.of_gpu.resize(gpus.size(), 0.0);
  for (const std::size_t p : pools) {
    const hardware::Slowness least = least_slow(gpus[p]);
    rates.of_gpu[p] = fastest.rate(tables.alike(least), p, left);
    for (const auto& [slowness, count] : gpus[p]) {
      const bool known = slowness == least || left < fastest.parts(p);
      rates.all += count * (known ? rates.of_gpu[p] : fastest.rate(tables.alike(slowness), p, left));
    }
  }
  return rates;
}

constexpr double kRoundedDown = 1.0 - 1e-9;

}  // namespace

double kind_bound(const strategy::Problem& problem, const std::vector<strategy::Strategy>& bases) {
  return rates_of(problem, without_marks(problem), bases).seconds() * kRoundedDown;
}

double kind_bound_usd(const strategy::Problem& problem, const std::vector<strategy::Strategy>& bases) {
  // Spares that stand idle only add.
  const strategy::Problem healthy = without_marks(problem);
  const cost::Charges charges = cost::charges_of(healthy.cluster, problem.job);
  if (!charges.base.usd_per_hour) return 0.0;
  const KindRates rates = rates_of(problem, healthy, bases);
  double of_work = kBeyond;  // USD an hour of a GPU for what it does in a second
  for (std::size_t p = 0; p < rates.of_gpu.size(); ++p) {
    if (rates.of_gpu[p] <= 0.0) continue;
    if (!charges.of_gpu[p].usd_per_hour) return 0.0;
    of_work = std::min(of_work, *charges.of_gpu[p].usd_per_hour / rates.of_gpu[p]);
  }
  if (rates.all <= 0.0) return 0.0;
  const double usd_per_step =
      (*charges.base.usd_per_hour * rates.seconds() + of_work * rates.step) / kSecondsPerHour;
  return usd_per_step * 1e12 / problem.job.tokens_per_step() * kRoundedDown;
}

}  // namespace astrolabe::replan
