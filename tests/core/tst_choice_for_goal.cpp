// Where a strategy stands among slow GPUs of nodes that are rented as wholes: for speed on parts of more
// nodes, for money on whole slower ones. A prediction for a goal is the row of the search for it.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/engine.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/planning/pipelines.h"
#include "core/planning/written.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_choice_for_goal {

using namespace astrolabe;
using namespace astrolabe::tests;
using strategy::Objective;

namespace {

/// Four nodes of eight GPUs at 2.5 USD an hour, rented by so many, as wholes where nothing is said; one of
/// each is 1.3 times as slow.
strategy::Problem question(int unit = 8) {
  hardware::Pool pool = make_pool("a", 4, 8);
  pool.unit = unit;
  for (int node = 0; node < 4; ++node) pool.slow.push_back({node, 3, 1.3, 1.0});
  hardware::apply_marks(pool);
  strategy::Problem problem =
      make_test_problem(make_graph(8, 1024), make_cluster({std::move(pool)}), 1024, 64);
  problem.cluster.may_leave_unused = true;
  without_offload(problem);
  return problem;
}

plan::SnapshotPtr searched(const strategy::Problem& problem, Objective objective) {
  SearchOptions options;
  options.threads = 2;
  options.objective = objective;
  return run_search(problem, options);
}

bool alike(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

}  // namespace

class TestChoiceForGoal : public QObject {
  Q_OBJECT

  /// What a prediction says of the strategy of a row, which takes as long.
  static std::optional<cost::Evaluation> predicted(const strategy::Problem& problem,
                                                   const cost::Evaluation& row, Objective objective) {
    const auto alone = detail(problem, row.strategy, objective);
    const bool as_long = alone && alone->is_possible() && alike(alone->evaluation.step.value, row.step.value);
    return as_long ? std::optional(alone->evaluation) : std::nullopt;
  }

 private slots:
  /// Eight replicas of one GPU: for speed on sound GPUs of two nodes, which are paid as 16, for money on one
  /// node, which is slower and cheaper: all of it 20 USD an hour.
  void forSpeedAndForMoney() {
    const strategy::Problem problem = question();
    strategy::Strategy strategy;
    strategy.data_parallel = 8;
    strategy.stages = {{0, 8, 1}};
    const auto fast = detail(problem, strategy, Objective::throughput);
    const auto cheap = detail(problem, strategy, Objective::money);
    QVERIFY(fast && cheap && fast->is_possible() && cheap->is_possible());
    QCOMPARE(fast->evaluation.paid, std::vector<int>{16});
    QCOMPARE(cheap->evaluation.paid, std::vector<int>{8});
    QVERIFY(fast->evaluation.step < cheap->evaluation.step);
    QCOMPARE(cheap->evaluation.money.usd_per_hour->value, 20.0);  // 8 x 2.5
    QVERIFY(*cheap->evaluation.money.usd_per_trillion_tokens <
            *fast->evaluation.money.usd_per_trillion_tokens);
    const auto usual = detail(problem, strategy);
    QVERIFY(usual && usual->evaluation.step == fast->evaluation.step);
  }

  /// Each row of a search is what a prediction for its goal says, and a row by itself is predicted on the
  /// nodes that it pays, whatever the goal of the question.
  void rowsAsPredicted() {
    const strategy::Problem problem = question();
    int elsewhere = 0;
    for (const Objective objective :
         {Objective::throughput, Objective::money, Objective::gpus, Objective::pareto}) {
      const plan::SnapshotPtr snapshot = searched(problem, objective);
      QVERIFY(!snapshot->best.empty());
      for (const cost::Evaluation& row : snapshot->best) {
        const auto alone = predicted(problem, row, objective);
        QVERIFY(alone.has_value());
        QCOMPARE(alone->paid, row.paid);
        QVERIFY(alike(*alone->money.usd_per_trillion_tokens, *row.money.usd_per_trillion_tokens));
        const auto asked = planning::question_of(problem, Objective::throughput);
        const planning::LayoutPtr layout = planning::layout_of(row.strategy);
        const auto written = planning::evaluate_written(*asked, layout, plan::row_json(row, problem));
        QVERIFY(written && written->evaluation.paid == row.paid);
        QVERIFY(
            alike(*written->evaluation.money.usd_per_trillion_tokens, *row.money.usd_per_trillion_tokens));
        const auto bare =
            planning::evaluate_written(*asked, layout, strategy::to_json(row.strategy, problem.pool_ids()));
        QVERIFY(bare.has_value());
        elsewhere += bare->evaluation.paid != row.paid ? 1 : 0;
      }
    }
    QVERIFY(elsewhere > 0);
  }

  /// A node with a failed GPU may be used in part, seven GPUs of it and of others, or left: paid where it is
  /// used or, where idle GPUs cost, in any case. Rows for money and for few GPUs are what a prediction says.
  void besideFailedNodes() {
    hardware::Pool pool = make_pool("a", 4, 8);
    pool.unit = 8;
    pool.slow = {{0, 3, 1.8, 1.0}};
    pool.failed = {{2, 1}};
    hardware::apply_marks(pool);
    strategy::Problem problem =
        make_test_problem(make_graph(8, 1024), make_cluster({std::move(pool)}), 1024, 64);
    problem.cluster.may_leave_unused = true;
    without_offload(problem);
    for (const bool idle : {false, true})
      for (const Objective objective : {Objective::money, Objective::gpus}) {
        problem.job.cost.idle_gpus_cost = idle;
        const plan::SnapshotPtr snapshot = searched(problem, objective);
        QVERIFY(!snapshot->best.empty());
        for (const cost::Evaluation& row : snapshot->best) {
          const auto alone = predicted(problem, row, objective);
          QVERIFY(alone.has_value());
          if (objective == Objective::gpus)
            QCOMPARE(alone->gpus_paid(), row.gpus_paid());
          else
            QVERIFY(alike(*alone->money.usd_per_trillion_tokens, *row.money.usd_per_trillion_tokens));
          QVERIFY(!idle || row.all_paid() == std::vector<int>{32});
        }
      }
  }

  /// The set of time and money is of all choices of nodes: its fastest is that of the search for speed, and
  /// each is what a prediction of it says. Where GPUs are rented one by one, the fastest nodes of a strategy
  /// are its cheapest, too: the set is proven, its cheapest is that of the search for money, and no row of
  /// these searches beats it.
  void setOfAllChoices() {
    for (const int unit : {1, 8}) {
      const strategy::Problem problem = question(unit);
      const plan::SnapshotPtr found = searched(problem, Objective::pareto);
      const std::vector<plan::ParetoPoint>& set = found->pareto;
      QVERIFY(!set.empty());
      for (std::size_t i = 0; i < set.size(); ++i) {
        const auto alone = detail(problem, set[i].strategy, Objective::pareto);
        QVERIFY(alone && alone->is_possible());
        QVERIFY(alike(alone->evaluation.tokens_per_second, set[i].tokens_per_second));
        QVERIFY(alike(*alone->evaluation.money.usd_per_trillion_tokens, set[i].usd_per_trillion_tokens));
        QVERIFY(i == 0 || (set[i].tokens_per_second < set[i - 1].tokens_per_second &&
                           set[i].usd_per_trillion_tokens < set[i - 1].usd_per_trillion_tokens));
      }
      const plan::SnapshotPtr fast = searched(problem, Objective::throughput);
      QVERIFY(alike(set.front().tokens_per_second, fast->best.front().tokens_per_second));
      if (unit > 1) continue;
      QVERIFY(found->status == plan::Status::optimal);
      QCOMPARE(found->gap, 0.0);
      const plan::SnapshotPtr cheap = searched(problem, Objective::money);
      QVERIFY(alike(set.back().usd_per_trillion_tokens, *cheap->best.front().money.usd_per_trillion_tokens));
      for (const plan::SnapshotPtr& one : {fast, cheap})
        for (const cost::Evaluation& row : one->best)
          QVERIFY(std::any_of(set.begin(), set.end(), [&](const plan::ParetoPoint& point) {
            constexpr double kRounded = 1.0 + 1e-12;
            return point.tokens_per_second * kRounded >= row.tokens_per_second &&
                   point.usd_per_trillion_tokens <= *row.money.usd_per_trillion_tokens * kRounded;
          }));
    }
  }
};

}  // namespace tst_choice_for_goal

ASTROLABE_TEST(tst_choice_for_goal, TestChoiceForGoal)
#include "tst_choice_for_goal.moc"
