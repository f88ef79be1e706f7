#include "core/search/search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "core/base/parallel.h"
#include "core/cost/bound.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/search/archive.h"
#include "core/search/pareto.h"
#include "core/search/partition.h"
#include "core/search/ranking.h"
#include "core/search/seeds.h"
#include "core/search/tree.h"
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
  double power_kw = 0.0;
  int gpus = 0;
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
        m_seeds(std::max(1, request.top)),
        m_tokens(static_cast<double>(problem.job.global_batch) * problem.job.sequence_length) {}

  Progress run() {
    m_counts.total = m_space.total();
    m_counts.layer_splits = m_space.layer_splits();
    if (m_request.exhaustive || !Tree::fits(m_problem))
      enumerate();
    else
      branch();
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

  // --- every configuration, one after the other

  static constexpr std::size_t kBlock = 2048;  ///< groups handled together

  void enumerate() {
    std::vector<strategy::Group> block;
    m_space.visit([&](const strategy::Group& group) {
      block.push_back(group);
      if (block.size() < kBlock) return true;
      handle(block);
      block.clear();
      return !ended();
    });
    if (!m_ended_early) handle(block);
  }

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
    // Best bound first; equal bounds in the order of the space, so that a run can be repeated.
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
    std::vector<Partitioner> partitioners(static_cast<std::size_t>(workers));
    std::vector<Strategy> strategies(static_cast<std::size_t>(workers));
    parallel_for(candidates.size(), workers, {}, [&](std::size_t i, int worker) {
      if (m_ended_early || ended()) return;
      const Candidate& candidate = candidates[i];
      Strategy& strategy = strategies[static_cast<std::size_t>(worker)];
      m_space.configuration(block[candidate.group], candidate.index, strategy);
      consider(candidate, cost::Shape(m_tables, strategy), partitioners[static_cast<std::size_t>(worker)]);
      if (worker == 0 && m_report) maybe_report();
    });
  }

  void collect_group(const strategy::Group& group, std::size_t g, std::vector<Candidate>& found,
                     Space& count) {
    Strategy strategy;
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
      Candidate candidate;
      candidate.group = static_cast<std::uint32_t>(g);
      candidate.index = static_cast<std::uint32_t>(index);
      if (bound_of(cost::Shape(m_tables, strategy), candidate))
        found.push_back(candidate);
      else
        ++count.rejected_by_limit;
    }
  }

  /// Bounds a configuration; false when even the bound breaks a limit, so that no split keeps it.
  bool bound_of(const cost::Shape& shape, Candidate& candidate) {
    candidate.step_bound = std::max(candidate.step_bound, cost::step_lower_bound(shape));
    const cost::Money money = cost::hourly(m_problem.cluster, m_problem.job, shape.gpus());
    if (money.usd_per_hour) candidate.usd_per_hour = money.usd_per_hour->value;
    candidate.power_kw = money.power_kw;
    const double speed = m_tokens / candidate.step_bound;
    const cost::Violation violation = cost::broken_limit(m_problem.job, money, speed);
    if (violation.binding != cost::Binding::none) {
      remember(violation, shape.strategy());
      return false;
    }
    const std::vector<int> used = shape.gpus();
    candidate.gpus = std::accumulate(used.begin(), used.end(), 0);
    candidate.bound = value_of(candidate, candidate.step_bound);
    return true;
  }

  /// The objective's value of a configuration whose step takes so long.
  double value_of(const Candidate& candidate, double step) const {
    if (m_request.objective == Objective::gpus) return smallest_value(candidate.gpus, step);
    if (m_request.objective != Objective::money) return step;
    return candidate.usd_per_hour < 0.0 ? 1e298
                                        : candidate.usd_per_hour * 1e12 / (m_tokens / step * kSecondsPerHour);
  }

  // --- branch and bound

  double cut() const { return std::min(m_ranking.cut(), m_seeds.cut()); }
  Cutoff cutoff() const {
    return {m_request.objective, cut(), &m_pareto, m_tokens, m_longest_step, m_most_usd};
  }

  /// What deadline and budget say of a step, a hair more; only the cheapest and the fastest are told then.
  void set_limits() {
    Cutoff allowed;
    allowed.set_limits(m_problem.job);
    m_longest_step = allowed.longest_step;
    m_most_usd = allowed.most_usd;
  }

  struct Later {
    bool operator()(const Node& a, const Node& b) const {
      return a.bound > b.bound || (a.bound == b.bound && a.level < b.level);
    }
  };

  void branch() {
    Tree tree(m_problem, m_space, m_tables, m_request.objective, [this] { return ended(); });
    set_limits();
    // An answer first, from families spread over the space; then the rest of them, cut by it.
    bool more = tree.grow(Tree::kSpread);
    m_by_rule = tree.rejected_by_rule();
    m_heap = tree.roots();
    dive(tree, 8 * std::max(1, m_request.top), true);
    for (std::size_t known = tree.roots().size(); more;) {
      if (ended()) return;
      more = tree.grow(64);
      m_by_rule = tree.rejected_by_rule();
      const Cutoff now = cutoff();
      for (; known < tree.roots().size(); ++known) {
        const Node& root = tree.roots()[known];
        if (now.breaks_limit(root))
          m_by_limit += root.count;
        else if (now.cuts(root))
          m_cut += root.count;
        else
          m_heap.push_back(root);
      }
      if (m_report) maybe_report();
    }
    m_all_seen = true;
    // Once more from the best of all families, for a better value to cut with.
    if (m_heap.size() > 1000) dive(tree, 4, false);
    std::make_heap(m_heap.begin(), m_heap.end(), Later{});
    const auto workers = static_cast<std::size_t>(m_request.threads);
    m_at_work.assign(workers, kIdle);
    parallel_for(workers, m_request.threads, {},
                 [&](std::size_t, int worker) { work(tree, static_cast<std::size_t>(worker)); });
    if (m_ended_early) return;
    if (m_ranking.best_value() >= 1e300 && m_by_limit > 0) find_nearest_to_limits();
    if (m_by_memory == 0) return;
    if (m_ranking.best_value() >= 1e300)
      find_nearest(tree);
    else if (m_archive.rejected().empty())
      list_too_large(tree);
  }

  /// What deadline or budget refuted as a whole was never split: the best without them is nearest to each.
  void find_nearest_to_limits() {
    const strategy::Limits& limits = m_problem.job.limits;
    strategy::Problem free = m_problem;
    free.job.limits.deadline_hours.reset();
    free.job.limits.budget_usd.reset();
    free.job.limits.usd_per_trillion_tokens.reset();
    Request request = m_request;
    request.top = 1;
    const auto look = [&](Objective objective) {
      request.objective = objective;
      const Progress best = search::run(free, request, m_stop, m_paused, {});
      if (best.best.empty()) return;
      const cost::Evaluation& first = best.best.front();
      remember(cost::broken_limit(m_problem.job, first.money, first.tokens_per_second), first.strategy);
    };
    if (limits.deadline_hours) look(Objective::throughput);
    if (limits.budget_usd || limits.usd_per_trillion_tokens) look(Objective::money);
  }

  /// What was cut for want of memory was never split: looks at those that seem to miss least.
  void find_nearest(Tree& tree) {
    const std::uint64_t by_memory = m_by_memory;
    const std::uint64_t by_limit = m_by_limit;
    const std::uint64_t cut = m_cut;
    Partitioner partitioner;
    Strategy strategy;
    for (const Node& node : tree.roomiest(64)) {
      Node open = node;
      open.step = 0.0;
      open.refined = true;
      solve(tree, open, partitioner, strategy);
    }
    m_by_memory = by_memory;
    m_by_limit = by_limit;
    m_cut = cut;
  }

  /// Whole families were cut for want of memory: some of their configurations, so that people see which.
  void list_too_large(Tree& tree) {
    Partitioner partitioner;
    Strategy strategy;
    Effort effort = m_request.effort;
    effort.ended = [this] { return ended(); };
    effort.nodes = 1;  // whether it fits is seen before any split is tried
    for (const Node& node : tree.roomiest(16, true)) {
      tree.strategy_of(node, strategy);
      const cost::Shape shape(m_tables, strategy);
      const Partition partition = partitioner.best(shape, effort);
      if (!partition.feasible && !partition.cut) remember_too_large(shape, partition);
    }
  }

  /// Depth first from the best family until so many configurations were looked at or, `any`, there are values
  /// to cut with. What stays open is left in m_heap.
  void dive(Tree& tree, int leaves, bool any) {
    const auto deeper = [](const Node& a, const Node& b) {
      return a.level < b.level || (a.level == b.level && a.bound > b.bound);
    };
    std::make_heap(m_heap.begin(), m_heap.end(), deeper);
    Tree::Expansion expansion;
    Partitioner partitioner;
    Strategy strategy;
    std::vector<Node> seen;
    while (leaves > 0 && !m_heap.empty() && !ended() && !(any && cut() < 1e300)) {
      std::pop_heap(m_heap.begin(), m_heap.end(), deeper);
      const Node node = m_heap.back();
      m_heap.pop_back();
      if (cutoff().cuts(node)) {
        m_cut.fetch_add(node.count, std::memory_order_relaxed);
        continue;
      }
      if (node.refined) {
        seen.push_back(node);
        continue;
      }
      if (node.level == Level::configuration) {
        if (std::optional<Node> open = solve(tree, node, partitioner, strategy)) seen.push_back(*open);
        --leaves;
        continue;
      }
      if (!expand(tree, node, expansion)) expansion.children.push_back(node);
      for (const Node& child : expansion.children) {
        m_heap.push_back(child);
        std::push_heap(m_heap.begin(), m_heap.end(), deeper);
      }
      if (m_report) maybe_report();
    }
    // The best bound of those seen becomes an answer at once.
    std::sort(seen.begin(), seen.end(), [](const Node& a, const Node& b) { return a.bound > b.bound; });
    for (; !seen.empty() && m_ranking.best_value() >= 1e300; seen.pop_back())
      solve(tree, seen.back(), partitioner, strategy);
    m_heap.insert(m_heap.end(), seen.begin(), seen.end());
  }

  /// False when the search was ended on the way; the node is still open then.
  bool expand(Tree& tree, const Node& node, Tree::Expansion& expansion) {
    expansion.clear();
    if (!tree.expand(node, cutoff(), expansion)) {
      expansion.clear();
      return false;
    }
    if (expansion.cut > 0) m_cut.fetch_add(expansion.cut, std::memory_order_relaxed);
    if (expansion.by_limit > 0) m_by_limit.fetch_add(expansion.by_limit, std::memory_order_relaxed);
    if (expansion.by_memory > 0) m_by_memory.fetch_add(expansion.by_memory, std::memory_order_relaxed);
    return true;
  }

  /// Glances at a configuration and gives it back with the bound found, or solves it.
  std::optional<Node> solve(const Tree& tree, const Node& node, Partitioner& partitioner,
                            Strategy& strategy) {
    tree.strategy_of(node, strategy);
    const cost::Shape shape(m_tables, strategy);
    Candidate candidate;
    candidate.step_bound = node.step;
    if (!bound_of(shape, candidate)) {
      m_by_limit.fetch_add(1, std::memory_order_relaxed);
      return {};
    }
    if (is_cut(candidate)) {
      m_cut.fetch_add(1, std::memory_order_relaxed);
      return {};
    }
    if (node.refined || !Partitioner::can_glance(shape, m_request.effort)) {
      consider(candidate, shape, partitioner);
      return {};
    }
    Effort effort = m_request.effort;
    effort.cut = step_cut(candidate);
    effort.ended = [this] { return ended(); };
    const Partitioner::Glance glance = partitioner.glance(shape, effort);
    if (glance.step < 1e300) offer_seed(tree, node, candidate, glance.step, strategy.recompute);
    Node open = node;
    open.refined = true;
    open.step = std::max(candidate.step_bound, glance.lower_bound);
    open.bound = std::max(node.bound, value_of(candidate, open.step));
    if (candidate.usd_per_hour > 0.0) open.usd = std::max(node.usd, candidate.usd_per_hour * open.step);
    if (!glance.cut && !cutoff().cuts(open)) return open;
    m_cut.fetch_add(1, std::memory_order_relaxed);
    return {};
  }

  /// Some split of the configuration takes `step`, so its best is no worse.
  void offer_seed(const Tree& tree, const Node& node, const Candidate& candidate, double step,
                  strategy::Recompute recompute) {
    cost::Money money;
    if (candidate.usd_per_hour >= 0.0) money.usd_per_hour = UsdPerHour{candidate.usd_per_hour};
    money.power_kw = candidate.power_kw;
    // A hair of slack for what is rounded on another way.
    const double speed = m_tokens / step * (1.0 - 1e-9);
    if (cost::broken_limit(m_problem.job, money, speed).binding != cost::Binding::none) return;
    const double value = value_of(candidate, m_tokens / speed);
    if (m_request.objective != Objective::money || candidate.usd_per_hour >= 0.0)
      m_seeds.offer(tree.key_of(node, recompute), value);
  }

  /// Steps of a configuration above it matter to nobody.
  double step_cut(const Candidate& candidate) const {
    const double value = cut();
    if (m_request.exhaustive) return 1e300;
    if (m_request.objective == Objective::throughput) return value;
    if (m_request.objective == Objective::gpus) return longest_step(candidate.gpus, value);
    // A hair more, so that ties stay.
    if (m_request.objective == Objective::money)
      return value < 1e300 ? candidate.step_bound * (value / candidate.bound) * (1.0 + 1e-12) : 1e300;
    if (candidate.usd_per_hour <= 0.0) return 1e300;
    return std::max(value, m_pareto.longest_step(candidate.usd_per_hour, m_tokens));
  }

  static constexpr double kIdle = 1e300;

  /// One worker: takes the open node with the least bound until none is left anywhere.
  void work(Tree& tree, std::size_t worker) {
    Tree::Expansion expansion;
    Partitioner partitioner;
    Strategy strategy;
    std::unique_lock lock(m_tree_mutex);
    while (true) {
      m_at_work[worker] = kIdle;
      const auto busy = [this] {
        return std::any_of(m_at_work.begin(), m_at_work.end(), [](double at) { return at < kIdle; });
      };
      m_tree_changed.wait(lock, [&] { return !m_heap.empty() || m_ended_early || !busy(); });
      if (m_ended_early || m_heap.empty()) break;
      std::pop_heap(m_heap.begin(), m_heap.end(), Later{});
      const Node node = m_heap.back();
      m_heap.pop_back();
      m_at_work[worker] = node.bound;
      lock.unlock();
      expansion.clear();
      bool put_back = false;
      if (ended()) {
        put_back = true;
      } else if (cutoff().cuts(node)) {
        m_cut.fetch_add(node.count, std::memory_order_relaxed);
      } else if (node.level == Level::configuration) {
        if (std::optional<Node> open = solve(tree, node, partitioner, strategy))
          expansion.children.push_back(*open);
      } else {
        put_back = !expand(tree, node, expansion);
      }
      if (worker == 0 && m_report) maybe_report();
      lock.lock();
      if (put_back) expansion.children.push_back(node);
      for (const Node& child : expansion.children) {
        m_heap.push_back(child);
        std::push_heap(m_heap.begin(), m_heap.end(), Later{});
      }
      if (m_at_work.size() > 1) m_tree_changed.notify_all();
    }
    m_tree_changed.notify_all();
  }

  /// No configuration that is still open has an objective below this.
  double open_bound() {
    const std::lock_guard lock(m_tree_mutex);
    double bound = m_heap.empty() ? kIdle : m_heap.front().bound;
    for (const double at : m_at_work) bound = std::min(bound, at);
    return bound;
  }

  bool is_cut(const Candidate& candidate) const {
    if (candidate.bound <= cut()) return false;
    if (m_request.objective != Objective::pareto) return true;
    const double speed = m_tokens / candidate.step_bound;
    return m_pareto.dominates(speed, candidate.usd_per_hour * 1e12 / (speed * kSecondsPerHour));
  }

  void consider(const Candidate& candidate, const cost::Shape& shape, Partitioner& partitioner) {
    Effort effort = m_request.effort;
    effort.brute = m_request.brute_splits;
    effort.cut = step_cut(candidate);
    effort.ended = [this] { return ended(); };
    Partition partition = partitioner.best(shape, effort);
    if (partition.cut) {
      m_cut.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    if (!partition.feasible) {
      m_by_memory.fetch_add(1, std::memory_order_relaxed);
      remember_too_large(shape, partition);
      if (!partition.exact) note_open(candidate.bound);
      return;
    }
    // Of several best splits the one found under the tightest cut: the same whatever came before.
    if (partition.exact && Partitioner::can_glance(shape, effort) && !effort.brute &&
        effort.cut > partition.step) {
      effort.cut = partition.step;
      const Partition again = partitioner.best(shape, effort);
      if (again.feasible && again.exact) partition = again;
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
    if (!partition.exact) note_open(value_of(candidate, partition.lower_bound));
    if (m_request.objective == Objective::pareto) m_pareto.insert(evaluation);
    m_archive.saw(evaluation);
    const double step = evaluation.step.value;
    const double speed = evaluation.tokens_per_second;
    if (m_ranking.insert(std::move(evaluation))) {
      const std::lock_guard lock(m_mutex);
      if (m_improvements.empty() || step < m_improvements.back().step_seconds ||
          m_request.objective != Objective::throughput)
        m_improvements.push_back({elapsed(), step, speed});
    }
  }

  void remember_too_large(const cost::Shape& shape, const Partition& partition) {
    cost::Violation violation;
    violation.binding = cost::Binding::memory;
    violation.stage = partition.over_stage;
    if (partition.over_stage >= 0)
      violation.pool = shape.strategy().stages[static_cast<std::size_t>(partition.over_stage)].pool;
    violation.over = partition.over;
    Strategy nearest = shape.strategy();
    for (std::size_t j = 0; j < nearest.stages.size(); ++j) nearest.stages[j].layers = partition.layers[j];
    remember(violation, nearest);
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
    m_archive.rejected(excess, violation, strategy);
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
    // Without Objective::pareto what else was evaluated depends on the threads: the front of the ranked then.
    ParetoFront ranked;
    if (m_request.objective != Objective::pareto)
      for (const cost::Evaluation& evaluation : progress.best) ranked.insert(evaluation);
    progress.pareto = m_request.objective == Objective::pareto ? m_pareto.points() : ranked.points();
    progress.seen = m_archive.seen();
    progress.rejected = m_archive.rejected();
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
    const Space& space = progress.space;
    progress.space.not_reached = space.total - space.rejected_by_rule - space.rejected_by_limit -
                                 space.rejected_by_memory - space.cut_by_bound - space.evaluated;
    const double unseen = progress.finished ? kIdle : m_all_seen ? open_bound() : 0.0;
    if (progress.best.empty()) {
      progress.gap = progress.finished ? 0.0 : 1.0;
      return progress;
    }
    const double best = objective_value(progress.best.front(), m_request.objective);
    // Nothing unseen is below the least open bound; nothing unproven is below m_open.
    progress.bound = std::min({best, unseen, m_open.load()});
    progress.has_bound = true;
    progress.gap = best > 0.0 ? (best - progress.bound) / best : 0.0;
    const bool steps =
        m_request.objective == Objective::throughput || m_request.objective == Objective::pareto;
    progress.bound_step_seconds = steps ? progress.bound : 0.0;
    progress.optimal = progress.finished && progress.bound >= best * (1.0 - m_request.tolerance);
    return progress;
  }

  const strategy::Problem& m_problem;
  const Request& m_request;
  std::stop_token m_stop;
  const std::atomic<bool>* m_paused;
  const Report& m_report;
  Clock::time_point m_start = Clock::now();
  strategy::Space m_space;
  cost::Tables m_tables;
  Ranking m_ranking;
  Seeds m_seeds;
  ParetoFront m_pareto;
  double m_tokens = 0.0;                              ///< of a step
  double m_longest_step = 1e300, m_most_usd = 1e300;  ///< that limits allow
  Archive m_archive;
  Space m_counts;
  std::uint64_t m_by_rule = 0;
  std::mutex m_tree_mutex;  ///< of the next three
  std::condition_variable m_tree_changed;
  std::vector<Node> m_heap;       ///< open nodes
  std::vector<double> m_at_work;  ///< bounds of the nodes in the workers' hands
  bool m_all_seen = false;        ///< m_heap bounds all that is open
  std::atomic<bool> m_ended_early{false};
  std::atomic<std::uint64_t> m_cut{0}, m_evaluated{0}, m_by_memory{0}, m_by_limit{0};
  std::atomic<double> m_open{1e300};
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
  counts.layer_splits = space.layer_splits();
  if (Tree::fits(problem)) {
    cost::Tables tables(problem);
    Tree tree(problem, space, tables, Objective::throughput);
    while (tree.grow(1024)) {
    }
    counts.rejected_by_rule = tree.rejected_by_rule();
    return counts;
  }
  Strategy strategy;
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
