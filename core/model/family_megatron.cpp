// Models told by the arguments of Megatron-LM's pretrain_gpt.py. What is left out takes Megatron's own
// default (megatron/training/arguments.py: widths in validate_args, the rest where the argument is declared).

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/model/arguments.h"
#include "core/model/blocks.h"

namespace astrolabe::model {

namespace {

/// Models that these arguments do not describe as a stack of decoder blocks.
constexpr std::array<std::pair<const char*, const char*>, 7> kOthers{
    {{"--is-hybrid-model", "a hybrid of attention and state-space layers"},
     {"--hybrid-override-pattern", "a hybrid of attention and state-space layers"},
     {"--hybrid-layer-pattern", "a hybrid of attention and state-space layers"},
     {"--mamba-state-dim", "a state-space model"},
     {"--heterogeneous-layers-config-path", "layers of unequal form from another file"},
     {"--encoder-num-layers", "an encoder beside the decoder"},
     {"--retro-workdir", "a model with retrieval"}}};

/// Settings of a run: they size nothing here and go to the training fields or to My layout.
constexpr std::array kOfTheRun{"--tensor-model-parallel-size",
                               "--pipeline-model-parallel-size",
                               "--num-layers-per-virtual-pipeline-stage",
                               "--context-parallel-size",
                               "--expert-model-parallel-size",
                               "--expert-tensor-parallel-size",
                               "--micro-batch-size",
                               "--global-batch-size",
                               "--recompute-granularity"};

bool bare(ConfigValues& values, std::string_view flag) {
  return values.flag("", {flag}, {0, Mark::derived, "absent"});
}

/// A list of the form "([0]*3+[1]*58)", "[0,1,1]" or a plain number n (every n-th layer routes, from the
/// first).
std::vector<bool> routed_layers(ConfigValues& values, int layers) {
  constexpr const char* kKey = "--moe-layer-freq";
  const auto count = static_cast<std::size_t>(layers);
  std::vector<bool> routed(count, true);
  const Json* given = values.raw(kKey);
  if (given == nullptr) return routed;
  const auto refuse = [&] {
    values.impossible(
        kKey, shown(*given),
        {Wanted::Kind::text,
         {fmt::format(
             "a whole number or a list such as ([0]*1+[1]*{}) with an entry for each of the {} layers",
             std::max(1, layers - 1), layers)}});
    return routed;
  };
  if (given->is_number_integer()) {
    const auto step = given->get<std::int64_t>();
    if (step < 1) return refuse();
    for (std::size_t layer = 0; layer < count; ++layer)
      routed[layer] = static_cast<std::int64_t>(layer) % step == 0;
    return routed;
  }
  if (!given->is_string()) return refuse();
  std::string text = given->get<std::string>();
  std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ' '; });
  routed.clear();
  for (const std::string& term : split(text, '+')) {
    const auto open = term.find('['), close = term.find(']'), star = term.find('*');
    if (open != 0 || close == std::string::npos) return refuse();
    const auto times =
        star == std::string::npos ? std::optional<std::int64_t>(1) : parse_whole(term.substr(star + 1));
    if (!times || *times < 0 || *times > kMostLayers) return refuse();
    std::vector<bool> part;
    for (const std::string& entry : split(term.substr(1, close - 1), ',')) {
      if (entry != "0" && entry != "1") return refuse();
      part.push_back(entry == "1");
    }
    for (std::int64_t copy = 0; copy < *times && routed.size() <= count; ++copy)
      routed.insert(routed.end(), part.begin(), part.end());
  }
  if (routed.size() != count) return refuse();
  return routed;
}

void read_attention(ConfigValues& values, LayerKind& kind, int hidden) {
  kind.heads = values.size("heads", {"--num-attention-heads"});
  const bool latent = bare(values, "--multi-latent-attention");
  const bool grouped = bare(values, "--group-query-attention");
  if (grouped && !latent)
    kind.kv_heads = values.size_or("kv_heads", {"--num-query-groups"}, values.by_default(1));
  else
    kind.kv_heads = values.derived("kv_heads", kind.heads,
                                   values.raw("--num-query-groups") != nullptr && !latent
                                       ? "heads: --num-query-groups counts only with --group-query-attention"
                                       : "heads");
  if (grouped) values.must_divide("--num-query-groups", kind.kv_heads, "--num-attention-heads", kind.heads);
  if (latent) {
    const int content = values.size_or("content_dim", {"--qk-head-dim"}, values.by_default(128));
    kind.rope_dim = values.size_or("rope_dim", {"--qk-pos-emb-head-dim"}, values.by_default(64));
    kind.head_dim =
        values.derived("head_dim", std::int64_t{content} + kind.rope_dim, "content_dim + rope_dim");
    kind.value_head_dim = values.size_or("value_head_dim", {"--v-head-dim"}, values.by_default(128));
    if (values.raw("--q-lora-rank") != nullptr) kind.latent_q = values.size("latent_q", {"--q-lora-rank"});
    kind.latent_kv = values.size_or("latent_kv", {"--kv-lora-rank"}, values.by_default(32));
    return;
  }
  if (values.raw("--kv-channels") != nullptr)
    kind.head_dim = values.size("head_dim", {"--kv-channels"});
  else
    kind.head_dim = even_head_dim(values, "--num-attention-heads", kind.heads, "--hidden-size", hidden);
  kind.value_head_dim = kind.head_dim;
}

void read_experts(ConfigValues& values, Blocks& blocks, int layers) {
  LayerKind& kind = blocks.kind;
  kind.experts = values.size("experts", {"--num-experts"}, kMostExperts);
  kind.top_k = values.size_or("top_k", {"--moe-router-topk"}, values.by_default(2), 1, kMostExperts);
  check_experts(values, "--moe-router-topk", kind.top_k, kind.experts);
  kind.expert_ffn =
      values.size_or("expert_ffn", {"--moe-ffn-hidden-size"}, {blocks.ffn, Mark::derived, "ffn"});
  if (values.raw("--moe-shared-expert-intermediate-size") != nullptr) {
    kind.shared_ffn = values.size("shared_ffn", {"--moe-shared-expert-intermediate-size"});
    kind.shared_gate = bare(values, "--moe-shared-expert-gate");
  }
  if (values.raw("--moe-router-num-groups") != nullptr) {
    kind.routing_groups = values.size("", {"--moe-router-num-groups"}, kMostExperts);
    kind.routing_top_groups = values.size_or("", {"--moe-router-group-topk"}, values.by_default(1));
    values.must_divide("--moe-router-num-groups", kind.routing_groups, "--num-experts", kind.experts);
  }
  blocks.moe = routed_layers(values, layers);
}

/// Learned positions unless the arguments choose others.
void read_positions(ConfigValues& values, Architecture& architecture) {
  const std::string kind = values.word("positions_kind", {"--position-embedding-type"}, "learned_absolute");
  const bool learned = kind == "learned_absolute" && !bare(values, "--no-position-embedding") &&
                       !bare(values, "--use-rotary-position-embeddings");
  if (learned) {
    const Json* sequence = values.raw("--seq-length");
    const bool stated = values.raw("--max-position-embeddings") != nullptr;
    architecture.positions = architecture.max_sequence =
        stated || sequence == nullptr || !sequence->is_number_integer()
            ? values.size("positions", {"--max-position-embeddings"})
            : values.size_or("positions", {"--max-position-embeddings"},
                             {sequence->get<std::int64_t>(), Mark::assumed, "--seq-length"});
    return;
  }
  for (const std::string_view key : {"--max-position-embeddings", "--seq-length"})
    if (architecture.max_sequence == 0 && values.raw(key) != nullptr)
      architecture.max_sequence = values.size("max_sequence", {key});
}

void say_what_is_left(ConfigValues& values) {
  std::string left;
  for (const char* flag : kOfTheRun)
    if (const Json* value = values.raw(flag))
      left += fmt::format("{}{} {}", left.empty() ? "" : " ", flag, value->is_boolean() ? "" : shown(*value));
  if (!left.empty()) values.note("of_the_run", "left out", Mark::file, left);
}

}  // namespace

void read_megatron(ConfigValues& values, Architecture& architecture) {
  for (const auto& [flag, what] : kOthers)
    if (const Json* value = values.raw(flag); value != nullptr && *value != Json(false))
      values.mistake({std::string(code::unsupported_model),
                      {},
                      flag,
                      fmt::format("{} {}", flag, shown(*value)),
                      {Wanted::Kind::removed,
                       {fmt::format("{} can't be planned, only a stack of decoder blocks", what)}}});
  const int layers = values.size("layers", {"--num-layers"}, kMostLayers);
  architecture.hidden = values.size("hidden", {"--hidden-size"});
  Blocks blocks;
  LayerKind& kind = blocks.kind;
  read_attention(values, kind, architecture.hidden);
  kind.feed = values.flag("gated", {"--swiglu"}, values.by_default(0)) ? Feed::gated : Feed::plain;
  const bool gated = kind.feed == Feed::gated;
  const std::int64_t h = architecture.hidden;
  if (values.raw("--ffn-hidden-size") != nullptr)
    blocks.ffn = values.size("ffn", {"--ffn-hidden-size"});
  else  // validate_args: two thirds of 4 h in whole multiples of 64
    blocks.ffn = gated ? values.derived("ffn", 8 * h / 3 / 64 * 64, "8 / 3 * hidden in multiples of 64")
                       : values.derived("ffn", 4 * h, "4 * hidden");
  blocks.moe.assign(static_cast<std::size_t>(layers), false);
  if (values.raw("--num-experts") != nullptr) read_experts(values, blocks, layers);
  architecture.vocabulary = values.size("vocabulary", {"--vocab-size", "--padded-vocab-size"});
  architecture.tied_embeddings = !bare(values, "--untie-embeddings-and-output-weights");
  values.note(
      "tied_embeddings", architecture.tied_embeddings ? "true" : "false",
      architecture.tied_embeddings ? Mark::assumed : Mark::file,
      architecture.tied_embeddings ? values.by_default(1).from : "--untie-embeddings-and-output-weights");
  const std::string norm = values.word("norm", {"--normalization"}, "LayerNorm");
  blocks.norm_bias = norm != "RMSNorm";
  blocks.linear_bias = !bare(values, "--disable-bias-linear");
  blocks.qkv_bias = blocks.linear_bias || bare(values, "--add-qkv-bias");
  blocks.query_norm = bare(values, "--qk-layernorm");
  read_positions(values, architecture);
  if (values.raw("--mtp-num-layers") != nullptr)
    blocks.predicted = values.size_or("predicted_tokens", {"--mtp-num-layers"}, {}, 0, 64);
  say_what_is_left(values);
  if (!values.error()) write_blocks(architecture, blocks);
}

}  // namespace astrolabe::model
