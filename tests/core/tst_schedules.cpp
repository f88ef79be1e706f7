// core/strategy/schedules and core/cost/schedule_graph: what is read from the rows of all schedules.
#include <QtTest>
#include <random>

#include "core/cost/schedule_graph.h"
#include "tests/core/draws.h"
#include "tests/program/test_program.h"

namespace tst_schedules {

using namespace astrolabe;
using tests::Pick;
using namespace astrolabe::cost;
using strategy::Pass;
using strategy::PassRun;
using strategy::PipelineSize;
using strategy::Schedule;
using strategy::ScheduleRow;

namespace {

std::vector<Schedule> all_schedules() {
  std::vector<Schedule> all;
  for (std::size_t i = 0; i < strategy::kSchedules.size(); ++i) all.push_back(static_cast<Schedule>(i));
  return all;
}

/// A size that the schedule can have; up to 6 stages.
PipelineSize any_size(Schedule schedule, std::mt19937& random) {
  const Pick pick{random};
  const ScheduleRow& row = strategy::schedule_row(schedule);
  PipelineSize size;
  size.stages = pick(schedule == Schedule::interleaved ? 2 : 1, 6);
  size.chunks = row.back ? 2 : row.several_chunks ? pick(2, 4) : 1;
  size.micro_batches = schedule == Schedule::interleaved ? size.stages * pick(1, 5) : pick(1, 30);
  return size;
}

Pipeline any_pipeline(Schedule schedule, const PipelineSize& size, std::mt19937& random) {
  const auto seconds = [&](int least, int most) {
    return 0.25 * std::uniform_int_distribution<int>(least, most)(random);  // exact in sums
  };
  Pipeline line;
  line.schedule = schedule;
  line.micro_batches = size.micro_batches;
  for (int j = 0; j < size.stages; ++j) {
    StageTimes times;
    for (int k = 0; k < size.chunks; ++k) {
      times.forward.push_back(seconds(1, 8));
      times.weight.push_back(seconds(0, 6));
      times.backward.push_back(times.weight.back() + seconds(1, 8));
    }
    times.tail = seconds(0, 8);
    line.stages.push_back(times);
    line.link_forward.push_back(seconds(0, 4));
    line.link_backward.push_back(seconds(0, 4));
  }
  return line;
}

/// How often a path takes each row of a graph and its transfer.
struct Path {
  std::vector<int> passes, transfers;
  double seconds(const RowTimes& times) const {
    double sum = 0.0;
    for (std::size_t row = 0; row < passes.size(); ++row)
      sum += passes[row] * times.pass[row] + transfers[row] * times.transfer[row];
    return sum;
  }
};

/// The critical path to the last pass of a stage.
Path critical_path(const ScheduleGraph& graph, const RowTimes& times, const std::vector<double>& ends,
                   std::size_t stage) {
  Path path{std::vector<int>(times.pass.size(), 0), std::vector<int>(times.pass.size(), 0)};
  for (auto i = static_cast<std::size_t>(graph.last[stage]); i > 0;) {
    const ScheduleGraph::Node& node = graph.nodes[i];
    const auto row = static_cast<std::size_t>(node.row);
    ++path.passes[row];
    i = cause_of(node, times, ends);
    if (i == static_cast<std::size_t>(node.needs)) ++path.transfers[row];
  }
  return path;
}

}  // namespace

class TestSchedules : public QObject {
  Q_OBJECT

 private slots:
  void names() {
    QCOMPARE(strategy::schedule_names(),
             (std::vector<std::string>{"1f1b", "interleaved", "gpipe", "zb-h1", "zb-v", "looped-bfs"}));
    for (const Schedule schedule : all_schedules())
      QCOMPARE(strategy::to_string(schedule), strategy::schedule_row(schedule).name);
  }

  /// A way visits each chunk of each stage once; a V turns at the last stage and ends at the first.
  void ways() {
    for (const Schedule schedule : all_schedules()) {
      const ScheduleRow& row = strategy::schedule_row(schedule);
      const int chunks = row.several_chunks ? 2 : 1;
      std::vector<int> visited;
      for (int place = 0; place < 3 * chunks; ++place) {
        const int stage = row.stage_at(3, place);
        QCOMPARE(row.place(3, stage, place / 3), place);
        visited.push_back(stage);
      }
      QCOMPARE(visited, row.back             ? (std::vector<int>{0, 1, 2, 2, 1, 0})
                        : row.several_chunks ? (std::vector<int>{0, 1, 2, 0, 1, 2})
                                             : (std::vector<int>{0, 1, 2}));
      QCOMPARE(last_stage(schedule, 3), visited.back());
    }
  }

  /// Every pass of every micro-batch once, each after those that it follows on its own device; as many
  /// activations held as in_flight() says; nothing in the graph waits for ever.
  void orders() {
    std::mt19937 random(41);
    for (int i = 0; i < 1200; ++i) {
      const Schedule schedule = all_schedules()[static_cast<std::size_t>(i) % strategy::kSchedules.size()];
      const PipelineSize size = any_size(schedule, random);
      const ScheduleRow& row = strategy::schedule_row(schedule);
      const int kinds = row.weights_apart ? 3 : 2;
      const ScheduleGraph graph(schedule, size);
      QCOMPARE(graph.nodes.size(),
               static_cast<std::size_t>(1 + size.stages * size.chunks * kinds * size.micro_batches));
      for (int j = 0; j < size.stages; ++j) {
        std::vector<int> done(static_cast<std::size_t>(graph.rows), 0);
        int held = 0;
        int most = 0;
        for (const PassRun& run : strategy::runs_of(schedule, size, j))
          for (int k = 0; k < run.count * run.length; ++k) {
            const std::size_t at = run.rows[static_cast<std::size_t>(k % run.length)];
            const Pass pass = strategy::pass_of(static_cast<int>(at));
            ++done[at];
            if (pass != Pass::forward) QVERIFY(done[at] <= done[at - 1]);
            held += pass == Pass::forward ? 1 : pass == row.frees() ? -1 : 0;
            most = std::max(most, held);
          }
        for (std::size_t at = 0; at < done.size(); ++at)
          QCOMPARE(done[at], static_cast<int>(at % 3) < kinds ? size.micro_batches : 0);
        QCOMPARE(held, 0);
        QCOMPARE(in_flight(schedule, size.stages, size.chunks, size.micro_batches, j), most);
      }
    }
  }

  /// A critical path adds up to the end of its play, and with any other times it is no longer than the step.
  void criticalPaths() {
    std::mt19937 random(43);
    for (int i = 0; i < 300; ++i) {
      const Schedule schedule = all_schedules()[static_cast<std::size_t>(i) % strategy::kSchedules.size()];
      const PipelineSize size = any_size(schedule, random);
      const ScheduleGraph graph(schedule, size);
      std::vector<Path> paths;
      std::vector<double> ends;
      for (int play = 0; play < 20; ++play) {
        const RowTimes times = row_times(any_pipeline(schedule, size, random), graph);
        play_nodes(graph, times, ends);
        const std::size_t stage = static_cast<std::size_t>(play) % graph.last.size();
        paths.push_back(critical_path(graph, times, ends, stage));
        QCOMPARE(paths.back().seconds(times), ends[static_cast<std::size_t>(graph.last[stage])]);
        const double end = *std::max_element(ends.begin(), ends.end());
        for (const Path& path : paths) QVERIFY(path.seconds(times) <= end);
      }
    }
  }

  /// Looped breadth-first, equal chunks, no latency: (K + (P - 1) / v)(f + b) where K >= P.
  void loopedBreadthFirst_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("wanted");
    QTest::newRow("2x2") << 2 << 2 << 4 << 13.5;             // (4 + 1/2) * 3
    QTest::newRow("4x2") << 4 << 2 << 8 << 28.5;             // (8 + 3/2) * 3
    QTest::newRow("4x3, any count") << 4 << 3 << 7 << 24.0;  // (7 + 3/3) * 3
    // Fewer than stages, a pass 0.5 forward and 1 backward: forwards 8 x 0.5 + 0.5, backwards 8 x 1 + 1
    QTest::newRow("4x2, two") << 4 << 2 << 2 << 13.5;
  }
  void loopedBreadthFirst() {
    QFETCH(int, stages);
    QFETCH(int, chunks);
    QFETCH(int, count);
    QFETCH(double, wanted);
    Pipeline line;
    line.schedule = Schedule::looped_bfs;
    line.micro_batches = count;
    const auto each = static_cast<std::size_t>(chunks);
    for (int j = 0; j < stages; ++j)
      line.stages.push_back(
          {std::vector<double>(each, 1.0 / chunks), std::vector<double>(each, 2.0 / chunks), {}, 0.0});
    line.link_forward.assign(static_cast<std::size_t>(stages), 0.0);
    line.link_backward = line.link_forward;
    QVERIFY(std::fabs(simulate(line).step - wanted) <= 1e-12);
    for (int j = 0; j < stages; ++j)  // all that there is
      QCOMPARE(in_flight(line.schedule, stages, chunks, count, j), chunks * count);
  }

  /// Two stages of two chunks, three micro-batches. Links 0.5 there and 0.25 back, round to the other chunk 1
  /// and 0.5. Stage 0: F0 0-3; F1, whose first micro-batch stage 1 has done at 3.5, 4.5-10.5; B1 14.25-23.25;
  /// B0 23.25-27.25 and, as stage 1 is through at 27, 27.25-29.25. Stage 1: F0 1.5-7.5; F1 7.5-8.5, 9-10,
  /// 11-12; B1 12-18; B0 18-27. Tails 1 and 4: 30.25 and 31.
  void loopedByHand() {
    Pipeline line;
    line.schedule = Schedule::looped_bfs;
    line.micro_batches = 3;
    line.stages = {{{1, 2}, {2, 3}, {}, 1}, {{2, 1}, {3, 2}, {}, 4}};
    line.link_forward = {0.5, 1};
    line.link_backward = {0.25, 0.5};
    QCOMPARE(simulate(line).step, 31.0);
    QCOMPARE(simulate(line).critical_stage, 1);
    const Timeline timeline = play(line);
    QCOMPARE(timeline.step, 31.0);
    const std::vector<Span>& first = timeline.lanes[0].work;
    QCOMPARE(first.size(), std::size_t{12});
    QCOMPARE(first[3].start, 4.5);  // the second chunk of the first micro-batch
    QCOMPARE(first[3].chunk, 1);
    QCOMPARE(first[3].waited, 1.5);
    QCOMPARE(first[3].waited_for, 1);
    QCOMPARE(first[11].end, 29.25);
    QCOMPARE(timeline.lanes[1].work[11].end, 27.0);
    // Three borders between places, crossed there and back by three micro-batches, seen from both sides.
    QCOMPARE(first.size() + timeline.lanes[1].work.size(), std::size_t{24});
    QCOMPARE(timeline.lanes[0].transfers.size() + timeline.lanes[1].transfers.size(), std::size_t{36});
    QCOMPARE(timeline.lanes[0].transfers.front().link, 0);
    QCOMPARE(timeline.lanes[0].transfers.back().link, 0);
  }
};

}  // namespace tst_schedules

ASTROLABE_TEST(tst_schedules, TestSchedules)
#include "tst_schedules.moc"
