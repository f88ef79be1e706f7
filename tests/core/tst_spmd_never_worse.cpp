// core/spmd/synthesis.h: whatever the graph and the devices, no known way of parallel training that fits is
// faster than what is synthesised, everything at shards of whole units.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/spmd/synthesis.h"
#include "tests/core/cases.h"
#include "tests/core/random_graphs.h"
#include "tests/core/spmd_cases.h"
#include "tests/program/test_program.h"

namespace tst_spmd_never_worse {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

namespace {

bool near(double value, double expected, double relative) {
  return std::fabs(value - expected) <= relative * std::fabs(expected);
}

QByteArray both(double value, double expected) {
  return QStringLiteral("%1, expected %2").arg(value, 0, 'g', 13).arg(expected, 0, 'g', 13).toUtf8();
}

Devices large_devices(std::mt19937_64& random) {
  const auto decades = [&](double low, double high) {
    return std::pow(10.0, std::uniform_real_distribution<double>(low, high)(random));
  };
  const std::vector<double> few{decades(11, 13), decades(11, 13), decades(11, 13)};
  std::vector<double> speeds;
  const int count = 2 + static_cast<int>(random() % 7);
  speeds.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) speeds.push_back(few[random() % few.size()]);
  Devices devices = make_devices(speeds, std::vector<int>(speeds.size(), 1), 1.0);
  const double base = decades(8, 11);
  for (CollectiveCost& cost : devices.collectives) cost = {{base * decades(-0.5, 0.5)}, {decades(-7, -4)}};
  return devices;
}

struct Known {
  const char* name;
  double step = 0.0;  ///< in whole units
  std::vector<Bytes> peak;
};

/// The choice with every update whole or, where it can be, in shards (ZeRO).
std::vector<std::int16_t> with_updates(const Theory& theory, std::vector<std::int16_t> choice, bool sharded) {
  for (std::size_t k = 0; k < choice.size(); ++k) {
    if (theory.graph->nodes[theory.order[k]].op != Op::update) continue;
    const std::vector<Rule>& rules = theory.rules[theory.step_classes[k]];
    for (std::size_t r = rules.size(); r-- > 0;)
      if (rules[r].sharded == sharded) choice[k] = static_cast<std::int16_t>(r);
  }
  return choice;
}

/// Even and proportional data parallelism and the best program that leaves the batch whole, each as it is,
/// with whole updates and with sharded ones.
std::vector<Known> known_ways(const Graph& graph, const Devices& devices) {
  std::vector<Known> ways;
  for (const auto& [ratios, is_even] :
       {std::pair{even(devices), true}, std::pair{proportional(devices), false}}) {
    const Prices prices(devices, ratios, false);
    for (const auto& [restriction, name] :
         {std::pair{Restriction::data_parallel, is_even ? "even data parallel" : "proportional"},
          std::pair{Restriction::tensor_parallel, is_even ? "even tensor parallel" : "tensor parallel"}}) {
      const Theory theory = *make_theory(graph, restriction);
      const Found found = search(theory, make_tables(theory, prices));
      if (!found.any) continue;
      for (const auto& choice :
           {found.rule, with_updates(theory, found.rule, false), with_updates(theory, found.rule, true)}) {
        Program program = assemble(theory, prices, choice);
        const double step = evaluate(graph, devices, program, true);
        ways.push_back({name, step, memory_of(graph, program, devices.terms.fragmentation).peak});
      }
    }
  }
  return ways;
}

bool holds(const std::vector<Bytes>& memory, const std::vector<Bytes>& peak) {
  for (std::size_t i = 0; i < memory.size(); ++i)
    if (peak[i].value > memory[i].value * (1.0 + 1e-12)) return false;
  return true;
}

}  // namespace

class TestSpmdNeverWorse : public QObject {
  Q_OBJECT

 private slots:
  /// Never worse than data parallelism with even or proportional shares, with whole or sharded updates, nor
  /// than the best program that leaves the batch whole; everything at rounded shards.
  void neverWorse() {
    std::mt19937_64 random(12);
    const char* names[] = {"vgg19", "vit", "bert", "moe", "encoder"};
    for (int k = 0; k < tests::cases(60); ++k) {
      const Devices devices = large_devices(random);
      BenchmarkOptions options;
      options.layers = 1 + static_cast<int>(random() % 3);
      options.devices = devices.count();
      options.batch = 1 + static_cast<std::int64_t>(random() % 100);
      options.sequence = 16;
      options.hidden = 48;
      options.heads = 6;
      options.vocabulary = 101;
      const Graph graph = *with_backward(*benchmark_graph(names[k % 5], options));
      const auto made = synthesise(graph, devices);
      QVERIFY(made.has_value());
      const Theory whole_batch = *make_theory(graph, Restriction::tensor_parallel);
      const auto check = [&](double other, const char* what) {
        QVERIFY2(made->step.value <= other * (1.0 + 1e-12),
                 qPrintable(QStringLiteral("case %1, %2: %3 > %4 (%5)")
                                .arg(k)
                                .arg(QLatin1String(names[k % 5]))
                                .arg(made->step.value, 0, 'g', 12)
                                .arg(other, 0, 'g', 12)
                                .arg(QLatin1String(what))));
      };
      for (const bool is_even : {true, false}) {
        const auto ratios = is_even ? even(devices) : proportional(devices);
        check(written_data_parallel(graph, devices, ratios, false), is_even ? "even" : "proportional");
        check(written_data_parallel(graph, devices, ratios, true),
              is_even ? "even ZeRO" : "proportional ZeRO");
        const Prices prices(devices, ratios, false);
        const Found found = search(whole_batch, make_tables(whole_batch, prices));
        QVERIFY(found.any);
        Program program = assemble(whole_batch, prices, found.rule);
        check(evaluate(graph, devices, program, true), "tensor parallel");
      }
      check(*made->baselines.data_parallel_even, "its own even");
      check(*made->baselines.data_parallel_proportional, "its own proportional");
      check(*made->baselines.tensor_parallel, "its own tensor parallel");
      QVERIFY(made->lower_bound.value <= made->step.value * (1.0 + 1e-9));
      // What is optimal has no gap, and what has none is optimal.
      QCOMPARE(made->status == SynthesisStatus::optimal, made->gap == 0.0);
      if (made->status == SynthesisStatus::optimal)
        QVERIFY2(near(made->step.value, made->lower_bound.value, 1e-9),
                 both(made->step.value, made->lower_bound.value));
    }
  }

  /// Graphs drawn at random, roomy devices and then ones that hold just what one of the known ways needs:
  /// what is synthesised fits, keeps its bound, and no known way that fits is faster; where one fits, it is
  /// never said that nothing does.
  void randomGraphs() {
    std::mt19937_64 random(18);
    for (int k = 0; k < tests::cases(300); ++k) {
      const Graph graph = *with_backward(random_graph(random, false, 1 + below(random, 5)));
      Devices devices = random_devices(random);
      const std::vector<Known> ways = known_ways(graph, devices);
      QVERIFY(!ways.empty());
      for (const bool tight : {false, true}) {
        if (tight) devices.memory = ways[random() % ways.size()].peak;
        const auto made = synthesise(graph, devices);
        QVERIFY(made.has_value());
        QVERIFY2(made->status != SynthesisStatus::infeasible, qPrintable(QStringLiteral("case %1").arg(k)));
        QVERIFY(holds(devices.memory, made->peak_memory));
        QVERIFY(made->lower_bound.value <= made->step.value * (1.0 + 1e-9));
        for (const Known& way : ways)
          QVERIFY2(!holds(devices.memory, way.peak) || made->step.value <= way.step * (1.0 + 1e-12),
                   qPrintable(QStringLiteral("case %1, %2, %3: %4 > %5")
                                  .arg(k)
                                  .arg(QLatin1String(tight ? "tight" : "roomy"), QLatin1String(way.name))
                                  .arg(made->step.value, 0, 'g', 12)
                                  .arg(way.step, 0, 'g', 12)));
      }
    }
  }
};

}  // namespace tst_spmd_never_worse

ASTROLABE_TEST(tst_spmd_never_worse, TestSpmdNeverWorse)
#include "tst_spmd_never_worse.moc"
