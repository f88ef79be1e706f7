#pragma once
// Who waits for whom in a pipeline step: from stage times to the end of the step, and to spans.

#include <vector>

#include "core/base/units.h"
#include "core/cost/timeline.h"
#include "core/strategy/schedules.h"

namespace astrolabe::cost {

/// One stage as the schedule sees it. With virtual stages every chunk has its own times.
struct StageTimes {
  std::vector<double> forward, backward;  ///< seconds per micro-batch, one entry per chunk
  /// Of the backward: the gradients of the weights, that zero-bubble schedules do later. Empty: none.
  std::vector<double> weight;
  double tail = 0.0;  ///< after the stage's last backward: gradient reduction, optimizer, gather
};

/// A pipeline to be timed. Link j joins stage j and j + 1, the last one the last stage and the first: where
/// each chunk leads down again. Forwards take `link_forward` both ways.
struct Pipeline {
  std::vector<StageTimes> stages;
  std::vector<double> link_forward, link_backward;  ///< seconds of one transfer
  int micro_batches = 1;
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
  strategy::PipelineSize size() const {
    const int chunks = stages.empty() ? 1 : static_cast<int>(stages.front().forward.size());
    return {static_cast<int>(stages.size()), chunks, micro_batches};
  }
};

struct StepEnd {
  double step = 0.0;
  int critical_stage = 0;  ///< the stage whose last event ends the step (the first of several)
};

/// Grid of all times of a search, seconds: sums of grid times below 8192 s are exact in double, so that equal
/// schedules compare equal and a steady state is recognised whatever the order of summation.
inline constexpr double kTick = 0x1p-40;
/// The next grid time that is not below; precondition 0 <= seconds. Bounds made of raw times stay bounds.
inline double on_grid(double seconds) {
  constexpr double shift = 0x1.8p52 * kTick;
  const double nearest = (seconds + shift) - shift;
  return nearest < seconds ? nearest + kTick : nearest;
}

/// A stage of a pipeline with one chunk a stage; `link`: one transfer to the next, either way.
struct LineStage {
  double forward = 0.0, backward = 0.0;
  double weight = 0.0;  ///< as StageTimes::weight
  double tail = 0.0, link = 0.0;
};

/// End of the step of interleaved 1F1B, micro-batches a multiple of the stages. Forward i of stage j in step
/// i - (P-1-j) - (v-1) P and backward i in step i + P-1-j depend on the step before only; the steps of one
/// group of P micro-batches are a period of the map. The map is homogeneous: once all ends have advanced by
/// one constant, whole periods are jumped over.
StepEnd interleaved_end(const Pipeline& pipeline, std::vector<double>& scratch);

/// End of a GPipe step: equal jobs through a line of machines, there and back. With K micro-batches the last
/// backward of stage j ends at sum f + (K - 1) max f + sum_{l >= j} b_l + (K - 1) max_{l >= j} b_l + links.
StepEnd gpipe_end(const std::vector<LineStage>& line, int micro_batches);

/// End of a ZB-H1 step, round by round, and of a 1F1B step, where no stage does weights apart: round r of
/// stage j is {forward r + P-1-j, backward r, weights that are due}. A steady state is jumped over in the
/// same way. Of an end at `enough` or later some time from `enough` on is told that it is not before.
StepEnd zb_h1_end(const std::vector<LineStage>& line, int micro_batches, std::vector<double>& scratch,
                  double enough = kBeyond);

/// End of the step by playing every pass: the slow, general twin.
StepEnd simulate(const Pipeline& pipeline);

/// End of the step of a schedule with one chunk a stage; `enough` as in zb_h1_end().
StepEnd line_end(strategy::Schedule schedule, const std::vector<LineStage>& line, int micro_batches,
                 std::vector<double>& scratch, double enough = kBeyond);
/// End of the step of a schedule with several chunks a stage.
StepEnd chunks_end(const Pipeline& pipeline, std::vector<double>& scratch);

/// Plays every pass and keeps each span, the waiting times, the critical path and the fold of the steady
/// state. Lanes carry spans only; memory and names are added by evaluate.
Timeline play(const Pipeline& pipeline);

/// Zero-bubble schedules do the gradients of the weights on their own, the others within the backward.
inline bool weights_apart(strategy::Schedule schedule) {
  return strategy::schedule_row(schedule).weights_apart;
}

/// Schedules with one chunk a stage; the others need several.
inline bool one_chunk(strategy::Schedule schedule) {
  return !strategy::schedule_row(schedule).several_chunks;
}

/// The stage with the output head: where the way of a micro-batch ends.
inline int last_stage(strategy::Schedule schedule, int stages) {
  return strategy::schedule_row(schedule).back ? 0 : stages - 1;
}

/// Largest number of chunk activations that a stage holds at once, counted on the schedule: for one chunk
/// min(K, P - j), with ZB-H1 min(K, P), with ZB-V min(2 P, 2 K, K + j + 1).
int in_flight(strategy::Schedule schedule, int stages, int chunks, int micro_batches, int stage);

}  // namespace astrolabe::cost
