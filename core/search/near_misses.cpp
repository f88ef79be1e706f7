#include "core/search/near_misses.h"

#include "core/cost/limits.h"

namespace astrolabe::search {

void NearMisses::find() {
  const bool none = !m_findings.any_solved();
  if (none && m_findings.counts.by_limit > 0) to_limits();
  if (m_findings.counts.by_memory == 0) return;
  if (none)
    to_memory(64, false);
  else if (!m_findings.any_rejected())
    to_memory(16, true);
}

/// What deadline or budget refuted as a whole was never split: the best without them is nearest to each.
void NearMisses::to_limits() {
  const strategy::Limits& limits = m_problem.job.limits;
  strategy::Problem free = m_problem;
  free.job.limits.deadline_hours.reset();
  free.job.limits.budget_usd.reset();
  free.job.limits.usd_per_trillion_tokens.reset();
  Request request = m_request;
  request.top = 1;
  const auto look = [&](strategy::Objective objective) {
    request.objective = objective;
    const Progress best = run(free, request, m_control.stop(), m_control.paused(), {});
    if (best.best.empty()) return;
    const cost::Evaluation& first = best.best.front();
    m_findings.reject(cost::broken_limit(m_problem.job, first.money, first.tokens_per_second),
                      first.strategy);
  };
  if (limits.deadline_hours) look(strategy::Objective::throughput);
  if (limits.budget_usd || limits.usd_per_trillion_tokens) look(strategy::Objective::money);
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
