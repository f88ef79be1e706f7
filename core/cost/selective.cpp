// Selective recomputation: which operations of a layer are done again, and what that leaves in memory.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/cost/constants.h"
#include "core/cost/layer_scene.h"

namespace astrolabe::cost {

namespace {

double products_forward(const LayerScene& s, const model::LayerClass& layer, std::string_view part) {
  double seconds = 0.0;
  for (const model::Gemm& gemm : layer.gemms) {
    if (gemm.name.find(part) == std::string::npos) continue;
    const auto [rows, n, k] = on_rank(s, gemm);
    seconds += gemm_seconds(s.device, rows, n, k, gemm.low_precision, Product::forward);
  }
  return seconds;
}

/// Inner width of the dense feed-forward part on a rank.
double inner_width(const LayerScene& s, const model::LayerClass& layer) {
  for (const model::Gemm& gemm : layer.gemms)
    if (gemm.name == "mlp_down") return static_cast<double>(gemm.k) / s.split.tensor_parallel;
  return 0.0;
}

/// torchtitan's checkpointing by operator keeps every second matrix product, attention's output and the
/// layer's input, 2 bytes an element: 2 h + 2 (2 q + k) + 2 f of a token; norms in fp32 2 h more where they
/// are not fused. Of the rest the element-wise operations are done again, and the products that are not kept
/// (a third of their work: keys and values, the gate's and half of the others). Source: torchtitan,
/// activation_checkpoint.py (_save_list, every second mm).
void by_operator(const LayerScene& s, const model::LayerClass& layer, LayerWork& work) {
  const double t = s.split.tensor_parallel;
  const double hidden = s.problem.graph->hidden / s.sequence_ways;
  double heads = 0.0;
  for (const model::Attention& attention : layer.attention)
    heads +=
        (attention.heads * (attention.qk_dim + attention.v_dim) + attention.kv_heads * attention.qk_dim) / t;
  double kept = (s.stack.kept_hidden_more > 0.0 ? 2.0 : 1.0) * hidden + heads + inner_width(s, layer);
  if (layer.experts) kept += layer.experts->top_k / t * (s.problem.graph->hidden + 2.0 * layer.experts->ffn);
  const double products = work.forward[Part::compute_forward] - work.core_forward - work.elementwise_forward;
  work.again = work.elementwise_forward + constants::operator_products_again * products;
  work.again_kept = std::min(work.kept, s.device.wide_bytes * s.tokens * kept);
}

/// Megatron-Core's modules (recompute_modules): each does its own forward pass again and drops what that
/// leaves. Source: TransformerConfig; bytes by count.
void by_modules(const LayerScene& s, const model::LayerClass& layer, std::uint8_t modules, LayerWork& work) {
  using namespace strategy;
  const double t = s.split.tensor_parallel;
  const double hidden = s.problem.graph->hidden / s.sequence_ways;
  const double token = s.device.wide_bytes * s.tokens;
  double dropped = 0.0;
  if ((modules & again_core_attention) != 0) work.again += work.core_forward;
  if ((modules & again_mlp) != 0 && !layer.experts) {
    work.again += products_forward(s, layer, "mlp");
    dropped += token * layer.kept_mlp / t * 2.0 / 3.0;
  }
  if ((modules & again_norms) != 0) {
    work.again += 2.0 * memory_seconds(s.device, 2.0 * token * hidden);
    dropped += token * 2.0 * hidden;
  }
  if ((modules & again_latent_up) != 0) {
    work.again += products_forward(s, layer, "query_up") + products_forward(s, layer, "key_value_up");
    for (const model::Gemm& gemm : layer.gemms)
      if (gemm.name == "query_up" || gemm.name == "key_value_up")
        dropped += token * static_cast<double>(gemm.n) / t;
  }
  if (layer.experts && (modules & again_experts) != 0) {
    work.again += work.forward[Part::compute_forward] - work.core_forward - work.elementwise_forward -
                  products_forward(s, layer, "") + work.forward[Part::expert_parallel];
    dropped += token * layer.experts->top_k * (s.problem.graph->hidden + 3.0 * layer.experts->ffn) / t;
  } else if (layer.experts && (modules & again_expert_activation) != 0) {
    work.again += memory_seconds(s.device, 3.0 * token * layer.experts->top_k * layer.experts->ffn / t);
    dropped += token * layer.experts->top_k * layer.experts->ffn / t;
  }
  work.again_kept = std::max(work.inputs, work.kept - dropped);
}

}  // namespace

void set_selective(const LayerScene& s, const model::LayerClass& layer, LayerWork& work) {
  work.again = 0.0;
  if (s.stack.operator_level) return by_operator(s, layer, work);
  if (s.problem.software.recompute_modules != 0)
    return by_modules(s, layer, s.problem.software.recompute_modules, work);
  const bool jax = s.problem.software.stack == strategy::Stack::jax;  // saves the results of products alone
  work.again = jax                       ? work.core_forward + work.elementwise_forward
               : s.stack.selective_share ? *s.stack.selective_share * work.forward[Part::compute_forward]
                                         : work.core_forward;
  work.again_kept = work.inputs + s.stack.selective_kept * (work.kept - work.inputs);
}

}  // namespace astrolabe::cost
