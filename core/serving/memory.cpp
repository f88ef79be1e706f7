#include "core/serving/memory.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"

namespace astrolabe::serving {

namespace {

constexpr double kUsable = 0.985;  // of the device: context, page tables
constexpr double kWorkspaceTokens = 8192.0, kWorkspaceWidths = 20.0, kLeastWorkspace = 2.0 * kGib;
constexpr double kBlock = 16.0;
constexpr double kIndexScale = 4.0;  // bytes beside the fp8 keys of the indexer
constexpr double kSparseLatentBytes = 656.0;
constexpr double kHeldOutput =
    0.6;  // share of the output that a sequence holds on average, with room to evict

/// Experts with their copies over experts.
double copied_experts(const StepInputs& inputs) {
  if (!inputs.expert_load || inputs.worker.expert_parallel <= 1) return 1.0;
  for (const LayerShape& layer : inputs.shape.layers)
    if (layer.experts > 0) return 1.0 + inputs.expert_load->redundant_experts() / layer.experts;
  return 1.0;
}

}  // namespace

ParameterCounts count_parameters(const ModelShape& shape) {
  ParameterCounts counts;
  const double h = shape.hidden;
  for (const LayerShape& layer : shape.layers) {
    double attention = 0.0;
    if (!layer.side.empty()) {
      for (const SideProduct& side : layer.side) attention += side.outputs * side.inputs;
    } else if (layer.attention == LayerShape::Attention::grouped) {
      attention =
          h * (layer.heads + 2.0 * layer.kv_heads) * layer.head_dim + h * layer.heads * layer.value_dim;
    } else if (layer.attention == LayerShape::Attention::latent) {
      const double nope = layer.head_dim - layer.rope_dim;
      attention = h * (layer.latent_q + layer.latent_kv + layer.rope_dim) +
                  layer.heads * layer.head_dim * (layer.latent_q > 0 ? layer.latent_q : h) +
                  layer.heads * layer.latent_kv * (nope + layer.value_dim) +
                  h * layer.heads * layer.value_dim +
                  layer.index_heads * layer.index_dim * (layer.latent_q > 0 ? layer.latent_q : h);
    }
    counts.attention += layer.count * attention;
    const double matrices = layer.gated ? 3.0 : 2.0;
    counts.dense += layer.count * matrices * h * (layer.ffn + layer.shared_ffn);
    counts.experts += layer.count * matrices * h * layer.expert_ffn * layer.experts;
  }
  counts.head = h * shape.vocabulary;
  return counts;
}

Memory memory_of(const StepInputs& inputs) {
  const Worker& worker = inputs.worker;
  const double tp = worker.tensor_parallel, pp = worker.pipeline_parallel;
  const ParameterCounts counts = count_parameters(inputs.shape);
  Memory memory;
  memory.device = kUsable * inputs.machine.memory_bytes;
  const double copies = copied_experts(inputs);
  memory.weights = (counts.attention * bytes_of(inputs.weights.attention) / tp +
                    counts.dense * bytes_of(inputs.weights.dense) / tp +
                    copies * counts.experts * bytes_of(inputs.weights.experts) /
                        (worker.expert_parallel * worker.expert_tensor_parallel())) /
                       pp +
                   2.0 * 2.0 * counts.head / tp;
  memory.workspace =
      std::max(kLeastWorkspace, kWorkspaceWidths * kWorkspaceTokens * inputs.shape.hidden / std::sqrt(tp));
  memory.reserve = inputs.engine.reserve_gib * kGib;
  const double element = bytes_of(inputs.cache);
  for (const LayerShape& layer : inputs.shape.layers) {
    const double layers = layer.count / pp;
    memory.kv_sequence += layers * layer.state_bytes / tp;
    double token = 0.0;
    if (layer.attention == LayerShape::Attention::grouped)
      token = 2.0 * std::max(layer.kv_heads / tp, 1.0) * layer.head_dim * element;
    if (layer.attention == LayerShape::Attention::latent) {
      token = (layer.latent_kv + layer.rope_dim) * element;
      if (layer.top_keys > 0)
        token = (element < 2.0 ? kSparseLatentBytes : token) + layer.index_dim + kIndexScale;
    }
    if (layer.window > 0)
      memory.kv_sequence += layers * token * layer.window;
    else
      memory.kv_token += layers * token;
  }
  const double rest = memory.device - memory.weights - memory.workspace;
  memory.kv_bytes =
      std::max(0.0, inputs.engine.share_of_rest ? inputs.engine.memory_share * (rest - memory.reserve)
                                                : memory.device * inputs.engine.memory_share -
                                                      memory.weights - memory.workspace - memory.reserve);
  memory.host_bytes = worker.kv_host_gib * kGib;
  const double token = std::max(memory.kv_token, 1.0);
  memory.kv_tokens = std::floor(memory.kv_bytes / token / kBlock) * kBlock;
  return memory;
}

double capacity(const Memory& memory, const Engine& engine, const Worker& worker, double input, double output,
                bool held) {
  const double tokens = input + (held || !engine.evicts ? 1.0 : kHeldOutput) * output;
  const double sequence = memory.kv_token * tokens + memory.kv_sequence;
  const double room = sequence > 0.0 ? memory.kv_bytes / sequence : 1e9;
  const double places = worker.max_sequences > 0 ? worker.max_sequences : engine.max_sequences;
  return std::max(0.0, std::min(room, places));
}

}  // namespace astrolabe::serving
