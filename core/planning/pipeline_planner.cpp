// The row of pipelines in the table of planners.
#include <utility>

#include "core/hardware/join_pools.h"
#include "core/plan/answer.h"
#include "core/planning/pipelines.h"
#include "core/runtimes/judge.h"

namespace astrolabe::planning {

namespace {

class PipelinePlanner final : public Planner {
 public:
  std::string_view id() const override { return kPipeline; }
  std::string_view answer_key() const override { return "best"; }
  std::string help() const override { return {}; }
  std::string declines(const Question& question) const override {
    return question.problem.job.trains() ? "" : "no_training";
  }
  bool may_rank(const Question&) const override { return true; }
  bool takes_long(const Question&) const override { return false; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    run.options.objective = question->objective;
    if (!declines(*question).empty()) return nothing(question, run);
    const Publish publish =
        run.publish
            ? [&](plan::SnapshotPtr snapshot) { run.publish(found_of(std::move(snapshot), question)); }
            : Publish();
    return found_of(search_pipelines(question->problem, run, publish), question);
  }

  /// The end of a search of a question that strategies do not answer.
  static FoundPtr nothing(const QuestionPtr& question, const Run& run) {
    auto end = std::make_shared<plan::Snapshot>();
    end->revision = run.revision;
    end->status = plan::Status::optimal;
    end->objective = question->objective;
    end->problem = std::make_shared<const strategy::Problem>(question->problem);
    return found_of(std::move(end), question);
  }

  FoundPtr failed(const QuestionPtr& question, const Run& run, const FoundPtr& last,
                  const std::string& defect) const override {
    const plan::SnapshotPtr before = snapshot_of(last);
    auto failed = before ? std::make_shared<plan::Snapshot>(*before) : std::make_shared<plan::Snapshot>();
    failed->revision = run.revision;
    failed->status = plan::Status::failed;
    failed->defect = defect;
    failed->phase = run.phase;
    failed->problem = std::make_shared<const strategy::Problem>(question->problem);
    return found_of(std::move(failed), question);
  }

  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    const strategy::Problem& problem = question.problem;
    auto strategy = strategy::read_strategy(hardware::with_joined_pools(json, problem.cluster),
                                            problem.pool_ids(), problem.graph->layer_count());
    if (!strategy) return tl::unexpected<Error>(std::move(strategy.error()));
    return layout_of(std::move(*strategy));
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    return detail(question.problem, as<PipelineLayout>(layout)->strategy(), question.objective);
  }
};

}  // namespace

const Planner& pipeline_planner() {
  static const PipelinePlanner planner;
  return planner;
}

Json PipelineLayout::to_json(const std::vector<std::string>& pool_ids) const {
  return strategy::to_json(m_strategy, pool_ids);
}

Json PipelineLayout::answer_json(const Option& option, const strategy::Problem& problem, int) const {
  if (option.violation.binding == cost::Binding::rule)
    return Json{{"runs_on", runtimes::runs_on(problem, m_strategy)}};
  return plan::row_json(option.evaluation, problem);
}

int PipelineLayout::compare(const Layout& other) const {
  const auto order = m_strategy <=> static_cast<const PipelineLayout&>(other).m_strategy;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

LayoutPtr layout_of(strategy::Strategy strategy) {
  return std::make_shared<const PipelineLayout>(std::move(strategy));
}

plan::SnapshotPtr snapshot_of(const FoundPtr& found) {
  const auto* pipelines = dynamic_cast<const FoundPipelines*>(found.get());
  return pipelines != nullptr ? pipelines->snapshot : nullptr;
}

FoundPtr found_of(plan::SnapshotPtr snapshot, QuestionPtr question) {
  auto found = std::make_shared<FoundPipelines>();
  found->planner = kPipeline;
  found->question = std::move(question);
  if (snapshot == nullptr) return found;
  found->revision = snapshot->revision;
  found->status = snapshot->status;
  found->stopped_early = snapshot->stopped_early;
  found->has_bound = snapshot->has_bound;
  found->gap = snapshot->gap;
  found->seconds = snapshot->seconds;
  found->defect = snapshot->defect;
  for (std::size_t place = 0; place < snapshot->best.size(); ++place) {
    auto option = std::make_shared<Option>();
    option->evaluation = snapshot->best[place];
    option->layout = layout_of(option->evaluation.strategy);
    option->proof.proven =
        snapshot->places_proven && place < static_cast<std::size_t>(*snapshot->places_proven);
    option->proof.gap = place == 0 ? snapshot->gap : snapshot->ranking_gap;
    found->options.push_back(std::move(option));
  }
  found->snapshot = std::move(snapshot);
  return found;
}

}  // namespace astrolabe::planning
