#include "ui/shell/scenario_tools.h"

#include <QComboBox>
#include <QInputDialog>
#include <QSignalBlocker>
#include <utility>
#include <vector>

#include "ui/document/commands/scenarios.h"
#include "ui/document/scenario_text.h"
#include "ui/results/results_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/announcer.h"

namespace astrolabe::ui {

ScenarioTools::ScenarioTools(QComboBox& list, const Actions& actions, PlanDocument& document,
                             const ScenarioAnswers& answers, ResultsPanel& results, Announcer& announcer,
                             QWidget& window)
    : m_list(list),
      m_actions(actions),
      m_document(document),
      m_answers(answers),
      m_results(results),
      m_announcer(announcer),
      m_window(window) {
  const auto on = [&](const char* name, auto&& slot) {
    connect(actions[name], &QAction::triggered, this, std::forward<decltype(slot)>(slot));
  };
  connect(&list, &QComboBox::activated, this,
          [this](int index) { m_document.showScenario(m_list.itemData(index).toInt()); });
  on("actionScenarioDuplicate", [this] { duplicate(); });
  on("actionScenarioRename", [this] { rename(); });
  on("actionScenarioBaseline", [this](bool wanted) {
    if (wanted) m_document.undoStack().push(setBaseline(m_document, m_document.plan().id));
    update();
  });
  on("actionScenarioRemove", [this] { remove(); });
  on("actionScenarioNext", [this] { step(1); });
  on("actionScenarioPrevious", [this] { step(-1); });
  connect(&document, &PlanDocument::scenariosChanged, this, [this] {
    update();
    updateBaseline();
  });
  connect(&answers, &ScenarioAnswers::changed, this, &ScenarioTools::updateBaseline);
  connect(&document, &PlanDocument::scenarioShown, this,
          [this] { m_announcer.announce(tr("Scenario %1").arg(label(m_document.plan().id))); });
}

QString ScenarioTools::label(int id) const {
  return scenarioLabel(m_document.plan(), id, m_document.catalogue());
}

void ScenarioTools::update() {
  const plan::Plan& plan = m_document.plan();
  const auto all = plan::scenarios(plan);
  const QSignalBlocker quiet(m_list);
  std::vector<std::pair<QString, int>> entries;
  for (const plan::Scenario* scenario : all) {
    const QString name = label(scenario->id);
    entries.emplace_back(
        scenario->id == plan.baseline && all.size() > 1 ? tr("%1 (baseline)").arg(name) : name, scenario->id);
  }
  bool same = m_list.count() == static_cast<int>(entries.size());
  for (int i = 0; same && i < m_list.count(); ++i)
    same = entries[static_cast<std::size_t>(i)] == std::pair(m_list.itemText(i), m_list.itemData(i).toInt());
  if (!same) {  // a list that is filled anew makes the tool bar lay out its tools
    m_list.clear();
    for (const auto& [name, id] : entries) m_list.addItem(name, id);
  }
  m_list.setCurrentIndex(plan::place_of(plan, plan.id));
  m_list.setToolTip(m_list.currentText());
  for (const char* name : {"actionScenarioRemove", "actionScenarioNext", "actionScenarioPrevious"})
    m_actions[name]->setEnabled(all.size() > 1);
  m_actions["actionScenarioBaseline"]->setChecked(plan.id == plan.baseline);
  m_actions["actionScenarioBaseline"]->setEnabled(plan.id != plan.baseline);
}

void ScenarioTools::updateBaseline() {
  const plan::Plan& plan = m_document.plan();
  const ScenarioAnswer* answer =
      plan.id == plan.baseline || m_answers.isStale(plan.baseline) ? nullptr : m_answers.of(plan.baseline);
  const plan::SnapshotPtr snapshot = answer != nullptr ? answer->snapshot : nullptr;
  const QString name = snapshot ? label(plan.baseline) : QString();
  if (snapshot == m_baselineShown && name == m_baselineName) return;
  m_baselineShown = snapshot;
  m_baselineName = name;
  std::optional<ParetoBaseline> baseline;
  if (snapshot && !snapshot->best.empty()) baseline = {name, snapshot->best.front()};
  m_results.setBaseline(std::move(baseline));
}

void ScenarioTools::duplicate() {
  const QString before = label(m_document.plan().id);
  m_document.undoStack().push(duplicateScenario(m_document));
  m_announcer.say(tr("%1 is a copy of %2", "two scenarios").arg(label(m_document.plan().id), before));
}

void ScenarioTools::remove() {
  const QString gone = label(m_document.plan().id);
  m_document.undoStack().push(removeScenario(m_document, m_document.plan().id));
  m_announcer.say(tr("Removed scenario %1 — Undo brings it back").arg(gone));
}

/// The next one, or the one before; behind the last comes the first.
void ScenarioTools::step(int by) {
  const plan::Plan& plan = m_document.plan();
  const auto all = plan::scenarios(plan);
  const int count = static_cast<int>(all.size());
  const int place = (plan::place_of(plan, plan.id) + by + count) % count;
  m_document.showScenario(all[static_cast<std::size_t>(place)]->id);
}

void ScenarioTools::rename() {
  const plan::Plan& plan = m_document.plan();
  bool taken = false;
  const QString entered =
      QInputDialog::getText(&m_window, tr("Rename scenario"), tr("Name, empty for its hardware:"),
                            QLineEdit::Normal, QString::fromStdString(plan.title), &taken)
          .simplified();
  if (!taken || entered.toStdString() == plan.title) return;
  m_document.undoStack().push(renameScenario(m_document, plan.id, entered.toStdString()));
}

}  // namespace astrolabe::ui
