#include "ui/results/share_bars.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/results/program_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kRow = 84.0, kLabelWidth = 20.0, kShareBar = 12.0, kShareMargin = 12.0;
constexpr int kDecimals = 3;  ///< of a percentage: shares of thousands of devices are small

}  // namespace

ShareBars::ShareBars(PlanDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  installAccessiblePlots();
  setObjectName(u"programShares"_s);
  setAccessibleName(tr("Share of each device"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBars::setReport(const ProgramPtr& report) {
  m_report = report && report->fits() ? report : nullptr;
  m_current = 0;
  updateGeometry();
  update();
}

void ShareBars::setStale(bool stale) {
  m_stale = stale;
  update();
}

QSize ShareBars::sizeHint() const { return {scaled(240), itemCount() * scaled(kRow) + scaled(4)}; }

QSize ShareBars::minimumSizeHint() const { return {scaled(190), sizeHint().height()}; }

int ShareBars::itemCount() const { return m_report ? static_cast<int>(m_report->shares.size()) : 0; }

QString ShareBars::itemName(int index) const {
  const plan::ProgramLane& lane = m_report->shares[static_cast<std::size_t>(index)];
  const QString told = tr("%1 × %2: %3 each, in proportion to speed %4; %5 each; busy %6; %7")
                           .arg(lane.devices)
                           .arg(QString::fromStdString(lane.pool_id), percentText(lane.share, kDecimals),
                                percentText(lane.proportional, kDecimals), speedText(lane.flops_per_second),
                                durationText(lane.busy.value), laneMemoryText(lane));
  const QString limit = laneLimitText(*m_report, lane);
  return limit.isEmpty() ? told : told + u"; "_s + limit;
}

QRect ShareBars::itemRect(int index) const { return {0, index * scaled(kRow), width(), scaled(kRow)}; }

void ShareBars::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
  const int next = m_current + step;
  if (step == 0 || next < 0 || next >= itemCount()) return QWidget::keyPressEvent(event);
  m_current = next;
  announceItem(*this, next);
  update();
}

void ShareBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setLayoutDirection(Qt::LeftToRight);
  const Theme& theme = currentTheme();
  if (!m_report) return;
  double most = 1e-12;
  for (const plan::ProgramLane& lane : m_report->shares)
    most = std::max({most, lane.share, lane.proportional});
  const double left = scaled(kShareMargin), room = width() - 2.0 * left;
  for (int i = 0; i < itemCount(); ++i) {
    const plan::ProgramLane& lane = m_report->shares[static_cast<std::size_t>(i)];
    const GpuStyle style = theme.gpu(gpuIndexOf(m_document, lane.pool_id));
    const double top = i * scaled(kRow);
    const QRectF words(left, top, room, scaled(kLabelWidth));
    drawShape(painter, QRectF(left, top + scaled(5), scaled(10), scaled(10)), style.shape, style.color);
    painter.setPen(theme.text);
    painter.setFont(ui::font(TextRole::BodyStrong));
    painter.drawText(
        words.adjusted(scaled(16), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        tr("%1 × %2", "devices of a pool").arg(lane.devices).arg(QString::fromStdString(lane.pool_id)));
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 each").arg(percentText(lane.share, kDecimals)));
    const QRectF track(left, words.bottom(), room, scaled(kShareBar));
    painter.fillRect(track, theme.header);
    if (m_stale) painter.setOpacity(0.72);
    fillPattern(painter, QRectF(track.left(), track.top(), room * lane.share / most, track.height()), style,
                theme.panel);
    painter.setOpacity(1.0);
    const double at = track.left() + room * lane.proportional / most;
    painter.fillRect(QRectF(std::min(at, track.right() - 2.0), track.top() - 2.0, 2.0, track.height() + 4.0),
                     theme.text);
    painter.setFont(ui::font(TextRole::Caption));
    painter.setPen(theme.text2);
    const QString lines[] = {
        tr("%1 · busy %2").arg(speedText(lane.flops_per_second), durationText(lane.busy.value)),
        laneMemoryText(lane), laneLimitText(*m_report, lane)};
    double line = track.bottom() + 2.0;
    for (const QString& told : lines) {
      painter.drawText(QRectF(left, line, room, scaled(16)), Qt::AlignLeft | Qt::AlignVCenter, told);
      line += scaled(15);
    }
    if (isItemSelected(i)) {
      painter.setPen(QPen(theme.focus, 2.0));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(QRectF(itemRect(i)).adjusted(4.0, 1.0, -4.0, -3.0));
    }
  }
}

}  // namespace astrolabe::ui
