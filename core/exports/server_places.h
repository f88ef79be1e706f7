#pragma once
// Which machine and which GPUs each copy of a server gets, so that no two of a machine share a GPU or a port.

#include <vector>

namespace astrolabe::exports {

struct Server;

/// Where a copy is started. Machines are numbered from 0 by pool; a copy of several machines has those that
/// follow, too.
struct CopyPlace {
  int machine = 0;
  int first_gpu = 0;  ///< of its GPUs on each of its machines
  bool operator==(const CopyPlace&) const = default;
};

/// Fills `places` of all servers: of each pool the largest copies first, each on the first machine that has
/// room for its GPUs side by side.
void place_copies(std::vector<Server>& servers);

/// Ports of a copy lie apart by its first GPU, as engines take some beside the one that they are told.
inline constexpr int kPortsOfGpu = 10;
inline constexpr int kFirstPort = 8000;

/// Copies that a machine starts, the same on machines `first` to `last`.
struct MachineStarts {
  struct Start {
    const Server* server = nullptr;
    int first_gpu = 0;
  };
  int first = 0, last = 0;
  std::vector<Start> starts;
};
/// By pool, in the order of servers, machines that start the same put together.
std::vector<MachineStarts> machines_of(const std::vector<Server>& servers);

}  // namespace astrolabe::exports
