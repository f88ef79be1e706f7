#pragma once
// The sample with its answer and the best of it in detail: what a report is made of.

#include <QtTest>
#include <optional>

#include "core/engine.h"
#include "core/plan/samples.h"

namespace astrolabe::ui {

/// What tests of reports share; search() before all of them, which speaks American English.
class ReportedSample {
 protected:
  plan::Plan m_plan = plan::sample_plan();
  plan::SnapshotPtr m_snapshot;
  std::optional<planning::Option> m_winner;

  void search(const SearchOptions& asked = {}) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto problem = plan::make_problem(m_plan, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    m_snapshot = run_search(*problem, asked);
    QVERIFY(!m_snapshot->best.empty());
    const auto winner = detail(*problem, m_snapshot->best.front().strategy);
    QVERIFY(winner.has_value());
    m_winner = *winner;
  }
};

}  // namespace astrolabe::ui
