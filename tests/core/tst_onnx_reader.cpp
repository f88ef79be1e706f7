// core/onnx/reader.h: exported models as graphs; wrong files are told apart.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <limits>
#include <map>

#include "core/onnx/reader.h"
#include "core/spmd/backward.h"
#include "core/spmd/faults.h"
#include "core/spmd/small_graph.h"
#include "core/spmd/synthesis.h"
#include "core/spmd/theory.h"
#include "onnx_decoders.h"
#include "onnx_mixtures.h"
#include "onnx_models.h"
#include "tests/core/cases.h"
#include "tests/core/spmd_devices.h"
#include "tests/program/test_program.h"

namespace tst_onnx_reader {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::onnx;
using tests::OnnxMaker;

namespace {

OnnxOptions sized(std::int64_t batch, std::int64_t sequence = 6) {
  OnnxOptions options;
  options.batch = batch;
  options.sizes["sequence"] = sequence;
  options.sizes["NonZero"] = 36;  // 144 tokens, two of them for each of 8 experts
  return options;
}

/// Patches by convolution, class token by Expand and Concat, packed q, k, v by Split, the class token read
/// back.
OnnxMaker vit() {
  OnnxMaker made("vit", 17);
  const std::string image = made.input("pixels", {"batch", "3", "16", "16"});
  std::string x =
      made.node("Conv", {image, made.weight("patch", {12, 3, 4, 4}), made.weight("patch.bias", {12})},
                "patches", {{"strides", {4, 4}}, {"kernel_shape", {4, 4}}});
  x = made.node("Reshape", {x, made.numbers("flat", {0, 12, 16})}, "tokens.turned");
  x = made.node("Transpose", {x}, "tokens", {{"perm", {0, 2, 1}}});
  const std::string shape = made.node("Shape", {x}, "tokens.shape");
  const std::string batch = made.node("Gather", {shape, made.numbers("zero", {0})}, "batch.size");
  const std::string wanted =
      made.node("Concat", {batch, made.numbers("rest", {1, 12})}, "wanted", {{"axis", {0}}});
  const std::string token = made.node("Expand", {made.weight("class_token", {1, 1, 12}), wanted}, "token");
  x = made.node("Concat", {token, x}, "all", {{"axis", {1}}});
  x = made.node("Add", {x, made.weight("positions", {1, 17, 12})}, "placed");
  const std::string normed =
      made.node("LayerNormalization", {x, made.weight("gain", {12}), made.weight("offset", {12})}, "normed");
  const std::string qkv = made.linear("qkv", normed, 12, 36);
  made.raw("Split", {qkv}, {"q", "k", "v"});
  OnnxMaker::add(*made.model().mutable_graph()->mutable_node(made.model().graph().node_size() - 1), "axis",
                 {2});
  std::vector<std::string> split;
  for (const char* name : {"q", "k", "v"})
    split.push_back(made.heads(std::string(name) + ".heads", name, 3, 4));
  const std::string turned = made.node("Transpose", {split[1]}, "turned", {{"perm", {0, 1, 3, 2}}});
  const std::string p =
      made.node("Softmax", {made.node("MatMul", {split[0], turned}, "qk")}, "p", {{"axis", {-1}}});
  const std::string back =
      made.node("Transpose", {made.node("MatMul", {p, split[2]}, "pv")}, "back", {{"perm", {0, 2, 1, 3}}});
  x = made.node(
      "Add",
      {made.linear("out", made.node("Reshape", {back, made.numbers("joined", {0, 0, 12})}, "j"), 12, 12), x},
      "residual");
  const std::string first = made.node("Gather", {x, made.number("first", 0)}, "class", {{"axis", {1}}});
  made.output(made.node("Gemm", {first, made.weight("head", {10, 12}), made.weight("head.bias", {10})},
                        "logits", {{"transB", {1}}}));
  return made;
}

/// A residual block with batch norms between a stem and a head.
OnnxMaker resnet() {
  OnnxMaker made("resnet");
  const auto norm = [&](const std::string& name, const std::string& x, std::int64_t channels) {
    return made.node("BatchNormalization",
                     {x, made.weight(name + ".gain", {channels}), made.weight(name + ".bias", {channels}),
                      made.weight(name + ".mean", {channels}), made.weight(name + ".var", {channels})},
                     name);
  };
  const auto conv = [&](const std::string& name, const std::string& x, std::int64_t from, std::int64_t to,
                        std::int64_t kernel, std::int64_t stride) {
    return made.node("Conv", {x, made.weight(name + ".w", {to, from, kernel, kernel})}, name,
                     {{"kernel_shape", {kernel, kernel}},
                      {"strides", {stride, stride}},
                      {"pads", std::vector<std::int64_t>(4, kernel / 2)}});
  };
  std::string x = made.input("image", {"batch", "3", "32", "32"});
  x = made.node("Relu", {norm("stem.norm", conv("stem", x, 3, 8, 7, 2), 8)}, "stem.relu");
  x = made.node("MaxPool", {x}, "pool",
                {{"kernel_shape", {3, 3}}, {"strides", {2, 2}}, {"pads", {1, 1, 1, 1}}});
  std::string y = made.node("Relu", {norm("a.norm", conv("a", x, 8, 16, 3, 2), 16)}, "a.relu");
  y = norm("b.norm", conv("b", y, 16, 16, 3, 1), 16);
  x = made.node("Relu", {made.node("Add", {y, norm("down.norm", conv("down", x, 8, 16, 1, 2), 16)}, "sum")},
                "relu");
  x = made.node("Flatten", {made.node("GlobalAveragePool", {x}, "mean")}, "flat", {{"axis", {1}}});
  made.output(made.node("Gemm", {x, made.weight("fc", {10, 16}), made.weight("fc.bias", {10})}, "logits",
                        {{"transB", {1}}}));
  return made;
}

/// VGG: convolutions with bias, max pools, a flatten whose rows the first linear layer reads.
OnnxMaker vgg() {
  OnnxMaker made("vgg");
  std::string x = made.input("image", {"batch", "3", "16", "16"});
  std::int64_t from = 3;
  for (const std::int64_t to : {8, 16}) {
    const std::string name = "conv" + std::to_string(to);
    const std::string conv =
        made.node("Conv", {x, made.weight(name + ".w", {to, from, 3, 3}), made.weight(name + ".b", {to})},
                  name, {{"kernel_shape", {3, 3}}, {"pads", {1, 1, 1, 1}}});
    x = made.node("MaxPool", {made.node("Relu", {conv}, name + ".relu")}, name + ".pool",
                  {{"kernel_shape", {2, 2}}, {"strides", {2, 2}}});
    from = to;
  }
  x = made.node("Flatten", {x}, "flat", {{"axis", {1}}});
  x = made.node("Relu", {made.linear("fc1", x, 256, 32)}, "fc1.relu");
  made.output(made.linear("fc2", x, 32, 10));
  return made;
}

/// Dense mixture: gate by softmax, every expert computed, combined by einsum.
OnnxMaker moe() {
  OnnxMaker made("moe");
  const std::string x = made.input("x", {"batch", "sequence", "12"});
  const std::string gate = made.node(
      "Softmax", {made.node("MatMul", {x, made.weight("gate", {12, 4})}, "gates")}, "p", {{"axis", {-1}}});
  const std::string up = made.node(
      "Relu", {onnx_einsum(made, "bsd,edh->ebsh", x, made.weight("up", {4, 12, 24}), "up.y")}, "up.relu");
  const std::string down =
      onnx_einsum(made, "ebsh,ehd->ebsd", up, made.weight("down", {4, 24, 12}), "down.y");
  made.output(onnx_einsum(made, "ebsd,bse->bsd", down, gate, "combined"));
  return made;
}

/// Convolutions in groups of two channels, of one channel each, with a dilation; zeros put around the image.
OnnxMaker grouped() {
  OnnxMaker made("grouped", 17);
  const auto conv = [&](const std::string& name, const std::string& x,
                        const std::vector<std::int64_t>& weight, std::int64_t groups, std::int64_t dilation) {
    const std::vector<std::int64_t> around(4, dilation * (weight[2] / 2));
    return made.node("Conv", {x, made.weight(name + ".w", weight)}, name,
                     {{"group", {groups}}, {"pads", around}, {"dilations", {dilation, dilation}}});
  };
  std::string x = made.input("image", {"batch", "3", "12", "12"});
  x = made.node("Pad", {x, made.numbers("around", {0, 0, 1, 1, 0, 0, 1, 1})}, "padded");
  x = made.node("Relu", {conv("stem", x, {8, 3, 3, 3}, 1, 2)}, "stem.relu");
  x = made.node("Relu", {conv("pairs", x, {8, 2, 3, 3}, 4, 1)}, "pairs.relu");
  x = conv("single", x, {8, 1, 3, 3}, 8, 1);
  x = made.node("Pad", {x, made.numbers("nothing", std::vector<std::int64_t>(8, 0))}, "as_it_was");
  x = made.node("Flatten", {made.node("GlobalAveragePool", {x}, "mean")}, "flat", {{"axis", {1}}});
  made.output(made.linear("fc", x, 8, 10));
  return made;
}

/// A transformer layer as PyTorch before 2.0 writes it: time first, q, k and v cut from one product by
/// slices, heads of all samples together, a mask by infinity; the norms share what began with equal values,
/// under names of their own.
OnnxMaker packed(int layers) {
  OnnxMaker made("packed", 14);
  std::string x = made.node("Transpose", {made.input("x", {"batch", "6", "12"})}, "turned",
                            {{"perm", {1, 0, 2}}});  // [6, batch, 12]
  const std::string future = made.input("future", {"6", "6"}, false);
  const std::string infinity = made.real("infinity", -std::numeric_limits<float>::infinity());
  for (int layer = 0; layer < layers; ++layer) {
    const std::string at = "layers." + std::to_string(layer) + ".";
    const std::string qkv = made.linear(at + "packed", x, 12, 36);
    const auto cut = [&](const char* name, std::int64_t from) {
      const std::string key = at + name;
      const std::string slice =
          made.node("Slice",
                    {qkv, made.numbers(key + ".from", {from}), made.numbers(key + ".to", {from + 12}),
                     made.numbers(key + ".axis", {2})},
                    key + ".slice");
      return made.node("Transpose",
                       {made.node("Reshape", {slice, made.numbers(key + ".heads", {6, -1, 4})}, key + ".r")},
                       key, {{"perm", {1, 0, 2}}});  // [batch x heads, 6, 4]
    };
    const std::string turned = made.node("Transpose", {cut("k", 12)}, at + "k.turned", {{"perm", {0, 2, 1}}});
    const std::string scores = made.node("MatMul", {cut("q", 0), turned}, at + "scores");
    const std::string masked = made.node("Where", {future, infinity, scores}, at + "masked");
    const std::string p = made.node("Softmax", {masked}, at + "p", {{"axis", {-1}}});
    std::string y = made.node("MatMul", {p, cut("v", 24)}, at + "read");
    y = made.node("Transpose", {y}, at + "back", {{"perm", {1, 0, 2}}});
    y = made.node("Reshape", {y, made.numbers(at + "joined", {6, -1, 12})}, at + "joined.y");
    y = made.node("Add", {x, made.linear(at + "out", y, 12, 12)}, at + "sum");
    const auto of_norm = [&](const char* name) {
      const std::string first = std::string("layers.0.norm.") + name, own = at + "norm." + name;
      if (layer == 0) return made.weight(first, {12});
      return made.node("Identity", {first}, own);
    };
    x = made.node("LayerNormalization", {y, of_norm("weight"), of_norm("bias")}, at + "norm",
                  {{"axis", {-1}}});
  }
  made.output(made.linear("head", x, 12, 10));
  return made;
}

OnnxMaker maker_of(const QString& name) {
  if (name == "bert") return tests::onnx_bert();
  if (name == "vit") return vit();
  if (name == "resnet") return resnet();
  if (name == "grouped") return grouped();
  if (name == "packed") return packed(2);
  if (name == "llama") return tests::onnx_llama();
  if (name == "gpt") return tests::onnx_gpt();
  if (name == "scattered") return tests::onnx_moe_scattered();
  if (name == "capacity") return tests::onnx_moe_capacity();
  if (name == "unrolled") return tests::onnx_moe_unrolled();
  return name == "vgg" ? vgg() : moe();
}

QString told(const Error& error) {
  return QString::fromStdString(error.code + " " + error.where + ": " + error.found + "; " +
                                to_text(error.wanted));
}

}  // namespace

class TestOnnxReader : public QObject {
  Q_OBJECT

 private slots:
  void models_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("parameters");
    // words 20 x 12 + positions 8 x 12 (all that is stored) + norm 24 + head 12 x 20 + 20
    // + 2 (4 (144 + 12) + 12 x 48 + 48 + 48 x 12 + 12 + 48)
    QTest::newRow("bert") << "bert" << 240.0 + 96 + 24 + 260 + 2 * (624 + 576 + 48 + 576 + 12 + 48);
    // 12 x 48 + 12 + 12 + 17 x 12 + 24 + 12 x 36 + 36 + 12 x 12 + 12 + 130
    QTest::newRow("vit") << "vit" << 576.0 + 12 + 12 + 204 + 24 + 468 + 156 + 130;
    // 8 x 147 + 16 + 16 x 72 + 32 + 16 x 144 + 32 + 16 x 8 + 32 + 170
    QTest::newRow("resnet") << "resnet" << 1176.0 + 16 + 1152 + 32 + 2304 + 32 + 128 + 32 + 170;
    // 8 x 27 + 8 + 16 x 72 + 16 + 256 x 32 + 32 + 330
    QTest::newRow("vgg") << "vgg" << 216.0 + 8 + 1152 + 16 + 8192 + 32 + 330;
    QTest::newRow("moe") << "moe" << 48.0 + 2 * 4 * 12 * 24;
    // 20 x 16 + 16 + 16 (16 + 8 + 8 + 16) + 16 + 3 x 16 x 24 + 16 + 16 x 20
    QTest::newRow("llama") << "llama" << 320.0 + 16 + 16 * 48 + 16 + 1152 + 16 + 320;
    // 20 x 12 + 8 x 12 + 24 + 12 x 36 + 36 + 12 x 12 + 12 + 24 + 12 x 48 + 48 + 48 x 12 + 12
    QTest::newRow("gpt") << "gpt" << 240.0 + 96 + 24 + 468 + 156 + 24 + 624 + 588;
    // 8 x 27 + 8 x 2 x 9 + 8 x 9 + 8 x 10 + 10
    QTest::newRow("grouped") << "grouped" << 216.0 + 144 + 72 + 90;
    // 2 (12 x 36 + 36 + 12 x 12 + 12 + 24) + 130
    QTest::newRow("packed") << "packed" << 2.0 * (468 + 156 + 24) + 130;
    QTest::newRow("experts by ScatterElements") << "scattered" << 48.0 + 2 * 4 * 12 * 24;
    QTest::newRow("experts with a capacity") << "capacity" << 48.0 + 2 * 4 * 12 * 24;
    QTest::newRow("experts by NonZero") << "unrolled" << 48.0 + 2 * 2 * 12 * 24;
  }
  /// Read, differentiated, synthesised for three unequal devices, and the program proven on small tensors.
  void models() {
    QFETCH(QString, name);
    QFETCH(double, parameters);
    const auto forward = read_onnx(maker_of(name).bytes(), {}, sized(24));
    QVERIFY2(forward.has_value(), forward ? "" : qPrintable(told(forward.error())));
    QCOMPARE(forward->parameters(), parameters);
    QCOMPARE(forward->samples, 24.0);
    const auto graph = with_backward(*forward);
    QVERIFY2(graph.has_value(), graph ? "" : qPrintable(told(graph.error())));
    for (const Tensor& tensor : graph->tensors)
      if (tensor.role == Role::parameter) QVERIFY2(tensor.updated >= 0, tensor.name.c_str());
    const auto small = small_graph(*graph);
    QVERIFY2(small.has_value(), small ? "" : qPrintable(told(small.error())));
    // Of a kind one is split in several ways; under a sanitizer, where each takes ten times as long, none.
    std::vector<double> bandwidths{1e9};
    if ((name == "bert" || name == "resnet") && tests::kCaseShare == 1) bandwidths = {1e9, 1e7, 1e12};
    for (const double bandwidth : bandwidths) {
      SynthesisOptions limited;  // a valid program is wanted, the best one is not
      limited.time_limit = 0.05;
      limited.baselines = false;
      auto made = synthesise(*graph, tests::make_devices({1e12, 2e12, 4e12}, {1, 1, 1}, bandwidth), limited);
      QVERIFY2(made.has_value(), made ? "" : qPrintable(told(made.error())));
      VerifyOptions options;
      options.spread_masks = true;
      for (const std::vector<double>& ratios :
           {made->program.ratios.front(), std::vector<double>{0.3, 0.0, 0.7},
            std::vector<double>{0.2, 0.35, 0.45}}) {
        made->program.ratios.front() = ratios;
        const Verification result = verify(*small, made->program, options);
        QVERIFY2(result.holds(),
                 result.holds() ? "" : (result.violation->text + ": " + result.violation->what).c_str());
      }
    }
  }

  /// Projections have their heads as a dimension: attention can be split by heads, and flops are those of the
  /// formula: batch 24, sequence 6, hidden 12.
  void headsAreDimensions() {
    const auto graph = read_onnx(tests::onnx_bert().bytes(), {}, sized(24));
    QVERIFY(graph.has_value());
    const auto weight = std::find_if(graph->tensors.begin(), graph->tensors.end(), [](const Tensor& tensor) {
      return tensor.name == "layer0.query.weight";
    });
    QVERIFY(weight != graph->tensors.end());
    QCOMPARE(weight->shape, (Shape{12, 3, 4}));
    int norms = 0, gelus = 0, heads = 0;
    double products = 0.0;
    for (const Node& node : graph->nodes) {
      norms += node.op == Op::layer_norm ? 1 : 0;
      gelus += node.op == Op::gelu ? 1 : 0;
      if (node.op == Op::contract && !node.name.ends_with("gained")) products += node.flops;
      if (node.op == Op::softmax) heads += static_cast<int>(node.signature.inputs[0].size());
    }
    QCOMPARE(norms, 5);  // one behind the embeddings, two in each layer
    QCOMPARE(gelus, 2);
    QCOMPARE(heads, 2 * 4);  // [batch, heads, query, key]
    // Layer: 2 x 144 tokens x (4 x 144 + 2 x 576) + 2 x 2 x 24 x 3 x 36 x 4; head: 2 x 144 x 240.
    const double layer = 2.0 * 144 * (4 * 144 + 2 * 576) + 2.0 * 2 * 24 * 3 * 36 * 4;
    QCOMPARE(products, 2 * layer + 2.0 * 144 * 240);
  }

  void damaged() {
    const std::string whole = tests::onnx_bert().bytes();
    for (const std::size_t length : {std::size_t{0}, whole.size() / 2, whole.size() - 3}) {
      const auto cut = read_onnx(whole.substr(0, length), {}, sized(24));
      QVERIFY(!cut.has_value());
      QVERIFY2(cut.error().code == "AST-M110" || cut.error().code == "AST-M111", cut.error().code.c_str());
    }
    QCOMPARE(read_onnx("this is no model", {}, {}).error().code, std::string("AST-M110"));
  }

  /// An exporter leaves a weight away and says its shape: 3000 x 2000 are too many to be written out.
  void aWeightByItsShape() {
    OnnxMaker made("wide");
    const std::string weight = made.node("ConstantOfShape", {made.numbers("w.shape", {3000, 2000})}, "w");
    made.output(made.node("MatMul", {made.input("x", {"batch", "3000"}), weight}, "y"));
    const auto graph = read_onnx(made.bytes(), {}, sized(24));
    QVERIFY(graph.has_value());
    QCOMPARE(graph->parameters(), 6e6);
  }
  /// Sets before 7 let an operand begin at an axis.
  void anOldOpset() {
    for (const bool along : {false, true}) {
      OnnxMaker made("old");
      const std::vector<std::pair<std::string, OnnxMaker::Numbers>> attributes{{"broadcast", {1}},
                                                                               {"axis", {1}}};
      made.output(made.node("Add", {made.input("x", {"batch", "8"}), made.weight("w", {8})}, "y",
                            along ? attributes : std::vector{attributes.front()}));
      made.model().mutable_opset_import(0)->set_version(6);
      const auto graph = read_onnx(made.bytes(), {}, sized(8));
      QCOMPARE(graph.has_value(), !along);
      if (along) QCOMPARE(graph.error().code, std::string("AST-M115"));
    }
  }

  void unknownOpset() {
    OnnxMaker made = tests::onnx_bert();
    made.model().mutable_opset_import(0)->set_version(99);
    const auto error = read_onnx(made.bytes(), {}, sized(24)).error();
    QCOMPARE(error.code, std::string("AST-M111"));
    QCOMPARE(error.found, std::string("99"));
    QCOMPARE(error.wanted.values, (std::vector<std::string>{"6", "23"}));
  }

  /// Which symbol, and how to give it.
  void openDimensions() {
    OnnxOptions options;
    options.batch = 24;
    const auto error = read_onnx(tests::onnx_bert().bytes(), {}, options).error();
    QCOMPARE(error.code, std::string("AST-M114"));
    QCOMPARE(error.where, std::string("input_ids"));
    QCOMPARE(error.found, std::string("dimension \"sequence\""));
    QCOMPARE(error.wanted.values.front(), std::string("--dim sequence=N"));
    const auto first = read_onnx(tests::onnx_bert().bytes(), {}, {}).error();
    QCOMPARE(first.wanted.values.front(), std::string("--dim batch=N or --batch N"));
    // Without a name it is known by input and place.
    OnnxMaker made("nameless");
    made.output(made.linear("y", made.input("x", {"", "", "4"}), 4, 4));
    QCOMPARE(read_onnx(made.bytes(), {}, options).error().wanted.values.front(), std::string("--dim x.1=N"));
    options.sizes["x.1"] = 5;
    QVERIFY(read_onnx(made.bytes(), {}, options).has_value());
    // A length that the data has: which node, and how to give it.
    options.sizes = {{"sequence", 6}};
    const auto routed = read_onnx(tests::onnx_moe_unrolled().bytes(), {}, options).error();
    QCOMPARE(routed.code, std::string("AST-M114"));
    QCOMPARE(routed.where, std::string("/NonZero_expert0.found"));
    QVERIFY(routed.wanted.values.front().starts_with("--dim expert0.found=N, or --dim NonZero=N"));
  }

  void unsupportedOperator() {
    OnnxMaker made("odd");
    const std::string x = made.input("x", {"8", "4"});
    made.output(made.node("Loop", {made.linear("y", x, 4, 4)}, "z"));
    const auto error = read_onnx(made.bytes(), {}, {}).error();
    QCOMPARE(error.code, std::string("AST-M112"));
    QCOMPARE(error.where, std::string("/Loop_z"));
    QCOMPARE(error.found, std::string("Loop"));
  }

  void externalData() {
    OnnxMaker made = vgg();
    auto* tensor = made.model().mutable_graph()->mutable_initializer(0);
    tensor->clear_float_data();
    tensor->set_data_location(::onnx::TensorProto::EXTERNAL);
    for (const auto& [key, value] : {std::pair{"location", "weights.bin"}, std::pair{"length", "864"}}) {
      auto* entry = tensor->add_external_data();
      entry->set_key(key);
      entry->set_value(value);
    }
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("weights.bin")).toStdString();
    auto error = read_onnx(made.bytes(), folder.path().toStdString(), sized(24)).error();
    QCOMPARE(error.code, std::string("AST-M113"));
    QCOMPARE(error.where, std::string("conv8.w"));
    QCOMPARE(error.found, std::string("weights.bin"));
    std::ofstream(path) << std::string(100, 'x');  // too short
    error = read_onnx(made.bytes(), folder.path().toStdString(), sized(24)).error();
    QCOMPARE(error.found, std::string("weights.bin, 100 bytes"));
    std::ofstream(path) << std::string(864, 'x');
    QVERIFY(read_onnx(made.bytes(), folder.path().toStdString(), sized(24)).has_value());
  }

  /// Layers are found by their nodes alone, all alike and each as long, and the search folds them.
  void layersAreFolded() {
    constexpr int kLayers = 6;
    const Graph forward = *read_onnx(tests::onnx_bert(kLayers).bytes(), {}, sized(24));
    std::vector<int> nodes(kLayers, 0);
    for (const Node& node : forward.nodes)
      if (node.block >= 0) ++nodes.at(static_cast<std::size_t>(node.block));
    const auto blocks = std::count_if(nodes.begin(), nodes.end(), [](int count) { return count > 0; });
    QVERIFY(blocks >= kLayers - 1);  // the first may differ where it reads the embedding
    for (int block = 0; block < blocks; ++block) QCOMPARE(nodes[static_cast<std::size_t>(block)], nodes[0]);
    const Graph two = *read_onnx(tests::onnx_bert(2).bytes(), {}, sized(24));
    for (const Node& node : two.nodes) QCOMPARE(node.block, -1);
    const Graph step = *with_backward(forward);
    const auto theory = make_theory(step);
    QVERIFY(theory.has_value());
    QCOMPARE(theory->repeats.size(), std::size_t{1});
    QVERIFY(theory->repeats[0].repeats >= kLayers - 2);  // the last one feeds the head
  }

  /// A group for each channel is split with its channel, wider ones along the samples alone; the work is that
  /// of the channels a group reads: 24 x 14 x 14 results each.
  void groupsAreSplitByChannel() {
    const auto graph = read_onnx(grouped().bytes(), {}, sized(24));
    QVERIFY2(graph.has_value(), graph ? "" : qPrintable(told(graph.error())));
    const std::map<std::string, std::pair<std::size_t, double>> expected{
        {"stem", {4, 8.0 * 3 * 9}}, {"pairs", {2, 8.0 * 2 * 9}}, {"single", {3, 8.0 * 9}}};
    int seen = 0;
    for (const Node& node : graph->nodes) {
      if (node.op != Op::conv2d) continue;
      const auto& [rules, products] = expected.at(node.name.substr(6));  // behind "/Conv_"
      ++seen;
      QCOMPARE(node.flops, 2.0 * 24 * 14 * 14 * products);
      std::size_t split = 0;  // all whole, and by an index; without those that pass on sums
      for (const Rule& rule : signature_rules(node))
        split += rule.sharded || rule.outputs[0].kind == Property::Kind::identity ? 1 : 0;
      QCOMPARE(split, rules);
    }
    QCOMPARE(seen, 3);
  }

  /// A weight that thirty layers read: each adds its part of the gradient where it made it.
  void weightOfManyLayers() {
    OnnxMaker made("tied");
    std::string x = made.input("x", {"batch", "12"});
    const std::string w = made.weight("w", {12, 12});
    for (int layer = 0; layer < 30; ++layer)
      x = made.node("Relu", {made.node("MatMul", {x, w}, "y" + std::to_string(layer))},
                    "z" + std::to_string(layer));
    made.output(x);
    const auto forward = read_onnx(made.bytes(), {}, sized(24));
    QVERIFY(forward.has_value());
    QCOMPARE(forward->parameters(), 144.0);
    const Graph graph = *with_backward(*forward);
    const auto theory = make_theory(graph);
    QVERIFY2(theory.has_value(), theory ? "" : qPrintable(told(theory.error())));
    int sums = 0;
    for (const Node& node : graph.nodes) sums += node.name == "gradient of w" ? 1 : 0;
    QCOMPARE(sums, 29);
  }

  void shapesThatDoNotFit() {
    OnnxMaker made("unequal");
    made.output(made.linear("y", made.input("x", {"8", "5"}), 4, 4));
    const auto error = read_onnx(made.bytes(), {}, {}).error();
    QCOMPARE(error.code, std::string("AST-M115"));
    QCOMPARE(error.where, std::string("/MatMul_y.product"));
    QCOMPARE(error.found, std::string("[8, 5] times [4, 4]"));
  }
};

}  // namespace tst_onnx_reader

ASTROLABE_TEST(tst_onnx_reader, TestOnnxReader)
#include "tst_onnx_reader.moc"
