#pragma once
// Image models as PyTorch exports them, small: what each has beyond convolutions in a row.

#include <string>
#include <vector>

#include "onnx_models.h"

namespace astrolabe::tests {

inline void add_real(OnnxMaker& made, const std::string& key, float value) {
  auto* node = made.model().mutable_graph()->mutable_node(made.model().graph().node_size() - 1);
  auto* attribute = node->add_attribute();
  attribute->set_name(key);
  attribute->set_type(::onnx::AttributeProto::FLOAT);
  attribute->set_f(value);
}

inline void add_text(OnnxMaker& made, const std::string& key, const std::string& value) {
  auto* node = made.model().mutable_graph()->mutable_node(made.model().graph().node_size() - 1);
  auto* attribute = node->add_attribute();
  attribute->set_name(key);
  attribute->set_type(::onnx::AttributeProto::STRING);
  attribute->set_s(value);
}

/// Weight [to, from, rows, columns]; zeros around keep the extents at stride 1.
inline std::string onnx_conv(OnnxMaker& made, const std::string& name, const std::string& x,
                             const OnnxMaker::Numbers& weight, std::int64_t groups = 1,
                             std::int64_t stride = 1) {
  const std::int64_t rows = weight[2] / 2, columns = weight[3] / 2;
  return made.node(
      "Conv", {x, made.weight(name + ".w", weight), made.weight(name + ".b", {weight[0]})}, name,
      {{"group", {groups}}, {"pads", {rows, columns, rows, columns}}, {"strides", {stride, stride}}});
}

/// Mean over the image, then a linear layer.
inline void onnx_classes(OnnxMaker& made, const std::string& x, std::int64_t channels) {
  const std::string flat =
      made.node("Flatten", {made.node("GlobalAveragePool", {x}, "mean")}, "flat", {{"axis", {1}}});
  made.output(made.linear("fc", flat, channels, 10));
}

/// Convolutions that each halve the image, then a window over all that is left: `extent` over 2^`halvings`
/// elements a side. Nothing smaller than one less than a half of it passes.
inline OnnxMaker onnx_strides(std::int64_t extent, int halvings) {
  OnnxMaker made("strides", 14);
  const std::string side = std::to_string(extent);
  std::string x = onnx_conv(made, "0", made.input("image", {"batch", "3", side, side}), {4, 3, 3, 3}, 1, 2);
  for (int k = 1; k < halvings; ++k) x = onnx_conv(made, std::to_string(k), x, {4, 4, 3, 3}, 1, 2);
  const std::int64_t window = extent >> halvings;
  x = made.node("AveragePool", {x}, "window", {{"kernel_shape", {window, window}}});
  made.output(made.linear("fc", made.node("Flatten", {x}, "flat", {{"axis", {1}}}), 4, 10));
  return made;
}

/// MobileNet: an inverted residual with Clip, squeeze-and-excite, HardSwish.
inline OnnxMaker onnx_mobile() {
  OnnxMaker made("mobile", 14);
  std::string x =
      onnx_conv(made, "stem", made.input("image", {"batch", "3", "16", "16"}), {8, 3, 3, 3}, 1, 2);
  x = made.node("HardSwish", {x}, "stem.act");
  std::string y = onnx_conv(made, "wide", x, {16, 8, 1, 1});
  y = made.node("Clip", {y, made.real("zero", 0.0F), made.real("six", 6.0F)}, "wide.act");
  y = onnx_conv(made, "each", y, {16, 1, 3, 3}, 16);
  std::string gate = onnx_conv(made, "down", made.node("GlobalAveragePool", {y}, "pooled"), {4, 16, 1, 1});
  gate = onnx_conv(made, "up", made.node("Relu", {gate}, "down.act"), {16, 4, 1, 1});
  gate = made.node("HardSigmoid", {gate}, "gate");
  add_real(made, "alpha", 1.0F / 6.0F);
  y = onnx_conv(made, "narrow", made.node("Mul", {gate, y}, "excited"), {8, 16, 1, 1});
  onnx_classes(made, made.node("Add", {x, y}, "sum"), 8);
  return made;
}

/// Inception: branches of 1 x 5 and 5 x 1 kernels and of an average that counts its zeros, side by side;
/// pools that round up.
inline OnnxMaker onnx_inception() {
  OnnxMaker made("inception", 14);
  std::string x = onnx_conv(made, "stem", made.input("image", {"batch", "3", "16", "16"}), {6, 3, 3, 3});
  x = made.node("MaxPool", {x}, "halved",
                {{"kernel_shape", {3, 3}}, {"strides", {2, 2}}, {"ceil_mode", {1}}});
  const std::string a = onnx_conv(made, "a2", onnx_conv(made, "a1", x, {4, 6, 1, 5}), {6, 4, 5, 1});
  std::string b = made.node("AveragePool", {x}, "around",
                            {{"kernel_shape", {3, 3}}, {"pads", {1, 1, 1, 1}}, {"count_include_pad", {1}}});
  b = onnx_conv(made, "b", b, {5, 6, 1, 1});
  const std::string c = made.node("MaxPool", {x}, "same", {{"kernel_shape", {3, 3}}, {"pads", {1, 1, 1, 1}}});
  x = made.node("Relu", {made.node("Concat", {a, b, c}, "joined", {{"axis", {1}}})}, "relu");
  onnx_classes(made, x, 17);
  return made;
}

/// ShuffleNet: half of the channels passes by, then both halves change places.
inline OnnxMaker onnx_shuffle(int layers = 2) {
  OnnxMaker made("shuffle", 14);
  std::string x = onnx_conv(made, "stem", made.input("image", {"batch", "3", "8", "8"}), {12, 3, 3, 3});
  for (int layer = 0; layer < layers; ++layer) {
    const std::string at = std::to_string(layer);
    made.raw("Split", {x}, {"first" + at, "second" + at});
    OnnxMaker::add(*made.model().mutable_graph()->mutable_node(made.model().graph().node_size() - 1), "axis",
                   {1});
    std::string y = onnx_conv(made, "one" + at, "second" + at, {6, 6, 1, 1});
    y = made.node("Relu", {onnx_conv(made, "each" + at, y, {6, 1, 3, 3}, 6)}, "act" + at);
    x = made.node("Concat", {"first" + at, y}, "both" + at, {{"axis", {1}}});
    x = made.node("Reshape", {x, made.numbers("apart" + at, {0, 2, 6, 8, 8})}, "groups" + at);
    x = made.node("Transpose", {x}, "turned" + at, {{"perm", {0, 2, 1, 3, 4}}});
    x = made.node("Reshape", {x, made.numbers("together" + at, {0, -1, 8, 8})}, "shuffled" + at);
  }
  onnx_classes(made, x, 12);
  return made;
}

/// DenseNet: every layer reads all that came before.
inline OnnxMaker onnx_dense(int layers) {
  OnnxMaker made("dense", 14);
  std::string x = onnx_conv(made, "stem", made.input("image", {"batch", "3", "8", "8"}), {6, 3, 3, 3});
  std::vector<std::string> all{x};
  for (int layer = 0; layer < layers; ++layer) {
    const std::string at = std::to_string(layer);
    if (layer > 0) x = made.node("Concat", all, "all" + at, {{"axis", {1}}});
    all.push_back(
        made.node("Relu", {onnx_conv(made, "conv" + at, x, {4, 6 + 4 * layer, 3, 3})}, "relu" + at));
  }
  onnx_classes(made, made.node("Concat", all, "all", {{"axis", {1}}}), 6 + 4 * layers);
  return made;
}

/// A picture for a picture: down, and up again by both kinds of interpolation, with what was there before.
inline OnnxMaker onnx_upsampled() {
  OnnxMaker made("upsampled", 13);
  const std::string image = made.input("image", {"batch", "3", "8", "8"});
  const std::string fine = made.node("Relu", {onnx_conv(made, "fine", image, {4, 3, 3, 3})}, "fine.act");
  std::string x = made.node("MaxPool", {fine}, "half", {{"kernel_shape", {2, 2}}, {"strides", {2, 2}}});
  x = onnx_conv(made, "coarse", x, {4, 4, 3, 3}, 1, 2);
  auto* none = made.model().mutable_graph()->add_initializer();
  none->set_name("none");
  none->set_data_type(::onnx::TensorProto::FLOAT);
  none->add_dims(0);
  auto* factors = made.model().mutable_graph()->add_initializer();
  factors->set_name("factors");
  factors->set_data_type(::onnx::TensorProto::FLOAT);
  factors->add_dims(4);
  for (const float factor : {1.0F, 1.0F, 2.0F, 2.0F}) factors->add_float_data(factor);
  x = made.node("Resize", {x, "none", "factors"}, "nearest");
  add_text(made, "mode", "nearest");
  add_text(made, "coordinate_transformation_mode", "asymmetric");
  add_text(made, "nearest_mode", "floor");
  x = made.node("LeakyRelu", {onnx_conv(made, "middle", x, {4, 4, 3, 3})}, "middle.act");
  x = made.node("Resize", {x, "none", "none", made.numbers("sizes", {24, 4, 8, 8})}, "linear");
  add_text(made, "mode", "linear");
  add_text(made, "coordinate_transformation_mode", "pytorch_half_pixel");
  x = onnx_conv(made, "last", made.node("Concat", {x, fine}, "both", {{"axis", {1}}}), {5, 8, 1, 1});
  made.output(made.node("Transpose", {x}, "classes", {{"perm", {0, 2, 3, 1}}}));
  return made;
}

/// Swin: a rolled image in windows of 2 x 2, attention inside each, every second row and column put together.
inline OnnxMaker onnx_windows() {
  OnnxMaker made("windows", 14);
  std::string x =
      onnx_conv(made, "patch", made.input("image", {"batch", "3", "8", "8"}), {12, 3, 3, 3}, 1, 2);
  x = made.node("Transpose", {x}, "tokens", {{"perm", {0, 2, 3, 1}}});  // [batch, 4, 4, 12]
  const std::string all = made.numbers("all", {9223372036854775807}), zero = made.numbers("zero", {0}),
                    one = made.numbers("one", {1}), two = made.numbers("two", {2});
  const std::string tail = made.node("Slice", {x, one, all, one}, "tail"),
                    head = made.node("Slice", {x, zero, one, one}, "head");
  std::string y = made.node("Concat", {tail, head}, "rolled", {{"axis", {1}}});
  y = made.node("Reshape", {y, made.numbers("apart", {-1, 2, 2, 2, 2, 12})}, "windows.apart");
  y = made.node("Transpose", {y}, "windows.turned", {{"perm", {0, 1, 3, 2, 4, 5}}});
  y = made.node("Reshape", {y, made.numbers("windows.shape", {-1, 4, 12})}, "windows");
  const std::string qkv = made.node(
      "Reshape", {made.linear("qkv", y, 12, 36), made.numbers("heads", {-1, 4, 3, 3, 4})}, "qkv.apart");
  const std::string turned = made.node("Transpose", {qkv}, "qkv.turned", {{"perm", {2, 0, 3, 1, 4}}});
  std::vector<std::string> parts;
  for (const std::int64_t i : {0, 1, 2})
    parts.push_back(made.node("Gather", {turned, made.number("part" + std::to_string(i), i)},
                              "qkv" + std::to_string(i), {{"axis", {0}}}));
  const std::string keys = made.node("Transpose", {parts[1]}, "keys", {{"perm", {0, 1, 3, 2}}});
  const std::string p =
      made.node("Softmax", {made.node("MatMul", {parts[0], keys}, "scores")}, "p", {{"axis", {-1}}});
  y = made.node("Transpose", {made.node("MatMul", {p, parts[2]}, "read")}, "back", {{"perm", {0, 2, 1, 3}}});
  y = made.linear("out", made.node("Reshape", {y, made.numbers("joined", {-1, 4, 12})}, "heads.joined"), 12,
                  12);
  y = made.node("Reshape", {y, made.numbers("image.apart", {-1, 2, 2, 2, 2, 12})}, "image.windows");
  y = made.node("Transpose", {y}, "image.turned", {{"perm", {0, 1, 3, 2, 4, 5}}});
  y = made.node("Reshape", {y, made.numbers("image.shape", {-1, 4, 4, 12})}, "image.again");
  x = made.node("Add", {x, y}, "residual");
  std::vector<std::string> quarters;
  for (const std::string& row : {zero, one})
    for (const std::string& column : {zero, one}) {
      const std::string name = "quarter." + row + "." + column;
      const std::string rows = made.node("Slice", {x, row, all, one, two}, name + ".rows");
      quarters.push_back(made.node("Slice", {rows, column, all, two, two}, name));
    }
  x = made.node("Concat", quarters, "merged", {{"axis", {-1}}});
  x = made.linear("reduced", x, 48, 24);
  made.output(made.linear("fc", x, 24, 10));
  return made;
}

/// A branch on the shape of the input, as exporters write squeeze(): the linear layer is in the one chosen.
inline OnnxMaker onnx_branch() {
  OnnxMaker made("branch", 14);
  const std::string x = made.linear("first", made.input("x", {"batch", "6", "4"}), 4, 8);
  const std::string six =
      made.node("Gather", {made.node("Shape", {x}, "shape"), made.number("second", 1)}, "six");
  const std::string condition = made.node("Equal", {six, made.number("one", 1)}, "is_one");
  made.weight("inner.w", {8, 10});
  ::onnx::NodeProto& node = made.raw("If", {condition}, {"chosen"});
  for (const char* name : {"then_branch", "else_branch"}) {
    auto* attribute = node.add_attribute();
    attribute->set_name(name);
    attribute->set_type(::onnx::AttributeProto::GRAPH);
    auto* inner = attribute->mutable_g()->add_node();
    inner->set_op_type(name[0] == 't' ? "Loop" : "MatMul");
    inner->set_name(std::string(name) + ".node");
    inner->add_input(x);
    inner->add_input("inner.w");
    inner->add_output(std::string(name) + ".y");
    attribute->mutable_g()->add_output()->set_name(std::string(name) + ".y");
  }
  made.output(made.node("Elu", {"chosen"}, "act"));
  return made;
}

/// Whisper's way in: spectra by time, two convolutions along it, the second with a stride of 2, positions,
/// and a product over what they found.
inline OnnxMaker onnx_speech() {
  OnnxMaker made("speech", 17);
  const auto along = [&](const std::string& name, const std::string& x, std::int64_t from, std::int64_t to,
                         std::int64_t stride) {
    const std::string y =
        made.node("Conv", {x, made.weight(name + ".w", {to, from, 3}), made.weight(name + ".b", {to})}, name,
                  {{"kernel_shape", {3}}, {"strides", {stride}}, {"pads", {1, 1}}, {"dilations", {1}}});
    return made.node("Relu", {y}, name + ".relu");
  };
  std::string x = made.input("spectra", {"batch", "5", "12"});
  x = along("second", along("first", x, 5, 8, 1), 8, 6, 2);
  x = made.node("Transpose", {x}, "turned", {{"perm", {0, 2, 1}}});
  x = made.node("Add", {x, made.weight("positions", {6, 6})}, "placed");
  made.output(made.linear("head", x, 6, 7));
  return made;
}

}  // namespace astrolabe::tests
