#include "ui/results/timeline_view.h"

#include <QPainter>
#include <QScrollBar>
#include <cmath>

#include "ui/render/kind_words.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Whether both are of one layout.
bool ofOneLayout(const planning::OptionPtr& a, const planning::OptionPtr& b) {
  return a && b && planning::same(layoutOf(*a), layoutOf(*b));
}

/// Whether the strategy still has that block: of another question it may have fewer.
bool hasBlock(const planning::Option& detail, SpanRef ref) {
  if (ref.lane < 0 || static_cast<std::size_t>(ref.lane) >= detail.timeline.lanes.size()) return false;
  const cost::Lane& lane = detail.timeline.lanes[static_cast<std::size_t>(ref.lane)];
  return static_cast<std::size_t>(ref.index) < blocksOf(lane, ref.transfer).size();
}

}  // namespace

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
  const auto previous = m_detail, below = m_other;
  m_detail = m_selection.detail();
  m_other = m_selection.other();
  const auto snapshot = m_selection.snapshot();
  m_labels.clear();
  m_otherLabels.clear();
  if (m_detail && (!snapshot || !snapshot->problem || m_detail->timeline.lanes.empty())) m_detail.reset();
  if (!m_detail || (m_other && ofOneLayout(m_other, m_detail))) m_other.reset();
  const auto labels = [&](const planning::Option& detail) {
    return laneLabels(detail, *snapshot->problem, currentTheme(),
                      [this](const std::string& id) { return m_document.gpuIndex(id); });
  };
  if (m_detail) m_labels = labels(*m_detail);
  if (m_other) m_otherLabels = labels(*m_other);
  m_look.heading = m_other != nullptr;
  m_look.fold = m_wantFold && m_other == nullptr;  // a fold would bend one of two scales
  if (m_other) {
    m_overlay.heading = m_selection.label() + u"  "_s + layoutLine(layoutOf(*m_detail));
    m_otherHeading = m_selection.otherLabel() + u"  "_s + layoutLine(layoutOf(*m_other));
  }
  const bool same = ofOneLayout(previous, m_detail);
  const bool sameBelow = ofOneLayout(below, m_other);
  layRows();
  const SpanRef selected = m_overlay.selected;
  if (!same || (selected.lower && !sameBelow) || !hasBlock(detailOf(selected.lower), selected))
    m_overlay.selected = {};
  if (!same || (m_otherMeasure && !sameBelow)) clearMeasure();
  if (m_detail && wholeLength() != before) {
    m_begin = 0.0;
    m_end = wholeLength();
    m_overlay.cursor.reset();
  }
  updateLook();
  updateScroll();
  viewport()->update();
  emit spanSelected();
  emit looksChanged();  // there may be something to fold now, or nothing any more
}

QString TimelineView::whyNothingFolds() const {
  if (!m_detail) return tr("There is no timeline yet.");
  if (m_other) return tr("Two strategies stand on one scale.");
  return m_detail->timeline.fold_repeats > 0 ? QString() : tr("Nothing repeats often enough in this step.");
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

double TimelineView::lowerGap() const { return 24.0 * m_look.scale; }
double TimelineView::lowerTop() const { return painter().height() + lowerGap(); }

TimelineOverlay TimelineView::overlay(bool lower) const {
  TimelineOverlay shown = m_overlay;
  if (lower) {
    shown.heading = m_otherHeading;
    shown.measure = m_otherMeasure;
  }
  // A painter knows the blocks of its own drawing.
  if (shown.selected.lower != lower) shown.selected = {};
  shown.selected.lower = false;
  return shown;
}

TimeAxis TimelineView::axis() const { return painter().axis(viewport()->width(), m_begin, m_end); }

void TimelineView::updateScroll() {
  double content = m_detail ? painter().height() : 0.0;
  if (m_other) content = lowerTop() + otherPainter().height();
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

void TimelineView::showRange(double begin, double end) {
  if (!m_detail || end <= begin || begin >= wholeLength()) return;
  m_begin = std::max(0.0, begin);
  m_end = std::min(end, wholeLength());
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

void TimelineView::setCursorTime(std::optional<double> seconds) {
  if (m_overlay.cursor == seconds) return;
  m_overlay.cursor = seconds;
  viewport()->update();
  emit cursorMoved();
}

void TimelineView::measureBetween(double begin, double end, int lane, bool lower) {
  if (!m_detail || (lower && !m_other)) return;
  clearMeasures();
  QStringList texts;
  if (!lower || lane < 0) m_overlay.measure = measure(m_detail->timeline, begin, end, lane);
  if (m_other && (lower || lane < 0)) m_otherMeasure = measure(m_other->timeline, begin, end, lane);
  for (const auto& made : {m_overlay.measure, m_otherMeasure})
    if (made) texts << measureText(*made);
  setAccessibleDescription(texts.join(u'\n'));
  viewport()->update();
}

void TimelineView::clearMeasures() {
  m_overlay.measure.reset();
  m_otherMeasure.reset();
}

void TimelineView::clearMeasure() {
  clearMeasures();
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
    painter().paint(canvas, axis(), overlay(false));
    if (m_other) {
      canvas.translate(0, lowerTop());
      otherPainter().paint(canvas, axis(), overlay(true));
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
  if (!m_detail) return 0.0;
  const double upper = TimelinePainter(m_detail->timeline, m_labels, paperLook()).height();
  if (!m_other) return upper;
  return upper + lowerGap() + TimelinePainter(m_other->timeline, m_otherLabels, paperLook()).height();
}

void TimelineView::paintFigure(QPainter& canvas, double width) const {
  if (!m_detail) return;
  const TimelinePainter paper(m_detail->timeline, m_labels, paperLook());
  const TimeAxis whole = paper.axis(width, 0.0, wholeLength());
  TimelineOverlay heading;
  heading.heading = m_overlay.heading;
  paper.paint(canvas, whole, heading);
  if (!m_other) return;
  heading.heading = m_otherHeading;
  canvas.save();
  canvas.translate(0, paper.height() + lowerGap());
  TimelinePainter(m_other->timeline, m_otherLabels, paperLook()).paint(canvas, whole, heading);
  canvas.restore();
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
