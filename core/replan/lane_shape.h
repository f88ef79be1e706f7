#pragma once
// One pipeline with stages of any width, timed by the cost tables: its stages as slow as their GPUs are,
// splits of its layers, and the seconds of its step.

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/cost/shape.h"
#include "core/cost/slowed_tables.h"

namespace astrolabe::replan {

/// What is wrong with the GPUs that a stage waits for.
struct StageSlowness {
  hardware::Slowness own;    ///< with those that its passes wait for
  hardware::Slowness group;  ///< with all that hold its weights, for which its tail waits: no less
  auto operator<=>(const StageSlowness&) const = default;
};

/// Layers of each stage with what they take there when nothing is slow.
struct Split {
  std::vector<int> layers;
  std::vector<cost::StageCost> costs;
};

/// Every time is the cost model's own: a stage takes what Shape says of it on a cluster all of whose GPUs are
/// as slow as its own, and the step is that of the schedule (cost::line_end(), cost::chunks_end()). So a
/// pipeline with nothing slow, and one that is as slow everywhere, take what a search says of them.
class LaneShape {
 public:
  /// `strategy.stages` are those of the pipeline; its `data_parallel` replicas share state and gradients.
  LaneShape(cost::SlowedTables& tables, const strategy::Strategy& strategy);

  const strategy::Strategy& strategy() const { return m_strategy; }
  int stages() const { return m_shape.stages(); }
  /// With nothing slow.
  const cost::Shape& shape() const { return m_shape; }
  /// With every stage as slow.
  const cost::Shape& slowed_shape(const hardware::Slowness& slow) const;
  /// The split and recomputation that the strategy's stages state.
  Split as_written() const;
  /// Recomputation as stages need it; none where a stage lacks memory.
  std::optional<Split> split(const std::vector<int>& layers) const;

  /// The step with so many micro-batches. `slow`: by stage.
  cost::StepEnd end(const Split& split, const std::vector<StageSlowness>& slow, int micro_batches) const {
    return end(split, slow, micro_batches, true);
  }
  double seconds(const Split& split, const std::vector<StageSlowness>& slow, int micro_batches) const {
    return end(split, slow, micro_batches).step;
  }
  /// The step if nothing had to be sent between stages.
  double seconds_without_transfers(const Split& split, const std::vector<StageSlowness>& slow,
                                   int micro_batches) const {
    return end(split, slow, micro_batches, false).step;
  }
  /// The pipeline as its schedule plays it; without `transfers` nothing has to be sent between stages.
  cost::Pipeline played(const Split& split, const std::vector<StageSlowness>& slow, int micro_batches,
                        bool transfers = true) const;
  /// No more than seconds(): what the busiest stage takes with the way to it and back.
  double least_seconds(const Split& split, const std::vector<StageSlowness>& slow, int micro_batches) const;
  /// What the seconds of stage j are made of.
  cost::Shape::StageParts parts(const Split& split, const std::vector<StageSlowness>& slow, int j) const;
  /// By how much a stage's passes take longer.
  double pass_factor(const Split& split, const std::vector<StageSlowness>& slow, int j) const;
  /// By how much passes of layers on stage j take longer, whatever it holds.
  double layer_factor(int j, const hardware::Slowness& slow) const;

  /// Micro-batches come in multiples of this: of the stages where the schedule plays them in groups.
  int quantum() const;
  /// More than so many at once would hold more activations than memory was counted for.
  int most_micro_batches() const;
  /// What was done for all answers so far, in looks at a stage of some ten nanoseconds: the same in every run
  /// that asks the same.
  std::int64_t work() const { return m_work; }

  /// Splits that fit, `held[j]` layers on stage j where that is above 0, the slowest of the other stages as
  /// fast as possible: filled from the first stage on, and from the last. `factors`: on passes of stages.
  std::vector<Split> least_busy(const std::vector<int>& held, const std::vector<double>& factors) const;

 private:
  static constexpr std::int64_t kShapeWork = 10'000;  ///< of a shape with its tables
  static constexpr std::int64_t kStageWork = 50;      ///< of what a stage takes, asked for the first time
  /// A way to be slow, with the shapes that tell what passes and tail take then.
  struct Condition {
    StageSlowness slow;
    cost::SlowPools around;  ///< with which the tail goes, where state lies on the GPUs of other stages
    const cost::Shape* passes = nullptr;
    const cost::Shape* tail = nullptr;
  };
  const cost::StageCost& cost(int j, int begin, int size) const;
  double busy(int j, int begin, int size, double factor) const;
  std::optional<std::vector<int>> fill(const std::vector<int>& held, const std::vector<double>& factors,
                                       double limit, bool from_last) const;
  int most_at(int j, int begin, int most, double factor, double limit, bool from_last) const;
  const cost::Shape& shape_at(const cost::SlowPools& slow) const;
  cost::SlowPools around(const std::vector<StageSlowness>& slow) const;
  std::size_t condition(const StageSlowness& slow, const cost::SlowPools& around) const;
  /// Calls `use` with each stage, its first layer, its cost and the shape that its passes are from.
  template <class Use>
  void each_stage(const Split& split, const std::vector<StageSlowness>& slow, const Use& use) const;
  const cost::StageCost& slowed(std::size_t condition, int j, int begin, const cost::StageCost& sound) const;
  cost::StepEnd end(const Split& split, const std::vector<StageSlowness>& slow, int micro_batches,
                    bool transfers) const;
  double link(const std::vector<StageSlowness>& slow, std::size_t j) const;
  int first_alike(int begin) const;

  cost::SlowedTables& m_tables;
  strategy::Strategy m_strategy;
  cost::Shape m_shape;
  cost::Shape m_filling;  ///< as m_shape, recomputing where memory asks for it
  mutable std::unordered_map<std::uint64_t, cost::StageCost> m_costs;
  mutable std::map<cost::SlowPools, cost::Shape> m_shapes;
  mutable std::vector<Condition> m_conditions;
  mutable std::unordered_map<std::uint64_t, cost::StageCost> m_slowed;
  mutable std::int64_t m_work = kShapeWork;
};

}  // namespace astrolabe::replan
