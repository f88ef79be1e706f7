#pragma once
// What is to be trained, and what is best.

#include <string>
#include <vector>

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Another job. `what` is the label of the field that was edited, translated ("Global batch"); the steps of
/// one gesture (a spin box held down) are one undo step.
class SetJob : public PlanCommand {
 public:
  SetJob(PlanDocument& document, strategy::Job job, const QString& what, quint64 gesture = nextGesture());
  int id() const override { return kSetJobId; }
  bool mergeWith(const QUndoCommand* next) override;

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.job, m_job); }

 private:
  strategy::Job m_job;
  quint64 m_gesture;
};

/// Nobody states `key` any more: one undo step to the value that is assumed then, none where that changes
/// nothing. `what` is the label of its field.
void assume(PlanDocument& document, const QString& what, const std::string& key);

class SetObjective : public PlanCommand {
 public:
  SetObjective(PlanDocument& document, strategy::Objective objective);

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.objective, m_objective); }

 private:
  strategy::Objective m_objective;
};

/// The objective together with which GPUs may stay unused; empty: all are used.
class SetGoal : public PlanCommand {
 public:
  SetGoal(PlanDocument& document, strategy::Objective objective, std::optional<hardware::Choose> choose);

 protected:
  void swapWith(plan::Plan& plan) override {
    std::swap(plan.objective, m_objective);
    std::swap(plan.cluster.choose, m_choose);
  }

 private:
  strategy::Objective m_objective;
  std::optional<hardware::Choose> m_choose;
};

/// Which GPUs the search may leave unused; empty: all are used.
class SetChoose : public PlanCommand {
 public:
  SetChoose(PlanDocument& document, std::optional<hardware::Choose> choose);

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.cluster.choose, m_choose); }

 private:
  std::optional<hardware::Choose> m_choose;
};

/// Leaves pools out of the search, or takes them in again; the search may leave other GPUs unused while one
/// is out.
SetChoose* leaveOut(PlanDocument& document, const std::vector<std::string>& pools, bool out);

}  // namespace astrolabe::ui
