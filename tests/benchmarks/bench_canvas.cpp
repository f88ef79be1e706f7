// The canvas with 500 tiles: a frame while panning and zooming, an edit with everything that follows it.
// Budgets: a frame 33 ms, totals 16 ms.

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QScrollBar>

#include "tests/ui/sample_document.h"
#include "ui/canvas/canvas_panel.h"

namespace {

using namespace astrolabe;
using namespace astrolabe::ui;

constexpr int kTiles = 500, kColumns = 25;

/// A document with 500 pools and no links: what a person draws, not what a search should be asked.
void fill(PlanDocument& document) {
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  hardware::PoolSpec pool = file.plan.cluster.pools.front();
  file.plan.cluster = {};
  file.plan.layout.clear();
  for (int i = 0; i < kTiles; ++i) {
    pool.id = "pool-" + std::to_string(i);
    file.plan.cluster.pools.push_back(pool);
    file.plan.layout[pool.id] = {(i % kColumns) * 280.0, (i / kColumns) * 140.0};
  }
  document.reset(std::move(file), {});
}

struct Stage {
  PlanDocument document;
  CanvasPanel panel{document};
  Stage() {
    panel.resize(1920, 900);
    fill(document);
    panel.show();
    QCoreApplication::processEvents();
  }
  void frame() {
    QImage image(panel.view().viewport()->size(), QImage::Format_ARGB32_Premultiplied);
    panel.view().viewport()->render(&image);
    benchmark::DoNotOptimize(image.constBits());
  }
};

void pan_500_tiles(benchmark::State& state) {
  Stage stage;
  stage.panel.view().fitAll();
  const double factor = static_cast<double>(state.range(0)) / 100.0;
  while (stage.panel.view().zoom() < factor) stage.panel.view().zoomIn();
  QScrollBar* bar = stage.panel.view().horizontalScrollBar();
  int step = 7;
  for (auto _ : state) {
    if (bar->value() + step > bar->maximum() || bar->value() + step < bar->minimum()) step = -step;
    bar->setValue(bar->value() + step);
    stage.frame();
  }
}
BENCHMARK(pan_500_tiles)->Arg(20)->Arg(40)->Arg(100)->Unit(benchmark::kMillisecond);

void zoom_500_tiles(benchmark::State& state) {
  Stage stage;
  stage.panel.view().fitAll();
  bool in = true;
  for (auto _ : state) {
    if (in)
      stage.panel.view().zoomIn();
    else
      stage.panel.view().zoomOut();
    if (stage.panel.view().zoom() > 2.0) in = false;
    if (stage.panel.view().zoom() < 0.2) in = true;
    stage.frame();
  }
}
BENCHMARK(zoom_500_tiles)->Unit(benchmark::kMillisecond);

void totals_of_500_tiles(benchmark::State& state) {
  Stage stage;
  for (auto _ : state) benchmark::DoNotOptimize(totalsOf(stage.document.plan(), stage.document.catalogue()));
}
BENCHMARK(totals_of_500_tiles)->Unit(benchmark::kMillisecond);

void edit_with_500_tiles(benchmark::State& state) {
  Stage stage;
  int nodes = 1;
  for (auto _ : state) {
    nodes = nodes % 40 + 1;
    stage.document.undoStack().push(new SetNodeCount(stage.document, "pool-250", nodes));
  }
}
BENCHMARK(edit_with_500_tiles)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
