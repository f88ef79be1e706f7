#include "ui/shell/scenario_import.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

#include "ui/shell/announcer.h"
#include "ui/shell/plan_files.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

ScenarioImport::ScenarioImport(PlanDocument& document, PlanFiles& files, Announcer& announcer,
                               QWidget& window)
    : m_document(document), m_files(files), m_announcer(announcer), m_window(window) {}

void ScenarioImport::ask() {
  const QString path = QFileDialog::getOpenFileName(
      &m_window, tr("Import scenarios"), QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation),
      PlanFiles::filter());
  if (path.isEmpty()) return;
  const std::optional<plan::PlanFile> read = m_files.read(QFileInfo(path), [this] { ask(); });
  if (!read) return;
  const std::optional<Choice> choice = askMeaning(importConflicts(m_document, read->plan));
  if (!choice) return;
  m_document.undoStack().push(importScenarios(m_document, read->plan, choice->meaning, choice->constants));
  const int count = static_cast<int>(read->plan.others.size()) + 1;
  m_announcer.say((choice->constants
                       ? tr("Imported %n scenario(s) and their constants from %1", nullptr, count)
                       : tr("Imported %n scenario(s) from %1", nullptr, count))
                      .arg(QFileInfo(path).fileName()));
}

/// Names that mean something else here, and other constants, are told before scenarios come in; none: they
/// stay out. Constants are those of a whole plan: here they stay as they are unless theirs are wanted.
std::optional<ScenarioImport::Choice> ScenarioImport::askMeaning(const ImportConflicts& conflicts) {
  if (conflicts.empty()) return Choice{};
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
                  QMessageBox::Cancel, &m_window);
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
  Choice choice;
  choice.constants = constants != nullptr && constants->isChecked();
  if (box.clickedButton() == ours) return choice;
  choice.meaning = Meaning::Theirs;
  if (theirs != nullptr && box.clickedButton() == theirs) return choice;
  return std::nullopt;
}

}  // namespace astrolabe::ui
