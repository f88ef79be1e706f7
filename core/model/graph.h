#pragma once
// The operators of one training step, per layer class, before any split: what the cost formulas read.
// Shapes are per token; `rows` of a product is the number of tokens unless said otherwise.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/architecture.h"

namespace astrolabe::model {

/// C[rows, n] = A[rows, k] x B[k, n].
struct Gemm {
  std::string name;  ///< "qkv", "attention_out", "mlp_up", "mlp_down", "router", …
  std::int64_t n = 0, k = 0;
  Split split = Split::column;
  bool low_precision = true;  ///< follows the job's precision; router and head stay in bf16
  bool operator==(const Gemm&) const = default;
};

/// Scores and context of one attention.
struct Attention {
  int heads = 0, kv_heads = 0;
  int qk_dim = 0, v_dim = 0;
  int window = 0;  ///< 0: the whole sequence
  bool causal = true, sink = false, latent = false;
  bool indexer = false;  ///< scores alone, whole on every rank of tensor parallelism
  int chunk = 0;         ///< tokens see their own chunk; 0: no chunks
  bool operator==(const Attention&) const = default;
};

/// One mixer that carries a state, per token, before any split; elements of two bytes.
struct StateMixer {
  double operations = 0.0;  ///< forward, beside the products
  double elements = 0.0;    ///< read and written
  double exchanged = 0.0;   ///< to the rank of their head and back where the sequence is divided
  bool by_matrices = true;  ///< works through matrix units
  ScanKind kind = ScanKind::mamba2;
  bool operator==(const StateMixer&) const = default;
};

/// Routed experts of one layer.
struct Experts {
  int count = 0, top_k = 0, ffn = 0;
  int width = 0;  ///< that they read and write
  bool gated = true;
  int routing_groups = 0, routing_top_groups = 0;
  bool operator==(const Experts&) const = default;
};

/// All layers that cost the same.
struct LayerClass {
  std::string name;
  std::vector<Gemm> gemms;  ///< dense products, shared experts and router included
  std::vector<Attention> attention;
  std::vector<StateMixer> state_mixers;
  std::optional<Experts> experts;
  int collectives = 2;  ///< tensor-parallel pairs (all-gather + reduce-scatter) in one forward
  /// Elementwise traffic, elements per token: over the hidden width, over the heads, over the MLP width.
  double hidden_elements = 0.0, head_elements = 0.0, mlp_elements = 0.0;
  /// Elements kept for backward per token, no recompute: hidden (divided by tp only with sequence
  /// parallelism), attention (q, k, v, context), MLP; and per token and chosen expert.
  double kept_hidden = 0.0, kept_heads = 0.0, kept_mlp = 0.0, kept_expert = 0.0;
  std::int64_t parameters_split = 0;       ///< divided by tensor parallelism
  std::int64_t parameters_replicated = 0;  ///< norms, router, replicated biases
  std::int64_t parameters_expert = 0;      ///< all routed experts of the layer together
  bool operator==(const LayerClass&) const = default;
};

/// An encoder in front of the first stage.
struct TowerGraph {
  std::string role;
  std::vector<LayerClass> classes;
  std::vector<int> layers;
  /// Products outside of the layers; those that read several tokens at once have as many fewer rows.
  std::vector<Gemm> gemms;
  int hidden = 0;
  double tokens = 0.0;  ///< for each sequence
  bool operator==(const TowerGraph&) const = default;
};

/// Whether gate and up of an MLP stand in the one product `up` of a layer: it is twice as wide as what the
/// second product reads.
bool is_gated(const LayerClass& layer, const Gemm& up);

/// A whole model as operators. Immutable after build_graph.
struct Graph {
  std::string name, family;
  std::vector<LayerClass> classes;
  std::vector<int> layers;  ///< index into classes, in execution order
  std::vector<TowerGraph> towers;
  int hidden = 0, vocabulary = 0;
  std::int64_t embedding_parameters = 0;  ///< first stage, towers included
  /// Last stage: final norm, pooler, and the output matrix unless it is tied. With tied embeddings and more
  /// than one stage the last one holds a copy of the matrix as well: vocabulary x hidden more.
  std::int64_t head_parameters = 0;
  bool tied_embeddings = false;
  bool has_head = true;  ///< false for encoders without a task head
  std::int64_t parameters_total = 0, parameters_active = 0, parameters_embedding = 0;
  /// Of the classes with attention the smallest: tensor parallelism divides it. Without any attention, what
  /// divides the heads of all mixers with a state.
  int heads = 0;
  int kv_heads = 0;      ///< likewise; tensor parallelism divides it or is a multiple of it
  int state_heads = 0;   ///< what divides those heads; tensor x context parallelism divides it. 0: none
  int state_groups = 0;  ///< of Mamba 2: tensor parallelism divides it. 0: none
  int experts = 0;       ///< of the MoE layers, 0 for dense models
  int max_sequence = 0;
  int layer_count() const { return static_cast<int>(layers.size()); }
  /// Layers in which tokens score keys.
  int attention_layers() const;
  bool operator==(const Graph&) const = default;
};

/// Operators and parameter shares by class, one class per LayerKind. Element counts follow the byte counts of
/// Megatron-like kernels (2 bytes an element): forward 16 h + 4 (a + 2 kv) hd + 2 (3 or 2) f a token; kept
/// for backward 8 h + 4 (a + kv) hd
/// + 2 (3 or 2) f, and per chosen expert 2 (2 h + 3 expert_ffn). A decoder's cross attention is taken to see
/// as many encoder tokens as the decoder has. The classes' parameters add up to the architecture's total.
/// Mixers with a state: scan.h. Results of other products are kept, but of those that end a block.
Graph build_graph(const Architecture& architecture);

}  // namespace astrolabe::model
