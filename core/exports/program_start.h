#pragma once
// On which machines a distributed program starts: in words, and as commands of torchrun.

#include <cstddef>
#include <string>
#include <vector>

#include "core/exports/visible_gpus.h"
#include "core/hardware/cluster.h"

namespace astrolabe::exports {

/// The machines of part `at` of a plan whose parts use `gpus[part][pool]` GPUs of a cluster's pools, each
/// whole nodes (or used parts of nodes), one part behind the other. Pool by pool, as a program's devices are.
std::vector<Machine> machines_of_part(const hardware::Cluster& cluster,
                                      const std::vector<std::vector<int>>& gpus, std::size_t at);

/// "devices 0 to 15: new, nodes 0, 1", a line for neighbours of one pool on whose same GPUs ranks run.
std::string devices_text(const std::vector<Machine>& machines);

/// Lines of a docstring of Python: behind the name of the machines the command that starts THIS_FILE on each,
/// with its place among them, the number of its processes and, where they may not see all of its GPUs, which.
/// Ranks are numbered machine by machine in this order.
/// Source: torch/distributed/elastic/agent/server/api.py, _assign_worker_ranks (ranks are sums over the
/// machines in front, of as many processes as each has); torch/distributed/run.py (--node-rank is read by the
/// static rendezvous alone).
std::string torchrun_text(const std::vector<Machine>& machines);

}  // namespace astrolabe::exports
