// core/spmd/search.h: costs before the linear programme against those recorded from the released HAP code
// (paper: EuroSys '24, doi 10.1145/3627703.3629580), folded and not, and re-priced instruction by
// instruction.
#include <QtTest>
#include <cmath>

#include "core/spmd/assembly.h"
#include "core/spmd/graph_parts.h"
#include "spmd_cases.h"
#include "tests/program/test_program.h"

namespace tst_spmd_search {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

namespace {

struct Case {
  Graph graph;
  Devices devices;
  std::vector<double> ratios;
};

Case two_linear(std::int64_t batch, const std::vector<double>& speeds, double bandwidth,
                std::vector<double> ratios = {}) {
  Devices devices = make_devices(speeds, std::vector<int>(speeds.size(), 1), bandwidth);
  if (ratios.empty()) ratios = proportional(devices);
  return {two_linear_graph(batch, 1023, true), std::move(devices), std::move(ratios)};
}

Case at_speed(Graph graph, Devices devices) {
  std::vector<double> ratios = proportional(devices);
  return {std::move(graph), std::move(devices), std::move(ratios)};
}

Case at_even(Graph graph, Devices devices) {
  std::vector<double> ratios = even(devices);
  return {std::move(graph), std::move(devices), std::move(ratios)};
}

}  // namespace

class TestSpmdSearch : public QObject {
  Q_OBJECT

 private slots:
  void recorded_data() {
    QTest::addColumn<Case>("test");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<double>("digits");  // half a unit of the last recorded digit
    QTest::addColumn<double>("relative");
    const std::vector<double> pair{1e12, 2e12}, three{1e12, 2e12, 4e12}, capped{0.2, 0.4, 0.4};
    // K = 18 b d^2, P = d^2 + d: K / 3e12 + 2 P / 1e9 + 3 b d / 3e12
    QTest::newRow("M1") << two_linear(800, pair, 1e9) << 7.1192616e-3 << 5e-11 << 1e-9;
    QTest::newRow("M2 column split") << two_linear(700, pair, 1e9) << 6.3057379e-3 << 5e-11 << 1e-9;
    QTest::newRow("M3 fast") << two_linear(300, three, 3.258e9) << 1.13042154e-3 << 5e-12 << 1e-9;
    QTest::newRow("M3 proportional") << two_linear(300, three, 3.258e8) << 4.0371303e-3 << 5e-11 << 1e-9;
    QTest::newRow("M3 cap 2") << two_linear(300, three, 3.258e8, capped) << 3.391208941e-3 << 5e-13 << 1e-8;
    QTest::newRow("M3 slow") << two_linear(300, three, 1.2e8) << 9.5760253e-3 << 5e-11 << 1e-9;
    QTest::newRow("M3 slow, even") << two_linear(300, three, 1.2e8, {1.0 / 3, 1.0 / 3, 1.0 / 3})
                                   << 6.999059030e-3 << 5e-13 << 1e-8;
    QTest::newRow("M4 stuck") << two_linear(650, three, 3.342e8) << 8.018496e-3 << 5e-10 << 1e-9;
    QTest::newRow("M4 cap 2") << two_linear(650, three, 3.342e8, capped) << 7.224501247e-3 << 5e-13 << 1e-8;
    QTest::newRow("M5") << two_linear(700, pair, 1e8) << 1.92670797e-2 << 5e-11 << 1e-9;
    QTest::newRow("M5 b 800") << two_linear(800, pair, 1e8) << 2.05230168e-2 << 5e-11 << 1e-9;
    const std::vector<double> quick{5712013967207.0, 2149250936815.0};
    const Devices p1 = profiled(1, quick, {2, 2}), p2 = profiled(2, quick, {2, 2});
    QTest::newRow("layer P2") << at_speed(released("encoder", 1, 4, 64, 768), p2) << 2.756622574e-2 << 5e-12
                              << 1e-9;
    QTest::newRow("layer P1") << at_speed(released("encoder", 1, 4, 64, 768), p1) << 3.797582527e-2 << 5e-12
                              << 1e-9;
    QTest::newRow("layer b 8") << at_speed(released("encoder", 1, 4, 8, 768), p1) << 1.475651935e-2 << 5e-12
                               << 1e-9;
    QTest::newRow("layer e 2048") << at_speed(released("encoder", 1, 4, 8, 2048), p2) << 4.206240084e-2
                                  << 5e-12 << 1e-9;
    const Devices eight = mixed(8), many = mixed(64);
    QTest::newRow("four layers 8") << at_speed(released("encoder", 4, 8, 64), eight) << 2.296791917e-1
                                   << 5e-11 << 1e-9;
    QTest::newRow("four layers 64") << at_speed(released("encoder", 4, 64, 64), many) << 1.211486070e-1
                                    << 5e-11 << 1e-9;
    QTest::newRow("vgg19 first") << at_speed(released("vgg19", 0, 8), eight) << 5.270630409e-2 << 5e-12
                                 << 1e-9;
    QTest::newRow("vgg19 second") << at_even(released("vgg19", 0, 8), eight) << 5.191083076e-2 << 5e-12
                                  << 1e-9;
    QTest::newRow("bert 8") << at_speed(released("bert", 12, 8), eight) << 1.456731066 << 5e-10 << 1e-9;
    QTest::newRow("bert 64") << at_speed(released("bert", 12, 64), many) << 1.500295035 << 5e-10 << 1e-9;
    QTest::newRow("vit-1") << at_speed(released("vit", 1, 8), eight) << 5.033530444e-2 << 5e-12 << 1e-9;
    QTest::newRow("vit-2") << at_speed(released("vit", 2, 8), eight) << 1.003037863e-1 << 5e-11 << 1e-9;
    QTest::newRow("vit-4") << at_speed(released("vit", 4, 8), eight) << 2.002407501e-1 << 5e-11 << 1e-9;
    QTest::newRow("vit-12") << at_speed(released("vit", 12, 8), eight) << 5.999886051e-1 << 5e-11 << 1e-9;
    QTest::newRow("vit-12 64") << at_speed(released("vit", 12, 64), many) << 5.999886e-1 << 5e-8 << 1e-9;
    QTest::newRow("vit-48") << at_speed(released("vit", 48, 8), eight) << 2.398853953 << 5e-10 << 1e-9;
    QTest::newRow("moe-2") << at_speed(released("moe", 2, 8), eight) << 7.515883334e-1 << 5e-11 << 1e-9;
    QTest::newRow("moe-2 64") << at_speed(released("moe", 2, 64), many) << 1.262415961 << 5e-10 << 1e-9;
    QTest::newRow("moe-2 64 even") << at_even(released("moe", 2, 64), many) << 1.232063124 << 5e-10 << 1e-9;
    QTest::newRow("moe-4") << at_speed(released("moe", 4, 8), eight) << 1.071039467 << 5e-10 << 1e-9;
    QTest::newRow("moe-12") << at_speed(released("moe", 12, 8), eight) << 2.348844001 << 5e-10 << 1e-9;
    QTest::newRow("moe-12 64") << at_speed(released("moe", 12, 64), many) << 5.195989920 << 5e-10 << 1e-9;
    QTest::newRow("moe-12 64 even") << at_even(released("moe", 12, 64), many) << 4.647612635 << 5e-10 << 1e-9;
  }
  void recorded() {
    QFETCH(Case, test);
    QFETCH(double, seconds);
    QFETCH(double, digits);
    QFETCH(double, relative);
    const auto theory = make_theory(test.graph);
    QVERIFY(theory.has_value());
    const Prices prices(test.devices, test.ratios, true);
    const Tables tables = make_tables(*theory, prices);
    for (const bool fold : {true, false}) {
      spmd::SearchOptions options;
      options.fold = fold;
      const Found found = spmd::search(*theory, tables, options);
      QVERIFY(found.any);
      QCOMPARE(found.lower_bound, found.seconds);
      // 1e-9 relative, 1e-8 where the recorded ratios came out of a simplex; and what rounding to the
      // recorded digits takes away.
      QVERIFY2(std::fabs(found.seconds - seconds) <= relative * seconds + digits,
               qPrintable(QString::number(found.seconds, 'g', 13)));
      Program program = assemble(*theory, prices, found.rule);
      const double again = evaluate(test.graph, test.devices, program, false);
      QVERIFY2(std::fabs(again - found.seconds) <= 1e-12 * seconds,
               qPrintable(QString::number(again, 'g', 13)));
    }
  }

  /// The full theory: the program of a search costs, instruction by instruction, what the search says.
  void assembledCosts_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"vgg19", "vit", "bert", "moe", "encoder"}) QTest::newRow(name) << name;
  }
  void assembledCosts() {
    QFETCH(QString, name);
    const Graph graph = trained(qPrintable(name), 4, 8);
    const Devices devices = mixed(8);
    const auto theory = make_theory(graph);
    QVERIFY(theory.has_value());
    const Prices prices(devices, proportional(devices), false);
    const Tables tables = make_tables(*theory, prices);
    double costs[2];
    for (const bool fold : {true, false}) {
      spmd::SearchOptions options;
      options.fold = fold;
      const Found found = spmd::search(*theory, tables, options);
      QVERIFY(found.any);
      Program program = assemble(*theory, prices, found.rule);
      costs[fold ? 0 : 1] = evaluate(graph, devices, program, false);
      QVERIFY(std::fabs(costs[fold ? 0 : 1] - found.seconds) <= 1e-11 * found.seconds);
      QVERIFY(tables.remaining[0] <= found.seconds);
    }
    QVERIFY(std::fabs(costs[0] - costs[1]) <= 1e-11 * costs[0]);
    // A beam that is asked from the start finds nothing better, and takes nothing away.
    spmd::SearchOptions options;
    options.beam_after = 0;
    const Found cut = spmd::search(*theory, tables, options);
    QVERIFY(cut.any && std::fabs(cut.seconds - costs[0]) <= 1e-11 * costs[0]);
  }

  /// Every layer also reads what the one before it read, so a tensor comes to its slot again after two or
  /// three layers: these are folded together, and cost the same as one by one.
  void foldedInTurns() {
    Parts parts("turns", false);
    TensorId before = parts.input("x", {24, 16});
    TensorId x = parts.relu(parts.linear("first", before, 16, false));
    for (int layer = 0; layer < 14; ++layer) {
      parts.builder().set_block(layer);
      const TensorId y = parts.relu(parts.linear("w" + std::to_string(layer), x, 16, false));
      const TensorId sum = parts.layer_norm(parts.add(y, before));
      before = x;
      x = sum;
    }
    parts.builder().set_block(-1);
    const Graph graph = *with_backward(std::move(parts).finish(parts.sum(x), 24.0));
    const auto theory = make_theory(graph);
    QVERIFY(theory.has_value());
    QCOMPARE(theory->repeats.size(), std::size_t{1});
    QVERIFY(theory->repeats[0].length > 4);  // groups: product, relu, sum, norm
    const Devices devices = make_devices({1e9, 3e9}, {1, 2}, 1e8);
    const Tables tables = make_tables(*theory, Prices(devices, proportional(devices), false));
    spmd::SearchOptions options;
    const double folded = spmd::search(*theory, tables, options).seconds;
    options.fold = false;
    const double plain = spmd::search(*theory, tables, options).seconds;
    QVERIFY(std::fabs(folded - plain) <= 1e-11 * plain);
  }
};

}  // namespace tst_spmd_search

ASTROLABE_TEST(tst_spmd_search, TestSpmdSearch)
#include "tst_spmd_search.moc"
