#include "ui/results/plot_bars.h"

#include <algorithm>

#include "ui/render/marks.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

void addBar(NamedPlot& plot, double from, double to, double row, const PartStyle& style, const Theme& theme,
            bool stale) {
  auto* box = new QCPItemRect(&plot);
  box->topLeft->setCoords(std::min(from, to), row - kHalfBar);
  box->bottomRight->setCoords(std::max(from, to), row + kHalfBar);
  box->setPen(Qt::NoPen);
  box->setBrush(partBrush(style, theme, stale ? 0.72 : 1.0));
  box->setAntialiased(false);
}

void addBarText(NamedPlot& plot, double x, double row, const QString& text, const QColor& color, bool right,
                bool clipped) {
  auto* label = new QCPItemText(&plot);
  label->position->setCoords(x, row);
  label->setPositionAlignment((right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  label->setPadding(QMargins(scaled(6), 0, scaled(6), 0));
  label->setText(text);
  label->setFont(ui::font(TextRole::Caption));
  label->setColor(color);
  if (!clipped) label->setClipToAxisRect(false);
}

}  // namespace astrolabe::ui
