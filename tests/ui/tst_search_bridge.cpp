// ui/document/search_bridge: the latest question wins, whatever the order in which edits and answers come.
#include <QSignalSpy>
#include <QtTest>

#include "tests/program/budget.h"
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

  /// The end of a search comes with its answer: who hears of the one finds the other.
  void endsWithItsAnswer() {
    PlanDocument document;
    SearchBridge bridge(document);
    fillSample(document);
    int ends = 0;
    connect(&bridge, &SearchBridge::snapshotChanged, this, [&](const plan::SnapshotPtr& snapshot) {
      if (snapshot == nullptr || snapshot->status == plan::Status::searching) return;
      ++ends;
      QCOMPARE(bridge.state(), SearchBridge::stateOf(*snapshot));
    });
    QSignalSpy told(&bridge, &SearchBridge::stateChanged);
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(ended(bridge), kPatienceMs);
    QCOMPARE(ends, 1);
    QCOMPARE(told.count(), 2);  // that it has begun, and that it has ended
  }

  void goneWhileSearching() {
    double quickest = kPatienceMs;
    for (int i = 0; i < 10; ++i) {
      PlanDocument document;
      auto bridge = std::make_unique<SearchBridge>(document);
      fillSample(document);
      bridge->run();
      QCOMPARE(bridge->state(), SearchBridge::State::Searching);
      QTest::qWait(i);
      const tests::Budget closing;  // during a search
      bridge.reset();
      const double ms = closing.ms();
      quickest = std::min(quickest, closing.clock_ms());
      QVERIFY2(ms < 500.0, qPrintable(QString::number(ms)));
      QCoreApplication::processEvents();
    }
    QVERIFY2(quickest < 500.0, qPrintable(QString::number(quickest)));
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
    double quickest = kPatienceMs;
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
      const tests::Budget stopping;
      bridge.stop();
      QVERIFY(bridge.state() == SearchBridge::State::Stopping);
      while (bridge.state() == SearchBridge::State::Stopping && stopping.clock_ms() < kPatienceMs)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
      quickest = std::min(quickest, stopping.ms());
      QCOMPARE(bridge.state(), SearchBridge::State::StoppedEarly);
      // Where the workers had to wait for a processor, their last picture comes after the state.
      QTRY_VERIFY_WITH_TIMEOUT(bridge.snapshot()->stopped_early, kPatienceMs);
      const plan::SnapshotPtr after = bridge.snapshot();
      QVERIFY(after->stopped_early && after->status == plan::Status::feasible);
      QVERIFY(after->best.size() >= before->best.size());
      QVERIFY(after->best.front().step <= before->best.front().step);
      QVERIFY(after->space.not_reached > 0);  // there was more to do
    }
    QVERIFY2(quickest <= 200.0, qPrintable(QString::number(quickest)));
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
    const auto workedFor = [](int milliseconds) {  // seconds of all threads
      const double before = tests::processor_ms();
      QEventLoop loop;
      QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
      loop.exec();
      return (tests::processor_ms() - before) * 1e-3;
    };
    const double asked = tests::processor_ms();
    bridge.setPaused(true);
    QVERIFY(bridge.state() == SearchBridge::State::Paused);
    // Where the workers have to wait for a processor they come to stand later, and work no more for it than
    // two of them may within the 200 ms.
    for (int turn = 0, still = 0; turn < 300 && still < 2; ++turn)
      still = workedFor(200) < 0.01 ? still + 1 : 0;
    const double until = tests::processor_ms() - asked;
    QVERIFY2(until < 2 * 200.0, qPrintable(QString::number(until)));
    const std::uint64_t counted = bridge.snapshot()->space.evaluated;
    const double meanwhile = workedFor(1000);
    QVERIFY2(meanwhile < 0.05, qPrintable(QString::number(meanwhile)));
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
