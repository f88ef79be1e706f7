// State of the optimizer on GPUs that do not compute what it is of: its JSON, what it costs, the search over
// all placements against brute force.
#include <QtTest>
#include <numeric>
#include <random>

#include "core/base/error_codes.h"
#include "core/cost/limits.h"
#include "core/cost/shape.h"
#include "core/cost/state_flow.h"
#include "core/planning/moved_state.h"
#include "core/planning/pipelines.h"
#include "core/search/ranking.h"
#include "core/search/state_anywhere.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_state_anywhere {

using namespace astrolabe;
using namespace astrolabe::tests;
using strategy::Strategy;

namespace {

search::Progress anywhere(const strategy::Problem& problem, const search::Request& request) {
  return search::run_state_anywhere(problem, request, {}, nullptr, {});
}

search::Progress own(const strategy::Problem& problem, const search::Request& request) {
  return search::run(problem, request, {}, nullptr, {});
}

double first_value(const search::Progress& progress, strategy::Objective objective) {
  return progress.best.empty() ? 1e300 : search::objective_value(progress.best.front(), objective);
}

/// Two types, nothing in host memory, little memory on the first.
strategy::Problem tight_problem(std::mt19937& random) {
  strategy::Problem problem = random_problem(random, true);
  without_offload(problem);
  problem.job.allowed["zero_stage"] = {"1"};
  const Real real{random};
  problem.cluster.pools.front().gpu.memory = gib(real(1.5, 6.0));
  problem.cluster.pools.back().gpu.memory = gib(real(4.0, 12.0));
  return problem;
}

/// Calls `use` with every split of `layers` over `stages`.
template <class Use>
void every_split(int layers, int stages, std::vector<int>& split, const Use& use) {
  if (stages == 1) {
    split.push_back(layers);
    use(split);
    split.pop_back();
    return;
  }
  for (int first = 1; first <= layers - stages + 1; ++first) {
    split.push_back(first);
    every_split(layers - first, stages - 1, split, use);
    split.pop_back();
  }
}

/// The least value of all configurations and splits, with the fewest layers done again that fit while a share
/// of the state counts; each with its state placed.
double brute_force(const strategy::Problem& problem, strategy::Objective objective) {
  const strategy::Space space(problem);
  cost::Tables full(problem);
  cost::Tables none(problem, nullptr, 0.0);
  cost::Tables half(problem, nullptr, 0.5);
  double best = 1e300;
  Strategy strategy;
  space.visit([&](const strategy::Group& group) {
    space.start(group, strategy);
    strategy::GroupRules rules(problem, strategy);
    if (rules.group_broken()) return true;
    for (std::uint64_t index = 0; index < space.per_group(); ++index) {
      space.choose(index, strategy);
      if (rules.broken(strategy) || strategy.virtual_pipeline > 1) continue;
      for (cost::Tables* tables : {&full, &none, &half}) {
        const cost::Shape shape(*tables, strategy);
        std::vector<int> split;
        every_split(problem.graph->layer_count(), shape.stages(), split, [&](const std::vector<int>& layers) {
          const Strategy written = shape.evaluate(layers).strategy;
          const auto placed = search::with_placed_state(problem, full, written);
          if (placed) best = std::min(best, search::objective_value(*placed, objective));
        });
      }
    }
    return true;
  });
  return best;
}

}  // namespace

class TestStateAnywhere : public QObject {
  Q_OBJECT

 private slots:
  /// 339.2 GiB / 12 bytes = 3.035e10 parameters, 6 bytes each, over 32 GPUs of 25 GB/s at 0.6835: 0.3330 s.
  void flowsOverTheSmallerSide() {
    const double parameters = 339.2 * kGib / 12.0;
    const hardware::Link link{gb_per_s(25.0 * 0.6835), {}};
    QVERIFY(std::abs(cost::flow_seconds({0, 1, 32, 32, parameters}, 6.0, link) - 0.3330) < 5e-5);
    // Sixteen GPUs that send take twice as long, whatever receives.
    QVERIFY(std::abs(cost::flow_seconds({0, 1, 16, 32, parameters}, 6.0, link) - 0.6660) < 1e-4);
    QCOMPARE(cost::flow_seconds({0, 1, 0, 32, 0.0}, 6.0, link), 0.0);
  }

  /// Rooms 4, 10, 10, 30 of one GPU each take 36: 4, then 10 and 10, then 12. Beyond all rooms: evenly.
  void roomsAreFilledEvenly() {
    QCOMPARE(cost::filled_evenly({4, 10, 10, 30}, {1, 1, 1, 1}, 36), (std::vector<double>{4, 10, 10, 12}));
    QCOMPARE(cost::filled_evenly({30, 4}, {2, 2}, 20), (std::vector<double>{6, 4}));
    QCOMPARE(cost::filled_evenly({1, 3}, {1, 1}, 8), (std::vector<double>{3, 5}));  // 4 too many: 2 each
  }

  void isReadAndWritten() {
    const std::vector<std::string> pools{"new", "old"};
    const std::string stages =
        R"("data_parallel": 2, "stages": [{"pool": "new", "layers": 2}, {"pool": "old", "layers": 2}])";
    const auto read = [&](const std::string& text) {
      return strategy::read_strategy(*parse_json("{" + text + "}", code::broken_json), pools, 4);
    };
    const auto moved =
        read(R"("zero_stage": 1, "state": [{"pool": "old", "stage": 0, "gib": 1.5}], )" + stages);
    QVERIFY(moved);
    QCOMPARE(moved->state.size(), std::size_t{1});
    const strategy::MovedState part{0, 1, 1610612736};  // 1.5 x 2^30
    QVERIFY(moved->state.front() == part);
    const auto again = strategy::read_strategy(strategy::to_json(*moved, pools), pools, 4);
    QVERIFY(again && *again == *moved);
    QVERIFY(!strategy::to_json(*read("\"zero_stage\": 1, " + stages), pools).contains("state"));
    const auto where = [&](const std::string& text) {
      const auto wrong = read(text + ", " + stages);
      return wrong ? std::string() : wrong.error().where + " " + wrong.error().code;
    };
    const std::string impossible = std::string(" ") + std::string(code::impossible_strategy);
    QCOMPARE(where(R"("state": [{"pool": "old", "stage": 0, "gib": 1}])"), "state" + impossible);
    QCOMPARE(where(R"("zero_stage": 1, "state": [{"pool": "odd", "stage": 0, "gib": 1}])"),
             "state[0].pool " + std::string(code::unknown_pool));
    QCOMPARE(where(R"("zero_stage": 1, "state": [{"pool": "old", "stage": 2, "gib": 1}])"),
             "state[0].stage " + std::string(code::out_of_range));
    QCOMPARE(where(R"("zero_stage": 1, "state": [{"pool": "old", "stage": 0, "gib": 0}])"),
             "state[0].gib " + std::string(code::out_of_range));
    QCOMPARE(
        where(
            R"("zero_stage": 1, "offload_optimizer": true, "state": [{"pool": "old", "stage": 0, "gib": 1}])"),
        "state" + impossible);
  }

  /// Memory of all GPUs together stays as it is; the parts of the step add up; more state than a stage has,
  /// and a pool that only gives, are refused.
  void isCounted() {
    std::mt19937 random(3);
    int moved = 0;
    for (int i = 0; i < cases(150) || (moved == 0 && i < 150); ++i) {
      const strategy::Problem problem = tight_problem(random);
      search::Request request;
      request.top = 3;
      request.state_held = 0.0;
      cost::Tables tables(problem);
      for (const cost::Evaluation& row : own(problem, request).best) {
        const auto placed = search::with_placed_state(problem, tables, row.strategy);
        if (!placed || placed->strategy.state.empty()) continue;
        ++moved;
        const auto told = detail(problem, placed->strategy);
        QVERIFY(told);
        QCOMPARE(told->violation.binding, cost::Binding::none);
        QCOMPARE(told->evaluation.step.value, placed->step.value);
        QVERIFY(std::abs(placed->time.total() - placed->step.value) < 1e-9 * placed->step.value);
        Strategy bare = placed->strategy;
        bare.state.clear();
        const auto lacking = detail(problem, bare);
        QVERIFY(lacking && lacking->violation.binding == cost::Binding::memory);
        QVERIFY(lacking->evaluation.step <= placed->step);
        double held = 0.0, before = 0.0;
        for (std::size_t j = 0; j < bare.stages.size(); ++j) {
          const int gpus = bare.stages[j].tensor_parallel * bare.replicas();
          held += gpus * placed->memory[j].total.value;
          before += gpus * lacking->evaluation.memory[j].total.value;
        }
        QVERIFY(std::abs(held - before) < 1e-9 * before);
        Strategy greedy = placed->strategy;
        greedy.state.front().bytes = std::int64_t{1} << 50;
        QVERIFY(!detail(problem, greedy));
        Strategy alone = placed->strategy;
        alone.state.front().stage = 99;
        QVERIFY(!detail(problem, alone));
      }
    }
    QVERIFY2(moved > cases(150) / 20, qPrintable(QString::number(moved)));
  }

  /// 600 problems: never worse than with every stage holding its own, its bound never above, equal where
  /// memory keeps nothing; every row is possible as it stands.
  void isNeverWorse() {
    std::mt19937 random(29);
    int better = 0, newly = 0, equal = 0;
    for (int i = 0; i < cases(600); ++i) {
      strategy::Problem problem = i % 2 == 0 ? tight_problem(random) : random_problem(random, true);
      if (i % 2 == 1) without_offload(problem);
      search::Request request;
      request.top = 4;
      request.objective = i % 5 == 4 ? strategy::Objective::money : strategy::Objective::throughput;
      const search::Progress before = own(problem, request);
      const search::Progress after = anywhere(problem, request);
      const double was = first_value(before, request.objective), is = first_value(after, request.objective);
      QVERIFY(is <= was);
      if (is < was) ++(before.best.empty() ? newly : better);
      if (is == was && !after.best.empty()) ++equal;
      for (const cost::Evaluation& row : after.best) {
        const auto told = detail(problem, row.strategy);
        QVERIFY(told);
        QCOMPARE(told->violation.binding, cost::Binding::none);
      }
      if (after.best.empty()) continue;
      QVERIFY(after.has_bound);
      QVERIFY(after.bound <= is);
      QCOMPARE(after.optimal, after.finished && after.gap <= 0.0);
      if (after.optimal) QVERIFY(after.best.front().strategy == before.best.front().strategy);
    }
    qInfo("better %d, possible at all %d, equal %d of %d", better, newly, equal, cases(600));
    QVERIFY(better > 0 && newly > 0 && equal > cases(600) / 4);
  }

  /// Beside a search, 60 problems: the best that moves state where it gains a share of 5e-4 or more on the
  /// best that moves none, and nothing where it gains less; strategies like all others. One GPU type is
  /// declined.
  void standsBesideTheSearch() {
    std::mt19937 random(37);
    int shown = 0;
    for (int i = 0; i < cases(60); ++i) {
      const strategy::Problem problem = tight_problem(random);
      const planning::QuestionPtr question = planning::question_of(problem, strategy::Objective::throughput);
      const planning::Planner& planner = planning::moved_state_planner();
      if (!planner.declines(*question).empty()) continue;
      search::Request request;
      request.top = 20;
      const double was = first_value(own(problem, request), request.objective);
      const search::Progress all = anywhere(problem, request);
      const double is = first_value(all, request.objective);
      planning::Run run;
      run.options.threads = 2;
      const planning::FoundPtr found = planner.plan(question, run);
      // The whole answer of a window: that of the search beside, where it is ahead.
      SearchOptions holding;
      holding.state_anywhere = false;
      const plan::SnapshotPtr alone = run_search(problem, holding);
      const plan::SnapshotPtr whole = planning::with_state_anywhere(alone, found);
      QCOMPARE(planning::with_state_anywhere(alone, nullptr), alone);
      if (is > was * (1.0 - 5e-4)) {
        QVERIFY(found->options.empty());
        QCOMPARE(whole, alone);
        continue;
      }
      QCOMPARE(whole->best.front().step.value, is);
      QVERIFY(whole->state_anywhere);
      QCOMPARE(whole->gap, found->gap);
      QCOMPARE(whole->rejected.size(), alone->rejected.size());
      ++shown;
      QVERIFY(!found->options.empty());
      const planning::Option& first = *found->options.front();
      QCOMPARE(planning::kind_of(first), planning::kPipeline);
      QVERIFY(!first.evaluation.strategy.state.empty());
      QCOMPARE(first.evaluation.step.value, is);
    }
    QVERIFY(shown > 0);
    strategy::Problem alike = tight_problem(random);
    alike.cluster.pools.pop_back();
    QCOMPARE(planning::moved_state_planner().declines(
                 *planning::question_of(alike, strategy::Objective::throughput)),
             std::string("state"));
  }

  /// The five rows of a cluster with room are those of today.
  void isTodaysPlanWhereMemoryIsPlenty() {
    std::mt19937 random(31);
    for (int i = 0; i < cases(100); ++i) {
      strategy::Problem problem = random_problem(random, true);
      without_offload(problem);
      for (hardware::Pool& pool : problem.cluster.pools) pool.gpu.memory = gib(800.0);
      search::Request request;
      request.top = 5;
      const search::Progress before = own(problem, request), after = anywhere(problem, request);
      QCOMPARE(after.best.size(), before.best.size());
      for (std::size_t k = 0; k < after.best.size(); ++k)
        QVERIFY(after.best[k].strategy == before.best[k].strategy);
      QVERIFY(after.optimal == before.optimal && after.gap == before.gap);
      QVERIFY(after.places_proven == before.places_proven);
    }
  }

  /// Every configuration, split and share of the state that counts, each with its state placed: none is below
  /// the bound, and the search mostly finds the best of them.
  void bruteForce() {
    std::mt19937 random(37);
    int found = 0, all = 0;
    double worst = 0.0;
    for (int i = 0; i < cases(40); ++i) {
      strategy::Problem problem = tight_problem(random);
      problem.graph = make_graph(3 + i % 3, 512 << (i % 3), 16, 8);
      for (const char* key : {"context_parallel", "expert_parallel", "virtual_pipeline"})
        problem.job.allowed[key] = {"1"};
      problem.job.allowed["schedule"] = {"1f1b"};
      for (const char* key : {"overlap_grad_reduce", "overlap_param_gather"})
        problem.job.allowed[key] = {"true"};
      problem.job.allowed["overlap_tensor_parallel"] = {"false"};
      search::Request request;
      request.top = 3;
      const search::Progress answer = anywhere(problem, request);
      const double least = brute_force(problem, request.objective);
      const double is = first_value(answer, request.objective);
      QCOMPARE(least < 1e300, !answer.best.empty());
      if (answer.best.empty()) continue;
      ++all;
      QVERIFY(answer.bound <= least * (1.0 + 1e-12));
      if (is <= least * (1.0 + 1e-12)) ++found;
      worst = std::max(worst, is / least - 1.0);
    }
    qInfo("best of all found %d of %d, the worst %.4f above", found, all, worst);
    QVERIFY(found >= all * 4 / 5 && worst < 0.15);
  }
};

}  // namespace tst_state_anywhere

ASTROLABE_TEST(tst_state_anywhere, TestStateAnywhere)
#include "tst_state_anywhere.moc"
