#include "core/runtimes/launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/quoting.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/launch_settings.h"

namespace astrolabe::runtimes {

namespace {

using strategy::Problem;
using strategy::Strategy;

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

Json nested(const ArgumentValues& settings, const std::string& under) {
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
                   const ArgumentValues& settings) {
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

}  // namespace

std::string launch_file(const Runtime& runtime, const strategy::Problem& problem,
                        const strategy::Strategy& strategy, const LaunchHeader& header) {
  const bool in_python = runtime.form == "python";
  ArgumentValues settings, command;
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
