// core/spmd/graph.h, benchmark_graphs.h: counts against the paper's models; shard lengths.
#include <QtTest>
#include <cmath>

#include "core/model/model_reader.h"
#include "core/spmd/backward.h"
#include "core/spmd/benchmark_graphs.h"
#include "core/spmd/model_graph.h"
#include "core/spmd/program.h"
#include "core/spmd/proof.h"
#include "core/spmd/synthesis.h"
#include "core/spmd/theory.h"
#include "tests/core/spmd_devices.h"
#include "tests/program/test_program.h"

namespace tst_spmd_graph {

using namespace astrolabe;
using namespace astrolabe::spmd;

namespace {

Graph benchmark(const char* name, BenchmarkOptions options) { return *benchmark_graph(name, options); }

}  // namespace

class TestSpmdGraph : public QObject {
  Q_OBJECT

 private slots:
  /// Parameters of the released model code, flops of forward and backward in its units (3 x forward).
  void releasedCounts_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("parameters");
    QTest::addColumn<double>("flops");
    QTest::addColumn<int>("nodes");
    // 16 convolutions, 3 linear layers.
    QTest::newRow("vgg19") << "vgg19" << 139611210.0 << 3.784752e11 << 48;
    // 12 (4 768^2 + 4 768 + 8 768^2 + 5 768) + 48 768 + 768 + 768 + 65 768 + 7690
    QTest::newRow("vit") << "vit" << 85113610.0 << 8.689907e12 << 12 * 13 + 9;
    // 12 x 7,084,800 + 33,280 x 768 + 33,280 x 769
    QTest::newRow("bert") << "bert" << 136168960.0 << 2.503773e13 << 12 * 13 + 7;
    // 6 x 7,084,800 + 6 (2,362,368 + 16 x 768 + 16 x 2 x 768 x 3072) + 51,151,360
    QTest::newRow("moe") << "moe" << 560892928.0 << 3.843747e13 << 6 * 13 + 6 * 14 + 7;
  }
  void releasedCounts() {
    QFETCH(QString, name);
    QFETCH(double, parameters);
    QFETCH(double, flops);
    QFETCH(int, nodes);
    BenchmarkOptions options;
    options.released = true;
    const Graph graph = benchmark(qPrintable(name), options);  // 8 devices: batch 256
    QCOMPARE(graph.parameters(), parameters);
    double sum = 0.0;
    for (const Node& node : graph.nodes) sum += 3.0 * node.flops;
    QVERIFY2(std::fabs(sum - flops) <= 2e-7 * flops, qPrintable(QString::number(sum, 'g', 12)));
    QCOMPARE(static_cast<int>(graph.nodes.size()), nodes);
  }

  /// Two experts a device: with 64 devices 6 x 7,084,800 + 6 (2,362,368 + 128 x 768 + 128 x 2 x 768 x 3072) +
  /// 51,151,360 parameters (hap.md 6: about 3.73 G).
  void expertsGrowWithDevices() {
    BenchmarkOptions options;
    options.released = true;
    options.devices = 64;
    QCOMPARE(benchmark("moe", options).parameters(), 3732302848.0);
  }

  /// "bsi,oi->bso": i is summed; locked letters and extents of 1.
  void signature() {
    GraphBuilder builder("one", false);
    const TensorId x = builder.leaf(Role::input, "x", {1, 4, 6});
    const TensorId w = builder.leaf(Role::parameter, "w", {5, 6});
    const TensorId y = builder.add(Op::contract, "y", {x, w}, {1, 4, 5}, "bSi,oi->bSo", 240.0);
    const Signature& signature = builder.graph().nodes[builder.graph().tensors[y].producer].signature;
    QCOMPARE(signature.inputs[0][0], -1);  // extent 1
    QCOMPARE(signature.indices[signature.inputs[0][1]].sharing, Sharing::locked);
    QCOMPARE(signature.inputs[0][2], signature.inputs[1][1]);
    QCOMPARE(signature.outputs[0][2], signature.inputs[1][0]);
    QCOMPARE(signature.indices[signature.inputs[1][1]].extent, std::int64_t{6});
  }

  void lengths() {
    using Lengths = std::vector<std::int64_t>;
    QCOMPARE(shard_lengths(10, {1.0 / 3, 2.0 / 3}), (Lengths{3, 7}));
    // Floors (1, 2, 2); lacks 0.057, 0.114, 0.114: the last of the ties, then the other.
    QCOMPARE(shard_lengths(7, {0.2, 0.4, 0.4}), (Lengths{1, 3, 3}));
    QCOMPARE(shard_lengths(3, {1.0 / 3, 1.0 / 3, 1.0 / 3}), (Lengths{1, 1, 1}));
    QCOMPARE(shard_lengths(5, {0.0, 1.0}), (Lengths{0, 5}));
    // 16 experts on 2 fast and 6 slow devices (2.995 and 1.668): floors 2, 2 and 1 x 6, then 6 more: lacks
    // 0.995 / 16 twice, 0.668 / 16 six times: both fast, then the last four of the slow.
    const double fast = 3858755112937.0, slow = 2149250936815.0, sum = 2 * fast + 6 * slow;
    std::vector<double> ratios(8, slow / sum);
    ratios[0] = ratios[1] = fast / sum;
    QCOMPARE(shard_lengths(16, ratios), (Lengths{3, 3, 1, 1, 2, 2, 2, 2}));
    QCOMPARE(shard_lengths(1, {0.5, 0.5}, true), (Lengths{1, 1}));
    QCOMPARE(shard_lengths(1, {0.5, 0.5}), (Lengths{0, 1}));
  }

  /// Every model that comes with the app, forward, backward and optimizer: all its weights are there but for
  /// biases, norms without affine part, relative positions and the routers' corrections. Models with a tower
  /// are refused by name.
  void everyModel() {
    ModelGraphOptions options;
    options.batch = 2;
    options.sequence = 64;
    for (const model::BuiltInModel& built_in : model::built_in_models()) {
      const auto architecture = model::read_model(built_in.id);
      QVERIFY(architecture.has_value());
      const auto forward = model_graph(*architecture, options);
      if (!architecture->towers.empty()) {  // programs of a tower beside a text model are not there
        QVERIFY2(!forward.has_value(), architecture->id.c_str());
        QCOMPARE(forward.error().found, std::string("a tower in front of the text model"));
        continue;
      }
      QVERIFY2(forward.has_value(), architecture->id.c_str());
      const auto whole = with_backward(*forward);
      QVERIFY2(whole.has_value(), architecture->id.c_str());
      const double all = static_cast<double>(architecture->parameters_total);
      QVERIFY2(std::fabs(whole->parameters() / all - 1.0) <= 0.01,
               qPrintable(QStringLiteral("%1: %2 of %3")
                              .arg(QString::fromStdString(architecture->id))
                              .arg(whole->parameters(), 0, 'f', 0)
                              .arg(all, 0, 'f', 0)));
      for (const Tensor& tensor : whole->tensors)
        if (tensor.role == Role::parameter) QVERIFY2(tensor.updated >= 0, tensor.name.c_str());
    }
  }

  /// Latent attention and a decoder over an encoder: the program of unequal devices is proven equal to one.
  void latentAndCrossAttention_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("layers");
    QTest::newRow("deepseek-v2") << "deepseek-v2" << 2;
    QTest::newRow("t5-3b") << "t5-3b" << 2;
  }
  void latentAndCrossAttention() {
    QFETCH(QString, id);
    QFETCH(int, layers);
    model::Architecture architecture = *model::read_model(id.toStdString());
    // The first and the last kind of layers.
    architecture.layers = {architecture.layers.front(), architecture.layers.back()};
    QCOMPARE(static_cast<int>(architecture.layers.size()), layers);
    ModelGraphOptions options;
    options.batch = 8;
    options.sequence = 32;
    const Graph graph = *with_backward(*model_graph(architecture, options));
    for (const double bandwidth : {1e9, 1e12}) {
      SynthesisOptions limited;  // a valid program is wanted, the best one is not
      limited.time_limit = 1.0;
      const auto made = synthesise(graph, tests::make_devices({2e12, 1e12}, {1, 2}, bandwidth), limited);
      QVERIFY(made.has_value());
      const auto proof = prove(graph, made->program, std::nullopt);
      QVERIFY(proof.has_value());
      QVERIFY2(proof->result.holds(),
               proof->result.violation ? proof->result.violation->what.c_str() : "not executed");
    }
  }

  /// Encoder and decoder are each folded: 23 layers of the one, and of the other 22 in pairs, since the
  /// gradient of what the encoder made changes its slot with every layer that reads it.
  void decoderIsFolded() {
    ModelGraphOptions options;
    options.batch = 8;
    options.sequence = 32;
    const Graph graph = *with_backward(*model_graph(*model::read_model("t5-3b"), options));
    const auto theory = make_theory(graph);
    QVERIFY(theory.has_value());
    QCOMPARE(theory->repeats.size(), std::size_t{2});
    QCOMPARE(theory->repeats[0].repeats, 23);
    QCOMPARE(theory->repeats[1].repeats, 11);
  }

  void unknownName() {
    const auto graph = benchmark_graph("alexnet", {});
    QVERIFY(!graph);
    QCOMPARE(QString::fromStdString(graph.error().code), QStringLiteral("AST-U501"));
  }
};

}  // namespace tst_spmd_graph

ASTROLABE_TEST(tst_spmd_graph, TestSpmdGraph)
#include "tst_spmd_graph.moc"
