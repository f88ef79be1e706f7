#include "core/cost/tail.h"

#include <algorithm>
#include <cmath>

#include "core/cost/collective.h"
#include "core/cost/constants.h"

namespace astrolabe::cost {

namespace c = constants;

double Tail::total() const { return reduce + gather + optimizer + c::step_seconds; }

TailInput tail_input(const Tables& tables, const strategy::Strategy& strategy, const Splitting& splitting,
                     int expert_stride, int micro_batches, int stages) {
  const strategy::Problem& problem = tables.problem();
  return {problem.job,
          coefficients_of(problem),
          tables.stack(splitting.pool),
          problem.cluster.pools[static_cast<std::size_t>(splitting.pool)],
          tables.device(splitting.pool),
          strategy,
          splitting.tensor_parallel,
          expert_stride,
          micro_batches,
          stages};
}

StageContent ranks_of(const strategy::Strategy& settings, int tensor_parallel) {
  const int replicas = settings.data_parallel * settings.context_parallel;
  const int shards = settings.sharding_group > 1 ? std::min(settings.sharding_group, replicas) : replicas;
  const int expert_ways = settings.expert_parallel * settings.expert_tensor_parallel;
  StageContent content;
  content.dense_ranks = replicas;
  content.dense_shards = shards;
  content.expert_ranks = std::max(1, replicas * tensor_parallel / expert_ways);
  content.expert_shards = std::max(1, shards * tensor_parallel / expert_ways);
  content.zero_stage = settings.zero_stage;
  return content;
}

namespace {

/// Gradients and weights of one stage among the ranks that hold the same.
class DataTraffic {
 public:
  DataTraffic(const TailInput& in, const StageContent& content) : m_in(in), m_content(content) {}
  /// Seconds of a reduce-scatter or all-gather of `parameters` over `ranks`.
  double over(double parameters, int ranks, int stride, double bytes) const {
    if (ranks <= 1 || parameters <= 0.0) return 0.0;
    const double bucket = std::max(c::bucket_parameters, c::bucket_parameters_per_rank * ranks);
    const double latency = c::ring_step_seconds * ranks * std::ceil(parameters / bucket);
    return moving(parameters, ranks, stride, bytes) + latency;
  }
  /// The same without latency.
  double moving(double parameters, int ranks, int stride, double bytes) const {
    if (ranks <= 1 || parameters <= 0.0) return 0.0;
    const Group group{ranks, stride};
    const hardware::Link link = group_link(group, m_in.pool);
    const double share = inside_domain(group, m_in.pool) ? m_in.k.tensor_share : m_in.k.network_share;
    return parameters * bytes * (ranks - 1.0) / ranks / (link.bandwidth.value * share);
  }
  double all_ranks(double bytes) const {
    return over(m_content.dense_parameters, m_content.dense_ranks, m_in.tensor_parallel, bytes) +
           over(m_content.expert_parameters, m_content.expert_ranks, m_in.expert_stride, bytes);
  }
  double shards(double bytes) const {
    return over(m_content.dense_parameters, m_content.dense_shards, m_in.tensor_parallel, bytes) +
           over(m_content.expert_parameters, m_content.expert_shards, m_in.expert_stride, bytes);
  }

 private:
  const TailInput& m_in;
  const StageContent& m_content;
};

bool reduces_in_backward(const TailInput& in) { return in.strategy.zero_stage == 2 && in.stages > 1; }

/// What it adds for one layer at least.
double least_reduction(const TailInput& in, const StageContent& ranks, const LayerCost& layer) {
  if (!reduces_in_backward(in)) return 0.0;
  const DataTraffic traffic(in, ranks);
  const double bytes = in.stack.gradient_bytes * in.stack.reduce_passes;
  const double reduce = traffic.moving(layer.dense_parameters, ranks.dense_ranks, in.tensor_parallel, bytes) +
                        traffic.moving(layer.expert_parameters, ranks.expert_ranks, in.expert_stride, bytes);
  return reduce * (in.strategy.overlap_grad_reduce ? 1.0 - in.stack.data_overlap : 1.0);
}

/// Seconds of a micro-batch's reduction, and how many of them its backward hides.
struct Reduction {
  double seconds = 0.0, hidden = 0.0;
};

Reduction reduction_of(const TailInput& in, const StageContent& content, double micro_batch_seconds) {
  Reduction reduction;
  if (!reduces_in_backward(in)) return reduction;
  reduction.seconds = DataTraffic(in, content).all_ranks(in.stack.gradient_bytes * in.stack.reduce_passes);
  if (in.strategy.overlap_grad_reduce)
    reduction.hidden = std::min(in.stack.data_overlap * reduction.seconds,
                                c::backward_window * c::data_window * micro_batch_seconds);
  return reduction;
}

}  // namespace

double reduction_in_backward(const TailInput& in, const StageContent& content, double micro_batch_seconds) {
  const Reduction reduction = reduction_of(in, content, micro_batch_seconds);
  return reduction.seconds - reduction.hidden;
}

Tail tail_of(const TailInput& in, const StageContent& content, double micro_batch_seconds) {
  Tail tail;
  const double gradient = in.stack.gradient_bytes;
  const double weight = in.stack.gathered_bytes;
  const DataTraffic traffic(in, content);
  if (in.strategy.zero_stage == 3 && content.dense_shards < content.dense_ranks) {
    // Groups that each hold the whole model add up their gradients once a step, every rank its own shard.
    tail.reduce = traffic.over(content.dense_parameters / content.dense_shards,
                               content.dense_ranks / content.dense_shards,
                               in.tensor_parallel * content.dense_shards, 2.0 * gradient);
    const double window =
        std::min(c::data_window * micro_batch_seconds, in.strategy.overlap_grad_reduce ? 1e300 : 0.0);
    tail.reduce -= std::min(in.stack.data_overlap * tail.reduce, window);
  }
  if (in.strategy.zero_stage < 3) {
    double reduce = reduces_in_backward(in) ? 0.0 : traffic.all_ranks(gradient * in.stack.reduce_passes);
    double gather = in.strategy.zero_stage == 0 ? traffic.all_ranks(gradient) : traffic.shards(weight);
    if (in.strategy.zero_stage == 2) reduce *= in.micro_batches;
    // What hides the reduction of each micro-batch is taken.
    double window =
        c::data_window * micro_batch_seconds - reduction_of(in, content, micro_batch_seconds).hidden;
    if (in.strategy.virtual_pipeline > 1) window *= std::min(in.stages, in.micro_batches);
    if (in.strategy.zero_stage == 2 && in.stages == 1) window *= in.micro_batches;
    // ZeRO 0 gathers with the all-reduce itself, so the gradient switch covers both halves.
    const bool gathers =
        in.strategy.zero_stage == 0 ? in.strategy.overlap_grad_reduce : in.strategy.overlap_param_gather;
    const double hideable = (in.strategy.overlap_grad_reduce ? reduce : 0.0) + (gathers ? gather : 0.0);
    const double hidden = std::min(in.stack.data_overlap * hideable, window);
    const double kept = hideable > 0.0 ? hidden / hideable : 0.0;
    tail.reduce = reduce * (in.strategy.overlap_grad_reduce ? 1.0 - kept : 1.0);
    tail.gather = gather * (gathers ? 1.0 - kept : 1.0);
  }
  const bool sharded = in.strategy.zero_stage >= 1;
  const double local = content.dense_parameters + content.expert_parameters;
  const double owned = sharded ? content.dense_parameters / content.dense_shards +
                                     content.expert_parameters / content.expert_shards
                               : local;
  const double state_share = (optimizer_state_bytes(in.job) + 18.0) / 30.0;  // Adam: 12 + 18 of 30
  tail.optimizer = memory_seconds(
      in.device, in.k.optimizer_bytes * state_share * owned + c::optimizer_local_bytes * local);
  if (in.strategy.offload_optimizer && in.device.pcie > 0.0)
    tail.optimizer += (gradient + weight) * owned / (c::offload_share * in.device.pcie);
  return tail;
}

double least_tail(Tables& tables, const strategy::Strategy& settings, int pool, int tensor_parallel,
                  int stages, int layers) {
  Splitting splitting = splitting_of(settings, pool, tensor_parallel);
  if (splitting.gathered_over > 1) splitting.gathered_over = 2;  // parameters do not depend on it
  const SplitCost& split = tables.split(splitting);
  const strategy::Problem& problem = tables.problem();
  double dense = 1e300;
  double expert = 1e300;
  for (const LayerCost& layer : split.classes) {
    dense = std::min(dense, layer.dense_parameters);
    expert = std::min(expert, layer.expert_parameters);
  }
  const int expert_ways = settings.expert_parallel * settings.expert_tensor_parallel;
  StageContent content = ranks_of(settings, tensor_parallel);
  content.dense_parameters = layers * dense + split.edge.embedding_parameters;
  content.expert_parameters = layers * expert;
  const StackTraits& stack = tables.stack(pool);
  const TailInput in =
      tail_input(tables, settings, splitting, expert_ways,
                 problem.job.global_batch / (settings.micro_batch * settings.data_parallel), stages);
  // Work without end hides all that can be hidden.
  return tail_of(in, content, 1e200).total() * stack.factor * (1.0 - 1e-9);
}

double least_layer_reduction(const Tables& tables, const strategy::Strategy& settings,
                             const Splitting& splitting, const LayerCost& layer, int stages) {
  const TailInput in = tail_input(tables, settings, splitting,
                                  settings.expert_parallel * settings.expert_tensor_parallel, 1, stages);
  return least_reduction(in, ranks_of(settings, splitting.tensor_parallel), layer) * in.stack.factor;
}

}  // namespace astrolabe::cost
