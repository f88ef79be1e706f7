// ui/document/search_bridge: the latest question wins, whatever the order in which edits and answers come.
#include <QSignalSpy>
#include <QtTest>

#include "tests/ui/sample_document.h"
#include "ui/document/selection.h"

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

  void A17_stopKeepsWhatWasFound() {
    PlanDocument document;
    SearchBridge bridge(document);
    fillSample(document);
    bridge.run();
    bridge.stop();
    QTRY_VERIFY_WITH_TIMEOUT(
        bridge.state() != SearchBridge::State::Searching && bridge.state() != SearchBridge::State::Stopping,
        kPatienceMs);
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

QTEST_MAIN(TestSearchBridge)
#include "tst_search_bridge.moc"
