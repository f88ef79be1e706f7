// core/strategy/schedules and core/cost/schedule_graph: what is read from the rows of all schedules.
#include <QtTest>
#include <random>

#include "core/cost/schedule_graph.h"
#include "tests/program/test_program.h"

namespace tst_schedules {

using namespace astrolabe;
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
  const auto pick = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
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
             (std::vector<std::string>{"1f1b", "interleaved", "gpipe", "zb-h1", "zb-v"}));
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
};

}  // namespace tst_schedules

ASTROLABE_TEST(tst_schedules, TestSchedules)
#include "tst_schedules.moc"
