#pragma once
// A distributed program: the same list of instructions on every device, the properties by which devices hold
// tensors, and the ratios by which shards are cut. What synthesis makes, the interpreter executes and exports
// write.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/spmd/graph.h"

namespace astrolabe::spmd {

/// How a tensor e is recovered from the devices' values x_1 ... x_n.
struct Property {
  enum class Kind : std::int8_t {
    identity,  ///< I: every x_i equals e
    reduce,    ///< R: e is the sum of the x_i, each of e's whole shape
    gather     ///< G_dim: e is the concatenation of the x_i along dim, lengths by the ratios of the segment
  };
  Kind kind = Kind::identity;
  std::int8_t dim = -1;  ///< of gather only
  bool operator==(const Property&) const = default;

  static constexpr Property identity() { return {Kind::identity, -1}; }
  static constexpr Property reduce() { return {Kind::reduce, -1}; }
  static constexpr Property gather(int dim) { return {Kind::gather, static_cast<std::int8_t>(dim)}; }
};
std::string to_string(Property property);  ///< "I", "R", "G0"

/// A tensor held in one property. One tensor may be held in several at a time.
struct Fact {
  TensorId tensor = -1;
  Property property;
  int segment = 0;  ///< whose ratios cut it (gather only)
  bool operator==(const Fact&) const = default;
};

struct Instruction {
  enum class Kind {
    load,                ///< a leaf comes to be in outputs[0].property: every device reads (its part of) it
    compute,             ///< the operator `node` on local values: inputs and outputs in the node's order
    all_gather,          ///< G -> I, shards padded to the longest, one regular all-gather, trimmed
    all_gather_grouped,  ///< G -> I, n broadcasts of exact length in one group call
    reduce_scatter,      ///< R -> G_dim, padded
    reduce_scatter_grouped,  ///< R -> G_dim, n reduces of exact length in one group call
    all_reduce,              ///< R -> I
    all_to_all,              ///< G_i -> G_j, exact uneven splits
    slice,                   ///< I -> G_dim, no communication
    mask,                    ///< I -> R, no communication: device 0 keeps its value, the others hold zeros
    pad,                     ///< G_dim -> R, no communication: zeros around each device's shard
    reshard,                 ///< G_d by the ratios of one segment -> G_d by those of another
    output                   ///< loss delivered: inputs[0] is R or I
  };
  Kind kind = Kind::compute;
  NodeId node = -1;  ///< of compute
  std::vector<Fact> inputs, outputs;
  int dim = -1;         ///< of the dimension that is gathered, scattered or sliced (target of all_to_all)
  Seconds computation;  ///< slowest device
  Seconds communication;
  Phase phase = Phase::forward;
};
const char* to_string(Instruction::Kind kind);

/// How often the parts of a program run in one step, and what is not kept between them.
struct Execution {
  int micro_batches = 1;  ///< forward and backward run so often, the optimizer once
  /// Weights that were gathered for forward are freed and gathered again for backward, and gradients are
  /// reduced after each micro-batch (as ZeRO-3 does); otherwise weights are gathered once a step.
  bool gather_again = false;
  bool recompute = false;  ///< repeated layers keep their inputs alone and run forward again
  /// Micro-batches whose activations are held at a time: more than one in a stage of a pipeline.
  int in_flight = 1;
  bool operator==(const Execution&) const = default;
};

/// Executable in order: every fact is given by an earlier instruction. A parameter's `updated` tensor ends in
/// the property in which the parameter was loaded (loop invariant). A program for a released graph is forward
/// only: its costs hold forward and backward, gradients follow by differentiating the program (duals:
/// all-gather <-> reduce-scatter, all-reduce <-> all-reduce, slice <-> zero padding; a parameter held as I
/// gets an all-reduce of its gradient).
struct Program {
  std::vector<Instruction> instructions;
  std::vector<std::vector<double>> ratios;  ///< [segment][device], each row >= 0 with sum 1
  Execution execution;
  Seconds beside;  ///< of the step, beside the instructions: see StepTerms

  /// What runs once in a step and not with every micro-batch: the optimizer, and gathering weights that stay.
  bool is_once(const Graph& graph, const Instruction& instruction) const;
  /// How often an instruction runs in one step.
  double repeats(const Graph& graph, const Instruction& instruction) const;
};

/// For each instruction the facts that nothing after it reads before they are given anew: what a device may
/// let go behind it, new parameters aside.
std::vector<std::vector<Fact>> let_go(const Graph& graph, const Program& program);

/// Lengths of the shards of a dimension of `extent`: floor(ratio * extent), then one more unit at a time to
/// the device with the largest ratio - length / extent, on ties to the last; so equal devices differ by one
/// at most, the longer ones last. With `released` and extent 1 every device gets length 1 (the released
/// code's way, which leaves parameters unsynchronised).
std::vector<std::int64_t> shard_lengths(std::int64_t extent, const std::vector<double>& ratios,
                                        bool released = false);

}  // namespace astrolabe::spmd
