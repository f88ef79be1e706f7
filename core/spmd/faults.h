#pragma once
// Faults that are put into a distributed program on purpose, to show that the interpreter finds them: each
// stands for a wrong rule or a forgotten synchronisation that was met in real programs.

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/spmd/interpreter.h"
#include "core/spmd/rules.h"

namespace astrolabe::spmd {

enum class Fault {
  softmax_split = 1,   ///< a softmax (of attention, or of cross entropy) split along its own dimension
  relu_of_parts,       ///< relu (or another bent function) of the parts of a sum
  sum_with_whole,      ///< add of R and I claimed to be R
  wrong_transpose,     ///< the shard stays on its old dimension behind a transposition
  wrong_mixture_rule,  ///< (I, G of a summed index) claimed to be G of another: last einsum of a mixture
  unreduced_gradient,  ///< a parameter of extent 1 held as "shards" of length 1: no reduction of its gradient
  dropout_per_device,  ///< masks drawn for each device apart on a tensor that all hold whole
  other_ratios_unresharded  ///< other ratios behind a segment's border, shards left as they are
};
inline constexpr int kFaults = 8;

/// "softmax split on its own dimension": for people.
std::string_view to_string(Fault fault);

struct FaultyProgram {
  Program program;
  InjectedFault fault;   ///< for VerifyOptions
  int instruction = -1;  ///< that claims what is not so
};

/// `program` with one node computed by another rule, at its place `instruction` of the result. Operands are
/// brought into the properties that the rule reads by right conversions, its results from the properties that
/// it claims into those that the rest of the program reads.
struct Rewritten {
  Program program;
  int instruction = -1;
};
Rewritten with_rule(Program program, NodeId node, const std::vector<Property>& inputs,
                    const std::vector<Property>& outputs, int output_segment = 0);

/// `program` with the fault at the first place that can have it; nothing else is wrong. Ratios are replaced
/// by rising ones, so that several devices have a part of every dimension. Errors: AST-U501 when the graph
/// has no operator for it or there is one device only; the error says which operator is wanted.
Result<FaultyProgram> inject(const Graph& graph, const Program& program, Fault fault);

}  // namespace astrolabe::spmd
