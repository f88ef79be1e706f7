#include "core/cost/schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/base/rounding.h"
#include "core/cost/schedule_graph.h"

namespace astrolabe::cost {

using strategy::Pass;
using strategy::PassRun;
using strategy::PipelineSize;

namespace {

/// The most activations held at once, run by run.
int most_held(strategy::Schedule schedule, const PipelineSize& size, int stage) {
  const Pass frees = strategy::schedule_row(schedule).frees();
  int held = 0;
  int most = 0;
  for (const PassRun& run : strategy::runs_of(schedule, size, stage)) {
    int peak = 0;  // in one round of the run
    int more = 0;  // behind it
    for (int i = 0; i < run.length; ++i) {
      const Pass pass = strategy::pass_of(run.rows[static_cast<std::size_t>(i)]);
      more += (pass == Pass::forward ? 1 : 0) - (pass == frees ? 1 : 0);
      peak = std::max(peak, more);
    }
    most = std::max(most, held + peak + std::max(0, (run.count - 1) * more));
    held += run.count * more;
  }
  return most;
}

}  // namespace

int in_flight(strategy::Schedule schedule, int stages, int chunks, int micro_batches, int stage) {
  struct Known {
    strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
    PipelineSize size{0, 0, 0};
    int stage = 0;
    int most = 0, more = 0;  ///< held; more with P more micro-batches
  };
  thread_local std::array<Known, 2048> known;  // a search asks for few of them, often
  // From 2 P micro-batches on every P more of them add as many, whatever the order.
  const int beyond = micro_batches < 3 * stages ? 0 : micro_batches / stages - 2;
  const PipelineSize size{stages, chunks, micro_batches - beyond * stages};
  const auto hash = static_cast<std::uint32_t>(schedule) * 0x9E3779B1U +
                    static_cast<std::uint32_t>(stages) * 0x85EBCA6BU +
                    static_cast<std::uint32_t>(chunks) * 0xC2B2AE35U +
                    static_cast<std::uint32_t>(size.micro_batches) * 0x27D4EB2FU +
                    static_cast<std::uint32_t>(stage) * 0x165667B1U;
  Known& here = known[hash >> 21U];
  if (here.schedule != schedule || !(here.size == size) || here.stage != stage) {
    here = {schedule, size, stage, most_held(schedule, size, stage), 0};
    if (size.micro_batches >= 2 * stages)
      here.more = most_held(schedule, {stages, chunks, size.micro_batches + stages}, stage) - here.most;
  }
  return here.most + beyond * here.more;
}

namespace {

/// Where a lane repeats itself every `distance` passes and `rounds` micro-batches, around `middle`.
struct Repeats {
  double begin = 0.0, end = 0.0;  ///< seconds; nothing when they are equal
};

/// The first pass of a lane that begins at `time` or later.
std::size_t pass_at(const std::vector<Span>& work, double time) {
  const auto before = [](const Span& span, double at) { return span.start < at; };
  return static_cast<std::size_t>(std::lower_bound(work.begin(), work.end(), time, before) - work.begin());
}

Repeats repeats_of(const std::vector<Span>& work, std::size_t distance, int rounds, double period,
                   double middle) {
  if (work.size() < 2 * distance) return {};
  const auto same = [&](std::size_t i) {
    const Span &a = work[i], &b = work[i + distance];
    return a.kind == b.kind && a.chunk == b.chunk && a.micro_batch + rounds == b.micro_batch &&
           std::fabs(b.start - a.start - period) <= kRounding * period;
  };
  const std::size_t last = work.size() - distance;
  std::size_t begin = std::min(pass_at(work, middle), last - 1);
  std::size_t end = begin;
  while (end < last && same(end)) ++end;
  while (begin > 0 && begin <= end && same(begin - 1)) --begin;
  if (begin == end) return {};
  return {work[begin].start, work[end - 1 + distance].start};
}

/// Finds the longest stretch in which every lane repeats itself with one period; `passes` of a micro-batch on
/// each.
void find_fold(std::size_t passes, Timeline& timeline) {
  const std::vector<Span>& first = timeline.lanes.front().work;
  // With transfers the steady state may repeat every few micro-batches only: the shortest period wins.
  for (int rounds = 1; rounds <= static_cast<int>(timeline.lanes.size()); ++rounds) {
    const std::size_t distance = passes * static_cast<std::size_t>(rounds);
    if (first.size() < 2 * distance) return;
    // From the middle of the step back to the period before.
    const double middle = timeline.step / 2.0;
    const std::size_t here = pass_at(first, middle);
    if (here < distance || here >= first.size()) return;
    const double period = first[here].start - first[here - distance].start;
    Repeats all{0.0, timeline.step};
    for (const Lane& lane : timeline.lanes) {
      const Repeats repeats = repeats_of(lane.work, distance, rounds, period, middle - period);
      all = {std::max(all.begin, repeats.begin), std::min(all.end, repeats.end)};
      if (all.begin >= all.end) break;
    }
    if (all.begin >= all.end) continue;
    // From a backward of the first stage on; one period stays visible on each side.
    for (const Span& span : first) {
      if (span.start < all.begin || span.kind != SpanKind::backward) continue;
      const int repeats = static_cast<int>(whole_in(all.end - span.start, period)) - 2;
      if (repeats < 3) break;
      timeline.fold_start = span.start + period;
      timeline.fold_end = timeline.fold_start + repeats * period;
      timeline.fold_repeats = repeats;
      return;
    }
  }
}

/// A node of the graph as a span of its stage, what it waits for aside.
Span span_of(const ScheduleGraph& graph, std::size_t node, int micro_batch) {
  constexpr std::array kKinds{SpanKind::forward, SpanKind::backward, SpanKind::weight_gradient};
  const int row = graph.nodes[node].row % graph.rows;
  Span span;
  span.kind = kKinds[static_cast<std::size_t>(strategy::pass_of(row))];
  span.stage = graph.stage_of(node);
  span.micro_batch = micro_batch;
  span.chunk = strategy::chunk_of(row);
  return span;
}

}  // namespace

Timeline play(const Pipeline& pipeline) {
  const ScheduleGraph& graph = graph_of(pipeline);
  const RowTimes times = row_times(pipeline, graph);
  std::vector<double> ends;
  play_nodes(graph, times, ends);
  std::vector<double> last;
  for (const std::int32_t node : graph.last) last.push_back(ends[static_cast<std::size_t>(node)]);
  const StepEnd end = end_of(pipeline, last);
  std::vector<bool> critical(graph.nodes.size(), false);
  for (auto i = static_cast<std::size_t>(graph.last[static_cast<std::size_t>(end.critical_stage)]); i > 0;
       i = cause_of(graph.nodes[i], times, ends))
    critical[i] = true;
  Timeline timeline;
  timeline.step = end.step;
  timeline.micro_batches = pipeline.micro_batches;
  timeline.lanes.resize(pipeline.stages.size());
  std::vector<int> done(graph.links.size(), 0);  // micro-batches, by row
  for (std::size_t i = 1; i < graph.nodes.size(); ++i) {
    const ScheduleGraph::Node& node = graph.nodes[i];
    const auto row = static_cast<std::size_t>(node.row);
    const auto needs = static_cast<std::size_t>(node.needs);
    const double free = ends[static_cast<std::size_t>(node.before)];
    const bool waits = graph.links[row] >= 0 && cause_of(node, times, ends) == needs;
    const int micro_batch = done[row]++;
    Span work = span_of(graph, i, micro_batch);
    work.start = std::max(free, arrival(node, times, ends));
    work.end = ends[i];
    work.critical = critical[i];
    work.waited = work.start - free;
    Lane& lane = timeline.lanes[static_cast<std::size_t>(work.stage)];
    if (waits) work.waited_for = work.peer = graph.stage_of(needs);
    lane.work.push_back(work);
    if (graph.links[row] < 0) continue;
    Span sent = span_of(graph, needs, micro_batch);
    sent.start = ends[needs];
    sent.end = arrival(node, times, ends);
    sent.kind = SpanKind::send;
    sent.critical = critical[i] && waits;
    sent.peer = work.stage;
    sent.link = graph.links[row];
    Span received = sent;
    received.kind = SpanKind::receive;
    std::swap(received.stage, received.peer);
    timeline.lanes[static_cast<std::size_t>(sent.stage)].transfers.push_back(sent);
    lane.transfers.push_back(received);
  }
  for (Lane& lane : timeline.lanes)
    std::stable_sort(lane.transfers.begin(), lane.transfers.end(),
                     [](const Span& a, const Span& b) { return a.start < b.start; });
  find_fold((weights_apart(pipeline.schedule) ? 3U : 2U) * static_cast<std::size_t>(pipeline.size().chunks),
            timeline);
  return timeline;
}

StepEnd line_end(strategy::Schedule schedule, const std::vector<LineStage>& line, int micro_batches,
                 std::vector<double>& scratch, double enough) {
  return schedule == strategy::Schedule::gpipe ? gpipe_end(line, micro_batches)
                                               : zb_h1_end(line, micro_batches, scratch, enough);
}

StepEnd chunks_end(const Pipeline& pipeline, std::vector<double>& scratch) {
  const int stages = std::max(1, static_cast<int>(pipeline.stages.size()));
  if (pipeline.schedule == strategy::Schedule::interleaved && pipeline.micro_batches % stages == 0)
    return interleaved_end(pipeline, scratch);
  return simulate(pipeline);
}

const char* to_string(SpanKind kind) {
  switch (kind) {
    case SpanKind::forward:
      return "forward";
    case SpanKind::backward:
      return "backward";
    case SpanKind::weight_gradient:
      return "weight_gradient";
    case SpanKind::send:
      return "send";
    case SpanKind::receive:
      return "receive";
    case SpanKind::all_reduce:
      return "all_reduce";
    case SpanKind::reduce_scatter:
      return "reduce_scatter";
    case SpanKind::all_gather:
      return "all_gather";
    case SpanKind::optimizer:
      return "optimizer";
  }
  return "forward";
}

}  // namespace astrolabe::cost
