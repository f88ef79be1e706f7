#pragma once
// One pipeline with stages of any width, timed by the cost tables: its stages with nothing slow, splits of
// its layers, and the seconds of a step whose stages are slowed.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/cost/shape.h"

namespace astrolabe::replan {

/// Factors on the times of a stage, 1 or more.
struct Slowness {
  double passes = 1.0;  ///< forward and backward
  double tail = 1.0;    ///< reduction, optimizer, gather
  double links = 1.0;   ///< transfers to and from the stages beside it
  auto operator<=>(const Slowness&) const = default;
};

/// Layers of each stage with what they take there when nothing is slow.
struct Split {
  std::vector<int> layers;
  std::vector<cost::StageCost> costs;
};

class LaneShape {
 public:
  /// `strategy.stages` are those of the pipeline; its `data_parallel` replicas share state and gradients.
  LaneShape(cost::Tables& tables, const strategy::Strategy& strategy);

  const strategy::Strategy& strategy() const { return m_strategy; }
  int stages() const { return m_shape.stages(); }
  const cost::Shape& shape() const { return m_shape; }
  /// The split and recomputation that the strategy's stages state.
  Split as_written() const;
  /// Recomputation as stages need it; none where a stage lacks memory.
  std::optional<Split> split(const std::vector<int>& layers) const;

  /// The step with so many micro-batches.
  double seconds(const Split& split, const std::vector<Slowness>& slow, int micro_batches) const;
  /// No more than seconds(): what the busiest stage takes with the way to it and back.
  double least_seconds(const Split& split, const std::vector<Slowness>& slow, int micro_batches) const;

  /// Micro-batches come in multiples of this: of the stages where the schedule plays them in groups.
  int quantum() const;
  /// More than so many at once would hold more activations than memory was counted for.
  int most_micro_batches() const;

  /// Splits that fit, `held[j]` layers on stage j where that is above 0, the slowest of the other stages as
  /// fast as possible: filled from the first stage on, and from the last. `factors`: on passes of stages.
  std::vector<Split> least_busy(const std::vector<int>& held, const std::vector<double>& factors) const;

  /// Share of communication in the passes of stage j.
  double links_share(int j) const { return m_links_share[static_cast<std::size_t>(j)]; }

 private:
  const cost::StageCost& cost(int j, int begin, int size) const;
  double busy(int j, int begin, int size, double factor) const;
  std::optional<std::vector<int>> fill(const std::vector<int>& held, const std::vector<double>& factors,
                                       double limit, bool from_last) const;
  int most_at(int j, int begin, int most, double factor, double limit, bool from_last) const;
  cost::LineStage slowed(const Split& split, const std::vector<Slowness>& slow, std::size_t j) const;
  double chunks_seconds(const Split& split, const std::vector<Slowness>& slow, int micro_batches) const;
  void share_links();
  double link(const std::vector<Slowness>& slow, std::size_t j) const;

  cost::Tables& m_tables;
  strategy::Strategy m_strategy;
  cost::Shape m_shape;
  cost::Shape m_filling;  ///< as m_shape, recomputing where memory asks for it
  double m_scale = 1.0;   ///< stragglers, as in cost::Shape
  std::vector<double> m_links_share;
  mutable std::unordered_map<std::uint64_t, cost::StageCost> m_costs;
};

}  // namespace astrolabe::replan
