// From the text of a Hugging Face configuration to an Architecture: which family it is, what is refused, and
// the sums.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/model/description.h"
#include "core/model/family.h"
#include "core/model/family_file.h"
#include "core/model/launch_model.h"
#include "core/model/tolerant_json.h"

namespace astrolabe::model {

namespace {

/// Other spellings of a family's model_type: nested text parts and older releases.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kOtherNames{
    {{"gemma3_text", "gemma3"},
     {"RefinedWeb", "falcon"},
     {"RefinedWebModel", "falcon"},
     {"mt5", "t5"},
     {"umt5", "t5"}}};

const Family* find_family(std::string_view name) {
  for (const auto& [other, family] : kOtherNames)
    if (name == other) name = family;
  for (const Family& family : families())
    if (family.name == name) return &family;
  return nullptr;
}

/// "LlamaForCausalLM" names the family "llama" as well as model_type does.
const Family* family_of_class(const Json& classes) {
  if (!classes.is_array() || classes.empty() || !classes.front().is_string()) return nullptr;
  const std::string name = lower(classes.front().get<std::string>());
  const Family* best = nullptr;
  for (const Family& family : families()) {
    std::string plain(family.name);
    std::erase(plain, '_');
    for (const std::string_view end :
         {"forcausallm", "lmheadmodel", "forconditionalgeneration", "formaskedlm", "forimageclassification",
          "forpretraining", "model", "modelforcausallm"})
      if (name == plain + std::string(end)) best = &family;
  }
  return best;
}

bool is_set(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>() != 0.0;
  return !value.is_null() && !(value.is_structured() && value.empty()) && !(value.is_string() && value == "");
}

/// Adapters and frozen layers train a part of the model only; refused by name until that is built.
std::optional<Error> refusal(const Json& level, std::string_view path) {
  for (const auto& [key, value] : level.items()) {
    if (!is_set(value)) continue;
    const bool adapter = key == "peft_type" || key == "lora_alpha" || key == "lora_r" || key == "lora_rank" ||
                         key == "lora_config" || key == "use_lora" || key == "adapters";
    const bool frozen = key.starts_with("freeze") || key.starts_with("frozen") ||
                        key.starts_with("num_frozen") || key == "unfrozen_layers" ||
                        key == "num_unfrozen_layers" || key == "trainable_layers";
    if (!adapter && !frozen) continue;
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

Result<const Family*> choose_family(const ConfigValues& values, const Json& root,
                                    Architecture& architecture) {
  const Json* type = nullptr;
  // Inside a multimodal file only the text part is a model we read.
  if (const auto text = root.find("text_config"); text != root.end() && text->is_object())
    if (const auto nested = text->find("model_type"); nested != text->end() && !nested->is_null())
      type = &*nested;
  const bool is_nested = type != nullptr;
  if (type == nullptr) type = values.raw("model_type");
  if (type == nullptr) {
    const Json* classes = values.raw("architectures");
    if (const Family* family = classes != nullptr ? family_of_class(*classes) : nullptr) {
      architecture.fields.push_back({"family", std::string(family->name), Mark::derived, "architectures"});
      return family;
    }
    return fail(code::missing_field, "top level and text_config", "nothing",
                {Wanted::Kind::field, {"model_type"}});
  }
  const std::string where = is_nested ? "text_config.model_type" : "model_type";
  if (!type->is_string())
    return fail(code::impossible_value, where, shown(*type), {Wanted::Kind::string, {}});
  const Family* family = find_family(type->get<std::string>());
  if (family == nullptr) {
    // No other family: its rules would give a model of other sizes without a word.
    return fail(code::unknown_family, where, shown(*type),
                {Wanted::Kind::text, {"the sizes of the model, described by hand"}});
  }
  architecture.fields.push_back({"family", std::string(family->name), Mark::file, where});
  return family;
}

}  // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {"llama", "LlamaConfig", read_llama},
      {"mistral", "MistralConfig", read_mistral},
      {"mixtral", "MixtralConfig", read_mixtral},
      {"qwen2", "Qwen2Config", read_qwen2},
      {"qwen3", "Qwen3Config", read_qwen3},
      {"qwen2_moe", "Qwen2MoeConfig", read_qwen2_moe},
      {"qwen3_moe", "Qwen3MoeConfig", read_qwen3_moe},
      {"gemma", "GemmaConfig", read_gemma},
      {"gemma2", "Gemma2Config", read_gemma2},
      {"gemma3", "Gemma3TextConfig", read_gemma3},
      {"phi3", "Phi3Config", read_phi3},
      {"olmo2", "Olmo2Config", read_olmo2},
      {"starcoder2", "Starcoder2Config", read_starcoder2},
      {"gpt_oss", "GptOssConfig", read_gpt_oss},
      {"deepseek_v2", "DeepseekV2Config", read_deepseek_v2},
      {"deepseek_v3", "DeepseekV3Config", read_deepseek_v3},
      {"gpt2", "GPT2Config", read_gpt2},
      {"gpt_neox", "GPTNeoXConfig", read_gpt_neox},
      {"falcon", "FalconConfig", read_falcon},
      {"mpt", "MptConfig", read_mpt},
      {"opt", "OPTConfig", read_opt},
      {"bloom", "BloomConfig", read_bloom},
      {"bert", "BertConfig", read_bert},
      {"vit", "ViTConfig", read_vit},
      {"t5", "T5Config", read_t5},
      {"onnx", "ONNX", read_onnx_sizes},
  };
  return all;
}

namespace {

/// The file describes towers around its text model, and a family file says how they are made.
bool has_towers(const Json& root) {
  const auto object = [&](const char* key) {
    const auto member = root.find(key);
    return member != root.end() && member->is_object() && !member->empty();
  };
  const auto type = root.find("model_type");
  if (type == root.end() || !type->is_string() || !object("text_config")) return false;
  if (!object("vision_config") && !object("audio_config")) return false;
  const std::string family = family_of_type(type->get<std::string>());
  return !family.empty() && family_entry(family).contains("text");
}

/// The family is one that a reader of its own knows.
bool has_own_reader(const Json& root) {
  if (has_towers(root)) return false;
  const auto name_in = [](const Json& object) {
    const auto type = object.find("model_type");
    return type != object.end() && type->is_string() ? type->get<std::string>() : std::string();
  };
  std::string name = name_in(root);
  if (const auto text = root.find("text_config"); text != root.end() && text->is_object())
    if (const std::string nested = name_in(*text); !nested.empty()) name = nested;
  if (name.empty()) return true;  // its class may tell, and what is missing
  return find_family(name) != nullptr;
}

/// A model that a family file describes, or its keys.
Result<Architecture> read_described(const Json& config, std::string_view text, const std::string& name,
                                    const EnteredValues& entered) {
  auto description = describe(config, name, entered);
  if (!description) return tl::unexpected<Error>(std::move(description.error()));
  if (auto error = uncosted(*description)) return tl::unexpected<Error>(std::move(*error));
  Architecture architecture = to_architecture(*description, entered);
  architecture.text = std::string(text);
  ConfigValues values(config, entered, architecture);
  if (!values.error()) sum_up(values, architecture);
  if (values.error()) return tl::unexpected<Error>(*values.error());
  return architecture;
}

}  // namespace

Result<Architecture> read_config(std::string_view text, const std::string& name,
                                 const EnteredValues& entered) {
  const auto refuse = [&](Error error) { return tl::unexpected<Error>(std::move(error).in_file(name)); };
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return refuse(
        {std::string(code::binary_file), {}, {}, "a NUL byte", {Wanted::Kind::text, {"a text file"}}});
  if (is_launch_text(text)) {
    auto launched = inspect_launch(text, name, entered);
    if (!launched) return tl::unexpected<Error>(std::move(launched.error()));
    if (launched->not_planned) return refuse(std::move(*launched->not_planned));
    return std::move(*launched->architecture);
  }
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

  const bool type_is_text = !json->contains("model_type") || (*json)["model_type"].is_string();
  if (type_is_text && !has_own_reader(*json)) {
    auto described = read_described(*json, text, one_line(name), entered);
    if (!described) return refuse(std::move(described.error()));
    return described;
  }
  Architecture architecture;
  architecture.id = one_line(name);
  architecture.text = std::string(text);
  ConfigValues values(*json, entered, architecture);
  if (values.error()) return refuse(*values.error());
  const auto family = choose_family(values, *json, architecture);
  if (!family) return refuse(family.error());
  architecture.family = std::string((*family)->name);
  values.set_config_class((*family)->config_class);
  (*family)->read(values, architecture);
  if (values.error()) return refuse(*values.error());
  for (const char* part : {"vision_config", "audio_config"})
    if (json->contains(part) && json->contains("text_config"))
      values.note("not_counted", part, Mark::assumed, "only the text part is planned");
  sum_up(values, architecture);
  if (values.error()) return refuse(*values.error());
  if (auto error = told_but_unread(*json, architecture)) return refuse(std::move(*error));
  return architecture;
}

Result<Description> describe_config(std::string_view text, const std::string& name,
                                    const EnteredValues& entered) {
  auto json = parse_json(tolerant_json(text), code::bad_json, true);
  if (json && !json->is_object())
    json = fail(code::bad_json, "line 1, column 1", shown(*json), {Wanted::Kind::object, {}});
  if (!json) return tl::unexpected<Error>(std::move(json.error()).in_file(name));
  auto description = describe(*json, one_line(name), entered);
  if (!description) return tl::unexpected<Error>(std::move(description.error()).in_file(name));
  return description;
}

}  // namespace astrolabe::model
