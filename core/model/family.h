#pragma once
// What every family reader uses: the tensor writer, common sizes, and the table of families.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/architecture.h"
#include "core/model/config_values.h"

namespace astrolabe::model {

/// Writes the tensors of one architecture in execution order.
class TensorWriter {
 public:
  using Shape = std::vector<std::int64_t>;
  using Part = Tensor::Part;

  explicit TensorWriter(Architecture& architecture) : m_tensors(architecture.tensors) {}

  /// From here on: names get `prefix`, tensors belong to `part` (and `layer`).
  void begin(Part part, std::string prefix = {}, int layer = -1);
  void add(std::string_view name, Shape shape, bool split = false);
  /// The same storage as another tensor.
  void tied(std::string_view name, Shape shape);
  /// Weight [outputs, inputs] and, if asked, bias [outputs].
  void linear(std::string_view name, std::int64_t outputs, std::int64_t inputs, Split split, bool bias);
  /// GPT-2 keeps its matrices as [inputs, outputs].
  void transposed_linear(std::string_view name, std::int64_t inputs, std::int64_t outputs, Split split);
  void norm(std::string_view name, std::int64_t width, bool bias);
  /// Routed expert weights [outputs, inputs], one per expert; `name` holds "{expert}".
  void experts(std::string_view name, int count, std::int64_t outputs, std::int64_t inputs);
  /// Routed experts kept in one tensor whose first dimension counts them.
  void stacked_experts(std::string_view name, Shape shape);

 private:
  std::vector<Tensor>& m_tensors;
  Part m_part = Part::other;
  std::string m_prefix;
  int m_layer = -1;
};

/// The sizes nearly every decoder states.
struct CommonSizes {
  int layers = 1, hidden = 1, heads = 1, kv_heads = 1, head_dim = 1;
  std::int64_t query_width() const { return std::int64_t{heads} * head_dim; }
  std::int64_t key_width() const { return std::int64_t{kv_heads} * head_dim; }
};

/// Width of a head as hidden / heads, which must be whole.
int even_head_dim(ConfigValues& values, std::string_view heads_key, int heads, std::string_view hidden_key,
                  int hidden);

/// Appends a layer of this kind.
void add_layer(Architecture& architecture, const LayerKind& kind);
/// Our and the field's name of a layer that is `dense` or not and sees a window or all.
std::string kind_name(const LayerKind& kind);

/// Which layers see only a window, when the file lists `layer_types`; else by `otherwise(layer)`.
template <class Rule>
std::vector<bool> sliding_layers(ConfigValues& values, int layers, Rule&& otherwise);
/// `layer_types` of the file, empty when it has none.
std::vector<bool> listed_sliding_layers(ConfigValues& values, int layers);

template <class Rule>
std::vector<bool> sliding_layers(ConfigValues& values, int layers, Rule&& otherwise) {
  std::vector<bool> sliding = listed_sliding_layers(values, layers);
  if (!sliding.empty()) return sliding;
  for (int layer = 0; layer < layers; ++layer) sliding.push_back(otherwise(layer));
  return sliding;
}

/// Experts per token within the experts there are.
void check_experts(ConfigValues& values, std::string_view top_k_key, int top_k, int experts);

struct Family {
  std::string_view name;          ///< model_type
  std::string_view config_class;  ///< whose defaults are used
  void (*read)(ConfigValues&, Architecture&);
};

// One reader per family or group of alike families.
void read_llama(ConfigValues& values, Architecture& architecture);
void read_mistral(ConfigValues& values, Architecture& architecture);
void read_mixtral(ConfigValues& values, Architecture& architecture);
void read_qwen2(ConfigValues& values, Architecture& architecture);
void read_qwen3(ConfigValues& values, Architecture& architecture);
void read_qwen2_moe(ConfigValues& values, Architecture& architecture);
void read_qwen3_moe(ConfigValues& values, Architecture& architecture);
void read_gemma(ConfigValues& values, Architecture& architecture);
void read_gemma2(ConfigValues& values, Architecture& architecture);
void read_gemma3(ConfigValues& values, Architecture& architecture);
void read_phi3(ConfigValues& values, Architecture& architecture);
void read_olmo2(ConfigValues& values, Architecture& architecture);
void read_starcoder2(ConfigValues& values, Architecture& architecture);
void read_gpt_oss(ConfigValues& values, Architecture& architecture);
void read_deepseek_v2(ConfigValues& values, Architecture& architecture);
void read_deepseek_v3(ConfigValues& values, Architecture& architecture);
void read_gpt2(ConfigValues& values, Architecture& architecture);
void read_gpt_neox(ConfigValues& values, Architecture& architecture);
void read_falcon(ConfigValues& values, Architecture& architecture);
void read_mpt(ConfigValues& values, Architecture& architecture);
void read_opt(ConfigValues& values, Architecture& architecture);
void read_bloom(ConfigValues& values, Architecture& architecture);
void read_bert(ConfigValues& values, Architecture& architecture);
void read_vit(ConfigValues& values, Architecture& architecture);
void read_t5(ConfigValues& values, Architecture& architecture);
/// Arguments of Megatron-LM as read_arguments() gives them.
void read_megatron(ConfigValues& values, Architecture& architecture);
/// Sizes found in the graph of an ONNX file, each with the words that say where.
void read_onnx_sizes(ConfigValues& values, Architecture& architecture);

/// All families, by model_type.
const std::vector<Family>& families();

/// Sums the tensors into the totals of `architecture`. Error when they pass kMostParameters.
void sum_up(ConfigValues& values, Architecture& architecture);

}  // namespace astrolabe::model
