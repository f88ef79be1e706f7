#pragma once
// How figures grow with a number of something: lines with a mark at each count, on an axis at the left and
// one at the right.

#include <QColor>
#include <QString>
#include <vector>

#include "ui/render/theme.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

struct ScaleSpot {
  double x = 0.0, y = 0.0;
  bool holds = true;  ///< false: a limit is broken there, and the mark is hollow
};

struct ScaleLine {
  QString name;
  QString brokenName;  ///< of the hollow marks in the legend
  std::vector<ScaleSpot> spots;
  int style = 0;  ///< colour and mark, as of a GPU type
  bool right = false;
  Qt::PenStyle pen = Qt::SolidLine;
};

/// A limit as a line with words at its end.
struct ScaleLimit {
  double at = 0.0;
  bool upright = false, right = false;
  QString words;  ///< empty: none
  QColor color;
};

struct ScalePlot {
  QString below, above;  ///< titles of the axes
  bool counts = true;    ///< the axis below counts what is whole
  double from = 0.0, to = 1.0;
  double least = 0.0, top = 1.0, topRight = 0.0;  ///< topRight 0: no axis at the right
  std::vector<ScaleLine> lines;
  std::vector<ScaleLimit> limits;
  std::vector<NamedPlot::Item> items;
};

/// Draws it anew; paler where it is of an older question.
void drawScale(NamedPlot& plot, const ScalePlot& shown, const Theme& theme, bool stale);
/// Without a line, while nothing is known.
void clearScale(NamedPlot& plot, const Theme& theme);

}  // namespace astrolabe::ui
