// From the text of a Hugging Face configuration to an Architecture, and what is refused.

#include <fmt/format.h>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/model/description.h"
#include "core/model/family_file.h"
#include "core/model/launch_model.h"
#include "core/model/tolerant_json.h"

namespace astrolabe::model {

namespace {

bool is_set(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>() != 0.0;
  return !value.is_null() && !(value.is_structured() && value.empty()) && !(value.is_string() && value == "");
}

/// Adapters and frozen layers train a part of the model only; refused by name until that is built.
std::optional<Error> refusal(const Json& level, std::string_view path) {
  const auto named = level.find("model_type");
  const std::string type = named != level.end() && named->is_string() ? named->get<std::string>() : "";
  for (const auto& [key, value] : level.items()) {
    if (!is_set(value)) continue;
    const bool adapter = key == "peft_type" || key == "lora_alpha" || key == "lora_r" || key == "lora_rank" ||
                         key == "lora_config" || key == "use_lora" || key == "adapters";
    const bool frozen = key.starts_with("freeze") || key.starts_with("frozen") ||
                        key.starts_with("num_frozen") || key == "unfrozen_layers" ||
                        key == "num_unfrozen_layers" || key == "trainable_layers";
    if ((!adapter && !frozen) || family_reads(type, key)) continue;
    const std::string why = adapter ? "adapters (LoRA) are not supported, only training of the whole model"
                                    : "frozen layers are not supported, only training of the whole model";
    return Error{std::string(code::unsupported_model),
                 {},
                 path.empty() ? key : fmt::format("{}.{}", path, key),
                 key == "peft_type" ? shown(value) : fmt::format("{} = {}", key, shown(value)),
                 {Wanted::Kind::removed, {why}}};
  }
  return {};
}

}  // namespace

Result<Inspection> inspect_config(std::string_view text, const std::string& name,
                                  const EnteredValues& entered) {
  const auto refuse = [&](Error error) { return tl::unexpected<Error>(std::move(error).in_file(name)); };
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return refuse(
        {std::string(code::binary_file), {}, {}, "a NUL byte", {Wanted::Kind::text, {"a text file"}}});
  if (is_launch_text(text)) return inspect_launch(text, name, entered);
  auto json = parse_json(tolerant_json(text), code::bad_json, true);
  if (!json) return refuse(json.error());
  if (!json->is_object())
    return refuse({std::string(code::bad_json),
                   {},
                   "line 1, column 1",
                   json->is_array() ? "an array" : shown(*json),
                   {Wanted::Kind::object, {}}});
  if (auto error = refusal(*json, "")) return refuse(*error);
  if (const auto nested = json->find("text_config"); nested != json->end() && nested->is_object())
    if (auto error = refusal(*nested, "text_config")) return refuse(*error);
  auto description = describe(*json, one_line(name), entered);
  if (!description) return refuse(description.error());
  Inspection inspection;
  auto reason = uncosted(*description);
  if (!reason) reason = description->open;
  if (reason) {
    inspection.not_planned = std::move(*reason).in_file(name);
  } else {
    inspection.architecture = to_architecture(*description, entered);
    inspection.architecture->text = std::string(text);
  }
  inspection.description = std::move(*description);
  return inspection;
}

Result<Architecture> planned(Result<Inspection> inspection) {
  if (!inspection) return tl::unexpected<Error>(std::move(inspection.error()));
  if (inspection->not_planned) return tl::unexpected<Error>(std::move(*inspection->not_planned));
  return std::move(*inspection->architecture);
}

Result<Architecture> read_config(std::string_view text, const std::string& name,
                                 const EnteredValues& entered) {
  return planned(inspect_config(text, name, entered));
}

Result<Description> describe_config(std::string_view text, const std::string& name,
                                    const EnteredValues& entered) {
  auto inspection = inspect_config(text, name, entered);
  if (!inspection) return tl::unexpected<Error>(std::move(inspection.error()));
  return std::move(*inspection->description);
}

}  // namespace astrolabe::model
