#pragma once
// Failures that last: nodes under repair, failure domains, and the spare nodes that stand in for them.
//
// Nodes fail one by one or, by rack or switch, a whole failure domain at once, as Poisson processes of
// constant rates, and each repair takes a mean time whatever its distribution. Then the number of repairs
// under way is Poisson with rate x mean time to repair (Palm's theorem; Sherbrooke, "METRIC", Operations
// Research 16, 1968). The job runs while no pool has more nodes under repair than spares and waits otherwise:
// it does not go on with fewer nodes. Nodes fail whether the job runs or waits, spares as well as those in
// use are whole when they are taken, and nodes that a search left over are no spares. The rates are those of
// all nodes in use; they do not sink as nodes go to repair, which errs to the safe side. What is paid for of
// spare and failed nodes: money.h.

#include <optional>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {

/// What is known of failures that last, the assumed values in place (cost/reliability.h).
struct LastingFailures {
  double per_gpu_hour = 0.0;  ///< of all failures, those that need a repair
  double domain_share = 0.0;  ///< of these, those that take away a whole domain
  double repair_hours = 0.0;
};

/// Nothing where neither the job states a time to repair nor any pool spares or a failure domain: another
/// node is at hand then, at once.
std::optional<LastingFailures> lasting_failures(const hardware::Cluster& cluster, const strategy::Job& job);

/// Repairs under way in a pool, on average.
struct RepairLoad {
  double nodes = 0.0;    ///< of single nodes
  double domains = 0.0;  ///< of whole domains
  int domain_nodes = 1;  ///< that such a repair keeps away
};

/// Of the nodes that `used` GPUs of a pool are in.
RepairLoad repair_load(const hardware::Pool& pool, int used, const LastingFailures& failures);

/// The share of time in which at most `spares` nodes are under repair: the sum over the domains down of their
/// Poisson probability times that of few enough single nodes. Precondition: spares >= 0.
double enough_spares(const RepairLoad& load, int spares);

/// The share of the hours in which spares stand in for all nodes under repair, in every pool of which `used`
/// GPUs work; 1 where no failure lasts.
double available_of(const hardware::Cluster& cluster, const strategy::Job& job, const std::vector<int>& used);

/// The best that a number of spare nodes does.
struct SpareNodes {
  int nodes = 0;
  std::vector<int> by_pool;  ///< of the cluster's pools
  double available = 1.0;    ///< share of the hours
  double share = 1.0;        ///< goodput
};

/// From no spare on, each row with one more, placed where they hold the most, until waiting takes less than
/// 0.01 % of the hours or 64 spares. Empty where no failure lasts. Of equally good placings the one with more
/// in the later pools.
std::vector<SpareNodes> spare_table(const strategy::Problem& problem, const Evaluation& evaluation);

/// The first row of a table that reaches the goodput; none where none does.
const SpareNodes* spares_for(const std::vector<SpareNodes>& table, double goodput);

}  // namespace astrolabe::cost
