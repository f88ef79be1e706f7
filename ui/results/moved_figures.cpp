#include "ui/results/moved_figures.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

Tornado movedTornado(const ToldMoves& told, const QString& none) {
  Tornado shown{told.base, told.moreIsBetter, told.metric, told.number, {}};
  const auto bar = [&](const ToldEnd& end) { return TornadoEnd{end.metric, end.at, none.arg(end.at)}; };
  for (const ToldSwing& swing : told.swings)
    shown.rows.push_back({swing.name,
                          swing.name + u": "_s + figureAtText(swing.low) + u", "_s + figureAtText(swing.high),
                          bar(swing.low), bar(swing.high)});
  return shown;
}

PlotTable movedTable(const ToldMoves& told) {
  PlotTable table;
  table.columns = movedColumns();
  for (const ToldSwing& swing : told.swings) {
    table.rows << swing.name;
    table.cells << movedCells(swing);
  }
  return table;
}

}  // namespace astrolabe::ui
