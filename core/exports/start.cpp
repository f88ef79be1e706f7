#include "core/exports/start.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/quoting.h"
#include "core/exports/launch_text.h"
#include "core/exports/visible_gpus.h"
#include "core/runtimes/launch_settings.h"

namespace astrolabe::exports {

namespace {

void replace_all(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// A comment for each machine of which a part is used: which node it is and which of its GPUs ranks run on.
std::string parts_text(const std::vector<Machine>& machines, Start start) {
  std::string text;
  for (std::size_t k = 0; k < machines.size(); ++k)
    text += fmt::format("# Machine {} is node {} of {}: ranks run on its GPUs {} alone.\n", k,
                        machines[k].part.node, comment_text(machines[k].pool),
                        fmt::join(machines[k].part.gpus, ", "));
  if (machines.empty()) return text;
  if (start == Start::srun || start == Start::sbatch)
    text += "# The allocation has to be these machines: Slurm numbers them by their names.\n";
  if (start == Start::kubernetes)
    text += same_gpus(machines)
                ? "# Pods have to stand on these machines.\n"
                : "# Pods have to stand on these machines: NODE_0 is the name of the first.\n";
  return text;
}

/// Words of a shell for the number of the machine in `rank` ("$NODE_RANK"): one number where all are equal.
std::string number_of(const std::vector<long long>& numbers, const std::string& rank) {
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
    while (end < numbers.size() && numbers[end] == numbers[begin]) ++end;
    if (end < numbers.size())
      text += fmt::format("{} [ {} -lt {} ]; then echo {}; ", begin == 0 ? "if" : "elif", rank, end,
                          numbers[begin]);
    else if (begin == 0)
      return std::to_string(numbers.front());
    else
      text += fmt::format("else echo {}; fi", numbers[begin]);
  }
  return "$(" + text + ")";
}

/// Comments where machines do not run equally many ranks. `divided`: the launcher is told how many all
/// machines run, and gives each an equal part.
std::string unequal_text(const std::vector<int>& ranks, bool divided) {
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < ranks.size(); begin = end) {
    while (end < ranks.size() && ranks[end] == ranks[begin]) ++end;
    if (begin == 0 && end == ranks.size()) return {};
    text += fmt::format("{} {} on {}", begin == 0 ? "# Ranks of the machines:" : ",", ranks[begin],
                        end - begin == 1 ? std::to_string(begin) : fmt::format("{} to {}", begin, end - 1));
  }
  text += ".\n";
  if (divided)
    text += fmt::format(
        "# The launcher divides its number of processes by that of machines: each is told its own times "
        "{}.\n",
        ranks.size());
  return text;
}

/// Machines that one template of pods is for, in the order of their numbers.
struct PodKind {
  const hardware::Pool* pool = nullptr;
  long long first = 0, machines = 0;
  int ranks = 0;  ///< of the one that runs most
};

/// Machines beside each other with the same GPUs, and as many of them, are of one kind.
std::vector<PodKind> kinds_of_pods(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  const std::vector<int> ranks = ranks_by_machine(problem, strategy);
  const std::vector<std::size_t> pools = pools_by_machine(problem, strategy);
  std::vector<PodKind> kinds;
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    const hardware::Pool& pool = problem.cluster.pools[pools[k]];
    const bool same = !kinds.empty() && kinds.back().pool->gpu.id == pool.gpu.id &&
                      kinds.back().pool->gpus_per_node == pool.gpus_per_node;
    if (!same) kinds.push_back({&pool, static_cast<long long>(k), 0, 0});
    ++kinds.back().machines;
    kinds.back().ranks = std::max(kinds.back().ranks, ranks[k]);
  }
  return kinds;
}

constexpr const char* kJobName = "astrolabe";

/// The label by which a vendor's software tells the GPUs of a node.
const char* product_label(const hardware::Pool& pool) {
  return pool.gpu.vendor == "AMD" ? "amd.com/gpu.product-name" : "nvidia.com/gpu.product";
}

/// A job for the k-th kind of several: its pods stand on its machines, count on from those of the jobs before
/// and meet at the master of the first, which has the name of a service.
Json job_of(const PodKind& kind, std::size_t k, std::size_t kinds, Json container, long long asked) {
  std::string name = kJobName;
  if (k > 0) {
    name += fmt::format("-{}", k);
    std::string& command = container["command"][2].get_ref<std::string&>();
    command =
        fmt::format("export RANK=$((RANK + {})) MASTER_ADDR={}-master-0\n", kind.first, kJobName) + command;
  }
  container["resources"] = {
      {"limits", {{kind.pool->gpu.vendor == "AMD" ? "amd.com/gpu" : "nvidia.com/gpu", asked}}}};
  Json pod{{"containers", Json::array({std::move(container)})}};
  if (kinds > 1) pod["nodeSelector"] = {{product_label(*kind.pool), fmt::format("PRODUCT_{}", k)}};
  const auto replicas = [&](long long count) {
    return Json{{"replicas", count}, {"restartPolicy", "OnFailure"}, {"template", {{"spec", pod}}}};
  };
  Json specs{{"Master", replicas(1)}};
  if (kind.machines > 1) specs["Worker"] = replicas(kind.machines - 1);
  return {{"apiVersion", "kubeflow.org/v1"},
          {"kind", "PyTorchJob"},
          {"metadata", {{"name", name}}},
          {"spec", {{"pytorchReplicaSpecs", std::move(specs)}}}};
}

/// Comments where there are several kinds: a PyTorchJob has one template for all of its workers.
std::string kinds_text(const std::vector<PodKind>& kinds) {
  if (kinds.size() < 2) return {};
  std::string text = fmt::format(
      "# Machines of {} kinds, and a PyTorchJob for each, as its workers have one template. All meet at the\n"
      "# master of the first: they belong into one namespace, and nothing but room for all starts them "
      "together.\n",
      kinds.size());
  for (std::size_t k = 0; k < kinds.size(); ++k)
    text += fmt::format("# PRODUCT_{} is the label {} of the nodes of {} ({}).\n", k,
                        product_label(*kinds[k].pool), comment_text(kinds[k].pool->id),
                        comment_text(kinds[k].pool->gpu.name));
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
  const std::vector<int> ranks = ranks_by_machine(problem, strategy);
  const auto nodes = static_cast<long long>(ranks.size());
  const std::vector<Machine> machines = machines_in_parts(problem, strategy);
  const std::string_view visible = visible_devices(pool.gpu.vendor);
  // A launcher that handed out a part of a machine would choose which.
  const long long asked =
      machines.empty() ? *std::max_element(ranks.begin(), ranks.end()) : pool.gpus_per_node;
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
  std::vector<long long> own(ranks.begin(), ranks.end());
  replace_all(command, "{gpus}", number_of(own, rank));
  for (long long& number : own) number *= nodes;
  constexpr std::string_view kDivided = "{divided_gpus}";
  const bool divided = command.find(kDivided) != std::string::npos;
  replace_all(command, kDivided, number_of(own, rank));
  std::string comment;  // a name of two lines would end it
  if (const std::size_t at = command.find("  # "); at != std::string::npos) {
    comment = command.substr(at);
    command.resize(at);
  }
  replace_all(comment, "{file}", comment_text(shell_word(file)));
  replace_all(command, "{file}", shell_word(file));
  command += comment;
  const auto environment = runtimes::settings_of(runtime.environment, problem, strategy);
  const std::string head =
      heading(runtime, strategy, header) + unequal_text(ranks, divided) + parts_text(machines, start);
  if (kubernetes) {
    const bool by_name = !same_gpus(machines);
    const std::string shown = show_by_name(machines, visible, "$NODE_NAME");
    Json container{{"name", "pytorch"}, {"image", "IMAGE"}, {"command", {"bash", "-c", shown + command}}};
    for (const auto& [argument, value] : environment)
      container["env"].push_back({{"name", argument->name}, {"value", value}});
    if (by_name)
      container["env"].push_back(
          {{"name", "NODE_NAME"}, {"valueFrom", {{"fieldRef", {{"fieldPath", "spec.nodeName"}}}}}});
    const std::vector<PodKind> kinds = kinds_of_pods(problem, strategy);
    Json jobs = Json::array();
    for (std::size_t k = 0; k < kinds.size(); ++k)
      jobs.push_back(job_of(kinds[k], k, kinds.size(), container,
                            machines.empty() ? kinds[k].ranks : kinds[k].pool->gpus_per_node));
    // JSON is YAML, too.
    const Json all =
        jobs.size() == 1 ? jobs.front() : Json{{"apiVersion", "v1"}, {"kind", "List"}, {"items", jobs}};
    return head + kinds_text(kinds) +
           "# IMAGE is to be filled in, and every word in capitals of the command.\n" + text_of(all, 2) +
           '\n';
  }
  std::string text = "#!/bin/bash\n";
  if (start == Start::sbatch)
    text += fmt::format(
        "#SBATCH --nodes={}\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node={}\n#SBATCH --exclusive\n",
        nodes, asked);
  text += head;
  text += start == Start::torchrun
              ? "# On every machine, with NODE_RANK from 0 on and MASTER_ADDR the first.\n"
          : start == Start::srun ? "# Inside an allocation of Slurm.\n"
                                 : "";
  text += "# Words in capitals are to be filled in.\nset -e\n";
  for (const auto& [argument, value] : environment)
    text += fmt::format("export {}={}\n", argument->name, word(value));
  if (!slurm) return text + show_by_number(machines, visible, "${NODE_RANK:?}") + command + '\n';
  return text + fmt::format(
                    "export HEAD=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n1)\n"
                    "srun --nodes {} --ntasks-per-node 1 --gpus-per-node {} bash -c {}\n",
                    nodes, asked, shell_word(show_by_number(machines, visible, "$SLURM_NODEID") + command));
}

}  // namespace astrolabe::exports
