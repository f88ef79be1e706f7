#include "core/replan/replan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/units.h"
#include "core/cost/goodput.h"
#include "core/cost/limits.h"
#include "core/cost/shape.h"
#include "core/cost/tables.h"
#include "core/hardware/join_pools.h"
#include "core/hardware/usable_gpus.h"
#include "core/replan/plans.h"
#include "core/strategy/fits.h"

namespace astrolabe::replan {

namespace {

constexpr double kAsFast = 0.02;  ///< plans within this share of the least time are told apart by bytes
constexpr const char* kRunningPlace = "job.running";
constexpr std::array<Kind, kKinds> kAllKinds{Kind::keep,    Kind::rebalance_data, Kind::rebalance_layers,
                                             Kind::regroup, Kind::drop,           Kind::spare};

/// The question with nothing marked; a layout that runs may leave GPUs idle.
strategy::Problem healthy_of(const strategy::Problem& problem) {
  strategy::Problem healthy = without_marks(problem);
  healthy.cluster.may_leave_unused = true;
  healthy.cluster.max_total_gpus.reset();
  return healthy;
}

/// Whether `running` fits with nothing marked.
Result<void> fits_healthy(const strategy::Problem& problem, const strategy::Strategy& running) {
  const strategy::Problem healthy = healthy_of(problem);
  if (const auto able = strategy::fits(healthy, running); !able) {
    Error error = able.error();
    // GPUs of a pool follow from several keys, and stand under none.
    if (constexpr std::string_view kPool = "pools["; error.where.starts_with(kPool)) {
      error.found += " of " + error.where.substr(kPool.size(), error.where.size() - kPool.size() - 1);
      error.where = kRunningPlace;
    } else {
      error.where = fmt::format("{}.{}", kRunningPlace, error.where);
    }
    return tl::unexpected<Error>(std::move(error));
  }
  if (problem.job.micro_batches(running.data_parallel, running.micro_batch) < 1)
    return fail(code::impossible_strategy, fmt::format("{}.data_parallel", kRunningPlace),
                std::to_string(running.data_parallel),
                {Wanted::Kind::text,
                 {fmt::format("at most {} of a micro-batch of {}",
                              counted(problem.job.global_batch / running.micro_batch, "replica"),
                              running.micro_batch)}});
  return {};
}

tl::unexpected<Error> cannot_run(const std::string& where, std::string found, std::string wanted) {
  return fail(code::impossible_strategy, where, std::move(found), {Wanted::Kind::text, {std::move(wanted)}});
}

/// The rule that `running` breaks: told at the first of its keys that the rule reads, with all that it reads.
Result<void> keeps_rules(const strategy::Problem& healthy, const Json& written,
                         const strategy::Strategy& running) {
  const std::optional<strategy::Rule> rule = strategy::broken_rule(healthy, running);
  if (!rule) return {};
  std::string where = kRunningPlace, found;
  for (const strategy::RuleReading& read : strategy::readings(*rule, healthy, running)) {
    if (where == kRunningPlace && written.contains(read.variable))
      where = fmt::format("{}.{}", kRunningPlace, read.variable);
    found += fmt::format("{}{} {}", found.empty() ? "" : ", ", read.variable, read.value);
  }
  return cannot_run(where, found,
                    fmt::format("values that keep the rule {}{}{}", rule->name,
                                rule->because.empty() ? "" : ": ", rule->because));
}

/// Whether `running` keeps all rules and has the memory that it needs. Precondition: it fits.
Result<void> works_healthy(const strategy::Problem& problem, const Json& written,
                           const strategy::Strategy& running) {
  const strategy::Problem healthy = healthy_of(problem);
  if (const auto kept = keeps_rules(healthy, written, running); !kept) return kept;
  std::vector<int> layers;
  for (const strategy::Stage& stage : running.stages) layers.push_back(stage.layers);
  cost::Tables tables(healthy);
  const cost::Evaluation evaluation = cost::Shape(tables, running).evaluate(layers, true);
  const cost::Violation lacks = cost::lacking_memory(evaluation);
  if (lacks.binding == cost::Binding::none) return {};
  const cost::StageMemory& memory = evaluation.memory[static_cast<std::size_t>(lacks.stage)];
  const bool host = lacks.binding == cost::Binding::host_memory;
  const std::string where = written.contains("stages")
                                ? fmt::format("{}.stages[{}]", kRunningPlace, lacks.stage)
                                : std::string(kRunningPlace);
  return cannot_run(
      where, fmt::format("{:.1f} GiB a GPU", in_gib(host ? memory.host : memory.total)),
      fmt::format("a layout that needs at most {:.1f} GiB {}, which is what {} has for it",
                  in_gib(host ? memory.host_limit : memory.limit), host ? "of host memory" : "of memory",
                  healthy.cluster.pools[static_cast<std::size_t>(lacks.pool)].id));
}

double steps_left(const strategy::Job& job) {
  return job.steps_left ? *job.steps_left : std::ceil(job.tokens / job.tokens_per_step());
}

/// Against `keep`, where that goes on at all.
void compare(std::vector<Plan>& plans, double healthy) {
  const auto keep =
      std::find_if(plans.begin(), plans.end(), [](const Plan& plan) { return plan.kind == Kind::keep; });
  for (Plan& plan : plans) {
    plan.loss = healthy > 0.0 ? plan.step_seconds / healthy - 1.0 : 0.0;
    if (keep == plans.end() || plan.change_seconds() <= 0.0)
      plan.break_even_steps = 0.0;
    else if (plan.step_seconds < keep->step_seconds)
      plan.break_even_steps = plan.change_seconds() / (keep->step_seconds - plan.step_seconds);
  }
}

}  // namespace

const char* to_string(Kind kind) {
  constexpr std::array<const char*, kKinds + 1> names{
      "keep", "rebalance_data", "rebalance_layers", "regroup", "drop", "spare", "fresh"};
  return names[static_cast<std::size_t>(kind)];
}

const Plan* Answer::find(Kind kind) const {
  for (const Plan& plan : plans)
    if (plan.kind == kind) return &plan;
  return nullptr;
}

Result<strategy::Strategy> running_layout(const strategy::Problem& problem) {
  const Json json = json_or_null(problem.job.running);
  if (json.is_null())
    return fail(code::missing_key, kRunningPlace, "nothing", {Wanted::Kind::field, {"running"}});
  Json own = json;
  if (own.is_object()) own.erase("kind");
  auto read = strategy::read_strategy(hardware::with_joined_pools(own, problem.cluster), problem.pool_ids(),
                                      problem.graph->layer_count(), kRunningPlace);
  if (!read) return read;
  if (const auto able = fits_healthy(problem, *read); !able) return tl::unexpected<Error>(able.error());
  if (const auto able = works_healthy(problem, own, *read); !able) return tl::unexpected<Error>(able.error());
  return read;
}

std::optional<int> recommended(const std::vector<Plan>& plans, double steps_left) {
  const auto pays = [&](const Plan& plan) {
    return plan.kind == Kind::keep || (plan.break_even_steps && *plan.break_even_steps <= steps_left);
  };
  const auto total = [&](const Plan& plan) { return plan.change_seconds() + steps_left * plan.step_seconds; };
  double least = kBeyond;
  for (const Plan& plan : plans)
    if (pays(plan)) least = std::min(least, total(plan));
  std::optional<int> best;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (!pays(plans[i]) || total(plans[i]) > least * (1.0 + kAsFast)) continue;
    if (!best || plans[i].bytes_to_move < plans[static_cast<std::size_t>(*best)].bytes_to_move)
      best = static_cast<int>(i);
  }
  return best;
}

Fresh fresh_of(const strategy::Problem& problem, const cost::Evaluation& best, double gap) {
  Fresh fresh;
  fresh.strategy = best.strategy;
  fresh.step_seconds = best.placed_step.value_or(best.step).value;
  fresh.lower_bound_seconds = best.step.value * std::max(0.0, 1.0 - gap);
  fresh.bytes = cost::checkpoint_bytes(problem).value;
  fresh.write_seconds = best.goodput.checkpoint_seconds;
  fresh.restart_seconds = best.goodput.restart_seconds;
  return fresh;
}

namespace {

Plan plan_of(const Fresh& fresh) {
  Plan plan;
  plan.kind = Kind::fresh;
  plan.strategy = fresh.strategy;
  plan.layout_kind = fresh.layout_kind;
  plan.layout = fresh.layout;
  plan.step_seconds = fresh.step_seconds;
  plan.lower_bound_seconds = fresh.lower_bound_seconds;
  plan.bytes_to_move = fresh.bytes;
  plan.move_seconds = fresh.write_seconds;
  plan.restart_seconds = fresh.restart_seconds;
  return plan;
}

}  // namespace

void weigh(const strategy::Problem& problem, const std::vector<Fresh>& fresh, Answer& answer) {
  for (const Fresh& other : fresh) answer.plans.push_back(plan_of(other));
  answer.steps_left = steps_left(problem.job);
  compare(answer.plans, answer.healthy_step_seconds);
  answer.recommended = recommended(answer.plans, answer.steps_left);
}

Result<Answer> replan(const strategy::Problem& problem, const strategy::Strategy& running,
                      const std::vector<Fresh>& fresh, const hardware::Placement& placement) {
  const auto begun = std::chrono::steady_clock::now();
  if (const auto able = fits_healthy(problem, running); !able) return tl::unexpected<Error>(able.error());
  Planner planner(problem, running, placement);
  Answer answer;
  answer.healthy_step_seconds = planner.healthy_seconds();
  for (const Kind kind : kAllKinds) {
    if (kind != Kind::keep && !planner.layout().changed()) break;
    if (auto plan = planner.plan(kind)) answer.plans.push_back(std::move(*plan));
  }
  constexpr double kRounded = 1.0 + 1e-9;
  const Plan* keep = answer.find(Kind::keep);
  std::vector<Fresh> others;
  for (const Fresh& other : fresh) {
    const bool runs = other.layout_kind.empty() && other.strategy == running;
    if (!runs || keep == nullptr || keep->step_seconds > other.step_seconds * kRounded)
      others.push_back(other);
  }
  weigh(problem, others, answer);
  answer.warnings = unused_marks(problem.cluster, planner.layout());
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return answer;
}

std::vector<double> usual_factors() {
  constexpr int kSteps = 16;
  constexpr double kMost = 12.5;
  std::vector<double> factors;
  for (int i = 0; i < kSteps; ++i) factors.push_back(std::pow(kMost, static_cast<double>(i) / (kSteps - 1)));
  factors.push_back(HUGE_VAL);
  return factors;
}

Result<Curve> what_if(const strategy::Problem& problem, const strategy::Strategy& running, const GpuId& gpu,
                      const std::vector<double>& factors, const hardware::Placement& placement) {
  if (const auto able = fits_healthy(problem, running); !able) return tl::unexpected<Error>(able.error());
  const Layout layout = layout_of(problem.cluster, running, placement);
  const bool used = std::any_of(layout.lanes.begin(), layout.lanes.end(), [&](const Lane& lane) {
    return std::any_of(lane.stages.begin(), lane.stages.end(), [&](const LaneStage& stage) {
      return std::find(stage.gpus.begin(), stage.gpus.end(), gpu) != stage.gpus.end();
    });
  });
  if (!used)
    return fail(code::out_of_range, "gpu", name_of(gpu, problem.pool_ids()),
                {Wanted::Kind::text, {"a GPU that the running layout uses"}});
  Curve curve{gpu, {}};
  for (const double factor : factors) {
    strategy::Problem changed = problem;
    changed.cluster = hardware::remarked(problem.cluster, [&](std::size_t p, hardware::Pool& pool) {
      if (p != static_cast<std::size_t>(gpu.pool)) return;
      const auto is_it = [&](const auto& mark) { return mark.node == gpu.node && mark.gpu == gpu.gpu; };
      std::erase_if(pool.slow, is_it);
      std::erase_if(pool.failed, is_it);
      if (std::isinf(factor))
        pool.failed.push_back({gpu.node, gpu.gpu});
      else if (factor > 1.0)
        pool.slow.push_back({gpu.node, gpu.gpu, factor, 1.0});
    });
    Planner planner(changed, running, placement);
    CurvePoint point;
    point.factor = factor;
    double least = kBeyond;
    const std::array<std::optional<double> CurvePoint::*, kKinds> fields{
        &CurvePoint::keep,    &CurvePoint::rebalance_data, &CurvePoint::rebalance_layers,
        &CurvePoint::regroup, &CurvePoint::drop,           &CurvePoint::spare};
    for (const Kind kind : kAllKinds) {
      const std::optional<double> seconds = planner.seconds(kind);
      point.*fields[static_cast<std::size_t>(kind)] = seconds;
      if (seconds && *seconds < least) {
        least = *seconds;
        point.best = kind;
      }
    }
    curve.points.push_back(point);
  }
  return curve;
}

std::string name_of(const GpuId& gpu, const std::vector<std::string>& pool_ids) {
  const auto pool = static_cast<std::size_t>(gpu.pool);
  return fmt::format("{}/{}/{}", pool < pool_ids.size() ? pool_ids[pool] : std::string(), gpu.node, gpu.gpu);
}

}  // namespace astrolabe::replan
