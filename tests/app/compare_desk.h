#pragma once
// The window that compares scenarios and what stands in it, for tests.

#include <QAction>
#include <algorithm>

#include "tests/app/scenario_desk.h"
#include "ui/compare/compare_window.h"

namespace astrolabe::comparing {

using ui::CompareWindow;
using ui::MainWindow;
inline constexpr int kPatienceMs = 120'000;

inline CompareWindow& compare(MainWindow& window) {
  window.actions()["actionScenarioCompare"]->trigger();
  return *window.findChild<CompareWindow*>();
}

inline const ui::ComparedRow& row(const ui::Comparison& comparison, const char* field) {
  for (const ui::ComparedRow& each : comparison.rows)
    if (QLatin1StringView(each.field) == QLatin1StringView(field)) return each;
  qFatal("no row %s", field);
}

/// Every column tells of the question that is asked now.
inline bool fresh(const ui::Comparison& comparison) {
  return std::all_of(comparison.columns.begin(), comparison.columns.end(),
                     [](const ui::ComparedColumn& column) { return column.state.isEmpty(); });
}

}  // namespace astrolabe::comparing
