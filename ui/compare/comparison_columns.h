#pragma once
// The columns of a comparison: a scenario each with how it stands, and the decision among those that serve.

#include <vector>

#include "core/hardware/catalogue.h"
#include "core/plan/plan.h"
#include "ui/compare/compared_kinds.h"
#include "ui/compare/comparison.h"

namespace astrolabe::ui {

/// A scenario as its column needs it; without `best` there is no result to show. Where the job trains, `best`
/// is what is recommended, the first of `told`.
struct ComparedOption {
  plan::Plan plan;
  ComparedAnswer answer;
  const cost::Evaluation* best = nullptr;
  const strategy::Problem* problem = nullptr;
  plan::SnapshotPtr told{};      ///< the answer with what is recommended first
  planning::OptionPtr beside{};  ///< that, where it is of another kind; null: the best strategy
  /// The best strategy, whatever is recommended; null where none fits.
  const cost::Evaluation* strategy() const;
};

/// What the window knows of a scenario of its document.
ComparedAnswer comparedAnswer(const ScenarioAnswers& answers, int id);
/// That without why its question cannot be asked, for which the models of all scenarios are read.
ComparedAnswer foundAnswer(const ScenarioAnswers& answers, int id);
ComparedOption optionOf(const plan::Plan& plan, int id, ComparedAnswer answer);

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
