#include "core/planning/moved_state.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/base/units.h"
#include "core/planning/pipelines.h"
#include "core/search/ranking.h"

namespace astrolabe::planning {

namespace {

constexpr double kWorthMoving = 5e-4;  ///< of the objective: no runtime moves state, so it has to be worth it

bool holds_its_own(const OptionPtr& option) { return option->evaluation.strategy.state.empty(); }

class MovedStatePlanner final : public Planner {
 public:
  std::string_view id() const override { return "moved_state"; }
  std::string_view answer_key() const override { return "moved_state"; }
  std::string help() const override { return {}; }
  std::string declines(const Question& question) const override {
    if (!question.problem.job.trains()) return "no_training";
    return moves_state(question.problem, question.objective) ? "" : "state";
  }
  bool may_rank(const Question& question) const override { return declines(question).empty(); }
  bool takes_long(const Question&) const override { return true; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    Run own = run;
    own.options.objective = question->objective;
    own.options.state_anywhere = true;
    own.options.near_answers = false;
    own.options.threads = std::max(1, worker_count(run.options.threads) / 2);
    const FoundPtr searched = found_of(search_pipelines(question->problem, own, {}), question);
    run.phase = own.phase;
    auto found = std::make_shared<FoundPipelines>(static_cast<const FoundPipelines&>(*searched));
    found->planner = id();
    const auto value = [&](const OptionPtr& option) {
      return search::objective_value(option->evaluation, question->objective);
    };
    // The ranking is of all: those that move none say what there is to gain on.
    const auto own_best = std::find_if(found->options.begin(), found->options.end(), holds_its_own);
    const double enough =
        own_best == found->options.end() ? kBeyond : value(*own_best) * (1.0 - kWorthMoving);
    std::erase_if(found->options,
                  [&](const OptionPtr& option) { return holds_its_own(option) || value(option) > enough; });
    return found;
  }

  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    return pipeline_planner().read_layout(json, question);
  }
  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    return pipeline_planner().evaluate(question, layout);
  }
};

}  // namespace

plan::SnapshotPtr with_state_anywhere(const plan::SnapshotPtr& own, const FoundPtr& moved) {
  const plan::SnapshotPtr anywhere = snapshot_of(moved);
  if (own == nullptr || anywhere == nullptr || moved->options.empty()) return own;
  auto whole = std::make_shared<plan::Snapshot>(*anywhere);
  whole->revision = own->revision;
  whole->rejected = own->rejected;  // a search beside another looks for none
  return whole;
}

const Planner& moved_state_planner() {
  static const MovedStatePlanner planner;
  return planner;
}

}  // namespace astrolabe::planning
