// core/search/chains: what chains of splits played before say of another is never more than playing it says.
#include <QtTest>
#include <random>

#include "core/cost/schedule.h"
#include "core/search/chains.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_chains {

using namespace astrolabe;
using namespace astrolabe::tests;
using cost::LineStage;

class TestChains : public QObject {
  Q_OBJECT

 private slots:
  void bounds_data() {
    QTest::addColumn<bool>("weights_apart");
    QTest::newRow("1F1B") << false;
    QTest::newRow("ZB-H1") << true;
  }
  /// Lines of one length after the other through one object, which keeps what it knows: a step that some
  /// chain reaches is not above that of playing the line, and what is played is what the schedule plays.
  void bounds() {
    QFETCH(bool, weights_apart);
    std::mt19937 random(107);
    const auto pick = [&](int least, int most) {
      return std::uniform_int_distribution<int>(least, most)(random);
    };
    const auto times = [&](double link) {
      const double forward = pick(1, 40), backward = 2.0 * pick(1, 40);
      return LineStage{forward, backward, weights_apart ? backward / 2.0 : 0.0, 1.0 * pick(0, 60), link};
    };
    search::Chains chains;
    std::vector<double> scratch;
    int told = 0;
    for (int i = 0; i < cases(600); ++i) {
      // Every tenth line is of another length, or has other micro-batches: nothing known holds for it.
      const int stages = i / 10 % 3 == 0 ? 6 : pick(5, 7), micro_batches = i / 10 % 2 == 0 ? 17 : pick(4, 30);
      std::vector<LineStage> line;
      for (int j = 0; j < stages; ++j) line.push_back(times(pick(0, 5)));
      const double step = cost::zb_h1_end(line, micro_batches, scratch).step;
      QCOMPARE(chains.start(line, micro_batches), step);
      QVERIFY(chains.reaches(step));
      QVERIFY(!chains.reaches(step + 1.0));
      for (int k = 0; k < 12; ++k) {
        std::vector<LineStage> tried = line;
        const int first = pick(0, stages - 3);  // each stage once, between two take() or drop()
        for (int n = pick(0, 2); n >= 0; --n) {
          const auto j = static_cast<std::size_t>(first + n);
          tried[j] = times(line[j].link);
          chains.change(static_cast<int>(j), tried[j]);
        }
        const double played = cost::zb_h1_end(tried, micro_batches, scratch).step;
        QVERIFY(!chains.reaches(played + 1.0));
        told += chains.reaches(played) ? 1 : 0;
        if (k % 3 == 0) QCOMPARE(chains.play(), played);
        if (k % 4 == 0) {
          chains.take();
          line = tried;
        } else {
          chains.drop();
        }
      }
    }
    qInfo("%d of %d told before they were played", told, cases(600) * 12);
    QVERIFY(told > cases(600) * 3);
  }
};

}  // namespace tst_chains

ASTROLABE_TEST(tst_chains, TestChains)
#include "tst_chains.moc"
