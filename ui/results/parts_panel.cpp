#include "ui/results/parts_panel.h"

#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <utility>

#include "ui/render/cause_words.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/timeline_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Widths in pixels of the base font: usual, least, and what the shares in per cent take where there is room.
constexpr int kUsualWidth = 280, kLeastWidthOfParts = 200, kPercentWidth = 56, kPercentsFrom = 250;

}  // namespace

PartsPanel::PartsPanel(StrategySelection& selection, QWidget* parent)
    : QWidget(parent), m_selection(selection) {
  setObjectName(u"partsPanel"_s);
  setAccessibleName(tr("Parts of the step"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
  connect(&m_selection, &StrategySelection::changed, this, &PartsPanel::follow);
}

void PartsPanel::follow() {
  m_outdated = !isVisible() && window()->isVisible();
  if (m_outdated) return;  // behind another tab: told when it is looked at
  QStringList words;
  if (const auto detail = m_selection.detail())
    for (const Share& share : timeShares(detail->evaluation, currentTheme()))
      words << share.name + u' ' + durationText(share.value);
  setAccessibleDescription(words.join(u", "_s));
  refresh();
}

void PartsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_outdated) follow();
}

void PartsPanel::setBlock(const QString& words) {
  if (std::exchange(m_block, words) != words) refresh();
}

void PartsPanel::setReading(const QString& lines) {
  if (std::exchange(m_reading, lines) != lines) refresh();
}

/// Lines that are broken elsewhere take another height as well.
void PartsPanel::refresh() {
  const auto detail = m_selection.detail();
  setToolTip(detail ? partMeanings(detail->evaluation) : QString());
  const QSize hint = sizeHint();
  if (std::exchange(m_hint, hint) != hint) updateGeometry();
  update();
}

QSize PartsPanel::sizeHint() const {
  const auto detail = m_selection.detail();
  if (!detail) return {scaled(kUsualWidth), scaled(110)};
  QPixmap none(1, 1);
  QPainter painter(&none);
  int y = scaled(90) + static_cast<int>(timeShares(detail->evaluation, currentTheme()).size()) * scaled(20) +
          scaled(30);
  y = paintSigns(painter, y, false);
  y = paintIdle(painter, y, false);
  for (const QString* words : {&m_block, &m_reading}) y = paintWords(painter, y, *words, false);
  return {scaled(kUsualWidth), y + scaled(12)};
}

QSize PartsPanel::minimumSizeHint() const { return {scaled(kLeastWidthOfParts), sizeHint().height()}; }

void PartsPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) refresh();
}

/// Lines with the first in strong type, long ones broken; returns where it ends.
int PartsPanel::paintWords(QPainter& painter, int y, const QString& words, bool draw) const {
  if (words.isEmpty()) return y;
  const Theme& theme = currentTheme();
  y += scaled(10);
  bool first = true;
  const int wide = std::max(width(), scaled(kLeastWidthOfParts)) - scaled(28);
  for (const QString& line : words.split(u'\n')) {
    painter.setFont(ui::font(first ? TextRole::BodyStrong : TextRole::Body));
    const int flags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
    const int high = std::max(
        scaled(20),
        painter.fontMetrics().boundingRect(QRect(0, 0, wide, 10 * scaled(20)), flags, line).height());
    if (draw) {
      painter.setPen(first ? theme.text : theme.text2);
      painter.drawText(QRect(scaled(14), y, wide, high), flags, line);
    }
    first = false;
    y += high;
  }
  return y;
}

int PartsPanel::paintSigns(QPainter& painter, int y, bool draw) const {
  const Theme& theme = currentTheme();
  y += scaled(10);
  const auto row = [&](const QString& text, const auto& sign) {
    if (draw) {
      sign(QRectF(scaled(14), y + scaled(5), scaled(16), scaled(10)));
      painter.setFont(ui::font(TextRole::Body));
      painter.setPen(theme.text2);
      painter.drawText(QRect(scaled(38), y, width() - scaled(52), scaled(20)),
                       Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    y += scaled(20);
  };
  row(tr("on the critical path"), [&](const QRectF& box) {
    painter.setPen(QPen(theme.best, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(1, 0, -1, 0));
  });
  const QColor green = theme.part(cost::Part::pipeline_transfer).color;
  row(tr("send, receive"), [&](const QRectF& box) {
    painter.fillRect(QRectF(box.left() + 2, box.top() - 1, scaled(5), box.height() + 2), green);
    painter.setPen(green);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(box.left() + scaled(9), box.top() - 1, scaled(4), box.height() + 1));
  });
  row(tr("waiting (bubble)"), [&](const QRectF& box) { fillHatch(painter, box, theme); });
  return y;
}

/// How much of the step each stage has no work, on one scale.
int PartsPanel::paintIdle(QPainter& painter, int y, bool draw) const {
  const Theme& theme = currentTheme();
  const auto detail = m_selection.detail();
  const auto& lanes = detail->timeline.lanes;
  y += scaled(10);
  if (draw) {
    painter.setFont(ui::font(TextRole::BodyStrong));
    painter.setPen(theme.text);
    painter.drawText(QRect(scaled(14), y, width() - scaled(28), scaled(20)), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Idle share by stage"));
  }
  y += scaled(22);
  double most = 1e-9;
  for (const cost::Lane& lane : lanes) most = std::max(most, lane.idle);
  painter.setFont(ui::font(TextRole::Body));
  int left = scaled(58);
  for (std::size_t stage = 0; draw && stage < lanes.size(); ++stage) {
    const QString sign = laneSign(*detail, static_cast<int>(stage));
    left = std::max(left, scaled(20) + painter.fontMetrics().horizontalAdvance(sign));
  }
  const int room = std::max(1, width() - left - scaled(70));
  for (std::size_t stage = 0; stage < lanes.size(); ++stage, y += scaled(19)) {
    if (!draw) continue;
    const QRect line(scaled(14), y, width() - scaled(28), scaled(19));
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, laneSign(*detail, static_cast<int>(stage)));
    fillHatch(painter, QRectF(left, y + scaled(5), room * lanes[stage].idle / most, scaled(9)), theme);
    painter.setPen(theme.text2);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, percentText(lanes[stage].idle));
  }
  return y;
}

void PartsPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  painter.fillRect(rect(), theme.panel);
  painter.setPen(theme.border);
  painter.drawLine(rect().topLeft(), rect().bottomLeft());
  const auto detail = m_selection.detail();
  if (!detail) return;
  const cost::Evaluation& e = detail->evaluation;
  const int left = scaled(14);
  const int right = width() - scaled(14);
  int y = scaled(10);
  const auto row = [&](int high) {
    const QRect line(left, y, right - left, high);
    y += high;
    return line;
  };
  QRect line = row(scaled(24));
  painter.setPen(theme.text2);
  painter.setFont(ui::font(TextRole::Body));
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, tr("Step time"));
  painter.setPen(theme.text);
  painter.setFont(ui::font(TextRole::Figure));
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
                   QLocale().toString(e.step.value, 'f', 2) + u"\u202Fs"_s);
  painter.setFont(ui::font(TextRole::Caption));
  painter.setPen(theme.text3);
  painter.drawText(
      row(scaled(16)), Qt::AlignRight | Qt::AlignVCenter,
      tr("80 % band %1 to %2").arg(durationText(e.step_low.value), durationText(e.step_high.value)));
  y += scaled(4);
  const std::vector<Share> shares = timeShares(e, theme);
  paintStack(painter, row(scaled(16)), shares, e.step.value, theme, {});
  y += scaled(6);
  const bool percents = width() >= scaled(kPercentsFrom);
  const int behind = percents ? scaled(kPercentWidth) : 0;
  for (const Share& share : shares) {
    line = row(scaled(20));
    paintSwatch(painter, QRectF(line.left(), line.center().y() - scaled(5), scaled(10), scaled(10)), share,
                theme);
    painter.setFont(ui::font(TextRole::Body));
    painter.setPen(theme.text);
    painter.drawText(line.adjusted(scaled(18), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, share.name);
    painter.drawText(line.adjusted(0, 0, -behind, 0), Qt::AlignRight | Qt::AlignVCenter,
                     durationText(share.value));
    if (!percents) continue;
    painter.setPen(theme.text2);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, percentText(share.value / e.step.value));
  }
  painter.setPen(theme.border);
  painter.drawLine(left, y + 2, right, y + 2);
  line = row(scaled(26));
  painter.setPen(theme.text);
  painter.setFont(ui::font(TextRole::BodyStrong));
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, tr("Sum"));
  painter.drawText(line.adjusted(0, 0, -behind, 0), Qt::AlignRight | Qt::AlignVCenter,
                   durationText(e.time.total()));
  y = paintSigns(painter, y, true);
  y = paintIdle(painter, y, true);
  y = paintWords(painter, y, m_block, true);
  paintWords(painter, y, m_reading, true);
}

}  // namespace astrolabe::ui
