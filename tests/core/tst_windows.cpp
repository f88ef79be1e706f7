// core/cost/windows: the best of all splits is never refuted, whatever the schedule; and what is left is near
// to it.
#include <QtTest>
#include <random>

#include "core/cost/schedule.h"
#include "core/cost/windows.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_windows {

using namespace astrolabe;
using astrolabe::tests::cases;
using cost::StageFloor;
using cost::StageLine;
using strategy::Schedule;

namespace {

/// The most that forwards and the gradients of weights are of a stage's layers, edges, or the lead.
cost::PassShares shares_of(const StageFloor& stage) {
  const double edge = std::max(stage.edge, 1e-300);
  return {std::max({stage.forward / stage.layer, stage.edge_forward / edge, 1.0 / 3.0}),
          std::max(stage.weight / stage.layer, stage.edge_weight / edge), stage.weight / stage.layer,
          stage.edge_weight / edge};
}

/// A random line of stages, `may_be_empty` first stages among them.
StageLine random_line(std::mt19937& random, Schedule schedule) {
  const auto whole = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  const auto real = [&](double most) { return std::uniform_real_distribution<double>(0.0, most)(random); };
  StageLine line;
  line.schedule = schedule;
  const int stages = whole(1, 4);
  line.may_be_empty = whole(0, 2);
  line.layers = whole(stages, 9);
  line.micro_batches = whole(1, 14);
  line.lead = line.may_be_empty > 0 ? real(2.0) : 0.0;
  StageFloor stage;
  for (int j = 0; j < stages; ++j) {
    if (j == 0 || whole(0, 1) == 0) {
      stage.layer = 1.0 + real(3.0);
      stage.forward = stage.layer * (0.2 + real(0.3));
      stage.run = j;
      stage.weight = cost::weights_apart(schedule) ? (stage.layer - stage.forward) * real(0.9) : 0.0;
      stage.backward = stage.layer - stage.forward - stage.weight;
      stage.tail = {real(1.0), real(2.0), 0.0, real(1.0)};
      stage.tail.whole_layer = stage.tail.layer + real(4.0);
      if (whole(0, 1) == 0) stage.tail.unaided = real(4.0), stage.tail.beside = real(3.0);
      stage.again = real(2.0);
    }
    stage.free_layers = j < line.may_be_empty || whole(0, 2) == 0 ? 1e300 : real(4.0);
    stage.holds = whole(0, 3) == 0 ? whole(1, 5) : 9;
    stage.edge = j == 0 || j + 1 == stages ? real(2.0) : 0.0;
    stage.edge_forward = stage.edge * real(0.5);
    stage.edge_weight = cost::weights_apart(schedule) ? (stage.edge - stage.edge_forward) * real(0.9) : 0.0;
    line.shares.include(shares_of(stage));
    stage.link = j + 1 < stages ? real(whole(0, 3)) : 0.0;
    line.stages.push_back(stage);
  }
  return line;
}

/// The step of a split, all floors taken at their word; the lead falls to the first stage.
double played(const StageLine& line, const std::vector<int>& layers, std::vector<double>& scratch) {
  std::vector<cost::LineStage> stages;
  for (std::size_t j = 0; j < layers.size(); ++j) {
    const StageFloor& stage = line.stages[j];
    const double n = layers[j];
    const double lead = j == 0 ? line.lead : 0.0;
    const double all =
        n * stage.layer + stage.edge + lead + std::max(0.0, n - stage.free_layers) * stage.again;
    const double forward = n * stage.forward + stage.edge_forward + lead / 3.0;
    const double weight = cost::weights_apart(line.schedule) ? n * stage.weight + stage.edge_weight : 0.0;
    stages.push_back({forward, all - forward, weight, stage.tail.seconds(n, all), stage.link / 2.0});
  }
  if (line.schedule == Schedule::gpipe) return cost::gpipe_end(stages, line.micro_batches).step;
  return cost::zb_h1_end(stages, line.micro_batches, scratch).step;
}

/// The least step of all splits that the stages hold; `layers` is filled from `stage` on.
double least_played(const StageLine& line, std::size_t stage, int left, std::vector<int>& layers,
                    std::vector<double>& scratch) {
  const bool last = stage + 1 == line.stages.size();
  double least = 1e300;
  for (int n = last                                          ? left
               : static_cast<int>(stage) < line.may_be_empty ? 0
                                                             : 1;
       n <= std::min(left, line.stages[stage].holds); ++n) {
    layers[stage] = n;
    if (!last)
      least = std::min(least, least_played(line, stage + 1, left - n, layers, scratch));
    else if (n > 0 || static_cast<int>(stage) < line.may_be_empty)
      least = std::min(least, played(line, layers, scratch));
  }
  return least;
}

}  // namespace

class TestWindows : public QObject {
  Q_OBJECT

 private slots:
  void windowsHold_data() {
    QTest::addColumn<int>("schedule");
    QTest::newRow("1F1B") << static_cast<int>(Schedule::one_f_one_b);
    QTest::newRow("GPipe") << static_cast<int>(Schedule::gpipe);
    QTest::newRow("ZB-H1") << static_cast<int>(Schedule::zb_h1);
  }
  /// The best of all splits of 3,000 lines is left room for; and what is left none is near to it.
  void windowsHold() {
    QFETCH(int, schedule);
    std::mt19937 random(31);
    cost::Windows windows;
    std::vector<double> scratch;
    double near = 0.0;
    int count = 0;
    for (int i = 0; i < 3000; ++i) {
      const StageLine line = random_line(random, static_cast<Schedule>(schedule));
      std::vector<int> layers(line.stages.size());
      const double best = least_played(line, 0, line.layers, layers, scratch);
      if (best >= 1e300) continue;
      QVERIFY2(windows.leave_room(line, best), QByteArray::number(i).constData());
      const double least = cost::longest_without(best / 8.0, 8.0 * best, 1.02,
                                                 [&](double step) { return windows.leave_room(line, step); });
      QVERIFY2(least <= best, QByteArray::number(i).constData());
      near += least / best;
      ++count;
    }
    qInfo("%d lines, bounded at %.3f of their best on average", count, near / count);
    QVERIFY(count > 2000);
    QVERIFY(near > 0.85 * count);
  }

  /// The best split is left room for where one link is slow, with more stages: laps between its sides bind.
  void windowsOverSlowLinks_data() { windowsHold_data(); }
  void windowsOverSlowLinks() {
    QFETCH(int, schedule);
    std::mt19937 random(43);
    cost::Windows windows;
    std::vector<double> scratch;
    double near = 0.0;
    int count = 0;
    for (int i = 0; i < cases(3000); ++i) {
      StageLine line = random_line(random, static_cast<Schedule>(schedule));
      const int more = std::uniform_int_distribution<int>(0, 4)(random);
      for (int k = 0; k < more; ++k) {
        StageFloor inner = line.stages.front();
        inner.edge = inner.edge_forward = inner.edge_weight = 0.0;
        line.stages.insert(line.stages.begin() + 1, inner);
      }
      const int stages = static_cast<int>(line.stages.size());
      if (stages < 2) continue;
      line.layers = std::min(9, stages + line.layers % 4);
      line.micro_batches += i % 7;
      if (i % 2 == 0) {  // few rounds, and nothing behind the last backward
        line.micro_batches = stages + i % 3;
        for (StageFloor& stage : line.stages) stage.tail = {};
      }
      const int slow = std::uniform_int_distribution<int>(0, stages - 2)(random);
      line.stages[static_cast<std::size_t>(slow)].link =
          std::uniform_real_distribution<double>(2.0, 30.0)(random);
      line.stages.back().link = 0.0;
      std::vector<int> layers(line.stages.size());
      const double best = least_played(line, 0, line.layers, layers, scratch);
      if (best >= 1e300) continue;
      const QByteArray which = QByteArray::number(i);
      QVERIFY2(windows.leave_room(line, best), which.constData());
      near += cost::longest_without(best / 8.0, 8.0 * best, 1.02,
                                    [&](double step) { return windows.leave_room(line, step); }) /
              best;
      ++count;
    }
    qInfo("%d lines, bounded at %.3f of their best on average", count, near / count);
    QVERIFY(count > cases(1500));
    QVERIFY(near > 0.88 * count);
  }
};

}  // namespace tst_windows

ASTROLABE_TEST(tst_windows, TestWindows)
#include "tst_windows.moc"
