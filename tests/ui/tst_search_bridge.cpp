// ui/document/search_bridge: the latest question wins, whatever the order in which edits and answers come.
#include <sys/resource.h>
#include <QSignalSpy>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/document/selection.h"

namespace tst_search_bridge {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestSearchBridge : public QObject {
  Q_OBJECT

  static constexpr int kPatienceMs = 60000;
  static bool ended(const SearchBridge& bridge) {
    return bridge.state() == SearchBridge::State::Finished ||
           bridge.state() == SearchBridge::State::StoppedEarly;
  }

 private slots:
  void fiftyEditsOneAnswer() {
    PlanDocument document;
    SearchBridge bridge(document);
    std::vector<quint64> seen;
    connect(&bridge, &SearchBridge::snapshotChanged, this, [&](const plan::SnapshotPtr& snapshot) {
      if (snapshot != nullptr) seen.push_back(snapshot->revision);
    });
    fillSample(document);
    for (int i = 0; i < 50; ++i) {
      document.undoStack().push(new SetNodeCount(document, "h100", 1 + i % 4));
      if (i % 5 == 0) QCoreApplication::processEvents();
    }
    document.undoStack().push(new SetNodeCount(document, "h100", 3));
    QTRY_VERIFY_WITH_TIMEOUT(ended(bridge) && !bridge.isStale(), kPatienceMs);
    QCOMPARE(bridge.snapshot()->revision, document.revision());
    QCOMPARE(bridge.snapshot()->problem->cluster.pools[0].nodes, 3);
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));  // never an older answer after a newer one
    QVERIFY(!bridge.snapshot()->best.empty());
  }

  void goneWhileSearching() {
    for (int i = 0; i < 10; ++i) {
      PlanDocument document;
      auto bridge = std::make_unique<SearchBridge>(document);
      fillSample(document);
      bridge->run();
      QCOMPARE(bridge->state(), SearchBridge::State::Searching);
      QTest::qWait(i);
      QElapsedTimer timer;
      timer.start();
      bridge.reset();
      QVERIFY(timer.elapsed() < 500);  // close during a search
      QCoreApplication::processEvents();
    }
  }

  /// Before there is anything to keep.
  void stoppedAtOnce() {
    PlanDocument document;
    SearchBridge bridge(document);
    fillSample(document);
    bridge.run();
    bridge.stop();
    QTRY_VERIFY_WITH_TIMEOUT(
        bridge.state() != SearchBridge::State::Searching && bridge.state() != SearchBridge::State::Stopping,
        kPatienceMs);
  }

  /// A stop takes 200 ms at most, ends in "stopped early" and keeps what was found. Of three, the quickest:
  /// the others may have had to wait for a processor.
  void A17_stopKeepsWhatWasFound() {
    qint64 quickest = kPatienceMs;
    for (int turn = 0; turn < 3; ++turn) {
      PlanDocument document;
      SearchBridge bridge(document);
      bridge.setLive(false);
      SearchOptions options;
      options.threads = 2;
      options.exhaustive = true;  // long enough to be stopped
      bridge.setOptions(options);
      fillSample(document);
      bridge.run();
      QTRY_VERIFY_WITH_TIMEOUT(bridge.snapshot() != nullptr && !bridge.snapshot()->best.empty(), kPatienceMs);
      QCOMPARE(bridge.state(), SearchBridge::State::Searching);
      const plan::SnapshotPtr before = bridge.snapshot();
      QElapsedTimer timer;
      timer.start();
      bridge.stop();
      QVERIFY(bridge.state() == SearchBridge::State::Stopping);
      while (bridge.state() == SearchBridge::State::Stopping && timer.elapsed() < kPatienceMs)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
      quickest = std::min(quickest, timer.elapsed());
      QCOMPARE(bridge.state(), SearchBridge::State::StoppedEarly);
      const plan::SnapshotPtr after = bridge.snapshot();
      QVERIFY(after->stopped_early && after->status == plan::Status::feasible);
      QVERIFY(after->best.size() >= before->best.size());
      QVERIFY(after->best.front().step <= before->best.front().step);
      QVERIFY(after->space.not_reached > 0);  // there was more to do
    }
    QVERIFY2(quickest <= 200, qPrintable(QString::number(quickest)));
  }

  void withoutLiveEditsOnlyMakeItStale() {
    PlanDocument document;
    SearchBridge bridge(document);
    bridge.setLive(false);
    fillSample(document);
    QCoreApplication::processEvents();
    QVERIFY(bridge.snapshot() == nullptr);
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(ended(bridge), kPatienceMs);
    QVERIFY(!bridge.isStale());
    document.undoStack().push(new SetNodeCount(document, "h100", 2));
    document.undoStack().push(new SetNodeCount(document, "h100", 3));
    QVERIFY(bridge.isStale());
    QCOMPARE(bridge.changesSinceRun(), 2);
    document.undoStack().push(new MoveTiles(document, {{"h100", {0, 0}}}));
    QCOMPARE(bridge.changesSinceRun(), 2);
  }

  void whatCannotBeAskedIsNamed() {
    PlanDocument document;
    SearchBridge bridge(document);
    document.reset({}, {});
    bridge.run();
    QVERIFY(bridge.problemError().has_value());
    QCOMPARE(bridge.state(), SearchBridge::State::Ready);
    fillSample(document);
    QTRY_VERIFY_WITH_TIMEOUT(ended(bridge), kPatienceMs);
    QVERIFY(!bridge.problemError().has_value());
  }

  void A16_pauseStandsAndGoesOn() {
    PlanDocument document;
    SearchBridge bridge(document);
    fillSample(document);
    bridge.run();
    bridge.setPaused(true);
    QCOMPARE(bridge.state(), SearchBridge::State::Paused);
    bridge.setPaused(false);
    QCOMPARE(bridge.state(), SearchBridge::State::Searching);
    QTRY_VERIFY_WITH_TIMEOUT(ended(bridge), kPatienceMs);
  }

  /// A pause stands within 200 ms: counters keep still and the processor is left alone. What comes after it
  /// is what comes without it.
  void A16_aPauseCostsNothingAndChangesNothing() {
    PlanDocument document;
    SearchBridge bridge(document);
    bridge.setLive(false);
    SearchOptions options;
    options.threads = 2;
    options.exhaustive = true;
    bridge.setOptions(options);
    fillSample(document);
    for (const char* pool : {"h100", "a100"}) document.undoStack().push(new SetNodeCount(document, pool, 2));
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(bridge.snapshot() != nullptr && bridge.snapshot()->space.evaluated > 0,
                             kPatienceMs);
    bridge.setPaused(true);
    QTest::qWait(200);
    QVERIFY(bridge.state() == SearchBridge::State::Paused);
    const auto worked = [] {
      rusage used{};
      ::getrusage(RUSAGE_SELF, &used);
      return double(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
             double(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    };
    const std::uint64_t counted = bridge.snapshot()->space.evaluated;
    const double before = worked();
    QEventLoop loop;
    QTimer::singleShot(1000, &loop, &QEventLoop::quit);
    loop.exec();
    QVERIFY2(worked() - before < 0.05, qPrintable(QString::number(worked() - before)));
    QCOMPARE(std::uint64_t(bridge.snapshot()->space.evaluated), counted);
    bridge.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(ended(bridge), kPatienceMs);
    const plan::SnapshotPtr paused = bridge.snapshot();
    QVERIFY(std::uint64_t(paused->space.evaluated) > counted);
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(ended(bridge) && bridge.snapshot() != paused, kPatienceMs);
    const plan::SnapshotPtr straight = bridge.snapshot();
    QCOMPARE(straight->best.size(), paused->best.size());
    for (std::size_t i = 0; i < paused->best.size(); ++i) {
      QVERIFY(straight->best[i].strategy == paused->best[i].strategy);
      QCOMPARE(straight->best[i].step.value, paused->best[i].step.value);
    }
    QCOMPARE(straight->space.evaluated, paused->space.evaluated);
  }

  void selectionFollowsTheBestUntilARowIsPicked() {
    PlanDocument document;
    SearchBridge bridge(document);
    StrategySelection selection(bridge);
    QCOMPARE(selection.rank(), -1);
    fillSample(document);
    QTRY_VERIFY_WITH_TIMEOUT(ended(bridge), kPatienceMs);
    QCOMPARE(selection.rank(), 0);
    QVERIFY(selection.detail() != nullptr);
    QVERIFY(selection.detail()->evaluation.strategy == bridge.snapshot()->best[0].strategy);
    QVERIFY(bridge.snapshot()->best.size() > 2);
    QSignalSpy changed(&selection, &StrategySelection::changed);
    selection.select(2);
    selection.select(2);
    QCOMPARE(changed.count(), 1);
    QVERIFY(selection.detail()->evaluation.strategy == bridge.snapshot()->best[2].strategy);
  }
};

}  // namespace tst_search_bridge

ASTROLABE_TEST(tst_search_bridge, TestSearchBridge)
#include "tst_search_bridge.moc"
