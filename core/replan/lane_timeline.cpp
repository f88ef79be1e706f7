#include "core/replan/lane_timeline.h"

#include <algorithm>
#include <utility>

namespace astrolabe::replan {

namespace {

constexpr std::size_t kMostStages = 32;  ///< of all pipelines told

bool do_the_same(const Pipeline& a, const Pipeline& b) {
  return a.micro_batches == b.micro_batches && a.schedule == b.schedule &&
         a.virtual_pipeline == b.virtual_pipeline &&
         std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
                    [](const Stage& one, const Stage& other) {
                      return one.pool == other.pool && one.layers == other.layers &&
                             one.tensor_parallel == other.tensor_parallel &&
                             one.recompute == other.recompute &&
                             one.recompute_layers == other.recompute_layers &&
                             one.gpus.size() == other.gpus.size() && one.factor == other.factor;
                    });
}

/// A micro-batch's activations, of a chunk, live from the start of its forward to the end of the pass that
/// needs them last; at most all that memory counts.
void add_memory(const cost::StageMemory& memory, strategy::Schedule schedule, cost::Lane& lane) {
  lane.fixed_bytes = (memory.total - memory.activations).value;
  lane.limit_bytes = memory.limit.value;
  const cost::SpanKind last =
      cost::weights_apart(schedule) ? cost::SpanKind::weight_gradient : cost::SpanKind::backward;
  double held = 0.0, most = 1.0;
  lane.memory.push_back({0.0, 0.0});
  for (const cost::Span& span : lane.work) {
    const bool begins = span.kind == cost::SpanKind::forward;
    if (!begins && span.kind != last) continue;
    held = std::max(0.0, held + (begins ? 1.0 : -1.0));
    most = std::max(most, held);
    lane.memory.push_back({begins ? span.start : span.end, held});
  }
  for (cost::MemoryStep& step : lane.memory) step.activation_bytes *= memory.activations.value / most;
}

void add_tail(const cost::TimeParts& tail, int stage, cost::Lane& lane) {
  using cost::Part;
  double at = lane.work.empty() ? 0.0 : lane.work.back().end;
  const double own = tail[Part::optimizer] + tail[Part::other];
  for (const auto& [kind, seconds] : {std::pair(cost::SpanKind::all_reduce, tail.total() - own),
                                      std::pair(cost::SpanKind::optimizer, own)}) {
    if (seconds <= 0.0) continue;
    cost::Span span;
    span.start = at;
    span.end = at += seconds;
    span.kind = kind;
    span.stage = stage;
    lane.work.push_back(span);
  }
}

}  // namespace

std::vector<std::size_t> told_apart(const std::vector<Pipeline>& pipelines) {
  std::vector<std::size_t> told;
  std::size_t stages = 0;
  for (std::size_t p = 0; p < pipelines.size(); ++p) {
    const bool known = std::any_of(told.begin(), told.end(), [&](std::size_t before) {
      return do_the_same(pipelines[before], pipelines[p]);
    });
    stages += known ? 0 : pipelines[p].stages.size();
    if (known) continue;
    if (!told.empty() && stages > kMostStages) break;
    told.push_back(p);
  }
  return told;
}

cost::Timeline timeline_of(const std::vector<WorkingLane>& lanes, const std::vector<std::size_t>& told,
                           double step) {
  cost::Timeline all;
  all.step = step;
  for (const std::size_t p : told) {
    const WorkingLane& lane = lanes[p];
    const LaneShape& shape = *lane.shape;
    cost::Timeline own = cost::play(shape.played(*lane.split, lane.slow, lane.micro_batches));
    const std::vector<cost::StageMemory> memory = shape.shape().evaluate(lane.split->layers, true).memory;
    const int first = static_cast<int>(all.lanes.size());
    const bool ends_last = own.step >= step * (1.0 - 1e-9);
    all.micro_batches = std::max(all.micro_batches, lane.micro_batches);
    if (told.size() == 1) {  // several have periods of their own
      all.fold_start = own.fold_start;
      all.fold_end = own.fold_end;
      all.fold_repeats = own.fold_repeats;
    }
    for (std::size_t j = 0; j < own.lanes.size(); ++j) {
      cost::Lane& stage = own.lanes[j];
      for (std::vector<cost::Span>* spans : {&stage.work, &stage.transfers})
        for (cost::Span& span : *spans) {
          span.stage += first;
          span.critical = span.critical && ends_last;
          for (std::int32_t* place : {&span.peer, &span.waited_for, &span.link})
            if (*place >= 0) *place += first;
        }
      stage.pool = shape.strategy().stages[j].pool;
      stage.layers = lane.split->layers[j];
      add_memory(memory[j], shape.strategy().schedule, stage);
      add_tail(shape.parts(*lane.split, lane.slow, static_cast<int>(j)).tail, first + static_cast<int>(j),
               stage);
      double busy = 0.0;
      for (const cost::Span& span : stage.work) busy += span.end - span.start;
      stage.idle = step > 0.0 ? std::max(0.0, 1.0 - busy / step) : 0.0;
      all.lanes.push_back(std::move(stage));
    }
  }
  return all;
}

}  // namespace astrolabe::replan
