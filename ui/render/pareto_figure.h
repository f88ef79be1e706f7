#pragma once
// Speed against price on paper: the strategies of an answer as points, what nothing beats as a step line.

#include <QFont>
#include <QPainter>
#include <QString>
#include <optional>
#include <vector>

#include "ui/render/theme.h"

namespace astrolabe::ui {

struct FigurePoint {
  double usdPerTrillion = 0.0, tokensPerSecond = 0.0;
  std::size_t group = 0;  ///< which of ParetoFigure::groups
  bool frontier = false;  ///< set by markFigureFrontier()
};

/// GPU types that are used together, with the mark of their points.
struct FigureGroup {
  QString name;
  GpuStyle style;
};

struct ParetoFigure {
  std::vector<FigurePoint> points;
  std::vector<FigureGroup> groups;
  std::optional<std::size_t> best;  ///< index of the answer among the points; none where it has no price
  QString bestKind;                 ///< what its kind is called; empty: a strategy, number 1 of the ranking
  std::optional<double> limit;      ///< most $/1T tokens that the job allows
  double plot = 210.0;              ///< height between the axes, design pixels
};

/// Marks the points that no other one is as cheap and as fast as, and better in one.
void markFigureFrontier(std::vector<FigurePoint>& points);
/// Round values within [low, high], about `count` of them.
std::vector<double> roundSteps(double low, double high, int count);
/// Design pixels that the figure needs at this width.
double paretoHeight(const ParetoFigure& figure, double width, const QFont& letters);
void paintPareto(QPainter& painter, double width, const ParetoFigure& figure, const Theme& theme,
                 const QFont& letters);

}  // namespace astrolabe::ui
