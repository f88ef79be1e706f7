#pragma once
// What a layout costs, from the cost tables of the problem: the times that evaluate() gives of a strategy of
// that pool alone, memory and parameters of its stages.

#include <map>
#include <memory>
#include <vector>

#include "core/cost/shape.h"
#include "core/mesh/layout.h"
#include "core/mesh/shares.h"

namespace astrolabe::mesh {

/// A problem whose layouts are asked one by one, for any number of micro-batches. For one thread.
class Scene {
 public:
  /// `gpus`: of each pool, that work; all of them do.
  Scene(const strategy::Problem& problem, std::vector<int> gpus);
  /// As it was asked, whatever shapes were.
  const strategy::Problem& problem() const { return m_asked; }
  cost::Tables& tables() { return m_tables; }
  const std::vector<int>& gpus() const { return m_gpus; }
  int pools_used() const { return m_pools_used; }
  /// Factor on every time for stragglers among all GPUs.
  double stragglers() const { return m_stragglers; }
  /// stragglers() with the factor of the tails of a pool's software.
  double tail_factor(int pool) const { return m_stragglers * m_tables.stack(pool).factor; }
  /// A pool with its network at the pace of the slowest way to any pool at work.
  const hardware::Pool& met(int pool) const { return m_met[static_cast<std::size_t>(pool)]; }
  /// The strategy of a layout alone, each of its replicas with `micro_batches`.
  cost::Shape shape(const Layout& layout, std::int64_t micro_batches) {
    return shape(strategy_of(layout), micro_batches);
  }
  cost::Shape shape(const strategy::Strategy& strategy, std::int64_t micro_batches);
  /// Factor from the times of such a shape to those among all GPUs.
  double scale(const Layout& layout) const;

 private:
  strategy::Problem m_asked;
  strategy::Problem m_sized;  ///< of the shape asked last: its batch differs
  std::vector<int> m_gpus;
  cost::Tables m_tables;
  std::vector<hardware::Pool> m_met;
  int m_pools_used = 0;
  double m_stragglers = 1.0;
};

/// Bytes and parameters of a rank of one stage.
struct StageTable {
  double dense = 0.0, expert = 0.0;  ///< parameters that are trained
  double state_bytes = 0.0;          ///< of the optimizer, a parameter
  double limit = 0.0;
  std::vector<double> own;  ///< bytes but for that state, by the number of recomputed layers
  /// The fewest recomputed layers with which `room` more bytes fit; -1 where none do.
  int fewest(double state) const;
};

/// Of one stage of a layout, whose layers begin at `begin`, when a rank holds `in_flight` micro-batches at
/// once.
StageTable stage_table(Scene& scene, const Layout& layout, int stage, int begin, double in_flight);
/// Likewise its memory by part with so many layers recomputed, all of the stage's state on every rank.
cost::StageMemory stage_memory_of(Scene& scene, const Layout& layout, int stage, int begin, double in_flight,
                                  int again);

/// Layers that each stage of a layout recomputes.
using Again = std::vector<int>;

/// Seconds of a group of the layout.
struct Times {
  double seconds = 0.0, fill = 0.0;  ///< as Pace
  double stage = 0.0;                ///< passes of a micro-batch on the first stage, which ends last
  std::vector<double> stages{};      ///< likewise of every stage
};

class LayoutTable {
 public:
  /// Memory alone: times are worked out when they are asked for.
  LayoutTable(Scene& scene, Layout layout);
  /// Null where it does not hold: the stages behind the first one without room are not looked at.
  static std::unique_ptr<LayoutTable> if_it_holds(Scene& scene, Layout layout);
  const Layout& layout() const { return m_layout; }
  const std::vector<StageTable>& stages() const { return m_stages; }
  /// True where it fits without any state when all layers are recomputed.
  bool holds() const { return m_holds; }
  /// The fewest layers with which it fits without any state, and all of them.
  const Again& least_again() const { return m_least; }
  const Again& all_again() const { return m_layout.layers; }
  /// Mean bytes of a GPU but for state.
  double mean_own(const Again& again) const;
  /// The least mean of those that take no less than least_again(): stages beside the slowest one may compute
  /// anew until they take as long. Between the counts of layers a stage's seconds lie on a straight line.
  double least_own();

  const Times& times(const Again& again);
  Pace pace(const Again& again);

 private:
  Times made(const Layout& layout, const Again& again);
  /// `to_the_end`: also of a layout that does not hold.
  LayoutTable(Scene& scene, Layout layout, bool to_the_end);
  void add_stage(int stage, int begin);

  Scene& m_scene;
  Layout m_layout;
  std::vector<StageTable> m_stages;
  Again m_least;
  bool m_holds = true;
  struct Known {
    Times times;
    std::shared_ptr<const Sizes> sizes;
  };
  const Known& known(const Again& again);
  std::map<Again, Known> m_known;
};

}  // namespace astrolabe::mesh
