#include "ui/shell/task_choice.h"

#include "ui/document/commands/set_job.h"
#include "ui/shell/traffic_panel.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTaskLetters = 6;  ///< the width of the entries, whatever task is shown

}  // namespace

TaskChoice::TaskChoice(PlanDocument& document, QWidget* parent) : QComboBox(parent), m_document(document) {
  setObjectName(u"goalDock.task"_s);
  setAccessibleName(tr("Task"));
  setToolTip(
      tr("What the machines are for. Train: the model is trained on so many tokens. Serve: it answers "
         "requests within promises. What one asks is kept while the other is shown."));
  addItem(tr("Train", "task"), u"train"_s);
  addItem(tr("Serve", "task"), u"serve"_s);
  setMinimumContentsLength(kTaskLetters);
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(this, &QComboBox::activated, this, [this] { take(currentData().toString().toStdString()); });
  connect(&m_document, &PlanDocument::planChanged, this, &TaskChoice::refresh);
  refresh();
}

void TaskChoice::take(const std::string& task) {
  strategy::Job next = m_document.plan().job;
  if (next.task == task) return;
  next.task = task;
  if (task == "serve" && next.asked.empty()) next.asked = text_of(firstServingJob(next));
  m_document.undoStack().push(new SetJob(m_document, std::move(next), tr("task", "undo step: Set …")));
}

/// A task that is asked by files alone is shown by its name.
void TaskChoice::refresh() {
  const QString task = QString::fromStdString(m_document.plan().job.task);
  if (findData(task) < 0) addItem(task, task);
  setCurrentIndex(findData(task));
}

}  // namespace astrolabe::ui
