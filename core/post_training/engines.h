#pragma once
// Engines that generate for a role on GPUs of a pool: which copies of which worker write all answers soonest.

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/deploy/question.h"
#include "core/hardware/cluster.h"
#include "core/post_training/question.h"
#include "core/post_training/rollout.h"
#include "core/serving/memory.h"
#include "core/strategy/job.h"

namespace astrolabe::post_training {

/// Copies of an engine's worker.
struct Generator {
  serving::Worker worker;
  int replicas = 1;
  double places = 0.0;  ///< samples of a replica at once
  double bytes = 0.0;   ///< weights, work space, keys and values of a GPU
  RolloutTimes times;
};

/// What is asked of an engine.
struct GenerationAsked {
  int role = 0, pool = 0, gpus = 0;
  double room_bytes = 0.0;  ///< of a GPU, for weights, work space, keys and values
  double samples = 0.0;
};

/// The most copies of a worker on so many GPUs of a pool with this room, which fill its domains one after the
/// other: serving's rule, whole copies in a domain but where one takes whole domains.
int most_copies(const deploy::Room& room, int gpus, const serving::Worker& worker);

class Engines {
 public:
  /// All outlive it.
  Engines(const Job& job, const hardware::Cluster& cluster, const strategy::Job& limits);

  /// Makes the workers of a role on a pool; none where its type cannot run the model.
  void add(int role, int pool);
  /// None where no worker has room for the longest answer.
  std::optional<Generator> fastest(const GenerationAsked& asked);
  /// Why `gpus` of a pool have no engine of a role that its asked layout names, whatever it takes of the
  /// memory; nothing where there is one, and where nothing is asked. The place of the error is the key.
  std::optional<Error> refusal(int role, int pool, int gpus) const;
  /// Bytes of a GPU that the smallest worker on so many GPUs takes with the longest answer; none where there
  /// is no worker.
  std::optional<double> least_bytes(int role, int pool, int gpus) const;

 private:
  struct Engine {
    serving::Worker worker;
    std::unique_ptr<serving::StepModel> model;
    serving::Memory memory;
  };
  /// Engines of a role on a pool.
  struct Site {
    std::vector<Engine> engines;
    std::vector<serving::Worker> workers;  ///< of which some may not be asked for
    deploy::Room room;
  };
  const AskedLayout* asked_of(int role) const;
  /// Bytes of a GPU that an answer of the greatest length takes.
  double longest_bytes(const serving::Memory& memory) const;
  /// Copies of a worker that stand on `gpus` of a pool: those that are asked for, else the most; 0: none do.
  int copies_on(const Site& site, int gpus, const serving::Worker& worker, int role) const;
  const RolloutTimes& rolled_out(const Engine& engine, std::size_t index, int replicas, double places,
                                 const GenerationAsked& asked);

  const Job& m_job;
  const hardware::Cluster& m_cluster;
  const strategy::Job& m_limits;
  double m_longest = 0.0;                         ///< tokens of the longest answer
  std::map<std::pair<int, int>, Site> m_engines;  ///< by role, pool
  std::map<std::tuple<int, int, std::size_t, int, int, int>, RolloutTimes> m_rollouts;
  std::map<int, std::vector<double>> m_drawn;  ///< lengths of answers, by how many stand for all
  std::map<int, double> m_imbalance;           ///< by replicas
};

}  // namespace astrolabe::post_training
