#include "core/exports/start.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/quoting.h"
#include "core/exports/launch_text.h"
#include "core/hardware/usable_gpus.h"
#include "core/runtimes/launch_settings.h"
#include "core/strategy/fits.h"

namespace astrolabe::exports {

namespace {

void replace_all(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// A comment for each pool of which parts of nodes are used: which GPUs of which node.
std::string parts_text(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  std::string text;
  const std::vector<int> used = strategy::gpus_by_pool(problem.cluster, strategy);
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) continue;
    const hardware::Pool& pool = problem.cluster.pools[i];
    for (const hardware::NodePart& part : hardware::parts_in_use(pool))
      text += fmt::format("# Node {} of {}: ranks run on its GPUs {} alone.\n", part.node,
                          comment_text(pool.id), fmt::join(part.gpus, ", "));
  }
  return text;
}

}  // namespace

std::optional<Start> start_from(std::string_view name) {
  if (name == "torchrun") return Start::torchrun;
  if (name == "srun") return Start::srun;
  if (name == "sbatch") return Start::sbatch;
  if (name == "kubernetes") return Start::kubernetes;
  return std::nullopt;
}

const char* ending_of(Start start) { return start == Start::kubernetes ? ".job.yaml" : ".sh"; }

std::string start_file(const runtimes::Runtime& runtime, const strategy::Problem& problem,
                       const strategy::Strategy& strategy, Start start, const std::string& file,
                       const LaunchHeader& header) {
  const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(strategy.stages.front().pool)];
  const long long gpus = gpus_of(strategy);
  const long long each = std::min<long long>(gpus, pool.gpus_of_node());
  const long long nodes = (gpus + each - 1) / each;
  const bool slurm = start == Start::srun || start == Start::sbatch;
  const bool kubernetes = start == Start::kubernetes;
  std::string command = first_of(runtime.start, problem, strategy);
  replace_all(command, "{torchrun}",
              "torchrun --nnodes {nodes} --nproc-per-node {gpus} --node-rank {rank} --master-addr {head} "
              "--master-port {port}");
  std::string arguments;
  runtimes::ArgumentValues settings = runtimes::settings_of(runtime.arguments, problem, strategy);
  add_save_interval(runtime, header, settings);
  for (const auto& [argument, value] : settings)
    if (argument->on_command) arguments += ' ' + as_argument(argument->name, value, true);
  replace_all(command, "{arguments}", arguments);
  const std::string rank = slurm ? "$SLURM_NODEID" : kubernetes ? "$RANK" : "$NODE_RANK";
  replace_all(command, "{rank}", rank);
  replace_all(command, "{head}", slurm ? "$HEAD" : "$MASTER_ADDR");
  replace_all(command, "{port}", kubernetes ? "$MASTER_PORT" : "29500");
  replace_all(command, "{nodes}", std::to_string(nodes));
  replace_all(command, "{world}", std::to_string(gpus));
  const long long last = gpus - (nodes - 1) * each;
  replace_all(command, "{gpus}",
              last == each
                  ? std::to_string(each)
                  : fmt::format("$([ {} = {} ] && echo {} || echo {})", rank, nodes - 1, last, each));
  std::string comment;  // a name of two lines would end it
  if (const std::size_t at = command.find("  # "); at != std::string::npos) {
    comment = command.substr(at);
    command.resize(at);
  }
  replace_all(comment, "{file}", comment_text(shell_word(file)));
  replace_all(command, "{file}", shell_word(file));
  command += comment;
  const auto environment = runtimes::settings_of(runtime.environment, problem, strategy);
  const std::string head = heading(runtime, strategy, header) + parts_text(problem, strategy);
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

}  // namespace astrolabe::exports
