#include "ui/shell/task_choice.h"

#include "core/strategy/asked.h"
#include "ui/document/asked_json.h"
#include "ui/document/commands/set_job.h"
#include "ui/document/commands/set_post_training.h"
#include "ui/document/post_training_asked.h"
#include "ui/shell/traffic_panel.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTaskLetters = 6, kPostTrainLetters = 9;  ///< the width of the entries

}  // namespace

TaskChoice::TaskChoice(PlanDocument& document, QWidget* parent) : QComboBox(parent), m_document(document) {
  setObjectName(u"goalDock.task"_s);
  setAccessibleName(tr("Task"));
  setToolTip(
      tr("What the machines are for. Train: the model is trained on so many tokens. Serve: it answers "
         "requests within promises. Post-training: several models, of which one generates and is trained on "
         "what it generates. What one asks is kept while another is shown."));
  addItem(tr("Train", "task"), u"train"_s);
  addItem(tr("Serve", "task"), u"serve"_s);
  addItem(tr("Post-train", "task"), u"post_train"_s);
  setMinimumContentsLength(kTaskLetters);
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(this, &QComboBox::activated, this, [this] { take(currentData().toString().toStdString()); });
  connect(&m_document, &PlanDocument::planChanged, this, &TaskChoice::refresh);
  refresh();
}

void TaskChoice::take(const std::string& task) {
  strategy::Job next = m_document.plan().job;
  if (next.task == task) return;
  strategy::turn_to(next, task);
  const QString what = tr("task", "undo step: Set …");
  Json asked = askedOf(next);
  const bool first = strategy::asked_of(next).empty();
  if (task == "serve" && first) asked.update(firstServingJob(next));
  if (task == "post_train") {
    if (first) asked.update(firstPostTraining(m_document.plan()));
    // The plan's model is the one that is trained.
    if (const auto model = modelOf(m_document.plan())) setRoleModel(asked, leadingRole(asked), *model);
    next.asked = text_of(asked);
    m_document.undoStack().push(new SetPostTraining(m_document, std::move(next), what));
    return;
  }
  if (!asked.empty()) next.asked = text_of(asked);
  m_document.undoStack().push(new SetJob(m_document, std::move(next), what));
}

/// A task that is asked by files alone is shown by its name.
void TaskChoice::refresh() {
  const QString task = QString::fromStdString(m_document.plan().job.task);
  if (findData(task) < 0) addItem(task, task);
  setMinimumContentsLength(task == u"post_train"_s ? kPostTrainLetters : kTaskLetters);
  setCurrentIndex(findData(task));
}

}  // namespace astrolabe::ui
