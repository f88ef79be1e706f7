#include "core/model/unread_keys.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::model {

namespace {

/// Parts of names that tell of a part which a plain decoder does not have.
constexpr std::array<std::string_view, 18> kTellTale{
    "expert",    "moe_",        "_moe",        "mamba", "ssm",   "state_size",
    "d_state",   "linear_num",  "linear_attn", "gla_",  "kda",   "rwkv",
    "lru_width", "conv_kernel", "vision",      "audio", "tower", "mm_"};
/// Of the training or running of a model, not of its shape.
constexpr std::array<std::string_view, 31> kHarmless{
    "per_tok",     "loss",     "coef",    "router_",  "jitter",         "norm_topk", "topk_group",
    "n_group",     "capacity", "dropout", "token_id", "_token",         "dtype",     "output_",
    "aux",         "scaling",  "scoring", "scale",    "use_cache",      "method",    "act",
    "bias_update", "score_",   "router",  "eps",      "implementation", "backend",   "kernels",
    "chunk_size",  "dispatch", "groups"};

bool holds_any(std::string_view name, const auto& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

/// A value that asks for something: no null, false, 0, 1 of something, or empty.
bool asks(const Json& value) {
  if (value.is_boolean() || value.is_string() || value.is_null()) return false;
  if (value.is_number()) return value.get<double>() > 1.0;
  return value.is_structured() && !value.empty();
}

}  // namespace

std::optional<Error> unread_part(const Json& config, const std::set<std::string>& read, bool by_keys) {
  for (const auto& [key, value] : config.items()) {
    const std::string name = lower(key);
    if (read.contains(key) || !asks(value)) continue;
    const bool tells = holds_any(name, kTellTale) && !holds_any(name, kHarmless);
    const bool nested_text = by_keys && value.is_object() && name.ends_with("_config") &&
                             !name.starts_with("quant") && !name.starts_with("compression");
    const bool shapes =
        by_keys && (name.ends_with("_lora_rank") || name.starts_with("index_") || name == "layer_types" ||
                    name == "block_configs" || name == "layers_block_type");
    // What a known class does not read it does not build; towers and experts beside it would be another
    // model's.
    const bool known_harm = name.find("expert") != std::string::npos &&
                            !std::any_of(read.begin(), read.end(), [](const std::string& other) {
                              return other.find("expert") != std::string::npos;
                            });
    if (by_keys ? !(tells || nested_text || shapes) : !(tells && known_harm)) continue;
    return Error{std::string(by_keys ? code::unknown_family : code::impossible_value),
                 {},
                 key,
                 shown(value, 60),
                 {Wanted::Kind::text,
                  {by_keys ? "a family that a family file describes: nothing says what this key builds"
                           : "a family that has experts: this one reads no such key"}}};
  }
  return {};
}

}  // namespace astrolabe::model
