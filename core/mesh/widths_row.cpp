// A pipeline of stages of unequal width with the figures that every option has.

#include <algorithm>
#include <cstddef>

#include "core/mesh/row.h"
#include "core/mesh/widths.h"

namespace astrolabe::mesh {

using cost::Part;

namespace {

/// Micro-batches of the busiest group of a stage.
double share_of(const WideProgram& program, const WideStage& stage) {
  return static_cast<double>((program.micro_batches + stage.groups - 1) / stage.groups);
}

Layout wide_layout(const WideProgram& program) {
  Layout layout;
  layout.context_parallel = program.context_parallel;
  layout.micro_batch = program.micro_batch;
  layout.pipeline_parallel = static_cast<int>(program.stages.size());
  for (const WideStage& stage : program.stages) layout.layers.push_back(stage.layers);
  return layout;
}

/// What a micro-batch's passes are made of, in the proportions of the layers.
cost::TimeParts parts_of(WideCosts& costs, const WideProgram& program, std::size_t j) {
  const WideStage& stage = program.stages[j];
  Layout layout = wide_layout(program);
  layout.pool = stage.pool;
  layout.tensor_parallel = stage.tensor_parallel;
  const strategy::Strategy strategy = strategy_of(layout);
  const cost::SplitParts& parts =
      costs.scene().tables().parts(cost::splitting_of(strategy, stage.pool, stage.tensor_parallel));
  const auto pass = [&](auto of, double seconds) {
    cost::TimeParts sum = of(parts.front()[0]).scaled(stage.layers - stage.again);
    sum += of(parts.front()[2]).scaled(stage.again);
    const double total = sum.total();
    return total > 0.0 ? sum.scaled(seconds / total) : sum;
  };
  cost::TimeParts all =
      pass([](const cost::LayerParts& layer) { return layer.forward; }, stage.passes.forward);
  all += pass([](const cost::LayerParts& layer) { return layer.backward; }, stage.passes.backward);
  return all;
}

}  // namespace

cost::Evaluation evaluation_of(WideCosts& costs, const strategy::Problem& problem,
                               const WideProgram& program) {
  cost::Evaluation row;
  row.gpus.assign(problem.cluster.pools.size(), 0);
  const Layout layout = wide_layout(program);
  double busiest = -1.0;
  int begin = 0;
  for (std::size_t j = 0; j < program.stages.size(); ++j) {
    const WideStage& stage = program.stages[j];
    row.gpus[static_cast<std::size_t>(stage.pool)] += stage.groups * program.gpus_of_group(stage);
    Layout own = layout;
    own.pool = stage.pool;
    own.tensor_parallel = stage.tensor_parallel;
    cost::StageMemory memory =
        stage_memory_of(costs.scene(), own, static_cast<int>(j), begin, stage.in_flight, stage.again);
    const Bytes state{stage.state};
    memory.total = memory.total - memory.optimizer + state;
    memory.allocator = memory.allocator - memory.optimizer + state;
    memory.optimizer = state;
    row.memory.push_back(memory);
    begin += stage.layers;
    const double busy = share_of(program, stage) * stage.passes.both();
    if (busy <= busiest) continue;
    busiest = busy;
    row.critical_stage = static_cast<int>(j);
  }
  const auto critical = static_cast<std::size_t>(row.critical_stage);
  const WideStage& slowest = program.stages[critical];
  row.time = parts_of(costs, program, critical).scaled(share_of(program, slowest));
  // Gradients, weights and optimizer of a stage are told together; of one rank there is nothing to reduce.
  const bool alone = slowest.groups * program.context_parallel == 1;
  row.time[alone ? Part::optimizer : Part::data_parallel] += slowest.tail;
  row.time[Part::data_parallel] += program.moved;
  row.step = {program.step()};
  row.time[Part::pipeline_bubble] += program.step() - row.time.total();
  add_figures(problem, cost::BandParallelism::pipeline, row);
  return row;
}

cost::Timeline timeline_of(WideCosts& costs, const WideProgram& program) {
  cost::Timeline all;
  all.step = program.step();
  all.micro_batches = program.micro_batches;
  std::vector<std::vector<PlayedPass>> passes;
  if (!costs.as_written(program, &passes)) return all;
  for (std::size_t j = 0; j < program.stages.size(); ++j) {
    const WideStage& stage = program.stages[j];
    cost::Lane lane;
    lane.pool = stage.pool;
    lane.layers = stage.layers;
    lane.limit_bytes = stage.limit;
    lane.fixed_bytes = stage.own + stage.state;
    double busy = 0.0;
    for (const PlayedPass& pass : passes[j]) {
      if (pass.group != 0) continue;
      cost::Span span;
      span.start = pass.start;
      span.end = pass.end;
      span.kind = pass.backward ? cost::SpanKind::backward : cost::SpanKind::forward;
      span.stage = static_cast<int>(j);
      span.micro_batch = pass.micro_batch;
      busy += span.end - span.start;
      lane.work.push_back(span);
    }
    cost::Span tail;
    tail.start = stage.end;
    tail.end = stage.end + stage.tail + program.moved;
    tail.kind = cost::SpanKind::optimizer;
    tail.stage = static_cast<int>(j);
    if (tail.end > tail.start) lane.work.push_back(tail);
    busy += tail.end - tail.start;
    lane.idle = all.step > 0.0 ? std::max(0.0, 1.0 - busy / all.step) : 0.0;
    all.lanes.push_back(std::move(lane));
  }
  return all;
}

}  // namespace astrolabe::mesh
