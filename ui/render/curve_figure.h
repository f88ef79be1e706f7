#pragma once
// Curves on paper: lines with marks over one pair of axes that begin at 0, levels as dashed lines, one point
// that was chosen. Colour never tells alone: each line has a mark of its own, a level its words.

#include <QPainter>
#include <QPointF>
#include <QString>
#include <optional>
#include <vector>

#include "ui/render/theme.h"

namespace astrolabe::ui {

struct CurveLine {
  QString name;
  std::vector<QPointF> points;  ///< by x
};

struct CurveLevel {
  QString name;
  double y = 0.0;
};

struct CurveFigure {
  QString x, y;  ///< what the axes are of
  std::vector<CurveLine> lines;
  std::vector<CurveLevel> levels;
  std::optional<QPointF> chosen;
  QString chosenName;
  std::optional<double> top;  ///< of the y axis; none: the highest point
  double plot = 190.0;        ///< height between the axes, design pixels
};

/// Design pixels that the figure needs.
double curveHeight(const CurveFigure& figure);
/// Points above the top are left out, the line goes to the edge.
void paintCurves(QPainter& painter, double width, const CurveFigure& figure, const Theme& theme);

}  // namespace astrolabe::ui
