// The result views at the sizes of the budgets: 200,000 strategies, 100,000 spans, 5,000 points drawn.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <QImage>

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTimer>

#include "tests/ui/result_snapshots.h"
#include "tests/ui/sample_document.h"
#include "ui/document/search_bridge.h"
#include "ui/render/timeline_painter.h"
#include "ui/results/pareto_data.h"
#include "ui/results/ranking_text.h"
#include "ui/results/ranking_view.h"
#include "ui/shell/banner.h"
#include "ui/shell/reading.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr int kRows = 200000;

/// A desk without a window manager: the sample's problem and made-up rows.
struct Desk {
  PlanDocument document;
  SearchBridge bridge{document};
  StrategySelection selection{bridge};
  std::shared_ptr<const strategy::Problem> problem;
  std::shared_ptr<plan::Snapshot> many;
  Desk() {
    bridge.setLive(false);
    fillSample(document);
    problem = std::make_shared<const strategy::Problem>(*document.problem());
    many = madeUpSnapshot(problem, kRows);
  }
  static Desk& get() {
    static Desk desk;
    return desk;
  }
};

/// Budget 500 ms: the whole change of order, with the view that shows it.
void rankingSort(benchmark::State& state) {
  Desk& desk = Desk::get();
  RankingView view(desk.document, desk.selection);
  view.resize(1200, 400);
  view.show();
  view.setSnapshot(desk.many);
  int column = 0;
  for (auto _ : state) {
    view.sortByColumn(column++ % 2 == 0 ? RankingModel::UsdPerTrillion : RankingModel::PeakMemory,
                      Qt::DescendingOrder);
    QCoreApplication::processEvents();
  }
}
BENCHMARK(rankingSort)->Unit(benchmark::kMillisecond);

/// Budget 200 ms.
void rankingFilter(benchmark::State& state) {
  Desk& desk = Desk::get();
  RankingView view(desk.document, desk.selection);
  view.resize(1200, 400);
  view.show();
  view.setSnapshot(desk.many);
  int turn = 0;
  for (auto _ : state) {
    view.setFilter(*RowFilter::parse(turn++ % 2 == 0 ? u"tp=8 mem<90% type:h100"_s : QString()));
    QCoreApplication::processEvents();
  }
}
BENCHMARK(rankingFilter)->Unit(benchmark::kMillisecond);

/// Budget 33 ms a frame; 400 MB for the whole program with these rows.
void rankingScrollFrame(benchmark::State& state) {
  Desk& desk = Desk::get();
  RankingView view(desk.document, desk.selection);
  view.resize(1200, 400);
  view.show();
  view.setSnapshot(desk.many);
  QCoreApplication::processEvents();  // a window that is not shown yet paints nothing
  int at = 0;
  QImage frame(view.viewport()->size(), QImage::Format_RGB32);
  for (auto _ : state) {
    at = (at + 997) % (kRows - 20);
    view.verticalScrollBar()->setValue(at);
    view.viewport()->render(&frame);
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  state.counters["largest_mb"] = static_cast<double>(used.ru_maxrss) / 1024.0;
}
BENCHMARK(rankingScrollFrame)->Unit(benchmark::kMillisecond);

/// Rows that arrive in a search: a new snapshot of the same size.
void rankingArrives(benchmark::State& state) {
  Desk& desk = Desk::get();
  RankingView view(desk.document, desk.selection);
  view.resize(1200, 400);
  view.show();
  const auto other = std::make_shared<plan::Snapshot>(*desk.many);
  int turn = 0;
  for (auto _ : state) view.setSnapshot(turn++ % 2 == 0 ? desk.many : other);
}
BENCHMARK(rankingArrives)->Unit(benchmark::kMillisecond);

void rankingAsCsv(benchmark::State& state) {
  Desk& desk = Desk::get();
  RankingModel model;
  model.setSnapshot(desk.many);
  for (auto _ : state) benchmark::DoNotOptimize(rankingCsv(model));
}
BENCHMARK(rankingAsCsv)->Unit(benchmark::kMillisecond);

/// The ranking as CSV into a file, as the window writes it; `longest_block_ms` is the longest that its event
/// loop stood still. Budget 50 ms.
void rankingIntoAFile(benchmark::State& state) {
  Desk& desk = Desk::get();
  const QTemporaryDir folder;
  Banner banner(QStringLiteral("banner"));
  banner.show();
  RankingModel model;
  model.setSnapshot(desk.many);
  qint64 longest = 0;
  QElapsedTimer since;
  QTimer beat;
  QObject::connect(&beat, &QTimer::timeout, &banner, [&] { longest = std::max(longest, since.restart()); });
  beat.start(1);
  for (auto _ : state) {
    since.restart();
    const auto end = writeBeside(banner, folder.filePath(QStringLiteral("a.csv")),
                                 [rows = model.frozen()](QIODevice& file, const std::stop_token& stop) {
                                   return writeRankingCsv(*rows, file, stop);
                                 });
    if (!end) state.SkipWithError("not written");
    longest = std::max(longest, since.elapsed());
  }
  state.counters["longest_block_ms"] = static_cast<double>(longest);
}
BENCHMARK(rankingIntoAFile)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Points, frontier and thinning of 200,000 strategies. Budget of a refresh: 100 ms.
void paretoPointsAndThinning(benchmark::State& state) {
  Desk& desk = Desk::get();
  for (auto _ : state) {
    const ParetoPoints all =
        paretoPoints(*desk.many, {}, PlotAxis::UsdPerTrillion, PlotAxis::TokensPerSecond);
    benchmark::DoNotOptimize(thinned(all.points, 5000, {}));
  }
}
BENCHMARK(paretoPointsAndThinning)->Unit(benchmark::kMillisecond);

/// One frame of a timeline of 100,000 spans on 16 lanes: all of it, or a hundredth. Budget 33 ms.
void timelineFrame(benchmark::State& state) {
  cost::Timeline timeline;
  constexpr int kLanes = 16, kSpans = 100000 / kLanes;
  for (int lane = 0; lane < kLanes; ++lane) {
    cost::Lane row;
    row.fixed_bytes = 40e9;
    row.limit_bytes = 80e9;
    for (int i = 0; i < kSpans; ++i) {
      const double start = i * 0.01 + lane * 0.002;
      row.work.push_back({start, start + 0.008,
                          i % 3 == 0 ? cost::SpanKind::backward : cost::SpanKind::forward, i % 7 == 0, lane,
                          i});
      row.transfers.push_back(
          {start + 0.008, start + 0.009, cost::SpanKind::send, false, lane, i, 0, lane + 1, 1e6});
      row.memory.push_back({start, 1e9 * (i % 30)});
    }
    timeline.lanes.push_back(std::move(row));
  }
  timeline.step = kSpans * 0.01 + 0.1;
  timeline.micro_batches = kSpans;
  TimelineLook look;
  look.theme = currentTheme();
  look.caption = font(TextRole::Caption);
  look.body = font(TextRole::Body);
  look.strong = font(TextRole::BodyStrong);
  look.laneHeight = 28.0;
  const TimelinePainter painter(timeline, std::vector<LaneLabel>(kLanes), look);
  QImage frame(1900, 900, QImage::Format_ARGB32_Premultiplied);
  const double shown = timeline.step / static_cast<double>(state.range(0));
  const TimeAxis axis = painter.axis(frame.width(), 0.3 * timeline.step, 0.3 * timeline.step + shown);
  const TimeAxis whole = painter.axis(frame.width(), 0.0, timeline.step);
  for (auto _ : state) {
    QPainter canvas(&frame);
    painter.paint(canvas, state.range(0) == 1 ? whole : axis);
  }
}
BENCHMARK(timelineFrame)->Arg(1)->Arg(100)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace astrolabe::ui

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  astrolabe::ui::setCurrentTheme(astrolabe::ui::ThemeKind::Light);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
