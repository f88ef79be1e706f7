#pragma once
// Draws for the Why view where a difference of two steps comes from, or which stages lack memory; each with
// the same numbers as a table.

#include <QStringList>

#include "core/plan/why.h"
#include "ui/render/theme.h"

class QTableWidget;

namespace astrolabe::ui {

class NamedPlot;

/// Cells of a plot's twin.
struct PlotTable {
  QStringList columns, rows;
  QList<QStringList> cells;
};
void fillTable(QTableWidget& table, const PlotTable& content);

/// How many rows are seen without scrolling: above the numbers of the axis, and where these are left out.
struct RowRoom {
  int aboveAxis = 100, alone = 100;
};

/// A waterfall from the best step down to the given one, one row a part; parts too small to see are one row,
/// and so are the smallest of those for which there is no room. `best` and `given` name the two ends. A row
/// tells what causes it. Returns the number of rows drawn.
int drawDifference(NamedPlot& plot, const plan::Why& why, const strategy::Problem& problem,
                   const QString& best, const QString& given, const Theme& theme, bool stale,
                   const RowRoom& room = {});
PlotTable differenceTable(const plan::Why& why, const strategy::Problem& problem, const QString& best,
                          const QString& given);

/// One row a stage (the fullest of them where there are many): its memory against its limit.
int drawMemory(NamedPlot& plot, const plan::Why& why, const Theme& theme, bool stale,
               const RowRoom& room = {});
PlotTable memoryTable(const plan::Why& why, const Theme& theme);

}  // namespace astrolabe::ui
