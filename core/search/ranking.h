#pragma once
// The order of answers and the best few of them, whatever the order in which they arrive.

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::search {

/// Below 0 when `a` ranks before `b` by its figures, above when behind, 0 when these leave it open: those of
/// ranks_before().
int compare_figures(const cost::Evaluation& a, const cost::Evaluation& b, strategy::Objective objective);

/// True when `a` ranks before `b`: the objective (GPUs: those paid for, then the step), then the other of
/// time and money, then GPUs used, then the strategy's fields in the order of the JSON. Total, so a ranking
/// does not depend on arrival.
bool ranks_before(const cost::Evaluation& a, const cost::Evaluation& b, strategy::Objective objective);

/// GPUs paid for, with a share below 1 that grows with the step: orders by GPUs, then by step. Rises with
/// both, so that a bound of each bounds it.
inline double smallest_value(int gpus, double step) { return gpus + step / (1.0 + step); }
/// The longest step, rounded up, with which `gpus` stay at or below such a value.
double longest_step(int gpus, double value);

/// The value that an objective makes small: step seconds, USD per 10^12 tokens, or smallest_value().
double objective_value(const cost::Evaluation& evaluation, strategy::Objective objective);

/// The best `limit` answers, of each configuration the best of its splits; full recomputation only where it
/// is faster than none. Safe to use from several threads.
class Ranking {
 public:
  Ranking(strategy::Objective objective, int limit)
      : m_objective(objective), m_limit(limit), m_places(Before{objective}) {}
  /// Largest objective value that can still enter; answers above it need not be evaluated.
  double cut() const { return m_cut.load(std::memory_order_relaxed); }
  /// Returns true when the new answer became the first.
  bool insert(cost::Evaluation evaluation);
  std::vector<cost::Evaluation> sorted() const;
  double best_value() const { return m_best.load(std::memory_order_relaxed); }

 private:
  struct Before {
    strategy::Objective objective;
    bool operator()(const cost::Evaluation& a, const cost::Evaluation& b) const {
      return ranks_before(a, b, objective);
    }
  };
  using Places = std::set<cost::Evaluation, Before>;
  void forget(std::map<strategy::Strategy, Places::iterator>::iterator kept);

  strategy::Objective m_objective;
  int m_limit;
  mutable std::mutex m_mutex;
  Places m_places;
  std::map<strategy::Strategy, Places::iterator>
      m_configurations;  ///< each place by what it is but for its split
  std::atomic<double> m_cut{1e300};
  std::atomic<double> m_best{1e300};
};

}  // namespace astrolabe::search
