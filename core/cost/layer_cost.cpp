#include "core/cost/layer_cost.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/cost/constants.h"
#include "core/cost/layer_scene.h"
#include "core/cost/tuning.h"

namespace astrolabe::cost {

namespace c = constants;
using strategy::Recompute;

namespace {

constexpr double cube(double x) { return x * x * x; }

/// Seconds of the traffic of fully sharded weights: a layer gathers them in both passes, and the backward
/// pass scatters the sums of their gradients.
struct ShardedTraffic {
  double forward = 0.0, backward = 0.0;
};

/// Dense weights are sharded over the ranks that hold the same layer, tensor parallelism apart. Experts are
/// sharded over the ranks that hold the same ones: fewer by expert parallelism, and so much further apart, so
/// that all ranks of a node, each with experts of its own, gather theirs over its network at once. Source:
/// torchtitan and Megatron-FSDP (a mesh of its own for experts).
ShardedTraffic sharded_traffic(const LayerScene& s, const LayerWork& work) {
  const Splitting& split = s.split;
  if (split.gathered_over <= 1) return {};
  const Reach reach{s.k.tensor_share, s.k.fsdp_share, 0.0, 0.0};
  const int expert_stride = split.expert_parallel * split.expert_tensor_parallel;
  const Group dense = group_of(s, split.gathered_over, split.tensor_parallel);
  const Group expert =
      group_of(s, std::max(1, split.gathered_over * split.tensor_parallel / expert_stride), expert_stride);
  const auto of = [&](Collective kind, double dense_bytes, double expert_bytes) {
    double seconds = 0.0;
    if (dense_bytes > 0.0) seconds += collective_seconds(s, kind, dense_bytes, dense, reach);
    if (expert_bytes > 0.0 && expert.size > 1)
      seconds += collective_seconds(s, kind, expert_bytes, expert, reach);
    return seconds;
  };
  const double weight = s.stack.sharded_gathered_bytes, gradient = s.stack.sharded_gradient_bytes;
  // Frozen weights are gathered as they are stored, and have no gradients to send back.
  const double gather = of(Collective::all_gather, weight * work.dense_parameters + work.frozen_dense_bytes,
                           weight * work.expert_parameters + work.frozen_expert_bytes);
  return {gather, gather + of(Collective::reduce_scatter, gradient * work.dense_parameters,
                              gradient * work.expert_parameters)};
}

/// By how much it lengthens a pass: hidden behind compute as far as it goes; hidden traffic still takes
/// multiprocessors and bandwidth from it.
double sharded_extra(const LayerScene& s, double traffic, double pass_seconds) {
  return std::cbrt(cube(pass_seconds) + cube(traffic)) - pass_seconds +
         s.stack.sharded_slowdown * std::min(traffic, pass_seconds);
}

/// Parts of `forward` done again before backward, but for the seconds left out; communication stays in its
/// own part.
TimeParts done_again(const TimeParts& forward, double left_out) {
  TimeParts again = forward;
  again[Part::recompute] = forward[Part::compute_forward] - left_out;
  again[Part::compute_forward] = 0.0;
  return again;
}

/// Activations go to host memory while the next layer works forward, and come back while the one behind works
/// backward, with a buffer for each of the two layers: a pass is as long as its layer or the transfer.
/// Source: --cpu-offloading-num-layers of Megatron-LM (transformer_config.py, d98e8a64) and Transformer
/// Engine 2.4 (cpu_offload.py, AsyncDoubleBufferGroupOffloadHandler); share of PCIe as for the optimizer's
/// state.
double offload_seconds(const Device& device, double bytes) {
  return device.pcie > 0.0 ? bytes / (c::offload_share * device.pcie) : 1e6;
}

/// What gradients of weights that take `weight` of a `backward` pass leave to a later time where the pass
/// lasts as long as its `transfer`: what is done of them while activations arrive is done, so that neither
/// part of a slower pass is shorter.
double weight_beside(double backward, double weight, double transfer) {
  return std::max(backward, transfer) - std::max(backward - weight, transfer);
}

void offload(const Device& device, LayerCost& cost) {
  const double bytes = cost.kept_bytes[0];
  const double transfer = offload_seconds(device, bytes);
  LayerTime& time = cost.time[0];
  cost.weight_seconds = weight_beside(time.backward_seconds, cost.weight_seconds, transfer);
  for (double* seconds : {&time.forward_seconds, &time.backward_seconds})
    *seconds += std::max(0.0, transfer - *seconds);
  cost.kept_bytes[0] = 0.0;
  cost.live_bytes = 2.0 * bytes;
  cost.host_bytes += bytes;
}

/// Adds to `parts` what a layer's passes take longer when its activations go to host memory; `bytes`: what it
/// keeps without that.
void offload(const Device& device, double bytes, LayerParts& parts) {
  const double transfer = offload_seconds(device, bytes);
  for (TimeParts* pass : {&parts.forward, &parts.backward})
    (*pass)[Part::other] += std::max(0.0, transfer - pass->total());
}

/// What a pass of `seconds` gets longer by where a share of the layers sends its activations to the host.
double part_offload_seconds(const LayerScene& s, double kept, double seconds) {
  return s.stack.offloaded * std::max(0.0, offload_seconds(s.device, kept) - seconds);
}

/// The share of the activations that the software keeps in host memory, of a layer of them all.
void offload_part(const LayerScene& s, LayerCost& cost) {
  cost.host_bytes = s.stack.offloaded * cost.kept_bytes[0];
  for (double& kept : cost.kept_bytes) kept *= 1.0 - s.stack.offloaded;
}

/// Of the launches of a layer, those of its forward pass; of the two gradients one each of the rest.
constexpr double kHostForward = 1.0 / 3.0;

/// The host runs ahead of the device unless a pass is shorter than its launches, `share` of the layer's.
double waiting(const LayerScene& s, const model::LayerClass& layer, double pass_seconds, double share,
               double more = 0.0) {
  const bool latent = std::any_of(layer.attention.begin(), layer.attention.end(),
                                  [](const model::Attention& attention) { return attention.latent; });
  const strategy::Software& software = s.problem.software;
  if (latent && !(software.layer_graphs.value_or(true) && software.attention_graphs))
    more += s.stack.release * c::host_latent_seconds;
  const double experts =
      layer.experts ? static_cast<double>(layer.experts->count) / s.split.expert_parallel : 0.0;
  const double gathered = s.stack.host_sharded_seconds + s.stack.host_expert_seconds * experts;
  const double host =
      share * (s.stack.host_layer_seconds + more + (layer.experts ? s.stack.host_moe_seconds : 0.0) +
               (s.split.gathered_over > 1 || s.problem.software.hooked ? gathered : 0.0));
  return std::cbrt(cube(pass_seconds) + cube(host)) - pass_seconds;
}

/// With the accumulation of gradients, where a rank keeps its own.
LayerWork with_weights(const LayerScene& s, const LayerWork& work) {
  LayerWork all = work;
  if (s.split.gathered_over > 1) return all;
  const double accumulation =
      memory_seconds(s.device, s.stack.accumulate_bytes * (work.dense_parameters + work.expert_parameters));
  all.backward[Part::compute_backward] += accumulation;
  all.weight += accumulation;
  return all;
}

/// Of a pass: traffic of sharded weights, and what the host takes longer.
TimeParts whole_pass(const LayerScene& s, const model::LayerClass& layer, TimeParts pass, double traffic,
                     double host_share, double launches) {
  if (traffic > 0.0) pass[Part::data_parallel] += sharded_extra(s, traffic, pass.total());
  pass[Part::other] += waiting(s, layer, pass.total(), host_share, launches);
  return pass;
}

TimeParts backward_under(const LayerScene& s, const model::LayerClass& layer, const ShardedTraffic& traffic,
                         const LayerWork& work, Recompute recompute) {
  if (work.inert) return {};
  TimeParts backward = work.backward;
  if (recompute == Recompute::selective) backward[Part::recompute] += work.again;
  // A layer of experts ends with its all-to-all, not with a product of its own.
  const double left_out = s.stack.stops_early && !layer.experts ? work.last_product : 0.0;
  if (recompute == Recompute::full) backward += done_again(work.forward, left_out);
  const double host = 1.0 - kHostForward + (recompute == Recompute::full ? s.stack.recomputed_host : 0.0);
  backward = whole_pass(s, layer, backward, traffic.backward, host, work.host_seconds);
  if (recompute == Recompute::full) backward[Part::recompute] += s.stack.checkpoint_seconds;
  return backward.scaled(s.stack.factor);
}

/// Of a layer by strategy::Recompute.
std::array<LayerParts, 3> layer_parts(const LayerScene& s, const model::LayerClass& layer,
                                      const LayerWork& work) {
  const ShardedTraffic traffic = sharded_traffic(s, work);
  const double passes = forward_passes(s.problem.job);
  const TimeParts forward =
      whole_pass(s, layer, work.forward, traffic.forward, kHostForward, work.host_seconds)
          .scaled(passes * s.stack.factor);
  std::array<LayerParts, 3> parts;
  for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full})
    parts[static_cast<std::size_t>(recompute)] = {forward,
                                                  backward_under(s, layer, traffic, work, recompute)};
  if (s.stack.offloaded <= 0.0 || work.inert) return parts;
  for (const Recompute recompute : {Recompute::none, Recompute::selective}) {
    LayerParts& kind = parts[static_cast<std::size_t>(recompute)];
    for (TimeParts* pass : {&kind.forward, &kind.backward})
      (*pass)[Part::other] += part_offload_seconds(s, work.kept + work.scores, pass->total());
  }
  return parts;
}

LayerCost layer_cost(const LayerScene& s, const model::LayerClass& layer, const LayerWork& bare) {
  const LayerWork work = with_weights(s, bare);
  LayerCost cost;
  cost.dense_parameters = work.dense_parameters;
  cost.expert_parameters = work.expert_parameters;
  cost.frozen_dense_bytes = work.frozen_dense_bytes;
  cost.frozen_expert_bytes = work.frozen_expert_bytes;
  cost.buffer_bytes = work.buffer_bytes;
  cost.live_bytes = work.kept + work.scores;
  cost.kept_bytes = {work.kept + work.scores, work.again_kept, work.inputs};
  const std::array<LayerParts, 3> parts = layer_parts(s, layer, work);
  const TimeParts& forward = parts.front().forward;
  for (std::size_t kind = 0; kind < parts.size(); ++kind)
    cost.time[kind] = {forward.total(), parts[kind].backward.total(), forward[Part::data_parallel],
                       parts[kind].backward[Part::data_parallel]};
  offload_part(s, cost);
  if (work.inert) return cost;
  cost.weight_seconds =
      (work.weight + waiting(s, layer, work.weight, (1.0 - kHostForward) / 2.0)) * s.stack.factor;
  return cost;
}

}  // namespace

SplitCost split_cost(const PoolScene& scene, const Splitting& splitting, const SplitWork& work) {
  assert(!splitting.offload_activations);
  const LayerScene s = scene_of(scene, splitting);
  SplitCost result;
  result.edge = work.edge;
  result.boundary_bytes = work.boundary_bytes;
  result.classes.reserve(work.classes.size());
  for (std::size_t i = 0; i < work.classes.size(); ++i)
    result.classes.push_back(layer_cost(s, scene.problem.graph->classes[i], work.classes[i]));
  return result;
}

SplitCost split_cost(const strategy::Problem& problem, const Device& device, const Splitting& splitting) {
  const PoolScene scene{problem, device, stack_traits(problem, device.low_precision)};
  return split_cost(scene, splitting, split_work(scene, splitting));
}

SplitParts split_parts(const PoolScene& scene, const Splitting& splitting, const SplitWork& work) {
  const LayerScene s = scene_of(scene, splitting);
  SplitParts result;
  result.reserve(work.classes.size());
  for (std::size_t i = 0; i < work.classes.size(); ++i) {
    const LayerWork& bare = work.classes[i];
    result.push_back(layer_parts(s, scene.problem.graph->classes[i], with_weights(s, bare)));
    if (splitting.offload_activations) offload(scene.device, bare.kept + bare.scores, result.back().front());
  }
  return result;
}

SplitParts split_parts(const strategy::Problem& problem, const Device& device, const Splitting& splitting) {
  const PoolScene scene{problem, device, stack_traits(problem, device.low_precision)};
  return split_parts(scene, splitting, split_work(scene, splitting));
}

SplitCost with_offloaded_activations(const Device& device, SplitCost held) {
  for (LayerCost& layer : held.classes) offload(device, layer);
  return held;
}

}  // namespace astrolabe::cost
