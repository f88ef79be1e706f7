#include "ui/results/timeline_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <cmath>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

TimelineView::TimelineView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QAbstractScrollArea(parent), m_document(document), m_selection(selection) {
  setObjectName(u"timelineView"_s);
  setAccessibleName(tr("Timeline of one training step"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  viewport()->setAutoFillBackground(true);
  verticalScrollBar()->setSingleStep(24);
  connect(&m_selection, &StrategySelection::changed, this, &TimelineView::refresh);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
  refresh();
}

void TimelineView::refresh() {
  const double before = m_detail ? m_detail->timeline.step : 0.0;
  m_detail = m_selection.detail();
  const auto snapshot = m_selection.snapshot();
  m_labels.clear();
  if (m_detail && snapshot && snapshot->problem)
    m_labels = laneLabels(*m_detail, *snapshot->problem, currentTheme(),
                          [this](const std::string& id) { return m_document.gpuIndex(id); });
  else
    m_detail.reset();
  if (m_detail && m_detail->timeline.step != before) {
    m_selected = {};
    m_begin = 0.0;
    m_end = m_detail->timeline.step;
  }
  updateLook();
  updateScroll();
  viewport()->update();
}

void TimelineView::updateLook() {
  m_look.theme = currentTheme();
  m_look.caption = ui::font(TextRole::Caption);
  m_look.body = ui::font(TextRole::Body);
  m_look.strong = ui::font(TextRole::BodyStrong);
  m_look.scale = fontScale();
  // Lanes as high as the view allows, so that all stages are in sight when possible.
  if (!m_detail || m_detail->timeline.lanes.empty()) return;
  const double each =
      viewport()->height() / m_look.scale / static_cast<double>(m_detail->timeline.lanes.size());
  m_look.laneHeight = each > 150 ? 54.0 : each > 60 ? 28.0 : 18.0;
}

TimelinePainter TimelineView::painter() const { return {m_detail->timeline, m_labels, m_look}; }

TimeAxis TimelineView::axis() const { return painter().axis(viewport()->width(), m_begin, m_end); }

void TimelineView::updateScroll() {
  const int content = m_detail ? static_cast<int>(painter().height()) : 0;
  verticalScrollBar()->setRange(0, std::max(0, content - viewport()->height()));
  verticalScrollBar()->setPageStep(viewport()->height());
}

void TimelineView::setStale(bool stale) {
  m_look.stale = stale;
  viewport()->update();
}

void TimelineView::setFolded(bool folded) {
  if (m_look.fold == folded) return;
  m_look.fold = folded;
  viewport()->update();
  emit looksChanged();
}

void TimelineView::setCriticalPath(bool shown) {
  if (m_look.criticalPath == shown) return;
  m_look.criticalPath = shown;
  viewport()->update();
  emit looksChanged();
}

void TimelineView::fit() {
  if (!m_detail) return;
  m_begin = 0.0;
  m_end = m_detail->timeline.step;
  viewport()->update();
}

void TimelineView::zoom(double factor, double atX) {
  if (!m_detail) return;
  const TimeAxis now = axis();
  const double at = std::clamp(now.secondsAt(std::max(atX, now.left)), m_begin, m_end);
  const double length =
      std::clamp((m_end - m_begin) / factor, m_detail->timeline.step * 1e-4, m_detail->timeline.step);
  const double share = (at - m_begin) / (m_end - m_begin);
  m_begin = std::clamp(at - share * length, 0.0, m_detail->timeline.step - length);
  m_end = m_begin + length;
  viewport()->update();
}

void TimelineView::pan(double share) {
  if (!m_detail) return;
  const double length = m_end - m_begin;
  m_begin = std::clamp(m_begin + share * length, 0.0, m_detail->timeline.step - length);
  m_end = m_begin + length;
  viewport()->update();
}

void TimelineView::step(int direction) {
  if (!m_detail || m_detail->timeline.lanes.empty()) return;
  const auto& lanes = m_detail->timeline.lanes;
  int lane = std::max(0, m_selected.lane);
  int index =
      m_selected.lane < 0 ? (direction > 0 ? -1 : static_cast<int>(lanes[0].work.size())) : m_selected.index;
  index += direction;
  if (index >= static_cast<int>(lanes[static_cast<std::size_t>(lane)].work.size())) {
    lane = (lane + 1) % static_cast<int>(lanes.size());
    index = 0;
  } else if (index < 0) {
    lane = (lane + static_cast<int>(lanes.size()) - 1) % static_cast<int>(lanes.size());
    index = static_cast<int>(lanes[static_cast<std::size_t>(lane)].work.size()) - 1;
  }
  m_selected = {lane, index};
  const cost::Span& span = lanes[static_cast<std::size_t>(lane)].work[static_cast<std::size_t>(index)];
  if (span.end > m_end || span.start < m_begin) {
    const double length = m_end - m_begin;
    m_begin = std::clamp((span.start + span.end - length) / 2, 0.0, m_detail->timeline.step - length);
    m_end = m_begin + length;
  }
  setAccessibleDescription(describe(m_selected));
  viewport()->update();
  emit spanSelected();
}

QString TimelineView::describe(SpanRef ref) const {
  if (!m_detail || ref.lane < 0) return {};
  const cost::Lane& lane = m_detail->timeline.lanes[static_cast<std::size_t>(ref.lane)];
  const cost::Span& span = lane.work[static_cast<std::size_t>(ref.index)];
  QStringList lines;
  lines << (span.micro_batch >= 0 ? tr("%1 %2 · stage %3", "kind, micro-batch, stage")
                                        .arg(spanName(span.kind))
                                        .arg(span.micro_batch + 1)
                                        .arg(ref.lane + 1)
                                  : tr("%1 · stage %2").arg(spanName(span.kind)).arg(ref.lane + 1));
  lines << tr("Start %1").arg(QLocale().toString(span.start, 'f', 3) + u"\u202Fs"_s);
  lines << tr("Length %1").arg(durationText(span.end - span.start));
  if (span.waited > 1e-6)
    lines << (span.waited_for >= 0
                  ? tr("Waited %1 for stage %2").arg(durationText(span.waited)).arg(span.waited_for + 1)
                  : tr("Waited %1").arg(durationText(span.waited)));
  if (span.critical) lines << tr("On the critical path");
  return lines.join(u'\n');
}

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

void TimelineView::paintEvent(QPaintEvent*) {
  QPainter canvas(viewport());
  const Theme& theme = currentTheme();
  if (!m_detail) {
    canvas.fillRect(viewport()->rect(), theme.panel);
    canvas.setPen(theme.text2);
    canvas.setFont(ui::font(TextRole::Body));
    canvas.drawText(viewport()->rect(), Qt::AlignCenter, tr("No strategy to show yet."));
    return;
  }
  canvas.fillRect(viewport()->rect(), theme.panel);
  canvas.translate(0, -verticalScrollBar()->value());
  painter().paint(canvas, axis(), m_selected, m_cursor);
  if (hasFocus()) {
    canvas.resetTransform();
    canvas.setPen(QPen(theme.focus, 2));
    canvas.setBrush(Qt::NoBrush);
    canvas.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
  }
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateLook();
  updateScroll();
}

void TimelineView::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  if ((event->modifiers() & Qt::ControlModifier) != 0) {
    zoom(std::pow(1.25, notches), event->position().x());
    event->accept();
  } else if ((event->modifiers() & Qt::ShiftModifier) != 0 || event->angleDelta().x() != 0) {
    pan(-0.1 * (event->angleDelta().x() != 0 ? event->angleDelta().x() / 120.0 : notches));
    event->accept();
  } else {
    QAbstractScrollArea::wheelEvent(event);
  }
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  const double middle = viewport()->width() / 2.0;
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
    case Qt::Key_Left:
      pan(-0.1);
      break;
    case Qt::Key_D:
    case Qt::Key_Right:
      pan(0.1);
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
      if (event->modifiers() != Qt::NoModifier) return QAbstractScrollArea::keyPressEvent(event);
      setCriticalPath(!m_look.criticalPath);
      break;
    case Qt::Key_R:
      setFolded(!m_look.fold);
      break;
    case Qt::Key_Tab:
      step(+1);
      break;
    case Qt::Key_Backtab:
      step(-1);
      break;
    case Qt::Key_Escape:
      if (m_selected.lane < 0) return QAbstractScrollArea::keyPressEvent(event);
      m_selected = {};
      viewport()->update();
      emit spanSelected();
      break;
    default:
      QAbstractScrollArea::keyPressEvent(event);
      return;
  }
  event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  if (!m_detail || event->button() != Qt::LeftButton) return;
  m_selected = painter().spanAt(axis(), event->position() + QPointF(0, verticalScrollBar()->value()));
  setAccessibleDescription(describe(m_selected));
  viewport()->update();
  emit spanSelected();
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (!m_detail) return;
  const TimeAxis now = axis();
  m_cursor.reset();
  if (event->position().x() >= now.left) m_cursor = now.secondsAt(event->position().x());
  const SpanRef under = painter().spanAt(now, event->position() + QPointF(0, verticalScrollBar()->value()));
  if (under.lane >= 0)
    QToolTip::showText(event->globalPosition().toPoint() + QPoint(12, 12), describe(under), viewport());
  else
    QToolTip::hideText();
  viewport()->update();
}

void TimelineView::leaveEvent(QEvent*) {
  m_cursor.reset();
  viewport()->update();
}

void TimelineView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
    refresh();
}

}  // namespace astrolabe::ui
