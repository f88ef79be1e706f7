// ui/canvas: real events on the viewport; then the document is looked at.
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

#include "core/hardware/join_pools.h"
#include "core/plan/samples.h"
#include "core/plan/scenarios.h"
#include "tests/program/test_program.h"
#include "tests/ui/canvas_desk.h"
#include "ui/canvas/properties_dialog.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/numbers.h"

namespace tst_canvas_gestures {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestCanvasGestures : public QObject, CanvasDesk {
  Q_OBJECT

  int nodes(const std::string& pool) {
    const hardware::PoolSpec* found = findPool(m_document->plan(), pool);
    return found != nullptr ? found->nodes : 0;
  }
  void drop(const HardwareId& id, QPointF scene, Qt::KeyboardModifiers keys = {}) {
    const auto data = hardwareMime(id, QStringLiteral("x"));
    const QPoint place = at(scene);
    QDragEnterEvent enter(place, Qt::CopyAction, data.get(), Qt::LeftButton, keys);
    QCoreApplication::sendEvent(view().viewport(), &enter);
    QDragMoveEvent move(place, Qt::CopyAction, data.get(), Qt::LeftButton, keys);
    QCoreApplication::sendEvent(view().viewport(), &move);
    QDropEvent event(place, Qt::CopyAction, data.get(), Qt::LeftButton, keys);
    QCoreApplication::sendEvent(view().viewport(), &event);
  }

 private slots:
  void init() { open(); }
  void cleanup() { close(); }

  void dropOnEmptyAreaAddsAPool() {
    drop({{}, "oci-bm-gpu-h200-8"}, {0, 210});
    QCOMPARE(m_document->plan().cluster.pools.size(), std::size_t(3));
    QCOMPARE(m_document->plan().cluster.pools[2].node, std::string("oci-bm-gpu-h200-8"));
    QCOMPARE(view().clusterScene().selectedPools(), std::vector<std::string>{"h200-sxm"});
    m_document->undoStack().undo();
    QCOMPARE(m_document->plan().cluster.pools.size(), std::size_t(2));
  }
  /// Snap off holds for what comes from the palette or the clipboard, too: it lies just where it was put.
  void nothingSnapsWhereSnapIsOff() {
    const auto onGrid = [](plan::Position place) {
      return std::fmod(place.x, kGrid) == 0.0 && std::fmod(place.y, kGrid) == 0.0;
    };
    const QPointF place = view().mapToScene(at({7, 213}));  // of a whole pixel
    drop({{}, "oci-bm-gpu-h200-8"}, place);
    QVERIFY(onGrid(corner("h200-sxm")));
    m_document->undoStack().undo();
    m_panel->findChild<QCheckBox*>(QStringLiteral("canvasPanel.snap"))->setChecked(false);
    drop({{}, "oci-bm-gpu-h200-8"}, place);
    const plan::Position free = corner("h200-sxm");
    QCOMPARE(QPointF(free.x, free.y), place - QPointF(kTileWidth / 2, kTileHeight / 2));
    QVERIFY(!onGrid(free));
    // Copies keep their distances to each other to the pixel.
    view().clusterScene().select({"h100", "h200-sxm"});
    QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
    QTest::keyClick(&view(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(corner("h200-sxm-2").x - corner("h100-2").x, free.x - corner("h100").x);
    QCOMPARE(corner("h200-sxm-2").y - corner("h100-2").y, free.y - corner("h100").y);
  }
  void dropOnTheSameTypeAddsANode() {
    drop({{}, "oci-bm-gpu-h100-8"}, {-120, 50});
    QCOMPARE(nodes("h100"), 5);
    QCOMPARE(m_document->undoStack().count(), 1);
  }
  void dropOnAnotherTypeReplacesIt() {
    drop({"h100-sxm", {}}, {360, 50});
    QCOMPARE(m_document->gpuOf(m_document->plan().cluster.pools[1]), std::string("h100-sxm"));
  }
  void dropOnALinkSaysWhyNot() {
    QSignalSpy said(&view(), &ClusterView::message);
    drop({"h100-sxm", {}}, {60, 50});
    QCOMPARE(m_document->undoStack().count(), 0);
    QVERIFY(!said.last().at(0).toString().isEmpty());
  }

  void dragMovesOnTheGridAndOnlyTheLayout() {
    const quint64 before = m_document->revision();
    drag({-120, 80}, {-120 + 47, 80 + 128});
    QCOMPARE(m_document->undoStack().count(), 1);
    // -240 + 47 = -193 -> -200; 0 + 128 -> 120 (give or take the pixel of the view)
    QCOMPARE(corner("h100").x, -200.0);
    QCOMPARE(corner("h100").y, 120.0);
    QCOMPARE(m_document->revision(), before);
    m_document->undoStack().undo();
    QCOMPARE(corner("h100").x, -240.0);
  }
  void altFreesFromTheGrid() {
    drag({-120, 80}, {-120 + 47, 80 + 128}, Qt::AltModifier);
    QVERIFY(std::abs(corner("h100").x - -193.0) <= 2.0);
    QVERIFY(std::abs(corner("h100").y - 128.0) <= 2.0);
  }
  void controlDragCopies() {
    drag({-120, 80}, {-120, 80 + 200}, Qt::ControlModifier);
    QCOMPARE(m_document->plan().cluster.pools.size(), std::size_t(3));
    QCOMPARE(corner("h100").y, 0.0);
  }

  void keyboardAlone() {
    view().clusterScene().select({"h100"});
    QTest::keyClick(&view(), Qt::Key_Plus);
    QTest::keyClick(&view(), Qt::Key_Plus);
    QTest::keyClick(&view(), Qt::Key_Minus);
    QCOMPARE(nodes("h100"), 5);
    QTest::keyClick(&view(), Qt::Key_Down);
    QCOMPARE(corner("h100").y, 20.0);
    QTest::keyClick(&view(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(corner("h100").x, -239.0);
    QTest::keyClick(&view(), Qt::Key_Tab);
    QCOMPARE(view().clusterScene().selectedPools(), std::vector<std::string>{"a100"});
    QTest::keyClick(&view(), Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(m_document->plan().cluster.pools.size(), std::size_t(3));
    QTest::keyClick(&view(), Qt::Key_Delete);
    QCOMPARE(m_document->plan().cluster.pools.size(), std::size_t(2));
    QTest::keyClick(&view(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
    QTest::keyClick(&view(), Qt::Key_X, Qt::ControlModifier);
    QVERIFY(m_document->plan().cluster.pools.empty());
    QTest::keyClick(&view(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m_document->plan().cluster.pools.size(), std::size_t(2));
    QCOMPARE(m_document->plan().cluster.between_pools.size(), std::size_t(1));
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(m_document->plan() == plan::sample_plan());
  }
  void countNeverFallsBelowOne() {
    view().clusterScene().select({"h100"});
    for (int i = 0; i < 6; ++i) QTest::keyClick(&view(), Qt::Key_Minus);
    QCOMPARE(nodes("h100"), 1);
  }
  void addingFromThePaletteFindsAFreeSpot() {
    view().addHardware({{}, "oci-bm-gpu-h200-8"}, 3);
    QCOMPARE(nodes("h200-sxm"), 3);
    const QRectF added = tileRect(corner("h200-sxm"));
    QVERIFY(!added.intersects(tileRect(corner("h100"))) && !added.intersects(tileRect(corner("a100"))));
  }
  void zoomStaysInItsLimits() {
    for (int i = 0; i < 60; ++i) view().zoomIn();
    QCOMPARE(view().zoom(), 8.0);
    for (int i = 0; i < 60; ++i) view().zoomOut();
    QVERIFY(std::abs(view().zoom() - 0.1) < 1e-9);
    view().zoomReset();
    QVERIFY(std::abs(view().zoom() - 1.0) < 1e-9);
  }
  void tilesCanBeHeard() {
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(canvas != nullptr);
    QCOMPARE(canvas->childCount(), 3);  // two pools and their link
    // 80 USD/h for 8 GPUs
    QCOMPARE(canvas->child(0)->text(QAccessible::Name),
             QStringLiteral("pool h100, 4 nodes of 8 H100 SXM5 80GB, 10 dollars per GPU hour, 1 of 3"));
    view().clusterScene().select({"a100"});
    QVERIFY(canvas->child(1)->state().selected);
    QVERIFY(!canvas->child(0)->state().selected);
    m_document->undoStack().push(new RemovePools(*m_document, {"h100"}));
    QCOMPARE(canvas->childCount(), 1);
  }
  /// Picked up with Space, led by arrows, dropped with Enter: what a pointer drag does to a tile, by keys.
  void hardwareIsCarriedByKeys() {
    const plan::Plan before = m_document->plan();
    view().carry({{}, "oci-bm-gpu-a100-v2-8"});
    // Targets in order: empty area, the tile h100, the tile a100; links and notes take no nodes.
    QTest::keyClick(&view(), Qt::Key_Right);
    QTest::keyClick(&view(), Qt::Key_Return);
    QCOMPARE(m_document->undoStack().index(), 1);
    QCOMPARE(m_document->plan().cluster.pools[0].node, std::string("oci-bm-gpu-a100-v2-8"));
    m_document->undoStack().undo();
    view().carry({{}, "oci-bm-gpu-a100-v2-8"});
    QTest::keyClick(&view(), Qt::Key_Left);  // the last one: the tile of the same type
    QTest::keyClick(&view(), Qt::Key_Return);
    QCOMPARE(findPool(m_document->plan(), "a100")->nodes, findPool(before, "a100")->nodes + 1);
    m_document->undoStack().undo();
    view().carry({{}, {}, "100"});  // a network: two tiles, then the link
    QTest::keyClick(&view(), Qt::Key_Left);
    QTest::keyClick(&view(), Qt::Key_Return);
    QCOMPARE(m_document->plan().cluster.between_pools.front().gb_per_s, 100.0);
    m_document->undoStack().undo();
    view().carry({{}, "oci-bm-gpu-a100-v2-8"});
    QTest::keyClick(&view(), Qt::Key_Escape);
    QTest::keyClick(&view(), Qt::Key_Right);  // moves nothing that was carried
    QVERIFY(m_document->plan().cluster == before.cluster);
  }
  void emptyPlanOffersTheSample() {
    m_document->reset({}, {});
    auto* button = m_panel->findChild<QPushButton*>(QStringLiteral("clusterView.openSample"));
    QVERIFY(button != nullptr && button->isVisible());
    QSignalSpy asked(&view(), &ClusterView::openSampleRequested);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
  }
  /// However nodes are drawn, the question is the same one, and so is its answer; the tiles wear one badge.
  void expandedNodesAreOnePoolForTheSearch() {
    plan::PlanFile file;
    file.plan = plan::sample_named("small");
    file.plan.cluster.pools[0].nodes = 2;
    m_document->reset(file, {});
    const strategy::Problem tile = *m_document->problem();
    view().clusterScene().select({"h100"});
    view().expandSelection();
    QCOMPARE(m_document->plan().cluster.pools.size(), std::size_t(2));
    const auto nodes = std::make_shared<const strategy::Problem>(*m_document->problem());
    QCOMPARE(nodes->cluster.pools.size(), std::size_t(1));
    QCOMPARE(nodes->cluster.pools[0].nodes, 2);
    QCOMPARE(hardware::joined_pools(nodes->cluster).at("h100-2"), std::string("h100"));
    SearchOptions options;
    options.threads = 2;
    const plan::SnapshotPtr one = run_search(tile, options), all = run_search(*nodes, options);
    QCOMPARE(one->space.total, all->space.total);
    QCOMPARE(one->best.size(), all->best.size());
    for (std::size_t row = 0; row < one->best.size(); ++row) {
      QVERIFY(one->best[row].strategy == all->best[row].strategy);
      QCOMPARE(one->best[row].step.value, all->best[row].step.value);
    }
    Badges badges = badgesFrom(all);
    shareBadges(badges, *nodes);
    QVERIFY(badges.at("h100-2") == badges.at("h100"));
    // A strategy that names a part of the pool means the pool.
    const Json text = Json::parse(R"({"tensor_parallel": 8, "stages": [{"pool": "h100-2", "layers": 32}]})");
    const auto read = strategy::read_strategy(hardware::with_joined_pools(text, nodes->cluster),
                                              nodes->pool_ids(), nodes->graph->layer_count());
    QVERIFY(read.has_value());
    QCOMPARE(read->stages[0].pool, 0);
  }
  void powerLimitAndSumsInTheNetwork() {
    const plan::Plan before = m_document->plan();
    const auto pool = [&] { return *findPool(m_document->plan(), "h100"); };
    const auto entry = [&](const char* name) {
      const std::unique_ptr<QMenu> menu = view().makeContextMenu();
      for (QAction* action : menu->actions())
        if (action->objectName() == QLatin1StringView(name)) action->trigger();
    };
    view().clusterScene().select({"h100"});
    entry("clusterMenu.reduces");
    QVERIFY(pool().in_network_reduction);
    QVERIFY(m_document->problem()->cluster.pools[0].inter_node.reduces);
    QVERIFY(view().reducesInNetwork());
    QTimer::singleShot(0, this, [] {
      auto* dialog = QApplication::activeModalWidget();
      QVERIFY(dialog != nullptr);
      auto* field = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("valueDialog.value"));
      QVERIFY(!field->accessibleName().isEmpty());
      QCOMPARE(field->maximum(), 700.0);  // what an H100 SXM is made for
      field->setValue(500.0);
      QTest::keyClick(field, Qt::Key_Return);
    });
    const double usual = *poolPower(pool(), m_document->catalogue());
    entry("clusterMenu.powerLimit");
    QCOMPARE(pool().gpu_power_limit_watts.value_or(0.0), 500.0);
    QCOMPARE(*poolPower(pool(), m_document->catalogue()), usual - 8 * 200.0);  // 8 GPUs at 500 W, not 700
    QVERIFY(m_document->problem()->cluster.pools[0].sustained_clock < 1.0);
    m_document->undoStack().undo();
    QVERIFY(!pool().gpu_power_limit_watts);
    entry("clusterMenu.reduces");
    QVERIFY(!pool().in_network_reduction);
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(m_document->plan() == before);
  }
  /// The unit of purchase and the power of a node are asked for, one step each; a number that is no part of
  /// a node and no number of nodes changes nothing.
  void unitAndPowerOfANode() {
    view().clusterScene().select({"h100"});
    const auto pool = [this]() -> const hardware::PoolSpec& { return *findPool(plan(), "h100"); };
    const auto answer = [this](void (ClusterView::*ask)(), double value) {
      QTimer::singleShot(0, this, [value] {
        auto* dialog = QApplication::activeModalWidget();
        QVERIFY(dialog != nullptr);
        auto* field = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("valueDialog.value"));
        field->setValue(value);
        QTest::keyClick(field, Qt::Key_Return);
      });
      (view().*ask)();
    };
    const auto property = [&](const QString& what) {
      for (const auto& [name, text] : propertiesOf(*m_document, pool()))
        if (name == what) return text;
      return QString();
    };
    const auto unit = [&] { return property(QStringLiteral("Paid for at once")); };
    QCOMPARE(unit(), QStringLiteral("whole nodes of 8 GPUs"));
    answer(&ClusterView::askUnit, 4);
    QCOMPARE(pool().unit, 4);
    QCOMPARE(unit(), QStringLiteral("4 GPUs"));
    QCOMPARE(m_document->problem()->cluster.pools[0].unit, 4);
    QSignalSpy told(&view(), &ClusterView::message);
    answer(&ClusterView::askUnit, 3);
    QCOMPARE(pool().unit, 4);
    QCOMPARE(told.size(), 1);
    answer(&ClusterView::askUnit, 8);
    QCOMPARE(pool().unit, hardware::PoolSpec::kWholeNode);
    // By whole racks: chosen by name, and the pool gets as many nodes; then it grows and shrinks by racks.
    drop({{}, "onprem-gb200-nvl72-tray"}, {0, 210});
    QTimer::singleShot(0, this, [] {
      auto* dialog = QApplication::activeModalWidget();
      QVERIFY(dialog != nullptr);
      auto* choice = dialog->findChild<QComboBox*>(QStringLiteral("valueDialog.choice"));
      QCOMPARE(choice->currentText(), QStringLiteral("A node"));
      choice->setCurrentIndex(0);
      emit choice->activated(0);
      auto* field = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("valueDialog.value"));
      QCOMPARE(field->value(), 72.0);
      const QString also = dialog->findChild<QLabel*>(QStringLiteral("valueDialog.also"))->text();
      QVERIFY2(also.contains(moneyText(18 * 166'666.67)) && also.contains(powerText(18 * 6'700.0)),
               qPrintable(also));
      QTest::keyClick(field, Qt::Key_Return);
    });
    view().askUnit();
    const auto racks = [&] { return m_document->plan().cluster.pools.back(); };
    QCOMPARE(racks().unit, 72);
    QCOMPARE(racks().nodes, 18);
    view().changeCount(1);
    QCOMPARE(racks().nodes, 36);
    view().changeCount(-1);
    view().changeCount(-1);  // one there is in any case
    QCOMPARE(racks().nodes, 18);
    told.clear();
    answer(&ClusterView::askCount, 20);  // no whole number of racks
    QCOMPARE(racks().nodes, 18);
    QCOMPARE(told.size(), 1);
    answer(&ClusterView::askCount, 54);
    QCOMPARE(racks().nodes, 54);
    view().clusterScene().select({pool().id});
    answer(&ClusterView::askNodePower, 9.5);
    QCOMPARE(pool().kw_per_node.value_or(0.0), 9.5);
    QCOMPARE(*poolPower(pool(), m_document->catalogue()), 9500.0);
    QVERIFY(property(QStringLiteral("Power of a node")).endsWith(QStringLiteral("own figure")));
    for (int i = 0; i < 3; ++i) m_document->undoStack().undo();
    QCOMPARE(pool().unit, hardware::PoolSpec::kWholeNode);
    QVERIFY(!pool().kw_per_node);
  }

  /// "Without this pool" is one step: a scenario beside the one that was shown, which stays as it was.
  void aScenarioWithoutAPool() {
    view().clusterScene().select({"a100"});
    const plan::Plan before = plan();
    view().makeContextMenu()->findChild<QAction*>(QStringLiteral("clusterMenu.without"))->trigger();
    QCOMPARE(plan().others.size(), std::size_t(1));
    QCOMPARE(plan().cluster.pools.size(), std::size_t(1));
    QCOMPARE(plan().cluster.pools[0].id, std::string("h100"));
    QVERIFY(plan().cluster.between_pools.empty() && !plan().layout.contains("a100"));
    QVERIFY(m_document->problem());
    QVERIFY(plan::find_scenario(plan(), before.id)->cluster == before.cluster);
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
    QSignalSpy told(&view(), &ClusterView::message);
    view().selectAll();
    QVERIFY(!view().canTryWithout());
    view().tryWithout();
    QCOMPARE(told.size(), 1);
    QVERIFY(plan() == before);
  }

  /// What no plan may hold is not set: files with it would not open again.
  void aPriceIsAboveZero() {
    const plan::Plan before = m_document->plan();
    view().clusterScene().select({"h100"});
    QSignalSpy told(&view(), &ClusterView::message);
    QTimer::singleShot(0, this, [] {
      QWidget* dialog = QApplication::activeModalWidget();
      QVERIFY(dialog != nullptr);
      auto* field = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("valueDialog.value"));
      field->selectAll();
      QTest::keyClicks(field, QStringLiteral("0"));
      QTest::keyClick(field, Qt::Key_Return);
    });
    view().askPrice();
    QVERIFY(m_document->plan() == before);
    QCOMPARE(told.count(), 1);
  }
  /// To buy, the price of a node of 8 is asked for, and what that is for a GPU said: 280,000 / 8 = 35,000.
  void priceOfANode() {
    strategy::Job job = m_document->plan().job;
    job.cost.basis = hardware::CostBasis::buy;
    m_document->undoStack().push(new SetJob(*m_document, job, QStringLiteral("Cost basis")));
    view().clusterScene().select({"h100"});
    QString said;
    QTimer::singleShot(0, this, [&said] {
      QWidget* dialog = QApplication::activeModalWidget();
      QVERIFY(dialog != nullptr);
      auto* field = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("valueDialog.value"));
      field->selectAll();
      QTest::keyClicks(field, QStringLiteral("280000"));
      said = dialog->findChild<QLabel*>(QStringLiteral("valueDialog.also"))->text();
      QTest::keyClick(field, Qt::Key_Return);
    });
    view().askPrice();
    QVERIFY2(said.contains(moneyText(35'000.0)), qPrintable(said));
    QCOMPARE(findPool(m_document->plan(), "h100")->purchase_usd_per_gpu.value_or(0.0), 35'000.0);
    QCOMPARE(m_document->problem()->cluster.pools[0].purchase_per_gpu->value, 35'000.0);
  }
  /// Typed for two pools in one step, taken back by the button of the same dialog.
  void priceOfTheNetwork() {
    const plan::Plan before = m_document->plan();
    const auto priceOf = [&](const char* pool) {
      return findPool(m_document->plan(), pool)->network_usd_per_node;
    };
    const auto ask = [&](const std::function<void(QWidget*)>& answer) {
      QTimer::singleShot(0, this, [answer] {
        QWidget* dialog = QApplication::activeModalWidget();
        QVERIFY(dialog != nullptr);
        answer(dialog);
      });
      const std::unique_ptr<QMenu> menu = view().makeContextMenu();
      for (QAction* action : menu->actions())
        if (action->objectName() == QLatin1StringView("clusterMenu.networkPrice")) action->trigger();
    };
    view().clusterScene().select({"h100", "a100"});
    ask([](QWidget* dialog) {
      auto* field = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("valueDialog.value"));
      QVERIFY(field && !field->accessibleName().isEmpty());
      field->selectAll();
      QTest::keyClicks(field, QStringLiteral("21500"));
      QTest::keyClick(field, Qt::Key_Return);
    });
    QCOMPARE(priceOf("h100").value_or(0.0), 21500.0);
    QCOMPARE(priceOf("a100").value_or(0.0), 21500.0);
    QCOMPARE(m_document->problem()->cluster.pools[0].network_per_gpu->value, 2687.5);  // 21,500 / 8
    view().clusterScene().select({"a100"});
    ask([](QWidget* dialog) {
      auto* none = dialog->findChild<QPushButton*>(QStringLiteral("valueDialog.reset"));
      QVERIFY(none);
      QTest::mouseClick(none, Qt::LeftButton);
    });
    QVERIFY(priceOf("h100") && !priceOf("a100"));
    m_document->undoStack().undo();
    QVERIFY(priceOf("a100"));
    m_document->undoStack().undo();
    QVERIFY(m_document->plan() == before);
  }
  void menuHoldsOnlyWhatIsValid() {
    const auto names = [&] {
      QStringList found;
      const std::unique_ptr<QMenu> menu = view().makeContextMenu();
      for (const QAction* action : menu->actions()) found << action->objectName();
      return found;
    };
    QVERIFY(!names().contains(QStringLiteral("clusterMenu.delete")));
    view().clusterScene().select({"h100"});
    QVERIFY(names().contains(QStringLiteral("clusterMenu.price")));
    QVERIFY(names().contains(QStringLiteral("clusterMenu.rename")));
    view().selectAll();  // price, count and network are set for all of them at once
    QVERIFY(names().contains(QStringLiteral("clusterMenu.price")));
    QVERIFY(!names().contains(QStringLiteral("clusterMenu.rename")));
    QVERIFY(names().contains(QStringLiteral("clusterMenu.delete")));
  }
};

}  // namespace tst_canvas_gestures

ASTROLABE_TEST(tst_canvas_gestures, TestCanvasGestures)
#include "tst_canvas_gestures.moc"
