// Whether a search may end within its nodes: paces by hand.

#include <QtTest>

#include "core/search/outlook.h"
#include "tests/program/test_program.h"

namespace tst_outlook {

using astrolabe::search::Outlook;

namespace {

/// Nodes taken until the search ends itself, of `given` ones, where so much is done after each of them.
template <class Done>
int taken(Outlook& outlook, int given, bool watched, const Done& done) {
  outlook.start(given, watched);
  for (int count = 1; count <= given; ++count) {
    if (outlook.ends(given - count)) return count;
    outlook.set_done(done(count));
  }
  return given;
}

}  // namespace

class TestOutlook : public QObject {
  Q_OBJECT
 private slots:
  /// 160,000 nodes at an even pace, 100,000 given: after 20,000 87.5 % are missing, at 12.5 % for each
  /// 20,000 140,000 nodes, less than twice what is given; later less.
  void aSearchThatMissesLessThanTwiceItsNodesGoesOn() {
    Outlook outlook;
    QCOMPARE(taken(outlook, 100000, true, [](int count) { return count / 160000.0; }), 100000);
    QVERIFY(!outlook.hopeless());
  }
  /// 300,000 nodes: after 20,000 14 times that are missing, 280,000.
  void aSearchThatMissesMoreEndsAtTheFirstLook() {
    Outlook outlook;
    QCOMPARE(taken(outlook, 100000, true, [](int count) { return count / 300000.0; }), Outlook::kTaste);
    QVERIFY(outlook.hopeless());
  }
  /// Half is done after 20,000 nodes, then a hundredth for each 20,000: at 40,000 49 hundredths are missing,
  /// 980,000 nodes at the pace since 20,000, though 38,000 at that since the start.
  void thePaceIsThatOfTheSecondHalf() {
    Outlook outlook;
    const auto done = [](int count) {
      return count < 20000 ? 0.5 * count / 20000.0 : 0.5 + 0.01 * (count - 20000) / 20000.0;
    };
    QCOMPARE(taken(outlook, 100000, true, done), 2 * Outlook::kTaste);
    QVERIFY(outlook.hopeless());
  }
  void nothingDoneIsHopeless() {
    Outlook outlook;
    QCOMPARE(taken(outlook, 100000, true, [](int) { return 0.0; }), Outlook::kTaste);
  }
  /// Looked at after 20,000, 40,000 and 80,000 nodes: what stalls at 39,000 with 95 % done goes on until
  /// 80,000 nodes, where 5 % are missing at none.
  void looksAreTwiceAsFarEachTime() {
    Outlook outlook;
    const auto done = [](int count) { return count < 39000 ? 0.95 * count / 39000.0 : 0.95; };
    QCOMPARE(taken(outlook, 100000, true, done), 4 * Outlook::kTaste);
  }
  void unwatchedOrStoppedItTakesAllItsNodes() {
    Outlook outlook;
    QCOMPARE(taken(outlook, 100000, false, [](int) { return 0.0; }), 100000);
    QVERIFY(!outlook.hopeless());
    outlook.start(20000, true);
    outlook.stop();
    for (int left = 19999; left >= 0; --left) QVERIFY(!outlook.ends(left));
  }
  /// 8,000 given: after 1,000 what would take 20 times as many in all goes on, to its last node; what would
  /// take more ends there.
  void fewNodesAreLookedAtOnce() {
    Outlook outlook;
    QCOMPARE(taken(outlook, 8000, true, [](int count) { return count / 159000.0; }), 8000);
    QVERIFY(!outlook.hopeless());
    QCOMPARE(taken(outlook, 8000, true, [](int count) { return count / 161000.0; }), 1000);
    QVERIFY(outlook.hopeless());
  }
  void aNewSearchKnowsNothingOfTheLast() {
    Outlook outlook;
    QCOMPARE(taken(outlook, 100000, true, [](int) { return 0.0; }), Outlook::kTaste);
    QCOMPARE(taken(outlook, 100000, true, [](int count) { return count / 100000.0; }), 100000);
    QVERIFY(!outlook.hopeless());
  }
};

}  // namespace tst_outlook

ASTROLABE_TEST(tst_outlook, TestOutlook)
#include "tst_outlook.moc"
