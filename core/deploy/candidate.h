#pragma once
// One deployment on one pool with what it is ranked by; cheap, where a fleet has all figures.

#include <optional>
#include <vector>

#include "core/cost/money.h"
#include "core/deploy/fleet.h"
#include "core/deploy/question.h"
#include "core/deploy/replica.h"

namespace astrolabe::deploy {

struct Candidate {
  int pool = 0;
  int order = 0;  ///< place of its layout in the pool's space: breaks ties
  serving::Deployment deployment;
  int gpus = 0, paid = 0, nodes = 0;
  double tokens_per_second = 0.0;  ///< output, all replicas
  double tpot = 0.0;               ///< ms
  std::optional<double> usd_per_hour;

  /// Seconds that a GPU takes for a token.
  double gpu_seconds() const { return gpus / tokens_per_second; }
};

/// The order of answers of every kind (search::compare_figures) with GPU seconds of a token as the step: the
/// objective (throughput and pareto: GPU seconds; money: USD a token; gpus: those paid for, then GPU
/// seconds), then the other of both, then GPUs used; then less time per token, then layout and replicas.
bool before(const Candidate& a, const Candidate& b, strategy::Objective objective);

/// Whether both differ in the tokens of a step alone, and these make no difference.
bool is_same_but_for_budget(const Candidate& a, const Candidate& b);

/// What GPUs cost an hour that are counted in whole units already, with those kept idle (cost::hourly()).
cost::Money hourly_of_paid(const hardware::Cluster& cluster, const strategy::Job& limits,
                           const std::vector<int>& paid);

/// What machines of the cluster cost, and which limits of the job that breaks.
class Prices {
 public:
  explicit Prices(const Question& question);
  /// Of so many paid GPUs of one pool alone; none: not known.
  std::optional<double> usd_per_hour(int pool, int paid) const;
  std::optional<double> usd_per_hour(const std::vector<int>& paid) const;
  /// What a paid GPU adds.
  double of_gpu(int pool) const;
  /// Whether limits of the job on power, purchase, ownership, the month and the hour hold.
  bool within_limits(const std::vector<int>& paid) const;
  bool within_limits(int pool, int paid) const;

 private:
  const Question& m_question;
  cost::Charges m_charges;
  bool m_limits = false;
};

/// Figures of groups at their shares of the question's traffic, and what they cost; judged by what is left of
/// them while the job's spares have failed, too. `with_capacity`: also what all groups together can do.
/// Precondition: the groups' pools are asked.
Fleet fleet_of(const Question& question, std::vector<Group> groups, bool with_capacity = true);
Fleet fleet_of(const Question& question, const Candidate& candidate, bool with_capacity = true);

/// True where `a` ranks before `b`, as candidates do, but by the time of a whole request (its first token
/// counts) where all before it is the same, their groups compared last.
bool before(const Fleet& a, const Fleet& b, strategy::Objective objective);
/// Below, at or above 0 by the groups alone.
int compare_groups(const Fleet& a, const Fleet& b);

/// What a pool is asked where it has a share of the traffic.
serving::Question with_share(const serving::Question& question, double share);

}  // namespace astrolabe::deploy
