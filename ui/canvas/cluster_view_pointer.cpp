// Pointer and wheel on the canvas: panning, zooming at the pointer, and the view that follows what is dragged
// to its edge.
#include <QApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/canvas/cluster_view.h"
#include "ui/canvas/drop.h"

namespace astrolabe::ui {

namespace {
constexpr double kNotch = 120.0;  // of a wheel, in eighths of a degree
constexpr double kZoomPerNotch = 1.25;
constexpr int kEdge = 24;     // px from the edge of the view within which it scrolls
constexpr int kFastest = 24;  // px in a tick of that

/// Shift adds to a selection as Ctrl does, which is the one that the items know.
QMouseEvent withShiftAsControl(const QMouseEvent& event) {
  Qt::KeyboardModifiers keys = event.modifiers();
  if (keys.testFlag(Qt::ShiftModifier)) keys |= Qt::ControlModifier;
  return {event.type(),
          event.position(),
          event.scenePosition(),
          event.globalPosition(),
          event.button(),
          event.buttons(),
          keys,
          event.pointingDevice()};
}
}  // namespace

void ClusterView::wheelEvent(QWheelEvent* event) {
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    setZoom(zoom() * std::pow(kZoomPerNotch, event->angleDelta().y() / kNotch));
    event->accept();
    return;
  }
  if (event->modifiers().testFlag(Qt::ShiftModifier) && event->angleDelta().x() == 0) {
    QWheelEvent sideways(event->position(), event->globalPosition(), event->pixelDelta().transposed(),
                         event->angleDelta().transposed(), event->buttons(), Qt::NoModifier, event->phase(),
                         event->inverted());
    QApplication::sendEvent(horizontalScrollBar(), &sideways);
    event->accept();
    return;
  }
  QGraphicsView::wheelEvent(event);
}

/// Two fingers on a touch pad.
bool ClusterView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    const auto* gesture = static_cast<QNativeGestureEvent*>(event);
    if (gesture->gestureType() == Qt::ZoomNativeGesture) {
      setZoom(zoom() * (1.0 + gesture->value()));
      return true;
    }
  }
  return QGraphicsView::viewportEvent(event);
}

/// The middle button pans everywhere, the right one on empty area; there its menu waits until it is let go.
void ClusterView::mousePressEvent(QMouseEvent* event) {
  const QPoint place = event->position().toPoint();
  const bool right = event->button() == Qt::RightButton && itemAt(place) == nullptr;
  if (event->button() == Qt::MiddleButton || right) {
    m_panning = true;
    m_panned = m_menuDue = false;
    m_panFrom = place;
    if (!right) viewport()->setCursor(Qt::ClosedHandCursor);
    return;
  }
  QMouseEvent press = withShiftAsControl(*event);
  QGraphicsView::mousePressEvent(&press);
}

void ClusterView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint now = event->position().toPoint();
  if (m_panning) {
    const QPoint by = now - m_panFrom;
    const bool right = event->buttons().testFlag(Qt::RightButton);
    if (right && !m_panned && by.manhattanLength() < QApplication::startDragDistance()) return;
    m_panned = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
    m_panFrom = now;
    return;
  }
  QGraphicsView::mouseMoveEvent(event);
  if (event->buttons().testFlag(Qt::LeftButton)) scrollAtEdge(now, event->modifiers());
}

void ClusterView::mouseReleaseEvent(QMouseEvent* event) {
  stopScrolling();
  const bool right = event->button() == Qt::RightButton;
  if (m_panning && (event->button() == Qt::MiddleButton || right)) {
    m_panning = false;
    viewport()->unsetCursor();
    if (right && !m_panned) m_scene->clearSelection();
    if (right && !m_panned && std::exchange(m_menuDue, false)) showMenu(event->globalPosition().toPoint());
    return;
  }
  if (m_scene->isDragging()) return QGraphicsView::mouseReleaseEvent(event);
  QMouseEvent release = withShiftAsControl(*event);
  QGraphicsView::mouseReleaseEvent(&release);
}

void ClusterView::scrollAtEdge(QPoint place, Qt::KeyboardModifiers modifiers) {
  m_edgePlace = place;
  m_edgeModifiers = modifiers;
  const bool inside = viewport()->rect().adjusted(kEdge, kEdge, -kEdge, -kEdge).contains(place);
  if (inside)
    m_edge.stop();
  else if (!m_edge.isActive())
    m_edge.start();
}

void ClusterView::stopScrolling() {
  m_edge.stop();
  m_dropData = nullptr;
}

/// The nearer to the edge the faster; what is held stays under the pointer.
void ClusterView::edgeTick() {
  const QRect view = viewport()->rect();
  const auto speed = [](int at, int size) {
    if (at < kEdge) return -std::min(kFastest, (kEdge - at) / 2 + 1);
    if (at > size - kEdge) return std::min(kFastest, (at - size + kEdge) / 2 + 1);
    return 0;
  };
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() + speed(m_edgePlace.x(), view.width()));
  verticalScrollBar()->setValue(verticalScrollBar()->value() + speed(m_edgePlace.y(), view.height()));
  if (m_dropData != nullptr) {
    m_scene->setDropPreview(judgeCanvasDrop(m_document, m_dropData, mapToScene(m_edgePlace), m_edgeModifiers,
                                            m_scene->linksToDraw()));
    return;
  }
  QMouseEvent held(QEvent::MouseMove, m_edgePlace, viewport()->mapToGlobal(m_edgePlace), Qt::NoButton,
                   Qt::LeftButton, m_edgeModifiers);
  QGraphicsView::mouseMoveEvent(&held);
}

}  // namespace astrolabe::ui
