#include "core/runtimes/launch_settings.h"

#include <fmt/format.h>

#include <utility>

#include "core/strategy/chunks.h"
#include "core/strategy/layer_variables.h"
#include "core/strategy/tuning_variables.h"

namespace astrolabe::runtimes {

namespace {

using strategy::Problem;
using strategy::Recompute;
using strategy::Strategy;

/// Layers of each chunk in the order of the model.
std::vector<int> chunks_in_order(const Problem& problem, const Strategy& s) {
  std::vector<int> sizes;
  const int stages = static_cast<int>(s.stages.size());
  const strategy::Chunking chunking =
      strategy::chunking_of(s.schedule, problem.graph->layer_count(), stages, s.virtual_pipeline);
  for (int place = 0; place < stages * s.virtual_pipeline; ++place) {
    const int j = strategy::schedule_row(s.schedule).stage_at(stages, place);
    sizes.push_back(chunking.of_chunk(j, s.stages[static_cast<std::size_t>(j)].layers, place / stages));
  }
  return sizes;
}

/// Et*4|t*5|...|t*3L: embedding, layers and loss of every chunk.
std::string layout(const Problem& problem, const Strategy& s) {
  std::string text = "E";
  for (const int layers : chunks_in_order(problem, s))
    text += fmt::format("{}t*{}", text.size() == 1 ? "" : "|", layers);
  return text + 'L';
}

/// M-|M-*-: mixers, MLPs and experts of every chunk by their letters.
std::string hybrid_pattern(const Problem& problem, const Strategy& s) {
  const std::vector<std::string> letters = strategy::hybrid_letters(*problem.graph);
  std::string text;
  std::size_t layer = 0;
  for (const int count : chunks_in_order(problem, s)) {
    if (!text.empty()) text += '|';
    for (int i = 0; i < count && layer < letters.size(); ++i) text += letters[layer++];
  }
  return text;
}

/// The modules of every chunk, the output matrix by its name.
Json module_parts(const Problem& problem, const Strategy& s, const std::string& output) {
  const std::vector<int> sizes = chunks_in_order(problem, s);
  Json parts = Json::array();
  int layer = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    Json part = Json::array();
    if (k == 0) part.push_back("tok_embeddings");
    for (int i = 0; i < sizes[k]; ++i) part.push_back(fmt::format("layers.{}", layer++));
    if (k + 1 == sizes.size()) {
      part.push_back("norm");
      part.push_back(output);
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

/// Places in the model of the layers that are recomputed, the first of every stage.
Json recompute_layer_ids(const Strategy& s) {
  Json ids = Json::array();
  int first = 0;
  for (const strategy::Stage& stage : s.stages) {
    const int count = stage.recompute == Recompute::full ? stage.recompute_layers : 0;
    for (int i = 0; i < count; ++i) ids.push_back(first + i);
    first += stage.layers;
  }
  return ids;
}

constexpr std::string_view kParts = "module_parts ";

/// Filled in from the layout as a whole, where others are expressions.
bool is_of_layout(std::string_view inside) {
  return inside == "layout" || inside == "hybrid_pattern" || inside == "recompute_layer_ids" ||
         inside == "recompute_modules" || inside == "adapter_targets" || inside == "whole_targets" ||
         inside.starts_with(kParts);
}

/// Fills the value of an argument in.
struct Filler {
  const Problem& problem;
  const Strategy& strategy;
  const Argument& argument;
  bool python = false;

  /// Targets of adapters in the words of the argument.
  Json targets(const std::vector<std::string>& named) const {
    Json list = Json::array();
    for (const std::string& name : named) {
      const auto other = argument.targets.find(name);
      list.push_back(other == argument.targets.end() ? Json(name) : *other);
    }
    return list;
  }

  Json worth(const std::string& inside) const {
    if (inside == "layout") return layout(problem, strategy);
    if (inside == "hybrid_pattern") return hybrid_pattern(problem, strategy);
    if (inside == "recompute_layer_ids") return recompute_layer_ids(strategy);
    if (inside == "recompute_modules") {
      Json json = to_json(problem.job.software);
      return json.contains(inside) ? json.at(inside) : Json::array({"core_attn"});
    }
    if (inside == "adapter_targets")
      return targets(strategy::adapter_targets(problem.job.tuning.value_or(strategy::Tuning{})));
    if (inside == "whole_targets")
      return targets(strategy::whole_targets(problem.job.tuning.value_or(strategy::Tuning{})));
    if (inside.starts_with(kParts)) return module_parts(problem, strategy, inside.substr(kParts.size()));
    const strategy::Rule& rule = argument.expressions.find(inside)->second;
    const strategy::RuleValue value = strategy::evaluate(rule, problem, strategy);
    if (value == strategy::kNone) return {};
    if (rule.type == strategy::RuleType::boolean) return value != 0;
    if (rule.type == strategy::RuleType::name) return rule.names->names->at(static_cast<std::size_t>(value));
    return value;
  }
  std::string text(const Json& value) const {
    if (value.is_string()) return value.get<std::string>();
    if (python && value.is_boolean()) return value.get<bool>() ? "True" : "False";
    return value.dump();
  }
  Json operator()(const Json& value) const {
    if (value.is_array() || value.is_object()) {
      Json filled = value;
      for (auto& member : filled) member = (*this)(member);
      return filled;
    }
    if (!value.is_string()) return value;
    const auto& whole = value.get_ref<const std::string&>();
    std::string filled;
    for (std::size_t at = 0; at < whole.size();) {
      const std::size_t open = whole.find('{', at);
      if (open == std::string::npos) return filled + whole.substr(at);
      const std::size_t close = whole.find('}', open);
      const Json inside = worth(whole.substr(open + 1, close - open - 1));
      if (open == 0 && close + 1 == whole.size()) return inside;
      filled += whole.substr(at, open - at) + text(inside);
      at = close + 1;
    }
    return filled;
  }
};

}  // namespace

std::vector<std::string> expressions_in(const std::string& value) {
  std::vector<std::string> all;
  for (std::size_t open = value.find('{'); open != std::string::npos; open = value.find('{', open + 1)) {
    std::string inside = value.substr(open + 1, value.find('}', open) - open - 1);
    if (!is_of_layout(inside)) all.push_back(std::move(inside));
  }
  return all;
}

ArgumentValues readable_settings(const std::vector<Argument>& arguments, const strategy::Problem& problem,
                                 const strategy::Strategy& strategy, bool python) {
  ArgumentValues settings;
  for (const Argument& argument : arguments)
    if (argument.holds(problem, strategy))
      settings.emplace_back(&argument, Filler{problem, strategy, argument, python}(argument.value));
  return settings;
}

ArgumentValues settings_of(const std::vector<Argument>& arguments, const strategy::Problem& problem,
                           const strategy::Strategy& strategy, bool python) {
  auto settings = readable_settings(arguments, problem, strategy, python);
  std::erase_if(settings, [](const auto& setting) { return setting.first->read_only; });
  return settings;
}

}  // namespace astrolabe::runtimes
