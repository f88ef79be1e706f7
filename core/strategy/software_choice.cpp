#include "core/strategy/software_choice.h"

#include <algorithm>
#include <cstddef>

#include "core/base/date.h"
#include "core/base/embedded_text.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::strategy {

/// One file of resources/runtimes.
extern const EmbeddedText kEmbeddedRuntimes[];
extern const std::size_t kEmbeddedRuntimesCount;

namespace {

using OptionKind = SoftwareOption::Kind;

constexpr int kMostChunks = 1024;
constexpr int kMostLayers = 100'000;

/// "2026-07" or a day that exists.
bool is_day_or_month(const std::string& text) {
  constexpr std::size_t kMonth = 7;  // characters of YYYY-MM
  return day_number(text.size() == kMonth ? text + "-01" : text).has_value();
}

/// One member of a list, or the value of a name, checked against the names of the option.
bool known_name(const SoftwareOption& option, const std::string& value) {
  return std::find(option.names.begin(), option.names.end(), value) != option.names.end();
}

std::string read_list(ObjectReader& reader, const SoftwareOption& option) {
  std::string joined;
  const Json* values = reader.array(option.key);
  if (values == nullptr) return joined;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const Json& value = (*values)[i];
    if (!value.is_string() || !known_name(option, value.get<std::string>())) {
      reader.mistake(code::out_of_range, std::string(option.key) + '[' + std::to_string(i) + ']',
                     shown(value), {Wanted::Kind::one_of, option.names});
      return joined;
    }
    joined += (joined.empty() ? "" : ",") + value.get<std::string>();
  }
  return joined;
}

std::string read_option(ObjectReader& reader, const SoftwareOption& option) {
  switch (option.kind) {
    case OptionKind::boolean:
      return reader.boolean(option.key, false) ? "true" : "false";
    case OptionKind::number:
      return std::to_string(reader.whole(option.key, 0, option.most, 0));
    case OptionKind::name:
      return option.names[static_cast<std::size_t>(reader.choice(option.key, option.names, 0))];
    case OptionKind::list:
      break;
  }
  return read_list(reader, option);
}

Json list_json(const std::string& joined) {
  Json values = Json::array();
  for (std::size_t at = 0; at < joined.size();) {
    const std::size_t end = std::min(joined.find(',', at), joined.size());
    values.push_back(joined.substr(at, end - at));
    at = end + 1;
  }
  return values;
}

}  // namespace

const std::vector<SoftwareOption>& software_options() {
  static const std::vector<SoftwareOption> options{
      {"dispatcher", OptionKind::name, {"alltoall", "allgather", "deepep", "hybridep"}},
      {"overlap_expert_parallel", OptionKind::boolean, {}},
      {"delay_weight_gradients", OptionKind::boolean, {}},
      {"graphs", OptionKind::name, {"none", "layers", "full"}},
      {"compile", OptionKind::boolean, {}},
      {"fp8_recipe", OptionKind::name, {"delayed", "tensorwise", "blockwise", "mxfp8", "nvfp4"}},
      {"fp8_parameter_gather", OptionKind::boolean, {}},
      {"gradient_reduce", OptionKind::name, {"fp32", "bf16"}},
      {"recompute_modules",
       OptionKind::list,
       {"core_attn", "layernorm", "moe_act", "mla_up_proj", "mlp", "moe", "shared_experts"}},
      {"loss", OptionKind::name, {"eager", "fused", "compiled", "chunked"}},
      {"loss_chunks", OptionKind::number, {}, kMostChunks},
      {"offload_layers", OptionKind::number, {}, kMostLayers},
      {"context_parallel_method", OptionKind::name, {"p2p", "a2a", "allgather", "a2a+p2p"}}};
  return options;
}

std::optional<std::string_view> SoftwareChoice::said(std::string_view key) const {
  const auto found = options.find(key);
  return found == options.end() ? std::nullopt : std::optional<std::string_view>(found->second);
}

const std::vector<Json>& runtime_files() {
  // Our own files, whose reading is tested.
  static const std::vector<Json> files = [] {
    std::vector<Json> all;
    for (std::size_t i = 0; i < kEmbeddedRuntimesCount; ++i)
      all.push_back(json_or_null(kEmbeddedRuntimes[i].text));
    return all;
  }();
  return files;
}

std::vector<std::string> runtime_ids() {
  std::vector<std::string> ids;
  for (const Json& file : runtime_files()) ids.push_back(file.at("id").get<std::string>());
  return ids;
}

const std::string& usual_runtime() {
  // One of our own files says so, which is tested.
  static const std::string id = [] {
    for (const Json& file : runtime_files())
      if (file.contains("usual")) return file.at("id").get<std::string>();
    return std::string();
  }();
  return id;
}

std::string runtime_title(std::string_view id) {
  for (const Json& file : runtime_files())
    if (file.at("id") == id) return file.at("title").get<std::string>();
  return std::string(id);
}

std::string runtime_id(std::string_view name) {
  for (const Json& file : runtime_files()) {
    if (file.at("id") == name) return file.at("id").get<std::string>();
    if (!file.contains("names")) continue;
    for (const Json& other : file.at("names"))
      if (other == name) return file.at("id").get<std::string>();
  }
  return {};
}

namespace {

/// What costs read of a runtime's file.
struct RuntimeFacts {
  std::string stack;
  std::map<std::string, std::string, std::less<>> defaults;  ///< by key
};

const std::map<std::string, RuntimeFacts, std::less<>>& runtime_facts() {
  static const std::map<std::string, RuntimeFacts, std::less<>> all = [] {
    std::map<std::string, RuntimeFacts, std::less<>> read;
    for (const Json& file : runtime_files()) {
      RuntimeFacts own;
      if (const auto like = file.find("like"); like != file.end()) own = read[like->get<std::string>()];
      if (const auto stack = file.find("stack"); stack != file.end()) own.stack = stack->get<std::string>();
      if (const auto stated = file.find("defaults"); stated != file.end())
        for (const auto& [key, fact] : stated->items())
          own.defaults[key] = fact.at("value").get<std::string>();
      read[file.at("id").get<std::string>()] = std::move(own);
    }
    return read;
  }();
  return all;
}

}  // namespace

std::optional<std::string_view> in_use(const SoftwareChoice& choice, std::string_view key) {
  if (const auto said = choice.said(key)) return said;
  const auto runtime = runtime_facts().find(choice.runtime);
  if (runtime == runtime_facts().end()) return std::nullopt;
  const auto& defaults = runtime->second.defaults;
  const auto usual = defaults.find(key);
  return usual == defaults.end() ? std::nullopt : std::optional<std::string_view>(usual->second);
}

std::string_view stack_name(std::string_view runtime) {
  const auto found = runtime_facts().find(runtime);
  return found == runtime_facts().end() ? std::string_view{} : found->second.stack;
}

SoftwareChoice read_software(ObjectReader& parent, const Json& json) {
  ObjectReader reader(json, parent.path_of("software"));
  SoftwareChoice choice;
  const std::string runtime = reader.string("runtime", "");
  choice.runtime = runtime == "any" ? runtime : runtime_id(runtime);
  if (!runtime.empty() && choice.runtime.empty()) {
    std::vector<std::string> known = runtime_ids();
    known.emplace_back("any");
    const std::vector<std::string> near = near_matches(runtime, known);
    reader.mistake(code::out_of_range, "runtime", runtime,
                   {Wanted::Kind::one_of, near.empty() ? known : near});
  }
  choice.release = reader.string("release", "");
  choice.date = reader.string("date", "");
  if (!choice.date.empty() && !is_day_or_month(choice.date))
    reader.mistake(code::out_of_range, "date", choice.date,
                   {Wanted::Kind::text, {"a month or a day that exists, such as 2026-07 or 2026-07-15"}});
  for (const SoftwareOption& option : software_options())
    if (reader.has(option.key)) choice.options.emplace(option.key, read_option(reader, option));
  reader.finish_into(parent);
  return choice;
}

Json to_json(const SoftwareChoice& choice) {
  Json json = Json::object();
  if (!choice.runtime.empty()) json["runtime"] = choice.runtime;
  if (!choice.release.empty()) json["release"] = choice.release;
  if (!choice.date.empty()) json["date"] = choice.date;
  for (const SoftwareOption& option : software_options()) {
    const auto found = choice.options.find(option.key);
    if (found == choice.options.end()) continue;
    const std::string& text = found->second;
    switch (option.kind) {
      case OptionKind::boolean:
        json[option.key] = text == "true";
        break;
      case OptionKind::number:
        json[option.key] = parse_whole(text).value_or(0);
        break;
      case OptionKind::list:
        json[option.key] = list_json(text);
        break;
      case OptionKind::name:
        json[option.key] = text;
        break;
    }
  }
  return json;
}

}  // namespace astrolabe::strategy
