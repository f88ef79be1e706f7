#pragma once
// How far an answer holds, drawn: bars of the values that moved, and the same as a table.

#include "ui/render/moved_words.h"
#include "ui/results/tornado_page.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

/// `none`: of an end where there is no answer, with its value for %1.
Tornado movedTornado(const ToldMoves& told, const QString& none);
PlotTable movedTable(const ToldMoves& told);

}  // namespace astrolabe::ui
