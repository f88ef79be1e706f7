#include "core/engine.h"

#include <algorithm>
#include <atomic>
#include <exception>
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
#include "core/plan/answer.h"
#include "core/plan/assumptions.h"
#include "core/plan/calibration.h"
#include "core/plan/fixes.h"
#include "core/plan/measured_plan.h"
#include "core/plan/plan_file.h"
#include "core/plan/validation.h"
#include "core/plan/why.h"
#include "core/search/certify.h"
#include "core/search/search.h"
#include "core/strategy/fits.h"
#include "core/strategy/rules.h"
#include "core/verify/question.h"

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
};

/// Whom a search tells, of which revision, what may hold it up, and what it is at.
struct RunningSearch {
  const Publish& publish;
  std::uint64_t revision = 0;
  std::atomic<bool>* paused = nullptr;  ///< null: nothing
  plan::Phase phase = plan::Phase::none;
};

/// While it runs.
std::shared_ptr<plan::Snapshot> snapshot_of(const SearchInput& input, const search::Progress& progress) {
  auto snapshot = std::make_shared<plan::Snapshot>();
  snapshot->revision = input.revision;
  snapshot->objective = input.request.objective;
  snapshot->status = plan::Status::searching;
  snapshot->stopped_early = progress.stopped_early;
  snapshot->gap = progress.gap;
  snapshot->has_bound = progress.has_bound;
  snapshot->bound_step_seconds = progress.bound_step_seconds;
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

plan::SnapshotPtr last_snapshot(const SearchInput& input, const search::Progress& progress,
                                std::vector<plan::Fix> fixes) {
  const std::shared_ptr<plan::Snapshot> snapshot = snapshot_of(input, progress);
  if (progress.best.empty() && progress.gap <= 0.0)
    snapshot->status = plan::Status::infeasible;
  else
    snapshot->status = progress.optimal ? plan::Status::optimal : plan::Status::feasible;
  for (cost::Evaluation& evaluation : snapshot->best) tell_outcome(*input.problem, evaluation);
  snapshot->fixes = std::move(fixes);
  return snapshot;
}

/// run_search() that keeps the phase of `running` at what it does.
plan::SnapshotPtr search_by_phases(const strategy::Problem& problem, const SearchOptions& options,
                                   const std::stop_token& stop, RunningSearch& running) {
  running.phase = plan::Phase::preparing;
  const StopLater::Deadline deadline = deadline_in(options.time_limit);
  // Without an earlier search the tables are for what is tried besides: near misses, fixes.
  const std::shared_ptr<Carried> carried = options.carried != nullptr ? options.carried : make_carried();
  SearchInput input{std::make_shared<const strategy::Problem>(problem), request_of(options),
                    plan::assumptions_of(problem), options.seed, running.revision};
  input.request.kept = &carried->tables;
  input.request.starts = carried->starts(problem);
  search::Report report;
  if (running.publish)
    report = [&](const search::Progress& progress) { running.publish(snapshot_of(input, progress)); };
  running.phase = plan::Phase::searching;
  if (deadline) input.request.time_limit = seconds_until(*deadline);
  search::Progress progress = search::run(*input.problem, input.request, stop, running.paused, report);
  carried->keep(*input.problem, progress.best);
  running.phase = plan::Phase::fixing;
  std::vector<plan::Fix> fixes;
  if (progress.finished && progress.best.empty()) {
    const StopLater closing(stop, deadline ? std::optional(*deadline + kClosing) : std::nullopt);
    fixes = plan::find_fixes(*input.problem, input.request, progress.binding, closing.token());
    plan::name_rule(*input.problem, fixes, progress.binding, closing.token());
  }
  plan::SnapshotPtr snapshot = last_snapshot(input, progress, std::move(fixes));
  if (options.carried == nullptr) carried->tables.forget(input.request.threads);
  return snapshot;
}

}  // namespace

plan::SnapshotPtr run_search(const strategy::Problem& problem, const SearchOptions& options,
                             const std::stop_token& stop, const Publish& publish) {
  reserve_memory();
  RunningSearch running{publish};
  return search_by_phases(problem, options, stop, running);
}

namespace {

/// Keys of the limits of a job that are held against its outcome, the first of them first.
std::string limits_of_outcome(const strategy::Limits& limits) {
  std::string keys;
  const auto add = [&](bool set, const char* key) {
    if (set) keys += (keys.empty() ? "limits." : ", limits.") + std::string(key);
  };
  add(limits.deadline_hours.has_value(), "deadline_hours");
  add(!limits.done_by.empty(), "done_by");
  add(limits.budget_usd.has_value(), "budget_usd");
  add(limits.usd_per_trillion_tokens.has_value(), "usd_per_trillion_tokens");
  return keys;
}

}  // namespace

Result<void> can_certify(const strategy::Problem& problem) {
  if (!search::certifiable(problem))
    return problem.job.batch_ramp_up
               ? fail(
                     code::no_certificate, "batch_ramp_up",
                     "batch_ramp_up, " + limits_of_outcome(problem.job.limits),
                     {Wanted::Kind::text,
                      {"a batch that does not grow, or no such limit: how much longer a growing batch "
                       "takes is known of whole answers alone, which no bound of a certificate may rest on"}})
               : fail(code::no_certificate, "pools", std::to_string(problem.cluster.pools.size()),
                      {Wanted::Kind::text, {"fewer pools"}});
  return {};
}

Result<std::string> certify(const plan::Plan& plan, const strategy::Problem& problem,
                            const plan::Snapshot& answer, int places, const std::stop_token& stop) {
  if (const auto able = can_certify(problem); !able) return tl::unexpected<Error>(able.error());
  const bool infeasible = answer.status == plan::Status::infeasible;
  if (!infeasible && (answer.status != plan::Status::optimal || answer.gap > 0.0))
    return fail(code::not_proven, "answer", "a gap of " + format_number(answer.gap),
                {Wanted::Kind::text, {"a question whose answer is proven to the end"}});
  std::vector<strategy::Strategy> answers;
  if (answer.objective == strategy::Objective::pareto)
    for (const plan::ParetoPoint& point : answer.pareto) answers.push_back(point.strategy);
  else if (!infeasible)
    for (std::size_t i = 0; i < answer.best.size() && i < static_cast<std::size_t>(places); ++i)
      answers.push_back(answer.best[i].strategy);
  auto certificate = search::certify(problem, answer.objective, answers, stop);
  if (!certificate) return tl::unexpected<Error>(certificate.error());
  strategy::Job job = plan.job;
  job.software.runtime = problem.job.software.runtime;  // said, whatever holds unsaid where it is checked
  certificate->question = verify::to_json({plan.model_name, plan.model_text, plan.model_entered, plan.cluster,
                                           plan.own_types, plan.catalogue, job, problem.coefficients});
  return verify::encode(*certificate);
}

Result<Detail> detail(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (const auto able = strategy::fits(problem, strategy); !able) return tl::unexpected<Error>(able.error());
  std::vector<int> split;
  for (const strategy::Stage& stage : strategy.stages) split.push_back(stage.layers);
  Detail result;
  // Who gives a strategy names its sharding; what a runtime refuses is costed all the same, and runs_on says
  // so.
  strategy::Problem named = problem;
  named.job.allowed.try_emplace("zero_stage", std::vector{std::to_string(strategy.zero_stage)});
  if (const strategy::Rule* rule = strategy::first_broken_rule_of_ours(named, strategy)) {
    result.violation.binding = cost::Binding::rule;
    result.violation.rule = rule->name;
    result.evaluation.strategy = strategy;
    return result;
  }
  cost::Tables tables(problem);
  const cost::Shape shape(tables, strategy);
  result.evaluation = shape.evaluate(split, true);
  for (std::size_t j = 0; j < result.evaluation.memory.size(); ++j) {
    const cost::StageMemory& memory = result.evaluation.memory[j];
    if (!memory.fits() && memory.over() > result.violation.over) {
      result.violation.binding = memory.over_in_host() ? cost::Binding::host_memory : cost::Binding::memory;
      result.violation.pool = memory.pool;
      result.violation.stage = static_cast<int>(j);
      result.violation.over = memory.over();
    }
  }
  if (result.violation.binding == cost::Binding::none)
    result.violation = cost::broken_limit(problem, result.evaluation);
  tell_outcome(problem, result.evaluation);
  result.timeline = shape.timeline(result.evaluation);
  return result;
}

Result<plan::Why> why(const strategy::Problem& problem, const strategy::Strategy& strategy,
                      const SearchOptions& options, const std::stop_token& stop, const Publish& publish) {
  const auto given = detail(plan::judged_by(problem, strategy), strategy);
  if (!given) return tl::unexpected<Error>(given.error());
  const plan::SnapshotPtr snapshot = run_search(problem, options, stop, publish);
  return plan::explain(problem, given->evaluation.strategy, given->evaluation, given->violation, *snapshot);
}

Result<plan::Validation> validate_runs(std::string_view csv, const hardware::Catalogue& catalogue) {
  const auto table = plan::read_measured_runs(csv);
  if (!table) return tl::unexpected<Error>(table.error());
  return plan::validate(*table, catalogue);
}

Result<plan::FittedRuns> fit_runs(std::string_view csv, const hardware::Catalogue& catalogue) {
  const auto table = plan::read_measured_runs(csv);
  if (!table) return tl::unexpected<Error>(table.error());
  auto calibration = plan::calibrate(*table, catalogue);
  if (!calibration) return tl::unexpected<Error>(calibration.error());
  plan::FittedRuns fitted{std::move(*calibration), {}};
  fitted.validation = plan::validate(*table, catalogue, fitted.calibration);
  return fitted;
}

Result<plan::Plan> plan_of_run(std::string_view csv, std::string_view id,
                               const hardware::Catalogue& catalogue) {
  const auto table = plan::read_measured_runs(csv);
  if (!table) return tl::unexpected<Error>(table.error());
  return plan::plan_of(*table, id, catalogue);
}

plan::Sensitivity sensitivity(const plan::Snapshot& answer, plan::Metric metric, double change,
                              const std::stop_token& stop) {
  const plan::Predict predict = [](const strategy::Problem& problem, const strategy::Strategy& strategy) {
    const Result<Detail> predicted = detail(problem, strategy);
    return predicted && predicted->violation.binding == cost::Binding::none
               ? std::optional<cost::Evaluation>(predicted->evaluation)
               : std::nullopt;
  };
  const std::vector<cost::Evaluation>& ranked = answer.best;
  if (answer.objective != strategy::Objective::gpus)
    return plan::sensitivity(*answer.problem, ranked, metric, change, predict, stop);
  const auto more = std::find_if(ranked.begin(), ranked.end(), [&](const cost::Evaluation& row) {
    return row.gpus_paid() != ranked.front().gpus_paid();  // wins nothing, however fast
  });
  return plan::sensitivity(*answer.problem, {ranked.begin(), more}, metric, change, predict, stop);
}

plan::Space count_space(const strategy::Problem& problem) { return search::count(problem); }

SearchRunner::SearchRunner(Publish publish)
    : m_publish(std::move(publish)),
      m_carried(make_carried()),
      m_thread([this](const std::stop_token& closing) { loop(closing); }) {}

SearchRunner::~SearchRunner() {  // order matters; m_thread is the last member, so it joins first
  m_thread.request_stop();
  m_paused.store(false);
  const std::lock_guard lock(m_mutex);
  m_current.request_stop();
}

void SearchRunner::submit(strategy::Problem problem, SearchOptions options, std::uint64_t revision) {
  {
    const std::lock_guard lock(m_mutex);
    m_pending = Question{std::move(problem), std::move(options), revision};
    m_current.request_stop();  // cooperative: the search looks at its token once a configuration
    m_paused.store(false);
  }
  m_wake.notify_one();
}

void SearchRunner::stop() {
  const std::lock_guard lock(m_mutex);
  m_pending.reset();
  m_paused.store(false);
  m_current.request_stop();
}

void SearchRunner::set_paused(bool paused) { m_paused.store(paused); }

void SearchRunner::loop(const std::stop_token& closing) {
  while (true) {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, closing, [this] { return m_pending.has_value(); });
    if (closing.stop_requested()) return;  // also when work is pending: wait() prefers the predicate
    Question question = *std::exchange(m_pending, std::nullopt);
    if (question.options.carried == nullptr) question.options.carried = m_carried;
    m_current = std::stop_source{};
    const std::stop_token stop = m_current.get_token();
    lock.unlock();
    plan::SnapshotPtr last;  // told so far: what a failure keeps
    const Publish tell = [&](plan::SnapshotPtr found) {
      last = found;
      m_publish(std::move(found));
    };
    RunningSearch running{tell, question.revision, &m_paused};
    try {
      last = search_by_phases(question.problem, question.options, stop, running);
    } catch (const std::exception& fault) {
      auto failed = last ? std::make_shared<plan::Snapshot>(*last) : std::make_shared<plan::Snapshot>();
      failed->revision = question.revision;
      failed->status = plan::Status::failed;
      failed->defect = fault.what();
      failed->phase = running.phase;
      failed->problem = std::make_shared<const strategy::Problem>(question.problem);
      last = failed;
    }
    m_publish(last);
  }
}

}  // namespace astrolabe
