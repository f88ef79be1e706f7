#pragma once
// ONNX files as operator graphs.

#include <map>

#include "core/base/result.h"
#include "core/spmd/graph.h"

namespace astrolabe::onnx {

struct OnnxOptions {
  /// Sizes of dynamic dimensions by symbol ("sequence"), or by input and place where they have none
  /// ("ids.1"); for NonZero, whose result is as long as the data has it, by its result, its node or
  /// "NonZero".
  std::map<std::string, std::int64_t> sizes;
  std::int64_t batch = 0;  ///< size of the first dynamic dimension of every input; 0: as `sizes` says
};

/// Forward graph of an exported model, for with_backward(). Projections stand as they are used: weights whose
/// result is reshaped into heads have a dimension for the heads, so that it can be sharded. Loss: cross
/// entropy over the last dimension of the first output, summed. Real initializers of more than one element
/// are trained; batch norms are per-channel gain and bias (their statistics stay as exported); comparisons,
/// their like (attention masks), sines and cosines of data (rotary tables) and the choices of a routing
/// (indices and masks of TopK, ArgMax, OneHot, NonZero) are read as inputs. Errors, each
/// with the node or tensor: AST-M110 not ONNX or cut off, AST-M111 operator set, AST-M112 operator, AST-M113
/// external data, AST-M114 open dimension (which symbol or node), AST-M115 shapes.
Result<spmd::Graph> read_onnx(std::string_view bytes, const std::string& folder,
                              const OnnxOptions& options = {});
/// read_onnx() of a file. Errors: also AST-F405.
Result<spmd::Graph> read_onnx_file(const std::string& path, const OnnxOptions& options = {});

}  // namespace astrolabe::onnx
