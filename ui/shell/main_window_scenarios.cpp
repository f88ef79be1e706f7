// The scenarios of the plan: the choice in the tool bar, their menu, and the window that compares them.

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/compare/compare_window.h"
#include "ui/document/commands/import_scenarios.h"
#include "ui/document/commands/scenarios.h"
#include "ui/document/scenario_text.h"
#include "ui/render/theme.h"
#include "ui/results/results_panel.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/main_window.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void MainWindow::connectScenarios() {
  Actions& a = *m_actions;
  const auto on = [&](const char* name, auto&& slot) {
    connect(a[name], &QAction::triggered, this, std::forward<decltype(slot)>(slot));
  };
  const auto label = [this](int id) { return scenarioLabel(m_document.plan(), id, m_document.catalogue()); };
  connect(&m_tools->scenarios(), &QComboBox::activated, this,
          [this](int index) { m_document.showScenario(m_tools->scenarios().itemData(index).toInt()); });
  on("actionScenarioDuplicate", [this, label] {
    const QString before = label(m_document.plan().id);
    m_document.undoStack().push(duplicateScenario(m_document));
    say(tr("%1 is a copy of %2", "two scenarios").arg(label(m_document.plan().id), before));
  });
  on("actionScenarioRename", [this] { renameShownScenario(); });
  on("actionScenarioBaseline", [this](bool wanted) {
    if (wanted) m_document.undoStack().push(setBaseline(m_document, m_document.plan().id));
    updateScenarios();
  });
  on("actionScenarioRemove", [this, label] {
    const QString gone = label(m_document.plan().id);
    m_document.undoStack().push(removeScenario(m_document, m_document.plan().id));
    say(tr("Removed scenario %1 — Undo brings it back").arg(gone));
  });
  on("actionScenarioNext", [this] { stepScenario(1); });
  on("actionScenarioPrevious", [this] { stepScenario(-1); });
  on("actionScenarioCompare", [this] { showCompare(); });
  on("actionScenarioImport", [this] { importScenarios(); });
  connect(&m_document, &PlanDocument::scenariosChanged, this, [this] {
    updateScenarios();
    updateBaseline();
  });
  connect(&m_answers, &ScenarioAnswers::changed, this, [this] { updateBaseline(); });
  connect(&m_document, &PlanDocument::scenarioShown, this,
          [this, label] { m_announcer.announce(tr("Scenario %1").arg(label(m_document.plan().id))); });
}

void MainWindow::updateScenarios() {
  const plan::Plan& plan = m_document.plan();
  const auto all = plan::scenarios(plan);
  QComboBox& list = m_tools->scenarios();
  const QSignalBlocker quiet(list);
  list.clear();
  for (const plan::Scenario* scenario : all) {
    const QString label = scenarioLabel(plan, scenario->id, m_document.catalogue());
    list.addItem(scenario->id == plan.baseline && all.size() > 1 ? tr("%1 (baseline)").arg(label) : label,
                 scenario->id);
  }
  list.setCurrentIndex(plan::place_of(plan, plan.id));
  list.setToolTip(list.currentText());
  Actions& a = *m_actions;
  for (const char* name : {"actionScenarioRemove", "actionScenarioNext", "actionScenarioPrevious"})
    a[name]->setEnabled(all.size() > 1);
  a["actionScenarioBaseline"]->setChecked(plan.id == plan.baseline);
  a["actionScenarioBaseline"]->setEnabled(plan.id != plan.baseline);
}

/// The plot of speed and cost shows what the others are compared with, as it was found last.
void MainWindow::updateBaseline() {
  const plan::Plan& plan = m_document.plan();
  const ScenarioAnswer* answer =
      plan.id == plan.baseline || m_answers.isStale(plan.baseline) ? nullptr : m_answers.of(plan.baseline);
  const plan::SnapshotPtr snapshot = answer != nullptr ? answer->snapshot : nullptr;
  const QString name = snapshot ? scenarioLabel(plan, plan.baseline, m_document.catalogue()) : QString();
  if (snapshot == m_baselineShown && name == m_baselineName) return;
  m_baselineShown = snapshot;
  m_baselineName = name;
  std::optional<ParetoBaseline> baseline;
  if (snapshot && !snapshot->best.empty()) baseline = {name, snapshot->best.front()};
  m_panels->results->setBaseline(std::move(baseline));
}

/// The next one, or the one before; behind the last comes the first.
void MainWindow::stepScenario(int by) {
  const plan::Plan& plan = m_document.plan();
  const auto all = plan::scenarios(plan);
  const int count = static_cast<int>(all.size());
  const int place = (plan::place_of(plan, plan.id) + by + count) % count;
  m_document.showScenario(all[static_cast<std::size_t>(place)]->id);
}

void MainWindow::renameShownScenario() {
  const plan::Plan& plan = m_document.plan();
  bool taken = false;
  const QString entered =
      QInputDialog::getText(this, tr("Rename scenario"), tr("Name, empty for its hardware:"),
                            QLineEdit::Normal, QString::fromStdString(plan.title), &taken)
          .simplified();
  if (!taken || entered.toStdString() == plan.title) return;
  m_document.undoStack().push(renameScenario(m_document, plan.id, entered.toStdString()));
}

void MainWindow::importScenarios() {
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Import scenarios"), QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation),
      PlanFiles::filter());
  if (path.isEmpty()) return;
  const std::optional<plan::PlanFile> read = m_files.read(QFileInfo(path), [this] { importScenarios(); });
  if (!read) return;
  const std::optional<ImportChoice> choice = askMeaning(importConflicts(m_document, read->plan));
  if (!choice) return;
  m_document.undoStack().push(
      astrolabe::ui::importScenarios(m_document, read->plan, choice->meaning, choice->constants));
  const int count = static_cast<int>(read->plan.others.size()) + 1;
  say((choice->constants ? tr("Imported %n scenario(s) and their constants from %1", nullptr, count)
                         : tr("Imported %n scenario(s) from %1", nullptr, count))
          .arg(QFileInfo(path).fileName()));
}

/// Names that mean something else here, and other constants, are told before scenarios come in; none: they
/// stay out. Constants are those of a whole plan: here they stay as they are unless theirs are wanted.
std::optional<MainWindow::ImportChoice> MainWindow::askMeaning(const ImportConflicts& conflicts) {
  if (conflicts.empty()) return ImportChoice{};
  QStringList told;
  if (!conflicts.types.isEmpty())
    told << tr("These types have other values here: %1.").arg(conflicts.types.join(u", "_s));
  if (!conflicts.prices.isEmpty())
    told << tr("These GPUs have other prices here: %1.").arg(conflicts.prices.join(u", "_s));
  const bool takeable = conflicts.calibration && !conflicts.constants.isEmpty();
  if (takeable)
    told << tr("Their predictions rest on other constants: %1. All scenarios of a plan have the same ones.",
               "when and from what constants were made")
                .arg(conflicts.constants);
  else if (conflicts.calibration)
    told << tr(
        "Their predictions rest on constants that this version can't use; here those of this plan hold "
        "for all scenarios.");
  if (!conflicts.uncovered.isEmpty())
    told << tr("Theirs say nothing of these GPUs, with which no scenario could be predicted: %1.")
                .arg(conflicts.uncovered.join(u", "_s));
  QMessageBox box(QMessageBox::Question, tr("Import scenarios"),
                  tr("The scenarios mean something different in that plan than they would here."),
                  QMessageBox::Cancel, this);
  box.setObjectName(u"importConflicts"_s);
  box.setInformativeText(told.join(u'\n'));
  const bool names = !conflicts.types.isEmpty() || !conflicts.prices.isEmpty();
  QPushButton* theirs =
      names ? box.addButton(tr("Import &theirs under new names"), QMessageBox::AcceptRole) : nullptr;
  QPushButton* ours = box.addButton(names ? tr("Keep &ours") : tr("&Import"), QMessageBox::AcceptRole);
  if (theirs != nullptr) theirs->setObjectName(u"importConflicts.theirs"_s);
  ours->setObjectName(u"importConflicts.ours"_s);
  box.setDefaultButton(theirs != nullptr ? theirs : ours);
  QCheckBox* constants = nullptr;
  if (takeable) {
    constants = new QCheckBox(conflicts.published ? tr("&Predict all scenarios with the published constants")
                                                  : tr("&Predict all scenarios with their constants"));
    constants->setObjectName(u"importConflicts.constants"_s);
    box.setCheckBox(constants);
  }
  box.exec();
  ImportChoice choice;
  choice.constants = constants != nullptr && constants->isChecked();
  if (box.clickedButton() == ours) return choice;
  choice.meaning = Meaning::Theirs;
  if (theirs != nullptr && box.clickedButton() == theirs) return choice;
  return std::nullopt;
}

/// What a presentation says of each scenario; answers to older questions are none.
std::vector<SlideOption> MainWindow::presentedOptions() const {
  std::vector<SlideOption> options;
  const plan::Plan& plan = m_document.plan();
  const std::vector<int> first = firstCompared(plan);
  for (const plan::Scenario* scenario : plan::scenarios(plan)) {
    const int id = scenario->id;
    const ScenarioAnswer* answer = m_answers.isStale(id) ? nullptr : m_answers.of(id);
    options.push_back({scenarioLabel(plan, id, m_document.catalogue()), answer ? answer->snapshot : nullptr,
                       id == plan.baseline, id == plan.id, id,
                       std::find(first.begin(), first.end(), id) != first.end()});
  }
  return options;
}

void MainWindow::showCompare() {
  auto* window = findChild<CompareWindow*>();
  if (window == nullptr) {
    window = new CompareWindow(m_document, m_answers, this);
    connect(window, &CompareWindow::scenarioChosen, this, [this](int id) {
      m_document.showScenario(id);
      comeForward();
    });
    connect(window, &CompareWindow::baselineChosen, this, [this](int id) {
      if (plan::find_scenario(m_document.plan(), id) == nullptr) return;  // it has gone meanwhile
      m_document.undoStack().push(setBaseline(m_document, id));
    });
    connect(window, &CompareWindow::duplicateRequested, (*m_actions)["actionScenarioDuplicate"],
            &QAction::trigger);
    connect(window, &CompareWindow::fileOffered, &m_exports, &Exports::offer);
    connect(window, &CompareWindow::figureAsked, this,
            [this, window](const WorkedFigure& figure, const QRect& at) { showFigure(figure, at, window); });
    connect(window, &CompareWindow::figureRequested, this,
            [this](const Figure& figure) { exportFigure(figure, tr("Export the comparison")); });
    connect(window, &CompareWindow::viewSaved, this, [this] {
      PresentationStep step;
      step.page = Slide::Options;
      step.saved = true;
      step.scenario = m_document.plan().id;
      saveStep(step);
    });
    connect(window, &CompareWindow::reportToggled, this, [this, window](bool inside) {
      std::vector<int> ids;
      for (const ComparedColumn& column : window->comparison().columns) ids.push_back(column.id);
      m_report.putComparison(inside, ids);
      say(inside ? tr("The report has a section that compares the scenarios.")
                 : tr("The report does not compare the scenarios."));
    });
    const auto follow = [this, window] {
      window->setInReport(reportSettings(m_document.plan().report).has(ReportPart::options));
    };
    connect(&m_document, &PlanDocument::planChanged, window, follow);
    follow();
    connect(window, &CompareWindow::told, this, [this](const QString& text) { say(text); });
  }
  bringUp(*window);
}

}  // namespace astrolabe::ui
