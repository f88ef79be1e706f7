#pragma once
// One configuration: what its objective can become at least, what it reaches for certain, its best split.

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

#include "core/search/findings.h"
#include "core/search/partition.h"
#include "core/search/tree.h"

namespace astrolabe::search {

/// A configuration that passed the rules, with the least its objective can become.
struct Candidate {
  double bound = 0.0;          ///< objective value
  double step_bound = 0.0;     ///< seconds
  double usd_per_hour = -1.0;  ///< of its GPUs, negative without a price
  int gpus = 0, paid = 0;      ///< used; of the whole units that these take
};

/// Judges configurations and tells the findings. Safe to use from several threads, each with its own
/// partitioner.
class Judge {
 public:
  Judge(const strategy::Problem& problem, const Request& request, Control& control, cost::Tables& tables,
        Findings& findings);

  /// Bounds a configuration; false when even the bound breaks a limit, so that no split keeps it.
  bool bound_of(const cost::Shape& shape, Candidate& candidate);
  /// Solves a configuration: an answer, or the reason why it is none.
  /// Tells how it ended.
  enum class End : std::uint8_t { open, cut, evaluated, no_room, limit };
  End consider(const Candidate& candidate, const cost::Shape& shape, Partitioner& partitioner);
  /// The two halves of it. The best split, or that none is at or below what matters: hangs on nothing but the
  /// values to cut with, which stay while nobody tells the findings anything.
  Partition solve(const Candidate& candidate, const cost::Shape& shape, Partitioner& partitioner);
  /// Tells the findings. Where a split is no answer another may be one, until the best is known.
  End conclude(const Candidate& candidate, const cost::Shape& shape, const Partition& partition);
  /// A configuration of the tree: gives it back with its root bound, or solves it.
  std::optional<Node> look_at(const Tree& tree, const Node& node, Partitioner& partitioner);
  /// Tells the findings what a configuration that may be looked at later, too, reaches for certain; 1e300 for
  /// nothing that fits and keeps the limits, and where all is above `below`.
  double reach(const Tree& tree, const Node& node, double below, Partitioner& partitioner);
  /// reach() without a place in a tree: offers no value to cut with.
  double reach(const cost::Shape& shape, double below, Partitioner& partitioner);
  /// Tells the findings what a configuration lacks in memory or which limit it breaks, if any.
  void reject_unless_possible(const cost::Shape& shape, Partitioner& partitioner);
  /// Tells the findings which limit a configuration breaks whatever its split, if any.
  void reject_by_limit(const cost::Shape& shape);
  /// What an answer must stay below to matter.
  Cutoff cutoff() const;
  /// All configurations come up once more, with a larger value to cut with: those with an answer, or with the
  /// reason why they have none, are not solved again. Not while others judge.
  void begin_again();
  /// No configuration that was looked at but not solved to the end has an objective below it.
  double least_open() const { return m_least_open.load(std::memory_order_relaxed); }
  /// The largest shortfall of `front`, the set of time and money, from what the configurations that were
  /// looked at but not solved to the end may reach.
  double open_gap(const Front& front) const;
  /// At the end of a search or of a part of it: where the places behind the first are what made
  /// configurations hard, they are at least shown not to be better than the first. Tells the findings what
  /// stays open. Not while others judge.
  void prove_open();
  /// Tells the findings what stays open, proving nothing.
  void tell_open();

 private:
  double value_of(const Candidate& candidate, double step) const;
  void count_gpus(Candidate& candidate, const std::vector<int>& used) const;
  FrontPoint corner_of(const Candidate& candidate, double step) const;
  bool matters(const Candidate& candidate, double bound) const;
  double step_cut(const Candidate& candidate) const { return step_cut(candidate, m_findings.cut()); }
  double step_cut(const Candidate& candidate, double value) const;
  bool is_cut(const Candidate& candidate) const;
  void reject_too_large(const cost::Shape& shape, const Partition& partition);
  bool keeps_limits(const cost::Evaluation& evaluation);
  Effort effort_for(const Candidate& candidate) const;
  double reached(const Candidate& candidate, const cost::Shape& shape, const Partitioner::RootBound& root,
                 const ConfigurationKey* key);
  double reach(const cost::Shape& shape, double below, Partitioner& partitioner, const ConfigurationKey* key);

  static constexpr double kNothing = 1e300;  ///< no answer is worth it
  static constexpr int kRankedNodes = 5000;  ///< of a ranking: what they leave open is tried again at the end
  struct Unsolved {
    Candidate candidate;
    strategy::Strategy strategy;
    double bound = 0.0;         ///< of the objective
    double step = kNothing;     ///< the best found that keeps the limits
    std::vector<int> layers{};  ///< its split
    double value = kNothing;    ///< its objective
    bool named = true;          ///< ranks as this configuration, not as one without recomputation
    End end = End::evaluated;   ///< what it is counted as
    bool closed = false;        ///< nothing of it is left that matters
    bool hard = false;          ///< the nodes for a place did not suffice
    bool hard_first = false;    ///< those for the first place did not
    std::optional<cost::Evaluation> better{};  ///< found by the last try, not told yet
  };
  void leave_open(Unsolved unsolved);
  bool close(Unsolved& unsolved, double value, const Effort& effort, Partitioner& partitioner);
  /// How long to try: less once it did not suffice.
  struct Patience;
  void try_again(Unsolved& unsolved, double first, const Patience& patience, Partitioner& partitioner);
  void try_all(const std::vector<Unsolved*>& unsolved, double first);

  static constexpr std::size_t kMostKept = 20000;
  End ended(const ConfigurationKey& key, strategy::Recompute recompute) const;
  void keep_end(const ConfigurationKey& key, strategy::Recompute recompute, End end);
  void count(End end);
  using Named = std::pair<ConfigurationKey, strategy::Recompute>;

  const strategy::Problem& m_problem;
  const Request& m_request;
  Control& m_control;
  cost::Tables& m_tables;
  Findings& m_findings;
  std::atomic<double> m_least_open{1e300};
  mutable std::mutex m_mutex;  ///< of what follows
  std::vector<Unsolved> m_unsolved;
  std::map<Named, End> m_ended;                       ///< not those that were cut
  bool m_again = false;                               ///< begin_again() was called
  double m_tokens = 0.0;                              ///< of a step
  double m_longest_step = 1e300, m_most_usd = 1e300;  ///< that limits allow, rounded up
  bool m_limited = false;                             ///< the time or the cost of the job
};

}  // namespace astrolabe::search
