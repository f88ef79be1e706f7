#include "ui/results/parts_panel.h"

#include <QPainter>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

PartsPanel::PartsPanel(StrategySelection& selection, QWidget* parent)
    : QWidget(parent), m_selection(selection) {
  setObjectName(u"timelineParts"_s);
  setAccessibleName(tr("Parts of the step"));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::MinimumExpanding);
  connect(&m_selection, &StrategySelection::changed, this, [this] {
    QStringList words;
    if (const auto detail = m_selection.detail())
      for (const Share& share : timeShares(detail->evaluation, currentTheme()))
        words << share.name + u' ' + durationText(share.value);
    setAccessibleDescription(words.join(u", "_s));
    updateGeometry();
    update();
  });
}

void PartsPanel::setBlock(const QString& words) {
  m_block = words;
  updateGeometry();
  update();
}

QSize PartsPanel::sizeHint() const {
  const auto detail = m_selection.detail();
  const qsizetype rows =
      (detail ? static_cast<qsizetype>(timeShares(detail->evaluation, currentTheme()).size()) : 0) +
      m_block.count(u'\n');
  return {scaled(280),
          scaled(110) + static_cast<int>(rows) * scaled(21) + (m_block.isEmpty() ? 0 : scaled(40))};
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
  for (const Share& share : shares) {
    line = row(scaled(20));
    paintSwatch(painter, QRectF(line.left(), line.center().y() - scaled(5), scaled(10), scaled(10)), share,
                theme);
    painter.setFont(ui::font(TextRole::Body));
    painter.setPen(theme.text);
    painter.drawText(line.adjusted(scaled(18), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, share.name);
    painter.drawText(line.adjusted(0, 0, -scaled(56), 0), Qt::AlignRight | Qt::AlignVCenter,
                     durationText(share.value));
    painter.setPen(theme.text2);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, percentText(share.value / e.step.value));
  }
  painter.setPen(theme.border);
  painter.drawLine(left, y + 2, right, y + 2);
  line = row(scaled(26));
  painter.setPen(theme.text);
  painter.setFont(ui::font(TextRole::BodyStrong));
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, tr("Sum"));
  painter.drawText(line.adjusted(0, 0, -scaled(56), 0), Qt::AlignRight | Qt::AlignVCenter,
                   durationText(e.time.total()));
  if (m_block.isEmpty()) return;
  y += scaled(8);
  const QStringList words = m_block.split(u'\n');
  painter.drawText(row(scaled(20)), Qt::AlignLeft | Qt::AlignVCenter, words.first());
  painter.setFont(ui::font(TextRole::Body));
  painter.setPen(theme.text2);
  for (int i = 1; i < words.size(); ++i)
    painter.drawText(row(scaled(20)), Qt::AlignLeft | Qt::AlignVCenter, words[i]);
}

}  // namespace astrolabe::ui
