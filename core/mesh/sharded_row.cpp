// What is told of a sharded step: its row and its timeline.
#include <algorithm>

#include "core/mesh/row.h"
#include "core/mesh/sharded.h"

namespace astrolabe::mesh {

cost::Evaluation evaluation_of(const strategy::Problem& problem, const ShardedProgram& program) {
  cost::Evaluation row;
  row.gpus.assign(problem.cluster.pools.size(), 0);
  const ShardedPart* slowest = &program.parts.front();
  for (std::size_t k = 0; k < program.parts.size(); ++k) {
    const ShardedPart& part = program.parts[k];
    row.gpus[static_cast<std::size_t>(part.pool)] += part.gpus;
    row.memory.push_back(part.memory);
    if (part.busy() <= slowest->busy()) continue;
    slowest = &part;
    row.critical_stage = static_cast<int>(k);
  }
  row.step = {program.step()};
  row.time[cost::Part::compute_forward] = slowest->forward;
  row.time[cost::Part::recompute] = slowest->again;
  row.time[cost::Part::compute_backward] = slowest->backward;
  row.time[cost::Part::optimizer] = program.optimizer;
  row.time[cost::Part::other] =
      program.host + slowest->busy() - slowest->forward - slowest->again - slowest->backward;
  row.time[cost::Part::data_parallel] = std::max(0.0, program.step() - row.time.total());
  add_figures(problem, cost::BandParallelism::sharded, row);
  return row;
}

cost::Timeline timeline_of(const ShardedProgram& program, int layers) {
  cost::Timeline all;
  all.step = program.step();
  all.micro_batches = 1;
  const double first = std::min(program.work, std::max(program.gather, [&] {
                                  double forward = 0.0;
                                  for (const ShardedPart& part : program.parts)
                                    forward = std::max({forward, part.forward, part.offloading});
                                  return forward;
                                }()));
  for (std::size_t k = 0; k < program.parts.size(); ++k) {
    const ShardedPart& part = program.parts[k];
    cost::Lane lane;
    lane.pool = part.pool;
    lane.layers = layers;
    lane.limit_bytes = part.memory.limit.value;
    lane.fixed_bytes = part.own + part.state - part.memory.activations.value;
    const auto add = [&](cost::SpanKind kind, double start, double seconds) {
      if (seconds <= 0.0) return;
      cost::Span span;
      span.start = start;
      span.end = std::min(all.step, start + seconds);
      span.kind = kind;
      span.stage = static_cast<int>(k);
      lane.work.push_back(span);
    };
    add(cost::SpanKind::forward, 0.0, part.forward);
    add(cost::SpanKind::backward, std::max(first, part.forward), part.again + part.backward);
    add(cost::SpanKind::optimizer, all.step - program.optimizer - program.host,
        program.optimizer + program.host);
    double busy = 0.0;
    for (const cost::Span& span : lane.work) busy += span.end - span.start;
    lane.idle = std::max(0.0, 1.0 - busy / all.step);
    all.lanes.push_back(std::move(lane));
  }
  return all;
}

}  // namespace astrolabe::mesh
