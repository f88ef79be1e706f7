// core/onnx/reader.h: operators that onnxruntime's optimizer fuses, against those that they stand for.
#include <QtTest>
#include <numeric>

#include "core/base/onnx_codes.h"
#include "core/onnx/reader.h"
#include "onnx_models.h"
#include "tests/program/test_program.h"

namespace tst_onnx_fused {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::onnx;
using tests::OnnxMaker;

namespace {

constexpr std::int64_t kWidth = 8, kHeads = 2;

OnnxOptions sized() {
  OnnxOptions options;
  options.batch = 4;
  options.sizes = {{"sequence", 8}, {"past", 3}};
  return options;
}

/// A node of onnxruntime's own operators.
std::string fused(OnnxMaker& made, const std::string& type, const OnnxMaker::Names& inputs,
                  const OnnxMaker::Names& outputs,
                  const std::vector<std::pair<std::string, OnnxMaker::Numbers>>& attributes = {}) {
  ::onnx::NodeProto& node = made.raw(type, inputs, outputs);
  node.set_domain("com.microsoft");
  for (const auto& [key, values] : attributes) OnnxMaker::add(node, key, values);
  return outputs.front();
}

std::string tokens(OnnxMaker& made) { return made.input("x", {"batch", "sequence", std::to_string(kWidth)}); }

/// A block as onnxruntime writes it: attention, the sum with its norm, an MLP.
OnnxMaker decoder(bool past) {
  OnnxMaker made("decoder", 11);
  const std::string ids = made.input("ids", {"batch", "sequence"}, false);
  fused(made, "EmbedLayerNormalization",
        {ids, "", made.weight("words", {20, kWidth}), made.weight("places", {16, kWidth}), "",
         made.weight("gain", {kWidth}), made.weight("offset", {kWidth})},
        {"normed", "mask", "sum"});
  OnnxMaker::Names inputs{"normed", made.weight("qkv", {kWidth, 3 * kWidth}),
                          made.weight("qkv.bias", {3 * kWidth})};
  if (past) {
    inputs.emplace_back("");
    inputs.push_back(made.input("past", {"2", "batch", "2", "past", "4"}));
  }
  fused(made, "Attention", inputs, {"context", "present"},
        {{"num_heads", {kHeads}}, {"unidirectional", {1}}});
  const std::string out = made.node("MatMul", {"context", made.weight("out", {kWidth, kWidth})}, "projected");
  fused(made, "SkipLayerNormalization", {out, "sum", "gain", "offset", made.weight("bias", {kWidth})},
        {"read", "", "", "carried"});
  const std::string up = made.node("MatMul", {"read", made.weight("up", {kWidth, 32})}, "up.product");
  const std::string bent = fused(made, "FastGelu", {up, made.weight("up.bias", {32})}, {"bent"});
  const std::string down = made.node("MatMul", {bent, made.weight("down", {32, kWidth})}, "down.product");
  fused(made, "SkipSimplifiedLayerNormalization", {down, "carried", "gain"}, {"last"});
  made.output(made.node("MatMul", {"last", made.weight("head", {kWidth, 20})}, "logits"));
  return made;
}

double flops_of(const Graph& graph) {
  double flops = 0.0;
  for (const Node& node : graph.nodes)
    if (node.op == Op::contract) flops += node.flops;
  return flops;
}

}  // namespace

class TestOnnxFused : public QObject {
  Q_OBJECT

 private slots:
  void aDecoderIsRead_data() {
    QTest::addColumn<bool>("past");
    QTest::newRow("from the first token") << false;
    QTest::newRow("behind tokens of before") << true;
  }
  void aDecoderIsRead() {
    QFETCH(bool, past);
    const auto graph = read_onnx(decoder(past).bytes(), {}, sized());
    QVERIFY2(graph, graph ? "" : (graph.error().where + ": " + graph.error().found).c_str());
  }
  /// MultiHeadAttention of three products is Attention of one.
  void separateQueriesKeysAndValues() {
    const auto graph_of = [](bool separate) {
      OnnxMaker made("attention", 17);
      const std::string x = tokens(made);
      if (separate) {
        OnnxMaker::Names parts;
        for (const char* name : {"q", "k", "v"})
          parts.push_back(
              made.node("MatMul", {x, made.weight(name, {kWidth, kWidth})}, std::string(name) + ".product"));
        fused(made, "MultiHeadAttention", parts, {"context"}, {{"num_heads", {kHeads}}});
      } else {
        fused(made, "Attention", {x, made.weight("qkv", {kWidth, 3 * kWidth})}, {"context"},
              {{"num_heads", {kHeads}}});
      }
      made.output(made.node("MatMul", {"context", made.weight("head", {kWidth, 20})}, "logits"));
      return read_onnx(made.bytes(), {}, sized());
    };
    const auto separate = graph_of(true), packed = graph_of(false);
    QVERIFY2(separate, separate ? "" : (separate.error().where + ": " + separate.error().found).c_str());
    QVERIFY2(packed, packed ? "" : (packed.error().where + ": " + packed.error().found).c_str());
    QCOMPARE(flops_of(*packed), flops_of(*separate));
  }
  void othersAreNamed() {
    OnnxMaker made("odd");
    made.output(fused(made, "QAttention", {tokens(made)}, {"y"}));
    const auto refused = read_onnx(made.bytes(), {}, sized());
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string(code::onnx_operator));
    QCOMPARE(refused.error().found, std::string("com.microsoft.QAttention"));
  }
  void headsThatDoNotDivideAreNamed() {
    OnnxMaker made("odd");
    made.output(fused(made, "MultiHeadAttention", {tokens(made), "x", "x"}, {"y"}, {{"num_heads", {3}}}));
    const auto refused = read_onnx(made.bytes(), {}, sized());
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string(code::onnx_shape));
  }
};

}  // namespace tst_onnx_fused

ASTROLABE_TEST(tst_onnx_fused, TestOnnxFused)
#include "tst_onnx_fused.moc"
