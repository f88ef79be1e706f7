// The step of a strategy as its ranks stand on nodes with slow GPUs beside the one of a search: hundreds of
// random clusters, marks and strategies of every kind.
#include <QtTest>
#include <map>
#include <random>
#include <set>
#include <string>

#include "core/cost/shape.h"
#include "core/cost/slowed_tables.h"
#include "core/hardware/usable_gpus.h"
#include "core/planning/mark_choices.h"
#include "core/replan/lane_shape.h"
#include "core/replan/placed.h"
#include "core/strategy/fits.h"
#include "drawn_problem.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_placed {

using namespace astrolabe;
using namespace astrolabe::replan;
using strategy::Recompute;
using strategy::Schedule;

/// One question and a strategy that fits it.
struct Case {
  strategy::Problem problem;
  strategy::Strategy strategy;
};

strategy::Strategy strategy_for(const strategy::Problem& problem, std::mt19937& random) {
  const tests::Pick pick{random};
  const int pools = static_cast<int>(problem.cluster.pools.size());
  strategy::Strategy made;
  made.tensor_parallel = 1 << pick(0, 2);
  made.pipeline_parallel = 1 << pick(0, 2);
  made.context_parallel = 1 << pick(0, 1);
  made.data_parallel = 1 << pick(0, 2);
  if (problem.graph->experts > 0) made.expert_parallel = 1 << pick(0, 3);
  made.micro_batch = 1 << pick(0, 1);
  made.sequence_parallel = made.tensor_parallel > 1 && pick(0, 1) == 0;
  made.zero_stage = pick(0, 3);
  if (made.zero_stage > 0)
    made.sharding_group = pick(0, 2) == 0 ? std::max(1, made.replicas() / 2) : made.replicas();
  made.offload_activations = pick(0, 2) == 0;
  made.offload_optimizer = pick(0, 3) == 0;
  made.overlap_grad_reduce = pick(0, 1) == 0;
  made.overlap_param_gather = made.overlap_grad_reduce && pick(0, 1) == 0;
  made.overlap_tensor_parallel = made.sequence_parallel && pick(0, 1) == 0;
  made.recompute = static_cast<Recompute>(pick(0, 2));
  constexpr Schedule kTried[] = {Schedule::one_f_one_b, Schedule::interleaved, Schedule::gpipe,
                                 Schedule::zb_h1, Schedule::zb_v};
  if (made.pipeline_parallel > 1) made.schedule = kTried[pick(0, 4)];
  if (made.schedule == Schedule::interleaved || made.schedule == Schedule::zb_v) made.virtual_pipeline = 2;
  const int layers = problem.graph->layer_count(), stages = made.pipeline_parallel;
  for (int j = 0; j < stages; ++j) {
    const int held = layers / stages;
    strategy::Stage stage{pools > 1 && 2 * j >= stages ? 1 : 0, held, made.tensor_parallel, made.recompute,
                          0};
    if (made.recompute == Recompute::full) stage.recompute_layers = held;
    made.stages.push_back(stage);
  }
  return made;
}

/// None where what was drawn does not fit: most do.
std::optional<Case> case_of(std::mt19937& random) {
  Case made;
  made.problem = tests::drawn_problem(random);
  made.strategy = strategy_for(made.problem, random);
  if (!strategy::fits(made.problem, made.strategy)) return std::nullopt;
  if (made.problem.job.micro_batches(made.strategy.data_parallel, made.strategy.micro_batch) < 1)
    return std::nullopt;
  return made;
}

std::string words_of(const Case& made) {
  std::string text;
  for (const std::string& key : strategy::setting_keys())
    text += key + " " + strategy::setting(made.strategy, key) + ", ";
  return text;
}

double ranked(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  cost::Tables tables(problem);
  std::vector<int> layers;
  for (const strategy::Stage& stage : strategy.stages) layers.push_back(stage.layers);
  return cost::Shape(tables, strategy).evaluate(layers, true).step.value;
}

class TestPlaced : public QObject {
  Q_OBJECT

 private slots:
  /// One mechanism: with nothing slow a lane takes what the search says, to the last bit.
  void nothingSlow() {
    std::mt19937 random(3);
    int seen = 0;
    for (int i = 0; i < 400; ++i) {
      const auto made = case_of(random);
      if (!made) continue;
      cost::SlowedTables tables(made->problem);
      const LaneShape shape(tables, made->strategy);
      const std::vector<StageSlowness> none(made->strategy.stages.size());
      QCOMPARE(shape.seconds(shape.as_written(), none, shape.shape().micro_batches()),
               ranked(made->problem, made->strategy));
      ++seen;
    }
    QVERIFY2(seen >= 100, qPrintable(QString::number(seen)));
  }

  /// Every GPU as slow as every other: the figure of the ranking, to the last bit. Kernels, links and network
  /// each by a factor of their own for each pool.
  void allAsSlow() {
    std::mt19937 random(5);
    const tests::Pick pick{random};
    int seen = 0;
    for (int i = 0; i < 400; ++i) {
      auto made = case_of(random);
      if (!made) continue;
      for (hardware::Pool& pool : made->problem.cluster.pools) {
        const double kernels = 1.0 + 0.3 * pick(0, 9), links = 1.0 + 0.5 * pick(0, 4),
                     network = 1.0 + 0.7 * pick(0, 4);
        for (int node = 0; node < pool.nodes; ++node) {
          pool.slow.push_back({node, std::nullopt, kernels, network});
          for (int gpu = 0; gpu < pool.gpus_per_node; ++gpu) pool.slow.push_back({node, gpu, kernels, links});
        }
        hardware::apply_marks(pool);
      }
      const strategy::Problem judged = planning::judged_by_marks(made->problem, made->strategy);
      const auto placed = PlacedSteps(judged).of(made->strategy);
      if (!placed) continue;  // all factors are 1
      QVERIFY2(placed->value == ranked(judged, made->strategy),
               qPrintable(QStringLiteral("%1: %2 %3")
                              .arg(QString::fromStdString(words_of(*made)))
                              .arg(placed->value, 0, 'g', 17)
                              .arg(ranked(judged, made->strategy), 0, 'g', 17)));
      ++seen;
    }
    QVERIFY2(seen >= 100, qPrintable(QString::number(seen)));
  }

  /// Never above the ranking's, which counts every GPU in use as slow as the slowest of its pool, and never
  /// below the step with nothing slow on the same GPUs: slow and failed GPUs anywhere, parts of nodes among
  /// them.
  void betweenSoundAndAllAsSlow() {
    std::mt19937 random(7);
    const tests::Pick pick{random};
    std::map<std::string, int> seen;
    int faster = 0;
    QStringList outside;
    for (int i = 0; i < 1500; ++i) {
      auto made = case_of(random);
      if (!made) continue;
      const bool parts = pick(0, 3) == 0;
      for (hardware::Pool& pool : made->problem.cluster.pools) {
        std::set<std::pair<int, int>> named;
        for (int mark = pick(parts ? 1 : 0, 4); mark > 0; --mark) {
          const int node = pick(0, pool.nodes - 1), gpu = pick(0, 7);
          if (!named.insert({node, gpu}).second) continue;
          pool.slow.push_back({node, gpu, 1.0 + 0.2 * pick(0, 20), 1.0 + 0.5 * pick(0, 4)});
        }
        if (pick(0, 2) == 0)
          pool.slow.push_back({pick(0, pool.nodes - 1), std::nullopt, 1.0, 1.0 + pick(1, 4)});
        for (int node = 0; parts && node < pool.nodes; ++node) pool.failed.push_back({node, pick(0, 7)});
        hardware::apply_marks(pool);
      }
      const strategy::Problem judged = planning::judged_by_marks(made->problem, made->strategy);
      const auto placed = PlacedSteps(judged).of(made->strategy);
      if (!placed) continue;
      const double all = ranked(judged, made->strategy);
      cost::SlowedTables tables(judged);
      const LaneShape shape(tables, made->strategy);
      const double sound =
          shape.seconds(shape.as_written(), std::vector<StageSlowness>(made->strategy.stages.size()),
                        shape.shape().micro_batches());
      const QString words = QStringLiteral("%1: %2 in %3 to %4")
                                .arg(i)
                                .arg(placed->value, 0, 'g', 17)
                                .arg(sound, 0, 'g', 17)
                                .arg(all, 0, 'g', 17) +
                            QString::fromStdString(" " + words_of(*made));
      if (placed->value > all || placed->value < sound) outside << words;
      faster += placed->value < all ? 1 : 0;
      ++seen["all"];
      const strategy::Strategy& s = made->strategy;
      for (const auto& [name, has] :
           std::map<std::string, bool>{{"offloads activations", s.offload_activations},
                                       {"recomputes", s.recompute != Recompute::none},
                                       {"interleaved", s.schedule == Schedule::interleaved},
                                       {"ZB-V", s.schedule == Schedule::zb_v},
                                       {"experts", s.expert_parallel > 1},
                                       {"context", s.context_parallel > 1},
                                       {"two pools", judged.cluster.pools.size() > 1},
                                       {"ZeRO 3", s.zero_stage == 3},
                                       {"parts", judged.cluster.pools.front().used_of_node > 0}})
        seen[name] += has ? 1 : 0;
    }
    QVERIFY2(outside.isEmpty(), qPrintable(outside.join(u'\n')));
    for (const auto& [name, count] : seen)
      QVERIFY2(count >= 15, qPrintable(QStringLiteral("%1 %2").arg(QString::fromStdString(name)).arg(count)));
    QVERIFY2(seen["all"] >= 300, qPrintable(QString::number(seen["all"])));
    QVERIFY(faster > 0);
  }
};

}  // namespace tst_placed

ASTROLABE_TEST(tst_placed, TestPlaced)
#include "tst_placed.moc"
