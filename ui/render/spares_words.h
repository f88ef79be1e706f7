#pragma once
// What is said of failures that last: nodes under repair, waiting, and how many spares hold how much goodput.

#include <QString>
#include <QStringList>
#include <vector>

#include "core/cost/spares.h"

namespace astrolabe::ui {

/// How many spare nodes of the pools in use stand idle: "2", or "0 of 1" where others stand in for failed
/// ones.
QString spareNodesText(const strategy::Problem& problem, const cost::Evaluation& evaluation);

/// "Repairs take 24 h on average; with the spare nodes there are (2), 1.3 % of the hours wait for one. Spare
/// nodes that hold 95 % goodput: 3."; "" where no failure lasts.
QString sparesText(const strategy::Problem& problem, const cost::Evaluation& evaluation);

/// The spares of one row by pool, "2 new, 1 old"; "—" for none.
QString sparesByPoolText(const strategy::Problem& problem, const cost::SpareNodes& row);

/// Rows of a table of spares: nodes, by pool, hours that wait, goodput. The first 9 and then every doubling.
std::vector<QStringList> sparesRows(const strategy::Problem& problem,
                                    const std::vector<cost::SpareNodes>& table);

}  // namespace astrolabe::ui
