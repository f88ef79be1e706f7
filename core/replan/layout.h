#pragma once
// Which GPU does what in a layout of strategies, and what is wrong with it.

#include <cstddef>
#include <set>
#include <vector>

#include "core/hardware/placement.h"
#include "core/hardware/pool_marks.h"
#include "core/replan/replan.h"

namespace astrolabe::replan {

/// The GPUs that work for one stage of one lane, in the order of its ranks, and the worst of their marks.
struct LaneStage {
  std::vector<GpuId> gpus;
  hardware::Slowness slowness{};
  bool failed = false;
  bool slow() const { return slowness.any(); }
};

/// The marks of all GPUs of a cluster.
class Health {
 public:
  explicit Health(const hardware::Cluster& marked);
  /// Finds the worst of its GPUs.
  void look(LaneStage& stage) const;
  LaneStage of(std::vector<GpuId> gpus) const;
  bool sound(const GpuId& id) const;

 private:
  std::size_t place(const GpuId& id) const;
  std::vector<std::vector<hardware::GpuState>> m_gpus;
  std::vector<std::vector<double>> m_networks;
  std::vector<int> m_per_node;
};

/// Pipelines that take as many micro-batches as each other: one replica, or all that share experts.
struct Lane {
  std::vector<LaneStage> stages;
  bool failed() const;
  bool slow() const;
};

/// All lanes of a strategy. Ranks fill the GPUs of each pool in the order of stages, replicas, tensor
/// parallelism.
struct Layout {
  int replicas_per_lane = 1;  ///< ranks that hold the same weights, in a lane
  int data_per_lane = 1;      ///< of these, ranks with samples of their own
  int replicas_in_step = 1;   ///< ranks that hold the same weights whose passes wait for each other
  std::vector<Lane> lanes;
  std::vector<GpuId> unused;  ///< that work and stand idle, nothing slow about them
  bool changed() const;       ///< any GPU that is used is slow or failed
  /// Which lanes work through their passes in step: those with the same number.
  int in_step_with(int lane) const { return lane * replicas_per_lane / replicas_in_step; }
};

/// On the GPUs of `placement`; of a pool of which it says nothing on the first ones. Precondition: the
/// strategy fits the cluster as if nothing were marked, and `placement` has as many GPUs as it uses.
Layout layout_of(const hardware::Cluster& marked, const strategy::Strategy& strategy,
                 const hardware::Placement& placement = {});
/// The layout on these GPUs of each pool, which hold the strategy, in this order; without `unused`.
Layout layout_on(const hardware::Cluster& marked, const strategy::Strategy& strategy,
                 const std::vector<std::vector<GpuId>>& gpus);

/// The lanes as pipelines with the stages of the strategy, without micro-batches.
std::vector<Pipeline> pipelines_of(const Layout& layout, const strategy::Strategy& strategy);
/// The GPUs of pipelines that are named one by one, as lanes with the worst of their marks.
std::vector<Lane> lanes_of(const Health& health, const std::vector<Pipeline>& pipelines);

/// The GPUs that stages name.
std::set<GpuId> gpus_of(const std::vector<Pipeline>& pipelines);
/// GPUs that work and that no stage of `pipelines` uses, of those that `ran`, in that order.
std::vector<GpuId> idle_of(const Health& health, const std::vector<Lane>& ran,
                           const std::vector<Pipeline>& pipelines);

/// The question as if nothing were slow, failed or a spare, with as many GPUs of each node as `placement` has
/// of it.
strategy::Problem without_marks(const strategy::Problem& problem, const hardware::Placement& placement = {});

/// Marks of GPUs that no stage uses, each with its place ("pools[0].slow[1]").
std::vector<Error> unused_marks(const hardware::Cluster& marked, const Layout& layout);

/// Puts idle GPUs in the place of failed ones first, then of the slowest, whole tensor-parallel groups from
/// one node each. True where any was replaced.
bool put_in_spares(const hardware::Cluster& marked, const strategy::Strategy& strategy, Layout& layout);

}  // namespace astrolabe::replan
