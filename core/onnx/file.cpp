#include "core/onnx/file.h"

#include <onnx/onnx_pb.h>

#include <cstring>
#include <filesystem>
#include <limits>
#include <set>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/onnx_codes.h"

namespace astrolabe::onnx {

namespace {

namespace pb = ::ONNX_NAMESPACE;
using std::int64_t;

constexpr std::size_t kMostReals = 4096;
constexpr int kDeepestBranch = 8;

bool is_real(int type) {
  return type == pb::TensorProto::FLOAT || type == pb::TensorProto::DOUBLE ||
         type == pb::TensorProto::FLOAT16 || type == pb::TensorProto::BFLOAT16;
}

template <class T>
void read_raw(const std::string& raw, std::size_t count, std::vector<double>& to) {
  if (raw.size() < count * sizeof(T)) return;
  for (std::size_t i = 0; i < count; ++i) {
    T value{};
    std::memcpy(&value, raw.data() + i * sizeof(T), sizeof(T));
    to.push_back(static_cast<double>(value));
  }
}

void read_values(const pb::TensorProto& from, std::size_t count, std::vector<double>& to) {
  const auto copy = [&](const auto& list) {
    for (const auto value : list) to.push_back(static_cast<double>(value));
  };
  switch (from.data_type()) {
    case pb::TensorProto::FLOAT:
      return from.has_raw_data() ? read_raw<float>(from.raw_data(), count, to) : copy(from.float_data());
    case pb::TensorProto::DOUBLE:
      return from.has_raw_data() ? read_raw<double>(from.raw_data(), count, to) : copy(from.double_data());
    case pb::TensorProto::INT64:
      return from.has_raw_data() ? read_raw<int64_t>(from.raw_data(), count, to) : copy(from.int64_data());
    case pb::TensorProto::INT32:
      return from.has_raw_data() ? read_raw<std::int32_t>(from.raw_data(), count, to)
                                 : copy(from.int32_data());
    case pb::TensorProto::BOOL:
    case pb::TensorProto::UINT8:
      return from.has_raw_data() ? read_raw<std::uint8_t>(from.raw_data(), count, to)
                                 : copy(from.int32_data());
    default:
      return;
  }
}

OnnxTensor tensor_of(const pb::TensorProto& from) {
  OnnxTensor tensor;
  double elements = 1.0;
  for (const int64_t extent : from.dims()) {
    tensor.shape.push_back(extent);
    elements *= static_cast<double>(extent);
  }
  tensor.real = is_real(from.data_type());
  if (elements > static_cast<double>(tensor.real ? kMostReals : 1U << 20) ||
      from.data_location() == pb::TensorProto::EXTERNAL)
    return tensor;
  const auto count = static_cast<std::size_t>(elements);
  read_values(from, count, tensor.values);
  tensor.has_values = tensor.values.size() == count;
  return tensor;
}

/// Nodes and weights of a graph and of the branches in it. Errors: AST-M113 external data.
Result<void> read_graph(const pb::GraphProto& from, const std::string& folder, int depth, OnnxModel& model);

Result<OnnxAttribute> attribute_of(const pb::AttributeProto& from, const std::string& folder, int depth) {
  OnnxAttribute attribute;
  if (from.type() == pb::AttributeProto::INT) attribute.integers.push_back(from.i());
  for (const int64_t value : from.ints()) attribute.integers.push_back(value);
  attribute.real = static_cast<double>(from.f());
  attribute.text = from.s();
  if (from.has_t()) attribute.tensor = tensor_of(from.t());
  if (from.has_g() && depth < kDeepestBranch) {
    auto graph = std::make_shared<OnnxModel>();
    if (auto read = read_graph(from.g(), folder, depth + 1, *graph); !read)
      return tl::unexpected<Error>(read.error());
    attribute.graph = std::move(graph);
  }
  return attribute;
}

Result<OnnxNode> node_of(const pb::NodeProto& from, const std::string& folder, int depth) {
  OnnxNode node;
  node.type = from.op_type();
  node.domain = from.domain() == "ai.onnx" ? "" : from.domain();
  node.inputs.assign(from.input().begin(), from.input().end());
  node.outputs.assign(from.output().begin(), from.output().end());
  node.name = from.name();
  if (node.name.empty()) node.name = node.type + (node.outputs.empty() ? "" : " " + node.outputs.front());
  for (const pb::AttributeProto& attribute : from.attribute()) {
    auto read = attribute_of(attribute, folder, depth);
    if (!read) return tl::unexpected<Error>(read.error());
    node.attributes[attribute.name()] = std::move(*read);
  }
  return node;
}

/// The file beside the model that holds a tensor is there and long enough.
Result<void> check_external(const pb::TensorProto& tensor, const std::string& folder) {
  std::string location;
  std::uintmax_t offset = 0, length = 0;
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() == "location") location = entry.value();
    if (entry.key() == "offset") offset = std::strtoull(entry.value().c_str(), nullptr, 10);
    if (entry.key() == "length") length = std::strtoull(entry.value().c_str(), nullptr, 10);
  }
  // No weight is read: what its file holds is looked up, and only there.
  const auto file = FileReader::open((std::filesystem::path(folder) / location).string());
  if (location.empty() || !file)
    return fail(code::missing_onnx_data, tensor.name(), location.empty() ? "no file" : location,
                {Wanted::Kind::readable_file, {}});
  const auto size = static_cast<std::uintmax_t>(file->size());
  if (offset > size || length > size - offset)
    return fail(
        code::missing_onnx_data, tensor.name(), location + ", " + std::to_string(size) + " bytes",
        {Wanted::Kind::at_least,
         {(length > std::numeric_limits<std::uintmax_t>::max() - offset ? "fewer"
                                                                        : std::to_string(offset + length)) +
          " bytes"}});
  return {};
}

Result<void> read_graph(const pb::GraphProto& from, const std::string& folder, int depth, OnnxModel& model) {
  for (const pb::TensorProto& tensor : from.initializer()) {
    if (tensor.data_location() == pb::TensorProto::EXTERNAL)
      if (auto there = check_external(tensor, folder); !there) return there;
    model.weights[tensor.name()] = tensor_of(tensor);
  }
  for (const pb::ValueInfoProto& output : from.output()) model.outputs.push_back(output.name());
  for (const pb::NodeProto& node : from.node()) {
    auto read = node_of(node, folder, depth);
    if (!read) return tl::unexpected<Error>(read.error());
    model.nodes.push_back(std::move(*read));
  }
  return {};
}

OnnxInput input_of(const pb::ValueInfoProto& from) {
  OnnxInput input;
  input.name = from.name();
  input.real = is_real(from.type().tensor_type().elem_type());
  for (const auto& dimension : from.type().tensor_type().shape().dim())
    input.shape.push_back({dimension.has_dim_value() ? dimension.dim_value() : 0, dimension.dim_param()});
  return input;
}

Result<int64_t> opset_of(const pb::ModelProto& model) {
  for (const auto& set : model.opset_import()) {
    if (!set.domain().empty() && set.domain() != "ai.onnx") continue;
    if (set.version() >= kOldestOpset && set.version() <= kNewestOpset) return set.version();
    return fail(code::unknown_opset, "opset_import", std::to_string(set.version()),
                {Wanted::Kind::between, {std::to_string(kOldestOpset), std::to_string(kNewestOpset)}});
  }
  return fail(code::unknown_opset, "opset_import", "none",
              {Wanted::Kind::between, {std::to_string(kOldestOpset), std::to_string(kNewestOpset)}});
}

}  // namespace

int64_t OnnxNode::integer(const std::string& key, int64_t otherwise) const {
  const auto at = attributes.find(key);
  return at == attributes.end() || at->second.integers.empty() ? otherwise : at->second.integers.front();
}

double OnnxNode::real(const std::string& key, double otherwise) const {
  const auto at = attributes.find(key);
  return at == attributes.end() ? otherwise : at->second.real;
}

std::vector<int64_t> OnnxNode::integers(const std::string& key) const {
  const auto at = attributes.find(key);
  return at == attributes.end() ? std::vector<int64_t>{} : at->second.integers;
}

Result<OnnxModel> parse_onnx(std::string_view bytes, const std::string& folder) {
  constexpr std::size_t kLargest = (std::size_t{1} << 31) - 1;
  if (bytes.size() > kLargest)
    return fail(code::file_too_large, "the file", std::to_string(bytes.size()) + " bytes",
                {Wanted::Kind::smaller_file, {std::to_string(kLargest)}});
  pb::ModelProto proto;
  if (!proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || !proto.has_graph())
    return fail(code::bad_onnx, "the file", std::to_string(bytes.size()) + " bytes",
                {Wanted::Kind::text, {"a whole ONNX model with a graph"}});
  const auto opset = opset_of(proto);
  if (!opset) return tl::unexpected<Error>(opset.error());
  OnnxModel model;
  model.opset = *opset;
  model.name = proto.graph().name();
  if (auto read = read_graph(proto.graph(), folder, 0, model); !read)
    return tl::unexpected<Error>(read.error());
  for (const pb::ValueInfoProto& input : proto.graph().input())
    if (!model.weights.contains(input.name())) model.inputs.push_back(input_of(input));
  return model;
}

}  // namespace astrolabe::onnx
