#pragma once
// Adds backward and optimizer to a forward graph: the whole training step.

#include "core/base/result.h"
#include "core/spmd/graph.h"

namespace astrolabe::spmd {

/// The training step of a forward graph: appends the gradient of every operator on the way from a parameter
/// to the loss (all inputs of the loss are summed, never averaged) and one `update` for each parameter.
/// Errors: AST-M105 names an operator that has no gradient (the fused forms of the released code).
Result<Graph> with_backward(Graph forward);

}  // namespace astrolabe::spmd
