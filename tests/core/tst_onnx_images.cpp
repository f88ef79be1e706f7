// core/onnx/reader.h: image models of many kinds, and branches, read, put on unequal devices and proven.
#include <QtTest>
#include <map>
#include <random>

#include "core/exports/pytorch.h"
#include "core/onnx/reader.h"
#include "core/spmd/backward.h"
#include "core/spmd/interpreter.h"
#include "core/spmd/small_graph.h"
#include "core/spmd/synthesis.h"
#include "core/spmd/theory.h"
#include "onnx_images.h"
#include "tests/core/spmd_devices.h"
#include "tests/program/test_program.h"

namespace tst_onnx_images {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::exports;
using namespace astrolabe::onnx;
using tests::OnnxMaker;

namespace {

OnnxMaker maker_of(const QString& name) {
  if (name == "mobile") return tests::onnx_mobile();
  if (name == "inception") return tests::onnx_inception();
  if (name == "shuffle") return tests::onnx_shuffle();
  if (name == "dense") return tests::onnx_dense(5);
  if (name == "speech") return tests::onnx_speech();
  if (name == "upsampled") return tests::onnx_upsampled();
  if (name == "strides") return tests::onnx_strides(224, 5);
  return name == "windows" ? tests::onnx_windows() : tests::onnx_branch();
}

Result<Graph> read(const OnnxMaker& made) {
  OnnxOptions options;
  options.batch = 24;
  return read_onnx(made.bytes(), {}, options);
}

QString told(const Error& error) {
  return QString::fromStdString(error.code + " " + error.where + ": " + error.found + "; " +
                                to_text(error.wanted));
}

Graph forward_of(const OnnxMaker& made) {
  const auto graph = read(made);
  if (!graph) qFatal("%s", qPrintable(told(graph.error())));
  return *graph;
}

const Node& node_of(const Graph& graph, Op op) {
  return *std::find_if(graph.nodes.begin(), graph.nodes.end(),
                       [&](const Node& node) { return node.op == op; });
}

}  // namespace

class TestOnnxImages : public QObject {
  Q_OBJECT

 private slots:
  void models_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("parameters");
    // 216 + 8 + 128 + 16 + 144 + 16 + 64 + 4 + 64 + 16 + 128 + 8 + 90
    QTest::newRow("mobile") << "mobile" << 902.0;
    // 162 + 6, 4 x 6 x 5 + 4, 6 x 4 x 5 + 6, 5 x 6 + 5, 17 x 10 + 10
    QTest::newRow("inception") << "inception" << 168.0 + 124 + 126 + 35 + 180;
    // 324 + 12 + 2 (36 + 6 + 54 + 6) + 130
    QTest::newRow("shuffle") << "shuffle" << 336.0 + 2 * 102 + 130;
    // 162 + 6 + 36 (6 + 10 + 14 + 18 + 22) + 5 x 4 + 26 x 10 + 10
    QTest::newRow("dense") << "dense" << 168.0 + 36 * 70 + 20 + 270;
    // 108 + 4 + 2 (144 + 4) + 40 + 5
    QTest::newRow("upsampled") << "upsampled" << 112.0 + 296 + 45;
    // 324 + 12 + 468 + 156 + 48 x 24 + 24 + 250
    QTest::newRow("windows") << "windows" << 336.0 + 468 + 156 + 1176 + 250;
    // 4 x 3 x 9 + 4, four times 4 x 4 x 9 + 4, 4 x 10 + 10
    QTest::newRow("strides") << "strides" << 112.0 + 4 * 148 + 50;
    QTest::newRow("branch") << "branch" << 40.0 + 80;
    // 5 x 8 x 3 + 8 + 8 x 6 x 3 + 6 + 36 + 6 x 7 + 7
    QTest::newRow("speech") << "speech" << 120.0 + 8 + 144 + 6 + 36 + 49;
  }
  void models() {
    QFETCH(QString, name);
    QFETCH(double, parameters);
    const auto forward = read(maker_of(name));
    QVERIFY2(forward.has_value(), forward ? "" : qPrintable(told(forward.error())));
    QCOMPARE(forward->parameters(), parameters);
    const auto graph = with_backward(*forward);
    QVERIFY2(graph.has_value(), graph ? "" : qPrintable(told(graph.error())));
    for (const Tensor& tensor : graph->tensors)
      if (tensor.role == Role::parameter) QVERIFY2(tensor.updated >= 0, tensor.name.c_str());
    const auto small = small_graph(*graph);
    QVERIFY2(small.has_value(), small ? "" : qPrintable(told(small.error())));
    SynthesisOptions limited;  // a valid program is wanted, the best one is not
    limited.time_limit = 0.05;
    limited.baselines = false;
    auto made = synthesise(*graph, tests::make_devices({1e12, 2e12, 4e12}, {1, 1, 1}, 1e9), limited);
    QVERIFY2(made.has_value(), made ? "" : qPrintable(told(made.error())));
    VerifyOptions options;
    options.spread_masks = true;
    for (const std::vector<double>& ratios :
         {made->program.ratios.front(), std::vector<double>{0.3, 0.0, 0.7}}) {
      made->program.ratios.front() = ratios;
      const Verification result = verify(*small, made->program, options);
      QVERIFY2(result.holds(),
               result.holds() ? "" : (result.violation->text + ": " + result.violation->what).c_str());
    }
    QVERIFY(pytorch_script(*graph, made->program).has_value());
  }

  /// 16 x 16 halved by windows of 3 and stride 2: (16 - 3) / 2, rounded up, and one: 8 x 8, the last window
  /// one element beyond the image. A side of the kernel has its own zeros.
  void windowsOfTheirOwn() {
    const Graph graph = forward_of(tests::onnx_inception());
    const Node& pool = node_of(graph, Op::max_pool);
    QCOMPARE(graph.tensors[pool.outputs[0]].shape, (Shape{24, 6, 8, 8}));
    QVERIFY((pool.attributes.rows == Sliding{3, 2, 1, 0, 1}));
    for (const Node& node : graph.nodes)
      if (node.name == "/Conv_a1" && node.op == Op::conv2d) {
        QVERIFY((node.attributes.rows == Sliding{1, 1, 1, 0, 0}));
        QVERIFY((node.attributes.columns == Sliding{5, 1, 1, 2, 2}));
        QCOMPARE(node.flops, 2.0 * 24 * 4 * 8 * 8 * 6 * 5);
      }
    const Node& average = node_of(graph, Op::average_pool);
    QVERIFY(average.attributes.counts_padding);
    QCOMPARE(graph.tensors[average.outputs[0]].shape, (Shape{24, 6, 8, 8}));
  }

  /// Along time alone: an image of one row. 12 in steps of 2 by 3 with a zero before: 6.
  void alongTime() {
    const Graph graph = forward_of(tests::onnx_speech());
    int seen = 0;
    for (const Node& node : graph.nodes) {
      if (node.op != Op::conv2d || node.name != "/Conv_second") continue;
      ++seen;
      QCOMPARE(graph.tensors[node.outputs[0]].shape, (Shape{24, 6, 1, 6}));
      QVERIFY((node.attributes.rows == Sliding{1, 1, 1, 0, 0}));
      QVERIFY((node.attributes.columns == Sliding{3, 2, 1, 1, 1}));
      QCOMPARE(node.flops, 2.0 * 24 * 6 * 6 * 8 * 3);
    }
    QCOMPARE(seen, 1);
  }

  /// SAME_UPPER puts the odd zero behind: 7 elements in steps of 2 by 3: four windows, 9 elements.
  void zerosAsWanted() {
    OnnxMaker made("same", 13);
    const std::string x = made.input("x", {"batch", "3", "7", "8"});
    std::string y = made.node("Conv", {x, made.weight("w", {4, 3, 3, 3})}, "y", {{"strides", {2, 2}}});
    tests::add_text(made, "auto_pad", "SAME_UPPER");
    tests::onnx_classes(made, y, 4);
    const Graph graph = forward_of(made);
    const Node& conv = node_of(graph, Op::conv2d);
    QCOMPARE(graph.tensors[conv.outputs[0]].shape, (Shape{24, 4, 4, 4}));
    QVERIFY((conv.attributes.rows == Sliding{3, 2, 1, 1, 1}));
    QVERIFY((conv.attributes.columns == Sliding{3, 2, 1, 0, 1}));
  }

  /// A concatenation that begins with another one reads that: two tensors each, so thirty layers are open two
  /// at a time.
  void growingConcatenations() {
    const Graph graph = *with_backward(forward_of(tests::onnx_dense(30)));
    int joined = 0;
    for (const Node& node : graph.nodes) {
      if (node.op != Op::concat) continue;
      ++joined;
      QCOMPARE(node.inputs.size(), std::size_t{2});
    }
    QCOMPARE(joined, 30);
    QVERIFY(make_theory(graph).has_value());
  }

  /// The branch that is not taken is not read: its operator has no meaning here.
  void branches() {
    OnnxMaker made = tests::onnx_branch();
    for (const Node& node : forward_of(made).nodes) QVERIFY(node.name.find("then") == std::string::npos);
    // 1 in the place of 6: the other one.
    made.model()
        .mutable_graph()
        ->mutable_input(0)
        ->mutable_type()
        ->mutable_tensor_type()
        ->mutable_shape()
        ->mutable_dim(1)
        ->set_dim_value(1);
    const auto other = read(made);
    QVERIFY(!other.has_value());
    QCOMPARE(other.error().code, std::string("AST-M112"));
    QCOMPARE(other.error().where, std::string("then_branch.node"));
  }

  /// Whatever a broken file says, an error names the node; nothing is read beyond what there is.
  void broken_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"perm", "axis", "axes", "inputs", "result", "extent", "deep ids", "put deep",
                             "no ids", "no count", "two counts", "gains", "hole"})
      QTest::newRow(what) << QString::fromLatin1(what);
  }
  void broken() {
    QFETCH(QString, what);
    OnnxMaker made("broken", 11);
    std::string x = made.linear("y", made.input("x", {"batch", "6", "4"}), 4, 4);
    if (what == "perm") x = made.node("Transpose", {x}, "z", {{"perm", {0, 1, 7}}});
    if (what == "axis") x = made.node("Softmax", {x}, "z", {{"axis", {9}}});
    if (what == "axes") x = made.node("ReduceSum", {x}, "z", {{"axes", {-8}}});
    if (what == "inputs") x = made.node("Mul", {x}, "z");
    if (what == "result") made.raw("Relu", {x}, {"z"}).clear_output();
    if (what == "extent") x = made.node("Add", {x, made.weight("w", {1})}, "z");
    if (what == "deep ids") x = made.node("GatherND", {x, made.numbers("ids", {0, 0, 0, 0})}, "z");
    if (what == "no ids") x = made.node("GatherND", {x, made.number("ids", 1)}, "z");
    if (what == "put deep") x = made.node("ScatterND", {x, made.numbers("ids", {0, 0, 0, 0}), x}, "z");
    if (what == "no count") x = made.node("TopK", {x, made.numbers("count", {})}, "z");
    if (what == "hole") x = made.node("Concat", {x, "", x}, "z", {{"axis", {0}}});
    if (what == "gains") x = made.node("LayerNormalization", {x, made.weight("w", {7})}, "z");
    if (what == "two counts") x = made.node("Tile", {x, made.numbers("count", {2, 2})}, "z");
    made.output(x);
    if (what == "extent") made.model().mutable_graph()->mutable_initializer(2)->set_dims(0, -5);
    if (what == "result") {  // nothing needs it
      QVERIFY(read(made).has_value());
      return;
    }
    const auto graph = read(made);
    QVERIFY(!graph.has_value());
    QCOMPARE(graph.error().code, std::string("AST-M115"));
    QVERIFY(graph.error().where.ends_with(what == "extent" ? "w" : "_z"));
  }

  /// A function of one number.
  void numberAlone() {
    OnnxMaker made("number", 13);
    const std::string x = made.linear("y", made.input("x", {"batch", "6", "4"}), 4, 4);
    const std::string sum = made.node("ReduceSum", {x}, "sum", {{"keepdims", {0}}});
    const std::string gate = made.node("Sigmoid", {made.node("Tanh", {sum}, "bent")}, "gate");
    made.output(made.node("Mul", {x, gate}, "z"));
    const auto forward = read(made);
    QVERIFY2(forward.has_value(), forward ? "" : qPrintable(told(forward.error())));
    for (const Node& node : forward->nodes) QCOMPARE(node.signature.inputs.size(), node.inputs.size());
    const auto graph = with_backward(*forward);
    QVERIFY(graph.has_value());
    for (const Node& node : graph->nodes) QCOMPARE(node.signature.inputs.size(), node.inputs.size());
  }

  /// Bits turned and ends cut off at random: read or refused, with the place, and nothing else.
  void damagedAnywhere() {
    std::mt19937 random(11);
    int refused = 0;
    for (const char* name :
         {"mobile", "inception", "shuffle", "dense", "upsampled", "windows", "branch", "speech"}) {
      OnnxMaker made = maker_of(QString::fromLatin1(name));
      for (auto& weight : *made.model().mutable_graph()->mutable_initializer())
        if (weight.float_data_size() > 4) weight.clear_float_data();  // so that most flips change the graph
      const std::string whole = made.bytes();
      for (int turn = 0; turn < 60; ++turn) {
        std::string bytes = whole;
        if (turn % 6 == 0) bytes.resize(random() % whole.size());
        for (int bit = 0; turn % 6 != 0 && bit <= turn % 3; ++bit) {
          char& one = bytes[random() % bytes.size()];
          one = static_cast<char>(one ^ (1 << (random() % 8)));
        }
        OnnxOptions options;
        options.batch = 24;
        const auto graph = read_onnx(bytes, {}, options);
        if (graph) continue;
        ++refused;
        QVERIFY(graph.error().code.starts_with("AST-M11"));
        QVERIFY(!graph.error().where.empty());
      }
    }
    QVERIFY(refused > 100);
  }

  /// A window of 7 behind five halvings, each rounded up, has something to cover from 6 x 32 + 1 on: of the
  /// sizes that are tried 224. One of 3 behind eleven needs more than 4096, 3 x 4096^2 elements a sample.
  void imagesOfStrides() {
    const auto small = small_graph(*with_backward(forward_of(tests::onnx_strides(224, 5))));
    QVERIFY2(small.has_value(), small ? "" : qPrintable(told(small.error())));
    for (const Tensor& tensor : small->tensors)
      if (tensor.role == Role::input && tensor.shape.size() == 4) {
        QCOMPARE(tensor.shape[2], std::int64_t{224});
        QCOMPARE(tensor.shape[3], std::int64_t{224});
      }
    const auto large = small_graph(*with_backward(forward_of(tests::onnx_strides(6144, 11))));
    QVERIFY(!large.has_value());
    QCOMPARE(large.error().code, std::string("AST-M105"));
    QVERIFY2(large.error().found.starts_with("an image of 4128 x 4128"), large.error().found.c_str());
    QVERIFY(large.error().wanted.values.front().find("30000000") != std::string::npos);
  }

  void refused_data() {
    QTest::addColumn<QString>("wrong");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("factor") << "1.5"
                            << "rows and columns multiplied by whole numbers";
    QTest::newRow("cubic") << "cubic"
                           << "nearest or linear";
    QTest::newRow("backwards") << "-1"
                               << "slices of steps forward";
  }
  void refused() {
    QFETCH(QString, wrong);
    QFETCH(QString, wanted);
    OnnxMaker made = tests::onnx_upsampled();
    if (wrong == "-1") {
      made = OnnxMaker("turned", 13);
      const std::string x = made.linear("y", made.input("x", {"batch", "6", "4"}), 4, 4);
      made.output(made.node("Slice",
                            {x, made.numbers("from", {-1}), made.numbers("to", {-7}),
                             made.numbers("axis", {1}), made.numbers("step", {-1})},
                            "z"));
    } else if (wrong == "cubic") {
      for (auto& node : *made.model().mutable_graph()->mutable_node())
        for (auto& attribute : *node.mutable_attribute())
          if (attribute.name() == "mode") attribute.set_s("cubic");
    } else {
      for (auto& weight : *made.model().mutable_graph()->mutable_initializer())
        if (weight.name() == "factors") weight.set_float_data(2, 1.5F);
    }
    const auto graph = read(made);
    QVERIFY(!graph.has_value());
    QCOMPARE(graph.error().code, std::string("AST-M112"));
    QVERIFY(graph.error().where.starts_with('/'));
    QCOMPARE(QString::fromStdString(graph.error().wanted.values.front()), wanted);
  }
};

}  // namespace tst_onnx_images

ASTROLABE_TEST(tst_onnx_images, TestOnnxImages)
#include "tst_onnx_images.moc"
