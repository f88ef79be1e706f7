// The work of a layer, whoever keeps its weights: products, attention, experts, traffic between ranks, bytes.
#include <algorithm>
#include <cmath>

#include "core/cost/constants.h"
#include "core/cost/layer_scene.h"
#include "core/cost/state_mixer.h"
#include "core/cost/transfer.h"
#include "core/cost/tuning.h"

namespace astrolabe::cost {

namespace c = constants;
using model::Split;

LayerScene scene_of(const PoolScene& pool, const Splitting& splitting) {
  const strategy::Problem& problem = pool.problem;
  return {
      problem,
      problem.cluster.pools[static_cast<std::size_t>(splitting.pool)],
      pool.device,
      splitting,
      coefficients_of(problem),
      pool.stack,
      splitting.micro_batch *
          strategy::computed_tokens(problem.job.tuning, problem.job.sequence_length, splitting.micro_batch) /
          splitting.context_parallel,
      splitting.sequence_parallel ? static_cast<double>(splitting.tensor_parallel) : 1.0};
}

RankProduct on_rank(const LayerScene& s, Split split, double n, double k) {
  const double t = s.split.tensor_parallel;
  return {split == Split::replicated ? s.tokens / s.sequence_ways : s.tokens,
          split == Split::column ? n / t : n, split == Split::row ? k / t : k};
}

RankProduct on_rank(const LayerScene& s, const model::Gemm& gemm) {
  return on_rank(s, gemm.split, static_cast<double>(gemm.n), static_cast<double>(gemm.k));
}

double collective_seconds(const LayerScene& s, Collective kind, double bytes, Group group,
                          const Reach& reach) {
  return no_sooner_than_inside(s, group, [&](Group where) {
    if (const auto tabled = tabled_seconds(s.device, to_string(kind), bytes, where, s.pool))
      return *tabled * c::tabled_share / s.k.tensor_share;
    return Ways(kind, where, s.pool, reach).seconds(bytes);
  });
}

namespace {

/// Casts of PyTorch's own stacks scale and transpose in passes of their own. Source: torchao's dynamic float8
/// against bf16, runs of torchtitan in resources/measured.
double cast_passes(const LayerScene& s) {
  return s.problem.software.stack == strategy::Stack::torch_native ? c::cast_passes_torch : 1.0;
}

/// Seconds of casting `elements` for low-precision products.
double cast_seconds(const LayerScene& s, double elements) {
  return s.stack.release * memory_seconds(s.device, s.k.cast_bytes * cast_passes(s) * 4.0 * elements);
}

/// Adds the products outside experts; gives back the forward seconds of the last one.
double add_dense_gemms(const LayerScene& s, const model::LayerClass& layer, TimeParts& forward,
                       TimeParts& backward, double& weight) {
  double last = 0.0;
  for (const model::Gemm& gemm : layer.gemms) {
    const auto [rows, n, k] = on_rank(s, gemm);
    last = gemm_seconds(s.device, rows, n, k, gemm.low_precision, Product::forward);
    forward[Part::compute_forward] += last;
    const double gradient = gemm_seconds(s.device, n, k, rows, gemm.low_precision, Product::weight_gradient);
    backward[Part::compute_backward] +=
        gemm_seconds(s.device, rows, k, n, gemm.low_precision, Product::input_gradient) + gradient;
    weight += gradient;
    if (s.device.low_precision && gemm.low_precision) {
      const double elements = rows * k * (s.device.block_scaled ? c::cast_block_scaled : 1.0);
      const double seconds = cast_seconds(s, elements);
      forward[Part::compute_forward] += seconds;
      backward[Part::compute_backward] += seconds;
    }
  }
  return last;
}

bool is_context(const model::Gemm& gemm) { return gemm.name.find("out") != std::string::npos; }

/// Tokens of the rank with the most over the mean. One rank that holds all experts gets all tokens.
double fullest(const LayerScene& s) {
  return s.split.expert_parallel > 1 ? s.problem.job.expert_imbalance : 1.0;
}

/// What traffic that waits for every message reaches of links and network.
Reach reach_of(const LayerScene& s, double inside_share, double network_share) {
  return {inside_share, network_share, s.pool.intra_node.latency.value, s.pool.inter_node.latency.value};
}

/// Seconds of what the ranks that share an expert exchange in a pass: each gathers the tokens that came to
/// all of them, and their partial results are summed and scattered; backward the sums' gradients are gathered
/// and the tokens' scattered. Whole tensor [T x top_k x etp / tp, width], in the width of activations (sums
/// are 4 bytes wide where --moe-router-dtype is fp32, which is not the default). Neighbours, as they come
/// first in Megatron's order of the expert layers. The dispatcher waits for it. The flexible dispatcher sends
/// the same bytes in its exchange over both groups: T x top_k / tp x (etp - 1 / ep) of each rank. Source:
/// Megatron-LM d98e8a64, token_dispatcher.py (MoEAlltoAllTokenDispatcher, dispatch_postprocess and
/// combine_preprocess; MoEFlexTokenDispatcher), parallel_state.py (expert_decoder_rank_generator).
double shared_expert_seconds(const LayerScene& s, double rows, double width) {
  const Group group = group_of(s, s.split.expert_tensor_parallel, 1);
  if (group.size == 1) return 0.0;
  const Reach reach = reach_of(s, s.k.tensor_share, s.k.network_share);
  const double bytes = s.device.wide_bytes * rows * width;
  return collective_seconds(s, Collective::all_gather, bytes, group, reach) +
         collective_seconds(s, Collective::reduce_scatter, bytes, group, reach);
}

/// Dispatch or combine: each copy of a token on its own way (Megatron's alltoall), once a node with links
/// and network at once (DeepEP, HybridEP), or every token to all expert ranks (allgather).
/// `message`: of all copies, `tokens`: of each token once.
double exchange_seconds(const LayerScene& s, Bytes message, Bytes tokens, Group group, double copies) {
  const double share = s.k.all_to_all_share;
  switch (s.problem.software.dispatcher) {
    case strategy::Dispatcher::all_to_all:
      return all_to_all(message, group, s.pool, 1.0, share).value;
    case strategy::Dispatcher::once_a_node: {
      const double inside = all_to_all(message, group, s.pool, 0.0, c::dispatch_inside_share).value;
      const double outside = all_to_all(message, group, s.pool, copies, c::dispatch_network_share).value -
                             all_to_all(message, group, s.pool, 0.0, c::dispatch_network_share).value;
      return std::max(inside, outside);
    }
    case strategy::Dispatcher::gather: {  // all ranks' tokens, once, and the sums of their results
      const Reach reach = reach_of(s, share, share);
      return 0.5 *
             (collective_seconds(s, Collective::all_gather, tokens.value * group.size, group, reach) +
              collective_seconds(s, Collective::reduce_scatter, tokens.value * group.size, group, reach));
    }
    case strategy::Dispatcher::unstated:
      break;
  }
  const auto tabled = tabled_seconds(s.device, "all_to_all", message.value, group, s.pool);
  return tabled ? *tabled * c::tabled_exchange_share / share
                : all_to_all(message, group, s.pool, copies, share).value;
}

void add_experts(const LayerScene& s, const model::Experts& experts, TimeParts& forward, TimeParts& backward,
                 double& weight) {
  const double t = s.split.tensor_parallel;
  const double etp = s.split.expert_tensor_parallel;
  // On the fullest rank, over all its experts; the others wait for it.
  const double rows = fullest(s) * s.tokens * experts.top_k * etp / t;
  const double local = static_cast<double>(experts.count) / s.split.expert_parallel;
  const double hidden = experts.width;
  const double inner = experts.ffn / etp;
  const double up = (experts.gated ? 2.0 : 1.0) * inner;
  // One expert on a rank is a plain product, and without grouped products it is one for each.
  const bool plain = local <= 1.0 || !s.problem.software.grouped_experts;
  const double share = plain ? 1.0 : grouped_share(s.stack, s.k);
  const double launches = local <= 1.0 ? 0.0 : s.stack.release * s.k.grouped_seconds * local;
  const double products = plain ? std::max(local, 1.0) : 1.0;
  const double each = rows / products;
  const auto grouped = [&](double m, double n, double k, Product product) {
    return products * gemm_seconds(s.device, m, n, k, true, product, local / products, share) + launches;
  };
  forward[Part::compute_forward] +=
      grouped(each, up, hidden, Product::forward) + grouped(each, hidden, inner, Product::forward);
  const double gradient = grouped(up, hidden, each, Product::weight_gradient) +
                          grouped(hidden, inner, each, Product::weight_gradient);
  backward[Part::compute_backward] += grouped(each, hidden, up, Product::input_gradient) +
                                      grouped(each, inner, hidden, Product::input_gradient) + gradient;
  weight += gradient;
  // Half of it sorts tokens by local expert, which is done with those of all ranks that share them.
  const double sorted = local > 1.0 ? (1.0 + etp) / 2.0 : 1.0;
  const double permuted = s.stack.release * memory_seconds(s.device, c::moe_permute * 4.0 * s.tokens *
                                                                         experts.top_k * hidden / t * sorted);
  forward[Part::compute_forward] += permuted;
  backward[Part::compute_backward] += permuted;
  if (s.device.low_precision) {
    const double casts = cast_seconds(s, rows * (hidden + inner));
    forward[Part::compute_forward] += casts;
    backward[Part::compute_backward] += casts;
  }
  // Dispatch and combine, each once forward and once backward; 2 bytes an element.
  // Ranks of one expert come first, then the expert ranks (Megatron's order tp-ep-dp of the expert layers).
  const Group group = group_of(s, s.split.expert_parallel, s.split.expert_tensor_parallel);
  const double in_domain = ranks_of_domain(group, s.pool);
  const double nodes = group.size / in_domain;
  const double copies =
      deduplicated_share(experts.top_k, nodes, experts.routing_groups > 0 ? experts.routing_top_groups : 0);
  const Bytes message{fullest(s) * 2.0 * s.tokens * experts.top_k * hidden / t};
  const Bytes tokens{2.0 * s.tokens * hidden / t};
  const double exchange = no_sooner_than_inside(
      s, group, [&](Group where) { return exchange_seconds(s, message, tokens, where, copies); });
  const double seconds = s.stack.expert_exposed * (2.0 * exchange + shared_expert_seconds(s, rows, hidden));
  forward[Part::expert_parallel] += seconds;
  backward[Part::expert_parallel] += seconds;
}

struct PassSeconds {
  double forward = 0.0, backward = 0.0;
};

/// Keys and values of the other ranks of a ring of `size`, `stride` apart: (size - 1) blocks of T tokens, in
/// 2 bytes; backward their gradients go round, too. Gathered before attention they are exposed whole.
PassSeconds ring_seconds(const LayerScene& s, const model::Attention& attention, int size, int stride,
                         double exposed) {
  const double bytes = (size - 1.0) * s.tokens * attention.kv_heads * (attention.qk_dim + attention.v_dim) /
                       s.split.tensor_parallel * 2.0;
  const hardware::Link link = reached(group_link(group_of(s, size, stride), s.pool), 1, s.k.network_share);
  const double seconds = exposed * bytes / link.bandwidth.value;
  return {seconds, 2.0 * seconds};
}

/// Queries, keys, values and results of T tokens go to the ranks of their heads and back.
PassSeconds head_exchange_seconds(const LayerScene& s, const model::Attention& attention, int size) {
  const double elements = s.tokens *
                          (attention.heads * (attention.qk_dim + attention.v_dim) +
                           attention.kv_heads * (attention.qk_dim + attention.v_dim)) /
                          s.split.tensor_parallel;
  const double seconds =
      c::head_exchange_exposed *
      no_sooner_than_inside(s, group_of(s, size, s.split.tensor_parallel), [&](Group where) {
        return all_to_all(Bytes{2.0 * elements}, where, s.pool, 1.0, s.k.all_to_all_share).value;
      });
  return {seconds, seconds};
}

/// Exposed traffic of a divided sequence.
PassSeconds context_seconds(const LayerScene& s, const model::Attention& attention) {
  const int cp = s.split.context_parallel, t = s.split.tensor_parallel;
  using strategy::ContextMethod;
  switch (s.problem.software.context_method) {
    case ContextMethod::all_to_all:
      return head_exchange_seconds(s, attention, cp);
    case ContextMethod::gather:
      return ring_seconds(s, attention, cp, t, 1.0);
    case ContextMethod::both: {
      int inside = std::clamp(s.pool.scale_up_domain / t, 1, cp);
      while (cp % inside != 0 || straddles(group_of(s, inside, t), s.pool)) --inside;
      const PassSeconds heads = inside > 1 ? head_exchange_seconds(s, attention, inside) : PassSeconds{};
      const PassSeconds ring = ring_seconds(s, attention, cp / inside, t * inside, s.k.context_exposed);
      return {heads.forward + ring.forward, heads.backward + ring.backward};
    }
    case ContextMethod::ring:
      break;
  }
  return ring_seconds(s, attention, cp, t, s.k.context_exposed);
}

void add_attention(const LayerScene& s, const model::LayerClass& layer, const DenseWork::Layer& dense,
                   TimeParts& forward, TimeParts& backward, double& core_forward) {
  const int cp = s.split.context_parallel;
  for (std::size_t i = 0; i < layer.attention.size(); ++i) {
    const model::Attention& attention = layer.attention[i];
    const auto& [core, core_backward] = dense.attention[i];
    core_forward += core;
    forward[Part::compute_forward] += core;
    backward[Part::compute_backward] += core_backward;
    if (cp == 1) continue;
    const PassSeconds exposed = context_seconds(s, attention);
    forward[Part::context_parallel] += exposed.forward;
    backward[Part::context_parallel] += exposed.backward;
  }
}

/// Gives back the forward seconds.
double add_elementwise(const LayerScene& s, const model::LayerClass& layer, TimeParts& forward,
                       TimeParts& backward) {
  const double t = s.split.tensor_parallel;
  const double bytes = s.device.wide_bytes * s.stack.elementwise * s.tokens;
  const double hidden = memory_seconds(s.device, bytes * layer.hidden_elements / s.sequence_ways);
  const double heads = memory_seconds(s.device, bytes * layer.head_elements / t);
  const double mlp = memory_seconds(s.device, bytes * layer.mlp_elements / t);
  forward[Part::compute_forward] += hidden + heads + mlp;
  backward[Part::compute_backward] +=
      c::backward_hidden * hidden + c::backward_heads * heads + c::backward_mlp * mlp;
  return hidden + heads + mlp;
}

void add_tensor_parallel(const LayerScene& s, const model::LayerClass& layer, TimeParts& forward,
                         TimeParts& backward) {
  const int t = s.split.tensor_parallel;
  if (t == 1) return;
  const Group group = group_of(s, t, 1);
  const Reach reach = reach_of(s, s.k.tensor_share, s.k.network_share);
  // Of [T, hidden]: a gather before a pair of products and a scattered sum after it, or one sum on every
  // rank; with experts the all-to-all does the second pair's work.
  const double bytes = s.device.wide_bytes * s.tokens * s.problem.graph->hidden;
  // PyTorch gathers in 8 bits what its products take with one scale for all.
  const bool narrow = s.problem.software.stack == strategy::Stack::torch_native && s.device.low_precision &&
                      !s.problem.software.rowwise_scales;
  const double gathered = narrow ? s.device.element_bytes / s.device.wide_bytes : 1.0;
  const auto of = [&](Collective kind) {
    const double moved = kind == Collective::all_gather ? gathered * bytes : bytes;
    return collective_seconds(s, kind, moved, group, reach);
  };
  double seconds = layer.collectives * (s.split.sequence_parallel
                                            ? of(Collective::all_gather) + of(Collective::reduce_scatter)
                                            : of(Collective::all_reduce));
  if (s.split.overlap_tensor_parallel) seconds *= 1.0 - s.stack.tensor_overlap;
  forward[Part::tensor_parallel] += seconds;
  backward[Part::tensor_parallel] += seconds;
}

bool gated_mlp(const model::LayerClass& layer) {
  return (layer.experts && layer.experts->gated) ||
         std::any_of(layer.gemms.begin(), layer.gemms.end(),
                     [&](const model::Gemm& gemm) { return model::is_gated(layer, gemm); });
}

/// Activations of a layer held for backward, bytes, without the scores of unfused attention. Inputs of 8- and
/// 4-bit products are held in that form (Transformer Engine saves what it has quantised): one byte less an
/// element of the norms' results and of what enters the second MLP product, one more for the attention's
/// context, which its own backward needs in 16 bits.
double kept_bytes(const LayerScene& s, const model::LayerClass& layer) {
  const double t = s.split.tensor_parallel;
  const double wide = s.device.wide_bytes;
  double hidden = wide * layer.kept_hidden;
  double split =
      wide * (layer.kept_heads + layer.kept_mlp * (1.0 + (gated_mlp(layer) ? s.stack.kept_mlp_more : 0.0)));
  // Norms that divide by a mean square alone come with gated MLPs, and nothing fuses them.
  if (gated_mlp(layer)) hidden += s.stack.kept_hidden_more * s.problem.graph->hidden;
  if (s.stack.repeats_keys)
    for (const model::Attention& attention : layer.attention)
      split += wide * (attention.heads - attention.kv_heads) * (attention.qk_dim + attention.v_dim);
  double expert = wide * layer.kept_expert;
  if (s.device.low_precision) {
    const double less = wide - s.device.element_bytes;
    hidden -= less * layer.kept_hidden / 2.0;
    for (const model::Gemm& gemm : layer.gemms)
      if (gemm.split == Split::row)
        split += static_cast<double>(gemm.k) *
                 (is_context(gemm) ? s.stack.context_copy * s.device.element_bytes : -less);
    if (layer.experts) expert -= less * (layer.experts->width + layer.experts->ffn);
  }
  double kept = s.tokens * (hidden / s.sequence_ways + split / t);
  if (layer.experts) {
    // Of what is kept of a token and expert, ranks that share experts hold the first product's input each;
    // the rest is split among them, or is from before the tokens are gathered and after they are scattered.
    const double gathered =
        (s.split.expert_tensor_parallel - 1.0) * layer.experts->width * s.device.element_bytes;
    kept += fullest(s) * s.tokens * layer.experts->top_k / t * (expert + gathered);
  }
  return kept;
}

/// Scores that unfused attention holds: 5 bytes a head and pair of tokens.
double score_bytes(const LayerScene& s, const model::LayerClass& layer) {
  if (s.problem.job.flash_attention) return 0.0;
  double bytes = 0.0;
  for (const model::Attention& attention : layer.attention)
    bytes += 5.0 * s.split.micro_batch * attention.heads / s.split.tensor_parallel *
             std::pow(s.problem.job.sequence_length, 2.0) / s.split.context_parallel;
  return bytes;
}

/// Of attention over a ring in blocks, over attention in one.
double block_factor(const LayerScene& s) {
  const strategy::Software& software = s.problem.software;
  const bool in_blocks = software.stack == strategy::Stack::torch_native &&
                         software.context_method == strategy::ContextMethod::ring;
  return in_blocks ? 1.0 + c::ring_blocks_torch * std::log2(s.split.context_parallel) : 1.0;
}

DenseWork::Layer dense_of(const LayerScene& s, const model::LayerClass& layer) {
  DenseWork::Layer work;
  work.last_product = add_dense_gemms(s, layer, work.forward, work.backward, work.weight);
  const strategy::Job& job = s.problem.job;
  const double length = strategy::attended_tokens(job.tuning, job.sequence_length, s.split.micro_batch);
  const double sequences = s.tokens * s.split.context_parallel / length;
  const bool fused = s.problem.job.flash_attention;
  const double blocks = block_factor(s);
  for (const model::Attention& attention : layer.attention)
    work.attention.emplace_back(
        blocks * attention_forward_seconds(s.device, attention, sequences, length, s.split.tensor_parallel,
                                           s.split.context_parallel, fused),
        blocks * attention_backward_seconds(s.device, attention, sequences, length, s.split.tensor_parallel,
                                            s.split.context_parallel, fused));
  add_state_mixers(s, layer, work.forward, work.backward);
  return work;
}

LayerWork work_of(const LayerScene& s, const model::LayerClass& layer, const DenseWork::Layer& dense) {
  const double t = s.split.tensor_parallel;
  LayerWork work;
  work.dense_parameters =
      static_cast<double>(layer.parameters_split) / t + static_cast<double>(layer.parameters_replicated);
  work.expert_parameters = static_cast<double>(layer.parameters_expert) /
                           (static_cast<double>(s.split.expert_parallel) * s.split.expert_tensor_parallel);
  work.forward = dense.forward;
  work.backward = dense.backward;
  work.weight = dense.weight;
  work.last_product = dense.last_product;
  if (layer.experts) add_experts(s, *layer.experts, work.forward, work.backward, work.weight);
  add_attention(s, layer, dense, work.forward, work.backward, work.core_forward);
  add_state_exchange(s, layer, work.forward, work.backward);
  work.elementwise_forward = add_elementwise(s, layer, work.forward, work.backward);
  add_tensor_parallel(s, layer, work.forward, work.backward);
  work.kept = kept_bytes(s, layer);
  work.scores = score_bytes(s, layer);
  work.inputs = s.device.wide_bytes * s.tokens * s.problem.graph->hidden / s.sequence_ways;
  tune(s, layer, dense.weight, work);
  set_selective(s, layer, work);
  return work;
}

/// A tower in front of the first stage, with the sequence's tensor parallelism; its tokens are dealt to the
/// ranks of context parallelism. It is computed again in the backward pass, so that it keeps its inputs
/// alone.
void add_tower(const LayerScene& s, const model::TowerGraph& tower, EdgeCost& edge) {
  LayerScene own = s;
  own.tokens = s.split.micro_batch * tower.tokens / s.split.context_parallel;
  if (own.tokens <= 0.0) return;
  TimeParts forward, backward;
  double weight = 0.0;
  for (const int index : tower.layers) {
    const model::LayerClass& layer = tower.classes[static_cast<std::size_t>(index)];
    add_dense_gemms(own, layer, forward, backward, weight);
    for (const model::Attention& attention : layer.attention) {
      const auto core = [&](auto* seconds) {
        return seconds(s.device, attention, s.split.micro_batch, tower.tokens, s.split.tensor_parallel,
                       s.split.context_parallel, s.problem.job.flash_attention);
      };
      forward[Part::compute_forward] += core(attention_forward_seconds);
      backward[Part::compute_backward] += core(attention_backward_seconds);
    }
    add_state_mixers(own, layer, forward, backward);
    add_elementwise(own, layer, forward, backward);
  }
  model::LayerClass outside;
  for (const model::Gemm& gemm : tower.gemms) {
    outside.gemms.assign(1, gemm);
    own.tokens = s.split.micro_batch * tower.tokens / s.split.context_parallel *
                 std::min(1.0, tower.hidden / static_cast<double>(gemm.k));
    add_dense_gemms(own, outside, forward, backward, weight);
  }
  const double passes = forward[Part::compute_forward] * s.stack.factor;
  edge.embedding_forward += passes;
  if (trains_tower(s.problem.job, tower))
    edge.embedding_backward += backward[Part::compute_backward] * s.stack.factor + passes;
}

/// Embedding, towers, head and loss.
EdgeCost edge_cost(const LayerScene& s) {
  const model::Graph& graph = *s.problem.graph;
  const double t = s.split.tensor_parallel;
  const double software = s.stack.factor;
  const double hidden = graph.hidden;
  EdgeCost edge;
  edge.embedding_parameters = static_cast<double>(graph.embedding_parameters) / t;
  const double lookup = memory_seconds(s.device, 2.0 * s.device.wide_bytes * s.tokens * hidden) * software;
  edge.embedding_forward = lookup;
  edge.embedding_backward = trains_table(s.problem.job) ? 2.0 * lookup : 0.0;
  for (const model::TowerGraph& tower : graph.towers) add_tower(s, tower, edge);
  edge.head_parameters = static_cast<double>(graph.head_parameters) / t;
  if (!graph.has_head) {
    tune(s, edge);
    return edge;
  }
  const double vocabulary = graph.vocabulary / t;
  const auto product = [&](double m, double n, double k, Product kind) {
    return gemm_seconds(s.device, m, n, k, false, kind) * software;
  };
  edge.head_forward = product(s.tokens, vocabulary, hidden, Product::forward);
  edge.head_weight_seconds = product(vocabulary, hidden, s.tokens, Product::weight_gradient);
  edge.head_backward =
      product(s.tokens, hidden, vocabulary, Product::input_gradient) + edge.head_weight_seconds;
  const double loss = memory_seconds(s.device, s.stack.loss_bytes * s.tokens * vocabulary) * software;
  edge.head_forward += c::loss_forward * loss;
  edge.head_backward += (1.0 - c::loss_forward) * loss;
  edge.logits_bytes = c::logits_bytes * s.stack.logits_share * s.tokens * vocabulary;
  tune(s, edge);
  return edge;
}

}  // namespace

DenseWork dense_work(const PoolScene& scene, const Splitting& splitting) {
  const LayerScene s = scene_of(scene, splitting);
  DenseWork work;
  for (const model::LayerClass& layer : scene.problem.graph->classes)
    work.classes.push_back(dense_of(s, layer));
  work.edge = edge_cost(s);
  return work;
}

SplitWork split_work(const PoolScene& scene, const Splitting& splitting, const DenseWork& dense) {
  const LayerScene s = scene_of(scene, splitting);
  const model::Graph& graph = *scene.problem.graph;
  SplitWork work;
  work.boundary_bytes = scene.device.wide_bytes * s.tokens * graph.hidden;
  work.classes.reserve(dense.classes.size());
  for (std::size_t i = 0; i < dense.classes.size(); ++i)
    work.classes.push_back(work_of(s, graph.classes[i], dense.classes[i]));
  work.edge = dense.edge;
  return work;
}

SplitWork split_work(const PoolScene& scene, const Splitting& splitting) {
  return split_work(scene, splitting, dense_work(scene, splitting));
}

}  // namespace astrolabe::cost
