// ui/canvas: what the pointer alone does to view and selection: rubber band, panning, wheel, edges, snapping.
#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>
#include <QWheelEvent>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/canvas_desk.h"
#include "tests/ui/many_tiles.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/pool_item.h"
#include "ui/document/commands/commands.h"

namespace tst_canvas_pointer {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestCanvasPointer : public QObject, CanvasDesk {
  Q_OBJECT

  QPointF middleOf(const char* pool) { return scene().item(pool)->sceneBoundingRect().center(); }
  QPoint scrolled() { return {view().horizontalScrollBar()->value(), view().verticalScrollBar()->value()}; }
  void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton) {
    QTest::mousePress(port(), button, {}, from);
    constexpr int kSteps = 6;
    for (int i = 1; i <= kSteps; ++i) moveTo(from + (to - from) * i / kSteps, button);
    QTest::mouseRelease(port(), button, {}, to);
  }
  void wheel(Qt::KeyboardModifiers keys) {
    const QPointF place = port()->rect().center();
    QWheelEvent event(place, port()->mapToGlobal(place), {}, {0, -120}, Qt::NoButton, keys, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(port(), &event);
  }
  /// Until a timer as quick as that of the edges has ticked a few times: what scrolls would have moved.
  static bool ticked() {
    int ticks = 0;
    QTimer like;
    connect(&like, &QTimer::timeout, &like, [&] { ++ticks; });
    constexpr int kTickMs = 30, kTicks = 4;
    like.start(kTickMs);
    return QTest::qWaitFor([&] { return ticks >= kTicks; }, 30'000);
  }
  /// What the platform sends when the right button goes down.
  void askMenu(QPoint place) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, port()->mapToGlobal(place));
    QCoreApplication::sendEvent(port(), &event);
  }

 private slots:
  void init() { open(); }
  void cleanup() { close(); }

  void clicksAndTheRubberBandSelect() {
    QTest::mouseClick(port(), Qt::LeftButton, {}, at(middleOf("h100")));
    QCOMPARE(scene().selectedPools(), (std::vector<std::string>{"h100"}));
    QTest::mouseClick(port(), Qt::LeftButton, Qt::ControlModifier, at(middleOf("a100")));
    QCOMPARE(scene().selectedPools().size(), std::size_t(2));
    QTest::mouseClick(port(), Qt::LeftButton, Qt::ControlModifier, at(middleOf("a100")));
    QCOMPARE(scene().selectedPools(), (std::vector<std::string>{"h100"}));
    QTest::mouseClick(port(), Qt::LeftButton, Qt::ShiftModifier, at(middleOf("a100")));
    QCOMPARE(scene().selectedPools().size(), std::size_t(2));
    QTest::mouseClick(port(), Qt::LeftButton, {}, at({0, 260}));
    QVERIFY(scene().selectedPools().empty());
    const QRectF tile = tileRect(corner("a100"));
    drag(at(tile.topLeft() - QPointF(30, 30)), at(tile.bottomRight() + QPointF(30, 30)));
    QCOMPARE(scene().selectedPools(), (std::vector<std::string>{"a100"}));
    QCOMPARE(m_document->undoStack().count(), 0);
  }

  void escapeTakesADragBack() {
    const plan::Position before = corner("h100");
    const QPoint from = at(middleOf("h100"));
    QTest::mousePress(port(), Qt::LeftButton, {}, from);
    for (int step = 1; step <= 5; ++step) moveTo(from + QPoint(0, 20 * step));
    QTest::keyClick(&view(), Qt::Key_Escape);
    QTest::mouseRelease(port(), Qt::LeftButton, {}, from + QPoint(0, 100));
    QCOMPARE(m_document->undoStack().count(), 0);
    QVERIFY(corner("h100") == before);
    QCOMPARE(scene().item("h100")->pos(), QPointF(before.x, before.y));
  }

  void middleAndRightButtonPan() {
    for (const Qt::MouseButton button : {Qt::MiddleButton, Qt::RightButton}) {
      const QPoint before = scrolled(), from = at({0, 260});
      QTest::mousePress(port(), button, {}, from);
      if (button == Qt::RightButton) askMenu(from);  // waits
      QVERIFY(QApplication::activePopupWidget() == nullptr);
      moveTo(from + QPoint(-40, -15), button);
      moveTo(from + QPoint(-80, -30), button);
      QTest::mouseRelease(port(), button, {}, from + QPoint(-80, -30));
      QCOMPARE(scrolled() - before, QPoint(80, 30));
      QVERIFY(QApplication::activePopupWidget() == nullptr);
    }
    QCOMPARE(m_document->undoStack().count(), 0);
  }

  /// A right click without a way: the menu of empty area, or of the tile under it.
  void theRightButtonHasItsMenu() {
    const auto menuAt = [&](QPoint place) {
      QString shown;
      QTimer::singleShot(0, this, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        for (const QAction* action : menu->actions()) shown += action->objectName() + u' ';
        menu->close();
      });
      QTest::mousePress(port(), Qt::RightButton, {}, place);
      askMenu(place);
      QTest::mouseRelease(port(), Qt::RightButton, {}, place);
      return shown;
    };
    const QString empty = menuAt(at({0, 260}));
    QVERIFY2(empty.contains(QStringLiteral("clusterMenu.newNote")), qPrintable(empty));
    QVERIFY(!empty.contains(QStringLiteral("clusterMenu.delete")));
    const QString tile = menuAt(at(middleOf("a100")));
    QVERIFY2(tile.contains(QStringLiteral("clusterMenu.delete")), qPrintable(tile));
    QCOMPARE(scene().selectedPools(), (std::vector<std::string>{"a100"}));
  }

  void theWheelScrollsSidewaysWithShift() {
    view().setZoom(2.0);
    const QPoint before = scrolled();
    wheel({});
    QVERIFY(scrolled().y() > before.y());
    QCOMPARE(scrolled().x(), before.x());
    const QPoint down = scrolled();
    wheel(Qt::ShiftModifier);
    QVERIFY(scrolled().x() > down.x());
    QCOMPARE(scrolled().y(), down.y());
    const double zoom = view().zoom();
    wheel(Qt::ControlModifier);
    QVERIFY(view().zoom() < zoom);
  }

  void twoFingersZoom() {
    const double before = view().zoom();
    const QPointF place = port()->rect().center();
    QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, place,
                              place, port()->mapToGlobal(place), 0.5, {});
    QCoreApplication::sendEvent(port(), &pinch);
    QVERIFY(std::abs(view().zoom() / before - 1.5) < 1e-9);
  }

  void fitSelectionShowsIt() {
    scene().select({"a100"});
    QTest::keyClick(&view(), Qt::Key_8, Qt::ControlModifier);
    const QRectF shown = view().mapToScene(port()->rect()).boundingRect();
    QVERIFY(shown.contains(tileRect(corner("a100"))));
    QVERIFY(view().zoom() > 1.0);
  }

  /// What is held near an edge moves the view, and stays under the pointer.
  void edgesScroll() {
    view().setZoom(1.0);
    scene().select({"a100"});
    const QPoint from = at(middleOf("a100")), edge(port()->width() - 3, from.y());
    const QPoint before = scrolled();
    QTest::mousePress(port(), Qt::LeftButton, {}, from);
    moveTo((from + edge) / 2);
    moveTo(edge);
    QTRY_VERIFY_WITH_TIMEOUT(scrolled().x() > before.x() + 40, 30'000);
    moveTo(from);  // back inside: it stops
    const QPoint rest = scrolled();
    QVERIFY(ticked());
    QCOMPARE(scrolled(), rest);
    QTest::mouseRelease(port(), Qt::LeftButton, {}, from);
    // As far to the right as the view has moved, give or take half a step of the grid.
    const double moved = corner("a100").x - plan::sample_plan().layout.at("a100").x;
    QVERIFY2(std::abs(moved - (rest - before).x()) <= kGrid, qPrintable(QString::number(moved)));
  }
  void edgesScrollUnderADrop() {
    view().setZoom(1.0);
    const auto data = hardwareMime({{}, "oci-bm-gpu-h200-8"}, QStringLiteral("x"));
    const QPoint edge(port()->width() - 3, at({0, 260}).y());
    const QPoint before = scrolled();
    QDragEnterEvent enter(edge, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(port(), &enter);
    QTRY_VERIFY_WITH_TIMEOUT(scrolled().x() > before.x() + 40, 30'000);
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(port(), &leave);
    const QPoint rest = scrolled();
    QVERIFY(ticked());
    QCOMPARE(scrolled(), rest);
  }

  /// A tile off the grid: one that comes near its edges goes to them, dragged or dropped; the other direction
  /// keeps to the grid. Alt and the switch free it.
  void A34_edgesOfNeighboursPull() {
    plan::Layout off{{"a100", {347.0, 13.0}}};
    m_document->undoStack().push(new MoveTiles(*m_document, off));
    QCOMPARE(snappedToEdges({343.0, 309.0}, {tileRect({347.0, 13.0})}), QPointF(347.0, 300.0));
    QCOMPARE(snappedToEdges({583.0, 19.0}, {tileRect({347.0, 13.0})}), QPointF(587.0, 13.0));  // 347 + 240
    QCOMPARE(snappedToEdges({330.0, 309.0}, {tileRect({347.0, 13.0})}), QPointF(340.0, 300.0));
    QCOMPARE(snappedToEdges({343.0, 309.0}, {}), QPointF(340.0, 300.0));
    std::vector<QLineF> guides;
    snappedToEdges({343.0, 309.0}, {tileRect({347.0, 13.0})}, &guides);
    QCOMPARE(guides.size(), std::size_t(2));  // left and right edges
    QCOMPARE(guides.front(), QLineF(347.0, 13.0, 347.0, 400.0));
    view().setZoom(1.0);
    const plan::Position start = corner("h100");
    const QPointF by = QPointF(345.0, 200.0) - QPointF(start.x, start.y);
    const QPoint from = at(middleOf("h100"));
    drag(from, from + by.toPoint());
    QCOMPARE(corner("h100").x, 347.0);
    QCOMPARE(std::fmod(corner("h100").y, kGrid), 0.0);
    const auto data = hardwareMime({{}, "oci-bm-gpu-h200-8"}, QStringLiteral("x"));
    const QPointF pointer(347.0 + 4.0 + kTileWidth / 2.0, -160.0);
    QCOMPARE(judgeCanvasDrop(*m_document, data.get(), pointer, {}).corner.x(), 347.0);
    QCOMPARE(judgeCanvasDrop(*m_document, data.get(), pointer, Qt::AltModifier).corner.x(), 351.0);
  }

  /// Nonsense is refused with a reason for the status bar, and the plan stays as it is.
  void nonsenseIsNotPasted() {
    const plan::Plan before = m_document->plan();
    for (const char* text :
         {"", "hello", "{\"cluster\": 3}", "{\"pools\": [{\"id\": 7}]}", "[1, 2]", "\xff\xfe"}) {
      QApplication::clipboard()->setText(QString::fromUtf8(text));
      QSignalSpy said(&view(), &ClusterView::message);
      QTest::keyClick(&view(), Qt::Key_V, Qt::ControlModifier);
      QCOMPARE(said.count(), 1);
      QVERIFY(!said.front().front().toString().isEmpty());
      QVERIFY(m_document->plan() == before);
    }
    QCOMPARE(m_document->undoStack().count(), 0);
  }

  /// At 40 % all tiles have their words, wherever they stand and the view is scrolled to; below it none has.
  void wordsComeAndGoForAllTilesAtOnce() {
    fillTiles(*m_document, 12, 4);
    const auto worded = [&](const hardware::PoolSpec& pool) {
      const PoolItem* tile = scene().item(pool.id);
      view().centerOn(tile);
      constexpr QRectF kTitle(60, 12, 60, 14);  // between the shape and the price
      const QRect part = view().mapFromScene(tile->mapRectToScene(kTitle)).boundingRect();
      const QImage drawn = port()->grab(part).toImage();
      for (int y = 0; y < drawn.height(); ++y)
        for (int x = 0; x < drawn.width(); ++x)
          if (drawn.pixel(x, y) != drawn.pixel(0, 0)) return true;
      return false;
    };
    for (const auto& [zoom, words] : {std::pair(0.4, true), {0.396, true}, {0.39, false}, {0.41, true}}) {
      view().scale(zoom / view().zoom(), zoom / view().zoom());
      for (const hardware::PoolSpec& pool : plan().cluster.pools) {
        QVERIFY2(worded(pool) == words,
                 qPrintable(QStringLiteral("%1 at %2").arg(pool.id.c_str()).arg(zoom)));
        QVERIFY(std::abs(view().zoom() - zoom) < 1e-9);
      }
    }
  }
};

}  // namespace tst_canvas_pointer

ASTROLABE_TEST(tst_canvas_pointer, TestCanvasPointer)
#include "tst_canvas_pointer.moc"
