// Budgets of the window as checks. ctest runs this test alone. Figures: tests/README.md, from the benchmarks.
#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <functional>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

#include "core/plan/plan_file.h"
#include "tests/app/sample_window.h"
#include "tests/core/cases.h"
#include "tests/program/budget.h"
#include "tests/program/test_program.h"
#include "tests/ui/many_tiles.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/clipboard.h"
#include "ui/canvas/drop.h"
#include "ui/canvas/totals.h"
#include "ui/document/commands/commands.h"
#include "ui/results/ranking_view.h"

namespace tst_budgets {

using namespace astrolabe;
using namespace Qt::StringLiterals;
using tests::Budget;
using ui::MainWindow;

namespace {

/// What 95 of 100 stay below.
double most(std::vector<double> took) {
  std::sort(took.begin(), took.end());
  return took[(took.size() * 95 + 99) / 100 - 1];
}

/// Sanitizers take a multiple of the time: there only the way is walked.
bool isMeasured() { return tests::kCaseShare == 1; }

/// The least `most` of up to three series: of as many as it takes to come down to `budget`. Reason: the
/// machines of continuous checks are virtual and share their processors with others, who take them for whole
/// seconds. A defect of ours makes every series slow, a neighbour one of them.
template <typename Series>
double leastMost(double budget, const Series& series) {
  double least = 1e300;
  for (int run = 0; run < (isMeasured() ? 3 : 1) && least > budget && !QTest::currentTestFailed(); ++run) {
    std::vector<double> took;
    series(took);
    if (!took.empty()) least = std::min(least, most(took));
  }
  return least;
}

/// What each of `count` inputs takes by the clock, with all the events that follow from it; `before` runs
/// ahead of each and is not counted.
std::vector<double> handled(const std::vector<std::function<void()>>& inputs, int count,
                            const std::function<void()>& before) {
  std::vector<double> took;
  for (int i = 0; i < count; ++i) {
    before();
    const Budget clock;
    inputs[std::size_t(i) % inputs.size()]();
    QCoreApplication::processEvents();
    took.push_back(clock.clock_ms());
  }
  return took;
}

}  // namespace

class BudgetsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  /// Start to the first painted window, and a plan of 50 MB.
  void A84_startAndALargePlan() {
    const Budget start;
    auto window = ui::opened(true);
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QCoreApplication::processEvents();
    const double usable = start.ms();
    QVERIFY(ui::finished(*window));
    const QTemporaryDir folder;
    plan::PlanFile large;
    large.plan = plan::sample_plan();
    large.answer = "{\"kept\": \"" + std::string(std::size_t{50} << 20, 'x') + "\"}";
    const QString path = folder.filePath(u"large.astrolabe"_s);
    QVERIFY(plan::write_plan(large, path.toStdString()).has_value());
    const Budget open;
    QVERIFY(window->openFile(path));
    QCoreApplication::processEvents();
    const double opened = open.ms();
    QCOMPARE(window->document().path(), path);
    if (!isMeasured()) return;
    QVERIFY2(usable <= 1000.0, qPrintable(QString::number(usable)));
    QVERIFY2(opened <= 1000.0, qPrintable(QString::number(opened)));
  }

  /// A node of H100 dropped on the tile of its type: without a click the new proven best is there.
  void A03_aDropIsAnswered() {
    auto window = ui::opened(true);
    QVERIFY(ui::finished(*window));
    auto& view = *window->findChild<ui::ClusterView*>();
    const auto node = ui::hardwareMime({{}, "oci-bm-gpu-h100-8"}, u"node"_s);
    const double ms = leastMost(100.0, [&](std::vector<double>& took) {
      for (int i = 0; i < tests::cases(50); ++i) {
        const QPoint place =
            view.mapFromScene(view.clusterScene().item("h100")->sceneBoundingRect().center());
        const Budget answer;
        QDragEnterEvent enter(place, Qt::CopyAction, node.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(view.viewport(), &enter);
        QDragMoveEvent move(place, Qt::CopyAction, node.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(view.viewport(), &move);
        QDropEvent drop(place, Qt::CopyAction, node.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(view.viewport(), &drop);
        QCOMPARE(window->document().plan().cluster.pools[0].nodes, 5);
        const auto answered = [&] {
          return window->bridge().state() == ui::SearchBridge::State::Finished && !window->bridge().isStale();
        };
        // Without a limit of time, with which the toolkit does not wait but takes a core from the search.
        while (!answered()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        took.push_back(answer.ms());
        QVERIFY(window->bridge().snapshot()->status == plan::Status::optimal);
        window->document().undoStack().undo();
        QVERIFY(ui::finished(*window));
        QCoreApplication::processEvents();  // what the undo left to draw is not of the next drop
      }
    });
    if (QTest::currentTestFailed()) return;
    qInfo("95 of 100 drops within %.1f ms", ms);
    if (isMeasured()) QVERIFY2(ms <= 100.0, qPrintable(QString::number(ms)));
  }

  /// While a search keeps every core busy, 100 clicks and keys in all panels are each handled, redrawing
  /// included, within 100 ms by the clock (nineteen of twenty) and never later than 250.
  void A13_inputIsHandledWhileSearching() {
    auto window = ui::opened(true);
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(ui::finished(*window));
    SearchOptions options;  // everything one by one: long enough for all that follows
    options.exhaustive = true;
    window->bridge().setOptions(options);
    window->bridge().run();
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    auto* ranking = window->findChild<ui::RankingView*>();
    auto* view = window->findChild<ui::ClusterView*>();
    auto* search = window->findChild<QLineEdit*>(u"paletteSearch"_s);
    QVERIFY(search);
    const auto tile = view->mapFromScene(view->clusterScene().item("h100")->sceneBoundingRect().center());
    const std::vector<std::function<void()>> inputs = {
        [&] { QTest::keyClick(ranking, Qt::Key_Down); },
        [&] { QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tile); },
        [&] { QTest::keyClick(view, Qt::Key_Right); },
        [&] { QTest::keyClick(search, Qt::Key_H); },
        [&] { QTest::keyClick(search, Qt::Key_Backspace); },
        [&] { tabs->setCurrentIndex((tabs->currentIndex() + 1) % tabs->count()); },
        [&] { QTest::mouseMove(tabs->currentWidget(), tabs->currentWidget()->rect().center()); },
        [&] { QTest::keyClick(window.get(), Qt::Key_F6); }};
    const auto series = [&](std::vector<double>& took) {
      took = handled(inputs, tests::cases(100), [&] {
        if (window->bridge().state() != ui::SearchBridge::State::Searching) window->bridge().run();
      });
    };
    double longest = 1e300;
    const double ms = leastMost(100.0, [&](std::vector<double>& took) {
      series(took);
      longest = std::min(longest, *std::ranges::max_element(took));
    });
    for (int again = 0; isMeasured() && again < 2 && longest > 250.0; ++again) {  // as leastMost()
      std::vector<double> took;
      series(took);
      longest = std::min(longest, *std::ranges::max_element(took));
    }
    qInfo("95 of 100 inputs handled within %.0f ms, the longest in %.0f ms", ms, longest);
    if (!isMeasured()) return;
    QVERIFY2(ms <= 100.0, qPrintable(QString::number(ms)));
    QVERIFY2(longest <= 250.0, qPrintable(QString::number(longest)));
    // What waits for a lock that another thread holds is seen, although it does no work meanwhile.
    std::mutex lock;
    std::latch held(1);
    std::jthread holder([&] {
      const std::lock_guard guard(lock);
      held.count_down();
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
    });
    held.wait();
    const std::vector<double> waited = handled({[&] { const std::lock_guard guard(lock); }}, 1, [] {});
    QVERIFY2(waited.front() > 250.0, qPrintable(QString::number(waited.front())));
  }

  /// Live totals of 500 tiles follow an edit within 16 ms; the whole edit, with the tiles, is not held to it.
  void A35_totalsOf500Tiles() {
    ui::PlanDocument document;
    ui::CanvasPanel panel(document);
    panel.resize(1920, 900);
    ui::fillTiles(document, 500, 25);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QCOMPARE(document.plan().cluster.pools.size(), std::size_t{500});
    const auto* gpus = panel.findChild<QLabel*>(u"canvasTotals.gpus"_s);
    QVERIFY(gpus);
    QSet<QString> said;
    const double ms = leastMost(16.0, [&](std::vector<double>& took) {
      for (int i = 0; i < tests::cases(50); ++i) {
        const std::string pool = document.plan().cluster.pools[std::size_t(i) * 7 % 500].id;
        document.undoStack().push(new ui::SetNodeCount(document, pool, 2 + i % 30));
        const Budget totals;
        const ui::Totals line = ui::totalsOf(document.plan(), document.catalogue());
        took.push_back(totals.ms());
        QVERIFY2(gpus->text().contains(QLocale().toString(line.gpus)), qPrintable(gpus->text()));
        said << gpus->text();
      }
    });
    qInfo("95 of 100 totals of 500 tiles within %.1f ms", ms);
    QVERIFY(said.size() > 10);
    if (isMeasured()) QVERIFY2(ms <= 16.0, qPrintable(QString::number(ms)));
  }

  /// 500 tiles: frames while panning and zooming from 10 to 800 %.
  void A37_framesOf500Tiles() {
    ui::PlanDocument document;
    ui::CanvasPanel panel(document);
    panel.resize(1920, 900);
    constexpr int kTiles = 500, kColumns = 25;
    ui::fillTiles(document, kTiles, kColumns);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QImage image(panel.view().viewport()->size(), QImage::Format_ARGB32_Premultiplied);
    const double ms = leastMost(33.0, [&](std::vector<double>& frames) {
      const auto frame = [&](const auto& change) {
        const Budget drawn;
        change();
        panel.view().viewport()->render(&image);
        frames.push_back(drawn.ms());
      };
      for (const double zoom : {0.1, 0.2, 0.4, 1.0, 4.0, 8.0}) {
        panel.view().setZoom(zoom);
        QScrollBar* bar = panel.view().horizontalScrollBar();
        for (int i = 0; i < tests::cases(24); ++i)
          frame([&] { bar->setValue(bar->value() + (i % 12 < 6 ? 7 : -7)); });
      }
      panel.view().fitAll();
      for (int i = 0; i < tests::cases(24); ++i)
        frame([&] { i % 12 < 6 ? panel.view().zoomIn() : panel.view().zoomOut(); });
    });
    qInfo("95 of 100 frames within %.1f ms", ms);
    if (isMeasured()) QVERIFY2(ms <= 33.0, qPrintable(QString::number(ms)));
  }
};

}  // namespace tst_budgets

ASTROLABE_TEST(tst_budgets, BudgetsTest)
#include "tst_budgets.moc"
