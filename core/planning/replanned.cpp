#include "core/planning/replanned.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/error_codes.h"
#include "core/base/stop_later.h"
#include "core/cost/limits.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/plan/spares.h"
#include "core/planning/mixed_search.h"
#include "core/planning/pipelines.h"
#include "core/planning/replan_bases.h"
#include "core/planning/slow_left_out.h"
#include "core/planning/written.h"
#include "core/replan/kind_bound.h"
#include "core/replan/lane_timeline.h"
#include "core/replan/layout.h"
#include "core/replan/pipelines.h"
#include "core/runtimes/runtime.h"
#include "core/search/ranking.h"

namespace astrolabe::planning {

namespace {

constexpr std::size_t kTold = 3;
constexpr std::int64_t kPlanWork = 30'000'000;  ///< PlanWork for planning around the marks: 1 to 2 seconds
constexpr std::int64_t kLeavingOutWork = kPlanWork / 3;  ///< for plans that use nothing slow, before that
constexpr double kLeavingOut = 0.5;  ///< of what is left of a limit of time, for these plans

bool any_mark(const hardware::Cluster& cluster) {
  return std::any_of(cluster.pools.begin(), cluster.pools.end(),
                     [](const hardware::Pool& pool) { return !pool.slow.empty() || !pool.failed.empty(); });
}

/// What no plan of the kind falls below in what is looked for; 0 where nobody knows.
struct LeastOfKind {
  strategy::Objective objective = strategy::Objective::throughput;
  double value = 0.0;
};
LeastOfKind least_of_kind(const Question& question, const std::vector<strategy::Strategy>& bases) {
  if (question.objective == strategy::Objective::throughput)
    return {question.objective, replan::kind_bound(question.problem, bases)};
  if (question.objective == strategy::Objective::money)
    return {question.objective, replan::kind_bound_usd(question.problem, bases)};
  return {question.objective, 0.0};
}

/// GPUs that work and stand idle: of what is paid for with those in use, and of those that the strategy which
/// the pipelines come from stands on. They follow from the pipelines, so that a row that is read has the
/// same.
std::vector<replan::GpuId> idle_beside(const hardware::Cluster& cluster, const replan::Plan& plan) {
  std::set<std::pair<int, int>> units;  // of each pool
  for (const replan::GpuId& id : replan::gpus_of(plan.pipelines)) {
    const hardware::Pool& pool = cluster.pools[static_cast<std::size_t>(id.pool)];
    units.emplace(id.pool, (id.node * pool.gpus_per_node + id.gpu) / pool.unit);
  }
  replan::LaneStage paid;
  for (const auto& [index, unit] : units) {
    const hardware::Pool& pool = cluster.pools[static_cast<std::size_t>(index)];
    for (int gpu = unit * pool.unit; gpu < std::min(pool.gpus(), (unit + 1) * pool.unit); ++gpu)
      paid.gpus.push_back({index, gpu / pool.gpus_per_node, gpu % pool.gpus_per_node});
  }
  std::vector<replan::Lane> lanes = replan::layout_of(cluster, plan.strategy).lanes;
  lanes.emplace_back().stages.push_back(std::move(paid));
  std::vector<replan::GpuId> idle = replan::idle_of(replan::Health(cluster), lanes, plan.pipelines);
  std::sort(idle.begin(), idle.end());
  idle.erase(std::unique(idle.begin(), idle.end()), idle.end());
  return idle;
}

OptionPtr option_of(const strategy::Problem& problem, replan::Prediction prediction,
                    const LeastOfKind& bound) {
  auto option = std::make_shared<Option>();
  prediction.plan.idle = idle_beside(problem.cluster, prediction.plan);
  option->evaluation = std::move(prediction.row);
  option->timeline = std::move(prediction.timeline);
  if (!prediction.fits) {
    option->violation.binding = cost::Binding::memory;
    option->violation.stage = prediction.stage;
    option->violation.pool = prediction.plan.pipelines[static_cast<std::size_t>(prediction.pipeline)]
                                 .stages[static_cast<std::size_t>(prediction.stage)]
                                 .pool;
    option->violation.over = prediction.over;
  } else {
    option->violation = cost::broken_limit(problem, option->evaluation);
  }
  option->proof.gap = gap_above(bound.value, search::objective_value(option->evaluation, bound.objective));
  option->layout = std::make_shared<const ReplannedLayout>(std::move(prediction.plan), problem.pool_ids(),
                                                           prediction.pipeline);
  return option;
}

/// The plan as a strategy, where all its pipelines are alike and take as many micro-batches.
std::optional<strategy::Strategy> as_strategy(const replan::Plan& plan) {
  const replan::Pipeline& first = plan.pipelines.front();
  const auto alike = [&](const replan::Pipeline& other) {
    return other.micro_batches == first.micro_batches && other.schedule == first.schedule &&
           other.virtual_pipeline == first.virtual_pipeline &&
           std::equal(other.stages.begin(), other.stages.end(), first.stages.begin(), first.stages.end(),
                      [](const replan::Stage& a, const replan::Stage& b) {
                        return a.pool == b.pool && a.layers == b.layers &&
                               a.tensor_parallel == b.tensor_parallel && a.recompute == b.recompute &&
                               a.recompute_layers == b.recompute_layers && a.gpus.size() == b.gpus.size();
                      });
  };
  if (!std::all_of(plan.pipelines.begin(), plan.pipelines.end(), alike)) return std::nullopt;
  strategy::Strategy made = plan.strategy;
  made.schedule = first.schedule;
  made.virtual_pipeline = first.virtual_pipeline;
  made.pipeline_parallel = static_cast<int>(first.stages.size());
  const int ranks = static_cast<int>(first.stages.front().gpus.size()) / first.stages.front().tensor_parallel;
  made.data_parallel = static_cast<int>(plan.pipelines.size()) * ranks / made.context_parallel;
  made.stages.clear();
  for (const replan::Stage& stage : first.stages) {
    made.stages.push_back(
        {stage.pool, stage.layers, stage.tensor_parallel, stage.recompute, stage.recompute_layers});
    made.tensor_parallel = stage.tensor_parallel;
  }
  return made;
}

/// A strategy does the same, which the search for strategies ranks: the plan gains nothing.
bool is_a_strategy(const strategy::Problem& problem, const replan::Plan& plan) {
  constexpr double kRounded = 1.0 + 1e-9;
  const std::optional<strategy::Strategy> alike = as_strategy(plan);
  if (!alike) return false;
  const auto known = detail(problem, *alike);
  return known && known->is_possible() && known->evaluation.step.value <= plan.step_seconds * kRounded;
}

/// Null where the plan gains nothing on strategies, or cannot be predicted.
OptionPtr told(const strategy::Problem& problem, std::optional<replan::Plan> plan, const LeastOfKind& bound) {
  if (!plan || is_a_strategy(problem, *plan)) return nullptr;
  auto predicted = replan::predict(problem, *plan);
  return predicted ? option_of(problem, std::move(*predicted), bound) : nullptr;
}

bool is_over(const StopLater::Deadline& end) { return end && seconds_until(*end) <= 1e-3; }

/// Of each base the fastest plan that uses nothing slow, as far as work allows: what is found where slow GPUs
/// have failed is then found here, too, when work ends before all that they could still do was weighed.
std::vector<std::optional<replan::Plan>> without_slow(const strategy::Problem& problem,
                                                      const std::vector<strategy::Strategy>& bases,
                                                      const Run& run, const StopLater::Deadline& deadline) {
  std::vector<std::optional<replan::Plan>> plans(bases.size());
  const auto& pools = problem.cluster.pools;
  if (std::all_of(pools.begin(), pools.end(), [](const auto& pool) { return pool.slow.empty(); }))
    return plans;
  PlanWork work{run.stop};
  StopLater::Deadline end;
  if (deadline) end = deadline_in(kLeavingOut * seconds_until(*deadline));
  for (std::size_t i = 0; i < bases.size() && !run.stop.stop_requested() && !is_over(end); ++i) {
    if (work.done >= allowed_work(kLeavingOutWork, run)) break;
    plans[i] = fastest_without_slow(problem, bases[i], work);
  }
  return plans;
}

class ReplannedPlanner final : public Planner {
 public:
  std::string_view id() const override { return kReplanned; }
  std::string_view answer_key() const override { return "pipelines"; }
  std::string help() const override {
    return "Whether slow and failed GPUs get pipelines of unequal shape, too: auto, always or never";
  }
  std::string declines(const Question& question) const override {
    if (!question.problem.job.trains()) return "no_training";
    if (!any_mark(question.problem.cluster)) return "not_marked";
    return runtimes::find_runtime(question.problem.job.software.runtime) == nullptr ? "" : "runtime";
  }
  bool may_rank(const Question&) const override { return true; }
  bool takes_long(const Question&) const override { return false; }
  bool ends_by_work() const override { return true; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    const auto begin = std::chrono::steady_clock::now();
    auto found = std::make_shared<Found>();
    found->planner = kReplanned;
    found->revision = run.revision;
    found->question = question;
    run.phase = plan::Phase::searching;
    const strategy::Problem& problem = question->problem;
    const StopLater::Deadline deadline = deadline_in(run.options.time_limit);
    std::vector<OptionPtr> all;
    bool cut = false;
    const std::vector<strategy::Strategy> bases = bases_around_marks(problem, run, cut);
    std::vector<std::optional<replan::Plan>> least = without_slow(problem, bases, run, deadline);
    LeastOfKind bound;
    if (!run.stop.stop_requested()) bound = least_of_kind(*question, bases);
    PlanWork work{run.stop};
    bool ended = false;
    for (std::size_t i = 0; i < bases.size() && (all.empty() || !run.stop.stop_requested()); ++i) {
      // One is planned in any case but that of a stop: that takes less than a second.
      const bool worked = work.done >= allowed_work(kPlanWork, run);
      ended = ended || run.stop.stop_requested() || (!all.empty() && (worked || is_over(deadline)));
      std::optional<replan::Plan> plan;
      if (!ended) plan = fastest_around(problem, bases[i], work);
      OptionPtr option;
      if (least[i] && (!plan || least[i]->step_seconds < plan->step_seconds))
        option = told(problem, std::move(least[i]), bound);
      if (!option) option = told(problem, std::move(plan), bound);
      if (option) all.push_back(std::move(option));
    }
    std::stable_sort(all.begin(), all.end(), [&](const OptionPtr& a, const OptionPtr& b) {
      if (a->is_possible() != b->is_possible()) return a->is_possible();
      return ranks_before(*a, *b, question->objective);
    });
    if (all.size() > kTold) all.resize(kTold);
    if (!all.empty())
      if (auto first = replan::predict(problem, as<ReplannedLayout>(all.front()->layout)->plan(), true))
        all.front() = option_of(problem, std::move(*first), bound);
    found->options = std::move(all);
    found->stopped_early = cut || ended || run.stop.stop_requested();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    found->seconds = took.count();
    const bool fits = !found->options.empty() && found->options.front()->is_possible();
    found->status = fits ? plan::Status::feasible : plan::Status::infeasible;
    found->least_of_kind = bound.value;
    found->has_bound = fits && bound.value > 0.0;
    if (found->has_bound) found->gap = found->options.front()->proof.gap;
    return found;
  }

  bool is_written(const Json& json) const override {
    const Json *pipeline = first_pipeline(json), *stage = first_stage(json);
    if (pipeline == nullptr) return json.is_object() && json.contains("pipelines");
    return !pipeline->contains("layout") && (stage == nullptr || !stage->contains("groups"));
  }
  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    auto plan = replan::read_pipelines(json, question.problem);
    if (!plan) return tl::unexpected<Error>(std::move(plan.error()));
    return std::make_shared<const ReplannedLayout>(std::move(*plan), question.problem.pool_ids());
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    auto predicted = replan::predict(question.problem, as<ReplannedLayout>(layout)->plan(), true);
    if (!predicted) return tl::unexpected<Error>(std::move(predicted.error()));
    return *option_of(question.problem, std::move(*predicted), {});
  }

  std::vector<Export> exports() const override {
    return {{"json", ".pipelines.json", [](const Option& option) -> Result<std::string> {
               const auto* layout = as<ReplannedLayout>(option.layout);
               return text_of(layout->to_json(layout->pool_ids()), 1) + "\n";
             }}};
  }
};

}  // namespace

const Planner& replanned_planner() {
  static const ReplannedPlanner planner;
  return planner;
}

std::vector<std::size_t> ReplannedLayout::told_apart() const { return replan::told_apart(m_plan.pipelines); }

Json ReplannedLayout::to_json(const std::vector<std::string>& pool_ids) const {
  return replan::strategy_json(m_plan, pool_ids);
}

Json ReplannedLayout::answer_json(const Option& option, const strategy::Problem& problem, int rank) const {
  const std::vector<std::string> ids = problem.pool_ids();
  Json json = plan::to_json(option.evaluation, ids);
  plan::add_spares(json, problem, option.evaluation);
  json["strategy"] = to_json(ids);
  json["kind"] = kReplanned;
  json["rank"] = rank > 0 ? Json(rank) : Json();
  if (!option.is_possible()) json["binding"] = plan::to_json(option.violation, ids);
  if (m_lacking >= 0) json["binding"]["pipeline"] = m_lacking;
  json["fits"] = option.violation.binding != cost::Binding::memory;
  json["status"] = plan::to_string(plan::Status::feasible);
  json["change"] = replan::to_string(m_plan.kind);
  json["gap"] = gap_above(m_plan.lower_bound_seconds, m_plan.step_seconds);  // on its groups
  json["lower_bound_seconds"] = m_plan.lower_bound_seconds > 0.0 ? Json(m_plan.lower_bound_seconds) : Json();
  Json idle = Json::array();
  for (const replan::GpuId& gpu : m_plan.idle) idle.push_back(replan::name_of(gpu, ids));
  json["idle"] = std::move(idle);
  return json;
}

int ReplannedLayout::compare(const Layout& other) const {
  const replan::Plan& others = static_cast<const ReplannedLayout&>(other).m_plan;
  if (const auto order = m_plan.strategy <=> others.strategy; order != 0) return order < 0 ? -1 : 1;
  // Of plans of one layout the names of pools do not matter: any order that tells them apart does.
  const auto text = [](const replan::Plan& plan) {
    std::string all;
    for (const replan::Pipeline& pipeline : plan.pipelines) {
      all += std::to_string(pipeline.micro_batches) + ";";
      for (const replan::Stage& stage : pipeline.stages) {
        all += std::to_string(stage.layers) + "x" + std::to_string(stage.tensor_parallel) + "@";
        for (const replan::GpuId& gpu : stage.gpus)
          all +=
              std::to_string(gpu.pool) + "/" + std::to_string(gpu.node) + "/" + std::to_string(gpu.gpu) + ",";
      }
    }
    return all;
  };
  return text(m_plan).compare(text(others));
}

}  // namespace astrolabe::planning
