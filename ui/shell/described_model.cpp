#include "ui/shell/described_model.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr const char* kByHand = "astrolabe_described_by_hand";

constexpr ModelSizeSpec kSpecs[] = {
    {ModelSize::Layers,
     false,
     "layers",
     QT_TRANSLATE_NOOP("DescribedModel", "Layers"),
     nullptr,
     {"num_hidden_layers", "n_layer", "num_layers", "n_layers", "depth"}},
    {ModelSize::Hidden,
     false,
     "hidden",
     QT_TRANSLATE_NOOP("DescribedModel", "Hidden size"),
     nullptr,
     {"hidden_size", "d_model", "n_embd", "model_dim", "dim", "embed_dim", "hidden_dim"}},
    {ModelSize::Heads,
     false,
     "heads",
     QT_TRANSLATE_NOOP("DescribedModel", "Attention heads"),
     nullptr,
     {"num_attention_heads", "n_head", "num_heads", "n_heads"}},
    {ModelSize::KvHeads,
     false,
     "kvHeads",
     QT_TRANSLATE_NOOP("DescribedModel", "KV heads"),
     QT_TRANSLATE_NOOP("DescribedModel", "as heads"),
     {"num_key_value_heads", "n_kv_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num"}},
    {ModelSize::HeadDim,
     false,
     "headDim",
     QT_TRANSLATE_NOOP("DescribedModel", "Head size"),
     QT_TRANSLATE_NOOP("DescribedModel", "hidden ÷ heads"),
     {"head_dim", "kv_channels", "d_head", "attention_head_dim"}},
    {ModelSize::Ffn,
     false,
     "ffn",
     QT_TRANSLATE_NOOP("DescribedModel", "MLP size"),
     nullptr,
     {"intermediate_size", "ffn_hidden_size", "ffn_dim", "n_inner", "d_ff", "d_inner", "mlp_hidden_size"}},
    {ModelSize::Vocabulary,
     false,
     "vocabulary",
     QT_TRANSLATE_NOOP("DescribedModel", "Vocabulary"),
     nullptr,
     {"vocab_size", "padded_vocab_size", "n_vocab", "vocabulary_size"}},
    {ModelSize::Sequence,
     false,
     "sequence",
     QT_TRANSLATE_NOOP("DescribedModel", "Longest sequence"),
     QT_TRANSLATE_NOOP("DescribedModel", "no limit"),
     {"max_position_embeddings", "n_positions", "max_seq_len", "max_sequence_length", "seq_length", "n_ctx"}},
    {ModelSize::Experts,
     true,
     "experts",
     QT_TRANSLATE_NOOP("DescribedModel", "Experts"),
     nullptr,
     {"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts", "n_experts"}},
    {ModelSize::ExpertsPerToken,
     true,
     "expertsPerToken",
     QT_TRANSLATE_NOOP("DescribedModel", "Experts of a token"),
     nullptr,
     {"num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_top_k", "moe_topk", "top_k"}},
    {ModelSize::ExpertFfn,
     true,
     "expertFfn",
     QT_TRANSLATE_NOOP("DescribedModel", "MLP size of an expert"),
     nullptr,
     {"moe_intermediate_size", "expert_hidden_size", "moe_ffn_hidden_size", "expert_ffn_dim"}},
    {ModelSize::SharedFfn,
     true,
     "sharedFfn",
     QT_TRANSLATE_NOOP("DescribedModel", "MLP size of the shared expert"),
     QT_TRANSLATE_NOOP("DescribedModel", "none"),
     {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size"}},
    {ModelSize::DenseLayers,
     true,
     "denseLayers",
     QT_TRANSLATE_NOOP("DescribedModel", "Dense layers at the start"),
     QT_TRANSLATE_NOOP("DescribedModel", "none"),
     {"first_k_dense_replace", "num_dense_layers"}},
};
static_assert(std::size(kSpecs) == kModelSizes);

std::optional<double> numberIn(const QJsonObject& object, const char* key) {
  const QJsonValue value = object.value(QLatin1StringView(key));
  return value.isDouble() && value.toDouble() > 0.0 ? std::optional(value.toDouble()) : std::nullopt;
}

}  // namespace

std::span<const ModelSizeSpec> modelSizes() { return kSpecs; }

bool DescribedModel::uses(const ModelSizeSpec& spec) const {
  if (patterns.empty()) return moe || !spec.moe;
  return spec.size == ModelSize::Hidden || spec.size == ModelSize::Vocabulary ||
         spec.size == ModelSize::Sequence;
}

bool DescribedModel::needs(const ModelSizeSpec& spec) const {
  if (spec.empty != nullptr || !uses(spec)) return false;
  return spec.size != ModelSize::Ffn || !moe || (*this)[ModelSize::DenseLayers].value_or(0.0) > 0.0;
}

bool DescribedModel::complete() const {
  for (const LayerPattern& pattern : patterns)
    for (const DescribedLayers& layers : pattern.layers)
      if (!layers.open().isEmpty()) return false;
  return std::all_of(std::begin(kSpecs), std::end(kSpecs), [this](const ModelSizeSpec& spec) {
    return !needs(spec) || (*this)[spec.size].has_value();
  });
}

DescribedModel readDescription(const QByteArray& config, const QString& name) {
  DescribedModel model;
  model.name = name;
  const QJsonObject top = QJsonDocument::fromJson(config).object();
  const QJsonObject text = top.value(u"text_config"_s).toObject();
  for (const ModelSizeSpec& spec : kSpecs)
    for (const QJsonObject* level : {&text, &top})
      for (const char* key : spec.keys) {
        if (key == nullptr || model[spec.size]) continue;
        model[spec.size] = numberIn(*level, key);
        if (model[spec.size]) model.from[static_cast<std::size_t>(spec.size)] = QString::fromLatin1(key);
      }
  const auto flag = [&](const QString& key, bool otherwise) {
    return text.value(key).toBool(top.value(key).toBool(otherwise));
  };
  model.patterns = layersIn(top);
  model.moe = model[ModelSize::Experts].value_or(0.0) > 1.0;
  model.tied = flag(u"tie_word_embeddings"_s, false);
  model.gated = top.value(u"model_type"_s).toString() != u"starcoder2"_s;
  if (!model.moe) return model;
  // Mixtral calls the width of an expert "intermediate_size"; shared experts may be counted.
  std::optional<double>& expert = model[ModelSize::ExpertFfn];
  if (!expert && !model[ModelSize::DenseLayers]) {
    std::swap(expert, model[ModelSize::Ffn]);
    std::swap(model.from[static_cast<std::size_t>(ModelSize::ExpertFfn)],
              model.from[static_cast<std::size_t>(ModelSize::Ffn)]);
  }
  const QJsonArray dense = top.value(u"mlp_only_layers"_s).toArray();
  if (!dense.isEmpty() && !model[ModelSize::DenseLayers]) {
    model[ModelSize::DenseLayers] = static_cast<double>(dense.size());
    model.from[static_cast<std::size_t>(ModelSize::DenseLayers)] = u"mlp_only_layers"_s;
  }
  for (const QJsonObject* level : {&text, &top})
    if (const auto shared = numberIn(*level, "n_shared_experts");
        shared && expert && !model[ModelSize::SharedFfn]) {
      model[ModelSize::SharedFfn] = *shared * *expert;
      model.from[static_cast<std::size_t>(ModelSize::SharedFfn)] = u"n_shared_experts"_s;
    }
  return model;
}

QByteArray configText(const DescribedModel& model) {
  QJsonObject json;
  const auto put = [&](const char* key, const std::optional<double>& value) {
    if (value) json[QLatin1StringView(key)] = *value;
  };
  json[QLatin1StringView(kByHand)] = true;
  put("num_hidden_layers", model[ModelSize::Layers]);
  put("hidden_size", model[ModelSize::Hidden]);
  put("num_attention_heads", model[ModelSize::Heads]);
  put("num_key_value_heads", model[ModelSize::KvHeads] ? model[ModelSize::KvHeads] : model[ModelSize::Heads]);
  put("vocab_size", model[ModelSize::Vocabulary]);
  put("max_position_embeddings", model[ModelSize::Sequence]);
  json[u"tie_word_embeddings"_s] = model.tied;
  if (!model.patterns.empty()) {
    putLayers(model.patterns, json);
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
  }
  put("head_dim", model[ModelSize::HeadDim]);
  if (!model.moe) {
    put("intermediate_size", model[ModelSize::Ffn]);
    json[u"model_type"_s] = model.gated ? u"llama"_s : u"starcoder2"_s;
    json[model.gated ? u"attention_bias"_s : u"use_bias"_s] = false;
    return QJsonDocument(json).toJson();
  }
  const double shared = model[ModelSize::SharedFfn].value_or(0.0);
  const int dense = static_cast<int>(model[ModelSize::DenseLayers].value_or(0.0));
  put("num_experts_per_tok", model[ModelSize::ExpertsPerToken]);
  if (shared <= 0.0 && dense == 0) {
    json[u"model_type"_s] = u"mixtral"_s;
    put("num_local_experts", model[ModelSize::Experts]);
    put("intermediate_size", model[ModelSize::ExpertFfn]);
    return QJsonDocument(json).toJson();
  }
  json[u"model_type"_s] = shared > 0.0 ? u"qwen2_moe"_s : u"qwen3_moe"_s;
  json[shared > 0.0 ? u"qkv_bias"_s : u"attention_bias"_s] = false;
  put("num_experts", model[ModelSize::Experts]);
  put("moe_intermediate_size", model[ModelSize::ExpertFfn]);
  if (shared > 0.0) put("shared_expert_intermediate_size", shared);
  if (dense > 0) put("intermediate_size", model[ModelSize::Ffn]);
  // Qwen3 would take 128 where nothing is said.
  const std::optional<double> heads = model[ModelSize::Heads], hidden = model[ModelSize::Hidden];
  if (!model[ModelSize::HeadDim] && heads && hidden && *heads > 0.0) put("head_dim", *hidden / *heads);
  QJsonArray first;
  const int layers = static_cast<int>(model[ModelSize::Layers].value_or(0.0));
  for (int layer = 0; layer < std::min(dense, layers); ++layer) first.append(layer);
  json[u"mlp_only_layers"_s] = first;
  json[u"decoder_sparse_step"_s] = 1;
  return QJsonDocument(json).toJson();
}

std::vector<LayerPattern> patternsOf(const DescribedModel& model) {
  DescribedLayers layers;
  const auto give = [&](const char* key, ModelSize size) {
    if (const std::optional<double> value = model[size]; value && *value > 0.0) layers.numbers[key] = *value;
  };
  give("heads", ModelSize::Heads);
  give("kv_heads", ModelSize::KvHeads);
  give("head_dim", ModelSize::HeadDim);
  give("ffn", ModelSize::Ffn);
  layers.channel = model.gated ? 0 : 1;
  const auto all = static_cast<int>(model[ModelSize::Layers].value_or(1.0));
  layers.count = std::max(1, all);
  if (!model.moe) return {{1, {layers}}};
  const int dense = std::min(static_cast<int>(model[ModelSize::DenseLayers].value_or(0.0)), all - 1);
  DescribedLayers routed = layers;
  routed.channel = channelMixers().size() - 2;
  routed.count = std::max(1, all - dense);
  std::swap(layers, routed);
  give("experts", ModelSize::Experts);
  give("experts_per_token", ModelSize::ExpertsPerToken);
  give("expert_ffn", ModelSize::ExpertFfn);
  give("shared_ffn", ModelSize::SharedFfn);
  std::swap(layers, routed);
  if (dense <= 0) return {{1, {routed}}};
  layers.count = dense;
  layers.channel = 0;
  return {{1, {layers, routed}}};
}

bool isDescribed(const std::string& config) { return config.find(kByHand) != std::string::npos; }

}  // namespace astrolabe::ui
