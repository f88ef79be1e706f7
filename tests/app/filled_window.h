#pragma once
// The window and its dialogs once what is worked out beside them has come.

#include <QDialog>
#include <QLabel>
#include <QTableWidget>
#include <QTest>
#include <algorithm>

#include "ui/compare/compare_window.h"
#include "ui/render/numbers.h"
#include "ui/results/kinds.h"
#include "ui/results/program_page.h"
#include "ui/results/results_panel.h"
#include "ui/results/sensitivity_view.h"
#include "ui/results/why_view.h"
#include "ui/shell/accuracy_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/report_builder.h"
#include "ui/shell/rules_dialog.h"

namespace astrolabe::ui {

inline constexpr int kFilledMs = 120'000;  ///< of a machine that has much else to do

/// Until the size of the space, the programs that compete with the strategies, and what the views in sight
/// ask of the answer that is shown have come; false where they have not.
inline bool filled(MainWindow& window) {
  const auto results = [&] { return window.findChild<ResultsPanel*>(); };  // made anew with its window
  const auto size = [&] { return !window.document().problem() || window.search().estimate().total(); };
  const auto programs = [&] {
    const SearchBridge& bridge = window.bridge();
    const plan::SnapshotPtr snapshot = bridge.snapshot();
    const bool over = bridge.state() == SearchBridge::State::Finished && !bridge.isStale();
    const auto* shown = results()->findChild<ProgramPage*>();
    if (shown != nullptr && shown->proof().isProving()) return false;
    if (!snapshot || !snapshot->problem || !over) return true;
    std::vector<PlannerBridge*> planners = results()->planners();
    planners.push_back(&results()->movedState());
    return std::all_of(planners.begin(), planners.end(), [&](const PlannerBridge* planner) {
      // Who has no page and takes long waits for the command line.
      const planning::QuestionPtr question = planning::question_of(*snapshot->problem, snapshot->objective);
      const bool waits = planner != &results()->movedState() &&
                         kindResults(planner->planner().id()) == nullptr &&
                         planner->planner().takes_long(*question);
      return waits || planner->beside(*snapshot) || planner->state() == PlannerBridge::State::Stopped;
    });
  };
  const auto page = [&] {
    const auto* shown = results()->findChild<ProgramPage*>();
    const PlannerBridge::State state = results()->planner(planning::kProgram).state();
    return !shown || !shown->isVisible() ||
           (state != PlannerBridge::State::Idle && state != PlannerBridge::State::Running);
  };
  const auto why = [&] {
    const auto* shown = results()->findChild<WhyView*>();
    const plan::SnapshotPtr snapshot = window.bridge().snapshot();
    if (!shown || !shown->isVisible() || !snapshot || !snapshot->problem) return true;
    if (!window.selection().layout() && snapshot->rejected.empty()) return true;
    return shown->answer() && shown->answer()->snapshot == snapshot;
  };
  const auto sensitivity = [&] {
    const auto* shown = results()->findChild<SensitivityView*>();
    const plan::SnapshotPtr snapshot = window.bridge().snapshot();
    if (!shown || !shown->isVisible() || !snapshot || snapshot->best.empty()) return true;
    if (snapshot->status == plan::Status::searching) return true;  // nothing is asked of it
    return shown->answer() && shown->answer()->snapshot == snapshot;
  };
  const auto all = [&] { return size() && programs() && page() && why() && sensitivity(); };
  if (QTest::qWaitFor(all, kFilledMs)) return true;
  qWarning("not filled: size %d, programs %d, page %d, why %d, sensitivity %d", size(), programs(), page(),
           why(), sensitivity());
  return false;
}

/// Filled, and nothing moves its panels any more; false where that does not come.
inline bool stands(MainWindow& window) {
  constexpr int kSame = 10;
  QByteArray layout;
  int same = 0;
  const auto still = [&] {
    const QByteArray now = window.panelLayout().saved();
    same = now == layout ? same + 1 : 0;
    layout = now;
    return same >= kSame;
  };
  return filled(window) && QTest::qWaitFor(still, kFilledMs);
}

/// Filled, for a dialog: predictions, pages of a report, what rules remove, answers of scenarios.
inline bool filled(const QWidget& dialog) {
  if (const auto* accuracy = qobject_cast<const AccuracyDialog*>(&dialog))
    return QTest::qWaitFor([&] { return accuracy->isReady(); }, kFilledMs);
  if (const auto* report = qobject_cast<const ReportBuilder*>(&dialog))
    return QTest::qWaitFor([&] { return report->pages() > 1; }, kFilledMs);
  if (qobject_cast<const RulesDialog*>(&dialog)) {
    const auto* rules = dialog.findChild<QTableWidget*>(QStringLiteral("rulesDialog.table"));
    return QTest::qWaitFor(
        [&] { return rules && rules->rowCount() > 0 && rules->item(0, 1)->text() != unknownText(); },
        kFilledMs);
  }
  if (const auto* compare = qobject_cast<const CompareWindow*>(&dialog))
    return QTest::qWaitFor(
        [&] {
          const std::vector<ComparedColumn>& columns = compare->comparison().columns;
          return !columns.empty() &&
                 std::none_of(columns.begin(), columns.end(), [](const ComparedColumn& one) {
                   return one.searching ||
                          std::any_of(one.others.begin(), one.others.end(),
                                      [](const auto& other) { return other.second.running; });
                 });
        },
        kFilledMs);
  return true;
}

}  // namespace astrolabe::ui
