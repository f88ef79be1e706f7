#include "core/search/search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

#include "core/base/parallel.h"
#include "core/cost/bound.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/search/pareto.h"
#include "core/search/partition.h"
#include "core/search/ranking.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"

namespace astrolabe::search {

namespace {

using strategy::Objective;
using strategy::Strategy;
using Clock = std::chrono::steady_clock;

/// A configuration that passed the rules, with the least its objective can become.
struct Candidate {
  double bound = 0.0;  ///< objective value
  double step_bound = 0.0;
  double usd_per_hour = -1.0;  ///< of its GPUs, negative without a price
  std::uint32_t group = 0;
  std::uint32_t index = 0;
};

/// One search with everything its workers share.
class Run {
 public:
  Run(const strategy::Problem& problem, const Request& request, const std::stop_token& stop,
      const std::atomic<bool>* paused, const Report& report)
      : m_problem(problem),
        m_request(request),
        m_stop(stop),
        m_paused(paused),
        m_report(report),
        m_space(problem),
        m_tables(problem),
        m_ranking(request.objective, std::max(1, request.top)),
        m_start(Clock::now()) {}

  Progress run() {
    m_counts.total = m_space.total();
    for (const strategy::Group& group : m_space.groups())
      m_counts.layer_splits += m_space.layer_splits(group) * static_cast<double>(m_space.per_group());
    collect();
    m_progress_bound.store(m_candidates.empty() ? 0.0 : m_candidates.front().bound);
    evaluate();
    return picture(true);
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

  bool ended() {
    if (m_stop.stop_requested()) {
      m_ended_early = true;
      return true;
    }
    if (m_request.time_limit > 0.0 && elapsed() > m_request.time_limit) {
      m_ended_early = true;
      return true;
    }
    while (m_paused != nullptr && m_paused->load(std::memory_order_relaxed) && !m_stop.stop_requested())
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return m_stop.stop_requested();
  }

  /// First pass: rules, limits that need no time, and the bound of every configuration.
  void collect() {
    const auto& groups = m_space.groups();
    const int workers = m_request.threads;
    std::vector<std::vector<Candidate>> found(groups.size());
    std::vector<Space> counts(static_cast<std::size_t>(workers));
    std::vector<std::uint64_t> done(static_cast<std::size_t>(workers), 0);
    parallel_for(groups.size(), workers, {}, [&](std::size_t g, int worker) {
      if (ended()) return;
      collect_group(g, found[g], counts[static_cast<std::size_t>(worker)]);
      done[static_cast<std::size_t>(worker)] += m_space.per_group();
    });
    for (const Space& count : counts) {
      m_counts.rejected_by_rule += count.rejected_by_rule;
      m_counts.rejected_by_limit += count.rejected_by_limit;
    }
    for (const std::uint64_t number : done) m_collected += number;
    for (std::vector<Candidate>& few : found) m_candidates.insert(m_candidates.end(), few.begin(), few.end());
    std::sort(m_candidates.begin(), m_candidates.end(), [](const Candidate& a, const Candidate& b) {
      return std::tie(a.bound, a.group, a.index) < std::tie(b.bound, b.group, b.index);
    });
  }

  void collect_group(std::size_t g, std::vector<Candidate>& found, Space& count) {
    const strategy::Group& group = m_space.groups()[g];
    Strategy strategy;
    const double tokens = static_cast<double>(m_problem.job.global_batch) * m_problem.job.sequence_length;
    m_space.start(group, strategy);
    if (strategy::first_broken_group_rule(m_problem, strategy) != nullptr) {
      count.rejected_by_rule += m_space.per_group();
      return;
    }
    for (std::uint64_t index = 0; index < m_space.per_group(); ++index) {
      m_space.choose(index, strategy);
      if (strategy::first_broken_rule(m_problem, strategy) != nullptr) {
        ++count.rejected_by_rule;
        continue;
      }
      const cost::Shape shape(m_tables, strategy);
      Candidate candidate;
      candidate.group = static_cast<std::uint32_t>(g);
      candidate.index = static_cast<std::uint32_t>(index);
      candidate.step_bound = cost::step_lower_bound(shape);
      const cost::Money money = cost::hourly(m_problem.cluster, m_problem.job, shape.gpus());
      if (money.usd_per_hour) candidate.usd_per_hour = money.usd_per_hour->value;
      const double speed = tokens / candidate.step_bound;
      // The limits at the bound's speed: if even that breaks one, no split keeps it.
      const cost::Violation violation = cost::broken_limit(m_problem.job, money, speed);
      if (violation.binding != cost::Binding::none) {
        ++count.rejected_by_limit;
        remember(violation, strategy);
        continue;
      }
      candidate.bound = candidate.step_bound;
      if (m_request.objective == Objective::money)
        candidate.bound =
            candidate.usd_per_hour < 0.0 ? 1e298 : candidate.usd_per_hour * 1e12 / (speed * kSecondsPerHour);
      found.push_back(candidate);
    }
  }

  /// Second pass, best bound first.
  void evaluate() {
    const int workers = m_request.threads;
    std::vector<Partitioner> partitioners(static_cast<std::size_t>(workers));
    std::vector<Strategy> strategies(static_cast<std::size_t>(workers));
    parallel_for(m_candidates.size(), workers, {}, [&](std::size_t i, int worker) {
      if (m_ended_early || ended()) return;
      const Candidate& candidate = m_candidates[i];
      if (!m_request.exhaustive && is_cut(candidate)) {
        m_cut.fetch_add(1, std::memory_order_relaxed);
      } else {
        Strategy& strategy = strategies[static_cast<std::size_t>(worker)];
        m_space.configuration(m_space.groups()[candidate.group], candidate.index, strategy);
        consider(candidate, cost::Shape(m_tables, strategy), partitioners[static_cast<std::size_t>(worker)]);
      }
      m_progress_bound.store(candidate.bound, std::memory_order_relaxed);
      if (m_report && worker == 0) maybe_report();
    });
  }

  bool is_cut(const Candidate& candidate) const {
    if (candidate.bound <= m_ranking.cut()) return false;
    if (m_request.objective != Objective::pareto) return true;
    const double tokens = static_cast<double>(m_problem.job.global_batch) * m_problem.job.sequence_length;
    const double speed = tokens / candidate.step_bound;
    return m_pareto.dominates(speed, candidate.usd_per_hour * 1e12 / (speed * kSecondsPerHour));
  }

  void consider(const Candidate& candidate, const cost::Shape& shape, Partitioner& partitioner) {
    Effort effort = m_request.effort;
    effort.brute = m_request.brute_splits;
    // What the ranking's cut means in seconds for this configuration: its objective grows with the step.
    if (!m_request.exhaustive && m_request.objective != Objective::pareto && candidate.bound > 0.0)
      effort.cut = std::min(1e300, candidate.step_bound * (m_ranking.cut() / candidate.bound));
    const Partition partition = partitioner.best(shape, effort);
    if (partition.cut) {
      m_cut.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    if (!partition.feasible) {
      m_by_memory.fetch_add(1, std::memory_order_relaxed);
      cost::Violation violation;
      violation.binding = cost::Binding::memory;
      violation.stage = partition.over_stage;
      if (partition.over_stage >= 0)
        violation.pool = shape.strategy().stages[static_cast<std::size_t>(partition.over_stage)].pool;
      violation.over = partition.over;
      Strategy nearest = shape.strategy();
      for (std::size_t j = 0; j < nearest.stages.size(); ++j) nearest.stages[j].layers = partition.layers[j];
      remember(violation, nearest);
      if (!partition.exact) note_open(candidate.bound);
      return;
    }
    cost::Evaluation evaluation = shape.evaluate(partition.layers);
    const cost::Violation violation =
        cost::broken_limit(m_problem.job, evaluation.money, evaluation.tokens_per_second);
    if (violation.binding != cost::Binding::none) {
      m_by_limit.fetch_add(1, std::memory_order_relaxed);
      remember(violation, evaluation.strategy);
      if (!partition.exact) note_open(candidate.bound);
      return;
    }
    m_evaluated.fetch_add(1, std::memory_order_relaxed);
    if (!partition.exact) note_open(candidate.bound * partition.lower_bound / candidate.step_bound);
    m_pareto.insert(evaluation);
    const double step = evaluation.step.value;
    const double speed = evaluation.tokens_per_second;
    if (m_ranking.insert(std::move(evaluation))) {
      const std::lock_guard lock(m_mutex);
      if (m_improvements.empty() || step < m_improvements.back().step_seconds ||
          m_request.objective != Objective::throughput)
        m_improvements.push_back({elapsed(), step, speed});
    }
  }

  /// A configuration whose split is not proven may still be as good as `bound`.
  void note_open(double bound) {
    double known = m_open.load(std::memory_order_relaxed);
    while (bound < known && !m_open.compare_exchange_weak(known, bound, std::memory_order_relaxed)) {
    }
  }

  /// Keeps the strategy that is nearest to being possible: the least excess, relative to its limit.
  void remember(const cost::Violation& violation, const Strategy& strategy) {
    const double excess = cost::excess(violation, m_problem);
    const std::lock_guard lock(m_mutex);
    if (m_nearest_excess < 0.0 || excess < m_nearest_excess ||
        (excess == m_nearest_excess && strategy < m_binding.nearest)) {
      m_nearest_excess = excess;
      m_binding.violation = violation;
      m_binding.nearest = strategy;
    }
  }

  void maybe_report() {
    const double now = elapsed();
    if (now - m_last_report < 0.04) return;
    m_last_report = now;
    m_report(picture(false));
  }

  Progress picture(bool last) {
    Progress progress;
    progress.seconds = elapsed();
    progress.space = m_counts;
    progress.space.rejected_by_memory = m_by_memory.load();
    progress.space.rejected_by_limit += m_by_limit.load();
    progress.space.cut_by_bound = m_cut.load();
    progress.space.evaluated = m_evaluated.load();
    progress.best = m_ranking.sorted();
    progress.pareto = m_pareto.points();
    {
      const std::lock_guard lock(m_mutex);
      progress.improvements = m_improvements;
      progress.binding = m_binding;
    }
    progress.stopped_early = last && m_ended_early;
    progress.finished = last && !m_ended_early;
    progress.binding.memory_count = progress.space.rejected_by_memory;
    progress.binding.limit_count = progress.space.rejected_by_limit;
    progress.binding.rule_count = progress.space.rejected_by_rule;
    if (m_collected < m_counts.total || progress.best.empty()) return progress;
    const double best = objective_value(progress.best.front(), m_request.objective);
    // Nothing unseen is below the bound of the candidate at hand; nothing unproven is below m_open.
    const double unseen = progress.finished ? best : m_progress_bound.load();
    progress.bound = std::min({best, unseen, m_open.load()});
    progress.has_bound = true;
    progress.gap = best > 0.0 ? (best - progress.bound) / best : 0.0;
    progress.bound_step_seconds = m_request.objective == Objective::money ? 0.0 : progress.bound;
    progress.optimal = progress.finished && progress.bound >= best * (1.0 - m_request.tolerance);
    return progress;
  }

  const strategy::Problem& m_problem;
  const Request& m_request;
  std::stop_token m_stop;
  const std::atomic<bool>* m_paused;
  const Report& m_report;
  strategy::Space m_space;
  cost::Tables m_tables;
  Ranking m_ranking;
  ParetoFront m_pareto;
  Clock::time_point m_start;
  Space m_counts;
  std::uint64_t m_collected = 0;
  std::vector<Candidate> m_candidates;
  std::atomic<bool> m_ended_early{false};
  std::atomic<std::uint64_t> m_cut{0}, m_evaluated{0}, m_by_memory{0}, m_by_limit{0};
  std::atomic<double> m_open{1e300}, m_progress_bound{0.0};
  std::mutex m_mutex;
  std::vector<Improvement> m_improvements;
  Binding m_binding;
  double m_nearest_excess = -1.0;
  double m_last_report = 0.0;
};

}  // namespace

Progress run(const strategy::Problem& problem, const Request& request, const std::stop_token& stop,
             const std::atomic<bool>* paused, const Report& report) {
  Run search(problem, request, stop, paused, report);
  return search.run();
}

Space count(const strategy::Problem& problem) {
  const strategy::Space space(problem);
  Space counts;
  counts.total = space.total();
  Strategy strategy;
  for (const strategy::Group& group : space.groups()) {
    counts.layer_splits += space.layer_splits(group) * static_cast<double>(space.per_group());
    space.start(group, strategy);
    if (strategy::first_broken_group_rule(problem, strategy) != nullptr) {
      counts.rejected_by_rule += space.per_group();
      continue;
    }
    for (std::uint64_t index = 0; index < space.per_group(); ++index) {
      space.choose(index, strategy);
      if (strategy::first_broken_rule(problem, strategy) != nullptr) ++counts.rejected_by_rule;
    }
  }
  return counts;
}

}  // namespace astrolabe::search
