#include "core/search/near_misses.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/cost/limits.h"

namespace astrolabe::search {

void NearMisses::find() {
  const bool none = !m_findings.any_solved();
  if (none && m_findings.counts.by_limit > 0) to_limits();
  if (none) {
    if (m_findings.counts.by_memory > 0) to_memory(2 * kNearest, false);
    return;
  }
  // Which parts of the space an answer cuts before they are found to have no room or to break a limit depends
  // on the order of the workers, and so does what they met: those that miss least of a look over the whole
  // space do not, nor does what stands next to the answers.
  m_findings.forget_rejected();
  const strategy::Limits& limits = m_problem.job.limits;
  if (limits != limits.of_memory_alone()) next_to_answers();
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
    if (m_control.is_over()) return;
    request.time_limit = m_control.left();
    const Progress best = run(free, request, m_control.stop(), m_control.paused(), {});
    if (best.best.empty()) return;
    any = true;
    const cost::Evaluation& first = best.best.front();
    m_findings.reject(cost::broken_limit(m_problem, first), first.strategy);
  };
  const bool time = m_problem.job.deadline().has_value();
  const bool money = limits.budget_usd || limits.usd_per_trillion_tokens;
  const bool size = limits.power_kw || limits.usd_per_hour || limits.usd_per_month || limits.purchase_usd ||
                    limits.ownership_usd;
  strategy::Limits kept = limits;
  kept.deadline_hours.reset();
  kept.done_by.clear();
  if (time) look(strategy::Objective::throughput, kept);
  kept = limits;
  kept.budget_usd.reset();
  kept.usd_per_trillion_tokens.reset();
  if (money) look(strategy::Objective::money, kept);
  kept = limits;
  kept.power_kw.reset();
  kept.usd_per_hour.reset();
  kept.usd_per_month.reset();
  kept.purchase_usd.reset();
  kept.ownership_usd.reset();
  if (size) look(strategy::Objective::gpus, kept);
  if (any || m_control.ended_early()) return;
  if (time) look(strategy::Objective::throughput, none);
  if (money) look(strategy::Objective::money, none);
  if (size) look(strategy::Objective::gpus, none);
}

/// Configurations that differ from one of the best in one choice and break a limit whatever their split.
void NearMisses::next_to_answers() {
  std::vector<Node> near;
  strategy::Strategy strategy;
  const std::vector<cost::Evaluation> best = m_findings.ranked();
  for (std::size_t k = 0; k < std::min(best.size(), kAnswers); ++k) {
    const std::optional<Node> node = m_tree.node_of(best[k].strategy);
    if (!node) continue;
    m_tree.near(*node, 1e300, near);
    for (const Node& next : near) {
      if (m_control.ended_early()) return;
      m_tree.strategy_of(next, strategy);
      if (m_seen.insert(strategy).second) m_judge.reject_by_limit(cost::Shape(m_tables, strategy));
    }
  }
}

/// Families were refuted as a whole for want of memory: those of their configurations that seem to miss
/// least, `lacking`: of those that miss some.
void NearMisses::to_memory(std::size_t count, bool lacking) {
  std::vector<strategy::Strategy> fresh;
  for (const Node& node : m_tree.least_missing(count, lacking, m_request.threads)) {
    strategy::Strategy strategy;
    m_tree.strategy_of(node, strategy);
    if (m_seen.insert(strategy).second) fresh.push_back(std::move(strategy));
  }
  std::vector<Partitioner> partitioners(static_cast<std::size_t>(std::max(1, m_request.threads)));
  parallel_for(fresh.size(), m_request.threads, {}, [&](std::size_t at, int worker) {
    if (m_control.ended()) return;
    m_judge.reject_unless_possible(cost::Shape(m_tables, fresh[at]),
                                   partitioners[static_cast<std::size_t>(worker)]);
  });
}

}  // namespace astrolabe::search
