// ui/canvas: copies, notes, lines, layers, mini-map, outline. Real events; then the document is looked at.
#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeView>
#include <QWheelEvent>
#include <QtTest>
#include <random>

#include "tests/program/test_program.h"
#include "tests/ui/outline_desk.h"
#include "ui/canvas/mini_map.h"
#include "ui/canvas/properties_dialog.h"
#include "ui/document/commands/notes.h"
#include "ui/document/commands/racks.h"
#include "ui/render/numbers.h"

namespace tst_canvas_objects {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestCanvasObjects : public QObject, OutlineDesk {
  Q_OBJECT

  /// Types into the next dialog with a text field and accepts it.
  static void answer(const QString& text) {
    QTimer::singleShot(0, qApp, [text] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      dialog->setTextValue(text);
      dialog->accept();
    });
  }
  static bool onGrid(plan::Position corner) {
    return std::fmod(corner.x, kGrid) == 0.0 && std::fmod(corner.y, kGrid) == 0.0;
  }

 private slots:
  void init() { openBoth(); }
  void cleanup() { closeBoth(); }

  void A40_thirtyOneCopiesAreOneStep() {
    scene().select({"h100"});
    view().duplicateCopies(31, 8, 2, "h100-##");
    QCOMPARE(plan().cluster.pools.size(), std::size_t(2 + 31));
    QVERIFY(findPool(plan(), "h100-01") != nullptr);
    QVERIFY(findPool(plan(), "h100-31") != nullptr);
    QCOMPARE(m_document->undoStack().count(), 1);
    QVERIFY(!m_document->undoStack().undoText().isEmpty());
    // 240 wide, 100 high, 2 steps of 20 apart: the tenth is second in the second row of eight.
    // x = -240 + 1 x 280 = 40, y = 0 + 2 x 140 = 280.
    QVERIFY((plan().layout.at("h100-10") == plan::Position{40.0, 280.0}));
    for (const auto& [id, corner] : plan().layout) QVERIFY2(onGrid(corner), id.c_str());
    m_document->undoStack().undo();
    QCOMPARE(plan().cluster.pools.size(), std::size_t(2));
  }

  /// A40: the copies collapse into one tile that says how many they are, and it expands again; each is one
  /// step.
  void A40_identicalNodesAreOneTile() {
    scene().select({"h100"});
    const plan::Plan before = plan();
    view().duplicateCopies(3, 2, 1, "h-##");  // four pools of 4 nodes
    const plan::Plan four = plan();
    QCOMPARE(four.cluster.pools.size(), std::size_t(5));
    view().selectAll();
    const int steps = m_document->undoStack().index();
    view().collapseSelection();
    QCOMPARE(m_document->undoStack().index(), steps + 1);
    QCOMPARE(plan().cluster.pools.size(), std::size_t(2));
    QCOMPARE(findPool(plan(), "h100")->nodes, 16);  // 4 x 4
    QCOMPARE(findPool(plan(), "a100")->nodes, 4);   // another type stays as it is
    QVERIFY(plan().cluster.between_pools == before.cluster.between_pools);
    m_document->undoStack().undo();
    QVERIFY(plan() == four);
    m_document->undoStack().undo();
    scene().select({"h100"});
    view().expandSelection();
    QCOMPARE(plan().cluster.pools.size(), std::size_t(5));
    for (const hardware::PoolSpec& pool : plan().cluster.pools)
      if (pool.id != "a100") QCOMPARE(pool.nodes, 1);
    QVERIFY(m_document->problem().has_value());  // every part is joined to every other
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
    view().showThing({CanvasThing::Kind::Pool, "a100"});
    QVERIFY(scene().selectedPools() == std::vector<std::string>{"a100"});
  }

  void A40_namesOfCopies() {
    QCOMPARE(copyName("h100-##", 7), std::string("h100-07"));
    QCOMPARE(copyName("h100-##", 131), std::string("h100-131"));
    QCOMPARE(copyName("rack#-a", 3), std::string("rack3-a"));
    QCOMPARE(copyName("h100", 2), std::string("h100-2"));
  }

  void A33_keysAlone() {
    QFocusEvent arrived(QEvent::FocusIn, Qt::TabFocusReason);
    QCoreApplication::sendEvent(&view(), &arrived);  // Tab comes to the first object
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"h100"});
    QTest::keyClick(&view(), Qt::Key_Plus);
    QCOMPARE(findPool(plan(), "h100")->nodes, 5);
    QTest::keyClick(&view(), Qt::Key_Minus);
    QCOMPARE(findPool(plan(), "h100")->nodes, 4);
    const plan::Position before = plan().layout.at("h100");
    QTest::keyClick(&view(), Qt::Key_Right);
    QCOMPARE(plan().layout.at("h100").x, before.x + 20.0);
    answer(QStringLiteral("fast"));
    QTest::keyClick(&view(), Qt::Key_F2);
    QVERIFY(findPool(plan(), "fast") != nullptr);
    answer(QStringLiteral("R1 is delivered in March."));
    scene().clearSelection();
    QTest::keyClick(&view(), Qt::Key_N);
    QCOMPARE(plan().notes.size(), std::size_t(1));
    QTest::keyClick(&view(), Qt::Key_Delete);  // the new note is selected
    QVERIFY(plan().notes.empty());
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(plan() == plan::sample_plan());
  }

  /// Pools are grouped, the rack is dragged by its title, renamed, fed, dropped into and dissolved; every
  /// step is undone.
  void A33_racks() {
    const plan::Plan before = plan();
    scene().select({"h100", "a100"});
    view().group();
    QCOMPARE(plan().racks.size(), std::size_t(1));
    QCOMPARE(plan().racks[0].name, std::string("R1"));
    QCOMPARE(plan().racks[0].pools.size(), std::size_t(2));
    const RackItem* frame = scene().rackItem("R1");
    QVERIFY(frame && frame->isVisible() && frame->isSelected());
    const auto placeOf = [&](const char* pool) { return tilePositions(plan()).at(pool); };
    // 20 around the tiles, 40 above them: the title of 28 and 12 more.
    const QRectF tiles = tileRect(placeOf("h100")) | tileRect(placeOf("a100"));
    QCOMPARE(rackFrame(plan().racks[0], tilePositions(plan())), tiles.adjusted(-20, -40, 20, 20));
    // What it says is the sum of its pools: 32 H100 at 10 and 32 A100 at 4 dollars an hour.
    QVERIFY2(frame->face().price.contains(QStringLiteral("448")), qPrintable(frame->face().price));
    QVERIFY(!frame->face().over);
    m_document->undoStack().push(setRackPower(*m_document, "R1", 1.0));
    QVERIFY(scene().rackItem("R1")->face().over);

    // Dragged by its title: its tiles come along, on the grid, as one step.
    const plan::Position first = placeOf("h100"), second = placeOf("a100");
    const int steps = m_document->undoStack().count();
    scene().clearSelection();
    view().fitAll();
    const QPoint title = view().mapFromScene(frame->pos() + QPointF(60.0, 14.0));
    const QPoint there = view().mapFromScene(frame->pos() + QPointF(60.0, 14.0) + QPointF(80.0, 60.0));
    QTest::mousePress(view().viewport(), Qt::LeftButton, {}, title);
    for (int step = 1; step <= 4; ++step) {
      const QPointF at = title + QPointF(there - title) * step / 4.0;
      QMouseEvent move(QEvent::MouseMove, at, view().viewport()->mapToGlobal(at), Qt::NoButton,
                       Qt::LeftButton, {});
      QApplication::sendEvent(view().viewport(), &move);
    }
    QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, there);
    QCOMPARE(m_document->undoStack().count(), steps + 1);
    const plan::Position moved = placeOf("h100");
    QVERIFY(onGrid(moved) && !(moved == first));
    QCOMPARE(placeOf("a100").x - second.x, moved.x - first.x);
    QCOMPARE(placeOf("a100").y - second.y, moved.y - first.y);
    QCOMPARE(frame->pos(), QPointF(rackFrame(plan().racks[0], tilePositions(plan())).topLeft()));

    // Hardware dropped into the frame stands in the rack, and the card says that it draws too much.
    const auto data = hardwareMime({{}, "oci-bm-gpu-h100-8"}, QStringLiteral("x"));
    const QRectF room = rackFrame(plan().racks[0], tilePositions(plan()));
    const CanvasDrop drop =
        judgeCanvasDrop(*m_document, data.get(), room.bottomLeft() + QPointF(6.0, -6.0), {});
    QCOMPARE(drop.rack, std::string("R1"));
    QVERIFY(drop.text.contains(QStringLiteral("R1")));
    QVERIFY2(drop.detail.contains(QStringLiteral("rack")), qPrintable(drop.detail));
    m_document->undoStack().push(dropCommand(*m_document, drop).release());
    QCOMPARE(plan().racks[0].pools.size(), std::size_t(3));
    const std::string added = plan().racks[0].pools.back();
    // Names follow, pools that go leave, an empty rack goes with its last pool.
    m_document->undoStack().push(new RenamePool(*m_document, added, "spare"));
    QCOMPARE(plan().racks[0].pools.back(), std::string("spare"));
    m_document->undoStack().push(new RemovePools(*m_document, {"spare"}));
    QCOMPARE(plan().racks[0].pools.size(), std::size_t(2));
    m_document->undoStack().push(renameRack(*m_document, "R1", "hall 2"));
    QVERIFY(scene().rackItem("hall 2") && !scene().rackItem("R1"));
    scene().selectThings({{CanvasThing::Kind::Rack, "hall 2"}});
    view().ungroup();
    QVERIFY(plan().racks.empty());
    QVERIFY(!scene().rackItem("hall 2"));
    m_document->undoStack().undo();
    QCOMPARE(plan().racks.size(), std::size_t(1));
    m_document->undoStack().push(new RemovePools(*m_document, {"h100", "a100"}));
    QVERIFY(plan().racks.empty());
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(plan() == before);
  }

  void A34_notesSnapAndClicksMoveNothing() {
    view().addNoteWith(QStringLiteral("until then plan with R2"), QPointF(-197.0, 233.0));
    QCOMPARE(plan().notes.size(), std::size_t(1));
    QVERIFY((plan().notes[0].position == plan::Position{-200.0, 240.0}));
    const int steps = m_document->undoStack().count();
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().mapFromScene(QPointF(-150, 260)));
    QCOMPARE(m_document->undoStack().count(), steps);
    drag({-150, 260}, {-97, 305});  // by 53 and 45: 60 and 40 on the grid
    QVERIFY((plan().notes[0].position == plan::Position{-140.0, 280.0}));
    QCOMPARE(m_document->undoStack().count(), steps + 1);
    const quint64 revision = m_document->revision();
    m_document->undoStack().undo();
    QVERIFY((plan().notes[0].position == plan::Position{-200.0, 240.0}));
    QCOMPARE(m_document->revision(), revision);  // a note asks no question
  }

  void A22_deletingAllIsOneStepOnEveryPath_data() {
    QTest::addColumn<QString>("path");
    for (const char* path : {"key", "menu", "outline"}) QTest::newRow(path) << QString::fromLatin1(path);
  }
  void A22_deletingAllIsOneStepOnEveryPath() {
    QFETCH(QString, path);
    view().addNoteWith(QStringLiteral("a note"), QPointF(0, 300));
    const plan::Plan before = plan();
    const int steps = m_document->undoStack().count();
    if (path == u"outline") {
      table().setFocus();
      QTest::keySequence(&table(), QKeySequence::SelectAll);
      QTest::keyClick(&table(), Qt::Key_Delete);
    } else {
      QTest::keySequence(&view(), QKeySequence::SelectAll);
      if (path == u"key")
        QTest::keyClick(&view(), Qt::Key_Delete);
      else
        view().makeContextMenu()->findChild<QAction*>(QStringLiteral("clusterMenu.delete"))->trigger();
    }
    QVERIFY(plan().cluster.pools.empty());
    QVERIFY(plan().notes.empty());
    QCOMPARE(m_document->undoStack().count(), steps + 1);
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
  }

  void tilesInLine() {
    const plan::Layout tiles{{"a", {0, 0}}, {"b", {300, 40}}, {"c", {500, 200}}};
    QVERIFY((arranged(tiles, Arrange::Top) == plan::Layout{{"a", {0, 0}}, {"b", {300, 0}}, {"c", {500, 0}}}));
    QVERIFY((arranged(tiles, Arrange::Right) ==
             plan::Layout{{"a", {500, 0}}, {"b", {500, 40}}, {"c", {500, 200}}}));
    // (0 + 500) / 2 = 250, on the grid 260.
    QCOMPARE(arranged(tiles, Arrange::Across).at("b").x, 260.0);
    scene().select({"h100", "a100"});
    view().arrange(Arrange::Left);
    QCOMPARE(plan().layout.at("a100").x, -240.0);
    QCOMPARE(m_document->undoStack().count(), 1);
    scene().select({"h100"});
    QSignalSpy said(&view(), &ClusterView::message);
    view().arrange(Arrange::Left);
    QCOMPARE(m_document->undoStack().count(), 1);
    QCOMPARE(said.count(), 1);  // says why nothing happened
  }

  void A35_totalsFollowEveryEdit() {
    std::mt19937 random(5);
    const auto* gpus = m_panel->findChild<QLabel*>(QStringLiteral("canvasTotals.gpus"));
    for (int i = 0; i < 200; ++i) {
      const int nodes = 1 + static_cast<int>(random() % 40);
      m_document->undoStack().push(new SetNodeCount(*m_document, i % 2 == 0 ? "h100" : "a100", nodes));
      int sum = 0;  // nodes of eight
      for (const hardware::PoolSpec& pool : plan().cluster.pools) sum += pool.nodes * 8;
      QCOMPARE(totalsOf(plan(), m_document->catalogue()).gpus, sum);
      QVERIFY2(gpus->text().contains(QLocale().toString(sum)), qPrintable(gpus->text()));
    }
    // Three digits in the line, all of them on hover.
    const std::optional<double> rate = totalsOf(plan(), m_document->catalogue()).usdPerHour;
    const QString tip = m_panel->findChild<QLabel*>(QStringLiteral("canvasTotals.rate"))->toolTip();
    QVERIFY2(rate && tip.startsWith(exactMoneyText(*rate)), qPrintable(tip));
  }

  /// Whatever is edited, the line says what a fresh one of the same plan says.
  void A35_totalsAreThoseOfAFreshLine() {
    std::mt19937 random(7);
    const auto pick = [&](std::size_t count) { return random() % count; };
    const auto some = [&] { return plan().cluster.pools[pick(plan().cluster.pools.size())].id; };
    const auto said = [](const CanvasPanel& panel) {
      QStringList all;
      for (const char* part : {"gpus", "types", "purchase", "power", "rate"})
        all << panel.findChild<QLabel*>(QStringLiteral("canvasTotals.%1").arg(QLatin1StringView(part)))
                   ->text();
      return all;
    };
    QSet<QString> different;
    for (int i = 0; i < 200; ++i) {
      QUndoStack& steps = m_document->undoStack();
      const std::size_t what = pick(7);
      if (what == 0)
        steps.push(new SetPoolPrice(*m_document, some(), 1.0 + double(pick(90)) / 7.0));
      else if (what == 1)
        steps.push(new ReplaceGpus(*m_document, some(), pick(2) == 0 ? "h200-sxm" : "a100-sxm-80", {}));
      else if (what == 2)
        steps.push(new AddPools(*m_document, {*poolFor({{}, "oci-bm-gpu-h100-8"}, m_document->catalogue())},
                                {{double(pick(900)), 400.0}}));
      else if (what == 3 && plan().cluster.pools.size() > 1)
        steps.push(new RemovePools(*m_document, {some()}));
      else if (what == 4 && steps.canUndo())
        steps.undo();
      else
        steps.push(new SetNodeCount(*m_document, some(), 1 + int(pick(40))));
      PlanDocument same;
      CanvasPanel fresh(same);
      plan::PlanFile file;
      file.plan = plan();
      same.reset(file, {});
      QCOMPARE(said(*m_panel), said(fresh));
      different << said(*m_panel).join(u' ');
    }
    QVERIFY(different.size() > 100);
  }

  void A35_differenceToTheStart() {
    const auto* change = m_panel->findChild<QLabel*>(QStringLiteral("canvasTotals.change"));
    QVERIFY(change->text().isEmpty());
    // One node more of eight H100 at $80.00/h a node (10.00 x 8).
    m_document->undoStack().push(new SetNodeCount(*m_document, "h100", 5));
    QVERIFY2(change->text().contains(QStringLiteral("+8 GPU")), qPrintable(change->text()));
    QVERIFY2(change->text().contains(QStringLiteral("+$80.0/h")), qPrintable(change->text()));
    m_document->undoStack().undo();
    QVERIFY(change->text().isEmpty());
  }

  void A31_dropsSayWhatTheyAdd() {
    const auto data = hardwareMime({{}, "oci-bm-gpu-h100-8"}, QStringLiteral("x"));
    const CanvasDrop drop = judgeCanvasDrop(*m_document, data.get(), {0, 600}, {});
    QVERIFY2(drop.detail.contains(QStringLiteral("+$80.0/h")), qPrintable(drop.detail));
    strategy::Job job = plan().job;
    job.limits.power_kw = 1.0;
    m_document->undoStack().push(new SetJob(*m_document, job, QStringLiteral("power limit")));
    const CanvasDrop over = judgeCanvasDrop(*m_document, data.get(), {0, 600}, {});
    QVERIFY2(over.detail.contains(QStringLiteral("limit")), qPrintable(over.detail));
  }

  void A36_fitAndZoomAtThePointer() {
    view().duplicate();
    scene().select({"a100"});
    view().duplicateCopies(20, 5, 3, "x-##");
    view().fitAll();
    const QRectF shown = view().mapToScene(view().viewport()->rect()).boundingRect();
    for (const auto& [id, corner] : plan().layout) QVERIFY2(shown.contains(tileRect(corner)), id.c_str());
    const QPoint place(300, 200);
    const QPointF before = view().mapToScene(place);
    QCursor::setPos(view().viewport()->mapToGlobal(place));
    QWheelEvent wheel(place, view().viewport()->mapToGlobal(place), {}, {0, 120}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QTest::mouseMove(view().viewport(), place);
    QCoreApplication::sendEvent(view().viewport(), &wheel);
    const QPointF moved = view().mapFromScene(before) - QPointF(place);
    QVERIFY2(std::abs(moved.x()) <= 1.0 && std::abs(moved.y()) <= 1.0,
             qPrintable(QStringLiteral("%1 %2").arg(moved.x()).arg(moved.y())));
    for (int i = 0; i < 40; ++i) view().zoomIn();
    QCOMPARE(view().zoom(), 8.0);
    for (int i = 0; i < 60; ++i) view().zoomOut();
    QCOMPARE(view().zoom(), 0.1);
  }

  void theMiniMapPans() {
    auto* map = m_panel->findChild<MiniMap*>();
    QVERIFY(map);
    QVERIFY(map->isHidden());  // everything is in view
    scene().select({"h100"});
    view().duplicateCopies(60, 12, 2, "x-##");
    view().zoomReset();
    QTRY_VERIFY(map->isVisible());
    const int before = view().horizontalScrollBar()->value();
    QTest::mousePress(map, Qt::LeftButton, {}, {map->width() - 12, map->height() / 2});
    QVERIFY(view().horizontalScrollBar()->value() > before);
    view().fitAll();
    QTRY_VERIFY(map->isHidden());
  }

  void layersTintAndSay() {
    auto* layer = m_panel->findChild<QComboBox*>(QStringLiteral("canvasPanel.layer"));
    scene().setLayer(CanvasLayer::Stage);
    QCOMPARE(layer->currentIndex(), 3);
    layer->setCurrentIndex(1);
    QCOMPARE(scene().layer(), CanvasLayer::Power);
    Badges badges;
    badges["h100"].firstStage = badges["h100"].lastStage = 0;
    badges["a100"].firstStage = badges["a100"].lastStage = 1;
    const PoolFace first = faceOf(*m_document, plan().cluster.pools[0], CanvasLayer::Stage, badges);
    const PoolFace last = faceOf(*m_document, plan().cluster.pools[1], CanvasLayer::Stage, badges);
    QCOMPARE(first.stage, 0.0);
    QCOMPARE(last.stage, 1.0);
    QVERIFY(first.tag.contains(QLatin1Char('1')) && last.tag.contains(QLatin1Char('2')));
  }

  /// Two stages of 8 GPUs, 4 of each side by side, on 32 GPUs each: the first works 90 % of the step; the
  /// second, on half of its pool, 80 %: 4 x 8 x 0.9 / 32 = 90 %, 4 x 4 x 0.8 / 32 = 40 %.
  void utilisationCountsIdleGpus() {
    planning::Option detail;
    detail.evaluation.strategy.data_parallel = 4;
    detail.evaluation.strategy.stages = {{0, 50, 8}, {1, 30, 4}};
    detail.timeline.lanes.resize(2);
    detail.timeline.lanes[0].idle = 0.1;
    detail.timeline.lanes[1].pool = 1;
    detail.timeline.lanes[1].idle = 0.2;
    detail.evaluation.strategy.pipeline_parallel = 2;
    Badges badges;
    addUtilisation(badges, &detail, {{"h100", 32}, {"a100", 32}});
    QVERIFY(std::abs(badges["h100"].busy - 0.9) < 1e-12);
    QVERIFY(std::abs(badges["a100"].busy - 0.4) < 1e-12);
    const PoolFace face = faceOf(*m_document, plan().cluster.pools[1], CanvasLayer::Utilisation, badges);
    QVERIFY2(face.tag.contains(QStringLiteral("40")), qPrintable(face.tag));
    QVERIFY(std::abs(face.fill - 0.4) < 1e-12);
    addUtilisation(badges, nullptr, {{"h100", 32}, {"a100", 32}});
    QCOMPARE(faceOf(*m_document, plan().cluster.pools[1], CanvasLayer::Utilisation, badges).tag,
             unknownText());
  }

  void leftOutOfTheSearch() {
    scene().select({"a100"});
    const auto menu = view().makeContextMenu();
    menu->findChild<QAction*>(QStringLiteral("clusterMenu.exclude"))->trigger();
    QCOMPARE(plan().cluster.choose->max_gpus_per_pool.at("a100"), 0);
    QVERIFY(scene().item("a100")->face().excluded);
    QVERIFY(m_document->problem().has_value());
    view().makeContextMenu()->findChild<QAction*>(QStringLiteral("clusterMenu.exclude"))->trigger();
    QVERIFY(!plan().cluster.choose);
  }

  void menuOffersWhatIsValid() {
    const auto names = [this] {
      QStringList all;
      const std::unique_ptr<QMenu> menu = view().makeContextMenu();
      for (const QAction* action : menu->findChildren<QAction*>()) all << action->objectName();
      return all;
    };
    scene().clearSelection();
    QVERIFY(names().contains(QStringLiteral("clusterMenu.newNote")));
    QVERIFY(!names().contains(QStringLiteral("clusterMenu.delete")));
    scene().select({"h100"});
    for (const char* name : {"hardware", "count", "price", "network", "exclude", "rename", "duplicate",
                             "duplicateTimes", "delete", "results", "properties"})
      QVERIFY2(names().contains(QStringLiteral("clusterMenu.%1").arg(QLatin1StringView(name))), name);
    QVERIFY(!names().contains(QStringLiteral("clusterMenu.arrange.left")));
    scene().select({"h100", "a100"});
    QVERIFY(names().contains(QStringLiteral("clusterMenu.arrange.left")));
    QVERIFY(!names().contains(QStringLiteral("clusterMenu.rename")));
    QVERIFY(!names().contains(QStringLiteral("clusterMenu.properties")));
    QSignalSpy wanted(&view(), &ClusterView::resultsRequested);
    view().makeContextMenu()->findChild<QAction*>(QStringLiteral("clusterMenu.results"))->trigger();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.front().front().toString(), QStringLiteral("type:h100 type:a100"));
  }

  /// A tile's figures are those of the catalogue, with its sources; what the person changed says so.
  void propertiesOfATile() {
    const auto value = [this](const QString& what) {
      for (const auto& [name, text] : propertiesOf(*m_document, *findPool(plan(), "h100")))
        if (name == what) return text;
      return QString();
    };
    QCOMPARE(value(QStringLiteral("GPUs of a node")), QStringLiteral("8"));
    const hardware::Gpu* gpu = m_document->catalogue().find_gpu(m_document->gpuOf(*findPool(plan(), "h100")));
    QVERIFY(gpu);
    QCOMPARE(value(QStringLiteral("Memory of a GPU")), gibText(gpu->memory->value));
    QVERIFY(value(QStringLiteral("Source of the GPU")).contains(QString::fromStdString(gpu->source.text)));
    QVERIFY(!value(QStringLiteral("Rent of a GPU")).contains(QStringLiteral("own")));
    scene().select({"h100"});
    view().toggleExcluded();
    QCOMPARE(value(QStringLiteral("Search")), QStringLiteral("excluded"));
  }
};

}  // namespace tst_canvas_objects

ASTROLABE_TEST(tst_canvas_objects, TestCanvasObjects)
#include "tst_canvas_objects.moc"
