#include "core/cost/limits.h"

#include <optional>

#include "core/cost/goodput.h"
#include "core/cost/memory.h"

namespace astrolabe::cost {

namespace {

/// Whether a limit is on what the job takes, whose outcome is with failures.
bool limits_outcome(const strategy::Job& job) {
  const strategy::Limits& limits = job.limits;
  return job.deadline() || limits.budget_usd || limits.usd_per_trillion_tokens;
}

/// Keeps the first limit that is broken of those it is asked about.
struct FirstBroken {
  Violation violation;

  void check(Binding binding, const std::optional<double>& limit, double found) {
    if (violation.binding != Binding::none || !limit || found <= *limit) return;
    violation.binding = binding;
    violation.found = found;
    violation.limit = *limit;
  }
  void check_money(const strategy::Limits& limits, const Money& money) {
    const auto of_money = [&](Binding binding, const std::optional<double>& limit, const auto& found) {
      if (found) check(binding, limit, found->value);
    };
    of_money(Binding::purchase, limits.purchase_usd, money.purchase);
    of_money(Binding::ownership, limits.ownership_usd, money.ownership);
    of_money(Binding::usd_per_month, limits.usd_per_month, money.usd_per_month);
    of_money(Binding::usd_per_hour, limits.usd_per_hour, money.usd_per_hour);
  }
};

}  // namespace

Violation broken_limit(const strategy::Problem& problem, const Money& money, int gpus,
                       double tokens_per_second, double ramp_up_hours) {
  const strategy::Job& job = problem.job;
  const strategy::Limits& limits = job.limits;
  FirstBroken first;
  first.check(Binding::power, limits.power_kw, money.power_kw);
  const double work = job.tokens / tokens_per_second / kSecondsPerHour + ramp_up_hours;
  const double hours = limits_outcome(job) ? disturbed_hours(problem, gpus, work,
                                                             money.interruptions_per_hour, money.available)
                                           : 0.0;
  first.check(job.done_by_first() ? Binding::done_by : Binding::deadline, job.deadline(), hours);
  first.check_money(limits, money);
  if (money.usd_per_hour) {
    const double usd = money.usd_per_hour->value * hours;
    first.check(Binding::budget, limits.budget_usd, usd);
    first.check(Binding::usd_per_trillion_tokens, limits.usd_per_trillion_tokens, usd * 1e12 / job.tokens);
  }
  return first.violation;
}

Violation broken_limit_of_machines(const strategy::Limits& limits, const Money& money) {
  FirstBroken first;
  first.check(Binding::power, limits.power_kw, money.power_kw);
  first.check_money(limits, money);
  return first.violation;
}

Violation lacking_memory(const Evaluation& evaluation) {
  Violation violation;
  for (std::size_t j = 0; j < evaluation.memory.size(); ++j) {
    const StageMemory& memory = evaluation.memory[j];
    if (memory.fits() || memory.over() <= violation.over) continue;
    violation.binding = memory.over_in_host() ? Binding::host_memory : Binding::memory;
    violation.pool = memory.pool;
    violation.stage = static_cast<int>(j);
    violation.over = memory.over();
  }
  return violation;
}

Violation broken_limit(const strategy::Problem& problem, const Evaluation& evaluation) {
  const auto broken = [&](double ramp_up_hours) {
    return broken_limit(problem, evaluation.money, evaluation.gpus_used(), evaluation.tokens_per_second,
                        ramp_up_hours);
  };
  const Violation violation = broken(0.0);
  if (violation.binding != Binding::none || !problem.job.batch_ramp_up || !limits_outcome(problem.job))
    return violation;
  return broken(hours_of_ramp_up(problem, evaluation));
}

double taken(Binding binding, const strategy::Problem& problem, const Evaluation& evaluation) {
  const Money& money = evaluation.money;
  const auto value = [](const auto& figure) { return figure ? figure->value : 0.0; };
  const auto outcome = [&] {
    Evaluation disturbed = evaluation;
    add_outcome(problem, disturbed, hours_of_ramp_up(problem, evaluation));
    return disturbed.outcome;
  };
  switch (binding) {
    case Binding::deadline:
    case Binding::done_by:
      return outcome().hours;
    case Binding::budget:
      return value(outcome().usd);
    case Binding::usd_per_trillion_tokens:
      return value(outcome().usd) * 1e12 / problem.job.tokens;
    case Binding::power:
      return money.power_kw;
    case Binding::usd_per_hour:
      return value(money.usd_per_hour);
    case Binding::usd_per_month:
      return value(money.usd_per_month);
    case Binding::purchase:
      return value(money.purchase);
    case Binding::ownership:
      return value(money.ownership);
    default:
      return 0.0;
  }
}

double excess(const Violation& violation, const strategy::Problem& problem) {
  if (lacks_memory(violation.binding)) {
    if (violation.pool < 0) return kBeyond;
    const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(violation.pool)];
    if (violation.binding == Binding::host_memory) return violation.over / host_limit(pool);
    const Bytes usable = pool.gpu.memory.value_or(Bytes{1.0}) * (1.0 - problem.job.limits.memory_headroom);
    return violation.over / usable;
  }
  return violation.limit > 0.0 ? violation.found / violation.limit - 1.0 : violation.found;
}

}  // namespace astrolabe::cost
