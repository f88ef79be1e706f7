#pragma once
// Which GPUs of which machine the ranks of a strategy may see, where it uses parts of nodes, and the words in
// which a start says so.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/hardware/usable_gpus.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::exports {

/// The variable by which processes are shown some of a machine's GPUs: what CUDA or HIP reads.
std::string_view visible_devices(std::string_view vendor);

/// A machine that ranks run on: a node of a pool, by its id, with the GPUs that they use.
struct Machine {
  std::string pool;
  hardware::NodePart part;
  int nodes_of_pool = 0;
  /// visible_devices() where its processes have to be shown these GPUs; empty where they may see all.
  std::string_view visible{};
};
/// The machines on which so many GPUs of a pool stand (hardware::fastest_parts()), in their order.
std::vector<Machine> machines_of_pool(const hardware::Pool& pool, int gpus);
/// "fast", or "fast, nodes 0, 1" where these machines of one pool are not all of its nodes, neighbours as "0
/// to 2".
std::string name_of(std::span<const Machine> machines);
/// name_of() the machines of machines_of_pool().
std::string name_with_nodes(const hardware::Pool& pool, int gpus);
/// The machines of a strategy, those of its first stage first; none where it uses whole nodes.
std::vector<Machine> machines_in_parts(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// How many ranks of a strategy each of its machines runs, those of its first stage first.
std::vector<int> ranks_by_machine(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// The pool of each of these machines, as its place in the cluster.
std::vector<std::size_t> pools_by_machine(const strategy::Problem& problem,
                                          const strategy::Strategy& strategy);
/// "1,2,3,4": the GPUs of a machine as visible_devices() takes them.
std::string gpu_list(const Machine& machine);
/// Whether ranks run on the same GPUs of each.
bool same_gpus(const std::vector<Machine>& machines);

/// Lines of a shell that show the processes of a machine its GPUs, by `number` ("$NODE_RANK"), the place of
/// the machine from 0 on; by nothing where they are the same everywhere. A machine beyond the last ends the
/// script.
std::string show_by_number(const std::vector<Machine>& machines, std::string_view variable,
                           std::string_view number);
/// Lines of a shell that show the processes of a machine its GPUs, by its name in `name` ("$NODE_NAME"): the
/// k-th is called NODE_k, a word to be filled in. A machine of another name ends the script.
std::string show_by_name(const std::vector<Machine>& machines, std::string_view variable,
                         std::string_view name);

}  // namespace astrolabe::exports
