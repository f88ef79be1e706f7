// Controls of the window pressed and typed into, each with what it is for: the field that finds a block, the
// head of the canvas, sensitivity, why, and the reset of a value.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <cmath>

#include "core/plan/samples.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/commands.h"
#include "ui/results/accessible_plot.h"
#include "ui/results/ranking_page.h"
#include "ui/results/scale_view.h"
#include "ui/results/sensitivity_view.h"
#include "ui/results/timeline_view.h"
#include "ui/results/why_view.h"
#include "ui/shell/number_field.h"

namespace tst_controls {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class ControlsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> m_window;

  template <class Widget>
  Widget* named(const char* name) const {
    return m_window->findChild<Widget*>(QLatin1StringView(name));
  }
  void press(const char* name) const {
    auto* button = named<QAbstractButton>(name);
    QVERIFY2(button && button->isVisible() && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
  }
  void showTab(const char* page) const {
    auto* tabs = named<QTabWidget>("resultsTabs");
    for (int i = 0; i < tabs->count(); ++i)
      if (tabs->widget(i)->objectName() == QLatin1StringView(page)) tabs->setCurrentIndex(i);
    QCOMPARE(tabs->currentWidget()->objectName(), QString::fromLatin1(page));
  }

 private slots:
  void initTestCase() { dress(); }
  void init() {
    m_window = opened();
    m_window->bridge().run();
    QVERIFY(finished(*m_window));
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), 30'000));
  }
  void cleanup() { m_window.reset(); }

  /// "/" opens the field; a block is named as it is labelled; what is not there is said at the field.
  void aBlockIsFound() {
    showTab("timelinePage");
    auto* timeline = named<TimelineView>("timelineView");
    auto* field = named<QLineEdit>("timelineFind.field");
    QVERIFY(!field->isVisible());
    timeline->setFocus();
    QTest::keyClick(timeline, Qt::Key_Slash);
    QVERIFY(field->isVisible() && field->hasFocus());
    QVERIFY(named<QToolButton>("timelineFind")->isChecked());
    QTest::keyClicks(field, u"s2 B 3"_s);
    QTest::keyClick(field, Qt::Key_Return);
    const SpanRef found = timeline->selectedSpan();
    QVERIFY(found.index >= 0 && !found.transfer);
    const auto detail = m_window->selection().detail();
    const cost::Span& span = detail->timeline.lanes[std::size_t(found.lane)].work[std::size_t(found.index)];
    QCOMPARE(span.kind, cost::SpanKind::backward);
    QCOMPARE(span.micro_batch, 2);  // people count from 1
    QCOMPARE(span.stage, 1);
    QCOMPARE(field->accessibleDescription(), QString());
    field->selectAll();
    QTest::keyClicks(field, u"B 99999"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(field->accessibleDescription(), u"No such block."_s);
    press("timelineFind");
    QVERIFY(!field->isVisible() && timeline->hasFocus());
  }

  void theHeadOfTheCanvas() {
    auto* view = m_window->findChild<ClusterView*>();
    const double before = view->zoom();
    press("canvasPanel.zoomIn");
    QVERIFY(view->zoom() > before);
    const double larger = view->zoom();
    press("canvasPanel.zoomOut");
    QVERIFY(view->zoom() < larger);
    press("canvasPanel.zoom");
    QCOMPARE(view->zoom(), 1.0);
    QVERIFY2(named<QToolButton>("canvasPanel.zoom")->text().startsWith(u"100"_s),
             qPrintable(named<QToolButton>("canvasPanel.zoom")->text()));
    view->setZoom(8.0);
    press("canvasPanel.fit");
    const QRectF all = view->clusterScene().tilesRect();
    QVERIFY(QRectF(view->viewport()->rect()).contains(view->mapFromScene(all).boundingRect()));
    auto* snap = named<QCheckBox>("canvasPanel.snap");
    QVERIFY(view->clusterScene().snap());
    snap->setFocus();
    QTest::keyClick(snap, Qt::Key_Space);
    QVERIFY(!view->clusterScene().snap());
    QTest::mouseClick(snap, Qt::LeftButton, {}, QPoint(8, snap->height() / 2));
    QVERIFY(view->clusterScene().snap());
    auto* layer = named<QComboBox>("canvasPanel.layer");
    layer->setFocus();
    QTest::keyClick(layer, Qt::Key_Down);
    QCOMPARE(view->clusterScene().layer(), CanvasLayer::Power);
    snap->setChecked(false);
    MainWindow next;  // begins as this one was left
    next.setAskOnClose(false);
    QVERIFY(next.findChild<ClusterView*>()->clusterScene().snap());
    next.panels().restoreViews(m_window->panels().savedViews());
    QVERIFY(!next.findChild<ClusterView*>()->clusterScene().snap());
    QCOMPARE(next.findChild<ClusterView*>()->clusterScene().layer(), CanvasLayer::Power);
    QCOMPARE(next.findChild<QComboBox*>(u"canvasPanel.layer"_s)->currentIndex(), 1);
    next.panels().restoreViews(R"({"canvas": {"snap": "?", "layer": 99}})");  // nonsense changes nothing
    QCOMPARE(next.findChild<ClusterView*>()->clusterScene().layer(), CanvasLayer::Power);
  }

  /// More places are searched for at once, and the next window of the same looks begins with them.
  void placesOfTheRanking() {
    showTab("rankingPage");
    QCOMPARE(m_window->bridge().snapshot()->best.size(), std::size_t(20));
    auto* choice = named<QAction>("rankingPlaces.50");
    QVERIFY(choice && !choice->isChecked());
    choice->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->bridge().snapshot()->best.size(), std::size_t(50), 120'000);
    QVERIFY(finished(*m_window));
    const auto strategies = [&] {  // programs and state that moves stand between them as they are found
      const RankingModel& rows = named<RankingPage>("rankingPage")->view().rows();
      int count = 0;
      for (int row = 0; row < rows.rowCount(); ++row) count += rows.strategy(row) != nullptr ? 1 : 0;
      return count;
    };
    QTRY_COMPARE(strategies(), 50);
    QVERIFY(choice->isChecked());
    QVERIFY(named<QToolButton>("rankingPlaces")->text().contains(u"50"_s));
    MainWindow next;
    next.setAskOnClose(false);
    next.panels().restoreViews(m_window->panels().savedViews());
    QCOMPARE(next.bridge().options().top, 50);
  }

  /// Points come one after the other, each named for screen readers; stopped, what is known stays, and
  /// another pool is asked for anew.
  void scaleIsDrawnAsItIsFound() {
    showTab("scaleView");
    auto* view = named<ScaleView>("scaleView");
    auto* stop = named<QPushButton>("scaleView.stop");
    QVERIFY(view->isWorking() && stop->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(view->hasFigure(), 60'000);
    if (view->isWorking()) {
      press("scaleView.stop");
      QCOMPARE(named<QLabel>("scaleView.state")->text(), u"Stopped"_s);
    }
    QVERIFY(!view->isWorking() && !stop->isVisible() && view->hasFigure());
    const ScalePtr first = view->found();
    QCOMPARE(first->nodes_now, 4);
    QCOMPARE(first->counts, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
    auto* plot = dynamic_cast<PlotItems*>(named<QWidget>("scaleView.plot"));
    QVERIFY(plot != nullptr);
    QCOMPARE(plot->itemCount(), static_cast<int>(first->points.size()));
    QVERIFY2(plot->itemName(0).startsWith(u"1 node"_s), qPrintable(plot->itemName(0)));
    auto* pool = named<QComboBox>("scaleView.pool");
    QCOMPARE(pool->currentText(), u"h100"_s);
    pool->setFocus();
    QTest::keyClick(pool, Qt::Key_Down);
    QCOMPARE(pool->currentText(), u"a100"_s);
    QVERIFY(view->isWorking());
    press("scaleView.stop");
  }

  void sensitivityAnswersWhatItIsAsked() {
    showTab("sensitivityView");
    auto* view = named<SensitivityView>("sensitivityView");
    QTRY_VERIFY_WITH_TIMEOUT(view->answer(), 60'000);
    auto* stop = named<QPushButton>("sensitivityView.stop");
    QVERIFY(!stop->isVisible());
    auto* change = named<QSpinBox>("sensitivityView.change");
    change->setFocus();
    change->selectAll();
    QTest::keyClicks(change, u"20"_s);
    QTest::keyClick(change, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(view->answer() && view->answer()->found.change == 0.2, 60'000);
    auto* metric = named<QComboBox>("sensitivityView.metric");
    const plan::Metric first = view->answer()->found.metric;
    if (metric->isEnabled()) {
      QCOMPARE(first, plan::Metric::usd_per_trillion_tokens);
      metric->setFocus();
      QTest::keyClick(metric, Qt::Key_Down);
      QTRY_VERIFY_WITH_TIMEOUT(view->answer()->found.metric == plan::Metric::tokens_per_second, 60'000);
    }
    // Asked again and stopped at once, before the event loop turns: nothing is under way, and it says so.
    change->setFocus();
    QTest::keyClick(change, Qt::Key_Up);
    press("sensitivityView.stop");
    QVERIFY(!stop->isVisible());
    QCOMPARE(named<QLabel>("sensitivityView.state")->text(), u"Stopped"_s);
    QCOMPARE(change->value(), 20);
    // One worker answers in the order of the questions: where the next answer is there, the one that was not
    // waited for did not come.
    QList<int> shown;
    QTimer look;
    connect(&look, &QTimer::timeout, this,
            [&] { shown << int(std::lround(view->answer()->found.change * 100.0)); });
    look.start(0);
    change->selectAll();
    QTest::keyClicks(change, u"30"_s);
    QTest::keyClick(change, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(view->answer()->found.change == 0.3, 60'000);
    QVERIFY(shown.contains(20) && !shown.contains(21));
  }

  void whyIsAskedByTypingAndPicking() {
    showTab("whyView");
    auto* view = named<WhyView>("whyView");
    auto* typed = named<QLineEdit>("whyView.strategy.text");
    typed->setFocus();
    typed->selectAll();
    QTest::keyClicks(typed, u"tp=8 pp=8 mbs=1"_s);
    QTest::keyClick(typed, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(view->answer() && view->answer()->why, 60'000);
    QVERIFY(!named<QLabel>("whyView.title")->text().isEmpty());
    // One of the ranking is slower: its button lays both on the timeline.
    const plan::SnapshotPtr snapshot = m_window->bridge().snapshot();
    QVERIFY(snapshot->best.size() > 2);
    m_window->selection().select(snapshot->best[2].strategy);
    QTRY_VERIFY_WITH_TIMEOUT(
        named<QPushButton>("whyView.compare") && named<QPushButton>("whyView.compare")->isVisible(), 60'000);
    press("whyView.compare");
    QCOMPARE(named<QTabWidget>("resultsTabs")->currentWidget()->objectName(), u"timelinePage"_s);
    const auto other = m_window->selection().other();
    QVERIFY(other && other->evaluation.strategy == snapshot->best.front().strategy);
    showTab("whyView");
    press("whyView.pick");
    QCOMPARE(named<QTabWidget>("resultsTabs")->currentWidget()->objectName(), u"rankingPage"_s);
  }

  /// "Deleted 4 nodes" has a button that brings them back; the next edit takes it away, and what a search
  /// finds meanwhile waits.
  void anEditIsUndoneBesideItsMessage() {
    PlanDocument& document = m_window->document();
    auto* view = m_window->findChild<ClusterView*>();
    auto* undo = named<QToolButton>("statusBar.undo");
    const auto* message = named<QLabel>("statusBar.message");
    QVERIFY(!undo->isVisible());
    const plan::Plan before = document.plan();
    view->setFocus();
    view->clusterScene().select({"h100"});
    m_window->bridge().setLive(true);
    QTest::keyClick(view, Qt::Key_Delete);
    QCOMPARE(message->text(), u"Deleted 4 nodes"_s);
    QVERIFY(undo->isVisible() && (undo->focusPolicy() & Qt::TabFocus) != 0);
    QVERIFY(finished(*m_window));
    QCOMPARE(message->text(), u"Deleted 4 nodes"_s);
    undo->setFocus();
    QTest::keyClick(undo, Qt::Key_Space);
    QVERIFY(document.plan() == before);
    QVERIFY(!undo->isVisible() && view->hasFocus());
    QVERIFY(message->text().startsWith(u"Undone: "_s));
    QTest::keyClick(view, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(view, Qt::Key_Delete);
    QVERIFY(undo->isVisible());
    document.undoStack().push(new SetNodeCount(document, "x", 3));  // any other edit
    QVERIFY(!undo->isVisible());
    document.undoStack().undo();
    QVERIFY(!undo->isVisible());
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
    m_window->bridge().setLive(false);
  }

  /// A price of one's own goes back to the catalogue's by the button of the same dialog.
  void aPriceIsReset() {
    PlanDocument& document = m_window->document();
    auto* view = m_window->findChild<ClusterView*>();
    const std::string pool = document.plan().cluster.pools.front().id;
    const plan::Plan before = document.plan();
    document.undoStack().push(new SetPoolPrice(document, pool, 7.5, document.plan().job.cost.basis));
    QCOMPARE(*findPool(document.plan(), pool)->usd_per_gpu_hour, 7.5);
    view->clusterScene().select({pool});
    bool asked = false;
    whenAsked(this, [&](QWidget* dialog) {
      asked = true;
      auto* reset = dialog->findChild<QPushButton*>(u"valueDialog.reset"_s);
      QVERIFY(reset);
      QTest::mouseClick(reset, Qt::LeftButton);
    });
    m_window->actions()["actionPriceOverride"]->trigger();
    QVERIFY(asked);
    QVERIFY(!findPool(document.plan(), pool)->usd_per_gpu_hour);
    document.undoStack().undo();
    QCOMPARE(*findPool(document.plan(), pool)->usd_per_gpu_hour, 7.5);
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
  }

  /// Run while a field is red asks nothing: the focus goes to the field, and both it and the status bar say
  /// what would be right. What was typed and is right is taken first.
  void runGoesToTheRefusedField() {
    auto window = opened();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), 30'000));
    auto* batch = window->findChild<NumberField*>(u"goalPanel.batch"_s);
    auto* headroom = window->findChild<NumberField*>(u"goalPanel.headroom"_s);
    QAction* run = window->actions()["actionRun"];
    batch->setFocus();
    batch->selectAll();
    QTest::keyClicks(batch, u"many"_s);
    headroom->setFocus();  // it was left, red
    QVERIFY(batch->isRefused());
    QSignalSpy asked(&window->bridge(), &SearchBridge::stateChanged);
    run->trigger();
    QCOMPARE(asked.count(), 0);
    QCOMPARE(int(window->bridge().state()), int(SearchBridge::State::Ready));
    QCOMPARE(window->focusWidget(), batch);
    QCOMPARE(batch->selectedText(), u"many"_s);
    auto* error = window->findChild<QLabel*>(u"goalPanel.batch.error"_s);
    QVERIFY2(error->isVisible() && error->text().contains(u"is not a number"_s), qPrintable(error->text()));
    const QString said = window->findChild<QLabel*>(u"statusBar.message"_s)->text();
    QVERIFY2(said.contains(u"Global batch: “many” is not a number."_s), qPrintable(said));
    QTest::keyClicks(batch, u"256"_s);
    run->trigger();
    QCOMPARE(window->document().plan().job.global_batch, 256);
    QVERIFY(finished(*window));
    QCOMPARE(window->bridge().snapshot()->problem->job.global_batch, 256);
  }
};

}  // namespace tst_controls

ASTROLABE_TEST(tst_controls, ControlsTest)
#include "tst_controls.moc"
