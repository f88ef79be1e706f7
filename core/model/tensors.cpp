// Tensors written out, and what they add up to.

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/base/error_codes.h"
#include "core/model/family.h"

namespace astrolabe::model {

namespace {

constexpr std::string_view kExpertMark = "{expert}";

std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

}  // namespace

std::int64_t Tensor::count() const {
  std::int64_t product = copies;
  for (const std::int64_t dimension : shape)
    if (__builtin_mul_overflow(product, dimension, &product)) return std::numeric_limits<std::int64_t>::max();
  return product;
}

std::vector<Tensor> list_tensors(const Architecture& architecture) {
  std::size_t count = 0;
  for (const Tensor& tensor : architecture.tensors) count += static_cast<std::size_t>(tensor.copies);
  std::vector<Tensor> list;
  list.reserve(count);
  const auto& tensors = architecture.tensors;
  for (std::size_t i = 0; i < tensors.size();) {
    const std::size_t mark = tensors[i].name.find(kExpertMark);
    if (mark == std::string::npos) {
      list.push_back(tensors[i++]);
      continue;
    }
    // The weights of one expert stand together: expert 0 with all of its tensors, then expert 1.
    std::size_t end = i;
    while (end < tensors.size() && tensors[end].copies == tensors[i].copies &&
           tensors[end].name.compare(0, mark + kExpertMark.size(), tensors[i].name, 0,
                                     mark + kExpertMark.size()) == 0)
      ++end;
    for (int expert = 0; expert < tensors[i].copies; ++expert)
      for (std::size_t j = i; j < end; ++j) {
        Tensor& tensor = list.emplace_back(tensors[j]);
        tensor.name.replace(mark, kExpertMark.size(), fmt::format_int(expert).str());
        tensor.copies = 1;
      }
    i = end;
  }
  return list;
}

void TensorWriter::begin(Part part, std::string prefix, int layer) {
  m_part = part;
  m_prefix = std::move(prefix);
  m_layer = layer;
}

void TensorWriter::add(std::string_view name, Shape shape, bool split) {
  Tensor tensor;
  tensor.name = m_prefix + std::string(name);
  tensor.shape = std::move(shape);
  tensor.part = m_part;
  tensor.layer = m_layer;
  tensor.split = split;
  m_tensors.push_back(std::move(tensor));
}

void TensorWriter::tied(std::string_view name, Shape shape) {
  add(name, std::move(shape), true);
  m_tensors.back().tied = true;
}

void TensorWriter::linear(std::string_view name, std::int64_t outputs, std::int64_t inputs, Split split,
                          bool bias) {
  add(std::string(name) + ".weight", {outputs, inputs}, split != Split::replicated);
  if (bias) add(std::string(name) + ".bias", {outputs}, split == Split::column);
}

void TensorWriter::transposed_linear(std::string_view name, std::int64_t inputs, std::int64_t outputs,
                                     Split split) {
  add(std::string(name) + ".weight", {inputs, outputs}, split != Split::replicated);
  add(std::string(name) + ".bias", {outputs}, split == Split::column);
}

void TensorWriter::norm(std::string_view name, std::int64_t width, bool bias) {
  add(std::string(name) + ".weight", {width});
  if (bias) add(std::string(name) + ".bias", {width});
}

void TensorWriter::experts(std::string_view name, int count, std::int64_t outputs, std::int64_t inputs) {
  add(std::string(name) + ".weight", {outputs, inputs}, true);
  m_tensors.back().expert = true;
  m_tensors.back().copies = count;
}

void TensorWriter::stacked_experts(std::string_view name, Shape shape) {
  add(name, std::move(shape), true);
  m_tensors.back().expert = true;
}

int even_head_dim(ConfigValues& values, std::string_view heads_key, int heads, std::string_view hidden_key,
                  int hidden) {
  values.must_divide(heads_key, heads, hidden_key, hidden);
  return values.derived("head_dim", std::max(1, hidden / heads), "hidden / heads");
}

std::string kind_name(const LayerKind& kind) {
  if (kind.experts > 0) return kind.window > 0 ? "moe sliding" : "moe";
  return kind.window > 0 ? "sliding" : "dense";
}

void add_layer(Architecture& architecture, const LayerKind& kind) {
  auto& kinds = architecture.layer_kinds;
  const auto known = std::find(kinds.begin(), kinds.end(), kind);
  architecture.layers.push_back(static_cast<int>(known - kinds.begin()));
  if (known == kinds.end()) kinds.push_back(kind);
}

std::vector<bool> listed_sliding_layers(ConfigValues& values, int layers) {
  std::vector<bool> sliding;
  const Json* list = values.raw("layer_types");
  if (list == nullptr) return sliding;
  if (!list->is_array() || list->size() != static_cast<std::size_t>(layers)) {
    values.impossible("layer_types",
                      list->is_array() ? fmt::format("{} entries", list->size()) : shown(*list),
                      {Wanted::Kind::text, {fmt::format("an array of {} entries, one per layer", layers)}});
    return std::vector<bool>(static_cast<std::size_t>(layers), false);
  }
  for (const Json& type : *list) {
    if (type != "full_attention" && type != "sliding_attention")
      values.impossible("layer_types", shown(type),
                        {Wanted::Kind::one_of, {"full_attention", "sliding_attention"}});
    sliding.push_back(type == "sliding_attention");
  }
  return sliding;
}

void check_experts(ConfigValues& values, std::string_view top_k_key, int top_k, int experts) {
  if (top_k > experts)
    values.impossible(top_k_key, std::to_string(top_k),
                      {Wanted::Kind::between, {"1", std::to_string(experts)}});
}

void sum_up(ConfigValues& values, Architecture& architecture) {
  std::int64_t idle = 0;  // parameters of the experts that a token does not choose
  std::int64_t embedding = 0;
  std::int64_t tied = 0;
  for (const Tensor& tensor : architecture.tensors) {
    const std::int64_t count = tensor.count();
    if (tensor.tied) {
      if (tensor.part == Tensor::Part::head) tied = count;
      continue;
    }
    if (tensor.part == Tensor::Part::mtp) {
      architecture.parameters_mtp = saturating_add(architecture.parameters_mtp, count);
      continue;
    }
    architecture.parameters_total = saturating_add(architecture.parameters_total, count);
    // Towers work on other tokens than the text model's: no part of the work of one of these.
    if (tensor.part == Tensor::Part::embedding || tensor.part == Tensor::Part::tower)
      embedding = saturating_add(embedding, count);
    if (tensor.expert && tensor.layer >= 0 && count <= kMostParameters) {
      const auto index = static_cast<std::size_t>(tensor.layer);
      const LayerKind& kind = architecture.layer_kinds[static_cast<std::size_t>(architecture.layers[index])];
      idle = saturating_add(idle, count / kind.experts * (kind.experts - kind.top_k));
    }
  }
  if (architecture.parameters_total > kMostParameters || architecture.parameters_mtp > kMostParameters) {
    values.mistake(
        {std::string(code::impossible_value),
         {},
         "parameters_total",
         fmt::format("more than {}", kMostParameters),
         {Wanted::Kind::text, {fmt::format("sizes that give at most {} parameters", kMostParameters)}}});
    return;
  }
  architecture.parameters_active = architecture.parameters_total - idle;
  architecture.parameters_embedding = embedding - tied;
  values.note("parameters_total", std::to_string(architecture.parameters_total), Mark::derived,
              "sum over tensors");
  values.note("parameters_active", std::to_string(architecture.parameters_active), Mark::derived,
              "total - experts not chosen");
  if (architecture.parameters_mtp > 0)
    values.note("parameters_mtp", std::to_string(architecture.parameters_mtp), Mark::derived,
                "sum over tensors");
}

}  // namespace astrolabe::model
