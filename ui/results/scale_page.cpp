#include "ui/results/scale_page.h"

#include <QLabel>

#include "ui/render/numbers.h"
#include "ui/results/scale_plot.h"

namespace astrolabe::ui {

void ScalePage::setUpScale(const Names& names, const std::function<void(QWidget*, FlowRow*)>& ask) {
  setUp(names, ask);
  m_plot->setMinimumHeight(scaled(largeText() ? 150 : 110));
}

void ScalePage::draw(const Theme& theme) {
  m_plot->setAccessibleDescription(m_stale ? tr("Older than the current question") : QString());
  if (hasFigure()) return drawScale(*m_plot, scale(theme), theme, m_stale);
  clearScale(*m_plot, theme);
  m_plot->replot();
}

void ScalePage::tellCounts(std::size_t known, std::size_t all) {
  m_state->setText(tr("%1 of %2 counts", "how many are known")
                       .arg(wholeText(static_cast<double>(known)), wholeText(static_cast<double>(all))));
}

}  // namespace astrolabe::ui
