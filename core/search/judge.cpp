#include "core/search/judge.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/rounding.h"
#include "core/cost/bound.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"

namespace astrolabe::search {

using strategy::Objective;
using strategy::Strategy;

Judge::Judge(const strategy::Problem& problem, const Request& request, Control& control, cost::Tables& tables,
             Findings& findings)
    : m_problem(problem),
      m_request(request),
      m_control(control),
      m_tables(tables),
      m_findings(findings),
      m_tokens(problem.job.tokens_per_step()) {
  Cutoff allowed;
  allowed.set_limits(problem.job);
  m_limited = allowed.limits();
  m_longest_step = allowed.longest_step;
  m_most_usd = allowed.most_usd;
}

Cutoff Judge::cutoff() const {
  const bool pareto = m_request.objective == Objective::pareto;
  return {m_request.objective, m_findings.cut(), pareto ? m_findings.front().picture() : nullptr, m_tokens,
          m_longest_step,      m_most_usd};
}

bool Judge::bound_of(const cost::Shape& shape, Candidate& candidate) {
  candidate.step_bound = std::max(candidate.step_bound, cost::step_lower_bound(shape));
  const std::vector<int> used = shape.gpus();
  const cost::Money money = cost::hourly(m_problem.cluster, m_problem.job, used);
  if (money.usd_per_hour) candidate.usd_per_hour = money.usd_per_hour->value;
  count_gpus(candidate, used);
  const double speed = m_tokens / candidate.step_bound;
  const cost::Violation violation = cost::broken_limit(m_problem, money, candidate.gpus, speed);
  if (violation.binding != cost::Binding::none) {
    m_findings.reject(violation, shape.strategy());
    return false;
  }
  candidate.bound = value_of(candidate, candidate.step_bound);
  return true;
}

void Judge::count_gpus(Candidate& candidate, const std::vector<int>& used) const {
  candidate.gpus = std::accumulate(used.begin(), used.end(), 0);
  candidate.paid = cost::all_paid(m_problem.cluster, used);
}

/// The objective's value of a configuration whose step takes so long.
double Judge::value_of(const Candidate& candidate, double step) const {
  if (m_request.objective == Objective::gpus) return smallest_value(candidate.paid, step);
  if (m_request.objective != Objective::money) return step;
  return candidate.usd_per_hour < 0.0 ? 1e298
                                      : candidate.usd_per_hour * 1e12 / (m_tokens / step * kSecondsPerHour);
}

/// Speed and price of a configuration whose step takes so long.
FrontPoint Judge::corner_of(const Candidate& candidate, double step) const {
  const double speed = m_tokens / step;
  return {speed, candidate.usd_per_hour * 1e12 / (speed * kSecondsPerHour)};
}

/// Steps of a configuration with an objective above `value` matter to nobody, whatever the limits.
double Judge::step_cut(const Candidate& candidate, double value) const {
  if (m_request.exhaustive) return 1e300;
  Cutoff above = cutoff();
  above.value = value;
  above.longest_step = 1e300;
  return above.longest(candidate.paid, candidate.usd_per_hour);
}

bool Judge::is_cut(const Candidate& candidate) const {
  if (candidate.bound <= m_findings.cut()) return false;
  if (m_request.objective != Objective::pareto) return true;
  return dominates(*m_findings.front().picture(), corner_of(candidate, candidate.step_bound));
}

Effort Judge::effort_for(const Candidate& candidate) const {
  Effort effort = m_request.effort;
  effort.cut = step_cut(candidate);
  // Further above the best few places hang on a root bound: the bound matters more than its split.
  if (m_again) effort.worth = step_cut(candidate, m_findings.best_known());
  // Of the set of time and money root bounds give no values to cut with, but for the fastest; what
  // may belong to it has to be proven.
  if (m_request.objective == Objective::pareto) {
    effort.worth = 0.0;
    effort.bound_alone = candidate.step_bound > m_findings.cut();
    effort.nodes *= 3;
  }
  effort.ended = [this] { return m_control.ended(); };
  return effort;
}

std::optional<Node> Judge::look_at(const Tree& tree, const Node& node, Partitioner& partitioner) {
  thread_local Strategy strategy;
  tree.strategy_of(node, strategy);
  const cost::Shape shape(m_tables, strategy);
  Candidate candidate;
  candidate.step_bound = node.step;
  if (!bound_of(shape, candidate)) {
    ++m_findings.counts.by_limit;
    return {};
  }
  if (is_cut(candidate)) {
    ++m_findings.counts.cut;
    return {};
  }
  const ConfigurationKey key = tree.key_of(node);
  if (const End known = m_again ? ended(key, strategy.recompute) : End::open; known != End::open) {
    count(known);
    return {};
  }
  if (node.refined || !Partitioner::has_root_bound(shape, m_request.effort)) {
    keep_end(key, strategy.recompute, consider(candidate, shape, partitioner));
    return {};
  }
  const Partitioner::RootBound root = partitioner.root_bound(shape, effort_for(candidate));
  if (root.step < 1e300) reached(candidate, shape, root, &key);
  Node open = node;
  open.refined = true;
  open.step = std::max(candidate.step_bound, root.lower_bound);
  open.bound = std::max(node.bound, value_of(candidate, open.step));
  if (candidate.usd_per_hour > 0.0) open.usd = std::max(node.usd, candidate.usd_per_hour * open.step);
  if (!root.cut && !cutoff().cuts(open)) return open;
  ++m_findings.counts.cut;
  return {};
}

/// A root bound came upon a split: the configuration's best is no worse. `key`: null for one that no tree
/// names.
double Judge::reached(const Candidate& candidate, const cost::Shape& shape,
                      const Partitioner::RootBound& root, const ConfigurationKey* key) {
  // What a growing batch adds is known of whole answers alone: nothing is promised of them before.
  if (m_problem.job.batch_ramp_up && m_limited) return 1e300;
  const cost::Money money = cost::hourly(m_problem.cluster, m_problem.job, shape.gpus());
  const double speed = rounded_down(m_tokens / root.step);
  if (cost::broken_limit(m_problem, money, candidate.gpus, speed).binding != cost::Binding::none)
    return 1e300;
  if (m_request.objective == Objective::money && candidate.usd_per_hour < 0.0) return 1e300;
  const double value = value_of(candidate, m_tokens / speed);
  if (key != nullptr) m_findings.offer_seed(*key, value);
  if (m_findings.betters(value)) m_findings.suggest(shape.evaluate(root.layers));
  return value;
}

double Judge::reach(const Tree& tree, const Node& node, double below, Partitioner& partitioner) {
  thread_local Strategy strategy;
  tree.strategy_of(node, strategy);
  const ConfigurationKey key = tree.key_of(node);
  return reach(cost::Shape(m_tables, strategy), below, partitioner, &key);
}

double Judge::reach(const cost::Shape& shape, double below, Partitioner& partitioner) {
  return reach(shape, below, partitioner, nullptr);
}

double Judge::reach(const cost::Shape& shape, double below, Partitioner& partitioner,
                    const ConfigurationKey* key) {
  Candidate candidate;
  const std::vector<int> used = shape.gpus();
  const cost::Money money = cost::hourly(m_problem.cluster, m_problem.job, used);
  if (money.usd_per_hour) candidate.usd_per_hour = money.usd_per_hour->value;
  count_gpus(candidate, used);
  candidate.step_bound = cost::step_lower_bound(shape);
  candidate.bound = value_of(candidate, candidate.step_bound);
  if (candidate.bound > below) return 1e300;
  Partitioner::RootBound root;
  Effort effort = effort_for(candidate);
  effort.cut = step_cut(candidate, below);
  effort.worth = 0.0;
  root.step = partitioner.reach(shape, effort, root.layers);
  return root.step < 1e300 ? reached(candidate, shape, root, key) : 1e300;
}

Judge::End Judge::ended(const ConfigurationKey& key, strategy::Recompute recompute) const {
  const std::lock_guard lock(m_mutex);
  const auto known = m_ended.find({key, recompute});
  return known == m_ended.end() ? End::open : known->second;
}

void Judge::keep_end(const ConfigurationKey& key, strategy::Recompute recompute, End end) {
  if (end == End::cut) return;
  const std::lock_guard lock(m_mutex);
  if (m_ended.size() < kMostKept) m_ended[{key, recompute}] = end;
}

void Judge::begin_again() {
  const std::lock_guard lock(m_mutex);
  m_again = true;
  m_findings.count_again();
}

void Judge::count(End end) {
  Findings::Counts& counts = m_findings.counts;
  if (end == End::cut) ++counts.cut;
  if (end == End::evaluated) ++counts.evaluated;
  if (end == End::no_room) ++counts.by_memory;
  if (end == End::limit) ++counts.by_limit;
}

Judge::End Judge::consider(const Candidate& candidate, const cost::Shape& shape, Partitioner& partitioner) {
  return conclude(candidate, shape, solve(candidate, shape, partitioner));
}

Partition Judge::solve(const Candidate& candidate, const cost::Shape& shape, Partitioner& partitioner) {
  Effort effort = effort_for(candidate);
  effort.brute = m_request.brute_splits;
  effort.canonical = true;
  if (m_request.objective != Objective::pareto) effort.nodes = std::min(effort.nodes, kRankedNodes);
  return partitioner.best(shape, effort);
}

Judge::End Judge::conclude(const Candidate& candidate, const cost::Shape& shape, const Partition& partition) {
  Unsolved unsolved{.candidate = candidate, .strategy = shape.strategy(), .bound = candidate.bound};
  if (partition.cut) {
    ++m_findings.counts.cut;
    return End::cut;
  }
  if (!partition.feasible) {
    ++m_findings.counts.by_memory;
    reject_too_large(shape, partition);
    unsolved.end = End::no_room;
    if (!partition.exact) leave_open(std::move(unsolved));
    return End::no_room;
  }
  cost::Evaluation evaluation = shape.evaluate(partition.layers);
  if (!keeps_limits(evaluation)) {
    ++m_findings.counts.by_limit;
    unsolved.end = End::limit;
    if (!partition.exact) leave_open(std::move(unsolved));
    return End::limit;
  }
  unsolved.candidate.step_bound = std::max(candidate.step_bound, partition.lower_bound);
  unsolved.bound = unsolved.candidate.bound = value_of(candidate, unsolved.candidate.step_bound);
  unsolved.step = partition.step;
  unsolved.layers = partition.layers;
  unsolved.value = objective_value(evaluation, m_request.objective);
  unsolved.named = evaluation.strategy.recompute == shape.strategy().recompute;
  m_findings.insert(std::move(evaluation));
  if (!partition.exact) leave_open(std::move(unsolved));
  return End::evaluated;
}

/// Rejects an evaluation that breaks a limit.
bool Judge::keeps_limits(const cost::Evaluation& evaluation) {
  const cost::Violation violation = cost::broken_limit(m_problem, evaluation);
  if (violation.binding == cost::Binding::none) return true;
  m_findings.reject(violation, evaluation.strategy);
  return false;
}

void Judge::reject_by_limit(const cost::Shape& shape) {
  Candidate candidate;
  bound_of(shape, candidate);
}

void Judge::reject_unless_possible(const cost::Shape& shape, Partitioner& partitioner) {
  Candidate candidate;
  if (!bound_of(shape, candidate)) return;
  Effort effort = m_request.effort;
  effort.ended = [this] { return m_control.ended(); };
  std::vector<int> layers;
  if (partitioner.fits(shape, effort, layers)) {
    keeps_limits(shape.evaluate(layers));
    return;
  }
  effort.nodes = 1;  // whether it fits is seen before any split is tried
  const Partition partition = partitioner.best(shape, effort);
  if (partition.feasible)
    keeps_limits(shape.evaluate(partition.layers));
  else if (!partition.cut)
    reject_too_large(shape, partition);
}

/// Rejects a configuration without a split that fits in memory.
void Judge::reject_too_large(const cost::Shape& shape, const Partition& partition) {
  cost::Violation violation;
  violation.binding = partition.over_in_host ? cost::Binding::host_memory : cost::Binding::memory;
  violation.stage = partition.over_stage;
  if (partition.over_stage >= 0)
    violation.pool = shape.strategy().stages[static_cast<std::size_t>(partition.over_stage)].pool;
  violation.over = partition.over;
  Strategy nearest = shape.strategy();
  for (std::size_t j = 0; j < nearest.stages.size(); ++j) nearest.stages[j].layers = partition.layers[j];
  m_findings.reject(violation, nearest);
}

}  // namespace astrolabe::search
