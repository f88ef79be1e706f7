#pragma once
// An ONNX file as plain values: what the reader of graphs works on. Only this file's source knows protobuf.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace astrolabe::onnx {

/// A tensor that stands in the file. Values only where they may shape the graph: whole numbers, and up to
/// 4096 real ones; large weights are never read.
struct OnnxTensor {
  std::vector<std::int64_t> shape;
  bool real = false;  ///< floating point
  bool has_values = false;
  std::vector<double> values;
};

struct OnnxModel;

struct OnnxAttribute {
  std::vector<std::int64_t> integers;  ///< also of a single one
  double real = 0.0;
  std::string text;
  OnnxTensor tensor;
  std::shared_ptr<const OnnxModel> graph;  ///< of a branch: without inputs of its own
};

struct OnnxNode {
  std::string name;  ///< never empty: operator and first result where the file has none
  std::string type, domain;
  std::vector<std::string> inputs, outputs;  ///< "" where an optional one is left out
  std::map<std::string, OnnxAttribute> attributes;

  bool has(const std::string& key) const { return attributes.contains(key); }
  std::int64_t integer(const std::string& key, std::int64_t otherwise) const;
  double real(const std::string& key, double otherwise) const;
  std::vector<std::int64_t> integers(const std::string& key) const;
};

/// A dimension is a number or a symbol.
struct OnnxDimension {
  std::int64_t extent = 0;
  std::string symbol;
};

struct OnnxInput {
  std::string name;
  bool real = false;
  std::vector<OnnxDimension> shape;
};

struct OnnxModel {
  std::string name;
  std::int64_t opset = 0;
  std::vector<OnnxInput> inputs;  ///< without those that are weights
  std::vector<std::string> outputs;
  std::map<std::string, OnnxTensor> weights;
  std::vector<OnnxNode> nodes;  ///< in an order that can be executed
};

/// Operator sets whose meaning the reader knows.
inline constexpr std::int64_t kOldestOpset = 6, kNewestOpset = 23;

/// Reads `bytes`; external data is looked for in `folder`. Errors: AST-M110 not ONNX or cut off, AST-M111 an
/// operator set that is not known, AST-M113 external data that is missing or too short (names the tensor and
/// the file), AST-F407 above 2 GiB.
Result<OnnxModel> parse_onnx(std::string_view bytes, const std::string& folder);

}  // namespace astrolabe::onnx
