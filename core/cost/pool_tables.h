#pragma once
// What layers cost on a pool under each splitting: computed once, kept from problem to problem.

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "core/base/shared.h"
#include "core/cost/layer_cost.h"
#include "core/cost/routes.h"

namespace astrolabe::cost {

/// All that the cost of a layer on a pool rests on beside its splitting. How many GPUs there are, what they
/// cost and what the job asks of the whole are not part of it.
struct PoolBasis {
  std::shared_ptr<const model::Graph> graph;
  hardware::Gpu gpu;
  int gpus_per_node = 0, used_of_node = 0, scale_up_domain = 0;
  hardware::Link intra_node, inter_node;
  double relative_speed = 1.0, sustained_clock = 1.0;
  std::optional<Watts> gpu_power;
  hardware::Precision precision = hardware::Precision::bf16;
  int sequence_length = 0;
  bool flash_attention = true;
  double expert_imbalance = 1.0;
  std::optional<strategy::Tuning> tuning;
  strategy::Software software;
  Coefficients coefficients;
  StackTraits stack;
  bool operator==(const PoolBasis& other) const;
};

PoolBasis basis_of(const strategy::Problem& problem, std::size_t pool, const StackTraits& stack);

/// The tables of one basis. Safe to use from several threads and for several problems.
class PoolTables {
 public:
  /// Preconditions: `scene` is of the basis, and splitting.pool is the place of such a pool in its problem.
  const SplitCost& split(const PoolScene& scene, const Splitting& splitting);
  /// What its seconds are made of.
  const SplitParts& parts(const PoolScene& scene, const Splitting& splitting);
  RouteTable& routes() { return m_routes; }
  static constexpr std::size_t kParts = 64;
  /// Frees what one of the parts keeps. Precondition: the tables are not used any more.
  void forget(std::size_t part);

 private:
  /// Pools of one basis share the tables.
  struct AlikeHash {
    std::size_t operator()(const Splitting& splitting) const;
  };
  struct Alike {
    bool operator()(const Splitting& a, Splitting b) const;
  };
  template <class Made>
  using Kept = SharedMap<Splitting, Made, AlikeHash, Alike>;
  static constexpr std::size_t kSlots = 4096;
  const SplitWork& work(const PoolScene& scene, Splitting splitting);
  const DenseWork& dense(const PoolScene& scene, Splitting splitting);

  Kept<SplitCost> m_splits;
  Kept<SplitParts> m_parts;  ///< of those that somebody looked at closely
  Kept<SplitWork> m_works;   ///< of splittings without offload and gathers
  Kept<DenseWork> m_dense;   ///< of those without experts and overlap
  /// Some of the splits, by a hash of the splitting: found without a lock.
  std::array<std::atomic<const Kept<SplitCost>::Entry*>, kSlots> m_slots{};
  RouteTable m_routes;
};

/// The tables of the last few bases that anybody asked for: what an edit does not touch is not computed
/// again. Safe to use from several threads.
class KeptTables {
 public:
  /// The tables of this basis, empty ones where they are not known any more.
  std::shared_ptr<PoolTables> find(const PoolBasis& basis);
  /// Frees all tables that nobody else holds, with so many workers: it takes a while.
  void forget(int workers);

 private:
  static constexpr std::size_t kMost = 12;
  struct Known {
    PoolBasis basis;
    std::shared_ptr<PoolTables> tables;
  };
  std::mutex m_mutex;
  std::deque<Known> m_known;  ///< asked for last first
};

}  // namespace astrolabe::cost
