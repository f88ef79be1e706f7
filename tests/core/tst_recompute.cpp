// What each stage does again is its own matter: on a pool with the memory nothing, on another the attention
// cores.
#include <QtTest>
#include <algorithm>
#include <random>

#include "core/cost/shape.h"
#include "core/search/search.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_recompute {

using namespace astrolabe;
using namespace astrolabe::tests;
using strategy::Recompute;

namespace {

/// Every split of `layers` over the stages from `stage` on, in `split`.
template <class Use>
void every_split(int layers, std::size_t stage, std::vector<int>& split, const Use& use) {
  if (stage + 1 == split.size()) {
    split[stage] = layers;
    use();
    return;
  }
  for (int here = 1; here <= layers - static_cast<int>(split.size() - stage - 1); ++here) {
    split[stage] = here;
    every_split(layers - here, stage + 1, split, use);
  }
}

/// Without fused attention, whose scores are what selective recomputation saves.
strategy::Problem random_unfused(std::mt19937& random, bool mixed) {
  strategy::Problem problem = random_problem(random, mixed);
  problem.job.flash_attention = false;
  problem.job.sequence_length = 4096;
  // Roomy and tight pools.
  for (hardware::Pool& pool : problem.cluster.pools)
    pool.gpu.memory = gib(std::uniform_real_distribution<double>(3.0, 16.0)(random));
  return problem;
}

bool mixes(const strategy::Strategy& strategy) {
  const auto again = [](const strategy::Stage& stage) { return stage.recompute == Recompute::selective; };
  return std::any_of(strategy.stages.begin(), strategy.stages.end(), again) &&
         !std::all_of(strategy.stages.begin(), strategy.stages.end(), again);
}

}  // namespace

class TestRecompute : public QObject {
  Q_OBJECT

 private slots:

  /// Every split of every configuration with every choice of stages that do attention again: none that fits
  /// is faster than the answer.
  void everyChoiceOfStages() {
    std::mt19937 random(71);
    int mixed = 0;
    int fitting = 0;
    for (int i = 0; i < cases(100); ++i) {
      strategy::Problem problem = random_unfused(random, i % 3 != 0);
      for (const char* key : {"offload_optimizer", "offload_activations"})
        problem.job.allowed[key] = {"false"};
      problem.job.allowed["recompute"] = {"none", "selective"};
      problem.job.allowed["zero_stage"] = {"1"};
      problem.job.allowed["schedule"] = {"1f1b"};
      problem.job.allowed["virtual_pipeline"] = problem.job.allowed["micro_batch"] = {"1"};
      const search::Progress found = search::run(problem, {}, {}, nullptr, {});
      const double best = found.best.empty() ? 1e300 : found.best.front().step.value;
      if (!found.best.empty()) mixed += mixes(found.best.front().strategy) ? 1 : 0;
      const strategy::Space space(problem);
      cost::Tables tables(problem);
      strategy::Strategy strategy;
      space.visit([&](const strategy::Group& group) {
        space.start(group, strategy);
        for (std::uint64_t index = 0; index < space.per_group(); ++index) {
          space.choose(index, strategy);
          if (strategy.recompute != Recompute::selective ||
              strategy::first_broken_rule(problem, strategy) != nullptr)
            continue;
          const std::size_t stages = strategy.stages.size();
          std::vector<int> split(stages);
          for (unsigned again = 0; again < 1U << stages; ++again) {
            strategy::Strategy written = strategy;
            for (std::size_t j = 0; j < stages; ++j)
              written.stages[j].recompute = (again >> j & 1U) != 0 ? Recompute::selective : Recompute::none;
            const cost::Shape shape(tables, written);
            every_split(problem.graph->layer_count(), 0, split, [&] {
              const cost::Evaluation evaluation = shape.evaluate(split, true);
              if (!std::all_of(evaluation.memory.begin(), evaluation.memory.end(),
                               [](const cost::StageMemory& stage) { return stage.fits(); }))
                return;
              ++fitting;
              QVERIFY2(evaluation.step.value >= best, qPrintable(QStringLiteral("problem %1: %2 against %3")
                                                                     .arg(i)
                                                                     .arg(evaluation.step.value, 0, 'g', 12)
                                                                     .arg(best, 0, 'g', 12)));
            });
          }
        }
        return true;
      });
    }
    QVERIFY2(mixed >= cases(3) && fitting > cases(2000),
             qPrintable(QStringLiteral("%1 mix, %2 fit").arg(mixed).arg(fitting)));
  }

  /// The whole space of such jobs: the search is that of every configuration and split.
  void equalsBruteForce() {
    std::mt19937 random(73);
    int again = 0;
    for (int i = 0; i < cases(120); ++i) {
      strategy::Problem problem = random_unfused(random, i % 2 == 0);
      if (i % 6 != 0) problem.job.allowed["offload_optimizer"] = {"false"};
      if (i % 4 != 0) problem.job.allowed["offload_activations"] = {"false"};
      search::Request request;
      if (i % 2 == 1) request.effort.enumerate_below = 0.0;
      const search::Progress quick = search::run(problem, request, {}, nullptr, {});
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = search::run(problem, request, {}, nullptr, {});
      QCOMPARE(quick.space.rejected_by_rule, brute.space.rejected_by_rule);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty() || !quick.optimal) continue;
      QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
      again += brute.best.front().strategy.recompute == Recompute::selective ? 1 : 0;
    }
    QVERIFY2(again > cases(10), qPrintable(QString::number(again)));
  }
};

}  // namespace tst_recompute

ASTROLABE_TEST(tst_recompute, TestRecompute)
#include "tst_recompute.moc"
