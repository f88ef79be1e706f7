#pragma once
// The theory: which distributed instruction computes an operator from operands held in which properties.

#include <vector>

#include "core/spmd/program.h"

namespace astrolabe::spmd {

/// One way to run an operator on all devices.
struct Rule {
  std::vector<Property> inputs, outputs;  ///< in the node's order
  bool sharded = false;    ///< each device does its ratio's share of the work; otherwise all of it
  bool exchanges = false;  ///< the operator itself all-reduces Signature::exchange_elements
  int index = -1;          ///< of the signature that is split; -1: none, or a released rule
  bool operator==(const Rule&) const = default;
};

/// Every rule that follows from the node's index signature: all I => I; one rule per free index (operands
/// that carry it gathered there, the others I; a result gathered, or R where the index is summed); R => R for
/// linear operands. Updates by the longest index first, all others in the signature's order. An index that
/// stands twice on one tensor gives no rule.
std::vector<Rule> signature_rules(const Node& node);

/// The released code's rules for the node (forward only), as they stand there: with shards of extent 1,
/// without contraction, head and vocabulary splits. The wrong rule of the last mixture einsum is left out
/// unless `with_defects`: it is in no known program, and the interpreter refutes it.
std::vector<Rule> released_rules(const Graph& graph, const Node& node, bool with_defects = false);

/// Whether the released code may insert a communication after the operator.
bool released_communicates(Op op);

}  // namespace astrolabe::spmd
