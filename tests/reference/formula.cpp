#include "tests/reference/formula.h"

#include <algorithm>
#include <cassert>

#include "core/cost/collective.h"
#include "core/cost/tail.h"

namespace astrolabe::cost {

using strategy::Recompute;
using strategy::Schedule;
using strategy::Strategy;

namespace {

/// A stage with `layers` layers, embedding or head.
struct Pass {
  double layers = 0.0;
  bool first = false, last = false;
  double seconds = 0.0;  ///< forward and backward, before the stragglers' factor
};

double hop_seconds(const Tables& tables, const Strategy& s, int pool, const SplitCost& split) {
  const hardware::Pool& gpus = tables.problem().cluster.pools[static_cast<std::size_t>(pool)];
  const Coefficients& k = coefficients_of(tables.problem());
  const int stage_gpus = s.tensor_parallel * s.replicas();
  const bool inside = s.pipeline_parallel * stage_gpus <= gpus.scale_up_domain;
  const double bandwidth = inside ? gpus.intra_node.bandwidth.value * k.tensor_share
                                  : network_per_gpu(gpus).value * k.network_share;
  const hardware::Link& link = inside ? gpus.intra_node : gpus.inter_node;
  return split.boundary_bytes / (bandwidth * s.tensor_parallel) + link.latency.value;
}

/// Parameters and the last stage's logits; the activations of one micro-batch.
StageContent content_of(const Tables& tables, const Strategy& s, const SplitCost& split, const Pass& stage) {
  const LayerCost& layer = split.classes.front();
  const auto kind = static_cast<std::size_t>(s.recompute);
  const model::Graph& graph = *tables.problem().graph;
  StageContent content = ranks_of(s, s.tensor_parallel);
  content.dense_parameters = stage.layers * layer.dense_parameters;
  content.expert_parameters = stage.layers * layer.expert_parameters;
  content.kept_bytes = stage.layers * layer.kept_bytes[kind];
  if (s.recompute == Recompute::full || s.offload_activations) content.live_bytes = layer.live_bytes;
  content.host_bytes = stage.layers * layer.host_bytes;
  if (s.zero_stage == 3)
    content.gathered_parameters = 2.0 * (layer.dense_parameters + layer.expert_parameters);
  if (stage.first) content.edge_parameters += split.edge.embedding_parameters;
  if (stage.last) {
    content.edge_parameters += split.edge.head_parameters;
    if (graph.tied_embeddings && graph.has_head && !stage.first)
      content.edge_parameters += static_cast<double>(graph.vocabulary) * graph.hidden / s.tensor_parallel;
    content.logits_bytes = split.edge.logits_bytes;
  }
  content.dense_parameters += content.edge_parameters;
  content.offload_optimizer = s.offload_optimizer;
  return content;
}

}  // namespace

void evaluate_formula(const Tables& tables, const Strategy& s, int pool, const SplitCost& split,
                      const SplitParts& parts, Formula& out) {
  const strategy::Problem& problem = tables.problem();
  assert(split.classes.size() == 1);
  const int stages = s.pipeline_parallel;
  const int all = problem.graph->layer_count();
  const int micro_batches = problem.job.global_batch / (s.micro_batch * s.data_parallel);
  const double scale = straggler_factor(problem, stages * s.tensor_parallel * s.replicas());
  const StackTraits& stack = tables.stack(pool);
  const LayerTime& layer = split.classes.front().time[static_cast<std::size_t>(s.recompute)];
  const EdgeCost& edge = split.edge;
  const double layer_seconds = layer.forward_seconds + layer.backward_seconds;
  const double embedding = edge.embedding_forward + edge.embedding_backward;
  const double head = edge.head_forward + edge.head_backward;
  // Earlier stages take the remainder: three kinds of stages, and a fourth behind the remainder.
  const int less = all / stages;
  const int more = less + (all % stages > 0 ? 1 : 0);
  const auto pass_of = [&](int j) {
    Pass pass{static_cast<double>(j < all % stages ? more : less), j == 0, j == stages - 1};
    pass.seconds = pass.layers * layer_seconds + (pass.first ? embedding : 0.0) + (pass.last ? head : 0.0);
    return pass;
  };
  Pass longest = pass_of(0);
  for (const int j : {1, all % stages, stages - 1})
    if (j < stages && pass_of(j).seconds > longest.seconds) longest = pass_of(j);

  // Memory: what all stages of a kind hold, and the activations by position.
  out.memory.resize(static_cast<std::size_t>(stages));
  out.fits = true;
  const hardware::Pool& gpus = problem.cluster.pools[static_cast<std::size_t>(pool)];
  StageContent content;
  StageMemory kind;
  for (int j = 0; j < stages; ++j) {
    if (j <= 1 || j == all % stages || j == stages - 1) {
      content = content_of(tables, s, split, pass_of(j));
      content.in_flight = 0.0;
      kind = stage_memory(problem.job, gpus, pool, content, stack);
    }
    const double held =
        static_cast<double>(in_flight(s.schedule, stages, s.virtual_pipeline, micro_batches, j)) /
        s.virtual_pipeline;
    StageMemory& memory = out.memory[static_cast<std::size_t>(j)];
    memory = kind;
    const Bytes kept{held * content.kept_bytes};
    memory.activations += kept;
    memory.allocator += kept;
    memory.workspace += kept * stack.fragmentation;
    memory.total += kept * (1.0 + stack.fragmentation);
    memory.host += Bytes{held * content.host_bytes};
    out.fits = out.fits && memory.fits();
  }

  // Time, seen from the longest stage.
  const LayerParts& of_layer = parts.front()[static_cast<std::size_t>(s.recompute)];
  TimeParts own = of_layer.forward.scaled(longest.layers);
  own += of_layer.backward.scaled(longest.layers);
  if (longest.first) {
    own[Part::compute_forward] += edge.embedding_forward;
    own[Part::compute_backward] += edge.embedding_backward;
  }
  if (longest.last) {
    own[Part::compute_forward] += edge.head_forward;
    own[Part::compute_backward] += edge.head_backward;
  }
  const TailInput in = tail_input(tables, s, splitting_of(s, pool, s.tensor_parallel),
                                  s.expert_parallel * s.expert_tensor_parallel, micro_batches, stages);
  const Tail tail = tail_of(in, content_of(tables, s, split, longest), longest.seconds);
  out.time = own.scaled(micro_batches * scale);
  const double ends = scale * stack.factor;
  out.time[Part::data_parallel] += (tail.reduce + tail.gather) * ends;
  out.time[Part::optimizer] += tail.optimizer * ends;
  out.time[Part::other] += (tail.total() - tail.reduce - tail.gather - tail.optimizer) * ends;
  const double others = (all * layer_seconds + embedding + head - longest.seconds) * scale;
  const double hops = 2.0 * (stages - 1) * hop_seconds(tables, s, pool, split) * scale;
  const double chunks = s.schedule == Schedule::interleaved ? s.virtual_pipeline : 1.0;
  out.time[Part::pipeline_transfer] = hops / chunks;
  out.time[Part::pipeline_bubble] = others / chunks;
  out.step = {out.time.total()};
}

}  // namespace astrolabe::cost
