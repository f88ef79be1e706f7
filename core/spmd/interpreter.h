#pragma once
// Proof by execution: runs a distributed program on small tensors, device by device, beside the program of
// one device, and checks after every instruction that each claimed property holds. Devices hold nothing but
// their own values; the collectives are the only way from one to another; only the check sees the reference.

#include <optional>
#include <stop_token>
#include <string>

#include "core/spmd/optimizer.h"
#include "core/spmd/program.h"

namespace astrolabe::spmd {

/// A fault put into an instruction on purpose, beyond what the list of instructions can say.
struct InjectedFault {
  int instruction = -1;           ///< -1: none
  bool device_dependent = false;  ///< masks of dropout drawn for each device apart
};

struct VerifyOptions {
  int steps = 3;  ///< of training; the parameters of one are those that the devices made in the step before
  OptimizerKind optimizer = OptimizerKind::adam;
  unsigned seed = 1;  ///< of what the leaves hold and how masks share a value out
  /// Small whole numbers as leaves and no rounding allowed in the first step: for graphs of products, sums
  /// and relu.
  bool whole_numbers = false;
  double tolerance = 1e-9;  ///< relative to the largest element of the tensor and its parts
  /// `mask` shares the value out at random instead of leaving it to device 0: every R is then a true sum.
  bool spread_masks = false;
  InjectedFault fault;
  std::stop_token stop;  ///< ends it early
};

/// The first claim that does not hold.
struct Violation {
  int step = 0;
  int instruction = -1;
  std::string text;   ///< the instruction, as program_text() writes it
  std::string rule;   ///< "relu: R => R"
  std::string claim;  ///< "relu.3 is R"
  std::string what;   ///< what was found instead
};

struct Verification {
  double max_abs_difference = 0.0;
  int tensors = 0;       ///< distinct tensors whose properties were checked
  int checks = 0;        ///< facts checked, over all steps
  int steps = 0;         ///< of training that were executed
  bool stopped = false;  ///< before the last step: nothing is proven
  std::optional<Violation> violation;
  bool holds() const { return !violation.has_value() && !stopped; }
};

/// Executes `program` for `graph` (with backward and optimizer nodes, small extents: see small_graph.h).
/// A program that uses what no instruction gave, leaves a parameter in another property than it was loaded
/// in, or does not deliver the loss is reported like a false claim.
Verification verify(const Graph& graph, const Program& program, const VerifyOptions& options = {});

/// "relu: R => R", "all_reduce: R => I".
std::string rule_text(const Graph& graph, const Instruction& instruction);

}  // namespace astrolabe::spmd
