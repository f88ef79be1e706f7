// What one search leaves to the next: the answer is that of a search from nothing, and what an edit does not
// touch is not computed again.
#include <QtTest>
#include <random>
#include <utility>

#include "core/cost/shape.h"
#include "core/engine.h"
#include "core/plan/snapshot.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/core/cost_sums.h"
#include "tests/program/test_program.h"

namespace tst_carried {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

/// One change of a question, such as planners make. Names it.
const char* edit(strategy::Problem& problem, std::mt19937& random) {
  const Pick pick{random};
  std::vector<hardware::Pool>& pools = problem.cluster.pools;
  hardware::Pool& pool = pools[static_cast<std::size_t>(pick(0, static_cast<int>(pools.size()) - 1))];
  switch (pick(0, 13)) {
    case 0:
      pool.nodes = pick(1, 2);
      pool.max_gpus = pool.nodes * pool.gpus_per_node;
      return "nodes";
    case 1:
      pool.usd_per_gpu_hour = UsdPerHour{0.5 + 0.25 * pick(0, 10)};
      return "price";
    case 2:
      problem.job.global_batch = 1 << pick(0, 4);
      return "batch";
    case 3:
      problem.job.sequence_length = 1024 << pick(0, 2);
      return "sequence";
    case 4:
      pool.gpu.memory = gib(2.0 + 2.0 * pick(0, 8));
      return "memory";
    case 5:
      pool.inter_node.bandwidth = gb_per_s(10.0 * pick(1, 20));
      return "network";
    case 6:
      pool.relative_speed = 0.5 + 0.1 * pick(0, 5);
      return "speed";
    case 7:
      problem.job.limits.memory_headroom = 0.05 * pick(0, 6);
      return "headroom";
    case 8:
      std::swap(pools.front(), pools.back());
      return "order of the pools";
    case 9:
      problem.job.precision = pick(0, 1) == 0 ? hardware::Precision::bf16 : hardware::Precision::fp8;
      return "precision";
    case 10:
      problem.job.gradient_precision =
          pick(0, 1) == 0 ? strategy::GradientPrecision::bf16 : strategy::GradientPrecision::fp32;
      return "gradients";
    case 11:
      problem.software.stack = pick(0, 1) == 0 ? strategy::Stack::intern_evo : strategy::Stack::megatron_core;
      return "software";
    case 12:
      problem.job.flash_attention = !problem.job.flash_attention;
      return "attention";
    default:
      pool.gpu.bf16 = pool.gpu.fp16 = tflops(300.0 + 100.0 * pick(0, 9));
      return "GPU";
  }
}

bool same(const plan::Snapshot& a, const plan::Snapshot& b) {
  if (a.status != b.status || a.gap != b.gap || a.best.size() != b.best.size()) return false;
  if (a.binding.violation.binding != b.binding.violation.binding || a.rejected.size() != b.rejected.size())
    return false;
  for (std::size_t i = 0; i < a.best.size(); ++i)
    if (a.best[i].strategy != b.best[i].strategy || a.best[i].step.value != b.best[i].step.value)
      return false;
  for (std::size_t i = 0; i < a.rejected.size(); ++i)
    if (a.rejected[i].strategy != b.rejected[i].strategy) return false;
  return true;
}

}  // namespace

class TestCarried : public QObject {
  Q_OBJECT

 private slots:

  /// Chains of edits, each answered with what the one before left and from nothing; from time to time another
  /// model, of which no table and no strategy holds.
  void sameAnswer() {
    std::mt19937 random(60613);
    int answered = 0;
    const auto carried = make_carried();
    for (int chain = 0; chain < cases(48); ++chain) {
      strategy::Problem problem = random_problem(random, chain % 3 != 0);
      for (int step = 0; step < 8; ++step) {
        const char* changed = step == 0 ? "model" : edit(problem, random);
        SearchOptions options;
        options.objective = step % 4 == 3 ? strategy::Objective::money : strategy::Objective::throughput;
        options.top = 5;
        options.threads = 1 + chain % 2;
        const plan::SnapshotPtr fresh = run_search(problem, options);
        options.carried = carried;
        const plan::SnapshotPtr again = run_search(problem, options);
        QVERIFY2(same(*fresh, *again),
                 qPrintable(QStringLiteral("chain %1, step %2: %3").arg(chain).arg(step).arg(changed)));
        answered += fresh->best.empty() ? 0 : 1;
      }
    }
    QVERIFY(answered > cases(48) * 4);
  }

  /// Tables stand for a pool as long as nothing is changed that its layers' times rest on.
  void whatIsKept() {
    strategy::Problem problem = make_test_problem(
        make_graph(4), make_cluster({make_pool("a", 2, 8), make_pool("b", 1, 8, 0.5)}), 2048, 32);
    cost::KeptTables kept;
    const auto tables = [&](std::size_t pool) {
      const cost::Tables made(problem, &kept);
      return kept.find(cost::basis_of(problem, pool, made.stack(static_cast<int>(pool)))).get();
    };
    const cost::PoolTables* a = tables(0);
    const cost::PoolTables* b = tables(1);
    QVERIFY(a != b);
    // Counts, prices, names, batch, limits and another copy of the same model.
    problem.cluster.pools[0].nodes = 4;
    problem.cluster.pools[0].max_gpus = 24;
    problem.cluster.pools[0].usd_per_gpu_hour = UsdPerHour{9.0};
    problem.cluster.pools[1].id = "other";
    problem.job.global_batch = 64;
    problem.job.tokens = 2e12;
    problem.job.limits.budget_usd = 1e6;
    problem.graph = std::make_shared<const model::Graph>(*problem.graph);
    QCOMPARE(tables(0), a);
    QCOMPARE(tables(1), b);
    // One pool's network: its own alone.
    problem.cluster.pools[1].inter_node.bandwidth = gb_per_s(33.0);
    QCOMPARE(tables(0), a);
    QVERIFY(tables(1) != b);
    // Back again.
    problem.cluster.pools[1].inter_node.bandwidth = gb_per_s(400.0);
    QCOMPARE(tables(1), b);
    // The length of sequences: both.
    problem.job.sequence_length = 4096;
    QVERIFY(tables(0) != a);
    QVERIFY(tables(1) != b);
  }

  /// InternEvo deals state out by whole tensors, so that what a collective of weights takes depends on how
  /// many tensors a stage has: pipelines of two lengths do not stand in each other's way.
  void stagesOfDealtTensors() {
    strategy::Problem problem =
        make_test_problem(make_graph(2), make_cluster({make_pool("a", 4, 8)}), 2048, 64);
    problem.software.stack = strategy::Stack::intern_evo;
    cost::Tables both(problem);
    // 16 replicas each, so the same ranks; 9 tensors a layer: 9 of them send on two stages, 16 on one.
    for (const int stages : {2, 1}) {
      const strategy::Strategy strategy = plain_strategy(1, stages, 16, 2);
      const std::vector<int> layers(static_cast<std::size_t>(stages), 2 / stages);
      cost::Tables alone(problem);
      const double found = cost::Shape(both, strategy).evaluate(layers, true).step.value;
      const double expected = cost::Shape(alone, strategy).evaluate(layers, true).step.value;
      checkClose(found, expected, 0.0);
    }
  }
};

}  // namespace tst_carried

ASTROLABE_TEST(tst_carried, TestCarried)
#include "tst_carried.moc"
