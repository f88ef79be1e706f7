// Whether a search may end within its nodes: paces by hand.

#include <QtTest>

#include "core/search/proof_forecast.h"
#include "tests/program/test_program.h"

namespace tst_proof_forecast {

using astrolabe::search::ProofForecast;

namespace {

/// Nodes taken until the search ends itself, of `given` ones, where so much is done after each of them.
template <class Done>
int taken(ProofForecast& forecast, int given, bool watched, const Done& done) {
  forecast.start(given, watched);
  for (int count = 1; count <= given; ++count) {
    if (forecast.ends(given - count)) return count;
    forecast.set_done(done(count));
  }
  return given;
}

}  // namespace

class TestProofForecast : public QObject {
  Q_OBJECT
 private slots:
  /// 160,000 nodes at an even pace, 100,000 given: after 20,000 87.5 % are missing, at 12.5 % for each
  /// 20,000 140,000 nodes, less than twice what is given; later less.
  void aSearchThatMissesLessThanTwiceItsNodesGoesOn() {
    ProofForecast forecast;
    QCOMPARE(taken(forecast, 100000, true, [](int count) { return count / 160000.0; }), 100000);
    QVERIFY(!forecast.hopeless());
  }
  /// 300,000 nodes: after 20,000 14 times that are missing, 280,000.
  void aSearchThatMissesMoreEndsAtTheFirstLook() {
    ProofForecast forecast;
    QCOMPARE(taken(forecast, 100000, true, [](int count) { return count / 300000.0; }),
             ProofForecast::kTaste);
    QVERIFY(forecast.hopeless());
  }
  /// Half is done after 20,000 nodes, then a hundredth for each 20,000: at 40,000 49 hundredths are missing,
  /// 980,000 nodes at the pace since 20,000, though 38,000 at that since the start.
  void thePaceIsThatOfTheSecondHalf() {
    ProofForecast forecast;
    const auto done = [](int count) {
      return count < 20000 ? 0.5 * count / 20000.0 : 0.5 + 0.01 * (count - 20000) / 20000.0;
    };
    QCOMPARE(taken(forecast, 100000, true, done), 2 * ProofForecast::kTaste);
    QVERIFY(forecast.hopeless());
  }
  void nothingDoneIsHopeless() {
    ProofForecast forecast;
    QCOMPARE(taken(forecast, 100000, true, [](int) { return 0.0; }), ProofForecast::kTaste);
  }
  /// Looked at after 20,000, 40,000 and 80,000 nodes: what stalls at 39,000 with 95 % done goes on until
  /// 80,000 nodes, where 5 % are missing at none.
  void looksAreTwiceAsFarEachTime() {
    ProofForecast forecast;
    const auto done = [](int count) { return count < 39000 ? 0.95 * count / 39000.0 : 0.95; };
    QCOMPARE(taken(forecast, 100000, true, done), 4 * ProofForecast::kTaste);
  }
  void unwatchedOrStoppedItTakesAllItsNodes() {
    ProofForecast forecast;
    QCOMPARE(taken(forecast, 100000, false, [](int) { return 0.0; }), 100000);
    QVERIFY(!forecast.hopeless());
    forecast.start(20000, true);
    forecast.stop();
    for (int left = 19999; left >= 0; --left) QVERIFY(!forecast.ends(left));
  }
  /// 8,000 given: after 1,000 what would take 20 times as many in all goes on, to its last node; what would
  /// take more ends there.
  void fewNodesAreLookedAtOnce() {
    ProofForecast forecast;
    QCOMPARE(taken(forecast, 8000, true, [](int count) { return count / 159000.0; }), 8000);
    QVERIFY(!forecast.hopeless());
    QCOMPARE(taken(forecast, 8000, true, [](int count) { return count / 161000.0; }), 1000);
    QVERIFY(forecast.hopeless());
  }
  void aNewSearchKnowsNothingOfTheLast() {
    ProofForecast forecast;
    QCOMPARE(taken(forecast, 100000, true, [](int) { return 0.0; }), ProofForecast::kTaste);
    QCOMPARE(taken(forecast, 100000, true, [](int count) { return count / 100000.0; }), 100000);
    QVERIFY(!forecast.hopeless());
  }
};

}  // namespace tst_proof_forecast

ASTROLABE_TEST(tst_proof_forecast, TestProofForecast)
#include "tst_proof_forecast.moc"
