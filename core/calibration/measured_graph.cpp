// The operators of a measured model from the columns of its row.
#include <algorithm>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/calibration/measured_case.h"

namespace astrolabe::calibration {

namespace {

bool named(const MeasuredRun& run, std::string_view part) { return contains_ignoring_case(run.model, part); }

/// Width of one head: the public configurations of these models do not divide hidden by heads.
int head_width(const MeasuredRun& run, std::vector<AssumedSetting>& assumed) {
  if (named(run, "qwen3")) return 128;
  if (named(run, "gpt-oss")) return 64;
  if (*run.hidden % *run.heads != 0)
    assumed.push_back(
        {"head width", std::to_string(*run.hidden / *run.heads), "hidden / heads, rounded down"});
  return *run.hidden / *run.heads;
}

void set_latent(const MeasuredRun& run, model::LayerKind& kind, std::vector<AssumedSetting>& assumed) {
  kind.latent_q = 1536;
  kind.latent_kv = 512;
  kind.rope_dim = 64;
  kind.head_dim = 192;
  kind.value_head_dim = 128;
  kind.kv_heads = kind.heads;
  if (named(run, "deepseek-v3")) {
    kind.routing_groups = 8;
    kind.routing_top_groups = 4;
  }
  assumed.push_back({"latent attention", "1536, 512 + 64, 192 / 128", "public DeepSeek configuration"});
}

/// Dense layers in front of the experts: public configurations; truncated models keep one.
int leading_dense(const MeasuredRun& run) {
  if (run.family != "mla") return 0;
  return named(run, "deepseek-v3") && *run.layers > 8 ? 3 : 1;
}

std::vector<model::LayerKind> layer_kinds(const MeasuredRun& run, std::vector<AssumedSetting>& assumed) {
  model::LayerKind kind;
  kind.name = "dense";
  kind.heads = *run.heads;
  kind.kv_heads = run.kv_heads.value_or(*run.heads);
  kind.head_dim = kind.value_head_dim = head_width(run, assumed);
  kind.feed = run.gated.value_or(run.family != "gpt" && run.family != "bert") ? model::Feed::gated
                                                                              : model::Feed::plain;
  kind.ffn = run.ffn.value_or(4 * *run.hidden);
  if (!run.gated && run.family.empty())
    assumed.push_back({"gated_mlp", "1", "usual in decoders from 2023 on"});
  kind.causal = run.family != "bert";
  kind.parallel = named(run, "neox") || named(run, "falcon");
  if (!run.ffn && !run.is_moe()) assumed.push_back({"ffn", std::to_string(kind.ffn), "4 x hidden"});
  if (run.family == "mla") set_latent(run, kind, assumed);
  std::vector<model::LayerKind> kinds;
  if (run.is_moe()) {
    model::LayerKind moe = kind;
    moe.name = "moe";
    moe.experts = *run.experts;
    moe.top_k = std::max(1, run.top_k.value_or(1));
    moe.expert_ffn = run.expert_ffn.value_or(kind.ffn);
    moe.shared_ffn = run.shared_experts.value_or(0) * moe.expert_ffn;
    if (leading_dense(run) > 0 || named(run, "maverick")) kinds.push_back(kind);
    moe.ffn = 0;
    kinds.push_back(moe);
  } else {
    kinds.push_back(kind);
  }
  if (named(run, "gpt-oss")) {  // sinks everywhere, a window of 128 in every second layer
    kinds.back().attention_sink = true;
    kinds.push_back(kinds.back());
    kinds.back().name = "sliding";
    kinds.back().window = 128;
  }
  return kinds;
}

/// Kind of each layer, in execution order.
std::vector<int> layer_order(const MeasuredRun& run, std::size_t kinds) {
  std::vector<int> order;
  for (int i = 0; i < *run.layers; ++i) {
    int kind = static_cast<int>(kinds) - 1;
    if (kinds > 1) {
      const bool alternates = named(run, "maverick") || named(run, "gpt-oss");
      kind = alternates ? i % 2 : (i < leading_dense(run) ? 0 : 1);
    }
    order.push_back(kind);
  }
  return order;
}

void count_parameters(model::LayerClass& layer, std::int64_t hidden) {
  layer.parameters_split = layer.parameters_replicated = layer.parameters_expert = 0;
  for (const model::Gemm& gemm : layer.gemms)
    (gemm.split == model::Split::replicated ? layer.parameters_replicated : layer.parameters_split) +=
        gemm.n * gemm.k;
  layer.parameters_replicated += 2 * hidden;
  if (layer.experts)
    layer.parameters_expert =
        (layer.experts->gated ? 3 : 2) * hidden * layer.experts->ffn * std::int64_t{layer.experts->count};
}

/// One more layer and head that predicts the token after the next (DeepSeek-V3).
void add_token_prediction(model::Graph& graph) {
  model::LayerClass layer = graph.classes.back();
  layer.name = "token prediction";
  layer.gemms.push_back({"projection", graph.hidden, 2LL * graph.hidden, model::Split::replicated});
  count_parameters(layer, graph.hidden);
  layer.gemms.push_back({"head", graph.vocabulary, graph.hidden, model::Split::column, false});
  graph.classes.push_back(layer);
  graph.layers.push_back(static_cast<int>(graph.classes.size()) - 1);
}

Result<void> stated(const MeasuredRun& run) {
  const auto missing = [&](const char* column) {
    return fail(code::incomplete_run, "row " + std::to_string(run.line) + ", column " + column, "nothing",
                {Wanted::Kind::field, {column}});
  };
  if (!run.layers) return missing("layers");
  if (!run.hidden) return missing("hidden");
  if (!run.heads) return missing("heads");
  if (!run.sequence_length) return missing("seq");
  if (!run.gpus) return missing("n_gpus");
  if (run.is_moe() && !run.expert_ffn && !run.ffn) return missing("expert_ffn");
  if (run.family == "other" || run.family == "t5")
    return fail(code::incomplete_run, "row " + std::to_string(run.line) + ", column family", run.family,
                {Wanted::Kind::text, {"a decoder of attention and MLP layers"}});
  return {};
}

}  // namespace

Result<model::Graph> measured_graph(const MeasuredRun& run, std::vector<AssumedSetting>& assumed) {
  if (const auto sound = stated(run); !sound) return tl::unexpected<Error>(sound.error());
  model::Architecture architecture;
  architecture.id = run.model;
  architecture.family = run.family;
  architecture.hidden = *run.hidden;
  architecture.vocabulary = run.vocabulary.value_or(50'304);
  if (!run.vocabulary) assumed.push_back({"vocab", "50304", "GPT-2's, padded"});
  architecture.tied_embeddings = run.tied_embeddings.value_or(run.family == "gpt" || run.family == "bert");
  architecture.layer_kinds = layer_kinds(run, assumed);
  architecture.layers = layer_order(run, architecture.layer_kinds.size());
  model::Graph graph = model::build_graph(architecture);
  const std::int64_t hidden = graph.hidden;
  for (model::LayerClass& layer : graph.classes) count_parameters(layer, hidden);
  const std::int64_t table = hidden * graph.vocabulary;
  graph.embedding_parameters = graph.parameters_embedding = table;
  graph.head_parameters = hidden + (graph.tied_embeddings ? 0 : table);
  const bool predicts = named(run, "deepseek-v3") && *run.layers > 8 && !run.noted("w/o mtp") &&
                        !contains_ignoring_case(run.framework, "megatron-lm");
  if (predicts) {
    add_token_prediction(graph);
    assumed.push_back({"token prediction", "1", "DeepSeek-V3 recipes train it unless they say otherwise"});
  }
  graph.parameters_total = graph.embedding_parameters + graph.head_parameters;
  graph.parameters_active = graph.parameters_total;
  for (const int index : graph.layers) {
    const model::LayerClass& layer = graph.classes[static_cast<std::size_t>(index)];
    const std::int64_t dense = layer.parameters_split + layer.parameters_replicated;
    graph.parameters_total += dense + layer.parameters_expert;
    graph.parameters_active += dense;
    if (layer.experts)
      graph.parameters_active += layer.parameters_expert / layer.experts->count * layer.experts->top_k;
  }
  return graph;
}

}  // namespace astrolabe::calibration
