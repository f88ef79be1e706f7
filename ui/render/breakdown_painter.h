#pragma once
// Where time, memory and money of one strategy go: stacked bars and the rows behind them.

#include <QPainter>
#include <QString>
#include <vector>

#include "core/engine.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// One labelled share of a whole.
struct Share {
  QString name;
  double value = 0.0;
  QColor color, ink;
  bool hatch = false;
  QString pattern{};  ///< of the palette for print

  PartStyle style() const { return {color, ink, hatch, pattern}; }
};

QString partName(cost::Part part);
/// Seconds by part, in their fixed order; parts of zero are left out. They add up to the step.
std::vector<Share> timeShares(const cost::Evaluation& evaluation, const Theme& theme);
/// Bytes by part of one stage; they add up to what the driver reports.
std::vector<Share> memoryShares(const cost::StageMemory& memory, const Theme& theme);
/// memoryShares() with what is free below the limit and what the headroom reserves above it: a whole GPU of
/// `capacity`. Both are 0 where the parts take more.
std::vector<Share> gpuMemoryShares(const cost::StageMemory& memory, Bytes capacity, const Theme& theme);
/// A part of what an hour costs: its looks, without a value, and where that stands.
struct MoneyPart {
  Share looks;
  double cost::Money::*usd = nullptr;
  bool always = true;  ///< false: only some questions have a price for it
};
/// In the order in which they are stacked; they add up to an hour.
std::vector<MoneyPart> moneyParts(const Theme& theme);
/// USD an hour by part; empty without a price.
std::vector<Share> moneyShares(const cost::Evaluation& evaluation, const Theme& theme);

/// "With failures: 97.1 % of the time makes progress; the job takes 216 d and 1.7 M USD."
QString goodputText(const cost::Evaluation& evaluation);
/// What the goodput rests on: failures, checkpoints, restarts.
QString goodputSource(const cost::Evaluation& evaluation);

/// A horizontal stacked bar over `rect` in which `whole` is its full width; values inside where they fit.
void paintStack(QPainter& painter, const QRectF& rect, const std::vector<Share>& shares, double whole,
                const Theme& theme, const std::function<QString(double)>& text);
/// Legend swatch, outlined when its fill is close to the panel.
void paintSwatch(QPainter& painter, const QRectF& rect, const Share& share, const Theme& theme);

}  // namespace astrolabe::ui
