// core/planning/runner: the latest question wins; closing while running is clean. Run under the thread
// sanitizer too.
#include <sys/resource.h>

#include <QtTest>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <random>
#include <stdexcept>

#include "cases.h"
#include "core/planning/pipelines.h"
#include "core/planning/runner.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_runner {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

constexpr std::chrono::seconds kPatience(240);  // of a machine that has much else to do

/// Collects what a runner publishes.
struct Inbox {
  std::mutex mutex;
  std::condition_variable arrived;
  std::vector<plan::SnapshotPtr> all;
  Publish publisher() {
    return [this](plan::SnapshotPtr snapshot) {
      const std::lock_guard lock(mutex);
      all.push_back(std::move(snapshot));
      arrived.notify_all();
    };
  }
  /// Until a picture holds a strategy.
  bool wait_for_best() {
    std::unique_lock lock(mutex);
    return arrived.wait_for(lock, kPatience, [&] {
      return std::any_of(all.begin(), all.end(),
                         [](const auto& snapshot) { return !snapshot->best.empty(); });
    });
  }
  plan::SnapshotPtr wait_for_end(std::uint64_t revision) {
    std::unique_lock lock(mutex);
    plan::SnapshotPtr found;
    arrived.wait_for(lock, kPatience, [&] {
      for (const plan::SnapshotPtr& snapshot : all)
        if (snapshot->revision == revision && snapshot->status != plan::Status::searching) found = snapshot;
      return found != nullptr;
    });
    return found;
  }
};

/// A runner whose planner is always that of pipelines.
class PipelineRunner {
 public:
  explicit PipelineRunner(Publish publish)
      : m_runner([publish = std::move(publish)](const planning::FoundPtr& found) {
          publish(planning::snapshot_of(found));
        }) {}
  void submit(strategy::Problem problem, const SearchOptions& options, std::uint64_t revision) {
    m_runner.submit(planning::pipeline_planner(),
                    planning::question_of(std::move(problem), options.objective), options, revision);
  }
  void stop() { m_runner.stop(); }

 private:
  planning::Runner m_runner;
};

strategy::Problem large_problem() {
  auto cluster = make_cluster({make_pool("a", 8, 8), make_pool("b", 8, 8, 0.5)});
  return make_test_problem(make_graph(48, 4096, 32, 8), std::move(cluster), 4096, 256);
}

/// For enumerations: their rules are asked for every configuration before the first answer.
strategy::Problem small_problem() {
  auto cluster = make_cluster({make_pool("a", 1, 4), make_pool("b", 1, 4, 0.5)});
  return make_test_problem(make_graph(8, 4096, 32, 8), std::move(cluster), 4096, 32);
}

}  // namespace

class TestRunner : public QObject {
  Q_OBJECT

 private slots:
  /// The search gives way to the thread that asks for it, which keeps its own niceness.
  void givesWay() {
    const int before = ::getpriority(PRIO_PROCESS, 0);
    std::promise<int> of_the_search;
    std::once_flag once;
    PipelineRunner runner([&](const plan::SnapshotPtr&) {
      std::call_once(once, [&] { of_the_search.set_value(::getpriority(PRIO_PROCESS, 0)); });
    });
    runner.submit(small_problem(), {}, 1);
    auto niceness = of_the_search.get_future();
    QVERIFY(niceness.wait_for(kPatience) == std::future_status::ready);
    QCOMPARE(niceness.get(), std::min(before + 5, 19));
    QCOMPARE(::getpriority(PRIO_PROCESS, 0), before);
  }

  void lastOfFifty() {
    Inbox inbox;
    PipelineRunner runner(inbox.publisher());
    std::mt19937 random(1);
    SearchOptions options;
    options.threads = 2;
    for (std::uint64_t revision = 1; revision <= 50; ++revision)
      runner.submit(revision < 50 ? large_problem() : random_problem(random, true), options, revision);
    const plan::SnapshotPtr last = inbox.wait_for_end(50);
    QVERIFY(last != nullptr);
    QVERIFY(!last->stopped_early);
    const std::lock_guard lock(inbox.mutex);
    QCOMPARE(inbox.all.back()->revision, std::uint64_t(50));
  }

  void stopKeepsWhatWasFound() {
    Inbox inbox;
    std::promise<void> asked;
    // Its worker is held at the first strategy until the stop has been asked for.
    PipelineRunner runner(
        [stop = asked.get_future().share(), post = inbox.publisher()](const auto& snapshot) {
          post(snapshot);
          if (!snapshot->best.empty()) stop.wait_for(kPatience);
        });
    SearchOptions options;
    options.threads = 1;
    options.exhaustive = true;
    runner.submit(small_problem(), options, 1);
    QVERIFY(inbox.wait_for_best());
    runner.stop();
    asked.set_value();
    const plan::SnapshotPtr last = inbox.wait_for_end(1);
    QVERIFY(last != nullptr);
    QVERIFY(last->stopped_early);
    QVERIFY(last->status == plan::Status::feasible);
    QVERIFY(!last->best.empty());
  }

  /// AST-S399: what breaks in the middle of a search takes nothing that was found with it, and the other
  /// worker does not wait for what the broken one had in hand.
  void failureKeepsWhatWasFound_data() {
    QTest::addColumn<bool>("exhaustive");
    QTest::addColumn<int>("threads");
    QTest::newRow("branching, one worker") << false << 1;
    QTest::newRow("branching, two workers") << false << 2;
    QTest::newRow("exhaustive, two workers") << true << 2;
  }
  void failureKeepsWhatWasFound() {
    QFETCH(bool, exhaustive);
    QFETCH(int, threads);
    Inbox inbox;
    bool broken = false;
    plan::SnapshotPtr found;
    PipelineRunner runner([&, post = inbox.publisher()](const plan::SnapshotPtr& snapshot) {
      post(snapshot);
      if (broken || snapshot->best.empty()) return;
      broken = true;
      found = snapshot;
      throw std::runtime_error("a fault of our own");
    });
    SearchOptions options;
    options.threads = threads;
    options.exhaustive = exhaustive;
    runner.submit(exhaustive ? small_problem() : large_problem(), options, 1);
    const plan::SnapshotPtr last = inbox.wait_for_end(1);
    QVERIFY(last != nullptr && found != nullptr);
    QVERIFY(last->status == plan::Status::failed);
    QVERIFY(last->phase == plan::Phase::searching);
    QCOMPARE(last->defect, std::string("a fault of our own"));
    QCOMPARE(last->best.size(), found->best.size());
    QVERIFY(last->best.front().strategy == found->best.front().strategy);
    QCOMPARE(last->space.evaluated, found->space.evaluated);
    // The first answer of a branching search is the split of a root bound.
    if (exhaustive) QVERIFY(last->space.evaluated > 0);
    QVERIFY(last->problem != nullptr);
  }

  /// Later than any first answer: one worker breaks while the other has or waits for work.
  void failureLateInTheSearch() {
    for (int at = 1; at <= 8; ++at) {
      Inbox inbox;
      int seen = 0;
      PipelineRunner runner([&, post = inbox.publisher()](const plan::SnapshotPtr& snapshot) {
        const bool breaks = snapshot->status == plan::Status::searching && ++seen == at;
        post(snapshot);
        if (breaks) throw std::runtime_error("a fault of our own");
      });
      SearchOptions options;
      options.threads = 2;
      runner.submit(large_problem(), options, 1);
      const plan::SnapshotPtr last = inbox.wait_for_end(1);
      QVERIFY(last != nullptr);
      QVERIFY(last->status == (seen >= at ? plan::Status::failed : plan::Status::optimal));
      if (seen < at) break;  // no more pictures than that
    }
  }

  void destroyWhileRunning() {
    for (int i = 0; i < 10; ++i) {
      Inbox inbox;
      PipelineRunner runner(inbox.publisher());
      SearchOptions options;
      options.threads = 2;
      runner.submit(large_problem(), options, 1);
      QTest::qWait(i * 7);
    }
  }

  /// Windows side by side each have a runner: threads go from one search to the other, answers do not.
  void besideEachOther() {
    SearchOptions options;
    options.threads = 2;
    std::mt19937 random(7);
    for (int round = 0; round < cases(80); ++round) {
      constexpr std::size_t kRunners = 3;
      std::vector<strategy::Problem> problems;
      for (std::size_t i = 0; i < kRunners; ++i) problems.push_back(random_problem(random, i != 1));
      std::vector<Inbox> inboxes(kRunners);
      std::vector<std::unique_ptr<PipelineRunner>> runners;
      for (std::size_t i = 0; i < kRunners; ++i) {
        runners.push_back(std::make_unique<PipelineRunner>(inboxes[i].publisher()));
        runners.back()->submit(problems[i], options, 1);
      }
      for (std::size_t i = 0; i < kRunners; ++i) {
        const plan::SnapshotPtr together = inboxes[i].wait_for_end(1);
        QVERIFY(together != nullptr);
        const plan::SnapshotPtr alone = run_search(problems[i], options, {}, {});
        QCOMPARE(together->best.size(), alone->best.size());
        for (std::size_t place = 0; place < alone->best.size(); ++place) {
          QCOMPARE(together->best[place].step.value, alone->best[place].step.value);
          QVERIFY(together->best[place].strategy == alone->best[place].strategy);
        }
      }
    }
  }

  /// Also where the best few reach further above the first than was looked at first: all comes up again.
  void countersNeverFall_data() {
    QTest::addColumn<int>("top");
    QTest::newRow("the best few are close") << 20;
    QTest::newRow("they are not") << 3000;
  }
  void countersNeverFall() {
    QFETCH(int, top);
    Inbox inbox;
    PipelineRunner runner(inbox.publisher());
    SearchOptions options;
    options.threads = 2;
    options.top = top;
    auto three = make_cluster({make_pool("a", 8, 8), make_pool("b", 8, 8, 0.5), make_pool("c", 8, 8, 0.7)});
    runner.submit(make_test_problem(make_graph(48, 4096, 32, 8), std::move(three), 4096, 256), options, 1);
    const plan::SnapshotPtr last = inbox.wait_for_end(1);
    QVERIFY(last != nullptr);
    QCOMPARE(last->best.back().step.value > 1.05 * last->best.front().step.value, top > 20);
    const std::lock_guard lock(inbox.mutex);
    double best = 1e300;
    double bound = 0.0;
    std::uint64_t evaluated = 0, handled = 0;
    for (const plan::SnapshotPtr& snapshot : inbox.all) {
      const search::Space& space = snapshot->space;
      QVERIFY(space.evaluated >= evaluated);
      QVERIFY(space.total - space.not_reached >= handled);
      evaluated = space.evaluated;
      handled = space.total - space.not_reached;
      if (snapshot->best.empty()) continue;
      QVERIFY(snapshot->best.front().step.value <= best);
      best = snapshot->best.front().step.value;
      if (snapshot->has_bound) {
        QVERIFY(snapshot->bound_step_seconds <= best);
        QVERIFY(snapshot->bound_step_seconds >= bound);
        bound = snapshot->bound_step_seconds;
      }
    }
    QVERIFY(bound > 0.0);
    QCOMPARE(handled, last->space.total);
  }
};

}  // namespace tst_runner

ASTROLABE_TEST(tst_runner, TestRunner)
#include "tst_runner.moc"
