#pragma once
// What is asked of a whole cluster: what each of its pools is asked, how much traffic, for which goal.

#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/cluster.h"
#include "core/model/architecture.h"
#include "core/serving/question.h"
#include "core/strategy/problem.h"

namespace astrolabe::deploy {

/// A pool as replicas fill it.
struct Room {
  int nodes = 0, gpus_per_node = 1;
  int domain = 1;       ///< GPUs whose links are those of one node: a node, or the racks' scale-up domain
  int max_gpus = 0;     ///< that a plan may use
  int unit = 1;         ///< GPUs that are paid for at once
  bool joined = false;  ///< by a network with known figures: experts may span domains
  int built_node = 0;   ///< GPUs of a node that is used in part and paid as a whole; 0: gpus_per_node
  /// Domains that a stage takes; more than one where its experts span them.
  int domains_of(int stage) const;
  /// The most copies of a worker of `stages` x `stage` GPUs: a stage lies within a domain or takes whole
  /// ones, a worker within one domain where it fits, else it takes whole domains.
  int most_workers(int stage, int stages) const;
  /// Whole nodes that `workers` such copies take.
  int nodes_of(int workers, int stage, int stages) const;
  /// GPUs that are paid for where so many whole nodes are taken and `used` of their GPUs.
  int paid(int nodes, int used) const;
};

/// Workers beyond which nothing is counted.
inline constexpr double kMostWorkers = 1e7;

/// Whole nodes that a deployment takes; of prefill and decode workers each by themselves.
int nodes_of(const Room& room, const serving::Deployment& deployment);

/// What a pool is asked: `asked` is empty where its type cannot serve the model, and `refused` says why.
struct PoolQuestion {
  std::optional<serving::Question> asked;
  std::optional<Error> refused;
  Room room;
};

/// Tokens that a sequence of the model has at most; 0: unknown. Learned positions end; where they are
/// computed, what its configuration states is what it was made for.
int positions_of(const model::Architecture& architecture);

/// `cluster` and `job` outlive it.
struct Question {
  std::vector<PoolQuestion> pools;  ///< in the order of the cluster's
  serving::ServeJob job;
  strategy::Objective objective = strategy::Objective::throughput;
  const hardware::Cluster* cluster = nullptr;
  const strategy::Job* limits = nullptr;

  const serving::Traffic& traffic() const { return job.traffic; }
  /// Largest of the hours' factors, 1 where none are stated.
  double peak_factor() const;
  /// Mean of the hours' factors over that of the peak, 1 where none are stated.
  double mean_of_peak() const;
  /// Requests a second, or requests in flight, that have to be served at the peak; 0 offline.
  double demand() const;
};

/// Errors: bad_measured_*, contradicting values of the traffic, lengths beyond the model's positions, and
/// unknown_hardware_value where no pool can serve the model.
Result<Question> make_question(const hardware::Cluster& cluster, const strategy::Job& job,
                               const model::Architecture& architecture, const serving::ServeJob& asked,
                               strategy::Objective objective);

/// `question` with `nodes` nodes in one pool, as make_question() of such a cluster makes it. `cluster` is a
/// copy of the question's, which it changes, and outlives what is returned.
Question with_nodes(const Question& question, int pool, int nodes, hardware::Cluster& cluster);

}  // namespace astrolabe::deploy
