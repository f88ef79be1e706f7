#pragma once
// What a lane may do about what is slow in it: other splits of its layers, other groups, a stage or a GPU
// left out; and how long each takes.

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "core/replan/lane_shape.h"
#include "core/replan/layout.h"

namespace astrolabe::replan {

/// A stage that waits for its own GPUs alone.
StageSlowness alone(const LaneStage& stage);

enum class Change { none, layers, regrouped, left_out };

/// Which GPUs a lane goes on without, beside the failed ones: none, those with slow kernels, or all that are
/// slow. What has slow links alone computes as fast as any.
enum class LeaveOut { failed, slow_kernels, slow };

/// One way for a lane to work.
struct Option {
  const LaneShape* shape = nullptr;
  std::shared_ptr<const Split> split;
  std::vector<StageSlowness> slow;         ///< by stage of the shape
  std::vector<std::vector<GpuId>> groups;  ///< its GPUs, by stage of the shape
  Change change = Change::none;
  std::vector<int> was{};  ///< of Change::layers: the layers of its stages as they run
};

/// The options of lanes that are alike but for their GPUs.
using Options = std::vector<Option>;

struct Timed {
  double seconds = kBeyond;
  std::size_t option = 0;
};
/// The fastest of the options with so many micro-batches; of equal ones the first.
Timed fastest(const Options& options, int micro_batches);

/// Of the options that take no longer than `limit` the one that changes least: as it runs, then the fewest
/// layers over each border of stages, then in their order. The fastest where none is in time.
std::size_t least_change(const Options& options, int micro_batches, double limit);

/// Makes options; keeps shapes and splits, which lanes and plans share.
class OptionMaker {
 public:
  /// `tables` are those of the problem with nothing marked.
  OptionMaker(cost::SlowedTables& tables, const strategy::Strategy& running, const Layout& layout,
              const Health& health);

  /// With `lanes` lanes in all: state is sharded over their replicas. `slow`: what each stage waits for, in
  /// other lanes, too.
  Options as_it_runs(const Lane& lane, int lanes, const std::vector<StageSlowness>& slow);
  Options other_splits(const Lane& lane, int lanes, const std::vector<StageSlowness>& slow);
  Options regrouped(const Lane& lane, int lanes);
  Options left_out(const Lane& lane, int lanes, LeaveOut what = LeaveOut::slow);

  const LaneShape& running_shape(int lanes);
  /// A pipeline of these stages. `in_line`: with one chunk a stage, in 1F1B where the layout has several.
  const LaneShape& shape(int lanes, const std::vector<strategy::Stage>& stages, bool in_line);
  /// LaneShape::work() of all shapes.
  std::int64_t work() const;

 private:
  using Splits = std::vector<std::shared_ptr<const Split>>;
  const Splits& splits(const LaneShape& of, std::size_t slow_stage, int most);
  const Splits* all_splits(const LaneShape& of);
  int held_if_sound(const LaneShape& of, std::size_t stage);
  void add_splits(const Option& how, int most, Options& options);
  std::vector<double> efficiency(std::size_t j) const;
  /// Stage j of the lane in these groups; none: left out.
  struct Regroup {
    std::size_t stage = 0;
    std::vector<std::vector<GpuId>> groups;
  };
  void add_grouped(const Lane& lane, int lanes, const std::vector<Regroup>& regroups, Change change,
                   Options& options);
  bool may_regroup(const LaneStage& stage) const;
  std::map<std::size_t, Regroup> best_groupings(const Lane& lane, std::size_t j) const;
  static std::vector<std::size_t> slow_stages(const Lane& lane);

  cost::SlowedTables& m_tables;
  const strategy::Strategy& m_running;
  const Layout& m_layout;
  const Health& m_health;
  std::map<std::pair<int, std::vector<strategy::Stage>>, std::unique_ptr<LaneShape>> m_shapes;
  std::map<std::tuple<const LaneShape*, std::size_t, int>, Splits> m_splits;  ///< with the most layers held
};

}  // namespace astrolabe::replan
