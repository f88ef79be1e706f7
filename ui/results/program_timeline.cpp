#include "ui/results/program_timeline.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/results/axis_wheel.h"
#include "ui/results/program_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

// Pixels at the base font.
constexpr double kGutter = 176.0, kRightEdge = 16.0, kAxis = 22.0, kLane = 24.0, kGap = 6.0, kLegend = 24.0;
constexpr double kLabelFrom = 48.0;  ///< a block of this width says its name

/// What devices do; drawn in this order where several fall on a pixel.
enum Kind { Forward, Backward, Optimizer, Activations, Weights, Waiting, KindCount };

Kind workOf(spmd::Phase phase) {
  return phase == spmd::Phase::forward ? Forward : phase == spmd::Phase::backward ? Backward : Optimizer;
}
Kind movingOf(plan::Moved moved) { return moved == plan::Moved::weights ? Weights : Activations; }

cost::Part partOf(Kind kind) {
  constexpr std::array parts{cost::Part::compute_forward, cost::Part::compute_backward,
                             cost::Part::optimizer,       cost::Part::tensor_parallel,
                             cost::Part::data_parallel,   cost::Part::pipeline_bubble};
  return parts[kind];
}

}  // namespace

ProgramTimeline::ProgramTimeline(PlanDocument& document, QWidget* parent)
    : QAbstractScrollArea(parent), m_document(document) {
  installAccessiblePlots();
  setObjectName(u"programTimeline"_s);
  setAccessibleName(tr("Timeline of one step of the program"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void ProgramTimeline::setReport(const ProgramPtr& report) {
  m_report = report && report->fits() ? report : nullptr;
  m_selected = -1;
  fit();
  updateScroll();
  emit selectionChanged();
}

void ProgramTimeline::setStale(bool stale) {
  m_stale = stale;
  viewport()->update();
}

double ProgramTimeline::whole() const {
  return m_report && !m_report->events.empty() ? m_report->events.back().end : 1.0;
}

TimeAxis ProgramTimeline::axis(double width, double begin, double end) const {
  TimeAxis axis;
  axis.left = kGutter * fontScale();
  axis.width = std::max(1.0, width - axis.left - kRightEdge * fontScale());
  axis.begin = begin;
  axis.end = end;
  return axis;
}

void ProgramTimeline::fit() {
  m_begin = 0.0;
  m_end = whole();
  viewport()->update();
}

void ProgramTimeline::zoom(double factor, double atX) {
  if (!m_report) return;
  const double at = std::clamp(axis(viewport()->width(), m_begin, m_end).secondsAt(atX), m_begin, m_end);
  const double least = whole() * 1e-6;
  const double length = std::clamp((m_end - m_begin) / factor, least, whole());
  m_begin = std::clamp(at - (at - m_begin) * length / (m_end - m_begin), 0.0, whole() - length);
  m_end = m_begin + length;
  viewport()->update();
}

void ProgramTimeline::pan(double share) {
  const double length = m_end - m_begin;
  m_begin = std::clamp(m_begin + share * length, 0.0, whole() - length);
  m_end = m_begin + length;
  viewport()->update();
}

int ProgramTimeline::eventAt(double seconds) const {
  if (!m_report || seconds < 0.0) return -1;
  const auto& events = m_report->events;
  const auto found =
      std::upper_bound(events.begin(), events.end(), seconds,
                       [](double time, const plan::ProgramEvent& event) { return time < event.end; });
  return found == events.end() ? -1 : static_cast<int>(found - events.begin());
}

void ProgramTimeline::select(int event) {
  if (!m_report || event < -1 || event >= itemCount() || event == m_selected) return;
  m_selected = event;
  if (event >= 0) {
    // Brought into sight, and large enough to be seen.
    const plan::ProgramEvent& shown = m_report->events[static_cast<std::size_t>(event)];
    if (shown.start < m_begin || shown.end > m_end) {
      const double length = m_end - m_begin;
      m_begin = std::clamp(0.5 * (shown.start + shown.end - length), 0.0, whole() - length);
      m_end = m_begin + length;
    }
    announceItem(*this, event);
  }
  viewport()->update();
  emit selectionChanged();
}

void ProgramTimeline::step(int direction) {
  const int count = itemCount();
  if (count == 0) return;
  if (m_selected < 0) return select(direction > 0 ? std::max(0, eventAt(m_begin)) : count - 1);
  select(std::clamp(m_selected + direction, 0, count - 1));
}

int ProgramTimeline::itemCount() const { return m_report ? static_cast<int>(m_report->events.size()) : 0; }

QString ProgramTimeline::itemName(int index) const {
  return eventText(*m_report, static_cast<std::size_t>(index));
}

QRect ProgramTimeline::itemRect(int index) const {
  const plan::ProgramEvent& event = m_report->events[static_cast<std::size_t>(index)];
  const TimeAxis shown = axis(viewport()->width(), m_begin, m_end);
  const double left = shown.xOf(event.start), right = shown.xOf(event.end);
  const double top = kAxis * fontScale() - verticalScrollBar()->value();
  const double height = static_cast<double>(m_report->lanes.size()) * (kLane + kGap) * fontScale();
  return QRectF(left, top, std::max(2.0, right - left), height).toAlignedRect();
}

double ProgramTimeline::contentHeight() const {
  const double lanes = m_report ? static_cast<double>(m_report->lanes.size()) : 0.0;
  return (kAxis + lanes * (kLane + kGap) + kLegend) * fontScale();
}

double ProgramTimeline::figureHeight() const { return contentHeight() + 8.0; }

void ProgramTimeline::updateScroll() {
  verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(contentHeight()) - viewport()->height()));
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(scaled(kLane));
}

void ProgramTimeline::paintAxis(QPainter& painter, const Look& look, double top) const {
  const Theme& theme = *look.theme;
  painter.setFont(ui::font(TextRole::Caption));
  const double step = look.axis.step(90.0 * look.scale);
  const double bottom = top + contentHeight() - kLegend * look.scale;
  const auto first = static_cast<std::int64_t>(std::ceil(look.axis.begin / step));
  const auto last = static_cast<std::int64_t>(std::floor(look.axis.end / step));
  for (std::int64_t tick = first; tick <= last; ++tick) {
    const double at = static_cast<double>(tick) * step;
    const double x = look.axis.xOf(at);
    painter.setPen(theme.plotGrid);
    painter.drawLine(QPointF(x, top + (kAxis - 4.0) * look.scale), QPointF(x, bottom));
    painter.setPen(theme.text3);
    const QRectF box(x - 45.0 * look.scale, top, 90.0 * look.scale, (kAxis - 5.0) * look.scale);
    if (box.right() > look.width + 1.0) continue;
    painter.drawText(box, Qt::AlignCenter, tick == 0 ? u"0"_s : durationText(at));
  }
}

void ProgramTimeline::paintLane(QPainter& painter, const Look& look, std::size_t lane, double top) const {
  const Theme& theme = *look.theme;
  const plan::ProgramLane& device = m_report->lanes[lane];
  const GpuStyle style = theme.gpu(gpuIndexOf(m_document, device.pool_id));
  const double height = kLane * look.scale;
  drawShape(
      painter,
      QRectF(12.0 * look.scale, top + 0.5 * height - 5.0 * look.scale, 10.0 * look.scale, 10.0 * look.scale),
      style.shape, style.color);
  painter.setFont(ui::font(TextRole::Body));
  painter.setPen(theme.text);
  const QRectF words(28.0 * look.scale, top, (kGutter - 34.0) * look.scale, height);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(laneText(*m_report, lane), Qt::ElideRight,
                                                    static_cast<int>(words.width())));
  if (look.stale) painter.setOpacity(0.72);
  paintWork(painter, look, lane, QRectF(look.axis.left, top, look.axis.width, height));
  painter.setOpacity(1.0);
  painter.setFont(ui::font(TextRole::Caption));
  paintNames(painter, look, lane, QRectF(look.axis.left, top, look.axis.width, height));
}

/// What a device does, in each pixel column what fills most of it.
void ProgramTimeline::paintWork(QPainter& painter, const Look& look, std::size_t lane,
                                const QRectF& row) const {
  const Theme& theme = *look.theme;
  const auto columns = static_cast<std::size_t>(std::ceil(look.axis.width));
  std::vector<std::array<double, KindCount>> filled(columns, std::array<double, KindCount>{});
  const auto add = [&](Kind kind, double begin, double end) {
    const double left = std::max(0.0, look.axis.xOf(begin) - look.axis.left);
    const double right = std::min(look.axis.width, look.axis.xOf(end) - look.axis.left);
    for (double x = left; x < right;) {
      const double next = std::min(right, std::floor(x) + 1.0);
      filled[std::min(columns - 1, static_cast<std::size_t>(x))][kind] += next - x;
      x = next;
    }
  };
  const int first = std::max(0, eventAt(look.axis.begin));
  for (auto i = static_cast<std::size_t>(first); i < m_report->events.size(); ++i) {
    const plan::ProgramEvent& event = m_report->events[i];
    if (event.start > look.axis.end) break;
    if (event.beside) {
      add(Waiting, event.start, event.end);
      continue;
    }
    const double worked = event.start + event.computing[lane];
    add(workOf(event.phase), event.start, worked);
    add(Waiting, worked, event.slowest);
    add(movingOf(event.moved), event.slowest, event.end);
  }
  const auto kindOf = [&](std::size_t column) {
    const auto& amounts = filled[column];
    const auto most = std::max_element(amounts.begin(), amounts.end());
    return *most > 0.0 ? static_cast<int>(most - amounts.begin()) : -1;
  };
  for (std::size_t begin = 0; begin < columns;) {
    const int kind = kindOf(begin);
    std::size_t end = begin + 1;
    while (end < columns && kindOf(end) == kind) ++end;
    const QRectF box(row.left() + static_cast<double>(begin), row.top(), static_cast<double>(end - begin),
                     row.height());
    if (kind == Waiting)
      fillHatch(painter, box, theme);
    else if (kind >= 0)
      fillPart(painter, box, theme.part(partOf(static_cast<Kind>(kind))), theme);
    begin = end;
  }
}

/// Each operator or movement, whichever is longer on this device, by its name where there is room, and where
/// it ends.
void ProgramTimeline::paintNames(QPainter& painter, const Look& look, std::size_t lane,
                                 const QRectF& row) const {
  const Theme& theme = *look.theme;
  const int first = std::max(0, eventAt(look.axis.begin));
  for (auto i = static_cast<std::size_t>(first); i < m_report->events.size(); ++i) {
    const plan::ProgramEvent& event = m_report->events[i];
    if (event.start > look.axis.end || event.beside) break;
    const bool moving = event.end - event.slowest > event.computing[lane];
    const double from = moving ? event.slowest : event.start;
    const double to = moving ? event.end : event.start + event.computing[lane];
    const double left = std::max(look.axis.left, look.axis.xOf(from));
    const double right = std::min(look.axis.left + look.axis.width, look.axis.xOf(to));
    if (right - left < 4.0) continue;
    painter.fillRect(QRectF(right - 1.0, row.top(), 1.0, row.height()), theme.panel);
    if (right - left < kLabelFrom * look.scale) continue;
    const PartStyle& part = theme.part(partOf(moving ? movingOf(event.moved) : workOf(event.phase)));
    painter.setPen(part.ink);
    const QRectF box(left + 4.0, row.top(), right - left - 8.0, row.height());
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(QString::fromStdString(event.name), Qt::ElideMiddle,
                                                      static_cast<int>(box.width())));
  }
}

void ProgramTimeline::paintLegend(QPainter& painter, const Look& look, double top) const {
  const Theme& theme = *look.theme;
  const std::array names{tr("forward"),           tr("backward"),      tr("optimizer"),
                         tr("moves activations"), tr("moves weights"), tr("waits for the slowest")};
  painter.setFont(ui::font(TextRole::Caption));
  double x = 12.0 * look.scale;
  for (int kind = 0; kind < KindCount; ++kind) {
    const QRectF swatch(x, top + 8.0 * look.scale, 10.0 * look.scale, 10.0 * look.scale);
    if (kind == Waiting)
      fillHatch(painter, swatch, theme);
    else
      fillPart(painter, swatch, theme.part(partOf(static_cast<Kind>(kind))), theme);
    painter.setPen(theme.text2);
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(names[kind]);
    painter.drawText(
        QRectF(swatch.right() + 5.0 * look.scale, top + 3.0 * look.scale, wide + 4.0, 20.0 * look.scale),
        Qt::AlignLeft | Qt::AlignVCenter, names[kind]);
    x = swatch.right() + wide + 22.0 * look.scale;
  }
}

void ProgramTimeline::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.setLayoutDirection(Qt::LeftToRight);  // time runs to the right
  const Theme& theme = currentTheme();
  painter.fillRect(viewport()->rect(), theme.panel);
  if (!m_report) return;
  const double width = viewport()->width();
  const Look look{&theme, fontScale(), width, axis(width, m_begin, m_end), m_stale};
  const double top = -verticalScrollBar()->value();
  paintAxis(painter, look, top);
  for (std::size_t lane = 0; lane < m_report->lanes.size(); ++lane)
    paintLane(painter, look, lane, top + (kAxis + static_cast<double>(lane) * (kLane + kGap)) * look.scale);
  paintLegend(painter, look, top + contentHeight() - kLegend * look.scale);
  if (m_selected >= 0) {
    const QRect box = itemRect(m_selected).adjusted(-1, -2, 1, 0);
    painter.setClipRect(QRectF(look.axis.left - 3.0, 0.0, look.axis.width + 6.0, viewport()->height()));
    painter.setPen(QPen(theme.focus, 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
  }
}

void ProgramTimeline::paintFigure(QPainter& painter, double width) const {
  if (!m_report) return;
  const Theme paper = Theme::make(ThemeKind::Light);
  const Look look{&paper, fontScale(), width, axis(width, 0.0, whole()), false};
  paintAxis(painter, look, 0.0);
  for (std::size_t lane = 0; lane < m_report->lanes.size(); ++lane)
    paintLane(painter, look, lane, (kAxis + static_cast<double>(lane) * (kLane + kGap)) * look.scale);
  paintLegend(painter, look, contentHeight() - kLegend * look.scale);
}

void ProgramTimeline::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateScroll();
}

bool ProgramTimeline::event(QEvent* event) {
  // Tab walks the blocks while there are some; at either end and with Ctrl it leaves.
  if (event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    const bool forward = key->key() == Qt::Key_Tab, back = key->key() == Qt::Key_Backtab;
    const bool more = forward ? m_selected + 1 < itemCount() : m_selected > 0;
    if ((forward || back) && more && (key->modifiers() & Qt::ControlModifier) == 0) {
      step(forward ? 1 : -1);
      return true;
    }
  }
  return QAbstractScrollArea::event(event);
}

void ProgramTimeline::keyPressEvent(QKeyEvent* event) {
  if ((event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0)
    return QAbstractScrollArea::keyPressEvent(event);
  const double middle = axis(viewport()->width(), m_begin, m_end).xOf(0.5 * (m_begin + m_end));
  switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
      return zoom(1.5, middle);
    case Qt::Key_S:
    case Qt::Key_Minus:
      return zoom(1.0 / 1.5, middle);
    case Qt::Key_A:
    case Qt::Key_Left:
      return pan(-0.1);
    case Qt::Key_D:
    case Qt::Key_Right:
      return pan(0.1);
    case Qt::Key_F:
      return fit();
    case Qt::Key_Escape:
      if (m_selected < 0) break;
      return select(-1);
    default:
      break;
  }
  QAbstractScrollArea::keyPressEvent(event);
}

void ProgramTimeline::wheelEvent(QWheelEvent* event) {
  const AxisWheel turn(*event);
  if (!turn.taken) return QAbstractScrollArea::wheelEvent(event);
  if (turn.zoom != 1.0) zoom(turn.zoom, event->position().x());
  if (turn.pan != 0.0) pan(turn.pan);
  event->accept();
}

void ProgramTimeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_report) return QAbstractScrollArea::mousePressEvent(event);
  const TimeAxis shown = axis(viewport()->width(), m_begin, m_end);
  const double x = event->position().x();
  select(x < shown.left ? -1 : eventAt(shown.secondsAt(x)));
}

void ProgramTimeline::mouseMoveEvent(QMouseEvent* event) {
  if (!m_report) return;
  const TimeAxis shown = axis(viewport()->width(), m_begin, m_end);
  const double x = event->position().x();
  const int under = x < shown.left ? -1 : eventAt(shown.secondsAt(x));
  if (under < 0)
    QToolTip::hideText();
  else
    QToolTip::showText(event->globalPosition().toPoint(), itemName(under), viewport());
}

}  // namespace astrolabe::ui
