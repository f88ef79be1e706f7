#pragma once
// The sizes of a transformer in an operator graph, as a configuration.

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/spmd/graph.h"

namespace astrolabe::onnx {

/// A configuration of model type onnx: layers, heads, widths, and under derived_from and assumed where each
/// comes from. `has_triangle`: the file builds a causal mask. Errors: unsupported_model names what is no
/// stack of equal blocks.
Result<Json> find_transformer_sizes(const spmd::Graph& graph, bool has_triangle);

}  // namespace astrolabe::onnx
