#include "ui/shell/goal_choice.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QRadioButton>
#include <algorithm>

#include "ui/document/commands/set_job.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using strategy::Objective;

GoalChoice::GoalChoice(PlanDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(scaled(8));
  grid->setVerticalSpacing(scaled(4));
  auto* group = new QButtonGroup(this);
  const auto add = [&](Goal goal, const char* name, const QString& tip, const QString& tipOfServing = {},
                       const QString& tipOfPostTraining = {}) {
    auto* button = new QRadioButton(goalName(goal), this);
    button->setObjectName(u"goalPanel."_s + QLatin1StringView(name));
    group->addButton(button);
    m_buttons.push_back({goal, button, tip, tipOfServing, tipOfPostTraining});
    connect(button, &QRadioButton::clicked, this, [this, goal] { choose(goal); });
  };
  add(Goal::Fastest, "fastest", tr("Highest throughput with every GPU of this cluster"),
      tr("Most output tokens per second of a GPU within the promises"),
      tr("Shortest iteration; some GPUs may stay unused"));
  add(Goal::Mixed, "mixed", tr("Best split of unequal GPUs; some may stay unused"));
  add(Goal::BestValue, "bestValue", tr("Lowest cost per trillion tokens"),
      tr("Lowest cost per million output tokens within the promises"), tr("Lowest cost of an iteration"));
  add(Goal::Smallest, "smallest",
      tr("The smallest cluster that fits: fewest GPUs, then the highest throughput"),
      tr("Fewest nodes that serve the traffic within the promises"),
      tr("Fewest GPUs that hold all roles, then the shortest iteration"));
  add(Goal::Both, "both", tr("Every strategy that no other beats in both speed and cost"),
      tr("Every deployment that no other beats in tokens per second of a user and of a GPU"),
      tr("Every placement that no other beats in both time and cost of an iteration"));
  add(Goal::InTime, "inTime", tr("The cheapest GPUs of this cluster that finish within the deadline"));
  const int columns = fittingColumns(grid->horizontalSpacing());
  grid->setColumnStretch(columns, 1);
  for (int i = 0; i < static_cast<int>(m_buttons.size()); ++i)
    grid->addWidget(m_buttons[static_cast<std::size_t>(i)].button, i / columns, i % columns);
  refresh();
}

/// Of its name, whatever the task.
int GoalChoice::widthOf(const Button& button) {
  const QString now = button.button->text();
  int widest = button.button->sizeHint().width();
  for (const char* task : {"serve", "post_train"}) {
    if (button.tipOf(task).isEmpty()) continue;
    button.button->setText(goalNameOf(task, button.goal));
    widest = std::max(widest, button.button->sizeHint().width());
  }
  if (button.button->text() != now) button.button->setText(now);
  return widest;
}

/// As many beside each other as the panel's usual width has room for.
int GoalChoice::fittingColumns(int spacing) const {
  constexpr int kMost = 3;
  const int room = scaled(largeText() ? 240 : 320);
  for (int columns = kMost; columns > 1; --columns) {
    int width = -spacing;
    for (int column = 0; column < columns; ++column) {
      int widest = 0;
      for (std::size_t i = static_cast<std::size_t>(column); i < m_buttons.size();
           i += static_cast<std::size_t>(columns))
        widest = std::max(widest, widthOf(m_buttons[i]));
      width += widest + spacing;
    }
    if (width <= room) return columns;
  }
  return 1;
}

Goal GoalChoice::goal() const {
  const plan::Plan& plan = m_document.plan();
  return goalOf(plan.objective, plan.cluster.choose.has_value(), m_deadline);
}

void GoalChoice::push(Objective objective, std::optional<hardware::Choose> choose) {
  const plan::Plan& plan = m_document.plan();
  if (plan.cluster.choose) m_lastChoose = *plan.cluster.choose;
  if (plan.objective == objective && plan.cluster.choose == choose) return;
  m_document.undoStack().push(new SetGoal(m_document, objective, std::move(choose)));
}

void GoalChoice::choose(Goal wanted) {
  const std::optional<hardware::Choose> now = m_document.plan().cluster.choose;
  const hardware::Choose free = now.value_or(m_lastChoose);
  const bool wasInTime = goal() == Goal::InTime;
  if (!m_document.plan().job.trains()) return chooseElsewhere(wanted);
  switch (wanted) {
    case Goal::Fastest:
      push(Objective::throughput, std::nullopt);
      break;
    case Goal::Mixed:
      push(Objective::throughput, free);
      break;
    case Goal::BestValue:
      push(Objective::money, free);
      if (wasInTime) emit deadlineWanted(false);  // the deadline is what told the two apart
      break;
    case Goal::Smallest:
      push(Objective::gpus, free);
      break;
    case Goal::Both:
      push(Objective::pareto, now);
      break;
    case Goal::InTime:
      push(Objective::money, free);
      if (!m_deadline) emit deadlineWanted(true);
      break;
  }
  refresh();
}

/// Of what does not train, only what is needed is taken, whatever the counts: they stay as they are.
void GoalChoice::chooseElsewhere(Goal wanted) {
  const auto& now = m_document.plan().cluster.choose;
  push(wanted == Goal::Smallest    ? Objective::gpus
       : wanted == Goal::BestValue ? Objective::money
       : wanted == Goal::Both      ? Objective::pareto
                                   : Objective::throughput,
       now);
  refresh();
}

void GoalChoice::setDeadlineAsked(bool asked) {
  m_deadline = asked;
  refresh();
}

void GoalChoice::refresh() {
  const strategy::Job& job = m_document.plan().job;
  const Goal shown = job.trains() ? goal() : goalOf(m_document.plan().objective, false, false);
  for (const Button& each : m_buttons) {
    each.button->setChecked(each.goal == shown);
    const QString name = goalNameOf(job.task, each.goal);
    if (each.button->text() != name) each.button->setText(name);
    each.button->setVisible(!each.tipOf(job.task).isEmpty());
    each.button->setToolTip(each.tipOf(job.task));
  }
}

}  // namespace astrolabe::ui
