#pragma once
// A model as its configuration file describes it, brought to one vocabulary for all families.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/scan.h"

namespace astrolabe::model {

enum class Mark { file, derived, assumed };

/// One value of the model panel: what it is, its text as read, and where it comes from.
struct Field {
  std::string key;    ///< our name: "layers", "hidden", "heads", …
  std::string value;  ///< locale-free
  Mark mark = Mark::file;
  std::string from;  ///< key of the file ("num_hidden_layers") or the formula ("hidden / heads")
};

enum class Feed { plain, gated };

/// How tensor parallelism divides a linear layer: `column` its outputs (and its bias), `row` its inputs (not
/// its bias), `replicated` nothing.
enum class Split { column, row, replicated };

/// A matrix [outputs, inputs] that every token is multiplied by.
struct Product {
  std::string name;
  std::int64_t outputs = 0, inputs = 0;
  Split split = Split::replicated;
  bool operator==(const Product&) const = default;
};

/// One transformer layer; layers that are alike share one description (Architecture::layer_kinds).
struct LayerKind {
  std::string name;             ///< "dense", "moe", "sliding", "encoder", "decoder", "gated delta net"
  int heads = 0, kv_heads = 0;  ///< 0 in a layer without attention
  int head_dim = 0;             ///< width of a query and key head
  int value_head_dim = 0;       ///< width of a value head (differs for MLA)
  int window = 0;               ///< sliding-window length, 0 for full attention
  int chunk = 0;                ///< tokens see those of their own chunk only; 0 without chunks
  bool causal = true;
  bool attention_sink = false;   ///< gpt-oss: learned sink per head
  bool cross_attention = false;  ///< T5 decoder: a second attention over the encoder
  bool parallel = false;         ///< attention and MLP read the same input and are added once (Falcon)
  // Multi-head latent attention (DeepSeek); latent_kv == 0 means ordinary attention.
  int latent_q = 0, latent_kv = 0, rope_dim = 0;
  int gate_width = 0;  ///< results that weigh the attention's context
  /// An indexer scores all keys with narrow heads; attention sees the best `index_top_k` of them.
  int index_heads = 0, index_dim = 0, index_top_k = 0;
  Feed feed = Feed::gated;
  int ffn = 0;  ///< inner width of the dense MLP, 0 where there is none
  int experts = 0, top_k = 0, expert_ffn = 0;
  int shared_ffn = 0;        ///< total inner width of the shared experts
  bool shared_gate = false;  ///< the shared expert is weighed by a product of width 1 (Qwen2-MoE)
  int routing_groups = 0, routing_top_groups = 0;
  int expert_width = 0;     ///< that routed experts read and write; 0: the hidden size
  std::vector<Scan> scans;  ///< mixers that carry a state, side by side with the attention if there is one
  /// Of the scans, and of other matrices; with `own_products` those of the attention, too.
  std::vector<Product> products;
  bool own_products = false;
  std::vector<LayerKind> beside;  ///< more attentions and MLPs that run one after the other in the layer
  bool operator==(const LayerKind&) const = default;
};

/// A tensor of the model, by the family's own name. Routed experts that are stored one by one stand here once
/// per layer with "{expert}" in the name and their number in `copies`; list_tensors() writes them out.
/// (DeepSeek-V3 has 45,000 tensors and 1,400 entries here.)
struct Tensor {
  std::string name;
  std::vector<std::int64_t> shape;
  enum class Part { embedding, layer, head, mtp, tower, other } part = Part::layer;
  int layer = -1;       ///< execution order, for Part::layer
  bool expert = false;  ///< a routed expert's weight
  bool tied = false;    ///< the same storage as another tensor: listed, not counted
  bool split = false;   ///< divided by tensor parallelism; otherwise every rank holds it whole
  int copies = 1;       ///< alike tensors that this entry stands for
  /// Elements of all copies; saturates at 2^63 - 1.
  std::int64_t count() const;
};

/// An encoder of images or sound in front of the text model, with the projector behind it.
struct Tower {
  std::string role;  ///< "vision", "audio"
  int hidden = 0;
  double tokens = 0.0;  ///< that it works through for each sequence of the text model
  std::vector<LayerKind> kinds;
  std::vector<int> layers;        ///< index into kinds
  std::vector<Product> products;  ///< outside of the layers
};

struct Architecture {
  std::string id;      ///< name shown: built-in id, folder or file name
  std::string family;  ///< "llama", "mixtral", …: the model_type of the file
  int hidden = 0, vocabulary = 0;
  int positions = 0;     ///< learned position embeddings, 0 with rotary or ALiBi
  int max_sequence = 0;  ///< longest the file states, 0 when it does not
  bool tied_embeddings = false;
  bool has_head = true;  ///< false for encoders without a task head
  std::vector<LayerKind> layer_kinds;
  std::vector<int> layers;  ///< index into layer_kinds, in execution order
  std::vector<Tower> towers;
  std::vector<Field> fields;
  std::vector<Tensor> tensors;
  std::int64_t parameters_total = 0;   ///< main model, tied weights once, without MTP
  std::int64_t parameters_active = 0;  ///< touched by one token
  std::int64_t parameters_mtp = 0;
  /// What only looks up (input embedding, positions), for mfu. A tied matrix also works as the output head,
  /// so it is not in here.
  std::int64_t parameters_embedding = 0;
  std::vector<Error>
      warnings;      ///< true of this file, but no reason to refuse it (weights that do not add up)
  std::string text;  ///< the configuration as it was read, for the document
};

/// Every tensor with its own name and shape, experts and layers written out, in execution order.
std::vector<Tensor> list_tensors(const Architecture& architecture);

}  // namespace astrolabe::model
