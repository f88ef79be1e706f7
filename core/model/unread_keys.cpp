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
/// Kinds of parts that a known class may lack as a whole: a file that tells of one which its family reads
/// nothing of is another model's.
constexpr std::array<std::array<std::string_view, 3>, 2> kParts{
    {{"expert", "expert", "expert"}, {"mamba", "ssm", "d_state"}}};
/// The object of a tower ("vision_config").
bool is_tower(std::string_view name, const Json& value) {
  return value.is_object() && name.ends_with("_config") &&
         (name.find("vision") != std::string_view::npos || name.find("audio") != std::string_view::npos);
}
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

/// `name` tells of a part that no key which was read tells of.
bool is_of_another(std::string_view name, const std::set<std::string>& read) {
  return std::any_of(kParts.begin(), kParts.end(), [&](const auto& words) {
    return holds_any(name, words) && std::none_of(read.begin(), read.end(), [&](const std::string& other) {
             return holds_any(lower(other), words);
           });
  });
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
    const bool tower = is_tower(name, value);
    if (by_keys ? !(tells || nested_text || shapes) : !(tower || (tells && is_of_another(name, read))))
      continue;
    if (!by_keys && name.find("expert") == std::string::npos)
      return Error{std::string(code::impossible_value),
                   {},
                   key,
                   shown(value, 60),
                   {Wanted::Kind::text,
                    {tower ? "a family that has this tower: this one reads no such key"
                           : "a family that has state-space layers: this one reads no such key"}}};
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
