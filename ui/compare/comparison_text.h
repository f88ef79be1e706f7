#pragma once
// The comparison of scenarios as text: a table for the clipboard and the report, CSV and JSON for files.

#include <QByteArray>
#include <functional>

#include "core/base/json.h"
#include "ui/compare/comparison.h"
#include "ui/render/report.h"
#include "ui/render/table_text.h"

namespace astrolabe::ui {

/// The rows of which `wanted` is true as they are read, the state of scenarios without a fresh answer in
/// front. A column of names, then one of each scenario: "39 310, ▲ +5 700 (+16.9 %)".
WordTable comparisonTable(const Comparison& comparison,
                          const std::function<bool(const ComparedRow&)>& wanted);
/// A row a quantity, named as in the JSON answer, in full precision with "." decimals: the values, then by
/// what share each differs from the baseline's, then by how much in its unit; unknown is empty.
QByteArray comparisonCsv(const Comparison& comparison);
/// A comparison as JSON: {"scenarios": [{"id", "letter", "name", "baseline", "state", "program_stale"}],
/// "rows": [{"quantity", "section", "values", "changes", "differences", "parts"}], "decision": {"sentence",
/// "winner", "runner_up", "value_factor", "price_factor", "draws", "seed", "options": [{"id", "place",
/// "same_job", "tied", "chance", "limits": [{"name", "limit", "found", "holds"}]}]}}; unknown is null, values
/// of rows in words are texts. Rows of sections that begin with the id of another planner are of its kind of
/// plan.
Json comparisonJson(const Comparison& comparison);
/// The section of the report: where time and money go as bars, and the table.
ReportAddition comparisonSection(const Comparison& comparison);

}  // namespace astrolabe::ui
