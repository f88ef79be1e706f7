#include "ui/document/commands/set_job.h"

namespace astrolabe::ui {

namespace {

/// The words of the panel where most values are assumed.
struct AssumeWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::GoalPanel)
};

}  // namespace

SetJob::SetJob(PlanDocument& document, strategy::Job job, const QString& what, quint64 gesture)
    : PlanCommand(document,
                  what.isEmpty() ? CommandText::tr("Change job") : CommandText::tr("Set %1").arg(what)),
      m_job(std::move(job)),
      m_gesture(gesture) {}

bool SetJob::mergeWith(const QUndoCommand* next) {
  const auto* other = static_cast<const SetJob*>(next);  // same id(), so same class
  return other->m_gesture == m_gesture;
}

void assume(PlanDocument& document, const QString& what, const std::string& key) {
  strategy::Job next = document.plan().job;
  strategy::take_back(next, key);
  if (next == document.plan().job) return;
  document.undoStack().push(new SetJob(document, std::move(next),
                                       AssumeWords::tr("the default for %1", "undo step: Set …").arg(what)));
}

SetObjective::SetObjective(PlanDocument& document, strategy::Objective objective)
    : PlanCommand(document, CommandText::tr("Set goal")), m_objective(objective) {}

SetGoal::SetGoal(PlanDocument& document, strategy::Objective objective,
                 std::optional<hardware::Choose> choose)
    : PlanCommand(document, CommandText::tr("Set goal")),
      m_objective(objective),
      m_choose(std::move(choose)) {}

SetChoose::SetChoose(PlanDocument& document, std::optional<hardware::Choose> choose)
    : PlanCommand(document, CommandText::tr("Set which GPUs may stay unused")), m_choose(std::move(choose)) {}

SetChoose* leaveOut(PlanDocument& document, const std::vector<std::string>& pools, bool out) {
  std::optional<hardware::Choose> choose = document.plan().cluster.choose;
  if (!choose) choose.emplace();
  auto& most = choose->max_gpus_per_pool;
  for (const std::string& pool : pools)
    if (out)
      most[pool] = 0;
    else
      most.erase(pool);
  if (most.empty() && !choose->max_total_gpus) choose.reset();
  return new SetChoose(document, std::move(choose));
}

}  // namespace astrolabe::ui
