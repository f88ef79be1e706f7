#include "core/cost/limits.h"

#include "core/cost/memory.h"

namespace astrolabe::cost {

Violation broken_limit(const strategy::Job& job, const Money& money, double tokens_per_second) {
  const strategy::Limits& limits = job.limits;
  const double hours = job.tokens / tokens_per_second / kSecondsPerHour;
  Violation violation;
  const auto check = [&](Binding binding, const std::optional<double>& limit, double found) {
    if (violation.binding != Binding::none || !limit || found <= *limit) return;
    violation.binding = binding;
    violation.found = found;
    violation.limit = *limit;
  };
  check(Binding::power, limits.power_kw, money.power_kw);
  check(Binding::deadline, limits.deadline_hours, hours);
  if (money.usd_per_hour) {
    const double rate = money.usd_per_hour->value;
    check(Binding::usd_per_hour, limits.usd_per_hour, rate);
    check(Binding::budget, limits.budget_usd, rate * hours);
    check(Binding::usd_per_trillion_tokens, limits.usd_per_trillion_tokens,
          rate * 1e12 / (tokens_per_second * kSecondsPerHour));
  }
  return violation;
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
