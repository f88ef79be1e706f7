#pragma once
// Engines that generate for a role on GPUs of a pool: which copies of which worker write all answers soonest.

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

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

class Engines {
 public:
  /// All outlive it.
  Engines(const Job& job, const hardware::Cluster& cluster, const strategy::Job& limits);

  /// Makes the workers of a role on a pool; none where its type cannot run the model.
  void add(int role, int pool);
  /// None where no worker has room for the longest answer.
  std::optional<Generator> fastest(const GenerationAsked& asked);
  /// Bytes of a GPU that the smallest worker takes before it holds a token; none where there is no worker.
  std::optional<double> least_bytes(int role, int pool) const;

 private:
  struct Engine {
    serving::Worker worker;
    std::unique_ptr<serving::StepModel> model;
    serving::Memory memory;
  };
  const RolloutTimes& rolled_out(const Engine& engine, std::size_t index, int replicas, double places,
                                 const GenerationAsked& asked);

  const Job& m_job;
  const hardware::Cluster& m_cluster;
  const strategy::Job& m_limits;
  double m_longest = 0.0;                                        ///< tokens of the longest answer
  std::map<std::pair<int, int>, std::vector<Engine>> m_engines;  ///< by role, pool
  std::map<std::tuple<int, int, std::size_t, int, int, int>, RolloutTimes> m_rollouts;
  std::map<int, std::vector<double>> m_drawn;  ///< lengths of answers, by how many stand for all
  std::map<int, double> m_imbalance;           ///< by replicas
};

}  // namespace astrolabe::post_training
