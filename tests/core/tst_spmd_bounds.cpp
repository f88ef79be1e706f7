// core/spmd/searches.h, whole_pairs.h: what no program undercuts, against programs drawn at random.
#include <QtTest>
#include <cmath>
#include <map>
#include <random>

#include "core/model/model_reader.h"
#include "core/spmd/assembly.h"
#include "core/spmd/backward.h"
#include "core/spmd/model_graph.h"
#include "core/spmd/searches.h"
#include "core/spmd/whole_pairs.h"
#include "spmd_cases.h"
#include "tests/core/cases.h"
#include "tests/core/random_graphs.h"
#include "tests/program/test_program.h"

namespace tst_spmd_bounds {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

namespace {

constexpr std::array<Execution, 5> kExecutions{
    Execution{}, {4, false, false}, {1, true, false}, {1, false, true}, {2, true, true}};

std::vector<double> random_ratios(Random& random, int count) {
  std::vector<double> ratios;
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    ratios.push_back(std::uniform_real_distribution<double>(0.0, 1.0)(random));
    sum += ratios.back();
  }
  for (double& ratio : ratios) ratio /= sum;
  return ratios;
}

/// Products at one set of speeds, the rest at another.
Devices unequal(Random& random) {
  const std::vector<int> counts{1 + below(random, 3), 1 + below(random, 3)};
  Devices devices = make_devices({1e12, 2.5e12}, counts, 1e9 * (1 + below(random, 9)));
  for (std::size_t kind = 1; kind < devices.flops_per_second.size(); ++kind)
    for (double& speed : devices.flops_per_second[kind]) speed = 1e11 * (1 + below(random, 4));
  for (CollectiveCost& cost : devices.collectives) cost.bandwidth.value *= 1.0 + 0.2 * below(random, 5);
  return devices;
}

/// Part of the traffic of weights stands in the step, the rest as far as work is too short to hide it.
void hide_traffic(Devices& devices, Random& random) {
  devices.terms.weight_exposed = 0.1 * (1 + below(random, 9));
  devices.terms.again_exposed = 0.1 * (1 + below(random, 9));
  devices.terms.window = 0.1 * (5 + below(random, 5));
  devices.terms.weight_latency = below(random, 2) == 0 ? -1.0 : 1e-12;
  for (CollectiveCost& cost : devices.collectives) cost.latency = {1e-6 * below(random, 3)};
}

/// Three layers, so that they are blocks that recomputation knows.
Graph layered(Random& random, int which) {
  constexpr std::array kNames{"bert", "moe", "vit"};
  if (which < 3) return trained(kNames[static_cast<std::size_t>(which)], 3, 4, 4 + below(random, 9));
  model::Architecture model = *model::read_model("llama-3.1-8b");
  model.layers.resize(3);
  ModelGraphOptions options;
  options.sequence = 16;
  options.batch = 3 + below(random, 9);
  options.element_bytes = 2.0;
  return *with_backward(*model_graph(model, options));
}

/// Mostly the cheapest choice, so that what is drawn can be run.
std::vector<std::int16_t> random_rule(Random& random, const Theory& theory,
                                      const std::vector<std::int16_t>& known, int one_in) {
  std::vector<std::int16_t> rule = known;
  for (std::size_t k = 0; k < rule.size(); ++k)
    if (below(random, one_in) == 0)
      rule[k] = static_cast<std::int16_t>(
          below(random, static_cast<int>(theory.classes[theory.step_classes[k]].rules.size())));
  return rule;
}

/// Every program, with the forward rule of a group as part of the state: pairs are charged as they come.
double plain_programme(const Theory& theory, const Tables& tables) {
  StateCosts layer{{{}, 0.0}};
  for (const Theory::Group& group : theory.groups) {
    StateCosts next;
    const auto first = static_cast<std::size_t>(group.first);
    const StepClass& forward = theory.classes[theory.step_classes[first]];
    for (std::size_t chosen = 0; chosen < forward.rules.size(); ++chosen) {
      StateCosts inner = layer;
      for (int k = 0; k < group.length; ++k) {
        const int step_class = theory.step_classes[first + static_cast<std::size_t>(k)];
        const StepClass& step = theory.classes[step_class];
        StateCosts after_step;
        for (const auto& [words, cost] : inner)
          for (std::size_t r = k == 0 ? chosen : 0; r < (k == 0 ? chosen + 1 : step.rules.size()); ++r) {
            double sum = cost + tables.compute[step_class][r];
            for (const WholePair& pair : tables.pairs[group.kind]) {
              const Rule& before = theory.rules[theory.step_classes[first]][chosen];
              if (pair.step == k && k > 0 &&
                  (pair.made ? before.outputs : before.inputs)[pair.operand] == Property::identity() &&
                  theory.rules[step_class][r].inputs[pair.reader] == Property::identity())
                sum += pair.price;
            }
            follow_rule(theory, tables, step_class, r, words, sum, after_step);
          }
        inner = std::move(after_step);
      }
      for (const auto& [words, cost] : inner) {
        const auto [place, is_new] = next.emplace(words, cost);
        if (!is_new) place->second = std::min(place->second, cost);
      }
    }
    layer = std::move(next);
  }
  return least_of(layer);
}

}  // namespace

class TestSpmdBounds : public QObject {
  Q_OBJECT

 private slots:
  /// Programs drawn at random, run in every way, at ratios drawn at random: with the largest ratio known
  /// exactly, roughly or not at all, and where much of the traffic of weights finds no work to hide behind,
  /// no program is charged more than it takes. And between forward and backward all devices hold at least
  /// what is counted of it.
  void belowEveryProgram_data() {
    QTest::addColumn<int>("which");
    QTest::newRow("bert") << 0;
    QTest::newRow("moe") << 1;
    QTest::newRow("vit") << 2;
    QTest::newRow("llama") << 3;
  }
  void belowEveryProgram() {
    QFETCH(int, which);
    constexpr double kFragmentation = 0.1;
    Random random(static_cast<unsigned>(7 + which));
    int compared = 0;
    for (int k = 0; k < tests::cases(120); ++k) {
      const Graph graph = layered(random, which);
      Devices devices = unequal(random);
      if (k % 2 == 1) hide_traffic(devices, random);
      SynthesisOptions options;
      options.execution = kExecutions[static_cast<std::size_t>(k) % kExecutions.size()];
      Searches searches(graph, devices, options);
      QVERIFY(searches.make_theories().has_value());
      const Theory& theory = searches.all();
      const std::vector<double> ratios =
          k % 3 == 0 ? proportional(devices) : random_ratios(random, devices.count());
      const double largest = *std::max_element(ratios.begin(), ratios.end());
      const Prices prices(devices, ratios, false, options.execution);
      const std::vector<std::int16_t> known = searches.at(searches.by_batch(), prices).rule;
      QVERIFY(!known.empty());
      const auto start = translated(known, searches.by_batch(), theory);
      std::vector<Tables> below;
      for (const LargestRatio range : {LargestRatio{}, {largest, largest}, {0.8 * largest, 1.3 * largest}})
        below.push_back(searches.tables_at(
            theory, Prices::below_all(devices, false, options.execution, range).in_whole_units(), 0.0));
      for (const double m : {0.3, 1.0}) {
        const bool again = options.execution.gather_again;
        const auto slower =
            devices_of_long_traffic(devices, m, again, again ? 1 : options.execution.micro_batches);
        QCOMPARE(slower.has_value(), k % 2 == 1);
        if (slower)
          below.push_back(searches.tables_at(
              theory, Prices::below_all(*slower, false, options.execution).in_whole_units(), 0.0));
      }
      const WholeCopies copies(theory, options.execution, devices.count(), kFragmentation);
      const double least = least_memory(graph, options.execution, kFragmentation).value;
      for (const int one_in : {1000000, 60, 15, 4}) {
        const std::vector<std::int16_t> rule = random_rule(random, theory, start, one_in);
        if (!(cost_of(theory, make_tables(theory, prices), rule) < kNever)) continue;
        ++compared;
        Program program = assemble(theory, prices, rule);
        const double taken = evaluate(graph, devices, program, true);
        for (std::size_t t = 0; t < below.size(); ++t) {
          const double charged = cost_of(theory, below[t], rule);
          // The first three know nothing of what comes beside the instructions.
          const double most = t < 3 ? taken - program.beside.value : taken;
          QVERIFY2(charged <= most * (1.0 + 1e-9),
                   qPrintable(QStringLiteral("case %1, one in %2: charged %3, takes %4")
                                  .arg(k)
                                  .arg(one_in)
                                  .arg(charged, 0, 'g', 17)
                                  .arg(most, 0, 'g', 17)));
        }
        double held = 0.0;
        for (const Bytes& peak : memory_of(graph, program, kFragmentation).peak) held += peak.value;
        QVERIFY(least + copies.of(rule).value <= held * (1.0 + 1e-9));
      }
    }
    QVERIFY(compared > 30 || tests::kCaseShare > 1);
  }

  /// Prices on pairs of rules: the search finds the least of all programs.
  void pairsAreCharged() {
    Random random(9);
    int charged_any = 0;
    for (int compared = 0; compared < tests::cases(200);) {
      const auto graph = with_backward(random_graph(random, false, 1 + below(random, 3)));
      QVERIFY(graph.has_value());
      if (graph->nodes.size() > 12) continue;
      ++compared;
      const Devices devices = random_devices(random);
      const Prices prices(devices, random_ratios(random, devices.count()), false);
      const auto theory = make_theory(*graph);
      QVERIFY(theory.has_value());
      Tables tables = make_tables(*theory, prices);
      const double free = search(*theory, tables).seconds;
      const WholeCopies copies(*theory, {}, devices.count(), 0.0);
      double bytes = 0.0;
      for (const Tensor& tensor : graph->tensors) bytes += tensor.elements() * tensor.element_bytes;
      copies.charge(tables, std::pow(10.0, -below(random, 4)) * 0.1 * free / bytes);
      const Found found = search(*theory, tables);
      const double least = plain_programme(*theory, tables);
      QVERIFY2(found.any && std::fabs(found.seconds - least) <= 1e-12 * least,
               qPrintable(QStringLiteral("graph %1: %2, %3")
                              .arg(compared)
                              .arg(found.seconds, 0, 'g', 17)
                              .arg(least, 0, 'g', 17)));
      QVERIFY(std::fabs(cost_of(*theory, tables, found.rule) - least) <= 1e-12 * least);
      charged_any += charged(*theory, tables.pairs, found.rule) > 0.0 ? 1 : 0;
    }
    QVERIFY(charged_any > 5 || tests::kCaseShare > 1);
  }
};

}  // namespace tst_spmd_bounds

ASTROLABE_TEST(tst_spmd_bounds, TestSpmdBounds)
#include "tst_spmd_bounds.moc"
