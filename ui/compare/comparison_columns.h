#pragma once
// The columns of a comparison: a scenario each with how it stands, and the decision among those that serve.

#include <vector>

#include "core/hardware/catalogue.h"
#include "core/plan/plan.h"
#include "ui/compare/compared_kinds.h"
#include "ui/compare/comparison.h"

namespace astrolabe::ui {

/// A scenario as its column needs it; without `best` there is no result to show.
struct ComparedOption {
  plan::Plan plan;
  ComparedAnswer answer;
  const cost::Evaluation* best = nullptr;
  const strategy::Problem* problem = nullptr;
};

ComparedOption optionOf(const plan::Plan& plan, int id, ComparedAnswer answer);

/// The plan of another kind that ranks ahead of its best strategy; null where none is known.
planning::OptionPtr aheadOf(const ComparedOption& option);

/// "B".
QString letterOf(const plan::Plan& plan, int id);

/// What is known of a column of one kind.
KindColumn kindColumn(const ComparedKind& kind, const ComparedOption& option, const QString& letter);

ComparedColumn columnOf(const plan::Plan& plan, const hardware::Catalogue& catalogue, int id,
                        const ComparedOption& option);

/// Of scenarios none of which trains; those without a fresh answer, and where one post-trains those that
/// serve, take no part.
DecisionWords servingDecision(const std::vector<ComparedOption>& options,
                              const std::vector<ComparedColumn>& columns);

}  // namespace astrolabe::ui
