#pragma once
// What a search has found so far: answers, values to cut with, counts, and what stood in the way.

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "core/search/archive.h"
#include "core/search/control.h"
#include "core/search/pareto.h"
#include "core/search/ranking.h"
#include "core/search/search.h"
#include "core/search/seeds.h"

namespace astrolabe::search {

/// What the part of a space that is still open may hold.
struct Unseen {
  double bound = 1e300;  ///< no objective is below it
  double gap = 0.0;      ///< of the set of time and money: the largest shortfall of what is open
};

/// Shared by the workers of one search. Safe to use from several threads.
class Findings {
 public:
  Findings(const strategy::Problem& problem, const Request& request, const Control& control)
      : m_problem(problem),
        m_request(request),
        m_control(control),
        m_ranking(request.objective, std::max(1, request.top)),
        m_seeds(std::max(1, request.top)) {}

  /// Largest objective value that can still rank.
  double cut() const { return std::min({m_ranking.cut(), m_seeds.cut(), horizon()}); }
  /// Values above the best known by more than a share are of no interest for now, though they may rank: the
  /// best few are mostly close to each other, and a search that takes in little more than the best is fast.
  void look_as_far_as(double share) { m_far.store(1.0 + share); }
  double horizon() const { return m_far.load(std::memory_order_relaxed) * best_known(); }
  /// True when the best few are all within what was looked at.
  bool saw_all() const { return m_ranking.cut() <= horizon(); }
  /// The least of the solved.
  double best() const { return m_ranking.best_value(); }
  /// The least that any strategy seen reaches.
  double best_known() const { return m_best_value.load(std::memory_order_relaxed); }
  /// True when some configuration is solved: it has its best split.
  bool any_solved() const { return m_ranking.best_value() < 1e300; }
  bool any_answer() const { return m_best_value.load(std::memory_order_relaxed) < 1e300; }
  void forget_rejected();
  const ParetoFront& front() const { return m_front; }
  /// The best few, best first.
  std::vector<cost::Evaluation> ranked() const { return m_ranking.sorted(); }

  /// A configuration with its best split.
  void insert(cost::Evaluation evaluation);
  /// A better split of a configuration that was inserted before.
  void improve(cost::Evaluation evaluation);
  /// A configuration reaches `value` for certain.
  void offer_seed(const ConfigurationKey& key, double value) { m_seeds.offer(key, value); }
  /// True when `value` is better than all that is known.
  bool betters(double value) const { return value < m_best_value.load(std::memory_order_relaxed); }
  /// Some split of a configuration that is not solved yet: the answer as long as nothing better is known.
  void suggest(cost::Evaluation evaluation);
  /// An answer from outside the search: shown until there is a better one, cuts nothing. Once, before all
  /// others.
  void tell_first(cost::Evaluation evaluation);
  /// A configuration whose split is not proven may still be as good as `bound`, and as fast and as cheap as
  /// `corner`; some split of it reaches `reached`.
  void note_open(double bound, const FrontPoint& corner, double reached = 1e300);
  /// Every configuration of at most so many pools was handled: where none of them is open, the set of time
  /// and money is whole over them.
  void handled_mixtures_of(int pools);
  /// Keeps the strategy that is nearest to being possible: the least excess, relative to its limit.
  void reject(const cost::Violation& violation, const strategy::Strategy& strategy);

  /// All configurations come up again. Until all have, what became of them the first time is shown.
  void count_again();

  /// Configurations by what became of them; `total` and `layer_splits` of the space.
  struct Counts {
    std::uint64_t total = 0;
    double layer_splits = 0.0;
    bool known = false;  ///< the two above
    std::atomic<std::uint64_t> by_rule{0}, cut{0}, evaluated{0}, by_memory{0}, by_limit{0};
  } counts;

  /// `unseen`: what is neither counted nor noted as open. `last`: the search is over.
  Progress picture(bool last, const Unseen& unseen) const;

 private:
  Space counted() const;
  void tell_proof(Progress& progress, const Unseen& unseen) const;
  double open_shortfall(const Front& front) const;
  void tell_places(Progress& progress, double open) const;
  bool worse_than_first(double value) const;
  void note_improvement(const cost::Evaluation& evaluation);
  Improvement improvement_of(const cost::Evaluation& evaluation) const;
  void note_bound(double seconds, double bound) const;

  const strategy::Problem& m_problem;
  const Request& m_request;
  const Control& m_control;
  Ranking m_ranking;
  Seeds m_seeds;
  ParetoFront m_front;
  Archive m_archive;
  std::atomic<double> m_open{1e300}, m_far{1e300};
  std::atomic<double> m_best_value{1e300};  ///< of the objective, over all answers and suggestions
  mutable std::mutex m_mutex;               ///< of what follows
  std::optional<cost::Evaluation> m_suggested, m_first;
  std::vector<Improvement> m_improvements;
  mutable std::vector<BoundSample> m_bounds;  ///< as told by pictures
  mutable double m_bounds_apart = 0.0;        ///< seconds between two of them, so that they stay few
  std::optional<Space> m_counted_before;
  Front m_open_corners;  ///< of configurations noted as open, for Objective::pareto
  struct Open {
    double bound = 0.0, reached = 1e300;
  };
  std::vector<Open> m_left_open;  ///< the same for all other objectives
  int m_pools_proven = 0;
  Binding m_binding;
  double m_nearest_excess = -1.0;
};

}  // namespace astrolabe::search
