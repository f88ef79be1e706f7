// core/cost/rounds: GPipe and ZB-H1 without playing every operation, against the play and by hand.
#include <QtTest>
#include <random>

#include "core/cost/schedule.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_rounds {

using namespace astrolabe;
using namespace astrolabe::cost;
using strategy::Schedule;

namespace {

Pipeline pipeline_of(const std::vector<LineStage>& line, int micro_batches, Schedule schedule) {
  Pipeline pipeline;
  pipeline.micro_batches = micro_batches;
  pipeline.schedule = schedule;
  for (const LineStage& stage : line) {
    pipeline.stages.push_back({{stage.forward}, {stage.backward}, {stage.weight}, stage.tail});
    pipeline.link_forward.push_back(stage.link);
  }
  pipeline.link_backward = pipeline.link_forward;
  return pipeline;
}

StepEnd fast(const std::vector<LineStage>& line, int micro_batches, Schedule schedule) {
  std::vector<double> scratch;
  return schedule == Schedule::gpipe ? gpipe_end(line, micro_batches)
                                     : zb_h1_end(line, micro_batches, scratch);
}

}  // namespace

class TestRounds : public QObject {
  Q_OBJECT

 private slots:
  void byHand() {
    // GPipe, 2 stages, 3 micro-batches: forwards 1 and 2, backwards 2 and 4, link 0.5. The last forward ends
    // at 1 + 0.5 + 3 x 2 = 7.5, the backwards of the last stage at 7.5 + 3 x 4 = 19.5, of the first at 19.5 +
    // 0.5 + 2 = 22, with its tail 25; the last stage with its tail at 20.5.
    const std::vector<LineStage> line{{1, 2, 1, 3, 0.5}, {2, 4, 2, 1, 0}};
    QCOMPARE(fast(line, 3, Schedule::gpipe).step, 25.0);
    QCOMPARE(fast(line, 3, Schedule::gpipe).critical_stage, 0);
    // ZB-H1, 2 stages, 2 micro-batches, b and w apart (1, 1 and 2, 2). Stage 1: F0 1.5 to 3.5, B0 to 5.5, F1
    // to 7.5 (warm-up none, so F0 B0 F1 B1; weights put off by one), B1 to 9.5, W0 W1 to 13.5, tail 14.5.
    // Stage 0: F0 F1 until 2, B0 6 to 7, W0 to 8, B1 10 to 11, W1 to 12, tail 15.
    QCOMPARE(fast(line, 2, Schedule::zb_h1).step, 15.0);
    QCOMPARE(fast(line, 2, Schedule::zb_h1).critical_stage, 0);
  }

  void equalsPlay_data() {
    QTest::addColumn<int>("schedule");
    QTest::addColumn<int>("most_micro_batches");
    QTest::newRow("GPipe") << static_cast<int>(Schedule::gpipe) << 24;
    QTest::newRow("ZB-H1") << static_cast<int>(Schedule::zb_h1) << 24;
    QTest::newRow("GPipe, long") << static_cast<int>(Schedule::gpipe) << 700;
    QTest::newRow("ZB-H1, long") << static_cast<int>(Schedule::zb_h1) << 700;
  }
  /// Times on the grid: bit by bit, whatever was jumped over.
  void equalsPlay() {
    QFETCH(int, schedule);
    QFETCH(int, most_micro_batches);
    std::mt19937 random(7);
    const auto draw = [&](double most) {
      return on_grid(std::uniform_real_distribution<double>(0.0, most)(random));
    };
    for (int round = 0; round < (most_micro_batches > 100 ? 300 : 4000); ++round) {
      const int stages = std::uniform_int_distribution<int>(1, 9)(random);
      const int micro_batches = std::uniform_int_distribution<int>(1, most_micro_batches)(random);
      const bool alike = round % 3 == 0;
      std::vector<LineStage> line(static_cast<std::size_t>(stages));
      for (LineStage& stage : line) {
        stage = {draw(1.0), draw(1.0), 0.0, draw(2.0), draw(round % 2 == 0 ? 0.05 : 1.5)};
        stage.weight = on_grid(stage.backward * 0.75);
        stage.backward += stage.weight;
        if (alike) {
          stage = line.front();
          stage.tail = draw(2.0);
        }
      }
      const StepEnd slow = simulate(pipeline_of(line, micro_batches, static_cast<Schedule>(schedule)));
      const StepEnd found = fast(line, micro_batches, static_cast<Schedule>(schedule));
      QCOMPARE(found.step, slow.step);
      QCOMPARE(found.critical_stage, slow.critical_stage);
    }
  }

  /// Asked whether a ZB-H1 step stays below some time, the walk tells the step where it does, and where not
  /// some time that is no later than the step and not below that.
  void toldThatItIsEnough() {
    std::mt19937 random(11);
    const auto draw = [&](double least, double most) {
      return on_grid(std::uniform_real_distribution<double>(least, most)(random));
    };
    std::vector<double> scratch;
    int early = 0;
    const int all = tests::cases(20000);
    for (int round = 0; round < all; ++round) {
      const int stages = std::uniform_int_distribution<int>(1, 9)(random);
      const int micro_batches = std::uniform_int_distribution<int>(1, 60)(random);
      const double other = round % 2 == 0 ? 0.9 : 0.1;  // nearly alike, or not
      std::vector<LineStage> line(static_cast<std::size_t>(stages));
      for (LineStage& stage : line) {
        stage = {draw(other, 1.0), draw(other, 1.0), 0.0, draw(0.0, 2.0), draw(0.0, 0.2)};
        stage.weight = on_grid(stage.backward * draw(0.1, 1.5));
        stage.backward += stage.weight;
      }
      const double step = zb_h1_end(line, micro_batches, scratch).step;
      for (const double share : {0.5, 0.9, 0.99, 0.999, 1.0, 1.001, 1.1}) {
        const double enough = on_grid(step * share);
        const double told = zb_h1_end(line, micro_batches, scratch, enough).step;
        QVERIFY2(told <= step, qPrintable(QString("%1 > %2").arg(told, 0, 'g', 17).arg(step, 0, 'g', 17)));
        if (step < enough)
          QCOMPARE(told, step);
        else
          QVERIFY(told >= enough);
        early += told < step ? 1 : 0;
      }
    }
    QVERIFY(early > all / 4);
  }
};

}  // namespace tst_rounds

ASTROLABE_TEST(tst_rounds, TestRounds)
#include "tst_rounds.moc"
