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
    m_counts.layer_splits = m_space.layer_splits();
    // First pass, block by block: rules, bounds, and the most promising few of each block solved at once, so
    // that there is an answer early and a cut that most of the later blocks never get over.
    std::vector<strategy::Group> block;
    m_space.visit([&](const strategy::Group& group) {
      block.push_back(group);
      if (block.size() < kBlock) return true;
      handle(block);
      block.clear();
      return !ended();
    });
    if (!m_ended_early) handle(block);
    // Second pass, best bound first.
    m_all_seen = !m_ended_early;
    evaluate(m_candidates);
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

  static constexpr std::size_t kBlock = 2048;   ///< groups handled together
  static constexpr std::size_t kFirstFew = 32;  ///< candidates of a block that are solved at once

  void handle(const std::vector<strategy::Group>& block) {
    const int workers = m_request.threads;
    std::vector<std::vector<Candidate>> found(block.size());
    std::vector<Space> counts(static_cast<std::size_t>(workers));
    parallel_for(block.size(), workers, {}, [&](std::size_t g, int worker) {
      if (!ended()) collect_group(block[g], g, found[g], counts[static_cast<std::size_t>(worker)]);
    });
    for (const Space& count : counts) {
      m_by_rule += count.rejected_by_rule;
      m_by_limit += count.rejected_by_limit;
    }
    std::vector<Candidate> candidates;
    for (const std::vector<Candidate>& few : found)
      candidates.insert(candidates.end(), few.begin(), few.end());
    sort(candidates);
    // Nothing of an exhaustive search waits; otherwise the first few, and the rest only while it can still
    // rank.
    const std::size_t now = m_request.exhaustive ? candidates.size() : std::min(kFirstFew, candidates.size());
    m_groups = &block;
    evaluate({candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(now)});
    m_groups = nullptr;
    std::size_t kept_of = block.size();
    for (std::size_t i = now; i < candidates.size(); ++i) {
      Candidate candidate = candidates[i];
      if (is_cut(candidate)) {
        m_cut.fetch_add(1, std::memory_order_relaxed);
        continue;
      }
      if (kept_of != candidate.group) {
        kept_of = candidate.group;
        m_kept_groups.push_back(block[candidate.group]);
      }
      candidate.group = static_cast<std::uint32_t>(m_kept_groups.size() - 1);
      m_candidates.push_back(candidate);
    }
    if (m_report) maybe_report();
  }

  /// Best bound first; equal bounds in the order of the space, so that a run can be repeated.
  static void sort(std::vector<Candidate>& candidates) {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
  }

  void collect_group(const strategy::Group& group, std::size_t g, std::vector<Candidate>& found,
                     Space& count) {
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

  /// Solves candidates in the order of their bounds.
  void evaluate(std::vector<Candidate> candidates) {
    sort(candidates);
    const int workers = m_request.threads;
    std::vector<Partitioner> partitioners(static_cast<std::size_t>(workers));
    std::vector<Strategy> strategies(static_cast<std::size_t>(workers));
    std::vector<std::atomic<std::size_t>> at(static_cast<std::size_t>(workers));
    parallel_for(candidates.size(), workers, {}, [&](std::size_t i, int worker) {
      if (m_ended_early || ended()) return;
      at[static_cast<std::size_t>(worker)].store(i, std::memory_order_relaxed);
      const Candidate& candidate = candidates[i];
      if (!m_request.exhaustive && is_cut(candidate)) {
        m_cut.fetch_add(1, std::memory_order_relaxed);
      } else {
        Strategy& strategy = strategies[static_cast<std::size_t>(worker)];
        const strategy::Group& group =
            m_groups != nullptr ? (*m_groups)[candidate.group] : m_kept_groups[candidate.group];
        m_space.configuration(group, candidate.index, strategy);
        consider(candidate, cost::Shape(m_tables, strategy), partitioners[static_cast<std::size_t>(worker)]);
      }
      if (worker != 0 || !m_report) return;
      if (m_all_seen) {
        // What is still under way is at or behind the slowest worker's place.
        std::size_t slowest = i;
        for (const auto& place : at) slowest = std::min(slowest, place.load(std::memory_order_relaxed));
        m_progress_bound.store(candidates[slowest].bound, std::memory_order_relaxed);
      }
      maybe_report();
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
    progress.space.rejected_by_rule = m_by_rule;
    progress.space.rejected_by_limit = m_by_limit.load();
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
    if (!m_all_seen || progress.best.empty()) return progress;
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
  std::uint64_t m_by_rule = 0;
  bool m_all_seen = false;              ///< every configuration has been bounded
  std::vector<Candidate> m_candidates;  ///< for the second pass; groups are indices into m_kept_groups
  std::vector<strategy::Group> m_kept_groups;
  const std::vector<strategy::Group>* m_groups = nullptr;  ///< the block at hand, in the first pass
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
  counts.layer_splits = space.layer_splits();
  space.visit([&](const strategy::Group& group) {
    space.start(group, strategy);
    if (strategy::first_broken_group_rule(problem, strategy) != nullptr) {
      counts.rejected_by_rule += space.per_group();
      return true;
    }
    for (std::uint64_t index = 0; index < space.per_group(); ++index) {
      space.choose(index, strategy);
      if (strategy::first_broken_rule(problem, strategy) != nullptr) ++counts.rejected_by_rule;
    }
    return true;
  });
  return counts;
}

}  // namespace astrolabe::search
