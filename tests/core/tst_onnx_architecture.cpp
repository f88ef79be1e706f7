// core/onnx/architecture.h: the sizes of a transformer, found in its exported graph.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "core/base/error_codes.h"
#include "core/onnx/architecture.h"
#include "core/plan/model_source.h"
#include "onnx_decoders.h"
#include "onnx_mixtures.h"
#include "onnx_models.h"
#include "tests/program/test_program.h"

namespace tst_onnx_architecture {

using namespace astrolabe;
using tests::OnnxMaker;

namespace {

model::Field field_of(const model::Architecture& architecture, const std::string& key) {
  for (const model::Field& field : architecture.fields)
    if (field.key == key) return field;
  return {};
}

class Folder {
 public:
  std::string write(const OnnxMaker& made, const char* name = "model.onnx") {
    std::string path = m_folder.filePath(name).toStdString();
    std::ofstream(path, std::ios::binary) << made.bytes();
    return path;
  }

 private:
  QTemporaryDir m_folder;
};

}  // namespace

class TestOnnxArchitecture : public QObject {
  Q_OBJECT

 private slots:
  /// 20 x 16 twice; q 256, k and v 128 each, out 256, three of 384, two norms of 16; the last norm.
  void aGroupedDecoder() {
    Folder folder;
    const auto read = plan::read_model_source(folder.write(tests::onnx_llama()), {{"sequence", 6}});
    QVERIFY2(read, read ? "" : (read.error().where + ": " + read.error().found).c_str());
    QCOMPARE(read->id, std::string("model.onnx"));
    QCOMPARE(read->hidden, 16);
    QCOMPARE(read->vocabulary, 20);
    QCOMPARE(read->layers.size(), std::size_t{1});
    const model::LayerKind& kind = read->layer_kinds.front();
    QCOMPARE(kind.heads, 4);
    QCOMPARE(kind.kv_heads, 2);
    QCOMPARE(kind.head_dim, 4);
    QCOMPARE(kind.value_head_dim, 4);
    QCOMPARE(kind.ffn, 24);
    QVERIFY(kind.feed == model::Feed::gated);
    QVERIFY(kind.causal);
    QVERIFY(!read->tied_embeddings);
    QCOMPARE(read->parameters_total, std::int64_t{2 * 320 + 256 + 2 * 128 + 256 + 3 * 384 + 2 * 16 + 16});
    QVERIFY(read->warnings.empty());
    QCOMPARE(field_of(*read, "weights").from, std::string("model.onnx: equal"));
    QVERIFY(field_of(*read, "heads").mark == model::Mark::derived);
    QVERIFY(field_of(*read, "heads").from.find("scores of") != std::string::npos);
    QCOMPARE(field_of(*read, "vocabulary").from, std::string("outputs of head.weight"));
    QCOMPARE(field_of(*read, "causal").from, std::string("a triangle of the mask (Trilu)"));
    QVERIFY(field_of(*read, "tied_embeddings").mark == model::Mark::assumed);
    // The plan keeps the text and needs the file no longer.
    const auto again = model::read_config(read->text, read->id);
    QVERIFY(again);
    QCOMPARE(again->parameters_total, read->parameters_total);
    QVERIFY(again->layer_kinds == read->layer_kinds);
  }
  void anOpenDimensionIsAskedForWhereTheGraphNeedsIt() {
    Folder folder;
    const auto read = astrolabe::onnx::read_onnx_architecture(folder.write(tests::onnx_llama()));
    QVERIFY(!read);
    QCOMPARE(read.error().code, std::string(code::missing_field));
    QCOMPARE(read.error().wanted.values, std::vector<std::string>{"sequence"});
    QVERIFY(read.error().where.starts_with("dimension of input_ids"));
  }
  void aTiedDecoder() {
    Folder folder;
    const auto read =
        astrolabe::onnx::read_onnx_architecture(folder.write(tests::onnx_gpt()), {{"sequence", 6}});
    QVERIFY2(read, read ? "" : (read.error().where + ": " + read.error().found).c_str());
    QCOMPARE(read->hidden, 12);
    QCOMPARE(read->layer_kinds.front().heads, 3);
    QCOMPARE(read->layer_kinds.front().kv_heads, 3);
    QVERIFY(read->layer_kinds.front().feed == model::Feed::plain);
    QVERIFY(read->tied_embeddings);
    QVERIFY(field_of(*read, "tied_embeddings").mark == model::Mark::derived);
    QCOMPARE(read->positions, 8);
    QVERIFY2(field_of(*read, "weights").from.ends_with("equal"), field_of(*read, "weights").from.c_str());
  }
  void layersAreCounted_data() {
    QTest::addColumn<int>("layers");
    QTest::addColumn<bool>("head");
    QTest::newRow("three with a head") << 3 << true;
    QTest::newRow("five without") << 5 << false;
  }
  void layersAreCounted() {
    QFETCH(int, layers);
    QFETCH(bool, head);
    Folder folder;
    const auto read = astrolabe::onnx::read_onnx_architecture(folder.write(tests::onnx_bert(layers, head)),
                                                              {{"sequence", 6}});
    QVERIFY2(read, read ? "" : (read.error().where + ": " + read.error().found).c_str());
    QCOMPARE(read->layers.size(), std::size_t(layers));
    QCOMPARE(read->layer_kinds.size(), std::size_t{1});
    QCOMPARE(read->has_head, head);
    QCOMPARE(read->vocabulary, 20);
    QCOMPARE(read->positions, 8);
    QCOMPARE(read->layer_kinds.front().heads, 3);
    QCOMPARE(read->layer_kinds.front().causal, head);
    QVERIFY(field_of(*read, "causal").mark == model::Mark::assumed);
  }
  void whatIsNoStackIsToldWithThePlaceForIt() {
    Folder folder;
    OnnxMaker image("image");
    const std::string x = image.input("pixels", {"batch", "8"});
    image.output(image.node("MatMul", {x, image.weight("w", {8, 10})}, "logits"));
    const auto plain = astrolabe::onnx::read_onnx_architecture(folder.write(image, "image.onnx"));
    QVERIFY(!plain);
    QCOMPARE(plain.error().code, std::string(code::unsupported_model));
    QVERIFY(plain.error().found.starts_with("no attention"));
    QVERIFY(plain.error().wanted.values.front().find("shard --onnx") != std::string::npos);
    QVERIFY(plain.error().file.ends_with("image.onnx"));
    const auto damaged = plan::read_model_source(folder.write(OnnxMaker("empty"), "damaged.onnx"));
    QVERIFY(!damaged);
    QCOMPARE(plan::read_model_source("/nowhere/none.onnx").error().code, std::string(code::cannot_read));
  }
};

}  // namespace tst_onnx_architecture

ASTROLABE_TEST(tst_onnx_architecture, TestOnnxArchitecture)
#include "tst_onnx_architecture.moc"
