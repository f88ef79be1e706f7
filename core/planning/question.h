#pragma once
// What a plan asks, resolved: models, cluster, limits, software and the goal, for planners of every kind.

#include <memory>
#include <string>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/planning/layout.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// A model of the question with what is to be done with it.
struct AskedModel {
  std::shared_ptr<const model::Graph> graph;
  /// The layers as they were read; null: as the plan that asks has them, see architecture_of().
  std::shared_ptr<const model::Architecture> architecture;
  std::string task = "train";
};

struct Question {
  plan::Plan asked;  ///< the plan with the scenario that asks alone; without a model where nobody has a plan
  std::vector<AskedModel> models;  ///< today one
  strategy::Problem problem;       ///< of the first model
  strategy::Objective objective = strategy::Objective::throughput;
  LayoutPtr now;  ///< the layout that runs; null: none, or not known
};
using QuestionPtr = std::shared_ptr<const Question>;

/// The question of the scenario that `plan` shows. Errors: those of plan::make_problem().
Result<QuestionPtr> make_question(const plan::Plan& plan, const hardware::Catalogue& catalogue);
/// The question of `plan` that was resolved before, with its model where that is at hand.
QuestionPtr question_of(const plan::Plan& plan, strategy::Problem problem,
                        std::shared_ptr<const model::Architecture> architecture = {});
/// A question that no plan asks.
QuestionPtr question_of(strategy::Problem problem, strategy::Objective objective);

/// The layers of the first model, read from the plan where they are not at hand. Errors: those of
/// model::read_saved().
Result<std::shared_ptr<const model::Architecture>> architecture_of(const Question& question);

}  // namespace astrolabe::planning
