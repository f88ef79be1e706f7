#pragma once
// Shrinks a graph to small extents: the interpreter executes it in the place of the model's own sizes.

#include "core/base/result.h"
#include "core/spmd/graph.h"

namespace astrolabe::spmd {

/// Same tensors, nodes and signatures; every dimension that the operators do not tie to a number shrinks to 3
/// to 5. Dimensions that share an index stay equal; what an operator derives (flattened extents, images after
/// a convolution, tokens after a class token) follows. A program made for `graph` is a program for the
/// result. Images are as small as the strides on their way allow. Errors: AST-M105 when none passes through the
/// convolutions and pools, or the smallest one that does makes more than 3e7 elements of all tensors.
Result<Graph> small_graph(const Graph& graph);

}  // namespace astrolabe::spmd
