#include "core/strategy/runtime_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/strategy/launch_variables.h"
#include "core/strategy/layer_variables.h"
#include "core/strategy/software_choice.h"

namespace astrolabe::strategy {

namespace {

const std::vector<std::string> kVerdicts{"runs", "altered", "refused", "none", "own_code", "unknown"};

std::vector<Condition> conditions_under(ObjectReader& reader, const char* key) {
  std::vector<Condition> own;
  const Json* array = reader.array(key);
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    ObjectReader one((*array)[i], fmt::format("{}[{}]", key, i));
    Condition condition;
    condition.name = one.string("setting");
    if (const Json* when = one.any("when"))
      condition.when = read_expression(reader, *when, one.path_of("when"));
    condition.verdict =
        static_cast<Verdict>(one.choice("verdict", kVerdicts, static_cast<int>(Verdict::refused)));
    condition.why = one.string("why");
    condition.source = one.string("source", "");
    condition.whole_cluster = one.boolean("whole_cluster", false);
    one.finish_into(reader);
    own.push_back(std::move(condition));
  }
  return own;
}

/// What a file says of kinds of layers: {"mamba_2": "where it has them", "mamba_1 mlstm": {verdict, why,
/// source}}; `any` holds for those that it does not name.
std::vector<Condition> conditions_of_layers(ObjectReader& reader, const Json& layers) {
  ObjectReader kinds(layers, reader.path_of("layers"));
  std::map<std::string, const Json*, std::less<>> said;
  for (const auto& [keys, fact] : layers.items()) {
    kinds.any(keys);
    for (const std::string& key : split(keys, ' ')) {
      const auto& traits = layer_traits();
      if (key != "any" && std::none_of(traits.begin(), traits.end(),
                                       [&](const LayerTrait& trait) { return trait.key == key; }))
        kinds.mistake(code::out_of_range, keys, key, {Wanted::Kind::text, {"a kind of layer"}});
      said[key] = &fact;
    }
  }
  std::vector<Condition> all;
  for (const LayerTrait& trait : layer_traits()) {
    auto fact = said.find(trait.key);
    if (fact == said.end()) fact = said.find("any");
    if (fact != said.end() && fact->second->is_string()) continue;  // it has them
    Condition condition;
    condition.name = trait.name;
    condition.when = read_expression(reader, std::string("$") + trait.variable, trait.key);
    condition.of_layers = true;
    if (fact == said.end()) {
      condition.verdict = Verdict::unknown;
      condition.why = "whether it has them is not known";
    } else {
      ObjectReader one(*fact->second, kinds.path_of(fact->first));
      condition.verdict = static_cast<Verdict>(one.choice("verdict", kVerdicts));
      condition.why = one.string("why");
      condition.source = one.string("source");
      one.finish_into(kinds);
    }
    all.push_back(std::move(condition));
  }
  kinds.finish_into(reader);
  return all;
}

using ByRuntime = std::map<std::string, std::vector<Condition>, std::less<>>;

/// Of all files; those that a file takes over are of one before it.
ByRuntime read_all() {
  ByRuntime all;
  for (const Json& file : runtime_files()) {
    ObjectReader reader(file, "");
    const auto like = all.find(reader.string("like", ""));
    all[reader.string("id")] =
        read_conditions(reader, like == all.end() ? std::vector<Condition>{} : like->second);
  }
  return all;
}

}  // namespace

const char* to_string(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)].c_str(); }

Rule read_expression(ObjectReader& reader, const Json& json, const std::string& where) {
  auto rule = parse_expression(json.is_string() ? json.get<std::string>() : "", launch_variables());
  if (rule) return std::move(*rule);
  Error error = rule.error();
  error.where = fmt::format("{}, {}", where, error.where);
  reader.mistake(std::move(error));
  return {};
}

std::vector<Condition> read_conditions(ObjectReader& reader, std::vector<Condition> taken_over) {
  if (const Json* left = reader.array("without"))
    for (const Json& name : *left)
      if (std::erase_if(taken_over, [&](const Condition& one) { return one.name == name; }) == 0)
        reader.mistake(code::out_of_range, "without", shown(name), {});
  std::vector<Condition> all;
  static const Json nothing = Json::object();
  const Json* layers = reader.object("layers");
  if (layers == nullptr && taken_over.empty()) layers = &nothing;
  if (layers != nullptr) {
    std::erase_if(taken_over, [](const Condition& one) { return one.of_layers; });
    all = conditions_of_layers(reader, *layers);
  }
  std::vector<Condition> own = conditions_under(reader, "conditions");
  std::move(own.begin(), own.end(), std::back_inserter(all));
  std::move(taken_over.begin(), taken_over.end(), std::back_inserter(all));
  std::vector<Condition> last = conditions_under(reader, "later");
  std::move(last.begin(), last.end(), std::back_inserter(all));
  return all;
}

const std::vector<Condition>& conditions_of(std::string_view runtime) {
  static const ByRuntime all = read_all();
  static const std::vector<Condition> none;
  const auto found = all.find(runtime);
  return found == all.end() ? none : found->second;
}

std::vector<Rule> runtime_rules(std::string_view runtime) {
  std::vector<Rule> rules;
  for (const Condition& condition : conditions_of(runtime)) {
    // What is launched are the GPUs that a strategy uses.
    if (condition.verdict == Verdict::runs || condition.whole_cluster) continue;
    Rule rule = condition.when;
    rule.name = fmt::format("{}: {}", runtime, condition.name);
    rule.because =
        condition.source.empty() ? condition.why : fmt::format("{} ({})", condition.why, condition.source);
    rule.fixed = "software.runtime of the job names a runtime that does not run it; another one, or any, may";
    rule.of_runtime = true;
    rules.push_back(std::move(rule));
  }
  return rules;
}

const Condition* missing_layers(std::string_view runtime, const Problem& problem) {
  const std::vector<Condition>& all = conditions_of(runtime);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Condition& one) {
    return one.of_layers && one.verdict != Verdict::runs && one.when.broken(problem, {});
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace astrolabe::strategy
