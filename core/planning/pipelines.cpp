#include "core/planning/pipelines.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/helper.h"
#include "core/base/parallel.h"
#include "core/base/stop_later.h"
#include "core/base/text.h"
#include "core/cost/goodput.h"
#include "core/cost/limits.h"
#include "core/cost/pool_tables.h"
#include "core/cost/shape.h"
#include "core/plan/assumptions.h"
#include "core/plan/fixes.h"
#include "core/plan/program_report.h"
#include "core/planning/marked_search.h"
#include "core/replan/placed.h"
#include "core/runtimes/runtime.h"
#include "core/search/state_anywhere.h"
#include "core/strategy/fits.h"

namespace astrolabe {

class Carried {
 public:
  cost::KeptTables tables;
  /// The best strategies of the search before whose pools are in `problem`, too, by their places there.
  std::vector<strategy::Strategy> starts(const strategy::Problem& problem) const {
    const std::vector<std::string> here = problem.pool_ids();
    std::vector<strategy::Strategy> result;
    for (strategy::Strategy strategy : m_best) {
      bool all = true;
      strategy.state.clear();  // a start is one whose stages hold their own
      for (strategy::Stage& stage : strategy.stages) {
        const auto place = std::find(here.begin(), here.end(), m_pools[static_cast<std::size_t>(stage.pool)]);
        all = all && place != here.end();
        stage.pool = static_cast<int>(place - here.begin());
      }
      if (all) result.push_back(std::move(strategy));
    }
    return result;
  }
  /// Keeps what was known before where nothing was found.
  void keep(const strategy::Problem& problem, const std::vector<cost::Evaluation>& best) {
    if (best.empty()) return;
    m_pools = problem.pool_ids();
    m_best.clear();
    for (const cost::Evaluation& evaluation : best) m_best.push_back(evaluation.strategy);
  }

 private:
  std::vector<strategy::Strategy> m_best;
  std::vector<std::string> m_pools;
};

std::shared_ptr<Carried> make_carried() { return std::make_shared<Carried>(); }

namespace {

search::Request request_of(const SearchOptions& options) {
  search::Request request;
  request.objective = options.objective;
  request.top = options.top;
  request.threads = worker_count(options.threads);
  request.time_limit = options.time_limit;
  request.tolerance = options.tolerance;
  request.exhaustive = options.exhaustive;
  request.brute_splits = options.brute_splits;
  request.near_answers = options.near_answers;
  return request;
}

void tell_outcome(const strategy::Problem& problem, cost::Evaluation& evaluation) {
  cost::add_outcome(problem, evaluation, cost::hours_of_ramp_up(problem, evaluation));
}

/// What a search is given: all its snapshots say it alike.
struct SearchInput {
  std::shared_ptr<const strategy::Problem> problem;
  search::Request request;
  std::vector<hardware::Assumption> assumptions;
  std::uint64_t seed = 0, revision = 0;
  bool state_anywhere = false;
};

/// While it runs.
std::shared_ptr<plan::Snapshot> progress_of(const SearchInput& input, const search::Progress& progress) {
  auto snapshot = std::make_shared<plan::Snapshot>();
  snapshot->revision = input.revision;
  snapshot->objective = input.request.objective;
  snapshot->status = plan::Status::searching;
  snapshot->stopped_early = progress.stopped_early;
  snapshot->gap = progress.gap;
  snapshot->has_bound = progress.has_bound;
  snapshot->bound_step_seconds = progress.bound_step_seconds;
  snapshot->state_anywhere = progress.state_anywhere;
  snapshot->places_proven = progress.places_proven;
  snapshot->ranking_gap = progress.ranking_gap;
  snapshot->pools_proven = progress.pools_proven;
  snapshot->seconds = progress.seconds;
  snapshot->threads = input.request.threads;
  snapshot->seed = input.seed;
  snapshot->space = progress.space;
  const double handled = static_cast<double>(
      progress.space.rejected_by_rule + progress.space.rejected_by_limit + progress.space.rejected_by_memory +
      progress.space.cut_by_bound + progress.space.evaluated);
  snapshot->rate = progress.seconds > 0.0 ? handled / progress.seconds : 0.0;
  snapshot->best = progress.best;
  // A growing batch takes a while to look at: at the end.
  if (!input.problem->job.batch_ramp_up)
    for (cost::Evaluation& evaluation : snapshot->best) cost::add_outcome(*input.problem, evaluation);
  snapshot->pareto = progress.pareto;
  snapshot->seen = progress.seen;
  snapshot->rejected = progress.rejected;
  snapshot->improvements = progress.improvements;
  snapshot->bounds = progress.bounds;
  snapshot->binding = progress.binding;
  snapshot->assumptions = input.assumptions;
  snapshot->problem = input.problem;
  return snapshot;
}

/// Puts the row on nodes of `choice`. `placed` is of that choice.
void stand(const strategy::Problem& choice, replan::PlacedSteps& placed, cost::Evaluation& row) {
  row.placed_step = placed.of(row.strategy);
  row.placement = hardware::fastest_placement(choice.cluster, row.gpus);
}

/// `stands_on`: of each of the best the choice of `choices` that its outcome and its step on nodes are from.
plan::SnapshotPtr last_snapshot(const SearchInput& input, const search::Progress& progress,
                                std::vector<plan::Fix> fixes, const planning::MarkChoices& choices,
                                const std::vector<std::size_t>& stands_on) {
  const std::shared_ptr<plan::Snapshot> snapshot = progress_of(input, progress);
  if (progress.best.empty() && progress.gap <= 0.0)
    snapshot->status = plan::Status::infeasible;
  else
    snapshot->status = progress.optimal ? plan::Status::optimal : plan::Status::feasible;
  std::map<std::size_t, replan::PlacedSteps> placed;
  for (std::size_t i = 0; i < snapshot->best.size(); ++i) {
    const strategy::Problem& choice = choices.problems[stands_on[i]];
    tell_outcome(choice, snapshot->best[i]);
    stand(choice, placed.try_emplace(stands_on[i], choice).first->second, snapshot->best[i]);
  }
  snapshot->fixes = std::move(fixes);
  return snapshot;
}

}  // namespace

bool moves_state(const strategy::Problem& problem, strategy::Objective objective) {
  const bool one_figure =
      objective == strategy::Objective::throughput || objective == strategy::Objective::money;
  return one_figure && plan::is_mixed(problem.cluster) &&
         runtimes::find_runtime(problem.job.software.runtime) == nullptr;
}

plan::SnapshotPtr search_pipelines(const strategy::Problem& problem, planning::Run& running,
                                   const Publish& publish) {
  const SearchOptions& options = running.options;
  const std::stop_token& stop = running.stop;
  running.phase = plan::Phase::preparing;
  const StopLater::Deadline deadline = deadline_in(options.time_limit);
  // Without an earlier search the tables are for what is tried besides: near misses, fixes.
  const std::shared_ptr<Carried> carried = options.carried != nullptr ? options.carried : make_carried();
  SearchInput input{std::make_shared<const strategy::Problem>(problem), request_of(options),
                    plan::assumptions_of(problem), options.seed, running.revision};
  input.request.kept = &carried->tables;
  input.request.starts = carried->starts(problem);
  input.state_anywhere = options.state_anywhere && moves_state(problem, options.objective);
  search::Report report;
  if (publish) report = [&](const search::Progress& progress) { publish(progress_of(input, progress)); };
  running.phase = plan::Phase::searching;
  const auto find = input.state_anywhere ? search::run_state_anywhere : search::run;
  const planning::MarkChoices choices = planning::mark_choices(problem);
  planning::FoundOfChoices found(choices.problems.size());
  std::size_t left = planning::most_searches(choices);
  while (const auto next = planning::next_choice(choices, found, options.objective, options.top)) {
    const bool first = *next == 0;
    if (!first && (stop.stop_requested() || (deadline && seconds_until(*deadline) <= 1e-3))) break;
    if (deadline) input.request.time_limit = seconds_until(*deadline) / static_cast<double>(left--);
    found[*next] = find(first ? *input.problem : choices.problems[*next], input.request, stop, running.paused,
                        first ? report : search::Report());
  }
  planning::Joined joined =
      planning::join_choices(choices, std::move(found), options.objective, options.top, options.tolerance);
  if (!joined.left.empty())
    input.assumptions.push_back({"pools.choices_of_nodes",
                                 std::to_string(planning::most_searches(choices)),
                                 {hardware::Reason::Kind::source, {joined.left}}});
  search::Progress& progress = joined.progress;
  if (joined.winner() > 0)
    input.problem = std::make_shared<const strategy::Problem>(choices.problems[joined.winner()]);
  carried->keep(*input.problem, progress.best);
  running.phase = plan::Phase::fixing;
  std::vector<plan::Fix> fixes;
  if (progress.finished && progress.best.empty()) {
    const StopLater closing(stop, deadline ? std::optional(*deadline + kClosing) : std::nullopt);
    fixes = plan::find_fixes(*input.problem, input.request, progress.binding, closing.token());
    plan::name_rule(*input.problem, fixes, progress.binding, closing.token());
  }
  plan::SnapshotPtr snapshot = last_snapshot(input, progress, std::move(fixes), choices, joined.choices);
  if (options.carried == nullptr) carried->tables.forget(input.request.threads);
  return snapshot;
}

plan::SnapshotPtr run_search(const strategy::Problem& problem, const SearchOptions& options,
                             const std::stop_token& stop, const Publish& publish) {
  reserve_memory();
  planning::Run running{options, stop};
  return search_pipelines(problem, running, publish);
}

namespace {

/// No stage gives away more state than it has.
Result<void> has_its_state(const cost::Shape& shape, const strategy::Strategy& strategy) {
  if (strategy.state.empty()) return {};
  constexpr double kRounded = 1.0 + 1e-9;
  const std::vector<cost::StateHolder> holders = shape.holders(strategy);
  for (std::size_t j = 0; j < holders.size(); ++j) {
    double moved = 0.0;
    for (const strategy::MovedState& part : strategy.state)
      if (part.stage == static_cast<int>(j)) moved += static_cast<double>(part.bytes);
    const double all = holders[j].state * holders[j].gpus;
    if (moved > all * kRounded)
      return fail(
          code::impossible_strategy, "state.gib", format_number(moved / kGib),
          {Wanted::Kind::text,
           {"at most " + format_number(all / kGib) + " GiB, the state of stage " + std::to_string(j)}});
  }
  return {};
}

}  // namespace

Result<planning::Option> detail(const strategy::Problem& asked, const strategy::Strategy& strategy,
                                strategy::Objective objective) {
  const strategy::Problem problem = planning::judged_by_marks(asked, strategy, objective);
  if (const auto able = strategy::fits(problem, strategy); !able) return tl::unexpected<Error>(able.error());
  std::vector<int> split;
  for (const strategy::Stage& stage : strategy.stages) split.push_back(stage.layers);
  planning::Option result;
  result.layout = planning::layout_of(strategy);
  // What a runtime refuses is costed all the same, and runs_on says so.
  if (const std::optional<strategy::Rule> rule = strategy::broken_rule(problem, strategy)) {
    result.violation.binding = cost::Binding::rule;
    result.violation.rule = rule->name;
    result.evaluation.strategy = strategy;
    return result;
  }
  cost::Tables tables(problem);
  const cost::Shape shape(tables, strategy);
  if (const auto has = has_its_state(shape, strategy); !has) return tl::unexpected<Error>(has.error());
  result.evaluation = shape.evaluate(split, true);
  result.violation = cost::lacking_memory(result.evaluation);
  if (result.violation.binding == cost::Binding::none)
    result.violation = cost::broken_limit(problem, result.evaluation);
  tell_outcome(problem, result.evaluation);
  result.timeline = shape.timeline(result.evaluation);
  replan::PlacedSteps placed(problem);
  stand(problem, placed, result.evaluation);
  return result;
}

}  // namespace astrolabe
