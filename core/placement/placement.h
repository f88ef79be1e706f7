#pragma once
// Layers of one model over unequal machines (Helix, ASPLOS 2025): machines and links, which layers lie where,
// and what flows through them.

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/cluster.h"

namespace astrolabe::placement {

/// Machines that are alike: those of a pool.
struct Type {
  std::string name;  ///< the pool's id
  /// [k - 1]: tokens/s, prompt and output together, of one machine that holds k layers. Its length is the
  /// most layers that one holds.
  std::vector<double> throughput;
  /// [k - 1]: the least seconds that a step of that machine takes at its whole throughput.
  std::vector<double> step_seconds;
  bool predicted = false;  ///< nobody gave the table
  /// [k - 1]: the same of a step of one sequence. Empty: steps take as long at any flow.
  std::vector<double> idle_seconds{};
  int most_layers() const { return static_cast<int>(throughput.size()); }
};

struct Machine {
  hardware::MachineId id;
  int type = 0;
  std::string name;  ///< "pool/index"
};

/// What is asked of a layout. Neither is said: all that flows.
struct Demand {
  double tokens_per_second = 0.0;  ///< prompts and output
  double users = 0.0;              ///< requests in flight
  double output_share = 0.0;       ///< output tokens of all tokens
};

/// What tokens flow through. Rates are tokens/s; a pair of machines has one in each direction.
struct Network {
  int layers = 0;  ///< of the model
  std::vector<Type> types;
  std::vector<Machine> machines;    ///< by type and index
  std::vector<double> link_rate;    ///< [from * machines + to]
  std::vector<double> hop_seconds;  ///< [from * machines + to]: latency and activation of one token
  std::vector<double> door_rate;    ///< of each machine: ids of tokens from and to the coordinator
  Demand demand{};

  int size() const { return static_cast<int>(machines.size()); }
  const Type& type_of(int machine) const {
    return types[static_cast<std::size_t>(machines[static_cast<std::size_t>(machine)].type)];
  }
  double link(int from, int to) const { return link_rate[at(from, to)]; }
  double hop(int from, int to) const { return hop_seconds[at(from, to)]; }
  /// Tokens/s of `machine` with `layers` layers; 0 where it does not hold so many.
  double throughput(int machine, int layers_held) const {
    const std::vector<double>& table = type_of(machine).throughput;
    return layers_held >= 1 && layers_held <= static_cast<int>(table.size())
               ? table[static_cast<std::size_t>(layers_held - 1)]
               : 0.0;
  }

 private:
  std::size_t at(int from, int to) const {
    return static_cast<std::size_t>(from) * machines.size() + static_cast<std::size_t>(to);
  }
};

/// Layers [first_layer, end()) on a machine of the network; none where `layers` is 0.
struct Interval {
  int first_layer = 0, layers = 0;
  int end() const { return first_layer + layers; }
  bool operator==(const Interval&) const = default;
};

/// Which layers each machine holds. With partial inference a machine goes on from wherever the one before it
/// ended within its own layers; without, only from the first of them.
struct Layout {
  std::vector<Interval> machines;  ///< one for each machine of the network
  bool partial_inference = false;
  bool operator==(const Layout&) const = default;
};

/// The coordinator, where requests come from and answers go to.
inline constexpr int kCoordinator = -1;

struct LinkFlow {
  int from = kCoordinator, to = kCoordinator;
  double tokens_per_second = 0.0;
};

/// A machine (`from` == `to`) or a link that together with the others of the cut limits the flow.
struct CutPart {
  int from = 0, to = 0;
  double capacity = 0.0;  ///< tokens/s
  bool is_machine() const { return from == to; }
  bool operator==(const CutPart&) const = default;
};

/// The maximum flow through a layout.
struct Flow {
  double tokens_per_second = 0.0;
  std::vector<double> of_machine;  ///< tokens/s through each
  std::vector<LinkFlow> links;     ///< those that carry any, by their ends
  std::vector<CutPart> min_cut;    ///< capacities add up to the flow; empty where nothing can flow
  double served = 0.0;             ///< tokens/s of these that are asked for
  /// What keeps `served` from being more: the minimum cut, what is asked for, or users who wait for tokens.
  enum class LimitedBy { machines, traffic, users } limited_by = LimitedBy::machines;
  /// The slowest way that tokens take at what is served: steps of its machines and hops between them; 0 without
  /// a flow.
  double chain_seconds = 0.0;
  int chain_machines = 0;  ///< on that way
  std::vector<int> chain;  ///< those machines, in order
};

/// "pool/index", "pool/index>pool/index", "coordinator>pool/index".
std::string name_of(const CutPart& part, const Network& network);

/// A layout with its flow.
struct Placed {
  Layout layout;
  Flow flow;
};

/// What a search came to.
struct Answer {
  /// None beats another in flow and in chain_seconds at once; the largest flow first. Empty: the machines do
  /// not hold the model, or no layout keeps the promise.
  std::vector<Placed> placed;
  double upper_bound = 0.0;  ///< tokens/s that no layout exceeds
  bool proven = false;       ///< the first reaches the bound, or all layouts were tried
  bool stopped_early = false;
  long evaluated = 0;  ///< layouts
};

}  // namespace astrolabe::placement
