#pragma once
// Turns the choices of a search into a program that can be executed, and tells what a program takes: time at
// fractional or rounded shards, memory of each device.

#include "core/spmd/runs.h"
#include "core/spmd/search.h"

namespace astrolabe::spmd {

/// The program of `rule` (one for each place of the theory's order): nodes in the order of the graph, leaves
/// loaded and tensors converted where they are first wanted. Ratios: the same for every segment.
Program assemble(const Theory& theory, const Prices& prices, const std::vector<std::int16_t>& rule);

/// The time of a step beside its instructions, whose times must be set: the host where a layer is shorter
/// than its launches (cbrt(work^3 + host^3) as in core/cost), gradients that are added up on their device,
/// traffic of weights that finds no work to hide behind, and what every step takes. Counts by Devices::terms.
Seconds beside_instructions(const Graph& graph, const Devices& devices, const Program& program);

/// The time of a step beside its instructions, in seconds, by how often it comes.
struct Beside {
  double host = 0.0;   ///< with every micro-batch
  double once = 0.0;   ///< once a step, depends on the program
  double fixed = 0.0;  ///< once a step, whatever the program
};
Beside parts_beside(const Graph& graph, const Devices& devices, const Program& program);

/// Sets every instruction's times for the ratios of `program` and returns their sum: each instruction is a
/// stage of its own, max over devices of its computation plus its communication. `rounded`: shards of whole
/// units by shard_lengths(), so a device may get nothing; otherwise fractions. Released graphs: as the
/// released code counts.
double evaluate(const Graph& graph, const Devices& devices, Program& program, bool rounded);

/// What devices compute at rounded shards: runs of devices that do the same in every instruction, and the
/// seconds of one run of an instruction on each, empty where it computes nothing.
struct LaneWork {
  std::vector<Run> lanes;
  std::vector<std::vector<double>> seconds;  ///< [instruction][lane]
};
LaneWork work_of_lanes(const Graph& graph, const Devices& devices, const Program& program);

/// Bytes that devices hold at one place of the program: whole + ratios[segment][i] * shared[segment].
struct MemoryPoint {
  double whole = 0.0;
  std::vector<double> shared;  ///< by segment
};
struct Memory {
  /// The places at which memory can be largest: no kept one is below another in every part.
  std::vector<MemoryPoint> points;
  std::vector<Bytes> peak;  ///< of each device, with shards of whole units
};
/// Parameters and the optimizer's state (optimizer_bytes() an element, held as the update is made) count
/// always, everything else from its instruction to its last use, activations with what fragmentation adds
/// (StepTerms).
Memory memory_of(const Graph& graph, const Program& program, double fragmentation = 0.0);

/// Made in forward, read in backward, and not made again in between.
bool stays_for_backward(const Graph& graph, const Tensor& tensor, const Execution& execution);

/// Bytes that all devices together hold between forward and backward, whatever the program and its ratios:
/// weights, moments (and gradients where they are added up), and one copy of every activation that backward
/// reads and nothing computes again; as memory_of() counts them.
Bytes least_memory(const Graph& graph, const Execution& execution, double fragmentation = 0.0);

/// Extent of the dimension along which an instruction's shards are cut, 0 when it has none.
std::int64_t shard_extent(const Graph& graph, const Instruction& instruction);

}  // namespace astrolabe::spmd
