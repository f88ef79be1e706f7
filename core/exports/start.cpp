#include "core/exports/start.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

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
  if (start != Start::torchrun)
    text +=
        "# All GPUs of a machine are asked for, failed ones too, and numbered as they stand in it: where the "
        "cluster\n# offers those alone that work, ask for these and number them from 0 on.\n";
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

/// "8 on 0 to 1, 4 on 2": the numbers of machines; "" where all are equal.
std::string runs_text(const std::vector<long long>& numbers) {
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
    while (end < numbers.size() && numbers[end] == numbers[begin]) ++end;
    if (begin == 0 && end == numbers.size()) return {};
    text += fmt::format("{}{} on {}", begin == 0 ? "" : ", ", numbers[begin],
                        end - begin == 1 ? std::to_string(begin) : fmt::format("{} to {}", begin, end - 1));
  }
  return text;
}

/// Comments where machines do not run equally many ranks. `divided`: the launcher is told how many all
/// machines run, and gives each an equal part.
std::string unequal_text(const std::vector<long long>& ranks, bool divided) {
  std::string text = runs_text(ranks);
  if (text.empty()) return {};
  text = "# Ranks of the machines: " + text + ".\n";
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
  long long asked = 0;  ///< GPUs of each
  long long first = 0, machines = 0;
  std::size_t nodes = 0;  ///< which kind of nodes: of one, different parts may be asked for
};

bool same_nodes(const hardware::Pool& one, const hardware::Pool& other) {
  return one.gpu.id == other.gpu.id && one.gpus_per_node == other.gpus_per_node;
}

std::size_t kinds_of_nodes(const std::vector<PodKind>& kinds) {
  std::size_t count = 0;
  for (const PodKind& kind : kinds) count = std::max(count, kind.nodes + 1);
  return count;
}

/// Machines beside each other with the same GPUs, of which as many are asked for, are of one kind.
/// `in_parts`: the start itself says which GPUs of a machine ranks run on, and asks for all of them.
std::vector<PodKind> kinds_of_pods(const strategy::Problem& problem, const strategy::Strategy& strategy,
                                   bool in_parts) {
  const std::vector<int> ranks = ranks_by_machine(problem, strategy);
  const std::vector<std::size_t> pools = pools_by_machine(problem, strategy);
  std::vector<PodKind> kinds;
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    const hardware::Pool& pool = problem.cluster.pools[pools[k]];
    const long long asked = in_parts ? pool.gpus_per_node : ranks[k];
    if (kinds.empty() || !same_nodes(*kinds.back().pool, pool) || kinds.back().asked != asked) {
      const auto before = std::find_if(kinds.begin(), kinds.end(),
                                       [&](const PodKind& kind) { return same_nodes(*kind.pool, pool); });
      const std::size_t nodes = before != kinds.end() ? before->nodes : kinds_of_nodes(kinds);
      kinds.push_back({&pool, asked, static_cast<long long>(k), 0, nodes});
    }
    ++kinds.back().machines;
  }
  return kinds;
}

/// GPUs of each machine that an allocation of whole nodes asks for: as many as the one with most ranks runs.
/// All where one has fewer, as the sum alone is told then, or where the start itself says which of them ranks
/// run on (`in_parts`).
std::vector<long long> asked_of_nodes(const strategy::Problem& problem, const strategy::Strategy& strategy,
                                      bool in_parts) {
  const std::vector<int> ranks = ranks_by_machine(problem, strategy);
  const int most = *std::max_element(ranks.begin(), ranks.end());
  std::vector<long long> all;
  for (const std::size_t p : pools_by_machine(problem, strategy))
    all.push_back(problem.cluster.pools[p].gpus_per_node);
  if (in_parts || *std::min_element(all.begin(), all.end()) < most) return all;
  return std::vector<long long>(all.size(), most);
}

/// The GPUs in a request to Slurm, behind the option and `between`. It has one number for all nodes: that of
/// each where they are equal, else their sum.
std::string slurm_gpus(const std::vector<long long>& asked, char between) {
  const bool equal =
      std::all_of(asked.begin(), asked.end(), [&](long long gpus) { return gpus == asked.front(); });
  return fmt::format("{}{}{}", equal ? "--gpus-per-node" : "--gpus", between,
                     equal ? asked.front() : std::accumulate(asked.begin(), asked.end(), 0LL));
}

/// Comments where the nodes of an allocation differ in GPUs.
std::string nodes_text(const std::vector<long long>& asked) {
  const std::string each = runs_text(asked);
  if (each.empty()) return {};
  return "# GPUs of the nodes: " + each +
         ", all of each. The allocation has to be nodes of these numbers of GPUs in this\n"
         "# order: Slurm numbers them by their names.\n";
}

constexpr const char* kJobName = "astrolabe";

/// The label by which a vendor's software tells the GPUs of a node.
const char* product_label(const hardware::Pool& pool) {
  return pool.gpu.vendor == "AMD" ? "amd.com/gpu.product-name" : "nvidia.com/gpu.product";
}

/// A job for the k-th kind of several: its pods stand on its machines, count on from those of the jobs before
/// and meet at the master of the first, which has the name of a service. `several_nodes`: its nodes have to
/// be told from those of others.
Json job_of(const PodKind& kind, std::size_t k, bool several_nodes, Json container) {
  std::string name = kJobName;
  if (k > 0) {
    name += fmt::format("-{}", k);
    std::string& command = container["command"][2].get_ref<std::string&>();
    command =
        fmt::format("export RANK=$((RANK + {})) MASTER_ADDR={}-master-0\n", kind.first, kJobName) + command;
  }
  container["resources"] = {
      {"limits", {{kind.pool->gpu.vendor == "AMD" ? "amd.com/gpu" : "nvidia.com/gpu", kind.asked}}}};
  Json pod{{"containers", Json::array({std::move(container)})}};
  if (several_nodes)
    pod["nodeSelector"] = {{product_label(*kind.pool), fmt::format("PRODUCT_{}", kind.nodes)}};
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
  const std::size_t several = kinds_of_nodes(kinds);
  for (std::size_t number = 0; several > 1 && number < several; ++number) {
    const PodKind& kind =
        *std::find_if(kinds.begin(), kinds.end(), [&](const PodKind& each) { return each.nodes == number; });
    text += fmt::format("# PRODUCT_{} is the label {} of the nodes of {} ({}).\n", number,
                        product_label(*kind.pool), comment_text(kind.pool->id),
                        comment_text(kind.pool->gpu.name));
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
  const std::vector<int> by_machine = ranks_by_machine(problem, strategy);
  const std::vector<long long> ranks(by_machine.begin(), by_machine.end());
  const auto nodes = static_cast<long long>(ranks.size());
  const std::vector<Machine> machines = machines_in_parts(problem, strategy);
  const std::string_view visible = visible_devices(pool.gpu.vendor);
  // A launcher that handed out a part of a machine would choose which.
  const std::vector<long long> asked = asked_of_nodes(problem, strategy, !machines.empty());
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
  std::vector<long long> own = ranks;
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
    const std::vector<PodKind> kinds = kinds_of_pods(problem, strategy, !machines.empty());
    const bool several_nodes = kinds_of_nodes(kinds) > 1;
    Json jobs = Json::array();
    for (std::size_t k = 0; k < kinds.size(); ++k)
      jobs.push_back(job_of(kinds[k], k, several_nodes, container));
    // JSON is YAML, too.
    const Json all =
        jobs.size() == 1 ? jobs.front() : Json{{"apiVersion", "v1"}, {"kind", "List"}, {"items", jobs}};
    return head + kinds_text(kinds) +
           "# IMAGE is to be filled in, and every word in capitals of the command.\n" + text_of(all, 2) +
           '\n';
  }
  std::string text = "#!/bin/bash\n";
  if (start == Start::sbatch)
    text += fmt::format("#SBATCH --nodes={}\n#SBATCH --ntasks-per-node=1\n#SBATCH {}\n#SBATCH --exclusive\n",
                        nodes, slurm_gpus(asked, '='));
  text += head;
  if (slurm) text += nodes_text(asked);
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
                    "srun --nodes {} --ntasks-per-node 1 {} bash -c {}\n",
                    nodes, slurm_gpus(asked, ' '),
                    shell_word(show_by_number(machines, visible, "$SLURM_NODEID") + command));
}

}  // namespace astrolabe::exports
