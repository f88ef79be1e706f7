#pragma once
// The kind of plan that trains one model as a pipeline of stages: strategies, found by branch and bound.

#include <functional>
#include <stop_token>

#include "core/planning/planner.h"
#include "core/strategy/strategy.h"

namespace astrolabe {

using Publish = std::function<void(plan::SnapshotPtr)>;

/// True where a search looks for strategies whose optimizer state lies on any GPU
/// (search::run_state_anywhere): mixed GPUs, no runtime named (none trains so), one figure to rank by.
bool moves_state(const strategy::Problem& problem, strategy::Objective objective);

/// Searches in the calling thread (with `options.threads` workers) and returns the last snapshot; `publish`
/// (may be empty) gets intermediate ones, at most 25 a second, from any thread.
plan::SnapshotPtr run_search(const strategy::Problem& problem, const SearchOptions& options,
                             const std::stop_token& stop = {}, const Publish& publish = {});

/// run_search() as `run` says, which keeps its phase; `publish` in place of the run's own.
plan::SnapshotPtr search_pipelines(const strategy::Problem& problem, planning::Run& run,
                                   const Publish& publish);

/// Predicts one strategy, on what of slow and failed GPUs' nodes it is best for the goal, as a search for
/// that ranks it (planning::judged_by_marks). Errors: degrees that do not fit the cluster or the model.
Result<planning::Option> detail(const strategy::Problem& problem, const strategy::Strategy& strategy,
                                strategy::Objective objective = strategy::Objective::throughput);

}  // namespace astrolabe

namespace astrolabe::planning {

inline constexpr std::string_view kPipeline = "pipeline";

class PipelineLayout : public Layout {
 public:
  explicit PipelineLayout(strategy::Strategy strategy) : m_strategy(std::move(strategy)) {}
  const strategy::Strategy& strategy() const { return m_strategy; }

  std::string_view kind() const override { return kPipeline; }
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;

 private:
  strategy::Strategy m_strategy;
};
LayoutPtr layout_of(strategy::Strategy strategy);

/// What a search has found, with all that it tells beside its ranking.
struct FoundPipelines : Found {
  plan::SnapshotPtr snapshot;
};
/// The snapshot of a search; null where `found` is of another kind, or null.
plan::SnapshotPtr snapshot_of(const FoundPtr& found);
/// A snapshot as what the planner of pipelines found; options without timelines.
FoundPtr found_of(plan::SnapshotPtr snapshot, QuestionPtr question = {});

const Planner& pipeline_planner();

}  // namespace astrolabe::planning
