#include "core/cost/tail.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/rounding.h"
#include "core/cost/collective.h"
#include "core/cost/constants.h"
#include "core/cost/schedule.h"

namespace astrolabe::cost {

namespace c = constants;

StageContent ranks_of(const strategy::Strategy& settings, int tensor_parallel) {
  const int replicas = settings.replicas();
  const int shards = settings.shards();
  const int expert_ways = settings.expert_parallel * settings.expert_tensor_parallel;
  StageContent content;
  content.dense_ranks = replicas;
  content.dense_shards = shards;
  content.expert_ranks = std::max(1, replicas * tensor_parallel / expert_ways);
  content.expert_shards = std::max(1, shards * tensor_parallel / expert_ways);
  content.zero_stage = settings.zero_stage;
  return content;
}

TailInput tail_input(const Tables& tables, const strategy::Strategy& strategy, const Splitting& splitting,
                     int expert_stride, int micro_batches, int stages, bool several_nodes) {
  const strategy::Problem& problem = tables.problem();
  const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(splitting.pool)];
  const Coefficients& k = coefficients_of(problem);
  const int tp = splitting.tensor_parallel;
  const StageContent ranks = ranks_of(strategy, tp);
  const Device& device = tables.device(splitting.pool);
  const StackTraits& stack = tables.stack(splitting.pool);
  const bool sums = strategy.zero_stage == 0 || stack.reduce_passes > 1.0;
  const bool in_two_nodes = several_nodes && (straddles({ranks.dense_ranks, tp, true}, pool) ||
                                              straddles({ranks.dense_shards, tp, true}, pool) ||
                                              straddles({ranks.expert_ranks, expert_stride, true}, pool) ||
                                              straddles({ranks.expert_shards, expert_stride, true}, pool));
  const RouteTable::Key key{tp,
                            expert_stride,
                            ranks.dense_ranks,
                            ranks.dense_shards,
                            ranks.expert_ranks,
                            ranks.expert_shards,
                            sums,
                            stack.tensors_dealt > 0.0 ? stages : 0,
                            in_two_nodes};
  const auto make = [&] {
    const auto route = [&](Collective collective, double bytes, int count, int stride) {
      return route_of(collective, bytes, {count, stride, in_two_nodes}, pool, device, k);
    };
    const auto reducing = sums ? Collective::all_reduce : Collective::reduce_scatter;
    const double gradient = stack.gradient_bytes, weight = stack.gathered_bytes;
    TailRoutes found{route(reducing, gradient, ranks.dense_ranks, tp),
                     route(reducing, gradient, ranks.expert_ranks, expert_stride),
                     route(Collective::all_gather, weight, ranks.dense_shards, tp),
                     route(Collective::all_gather, weight, ranks.expert_shards, expert_stride),
                     route(Collective::all_reduce, gradient, ranks.dense_ranks / ranks.dense_shards,
                           tp * ranks.dense_shards)};
    if (stack.tensors_dealt > 0.0) {  // one call for each rank that owns tensors of the stage
      const double tensors = std::ceil(stack.tensors_dealt * problem.graph->layer_count() / stages);
      found.dense_shards.bucket = 1.0;
      found.dense_shards.most_calls = std::min<double>(ranks.dense_shards, tensors);
    }
    return found;
  };
  TailInput in{problem.job, k, stack, device, tables.routes(splitting.pool).find(key, std::ref(make))};
  in.zero_stage = strategy.zero_stage;
  in.overlap_grad_reduce = strategy.overlap_grad_reduce;
  in.overlap_param_gather = strategy.overlap_param_gather;
  in.offload_optimizer = strategy.offload_optimizer;
  in.virtual_pipeline = strategy.virtual_pipeline;
  in.micro_batches = micro_batches;
  in.stages = stages;
  return in;
}

namespace {

/// Gradients to the ranks that own them, or to all.
double over_all_ranks(const TailInput& in, const StageContent& content) {
  return in.routes.dense_ranks.seconds(content.dense_parameters, in.stack.gradient_bytes) +
         in.routes.expert_ranks.seconds(content.expert_parameters, in.stack.gradient_bytes);
}

double over_shards(const TailInput& in, const StageContent& content, double bytes) {
  return in.routes.dense_shards.seconds(content.dense_parameters, bytes) +
         in.routes.expert_shards.seconds(content.expert_parameters, bytes);
}

bool reduces_in_backward(const TailInput& in) { return in.zero_stage == 2 && in.stages > 1; }

/// What it adds for one layer at least.
double least_reduction(const TailInput& in, const LayerCost& layer) {
  if (!reduces_in_backward(in)) return 0.0;
  const double reduce =
      in.routes.dense_ranks.without_latency(layer.dense_parameters, in.stack.gradient_bytes) +
      in.routes.expert_ranks.without_latency(layer.expert_parameters, in.stack.gradient_bytes);
  return reduce * (in.overlap_grad_reduce ? 1.0 - in.stack.data_overlap : 1.0);
}

/// Seconds of a micro-batch's reduction, and how many of them its backward hides.
struct Reduction {
  double seconds = 0.0, hidden = 0.0;
};

Reduction reduction_of(const TailInput& in, const StageContent& content, double micro_batch_seconds) {
  Reduction reduction;
  if (!reduces_in_backward(in)) return reduction;
  reduction.seconds = over_all_ranks(in, content);
  if (in.overlap_grad_reduce)
    reduction.hidden = std::min(in.stack.data_overlap * reduction.seconds,
                                c::backward_window * c::data_window * micro_batch_seconds);
  return reduction;
}

double host_link_seconds(const TailInput& in, double bytes) {
  return in.device.pcie > 0.0 ? bytes / (c::offload_share * in.device.pcie) : 1e6;
}

/// Seconds of an optimizer in host memory for `owned` parameters: bucket by bucket their gradients go there,
/// the host updates them and the weights come back, all three at once. The host reads the state and the
/// gradients and writes the state and the weights (Adam: 16 + 14 bytes). Never sooner than the device itself,
/// which takes `on_device`: so offload pays only for memory.
/// Source: HybridDeviceOptimizer of Megatron-LM with --overlap-cpu-optimizer-d2h-h2d; Ren et al.,
/// ZeRO-Offload, USENIX ATC 2021, sections 4 and 5 (one-step delay left out).
double host_optimizer_seconds(const TailInput& in, double owned, double on_device) {
  const double gradients = in.stack.gradient_bytes * owned;
  const double weights = in.stack.gathered_bytes * owned;
  const double moved = host_link_seconds(in, std::max(gradients, weights));
  if (in.device.host_memory <= 0.0) return moved;
  const double touched = 2.0 * optimizer_state_bytes(in.job) * owned + gradients + weights;
  const double updated = touched / (c::assumed_host_memory_share * in.device.host_memory);
  return std::max({on_device, moved, updated});
}

double optimizer_of(const TailInput& in, const StageContent& content) {
  const bool sharded = in.zero_stage >= 1;
  const double local = content.dense_parameters + content.expert_parameters;
  const double owned = sharded ? content.dense_parameters / content.dense_shards +
                                     content.expert_parameters / content.expert_shards
                               : local;
  const double update = optimizer_traffic(in.job, in.k) * owned;
  const double passes = c::optimizer_local_bytes * local;
  if (!in.offload_optimizer) return memory_seconds(in.device, update + passes);
  if (in.stack.host_optimizer)
    return memory_seconds(in.device, passes) +
           host_optimizer_seconds(in, owned, memory_seconds(in.device, update));
  const double moved = (in.stack.gradient_bytes + in.stack.gathered_bytes) * owned;
  return memory_seconds(in.device, update + passes) + host_link_seconds(in, moved);
}

}  // namespace

double optimizer_traffic(const strategy::Job& job, const Coefficients& k) {
  return k.optimizer_bytes * ((optimizer_state_bytes(job) + 18.0) / 30.0);
}

double reduction_in_backward(const TailInput& in, const StageContent& content, double micro_batch_seconds) {
  const Reduction reduction = reduction_of(in, content, micro_batch_seconds);
  return reduction.seconds - reduction.hidden;
}

Tail tail_of(const TailInput& in, const StageContent& content, double micro_batch_seconds,
             const MovedTail& moved) {
  const double gradients = in.stack.gradient_bytes / (in.stack.gradient_bytes + in.stack.gathered_bytes);
  Tail tail;
  tail.host = in.stack.step_seconds;
  const double gradient = in.stack.gradient_bytes;
  const double weight = in.stack.gathered_bytes;
  if (in.zero_stage == 3 && content.dense_shards < content.dense_ranks) {
    // Groups that each hold the whole model add up their gradients once a step, every rank its own shard.
    tail.reduce = in.routes.shard_groups.seconds(content.dense_parameters / content.dense_shards, gradient);
    const double window =
        std::min(c::data_window * micro_batch_seconds, in.overlap_grad_reduce ? kBeyond : 0.0);
    tail.reduce -= std::min(in.stack.data_overlap * tail.reduce, window);
  }
  if (in.zero_stage < 3) {
    // Without sharding one all-reduce is both, half of it each.
    const bool whole = in.zero_stage == 0;
    double reduce = reduces_in_backward(in) ? 0.0 : over_all_ranks(in, content) * (whole ? 0.5 : 1.0);
    double gather = whole ? reduce : over_shards(in, content, weight);
    if (in.zero_stage == 2) reduce *= in.micro_batches;
    gather += (1.0 - gradients) * moved.seconds;
    reduce += gradients * moved.seconds;
    // What hides the reduction of each micro-batch is taken.
    double window =
        c::data_window * micro_batch_seconds - reduction_of(in, content, micro_batch_seconds).hidden;
    if (in.virtual_pipeline > 1) window *= std::min(in.stages, in.micro_batches);
    if (in.zero_stage == 2 && in.stages == 1) window *= in.micro_batches;
    // ZeRO 0 gathers with the all-reduce itself, so the gradient switch covers both halves.
    const bool gathers = in.zero_stage == 0 ? in.overlap_grad_reduce : in.overlap_param_gather;
    const double hideable = (in.overlap_grad_reduce ? reduce : 0.0) + (gathers ? gather : 0.0);
    const double hidden = std::min(in.stack.data_overlap * hideable, window);
    const double kept = hideable > 0.0 ? hidden / hideable : 0.0;
    tail.reduce = reduce * (in.overlap_grad_reduce ? 1.0 - kept : 1.0);
    tail.gather = gather * (gathers ? 1.0 - kept : 1.0);
  }
  if (in.zero_stage == 3) {
    tail.reduce += gradients * moved.seconds;
    tail.gather += (1.0 - gradients) * moved.seconds;
  }
  tail.optimizer = optimizer_of(in, content) +
                   memory_seconds(in.device, optimizer_traffic(in.job, in.k) * moved.parameters);
  return tail;
}

TailBytes tail_bytes(const TailInput& in, const StageContent& content) {
  const auto moved = [](const Route& route, double parameters) {
    return route.ways.empty() ? 0.0 : parameters;
  };
  TailBytes bytes;
  if (in.zero_stage == 3) {
    if (content.dense_shards < content.dense_ranks)
      bytes.reduce = moved(in.routes.shard_groups, content.dense_parameters / content.dense_shards) *
                     in.stack.gradient_bytes;
    return bytes;
  }
  if (!reduces_in_backward(in))
    bytes.reduce = in.stack.gradient_bytes * (moved(in.routes.dense_ranks, content.dense_parameters) +
                                              moved(in.routes.expert_ranks, content.expert_parameters));
  if (in.zero_stage == 2) bytes.reduce *= in.micro_batches;
  if (in.zero_stage > 0)
    bytes.gather = in.stack.gathered_bytes * (moved(in.routes.dense_shards, content.dense_parameters) +
                                              moved(in.routes.expert_shards, content.expert_parameters));
  return bytes;
}

MostWork most_work(Tables& tables, const Splitting& splitting) {
  const SplitCost& split = tables.split(in_nodes(splitting, tables.problem().cluster, true));
  MostWork most;
  for (const LayerTime& time :
       split.classes[static_cast<std::size_t>(tables.problem().graph->layers.back())].time)
    most.layer = std::max(most.layer, time.forward_seconds + time.backward_seconds);
  most.embedding = split.edge.embedding_forward + split.edge.embedding_backward;
  most.head = split.edge.head_forward + split.edge.head_backward;
  // The allocator flushes where memory is full; the grid rounds.
  const double flushes = 1.0 + tables.stack(splitting.pool).flush * (1.0 - c::flush_from) / c::flush_step;
  for (double* seconds : {&most.layer, &most.embedding, &most.head})
    *seconds = rounded_up(*seconds * flushes) + 2.0 * kTick;
  return most;
}

TailFloor tail_floor(const TailInput& in, const StageContent& ranks, double dense, double expert,
                     const MostWork& most) {
  StageContent content = ranks;
  content.dense_parameters = dense;
  content.expert_parameters = expert;
  const auto over = [&](const Route& dense_route, const Route& expert_route, double bytes) {
    return dense_route.without_latency(dense, bytes) + expert_route.without_latency(expert, bytes);
  };
  const double gradient = in.stack.gradient_bytes;
  double reduce = 0.0;
  double gather = 0.0;
  if (in.zero_stage < 3) {
    const bool whole = in.zero_stage == 0;
    if (!reduces_in_backward(in))
      reduce = over(in.routes.dense_ranks, in.routes.expert_ranks, gradient) * (whole ? 0.5 : 1.0);
    gather = whole ? reduce : over(in.routes.dense_shards, in.routes.expert_shards, in.stack.gathered_bytes);
    if (in.zero_stage == 2) reduce *= in.micro_batches;
  }
  double window = c::data_window;
  if (in.virtual_pipeline > 1) window *= std::min(in.stages, in.micro_batches);
  if (in.zero_stage == 2 && in.stages == 1) window *= in.micro_batches;
  const bool gathers = in.zero_stage == 0 ? in.overlap_grad_reduce : in.overlap_param_gather;
  const double hideable = (in.overlap_grad_reduce ? reduce : 0.0) + (gathers ? gather : 0.0);
  const double optimizer = optimizer_of(in, content);
  const double factor = in.stack.factor;
  TailFloor floor;
  floor.fixed = in.stack.step_seconds * factor;
  floor.whole_layer = (reduce + gather + optimizer) * factor;
  floor.layer = floor.whole_layer - in.stack.data_overlap * hideable * factor;
  floor.window = window * factor;
  floor.unaided = floor.whole_layer - floor.window * most.layer;
  floor.by_embedding = floor.window * most.embedding;
  floor.by_head = floor.window * most.head;
  return floor;
}

double least_tail(Tables& tables, const strategy::Strategy& settings, int pool, int tensor_parallel,
                  int stages, int layers) {
  Splitting splitting = splitting_of(settings, pool, tensor_parallel);
  if (splitting.gathered_over > 1) splitting.gathered_over = 2;  // parameters do not depend on it
  const SplitCost& split = tables.split(splitting);
  const strategy::Problem& problem = tables.problem();
  double dense = kBeyond;
  double expert = kBeyond;
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
                 problem.job.micro_batches(settings.data_parallel, settings.micro_batch), stages);
  return tail_of(in, content, kBeyond).total() * stack.factor;
}

double least_layer_reduction(const Tables& tables, const strategy::Strategy& settings,
                             const Splitting& splitting, const LayerCost& layer, int stages) {
  const TailInput in = tail_input(tables, settings, splitting,
                                  settings.expert_parallel * settings.expert_tensor_parallel, 1, stages);
  return least_layer_reduction(in, layer);
}

double least_layer_reduction(const TailInput& in, const LayerCost& layer) {
  return least_reduction(in, layer) * in.stack.factor;
}

}  // namespace astrolabe::cost
