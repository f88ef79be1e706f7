#include "ui/document/goal.h"

#include <QCoreApplication>

namespace astrolabe::ui {

namespace {

struct GoalNames {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::GoalChoice)
};

QString servingName(Goal goal) {
  switch (goal) {
    case Goal::Fastest:
    case Goal::Mixed:
      return GoalNames::tr("Most tokens/s a GPU");
    case Goal::BestValue:
    case Goal::InTime:
      return GoalNames::tr("Cheapest tokens");
    case Goal::Smallest:
      return GoalNames::tr("Fewest GPUs");
    case Goal::Both:
      break;
  }
  return GoalNames::tr("Users and GPUs", "goal: tokens/s of a user against tokens/s of a GPU");
}

QString postTrainingName(Goal goal) {
  switch (goal) {
    case Goal::Fastest:
    case Goal::Mixed:
      return GoalNames::tr("Shortest iteration");
    case Goal::BestValue:
    case Goal::InTime:
      return GoalNames::tr("Cheapest iteration");
    case Goal::Smallest:
      return GoalNames::tr("Fewest GPUs");
    case Goal::Both:
      break;
  }
  return GoalNames::tr("Time and cost", "goal: of an iteration");
}

}  // namespace

Goal goalOf(strategy::Objective objective, bool free, bool deadline) {
  switch (objective) {
    case strategy::Objective::throughput:
      return free ? Goal::Mixed : Goal::Fastest;
    case strategy::Objective::money:
      return free && deadline ? Goal::InTime : Goal::BestValue;
    case strategy::Objective::pareto:
      return Goal::Both;
    case strategy::Objective::gpus:
      return Goal::Smallest;
  }
  return Goal::Fastest;
}

QString goalName(Goal goal) {
  switch (goal) {
    case Goal::Fastest:
      return GoalNames::tr("Fastest");
    case Goal::Mixed:
      return GoalNames::tr("Mixed GPUs");
    case Goal::BestValue:
      return GoalNames::tr("Best value");
    case Goal::Smallest:
      return GoalNames::tr("Fewest GPUs");
    case Goal::Both:
      return GoalNames::tr("Speed and cost");
    case Goal::InTime:
      break;
  }
  return GoalNames::tr("Cheapest by deadline");
}

QString goalNameOf(const std::string& task, Goal goal) {
  return task == "serve" ? servingName(goal) : task == "post_train" ? postTrainingName(goal) : goalName(goal);
}

}  // namespace astrolabe::ui
