#pragma once
// The passes of a pipeline step and what each waits for, and their play.

#include <cstdint>
#include <vector>

#include "core/cost/schedule.h"

namespace astrolabe::cost {

/// Every device works in a fixed order, so who waits for whom depends on the schedule and the size alone.
struct ScheduleGraph {
  /// A pass of one micro-batch. Node 0 is the beginning of the step.
  struct Node {
    std::int32_t row = 0;     ///< stage x rows of a stage + pass_row()
    std::int32_t before = 0;  ///< the pass before it on its device
    std::int32_t needs = 0;   ///< the same micro-batch at the place before, or its own forward
  };
  ScheduleGraph(strategy::Schedule schedule, const strategy::PipelineSize& size);

  std::vector<Node> nodes;         ///< none before what it waits for; of a row by micro-batch
  std::vector<std::int32_t> last;  ///< by stage: what it does last
  std::vector<int> links;          ///< by row: over which what it needs arrives, -1: no transfer
  int rows = 0;                    ///< of a stage
  int stage_of(std::size_t node) const { return nodes[node].row / rows; }
};
/// That of a pipeline; the graphs that a thread has asked for are kept as long as they are few.
const ScheduleGraph& graph_of(const Pipeline& pipeline);

/// Seconds by row of a graph.
struct RowTimes {
  std::vector<double> pass;
  std::vector<double> transfer;  ///< from what it needs, 0 for none
  bool operator==(const RowTimes&) const = default;
};
RowTimes row_times(const Pipeline& pipeline, const ScheduleGraph& graph);

/// When each node ends.
void play_nodes(const ScheduleGraph& graph, const RowTimes& times, std::vector<double>& ends);

/// When what a node needs has arrived, and the node whose end lets it begin, of several the one on its
/// device: from the last node of a stage back to 0 the critical path.
inline double arrival(const ScheduleGraph::Node& node, const RowTimes& times,
                      const std::vector<double>& ends) {
  return ends[static_cast<std::size_t>(node.needs)] + times.transfer[static_cast<std::size_t>(node.row)];
}
inline std::size_t cause_of(const ScheduleGraph::Node& node, const RowTimes& times,
                            const std::vector<double>& ends) {
  const bool waits =
      node.before == 0 || arrival(node, times, ends) > ends[static_cast<std::size_t>(node.before)];
  return static_cast<std::size_t>(waits ? node.needs : node.before);
}

/// The end of a step whose stages do their last passes by `ends`.
StepEnd end_of(const Pipeline& pipeline, const std::vector<double>& ends);

}  // namespace astrolabe::cost
