#include "core/cost/schedule_graph.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace astrolabe::cost {

using strategy::Pass;
using strategy::PipelineSize;

namespace {

/// What a pass needs beside the one before it on its device, and over which link: a row of the graph, -1 for
/// nothing.
std::pair<int, int> need_of(const strategy::ScheduleRow& schedule, const PipelineSize& size, int stage,
                            int row) {
  const Pass pass = strategy::pass_of(row);
  const int chunk = strategy::chunk_of(row);
  const int rows = strategy::kPasses * size.chunks;
  const int place = schedule.place(size.stages, stage, chunk) + (pass == Pass::forward ? -1 : 1);
  // The backward of a weight pass is earlier in the same order.
  if (pass == Pass::weight || place < 0) return {-1, -1};
  if (place == size.stages * size.chunks)
    return {stage * rows + strategy::pass_row(Pass::forward, chunk), -1};
  const int from = schedule.stage_at(size.stages, place);
  const int from_chunk = place / size.stages;
  const int link = from == stage ? -1 : from_chunk == chunk ? std::min(stage, from) : size.stages - 1;
  return {from * rows + strategy::pass_row(pass, from_chunk), link};
}

}  // namespace

ScheduleGraph::ScheduleGraph(strategy::Schedule schedule, const PipelineSize& size)
    : nodes(1), last(static_cast<std::size_t>(size.stages), 0), rows(strategy::kPasses * size.chunks) {
  const auto all_rows = static_cast<std::size_t>(size.stages * rows);
  const auto micro_batches = static_cast<std::size_t>(size.micro_batches);
  std::vector<std::vector<std::uint16_t>> orders(last.size());  // rows of each stage
  std::vector<int> needs;
  for (int j = 0; j < size.stages; ++j) {
    std::vector<std::uint16_t>& order = orders[static_cast<std::size_t>(j)];
    for (const strategy::PassRun& run : strategy::runs_of(schedule, size, j))
      for (int i = 0; i < run.count; ++i)
        order.insert(order.end(), run.rows.begin(), run.rows.begin() + run.length);
    for (int row = 0; row < rows; ++row) {
      const auto [need, link] = need_of(strategy::schedule_row(schedule), size, j, row);
      needs.push_back(need);
      links.push_back(link);
    }
  }
  nodes.reserve(1 + all_rows * micro_batches);
  std::vector<std::size_t> done(all_rows, 0);  // micro-batches
  std::vector<std::size_t> next(orders.size(), 0);
  std::vector<std::int32_t> node_of(all_rows * micro_batches);
  // A pass of each stage that can, until all are through: what follows one another seldom waits for one
  // another, which a processor plays faster.
  for (std::size_t before = 0; before < nodes.size();) {
    before = nodes.size();
    for (std::size_t j = 0; j < orders.size(); ++j) {
      if (next[j] == orders[j].size()) continue;
      const std::size_t row = j * static_cast<std::size_t>(rows) + orders[j][next[j]];
      Node node{static_cast<std::int32_t>(row), last[j], 0};
      if (needs[row] >= 0) {
        const auto needed = static_cast<std::size_t>(needs[row]);
        if (done[needed] <= done[row]) continue;
        node.needs = node_of[needed * micro_batches + done[row]];
      }
      last[j] = static_cast<std::int32_t>(nodes.size());
      node_of[row * micro_batches + done[row]++] = last[j];
      nodes.push_back(node);
      ++next[j];
    }
  }
}

const ScheduleGraph& graph_of(const Pipeline& pipeline) {
  using Key = std::tuple<strategy::Schedule, int, int, int>;
  constexpr std::size_t kMost = 1'000'000;  // nodes
  thread_local std::map<Key, ScheduleGraph> known;
  thread_local std::size_t held = 0;
  const PipelineSize size = pipeline.size();
  const Key key{pipeline.schedule, size.stages, size.chunks, size.micro_batches};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  if (held > kMost) {
    known.clear();
    held = 0;
  }
  const ScheduleGraph& graph = known.emplace(key, ScheduleGraph(pipeline.schedule, size)).first->second;
  held += graph.nodes.size();
  return graph;
}

RowTimes row_times(const Pipeline& pipeline, const ScheduleGraph& graph) {
  const bool apart = weights_apart(pipeline.schedule);
  RowTimes times;
  times.pass.reserve(graph.links.size());
  times.transfer.reserve(graph.links.size());
  for (const StageTimes& stage : pipeline.stages)
    for (int row = 0; row < graph.rows; ++row) {
      const auto chunk = static_cast<std::size_t>(strategy::chunk_of(row));
      const Pass pass = strategy::pass_of(row);
      const double weight = stage.weight.empty() ? 0.0 : stage.weight[chunk];
      times.pass.push_back(pass == Pass::forward  ? stage.forward[chunk]
                           : pass == Pass::weight ? weight
                           : apart                ? stage.backward[chunk] - weight
                                                  : stage.backward[chunk]);
      const int link = graph.links[times.transfer.size()];
      const std::vector<double>& links =
          pass == Pass::forward ? pipeline.link_forward : pipeline.link_backward;
      times.transfer.push_back(link < 0 ? 0.0 : links[static_cast<std::size_t>(link)]);
    }
  return times;
}

void play_nodes(const ScheduleGraph& graph, const RowTimes& times, std::vector<double>& ends) {
  ends.resize(graph.nodes.size());
  ends[0] = 0.0;
  for (std::size_t i = 1; i < graph.nodes.size(); ++i) {
    const ScheduleGraph::Node& node = graph.nodes[i];
    ends[i] = std::max(ends[static_cast<std::size_t>(node.before)], arrival(node, times, ends)) +
              times.pass[static_cast<std::size_t>(node.row)];
  }
}

StepEnd end_of(const Pipeline& pipeline, const std::vector<double>& ends) {
  StepEnd end;
  for (std::size_t j = 0; j < ends.size(); ++j) {
    const double last = ends[j] + pipeline.stages[j].tail;
    if (last > end.step) end = {last, static_cast<int>(j)};
  }
  return end;
}

StepEnd simulate(const Pipeline& pipeline) {
  // Many pipelines of a search differ in their tails alone: the last few plays of a thread are kept.
  struct Played {
    strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
    PipelineSize size{0, 0, 0};
    RowTimes times;
    std::vector<double> ends;  // by stage
  };
  thread_local std::array<Played, 8> played;
  thread_local std::size_t oldest = 0;
  thread_local std::vector<double> ends;
  const ScheduleGraph& graph = graph_of(pipeline);
  RowTimes times = row_times(pipeline, graph);
  for (const Played& known : played)
    if (known.schedule == pipeline.schedule && known.size == pipeline.size() && known.times == times)
      return end_of(pipeline, known.ends);
  Played& now = played[oldest];
  oldest = (oldest + 1) % played.size();
  play_nodes(graph, times, ends);
  now = {pipeline.schedule, pipeline.size(), std::move(times), {}};
  for (const std::int32_t last : graph.last) now.ends.push_back(ends[static_cast<std::size_t>(last)]);
  return end_of(pipeline, now.ends);
}

}  // namespace astrolabe::cost
