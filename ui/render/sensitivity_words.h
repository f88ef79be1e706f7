#pragma once
// How far an answer holds, in words: for the Sensitivity view and the report.

#include <QStringList>
#include <optional>

#include "core/plan/sensitivity.h"
#include "core/plan/snapshot.h"

namespace astrolabe::ui {

inline constexpr double kReportChange = 0.1;  ///< of each value, in a report

/// "Rent of h100".
QString leverName(const plan::Lever& lever, const strategy::Problem& problem);
/// A value of it with its unit.
QString leverText(const plan::Lever& lever, double value);
QString metricText(plan::Metric metric, std::optional<double> value);
/// What ranks the strategies of an answer, money where they are cheapest first, else speed: of it the first
/// is the first as things are.
plan::Metric metricOf(const plan::Snapshot& answer);
/// Whether the first stays the first, then each value at which it does not.
QStringList sensitivitySentences(const plan::Sensitivity& found, const strategy::Problem& problem);
/// A table of the values moved, without the column of their names; one of its rows.
QStringList sensitivityColumns();
QStringList sensitivityCells(const plan::Sensitivity& found, const plan::Swing& swing);

}  // namespace astrolabe::ui
