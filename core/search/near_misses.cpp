#include "core/search/near_misses.h"

#include "core/cost/limits.h"

namespace astrolabe::search {

void NearMisses::find() {
  const bool none = !m_findings.any_solved();
  if (none && m_findings.counts.by_limit > 0) to_limits();
  if (none) {
    if (m_findings.counts.by_memory > 0) to_memory(kNearest, false);
    return;
  }
  // Which parts of the space an answer cuts before they are found to have no room depends on the order of the
  // workers, and so does what they met: those that miss least of a glance over the whole space do not. What
  // breaks a limit is known from the way alone.
  const strategy::Limits& limits = m_problem.job.limits;
  if (limits == limits.of_memory_alone())
    m_findings.forget_rejected();
  else if (m_findings.any_rejected())
    return;
  to_memory(kNearest, true);
}

/// What limits refuted as a whole was never split: the best without one of them is nearest to it, the fewest
/// GPUs to those on power and on the cost per hour; where several stand in the way, the best without any.
void NearMisses::to_limits() {
  const strategy::Limits& limits = m_problem.job.limits;
  const strategy::Limits none = limits.of_memory_alone();
  Request request = m_request;
  request.top = 1;
  bool any = false;
  const auto look = [&](strategy::Objective objective, const strategy::Limits& kept) {
    strategy::Problem free = m_problem;
    free.job.limits = kept;
    request.objective = objective;
    const Progress best = run(free, request, m_control.stop(), m_control.paused(), {});
    if (best.best.empty()) return;
    any = true;
    const cost::Evaluation& first = best.best.front();
    m_findings.reject(cost::broken_limit(m_problem.job, first.money, first.tokens_per_second),
                      first.strategy);
  };
  const bool time = limits.deadline_hours.has_value();
  const bool money = limits.budget_usd || limits.usd_per_trillion_tokens;
  const bool size = limits.power_kw || limits.usd_per_hour;
  strategy::Limits kept = limits;
  kept.deadline_hours.reset();
  if (time) look(strategy::Objective::throughput, kept);
  kept = limits;
  kept.budget_usd.reset();
  kept.usd_per_trillion_tokens.reset();
  if (money) look(strategy::Objective::money, kept);
  kept = limits;
  kept.power_kw.reset();
  kept.usd_per_hour.reset();
  if (size) look(strategy::Objective::gpus, kept);
  if (any || m_control.ended_early()) return;
  if (time) look(strategy::Objective::throughput, none);
  if (money) look(strategy::Objective::money, none);
  if (size) look(strategy::Objective::gpus, none);
}

/// Families were refuted as a whole for want of memory: those of their configurations that seem to miss
/// least, `lacking`: of those that miss some.
void NearMisses::to_memory(std::size_t count, bool lacking) {
  Partitioner partitioner;
  strategy::Strategy strategy;
  for (const Node& node : m_tree.roomiest(count, lacking)) {
    m_tree.strategy_of(node, strategy);
    m_judge.reject_unless_possible(cost::Shape(m_tables, strategy), partitioner);
  }
}

}  // namespace astrolabe::search
