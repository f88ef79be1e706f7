#include "core/runtimes/launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/quoting.h"
#include "core/strategy/chunks.h"
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
  return inside == "layout" || inside == "recompute_layer_ids" || inside == "recompute_modules" ||
         inside == "adapter_targets" || inside == "whole_targets" || inside.starts_with(kParts);
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

std::string python_literal(const Json& value) {
  if (value.is_object()) return value.at("code").get<std::string>();
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  return value.dump();
}

/// A value of an argument list; texts that a shell would read are quoted.
std::string word(const Json& value) {
  if (!value.is_string()) return value.dump();
  const auto& text = value.get_ref<const std::string&>();
  return text.find_first_of("|* ") == std::string::npos ? text : '"' + text + '"';
}

std::string as_argument(const std::string& name, const Json& value, bool valued) {
  if (value == true && !valued) return name;
  if (!value.is_array()) return name + ' ' + word(value);
  std::string text = name;
  for (const Json& each : value) text += ' ' + word(each);
  return text;
}

Json nested(const std::vector<std::pair<const Argument*, Json>>& settings, const std::string& under) {
  Json root = Json::object();
  for (const auto& [argument, value] : settings) {
    Json* at = &root;
    std::string name = under.empty() ? argument->name : under + '.' + argument->name;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.')) {
      at = &(*at)[name.substr(0, dot)];
      name.erase(0, dot + 1);
    }
    (*at)[name] = value;
  }
  return root;
}

void add_yaml(const Json& json, std::size_t depth, std::string& text) {
  for (const auto& [key, value] : json.items()) {
    text += std::string(2 * depth, ' ') + key + ':';
    if (value.is_object()) {
      text += '\n';
      add_yaml(value, depth + 1, text);
    } else {
      text += ' ' + value.dump() + '\n';
    }
  }
}

std::string toml(const Json& json) {
  std::string text;
  for (const auto& [section, members] : json.items()) {
    text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
    for (const auto& [key, value] : members.items()) text += fmt::format("{} = {}\n", key, value.dump());
  }
  return text;
}

/// The first text that holds; "" where none does.
std::string first_of(const std::vector<Words>& all, const Problem& problem, const Strategy& strategy) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Words& one) { return one.holds(problem, strategy); });
  return found == all.end() ? std::string() : found->text;
}

std::string python(const Runtime& runtime, const Problem& problem, const Strategy& strategy,
                   const std::vector<std::pair<const Argument*, Json>>& settings) {
  const std::string& what = runtime.configuration;
  std::string text;
  for (const Words& line : runtime.head)
    if (line.holds(problem, strategy)) text += line.text + '\n';
  text += fmt::format(
      "\n\ndef apply({}):\n    \"\"\"Sets what the plan says on a configuration; the model's sizes "
      "stay.\"\"\"\n",
      what);
  for (const auto& [argument, value] : settings)
    text += fmt::format("    {}.{} = {}\n", what, argument->name, python_literal(value));
  return text + fmt::format("    return {}\n", what);
}

long long gpus_of(const Strategy& s) {
  long long sum = 0;
  for (const strategy::Stage& stage : s.stages) sum += stage.tensor_parallel;
  return sum * s.replicas();
}

std::string heading(const Runtime& runtime, const Strategy& s, const LaunchHeader& header) {
  return fmt::format("# plan: {}\n# strategy: {} on {} GPUs\n# Astrolabe {}\n# {}, {} at {} ({})\n",
                     comment_text(header.plan), comment_text(header.strategy), gpus_of(s),
                     comment_text(header.version), runtime.title, runtime.repository,
                     runtime.commit.substr(0, 8), runtime.date);
}

void replace_all(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::vector<std::pair<const Argument*, Json>> filled_in(const std::vector<Argument>& arguments,
                                                        const Problem& problem, const Strategy& strategy,
                                                        bool python) {
  std::vector<std::pair<const Argument*, Json>> settings;
  for (const Argument& argument : arguments)
    if (argument.always || argument.when.broken(problem, strategy))
      settings.emplace_back(&argument, Filler{problem, strategy, argument, python}(argument.value));
  return settings;
}

}  // namespace

std::vector<std::string> expressions_in(const std::string& value) {
  std::vector<std::string> all;
  for (std::size_t open = value.find('{'); open != std::string::npos; open = value.find('{', open + 1)) {
    std::string inside = value.substr(open + 1, value.find('}', open) - open - 1);
    if (!is_of_layout(inside)) all.push_back(std::move(inside));
  }
  return all;
}

std::vector<std::pair<const Argument*, Json>> settings_of(const std::vector<Argument>& arguments,
                                                          const strategy::Problem& problem,
                                                          const strategy::Strategy& strategy, bool python) {
  auto settings = filled_in(arguments, problem, strategy, python);
  std::erase_if(settings, [](const auto& setting) { return setting.first->read_only; });
  return settings;
}

std::vector<std::pair<const Argument*, Json>> readable_settings(const std::vector<Argument>& arguments,
                                                                const strategy::Problem& problem,
                                                                const strategy::Strategy& strategy,
                                                                bool python) {
  return filled_in(arguments, problem, strategy, python);
}

std::string launch_file(const Runtime& runtime, const strategy::Problem& problem,
                        const strategy::Strategy& strategy, const LaunchHeader& header) {
  const bool in_python = runtime.form == "python";
  std::vector<std::pair<const Argument*, Json>> settings, command;
  for (auto& setting : settings_of(runtime.arguments, problem, strategy, in_python))
    (setting.first->on_command ? command : settings).push_back(std::move(setting));
  std::vector<std::string> remarks;
  for (const auto& [argument, value] : settings_of(runtime.environment, problem, strategy))
    remarks.push_back(fmt::format("environment: {}={}", argument->name, word(value)));
  for (const auto& [argument, value] : command)
    remarks.push_back("command line: " + as_argument(argument->name, value, true));
  for (const std::string& remark : judge(runtime, problem, strategy).remarks) remarks.push_back(remark);
  const std::string under = first_of(runtime.under, problem, strategy);
  if (runtime.form == "json") {
    // JSON has no comments: the header is an object that nobody reads.
    Json json = nested(settings, under);
    json["astrolabe"] = {{"plan", header.plan},
                         {"strategy", header.strategy},
                         {"version", header.version},
                         {"gpus", gpus_of(strategy)},
                         {"remarks", remarks}};
    return text_of(json, 2) + '\n';
  }
  std::string text = heading(runtime, strategy, header);
  for (const std::string& remark : remarks) text += fmt::format("# {}\n", comment_text(remark));
  if (in_python) return text + python(runtime, problem, strategy, settings);
  if (runtime.form == "toml") return text + toml(nested(settings, under));
  if (runtime.form == "yaml") {
    add_yaml(nested(settings, under), 0, text);
    return text;
  }
  for (const auto& [argument, value] : settings)
    text += as_argument(argument->name, value, runtime.form == "valued_arguments") + '\n';
  return text;
}

std::string_view extension_of(const Runtime& runtime) {
  if (runtime.form == "python") return "py";
  if (runtime.form == "arguments" || runtime.form == "valued_arguments") return "args";
  return runtime.form;
}

std::optional<Start> start_from(std::string_view name) {
  if (name == "torchrun") return Start::torchrun;
  if (name == "srun") return Start::srun;
  if (name == "sbatch") return Start::sbatch;
  if (name == "kubernetes") return Start::kubernetes;
  return std::nullopt;
}

const char* ending_of(Start start) { return start == Start::kubernetes ? ".job.yaml" : ".sh"; }

std::string start_file(const Runtime& runtime, const strategy::Problem& problem,
                       const strategy::Strategy& strategy, Start start, const std::string& file,
                       const LaunchHeader& header) {
  const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(strategy.stages.front().pool)];
  const long long gpus = gpus_of(strategy);
  const long long each = std::min<long long>(gpus, pool.gpus_per_node);
  const long long nodes = (gpus + each - 1) / each;
  const bool slurm = start == Start::srun || start == Start::sbatch;
  const bool kubernetes = start == Start::kubernetes;
  std::string command = first_of(runtime.start, problem, strategy);
  replace_all(command, "{torchrun}",
              "torchrun --nnodes {nodes} --nproc-per-node {gpus} --node-rank {rank} --master-addr {head} "
              "--master-port {port}");
  std::string arguments;
  for (const auto& [argument, value] : settings_of(runtime.arguments, problem, strategy))
    if (argument->on_command) arguments += ' ' + as_argument(argument->name, value, true);
  replace_all(command, "{arguments}", arguments);
  replace_all(command, "{rank}", slurm ? "$SLURM_NODEID" : kubernetes ? "$RANK" : "$NODE_RANK");
  replace_all(command, "{head}", slurm ? "$HEAD" : "$MASTER_ADDR");
  replace_all(command, "{port}", kubernetes ? "$MASTER_PORT" : "29500");
  replace_all(command, "{nodes}", std::to_string(nodes));
  replace_all(command, "{world}", std::to_string(gpus));
  replace_all(command, "{gpus}", std::to_string(each));
  std::string comment;  // a name of two lines would end it
  if (const std::size_t at = command.find("  # "); at != std::string::npos) {
    comment = command.substr(at);
    command.resize(at);
  }
  replace_all(comment, "{file}", comment_text(shell_word(file)));
  replace_all(command, "{file}", shell_word(file));
  command += comment;
  const auto environment = settings_of(runtime.environment, problem, strategy);
  const std::string head = heading(runtime, strategy, header);
  if (kubernetes) {
    Json container{{"name", "pytorch"}, {"image", "IMAGE"}, {"command", {"bash", "-c", command}}};
    for (const auto& [argument, value] : environment)
      container["env"].push_back({{"name", argument->name}, {"value", value}});
    const char* resource = pool.gpu.vendor == "AMD" ? "amd.com/gpu" : "nvidia.com/gpu";
    container["resources"] = {{"limits", {{resource, each}}}};
    const auto replicas = [&](long long count) {
      return Json{{"replicas", count},
                  {"restartPolicy", "OnFailure"},
                  {"template", {{"spec", {{"containers", Json::array({container})}}}}}};
    };
    Json specs{{"Master", replicas(1)}};
    if (nodes > 1) specs["Worker"] = replicas(nodes - 1);
    // JSON is YAML, too.
    const Json job{{"apiVersion", "kubeflow.org/v1"},
                   {"kind", "PyTorchJob"},
                   {"metadata", {{"name", "astrolabe"}}},
                   {"spec", {{"pytorchReplicaSpecs", specs}}}};
    return head + "# IMAGE is to be filled in, and every word in capitals of the command.\n" +
           text_of(job, 2) + '\n';
  }
  std::string text = "#!/bin/bash\n";
  if (start == Start::sbatch)
    text += fmt::format(
        "#SBATCH --nodes={}\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node={}\n#SBATCH --exclusive\n",
        nodes, each);
  text += head;
  text += start == Start::torchrun
              ? "# On every machine, with NODE_RANK from 0 on and MASTER_ADDR the first.\n"
          : start == Start::srun ? "# Inside an allocation of Slurm.\n"
                                 : "";
  text += "# Words in capitals are to be filled in.\nset -e\n";
  for (const auto& [argument, value] : environment)
    text += fmt::format("export {}={}\n", argument->name, word(value));
  if (!slurm) return text + command + '\n';
  return text + fmt::format(
                    "export HEAD=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n1)\n"
                    "srun --nodes {} --ntasks-per-node 1 --gpus-per-node {} bash -c {}\n",
                    nodes, each, shell_word(command));
}

}  // namespace astrolabe::runtimes
