#include "core/mesh/row.h"

#include <algorithm>
#include <numeric>

#include "core/cost/goodput.h"
#include "core/cost/rates.h"

namespace astrolabe::mesh {

using cost::Part;

std::int64_t micro_batches_of(const GroupClass& one, std::int64_t share) {
  if (share <= 0) return 0;
  if (one.pace.sizes) {
    const auto made = one.pace.sizes->made_of(share);
    return std::accumulate(made.begin(), made.end(), std::int64_t{0});
  }
  const std::int64_t step = static_cast<std::int64_t>(one.pace.sequences) * one.pace.multiple;
  return (share + step - 1) / step * one.pace.multiple;
}

namespace {

std::int64_t most_of(const GroupClass& one) {
  return std::max<std::int64_t>(
      1, micro_batches_of(one, *std::max_element(one.shares.begin(), one.shares.end())));
}

struct Alone {
  cost::Shape shape;
  cost::Evaluation evaluation;
};

/// A class as a strategy of its pool alone, with as many micro-batches as its busiest group has.
Alone alone(Scene& scene, const GroupClass& one) {
  cost::Shape shape = scene.shape(strategy_of(one.layout, one.again), most_of(one));
  cost::Evaluation evaluation = shape.evaluate(one.layout.layers, true);
  return {std::move(shape), std::move(evaluation)};
}

double end_of(const GroupClass& one) {
  double end = 0.0;
  for (const std::int64_t share : one.shares) end = std::max(end, one.pace.end(share));
  return end;
}

void add_time(const cost::TimeParts& own, double scale, const Program& program, cost::Evaluation& row) {
  row.time = {};  // of a class that ends earlier
  for (const Part part :
       {Part::compute_forward, Part::compute_backward, Part::recompute, Part::tensor_parallel,
        Part::context_parallel, Part::expert_parallel, Part::pipeline_transfer})
    row.time[part] = own[part] * scale;
  row.time[Part::data_parallel] = program.tail.exposed();
  row.time[Part::optimizer] = program.tail.optimizer * program.tail.factor;
  row.time[Part::other] = program.tail.host * program.tail.factor;
  // Micro-batches of several sizes are told as the largest: never more than the step.
  const double rest = program.step() - row.time.total();
  if (rest >= 0.0)
    row.time[Part::pipeline_bubble] = rest;
  else
    row.time[Part::compute_backward] += rest;
}

}  // namespace

cost::Evaluation evaluation_of(Scene& scene, const strategy::Problem& problem, const Program& program) {
  cost::Evaluation row;
  row.gpus.assign(problem.cluster.pools.size(), 0);
  double latest = -1.0;
  for (const GroupClass& one : program.classes) {
    const Alone made = alone(scene, one);
    row.gpus[static_cast<std::size_t>(one.layout.pool)] += one.layout.gpus();
    if (const double end = end_of(one); end > latest) {
      latest = end;
      row.critical_stage = static_cast<int>(row.memory.size()) + made.evaluation.critical_stage;
      add_time(made.evaluation.time, scene.scale(one.layout), program, row);
    }
    for (std::size_t j = 0; j < one.again.size(); ++j) {
      cost::StageMemory memory = made.evaluation.memory[j];
      const Bytes state{one.state[j]};
      memory.total = memory.total - memory.optimizer + state;
      memory.allocator = memory.allocator - memory.optimizer + state;
      memory.optimizer = state;
      row.memory.push_back(memory);
    }
  }
  row.step = {program.step()};
  const bool pipelines = std::any_of(program.classes.begin(), program.classes.end(),
                                     [](const GroupClass& one) { return one.layout.pipeline_parallel > 1; });
  add_figures(problem, pipelines ? cost::BandParallelism::pipeline : cost::BandParallelism::layers, row);
  return row;
}

void add_figures(const strategy::Problem& problem, cost::BandParallelism parallelism, cost::Evaluation& row) {
  const cost::Band band = cost::step_band(problem, row.gpus, parallelism);
  row.step_low = row.step * band.low;
  row.step_high = row.step * band.high;
  cost::add_rates(problem, row);
  cost::add_outcome(problem, row);
}

namespace {

bool is_work(cost::SpanKind kind) {
  return kind == cost::SpanKind::forward || kind == cost::SpanKind::backward ||
         kind == cost::SpanKind::weight_gradient;
}

/// What all do once the last group has computed.
void add_end(const Program& program, int stage, cost::Lane& lane) {
  double at = program.work;
  const double factor = program.tail.factor;
  const double moving = program.tail.reduce + program.tail.gather + program.tail.moved;
  const double open = moving > 0.0 ? program.tail.exposed() / moving : 0.0;
  const auto add = [&](cost::SpanKind kind, double seconds) {
    if (seconds <= 0.0) return;
    cost::Span span;
    span.start = at;
    span.end = at + seconds;
    span.kind = kind;
    span.stage = stage;
    lane.work.push_back(span);
    at = span.end;
  };
  add(cost::SpanKind::reduce_scatter, (program.tail.reduce + program.tail.moved) * open);
  add(cost::SpanKind::optimizer, (program.tail.optimizer + program.tail.host) * factor);
  add(cost::SpanKind::all_gather, program.tail.gather * open);
}

}  // namespace

cost::Timeline timeline_of(Scene& scene, const Program& program) {
  cost::Timeline all;
  all.step = program.step();
  for (const GroupClass& one : program.classes) {
    const Alone made = alone(scene, one);
    cost::Timeline own = made.shape.timeline(made.evaluation);
    const double scale = scene.scale(one.layout);
    const int first = static_cast<int>(all.lanes.size());
    all.micro_batches = std::max(all.micro_batches, own.micro_batches);
    for (std::size_t j = 0; j < own.lanes.size(); ++j) {
      cost::Lane& lane = own.lanes[j];
      std::erase_if(lane.work, [](const cost::Span& span) { return !is_work(span.kind); });
      double busy = 0.0;
      for (std::vector<cost::Span>* spans : {&lane.work, &lane.transfers})
        for (cost::Span& span : *spans) {
          span.start *= scale;
          span.end *= scale;
          span.waited *= scale;
          span.stage += first;
          for (std::int32_t* place : {&span.peer, &span.waited_for, &span.link})
            if (*place >= 0) *place += first;
        }
      for (cost::MemoryStep& step : lane.memory) step.time *= scale;
      // Sizes are played as the largest: what lies behind the end of the work is left out.
      std::erase_if(lane.work,
                    [&](const cost::Span& span) { return span.end > program.work * (1.0 + 1e-6); });
      std::erase_if(lane.transfers,
                    [&](const cost::Span& span) { return span.end > program.work * (1.0 + 1e-6); });
      lane.fixed_bytes += one.state[j] - made.evaluation.memory[j].optimizer.value;
      add_end(program, first + static_cast<int>(j), lane);
      for (const cost::Span& span : lane.work) busy += span.end - span.start;
      lane.idle = all.step > 0.0 ? std::max(0.0, 1.0 - busy / all.step) : 0.0;
      all.lanes.push_back(std::move(lane));
    }
  }
  return all;
}

}  // namespace astrolabe::mesh
