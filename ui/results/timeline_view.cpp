#include "ui/results/timeline_view.h"

#include <QPainter>
#include <QScrollBar>
#include <cmath>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

TimelineView::TimelineView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QAbstractScrollArea(parent), m_document(document), m_selection(selection) {
  installAccessiblePlots();
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
  const double before = m_detail ? wholeLength() : 0.0;
  const auto previous = m_detail;
  m_detail = m_selection.detail();
  m_other = m_selection.other();
  const auto snapshot = m_selection.snapshot();
  m_labels.clear();
  m_otherLabels.clear();
  if (m_detail && (!snapshot || !snapshot->problem || m_detail->timeline.lanes.empty())) m_detail.reset();
  if (!m_detail || (m_other && m_other->evaluation.strategy == m_detail->evaluation.strategy))
    m_other.reset();
  const auto labels = [&](const Detail& detail) {
    return laneLabels(detail, *snapshot->problem, currentTheme(),
                      [this](const std::string& id) { return m_document.gpuIndex(id); });
  };
  if (m_detail) m_labels = labels(*m_detail);
  if (m_other) m_otherLabels = labels(*m_other);
  m_look.heading = m_other != nullptr;
  m_look.fold = m_wantFold && m_other == nullptr;  // a fold would bend one of two scales
  if (m_other) {
    m_overlay.heading = m_selection.label() + u"  "_s + degreesText(m_detail->evaluation.strategy);
    m_otherHeading = m_selection.otherLabel() + u"  "_s + degreesText(m_other->evaluation.strategy);
  }
  const bool same = previous && m_detail && previous->evaluation.strategy == m_detail->evaluation.strategy;
  if (!same) {
    m_overlay.selected = {};
    m_overlay.measure.reset();
    m_mark.reset();
  }
  if (m_detail && wholeLength() != before) {
    m_begin = 0.0;
    m_end = wholeLength();
    m_overlay.cursor.reset();
  }
  updateLook();
  updateScroll();
  viewport()->update();
  emit spanSelected();
}

double TimelineView::wholeLength() const {
  const double own = m_detail ? m_detail->timeline.step : 1.0;
  return m_other ? std::max(own, m_other->timeline.step) : own;
}

void TimelineView::updateLook() {
  m_look.theme = currentTheme();
  m_look.caption = ui::font(TextRole::Caption);
  m_look.body = ui::font(TextRole::Body);
  m_look.strong = ui::font(TextRole::BodyStrong);
  m_look.scale = fontScale();
  // Lanes as high as the view allows, so that all stages are in sight when possible.
  if (!m_detail) return;
  const std::size_t lanes = m_detail->timeline.lanes.size() + (m_other ? m_other->timeline.lanes.size() : 0);
  const double each = viewport()->height() / m_look.scale / static_cast<double>(lanes);
  m_look.laneHeight = each > 150 ? 54.0 : each > 60 ? 28.0 : 18.0;
}

TimelinePainter TimelineView::painter() const { return {m_detail->timeline, m_labels, m_look}; }
TimelinePainter TimelineView::otherPainter() const { return {m_other->timeline, m_otherLabels, m_look}; }

TimeAxis TimelineView::axis() const { return painter().axis(viewport()->width(), m_begin, m_end); }

void TimelineView::updateScroll() {
  double content = m_detail ? painter().height() : 0.0;
  if (m_other) content += 24.0 * m_look.scale + otherPainter().height();
  verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(content) - viewport()->height()));
  verticalScrollBar()->setPageStep(viewport()->height());
}

void TimelineView::setStale(bool stale) {
  m_look.stale = stale;
  viewport()->update();
}

void TimelineView::setFolded(bool folded) {
  if (m_wantFold == folded) return;
  m_wantFold = folded;
  m_look.fold = folded && m_other == nullptr;
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
  m_end = wholeLength();
  viewport()->update();
}

void TimelineView::zoom(double factor, double atX) {
  if (!m_detail) return;
  const TimeAxis now = axis();
  const double whole = wholeLength();
  const double at = std::clamp(now.secondsAt(std::max(atX, now.left)), m_begin, m_end);
  const double length = std::clamp((m_end - m_begin) / factor, whole * 1e-4, whole);
  const double share = (at - m_begin) / (m_end - m_begin);
  m_begin = std::clamp(at - share * length, 0.0, whole - length);
  m_end = m_begin + length;
  viewport()->update();
}

void TimelineView::pan(double share) {
  if (!m_detail) return;
  const double length = m_end - m_begin;
  m_begin = std::clamp(m_begin + share * length, 0.0, wholeLength() - length);
  m_end = m_begin + length;
  viewport()->update();
}

const cost::Span& TimelineView::at(SpanRef ref) const {
  const cost::Lane& lane = m_detail->timeline.lanes[static_cast<std::size_t>(ref.lane)];
  return (ref.transfer ? lane.transfers : lane.work)[static_cast<std::size_t>(ref.index)];
}

void TimelineView::selectSpan(SpanRef span) {
  m_overlay.selected = span;
  setAccessibleDescription(describe(span));
  if (span.lane >= 0 && !span.transfer) {
    int item = span.index;
    for (int lane = 0; lane < span.lane; ++lane)
      item += static_cast<int>(m_detail->timeline.lanes[static_cast<std::size_t>(lane)].work.size());
    announceItem(*this, item);
  }
  viewport()->update();
  emit spanSelected();
}

/// Brings a block into sight: shifts the view, and unfolds when it is folded away.
void TimelineView::reveal(SpanRef ref) {
  const cost::Span& span = at(ref);
  if (span.end > m_end || span.start < m_begin) {
    const double length = m_end - m_begin;
    m_begin = std::clamp((span.start + span.end - length) / 2, 0.0, wholeLength() - length);
    m_end = m_begin + length;
  }
  if (painter().placeOf(axis(), ref).isEmpty()) setFolded(false);
}

void TimelineView::step(int direction) {
  if (!m_detail) return;
  const auto& lanes = m_detail->timeline.lanes;
  const auto size = [&](int lane) {
    return static_cast<int>(lanes[static_cast<std::size_t>(lane)].work.size());
  };
  const SpanRef now = m_overlay.selected.transfer ? SpanRef{} : m_overlay.selected;
  int lane = std::max(0, now.lane);
  int index = (now.lane < 0 ? (direction > 0 ? -1 : size(0)) : now.index) + direction;
  if (index >= size(lane)) {
    lane = (lane + 1) % static_cast<int>(lanes.size());
    index = 0;
  } else if (index < 0) {
    lane = (lane + static_cast<int>(lanes.size()) - 1) % static_cast<int>(lanes.size());
    index = size(lane) - 1;
  }
  if (index < 0 || index >= size(lane)) return;
  reveal({lane, index});
  selectSpan({lane, index});
}

bool TimelineView::find(const QString& text) {
  const auto query = readSpanQuery(text);
  if (!query || !m_detail) return false;
  const int count = itemCount();
  int from = 0;
  for (int item = 0; item < count; ++item)
    if (isItemSelected(item)) from = item + 1;
  for (int n = 0; n < count; ++n) {
    const SpanRef ref = spanOf((from + n) % count);
    if (!query->matches(at(ref), ref.lane)) continue;
    reveal(ref);
    selectSpan(ref);
    return true;
  }
  return false;
}

QString TimelineView::describe(SpanRef ref) const {
  if (!m_detail || ref.lane < 0) return {};
  const cost::Span& span = at(ref);
  QStringList lines;
  lines << (span.micro_batch >= 0 ? tr("%1 %2 · stage %3", "kind, micro-batch, stage")
                                        .arg(spanName(span.kind))
                                        .arg(span.micro_batch + 1)
                                        .arg(ref.lane + 1)
                                  : tr("%1 · stage %2").arg(spanName(span.kind)).arg(ref.lane + 1));
  lines << tr("Start %1").arg(QLocale().toString(span.start, 'f', 3) + u"\u202Fs"_s);
  lines << tr("Length %1").arg(durationText(span.end - span.start));
  if (span.bytes > 0.0) {
    const QString size = tr("%1 MB").arg(QLocale().toString(span.bytes / 1e6, 'f', 1));
    lines << (span.peer >= 0
                  ? (span.kind == cost::SpanKind::send ? tr("%1 to stage %2") : tr("%1 from stage %2"))
                        .arg(size)
                        .arg(span.peer + 1)
                  : tr("%1 moved").arg(size));
    if (span.end > span.start) lines << tr("at %1").arg(bandwidthText(span.bytes / (span.end - span.start)));
  }
  if (span.waited > 1e-6)
    lines << (span.waited_for >= 0
                  ? tr("Waited %1 for stage %2").arg(durationText(span.waited)).arg(span.waited_for + 1)
                  : tr("Waited %1").arg(durationText(span.waited)));
  if (span.critical) lines << tr("On the critical path");
  return lines.join(u'\n');
}

QStringList TimelineView::reading() const {
  if (!m_detail || !m_overlay.cursor) return {};
  const double t = *m_overlay.cursor;
  QStringList lines{tr("At %1").arg(QLocale().toString(t, 'f', 3) + u"\u202Fs"_s)};
  int stage = 0;
  for (const cost::Lane& lane : m_detail->timeline.lanes) {
    ++stage;
    const auto found = std::partition_point(lane.work.begin(), lane.work.end(),
                                            [&](const cost::Span& span) { return span.end <= t; });
    QString what = tr("waits");
    if (found != lane.work.end() && found->start <= t)
      what = found->micro_batch >= 0 ? u"%1 %2"_s.arg(spanName(found->kind)).arg(found->micro_batch + 1)
                                     : spanName(found->kind);
    double held = 0.0;
    for (const cost::MemoryStep& level : lane.memory)
      if (level.time <= t) held = level.activation_bytes;
    lines << tr("S%1 %2, %3", "stage, what it does, memory")
                 .arg(stage)
                 .arg(what, gibText(lane.fixed_bytes + held));
  }
  return lines;
}

void TimelineView::setCursorTime(std::optional<double> seconds) {
  if (m_overlay.cursor == seconds) return;
  m_overlay.cursor = seconds;
  viewport()->update();
  emit cursorMoved();
}

void TimelineView::measureBetween(double begin, double end, int lane) {
  if (!m_detail) return;
  m_overlay.measure = measure(m_detail->timeline, begin, end, lane);
  setAccessibleDescription(measureText(*m_overlay.measure));
  viewport()->update();
}

void TimelineView::clearMeasure() {
  m_overlay.measure.reset();
  m_mark.reset();
  viewport()->update();
}

void TimelineView::paintEvent(QPaintEvent*) {
  QPainter canvas(viewport());
  const Theme& theme = currentTheme();
  canvas.fillRect(viewport()->rect(), theme.panel);
  if (!m_detail) {
    canvas.setPen(theme.text2);
    canvas.setFont(ui::font(TextRole::Body));
    canvas.drawText(viewport()->rect(), Qt::AlignCenter, tr("No strategy to show yet."));
  } else {
    canvas.translate(0, -verticalScrollBar()->value());
    painter().paint(canvas, axis(), m_overlay);
    if (m_other) {
      canvas.translate(0, painter().height() + 24.0 * m_look.scale);
      TimelineOverlay below;
      below.heading = m_otherHeading;
      below.cursor = m_overlay.cursor;
      otherPainter().paint(canvas, axis(), below);
    }
    canvas.resetTransform();
  }
  if (!hasFocus()) return;
  canvas.setPen(QPen(theme.focus, 2));
  canvas.setBrush(Qt::NoBrush);
  canvas.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
}

TimelineLook TimelineView::paperLook() const {
  TimelineLook look = m_look;
  look.theme = Theme::make(ThemeKind::Light);
  look.stale = false;
  return look;
}

double TimelineView::figureHeight() const {
  return m_detail ? TimelinePainter(m_detail->timeline, m_labels, paperLook()).height() : 0.0;
}

void TimelineView::paintFigure(QPainter& canvas, double width) const {
  if (!m_detail) return;
  const TimelinePainter paper(m_detail->timeline, m_labels, paperLook());
  TimelineOverlay overlay;
  overlay.heading = m_overlay.heading;
  paper.paint(canvas, paper.axis(width, 0.0, m_detail->timeline.step), overlay);
}

int TimelineView::itemCount() const {
  int count = 0;
  if (m_detail)
    for (const cost::Lane& lane : m_detail->timeline.lanes) count += static_cast<int>(lane.work.size());
  return count;
}

SpanRef TimelineView::spanOf(int item) const {
  for (int lane = 0; lane < static_cast<int>(m_detail->timeline.lanes.size()); ++lane) {
    const int size = static_cast<int>(m_detail->timeline.lanes[static_cast<std::size_t>(lane)].work.size());
    if (item < size) return {lane, item};
    item -= size;
  }
  return {};
}

QString TimelineView::itemName(int index) const { return describe(spanOf(index)).replace(u'\n', u", "_s); }

QRect TimelineView::itemRect(int index) const {
  return painter()
      .placeOf(axis(), spanOf(index))
      .translated(0, -verticalScrollBar()->value())
      .toAlignedRect();
}

bool TimelineView::isItemSelected(int index) const {
  return m_overlay.selected.lane >= 0 && spanOf(index) == m_overlay.selected;
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateLook();
  updateScroll();
}

void TimelineView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
    refresh();
}

}  // namespace astrolabe::ui
