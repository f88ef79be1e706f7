// What is shown of a strategy: every part of its time, the memory of every stage, its timeline.

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cost/band.h"
#include "core/cost/constants.h"
#include "core/cost/rates.h"
#include "core/cost/shape.h"
#include "core/cost/tuning.h"
#include "core/strategy/rules.h"

namespace astrolabe::cost {

namespace c = constants;
using strategy::Recompute;

Shape::StageDetail Shape::detail(int j, LayerRange layers, Recompute recompute, int recompute_layers) const {
  const Stage& stage = m_stages[static_cast<std::size_t>(j)];
  if (recompute != Recompute::full) recompute_layers = 0;
  const StageContent content = this->content(j, layers, recompute, recompute_layers);
  StageDetail detail;
  detail.memory = memory(j, content);
  const std::size_t base = base_of(recompute);
  const SplitParts& parts = m_tables.parts(stage.splitting);
  for (std::size_t k = 0; k < stage.split->classes.size(); ++k) {
    const auto [all, full] = held(j, layers, static_cast<int>(k), recompute_layers);
    detail.forward += parts[k][base].forward.scaled(all - full);
    detail.forward += parts[k][2].forward.scaled(full);
    detail.backward += parts[k][base].backward.scaled(all - full);
    detail.backward += parts[k][2].backward.scaled(full);
    detail.weight += all * stage.split->classes[k].weight_seconds * m_scale;
  }
  if (stage.first) {
    detail.forward[Part::compute_forward] += stage.split->edge.embedding_forward;
    detail.backward[Part::compute_backward] += stage.split->edge.embedding_backward;
  }
  if (stage.last) {
    detail.forward[Part::compute_forward] += stage.split->edge.head_forward;
    detail.backward[Part::compute_backward] += stage.split->edge.head_backward;
    detail.weight += stage.split->edge.head_weight_seconds * m_scale;
  }
  const double seconds = detail.forward.total() + detail.backward.total();
  const StackTraits& stack = m_tables.stack(stage.splitting.pool);
  const TailInput& in = m_tails[static_cast<std::size_t>(j)];
  const Tail tail = tail_of(in, content, seconds, moved_tail(j));
  const double scale = m_scale * stack.factor;
  detail.grad_reduce = tail.reduce * scale;
  detail.param_gather = tail.gather * scale;
  detail.moved = tail_bytes(in, content);
  detail.tail[Part::data_parallel] = (tail.reduce + tail.gather) * scale;
  detail.tail[Part::optimizer] = tail.optimizer * scale;
  detail.tail[Part::other] = tail.host * scale;
  const double busy = m_scale * flush_factor(stack, detail.memory, recompute_layers);
  detail.forward = detail.forward.scaled(busy);
  detail.backward = detail.backward.scaled(busy);
  detail.backward[Part::data_parallel] += reduction_in_backward(in, content, seconds) * scale;
  return detail;
}

Shape::StageParts Shape::stage_parts(int j, LayerRange layers, Recompute recompute,
                                     int recompute_layers) const {
  const StageDetail seen = detail(j, layers, recompute, recompute_layers);
  StageParts parts{seen.forward, seen.tail};
  parts.micro_batch += seen.backward;
  return parts;
}

std::vector<LayerRange> Shape::deal(const std::vector<int>& layers) const {
  std::vector<LayerRange> result;
  int begin = 0;
  for (const int count : layers) {
    result.push_back({begin, begin + count});
    begin += count;
  }
  return result;
}

namespace {

/// Names a strategy of which no layer is done again by what it does, where job and rules leave that name.
void recompute_nothing(const strategy::Problem& problem, strategy::Strategy& strategy) {
  const Recompute asked = std::exchange(strategy.recompute, Recompute::none);
  if (asked == Recompute::none) return;
  const auto allowed = problem.job.allowed.find("recompute");
  const bool outside =
      allowed != problem.job.allowed.end() && std::find(allowed->second.begin(), allowed->second.end(),
                                                        to_string(Recompute::none)) == allowed->second.end();
  if (outside || strategy::first_broken_rule(problem, strategy) != nullptr) strategy.recompute = asked;
}

}  // namespace

Evaluation Shape::evaluate(const std::vector<int>& layers, bool as_written) const {
  if (is_of_one_number() && !as_written) return of_number(best_number(layers).number).evaluate(layers);
  Evaluation evaluation;
  evaluation.strategy = m_strategy;
  evaluation.gpus = gpus();
  const std::vector<LayerRange> dealt = deal(layers);
  std::vector<StageCost> costs;
  std::vector<StageDetail> details;
  bool any_recomputed = false;
  for (int j = 0; j < stages(); ++j) {
    strategy::Stage& planned = evaluation.strategy.stages[static_cast<std::size_t>(j)];
    const LayerRange range = dealt[static_cast<std::size_t>(j)];
    const StageCost cost =
        as_written ? stage(j, range, planned.recompute, planned.recompute_layers) : stage(j, range);
    if (!as_written) {
      planned.layers = range.size();
      planned.recompute_layers = cost.recompute_layers;
      planned.recompute = cost.recompute;
    }
    any_recomputed = any_recomputed || planned.recompute != Recompute::none;
    details.push_back(detail(j, range, planned.recompute, planned.recompute_layers));
    costs.push_back(cost);
    evaluation.memory.push_back(details.back().memory);
  }
  if (!as_written) {
    if (!any_recomputed) recompute_nothing(m_tables.problem(), evaluation.strategy);
    int most = 0;
    for (const strategy::Stage& planned : evaluation.strategy.stages)
      most = std::max(most, planned.recompute_layers);
    evaluation.strategy.recompute_layers = most;
  }
  if (!m_strategy.state.empty() && m_moved.empty())
    return with_state(evaluation.strategy).evaluate(layers, true);
  tell_time(costs, details, evaluation);
  tell_rates(evaluation);
  return evaluation;
}

/// The step and its parts, as the critical stage sees them.
void Shape::tell_time(const std::vector<StageCost>& costs, const std::vector<StageDetail>& details,
                      Evaluation& evaluation) const {
  std::vector<double> scratch;
  const StepEnd end = step(costs, scratch);
  evaluation.step = {end.step};
  evaluation.critical_stage = end.critical_stage;
  const StageDetail& seen = details[static_cast<std::size_t>(end.critical_stage)];
  evaluation.time += seen.forward.scaled(m_micro_batches);
  evaluation.time += seen.backward.scaled(m_micro_batches);
  evaluation.time += seen.tail;
  // What is left is waiting: for transfers as far as the step would be shorter without them, else for other
  // stages.
  double waiting = std::max(0.0, end.step - evaluation.time.total());
  if (waiting < 1e-9 * end.step) {  // rounding to the grid, no waiting
    evaluation.time[Part::other] += waiting;
    waiting = 0.0;
  }
  Shape without = *this;
  std::fill(without.m_links.begin(), without.m_links.end(), 0.0);
  const double transfers = std::clamp(end.step - without.step(costs, scratch).step, 0.0, waiting);
  evaluation.time[Part::pipeline_transfer] = transfers;
  evaluation.time[Part::pipeline_bubble] = waiting - transfers;
  const Band band = step_band(m_tables.problem(), m_strategy);
  evaluation.step_low = {end.step * band.low};
  evaluation.step_high = {end.step * band.high};
}

/// What the step makes of the GPUs: tokens, hours, share of the peak, money.
void Shape::tell_rates(Evaluation& evaluation) const { add_rates(m_tables.problem(), evaluation); }

Timeline Shape::timeline(const Evaluation& evaluation) const {
  if (!m_strategy.state.empty() && m_moved.empty())
    return with_state(evaluation.strategy).timeline(evaluation);
  std::vector<StageDetail> details;
  std::vector<StageCost> costs;
  int begin = 0;
  for (int j = 0; j < stages(); ++j) {
    const strategy::Stage& planned = evaluation.strategy.stages[static_cast<std::size_t>(j)];
    details.push_back(
        detail(j, {begin, begin + planned.layers}, planned.recompute, planned.recompute_layers));
    begin += planned.layers;
    const StageDetail& seen = details.back();
    StageCost cost;
    cost.layers = planned.layers;
    cost.forward = seen.forward.total();
    cost.backward = seen.backward.total();
    cost.weight = seen.weight;
    cost.tail = seen.tail.total();
    costs.push_back(cost);
  }
  Timeline timeline = play(pipeline(costs));
  for (std::size_t s = 0; s < m_stages.size(); ++s) {
    Lane& lane = timeline.lanes[s];
    lane.pool = m_stages[s].splitting.pool;
    lane.layers = evaluation.strategy.stages[s].layers;
    for (Span& span : lane.transfers) {
      span.bytes = m_stages[s].split->boundary_bytes;
      span.wire = m_stages[static_cast<std::size_t>(span.link)].wire;
    }
    add_memory(s, details[s].memory, lane);
    add_tail(s, details[s], lane, evaluation.critical_stage);
    double busy = 0.0;
    for (const Span& span : lane.work) busy += span.end - span.start;
    lane.idle = timeline.step > 0.0 ? 1.0 - busy / timeline.step : 0.0;
  }
  return timeline;
}

/// What stage `s` holds from moment to moment: a micro-batch's activations live from the start of its forward
/// to the end of its backward.
void Shape::add_memory(std::size_t s, const StageMemory& memory, Lane& lane) const {
  lane.fixed_bytes = (memory.total - memory.activations).value;
  lane.limit_bytes = memory.limit.value;
  const auto chunks = static_cast<double>(m_strategy.virtual_pipeline);
  const double share = memory.activations.value / std::max(1.0, m_stages[s].in_flight * chunks);
  double held = 0.0;
  lane.memory.push_back({0.0, 0.0});
  // Where the gradients of the weights wait, so do the activations that they need.
  const SpanKind kept = weights_apart(m_strategy.schedule) ? SpanKind::backward : SpanKind::weight_gradient;
  for (const Span& span : lane.work) {
    if (span.kind == kept) continue;
    held += span.kind == SpanKind::forward ? share : -share;
    lane.memory.push_back({span.kind == SpanKind::forward ? span.start : span.end, std::max(0.0, held)});
  }
}

/// The tail of stage `s`: gradient reduction, optimizer with the fixed host time of a step, parameter
/// gathering.
void Shape::add_tail(std::size_t s, const StageDetail& seen, Lane& lane, int critical_stage) const {
  double at = lane.work.empty() ? 0.0 : lane.work.back().end;
  const TailRoutes& routes = m_tails[s].routes;
  const auto add = [&](SpanKind kind, double seconds, double bytes = 0.0, bool inside = false) {
    if (seconds <= 0.0) return;
    Span span;
    span.start = at;
    span.end = at + seconds;
    span.kind = kind;
    span.stage = static_cast<int>(s);
    span.bytes = bytes;
    if (bytes > 0.0) span.wire = inside ? Wire::links : Wire::network;
    span.critical = span.stage == critical_stage;
    lane.work.push_back(span);
    at = span.end;
  };
  add(m_strategy.zero_stage == 0 ? SpanKind::all_reduce : SpanKind::reduce_scatter,
      m_strategy.zero_stage == 0 ? seen.grad_reduce + seen.param_gather : seen.grad_reduce, seen.moved.reduce,
      m_strategy.zero_stage == 3 ? routes.shard_groups.inside : routes.dense_ranks.inside);
  add(SpanKind::optimizer, seen.tail[Part::optimizer] + seen.tail[Part::other]);
  if (m_strategy.zero_stage > 0)
    add(SpanKind::all_gather, seen.param_gather, seen.moved.gather, routes.dense_shards.inside);
}

}  // namespace astrolabe::cost
