// core/spmd/synthesis.h: the known ways of parallel training are found where they are best. No rule names
// them: each test has a graph and devices for which one of them is the optimum, proven, and reads it off the
// program.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/spmd/graph_parts.h"
#include "core/spmd/proof.h"
#include "core/spmd/synthesis.h"
#include "spmd_cases.h"
#include "tests/program/test_program.h"

namespace tst_spmd_found {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

namespace {

using Kind = Instruction::Kind;

/// `count` equal devices; products and everything else at speeds of their own, all-reduce at half the rate of
/// the other collectives, as a ring has it: then it takes as long as a reduce-scatter and an all-gather.
Devices ring(int count, double products, double others, double bandwidth) {
  Devices devices = make_devices({products}, {count}, bandwidth);
  devices.flops_per_second[1].assign(static_cast<std::size_t>(count), others);
  devices.collectives[static_cast<int>(Collective::all_reduce)].bandwidth.value = bandwidth / 2.0;
  return devices;
}

struct Made {
  Graph graph;
  Synthesis synthesis;

  /// "G0, I => G0" of the first node of that operator and phase whose name begins and ends so.
  QString rule(Op op, Phase phase, const char* begin = "", const char* end = "") const {
    for (const Instruction& one : synthesis.program.instructions) {
      if (one.kind != Kind::compute) continue;
      const Node& node = graph.nodes[one.node];
      if (node.op != op || node.phase != phase || !node.name.starts_with(begin) || !node.name.ends_with(end))
        continue;
      return text(one.inputs) + QStringLiteral(" => ") + text(one.outputs);
    }
    return {};
  }
  QString loaded(const char* name) const {
    for (const Instruction& one : synthesis.program.instructions)
      if (one.kind == Kind::load && graph.tensors[one.outputs[0].tensor].name == name)
        return text(one.outputs);
    return {};
  }
  /// How often tensors of this role are moved in this way.
  int moved(Kind kind, Role role) const {
    return static_cast<int>(std::count_if(synthesis.program.instructions.begin(),
                                          synthesis.program.instructions.end(), [&](const Instruction& one) {
                                            return one.kind == kind && !one.inputs.empty() &&
                                                   graph.tensors[one.inputs[0].tensor].role == role;
                                          }));
  }
  /// How often the gradient of a parameter is moved in this way.
  int gradients(Kind kind) const {
    int count = 0;
    for (const Instruction& one : synthesis.program.instructions)
      if (one.kind == kind && !one.inputs.empty())
        for (const Tensor& tensor : graph.tensors)
          count += tensor.role == Role::parameter && tensor.gradient == one.inputs[0].tensor ? 1 : 0;
    return count;
  }
  /// How often the new value of a parameter is moved in this way.
  int updates(Kind kind) const {
    int count = 0;
    for (const Instruction& one : synthesis.program.instructions)
      if (one.kind == kind && !one.inputs.empty())
        for (const Tensor& tensor : graph.tensors) count += tensor.updated == one.inputs[0].tensor ? 1 : 0;
    return count;
  }
  double communication() const {
    double sum = 0.0;
    for (const Instruction& one : synthesis.program.instructions) sum += one.communication.value;
    return sum;
  }

 private:
  static QString text(const std::vector<Fact>& facts) {
    QStringList all;
    for (const Fact& fact : facts) all << QString::fromStdString(to_string(fact.property));
    return all.join(QStringLiteral(", "));
  }
};

Made made_of(Graph graph, const Devices& devices) {
  Made made{std::move(graph), {}};
  made.synthesis = *synthesise(made.graph, devices);
  return made;
}

/// Optimal, and equal to one device where it is executed.
bool is_sound(const Made& made) {
  if (made.synthesis.status != SynthesisStatus::optimal) return false;
  const auto proof = prove(made.graph, made.synthesis.program, std::nullopt);
  return proof.has_value() && proof->result.holds();
}

/// x[b, width] -> relu(up) -> relu(down), summed.
Graph pair(std::int64_t batch, std::int64_t width, std::int64_t hidden) {
  Parts parts("pair", false);
  TensorId x = parts.input("x", {batch, width});
  x = parts.relu(parts.linear("up", x, hidden, false));
  x = parts.relu(parts.linear("down", x, width, false));
  return *with_backward(std::move(parts).finish(parts.sum(x), static_cast<double>(batch)));
}

Graph model(const char* name, const BenchmarkOptions& options) {
  return *with_backward(*benchmark_graph(name, options));
}

}  // namespace

class TestSpmdFound : public QObject {
  Q_OBJECT

 private slots:
  /// Many samples, small weights, a network that adds up itself (a ring's all-reduce would take twice as
  /// long, and sharded updates be better): split along the batch, weights whole, gradients reduced.
  void dataParallel() {
    Devices devices = ring(4, 1e12, 1e12, 1e9);
    devices.collectives[static_cast<int>(Collective::all_reduce)].bandwidth.value = 1e9;
    const Made made = made_of(pair(4096, 64, 256), devices);
    QVERIFY(is_sound(made));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "up"), QStringLiteral("G0, I => G0"));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "down"), QStringLiteral("G0, I => G0"));
    QCOMPARE(made.gradients(Kind::all_reduce), 2);
    QVERIFY(made.rule(Op::update, Phase::optimizer).startsWith(QStringLiteral("I, I =>")));
  }

  /// Few samples, large weights: the first product by columns, the second by rows (contracted), one
  /// all-reduce of b x width values for both, the only traffic: 4 x 32 x 512 / (W / 2).
  void tensorParallel() {
    const Made made = made_of(pair(32, 512, 2048), ring(4, 1e12, 1e12, 1e9));
    QVERIFY(is_sound(made));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "up"), QStringLiteral("I, G0 => G1"));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "down"), QStringLiteral("G1, G1 => R"));
    QVERIFY(std::fabs(made.communication() / (4.0 * 32 * 512 / 0.5e9) - 1.0) <= 1e-12);
  }

  /// One sample: nothing to split along the batch. Weights are split as above, attention by heads, and what
  /// stands between along the sequence: sums of parts are scattered to it and gathered from it.
  void sequenceParallel() {
    BenchmarkOptions options;
    options.layers = 1;
    options.batch = 1;
    options.sequence = 64;
    options.hidden = 256;
    options.heads = 8;
    const Made made = made_of(model("encoder", options), ring(4, 1e12, 1e10, 1e9));
    QVERIFY(is_sound(made));
    QCOMPARE(made.rule(Op::attention, Phase::forward), QStringLiteral("G2 => G2"));
    QCOMPARE(made.rule(Op::layer_norm, Phase::forward), QStringLiteral("G1 => G1"));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "mlp"), QStringLiteral("I, G0 => G2"));
  }

  /// Experts with large weights and quick exchanges: each device has its own experts, tokens go to them and
  /// come back, in forward and in backward.
  void expertParallel() {
    BenchmarkOptions options;
    options.layers = 2;
    options.devices = 4;
    options.batch = 16;
    options.sequence = 16;
    options.hidden = 64;
    options.heads = 4;
    options.feed_forward = 1024;
    options.vocabulary = 104;  // whole words on every device
    Devices devices = ring(4, 1e11, 1e10, 1e9);
    devices.collectives[static_cast<int>(Collective::all_to_all)].bandwidth.value = 4e9;
    const Made made = made_of(model("moe", options), devices);
    QVERIFY(is_sound(made));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "experts", ".up"), QStringLiteral("G0, G1 => G1"));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "experts", ".down"), QStringLiteral("G0, G1 => G1"));
    QVERIFY(made.moved(Kind::all_to_all, Role::activation) >= 4);
  }

  /// An optimizer that takes as long as its weights' traffic: gradients are scattered, each device updates
  /// its part, weights are gathered before they are read.
  void zero() {
    const Made made = made_of(pair(4096, 64, 256), ring(4, 1e12, 1e10, 1e10));
    QVERIFY(is_sound(made));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "up"), QStringLiteral("G0, I => G0"));
    QCOMPARE(made.gradients(Kind::reduce_scatter), 2);
    QCOMPARE(made.gradients(Kind::all_reduce), 0);
    QCOMPARE(made.updates(Kind::all_gather), 2);
    QVERIFY(made.rule(Op::update, Phase::optimizer, "update up").startsWith(QStringLiteral("G0, G0 =>")));
  }

  /// A vocabulary of 20,000 words, few tokens, one table for both ends: it lies in rows, a word that a device
  /// has not counts as nothing; scores are split by words, too, and the loss exchanges its largest value and
  /// its sum.
  void vocabularyParallel() {
    Parts parts("tied", false);
    const TensorId ids = parts.input("ids", {8, 16}), labels = parts.input("labels", {8, 16});
    const TensorId table = parts.parameter("table", {20000, 64});
    TensorId x = parts.builder().add(Op::embedding, "words", {ids, table}, {8, 16, 64}, "bs,ve->bse", 128.0);
    x = parts.layer_norm(parts.linear("mixed", parts.layer_norm(x), 64));
    x = parts.contract("scores", "bse,ve->bsv", x, table);
    const TensorId loss = parts.token_loss(x, labels);
    const Made made = made_of(*with_backward(std::move(parts).finish(loss, 8.0)), ring(4, 1e11, 1e10, 1e9));
    QVERIFY(is_sound(made));
    QCOMPARE(made.loaded("table"), QStringLiteral("G0"));
    QCOMPARE(made.rule(Op::embedding, Phase::forward), QStringLiteral("I, G0 => R"));
    QCOMPARE(made.rule(Op::contract, Phase::forward, "scores"), QStringLiteral("I, G0 => G2"));
    QCOMPARE(made.rule(Op::cross_entropy, Phase::forward), QStringLiteral("G2, I => I"));
    QCOMPARE(made.moved(Kind::all_gather, Role::parameter), 0);
  }

  /// b tokens, i = o = 4096, two devices, 1e9 values a second, computing all but free: the gradient of the
  /// weight takes an all-reduce of i o values, 16.777216 ms, or both its factors gathered, b (i + o). They
  /// cross at b = i o / (i + o) = 2048. What is elementwise is slow, so that it is split.
  void sufficientFactors_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("factors");
    QTest::newRow("few tokens") << 1024 << true;
    QTest::newRow("many tokens") << 3072 << false;
  }
  void sufficientFactors() {
    QFETCH(int, tokens);
    QFETCH(bool, factors);
    constexpr std::int64_t kWidth = 4096;
    Parts parts("factors", false);
    TensorId x = parts.input("x", {tokens, kWidth});
    x = parts.layer_norm(x);
    x = parts.layer_norm(parts.linear("w", x, kWidth, false));
    Graph graph = *with_backward(std::move(parts).finish(parts.sum(x), static_cast<double>(tokens)));
    Devices devices = make_devices({1e16}, {2}, 4e9);
    devices.flops_per_second[1].assign(2, 1e9);
    devices.flops_per_second.emplace_back(2, 1e16);
    for (Node& node : graph.nodes)
      if (node.op == Op::update) node.speed_class = 2;
    devices.collectives[static_cast<int>(Collective::all_to_all)].bandwidth.value = 1e7;
    const Made made = made_of(graph, devices);
    QVERIFY(is_sound(made));
    QCOMPARE(made.rule(Op::contract, Phase::backward),
             factors ? QStringLiteral("I, I => I") : QStringLiteral("G0, G0 => R"));
    const double gathered = 1e-9 * tokens * (kWidth + kWidth);
    const double expected = factors ? gathered : 16.777216e-3;
    QVERIFY2(std::fabs(made.communication() / expected - 1.0) <= 1e-12,
             qPrintable(QString::number(made.communication())));
  }

  /// Sufficient factors, with the work that each device does twice at 1e12: data parallelism written down
  /// with either gradient. i = o = 4096, b = 64: 16.777216 ms, or 0.524288 ms and half of 2 b i o / 1e12 =
  /// 1.073741824 ms more work. They cross at b = 16.777216e-3 / (8.192e-6 + 1.6777216e-5) = 671.9.
  void factorsByHand_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("factors");
    QTest::newRow("64") << 64 << true;
    QTest::newRow("671") << 671 << true;
    QTest::newRow("673") << 673 << false;
  }
  void factorsByHand() {
    QFETCH(int, tokens);
    QFETCH(bool, factors);
    constexpr std::int64_t kWidth = 4096;
    Parts parts("factors", false);
    TensorId x = parts.relu(parts.input("x", {tokens, kWidth}));
    x = parts.relu(parts.linear("w", x, kWidth, false));
    const Graph graph = *with_backward(std::move(parts).finish(parts.sum(x), static_cast<double>(tokens)));
    const Devices devices = make_devices({1e12}, {2}, 4e9);
    const Theory theory = *make_theory(graph);
    const Prices prices(devices, even(devices), false);
    double seconds[2], moved[2];
    for (const bool whole : {false, true}) {
      std::vector<std::int16_t> choice;
      for (std::size_t k = 0; k < theory.order.size(); ++k) {
        const Node& node = graph.nodes[theory.order[k]];
        const bool is_gradient = node.phase == Phase::backward && node.op == Op::contract;
        const bool split = node.op != Op::update && !(is_gradient && whole);
        const std::vector<Rule>& rules = theory.rules[theory.step_classes[k]];
        const auto rule = std::find_if(rules.begin(), rules.end(), [&](const Rule& one) {
          const auto& facts = one.inputs.empty() ? one.outputs : one.inputs;
          return facts[0] == (split ? Property::gather(0) : Property::identity()) &&
                 (!is_gradient || facts[0] == facts[1]);
        });
        QVERIFY(rule != rules.end());
        choice.push_back(static_cast<std::int16_t>(rule - rules.begin()));
      }
      Program program = assemble(theory, prices, choice);
      seconds[whole ? 1 : 0] = evaluate(graph, devices, program, false);
      moved[whole ? 1 : 0] = 0.0;
      for (const Instruction& one : program.instructions) moved[whole ? 1 : 0] += one.communication.value;
    }
    const double square = static_cast<double>(kWidth) * kWidth;
    QVERIFY(std::fabs(moved[0] / 16.777216e-3 - 1.0) <= 1e-12);
    QVERIFY(std::fabs(moved[1] / (2e-9 * tokens * kWidth) - 1.0) <= 1e-12);
    const double more = 0.5 * 2.0 * square * tokens / 1e12;
    QVERIFY(std::fabs(seconds[1] - seconds[0] - (more + moved[1] - moved[0])) <= 1e-9);
    QCOMPARE(seconds[1] < seconds[0], factors);
  }
};

}  // namespace tst_spmd_found

ASTROLABE_TEST(tst_spmd_found, TestSpmdFound)
#include "tst_spmd_found.moc"
