// What mouse and keys do with the timeline.

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "ui/results/axis_wheel.h"
#include "ui/results/timeline_view.h"

namespace astrolabe::ui {

namespace {

constexpr double kDragBegins = 5.0;  ///< pixels

}  // namespace

bool TimelineView::event(QEvent* event) {
  // Tab walks the blocks while there are some; Ctrl+Tab and Esc leave.
  if (event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    if ((key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab) && m_detail &&
        (key->modifiers() & Qt::ControlModifier) == 0) {
      keyPressEvent(key);
      return true;
    }
  }
  return QAbstractScrollArea::event(event);
}

void TimelineView::wheelEvent(QWheelEvent* event) {
  const AxisWheel turn(*event);
  if (!turn.taken) return QAbstractScrollArea::wheelEvent(event);
  if (turn.zoom != 1.0) zoom(turn.zoom, event->position().x());
  if (turn.pan != 0.0) pan(turn.pan);
  event->accept();
}

/// By pixels of the axis, so that a step is the same at every zoom; the view follows.
void TimelineView::moveCursor(double pixels) {
  if (!m_detail) return;
  const TimeAxis now = axis();
  const double x = m_overlay.cursor ? now.xOf(*m_overlay.cursor) + pixels : now.left;
  const double t = std::clamp(now.secondsAt(x), 0.0, wholeLength());
  if (t < m_begin) pan(-0.1);
  if (t > m_end) pan(0.1);
  setCursorTime(t);
}

/// The first mark remembers the cursor, the second measures from there to here in the selected block's lane.
void TimelineView::mark() {
  if (!m_detail || !m_overlay.cursor) return;
  if (m_mark) {
    measureBetween(*m_mark, *m_overlay.cursor, m_overlay.selected.lane, m_overlay.selected.lower);
    m_mark.reset();
  } else {
    m_mark = m_overlay.cursor;
    measureBetween(*m_mark, *m_mark, m_overlay.selected.lane, m_overlay.selected.lower);
  }
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  const double middle = viewport()->width() / 2.0;
  const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
  if ((event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0)
    return QAbstractScrollArea::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(1.25, middle);
      break;
    case Qt::Key_S:
    case Qt::Key_Minus:
      zoom(0.8, middle);
      break;
    case Qt::Key_A:
      pan(-0.1);
      break;
    case Qt::Key_D:
      pan(0.1);
      break;
    case Qt::Key_Left:
      shift ? moveCursor(-4.0) : pan(-0.1);
      break;
    case Qt::Key_Right:
      shift ? moveCursor(4.0) : pan(0.1);
      break;
    case Qt::Key_Up:
      verticalScrollBar()->setValue(verticalScrollBar()->value() - 24);
      break;
    case Qt::Key_Down:
      verticalScrollBar()->setValue(verticalScrollBar()->value() + 24);
      break;
    case Qt::Key_F:
      fit();
      break;
    case Qt::Key_C:
      setCriticalPath(!m_look.criticalPath);
      break;
    case Qt::Key_R:
      if (whyNothingFolds().isEmpty()) setFolded(!m_wantFold);
      break;
    case Qt::Key_M:
      mark();
      break;
    case Qt::Key_X:
      m_selection.swapCompared();
      break;
    case Qt::Key_Slash:
      emit findRequested();
      break;
    case Qt::Key_Tab:
      step(+1);
      break;
    case Qt::Key_Backtab:
      step(-1);
      break;
    case Qt::Key_Escape:
      if (m_overlay.measure || m_otherMeasure || m_mark)
        clearMeasure();
      else if (m_overlay.selected.lane >= 0)
        selectSpan({});
      else
        return QAbstractScrollArea::keyPressEvent(event);
      break;
    default:
      QAbstractScrollArea::keyPressEvent(event);
      return;
  }
  event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  if (!m_detail || event->button() != Qt::LeftButton) return;
  const QPointF place = event->position() + QPointF(0, verticalScrollBar()->value());
  m_pressed = event->position();
  m_pressedLower = m_other && place.y() >= lowerTop();
  m_pressedLane =
      m_pressedLower ? otherPainter().laneAt(place.y() - lowerTop()) : painter().laneAt(place.y());
  selectSpan(spanAt(place));
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (!m_detail) return;
  const TimeAxis now = axis();
  const double x = event->position().x();
  setCursorTime(x >= now.left ? std::optional(now.secondsAt(x)) : std::nullopt);
  if (m_pressed && std::abs(x - m_pressed->x()) > kDragBegins) {
    QToolTip::hideText();
    return measureBetween(now.secondsAt(m_pressed->x()), now.secondsAt(x), m_pressedLane, m_pressedLower);
  }
  const SpanRef under = spanAt(event->position() + QPointF(0, verticalScrollBar()->value()));
  if (under.lane >= 0)
    QToolTip::showText(event->globalPosition().toPoint() + QPoint(12, 12), describe(under), viewport());
  else
    QToolTip::hideText();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_pressed) return;
  if (std::abs(event->position().x() - m_pressed->x()) <= kDragBegins) clearMeasure();  // a click, no drag
  m_pressed.reset();
}

void TimelineView::leaveEvent(QEvent*) {
  if (!hasFocus()) setCursorTime({});
}

}  // namespace astrolabe::ui
