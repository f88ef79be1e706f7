// A stop in each phase: what counts, searches, proves and moves a question ends soon when asked to, and says
// what it does not know.

#include <QtTest>
#include <chrono>
#include <thread>

#include "core/base/stop_later.h"
#include "core/engine.h"
#include "core/planning/whole_answer.h"
#include "core/search/certify.h"
#include "core/search/tree.h"
#include "core/strategy/rule_counts.h"
#include "core/strategy/space.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_stops {

using namespace astrolabe;
using namespace astrolabe::strategy;
using namespace std::chrono_literals;

namespace {

constexpr double kSoon = 10.0;  ///< seconds, of a machine that does much else; without a stop it is minutes

std::stop_token stopped_token() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

/// So many pools of one kind under different names, any of which may stay unused.
Problem pools_of(int count, int nodes, int layers = 8) {
  std::vector<hardware::Pool> pools;
  for (int i = 0; i < count; ++i) pools.push_back(tests::make_pool("p" + std::to_string(i), nodes, 8));
  Problem problem =
      tests::make_test_problem(tests::make_graph(layers), tests::make_cluster(std::move(pools)), 2048, 512);
  problem.cluster.may_leave_unused = true;
  return problem;
}

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
  }

 private:
  std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

}  // namespace

class TestStops : public QObject {
  Q_OBJECT

 private slots:
  void aStopComesLater() {
    std::stop_source asked;
    const StopLater never(asked.get_token());
    const StopLater graced(asked.get_token(), {}, 30ms);
    const StopLater timed(std::stop_token{}, deadline_in(0.03));
    QVERIFY(QTest::qWaitFor([&] { return timed.token().stop_requested(); }, 30'000));
    QVERIFY(!never.token().stop_requested() && !graced.token().stop_requested());
    asked.request_stop();
    QVERIFY(QTest::qWaitFor([&] { return never.token().stop_requested(); }, 30'000));
    QVERIFY(QTest::qWaitFor([&] { return graced.token().stop_requested(); }, 30'000));
    const StopLater late(asked.get_token(), {}, 1h);  // ends at once with its owner
    QVERIFY(!late.token().stop_requested());
  }

  /// The groups of a space without going over families, against each family by itself: with a limit on all
  /// GPUs that rules some out, and without.
  void groupsAreCountedByFormula() {
    for (const int limit : {0, 20}) {
      Problem problem = pools_of(7, 2);  // 16 GPUs each: 300,000 families, too many to go over
      if (limit > 0) problem.cluster.max_total_gpus = limit;
      const Space space(problem);
      QVERIFY(space.most_families() > 2e5);
      std::uint64_t groups = 0;
      Space::GroupTables known;
      space.visit_families([&](const Family& family) {
        for (const std::uint64_t here : space.groups_by_stages(family, known)) groups += here;
        return true;
      });
      QVERIFY(groups > 0);
      QCOMPARE(space.group_count(), groups);
      std::uint64_t by_degrees = 0;
      for (const Space::Degrees& degrees : space.degrees())
        for (const std::uint64_t here : degrees.groups) by_degrees += here;
      QCOMPARE(by_degrees, groups);
    }
  }

  void aSpaceThatEndsEarlySaysSo() {
    Problem problem = pools_of(4, 2);
    problem.cluster.max_total_gpus = 20;
    QVERIFY(Space(problem, [] { return false; }).is_whole());
    QVERIFY(!Space(problem, [] { return true; }).is_whole());
    std::size_t met = 0;
    const Space space(problem);
    QVERIFY(!space.visit_families([&](const Family&) { return ++met < 5; }));
    QCOMPARE(met, std::size_t{5});
  }

  /// What was met until then is let go: there may be millions to sort and to spread.
  void aTreeThatEndsEarlyHasNothingToGrow() {
    const Problem problem = pools_of(8, 4);
    const Space space(problem);
    cost::Tables tables(problem);
    int asked = 0;
    search::Tree tree(problem, space, tables, Objective::throughput, [&] { return ++asked > 1000; });
    QVERIFY(asked > 1000);
    QVERIFY(!tree.whole() && !tree.grown());
    QVERIFY(!tree.grow(search::Tree::kSpread));
    QVERIFY(tree.roots().empty());
  }

  /// Twenty pools have more families than a day holds: rules that read pools are not counted, the others are,
  /// as by the groups of their replicas and stages.
  /// Of eight pools the numbers are counted without visiting each group; of twenty there are more than 64 bits
  /// hold, and none is told.
  void rulesOfManyPools() {
    auto rules = parse_rules(
        "deep: reject if $pipeline_parallel > 2\nwide: reject if $data_parallel > 4 && $micro_batch == 2");
    QVERIFY(rules);
    const Problem problem = pools_of(8, 2);
    const Clock clock;
    const std::vector<RuleCount> counts = count_rules(problem, *rules);
    QVERIFY2(clock.seconds() < kSoon, qPrintable(QString::number(clock.seconds())));
    const Space space(problem);
    QVERIFY(space.is_counted());
    std::uint64_t deep = 0;
    for (const Space::Degrees& degrees : space.degrees())
      for (std::size_t stages = 3; stages < degrees.groups.size(); ++stages)
        deep += degrees.groups[stages] * space.per_group();
    QVERIFY(deep > 0 && counts[0].known && counts[1].known);
    QCOMPARE(counts[0].removed, deep);
    const Problem more = pools_of(20, 2);
    const Clock second;
    const std::vector<RuleCount> none = count_rules(more, *rules);
    QVERIFY2(second.seconds() < kSoon, qPrintable(QString::number(second.seconds())));
    QVERIFY(!Space(more).is_counted());
    for (const RuleCount& count : none) {
      QVERIFY(!count.known);
      QCOMPARE(count.removed, 0U);
    }
  }

  void countingIsStopped() {
    const Problem problem = pools_of(7, 2);
    const Json told = rules_json(problem, stopped_token());
    QVERIFY(!told.empty());
    for (const Json& rule : told)
      QVERIFY2(rule["removed"].is_null(), rule["name"].get<std::string>().c_str());
    const StopLater soon(std::stop_token{}, deadline_in(0.05));
    const Clock clock;
    rules_json(pools_of(8, 4), soon.token());
    QVERIFY2(clock.seconds() < kSoon, qPrintable(QString::number(clock.seconds())));
  }

  /// The limit comes while families are made, tables are filled or the answer is settled. Of twenty pools, more
  /// than a tree has places, the search may end before it by its limit of work, without a proof.
  void searchesEndInTime_data() {
    QTest::addColumn<int>("pools");
    QTest::addColumn<double>("limit");
    for (const int pools : {2, 8, 20})
      for (const double limit : {0.001, 0.05, 0.3})
        QTest::addRow("%d pools, %g s", pools, limit) << pools << limit;
  }
  void searchesEndInTime() {
    QFETCH(int, pools);
    QFETCH(double, limit);
    const Problem problem = pools_of(pools, 2);
    SearchOptions options;
    options.threads = 2;
    options.time_limit = limit;
    const Clock clock;
    const plan::SnapshotPtr snapshot = run_search(problem, options);
    QVERIFY2(clock.seconds() < kSoon, qPrintable(QString::number(clock.seconds())));
    const plan::Status unproven = pools > 8 ? plan::Status::feasible : plan::Status::optimal;
    QVERIFY(snapshot->stopped_early || snapshot->status == plan::Status::optimal ||
            snapshot->status == unproven);
    if (snapshot->stopped_early) QCOMPARE(snapshot->status, plan::Status::feasible);
    QVERIFY(snapshot->gap >= 0.0 && snapshot->gap <= 1.0);
    const Json answer = planning::whole_answer_json(*snapshot, {}, stopped_token());
    QVERIFY(answer["space"]["total"].is_null() || answer["space"]["total"].get<std::uint64_t>() > 0);
    for (const Json& rule : answer["rules"]) QVERIFY(rule.contains("removed"));
  }

  /// Where nothing fits, what would help is looked for after the search.
  void whatWouldHelpIsLookedForInTime() {
    Problem problem = pools_of(3, 1);
    for (hardware::Pool& pool : problem.cluster.pools) pool.gpu.memory = gib(0.5);
    SearchOptions options;
    options.threads = 2;
    const plan::SnapshotPtr whole = run_search(problem, options);
    QCOMPARE(whole->status, plan::Status::infeasible);
    for (const auto wait : {0ms, 5ms, 20ms, 60ms, 150ms, 400ms}) {
      const StopLater soon(std::stop_token{}, std::chrono::steady_clock::now() + wait);
      const Clock clock;
      const plan::SnapshotPtr snapshot = run_search(problem, options, soon.token());
      QVERIFY2(clock.seconds() < kSoon, qPrintable(QString::number(clock.seconds())));
      QVERIFY(snapshot->best.empty());
      QVERIFY(snapshot->status == plan::Status::infeasible || snapshot->stopped_early);
      QVERIFY(snapshot->fixes.size() <= whole->fixes.size());
    }
  }

  void proofsAndMovesAreStopped() {
    const Problem problem = pools_of(2, 1);
    SearchOptions options;
    options.threads = 2;
    const plan::SnapshotPtr snapshot = run_search(problem, options);
    QCOMPARE(snapshot->status, plan::Status::optimal);
    const auto certificate =
        search::certify(problem, snapshot->objective, {snapshot->best.front().strategy}, stopped_token());
    QVERIFY(!certificate);
    const plan::Sensitivity moved =
        sensitivity(*snapshot, plan::Metric::tokens_per_second, 0.1, stopped_token());
    QVERIFY(moved.stopped && moved.swings.empty());
  }
};

}  // namespace tst_stops

ASTROLABE_TEST(tst_stops, TestStops)
#include "tst_stops.moc"
