#pragma once
// One replica at a load: how long the steps take in which so many sequences decode and so many prompts are
// read, and how often these come. traffic.cpp finds the load at which this holds. Times in ms, rates a ms.

#include <algorithm>
#include <cmath>

#include "core/serving/step.h"
#include "core/serving/traffic.h"
#include "core/serving/waiting.h"

namespace astrolabe::serving {

/// Chunks of prompts in the steps of a replica.
struct Chunks {
  double count = 1.0, tokens = 1.0, most = 1.0;  ///< of a prompt, of each, of a rank's step
  double ranks = 1.0;
};

Chunks chunks_of(const StepModel& model, const Demand& demand);

/// A cycle of the engine at a rate of requests: steps that decode alone and steps with prompts.
struct Cycle {
  double q = 0.0, chunks = 1.0, decode = 0.0, mixed = 0.0, tau = 0.0, residual = 0.0, prefill_tokens = 0.0;
  double gathering = 0.0;  ///< until there is a prompt for each rank
  double spread = 1.0;     ///< chunks of the mean rank over those of the fullest
};

/// A time by the length of prompts, over all of them: its mean by the parabola through the times of the
/// median, the mean and the 99th percentile of lengths.
template <class TimeOf>
Spread over_lengths(const Demand& demand, TimeOf time_of) {
  const double mean = time_of(1.0);
  if (demand.prompts_alike()) return {mean, mean, mean, mean};
  const double low = demand.prompt_median(), high = demand.prompt_p99();
  const double median = time_of(low), p99 = std::max(median, time_of(high));
  Spread spread{mean, median, std::clamp(time_of(demand.prompt_p90()), median, p99), p99};
  constexpr double kApart = 0.02;
  if (std::abs(1.0 - low) > kApart && high - 1.0 > kApart) {
    const double bend = ((p99 - mean) / (high - 1.0) - (mean - median) / (1.0 - low)) / (high - low);
    spread.mean = std::clamp(mean + bend * demand.input_variation, std::min(mean, median), p99);
  }
  return spread;
}

/// The replica of `model` under `demand`, both of which outlive it.
class Station {
 public:
  Station(const StepModel& model, const Demand& demand);

  /// Steps of an answer after its first token.
  double steps() const { return m_steps; }
  const Chunks& chunks() const { return m_chunks; }
  double tokens_a_step() const { return m_model.worker().speculation.tokens_a_step(); }

  /// A step in which `batch` sequences decode and no prompt is read.
  double decode_ms(double batch) const;
  /// A step with `chunks` of prompts on the fullest rank; alone where the engine separates them.
  /// `spread`: chunks of the mean rank over those of the fullest.
  double prefill_ms(double batch, double chunks, double spread = 1.0) const;
  /// Of all prompts: those that are alike take the mixed steps of the cycle.
  Spread own(double batch, const Cycle& cycle) const;
  /// Times of prompts by their length, where they are not alike; what own() sums.
  PromptTimes own_by_length(double batch, const Cycle& cycle) const;
  /// The cycle with `batch` sequences where `rate` requests a ms arrive; `tau` is the guess of its length.
  Cycle cycle(double batch, double rate, double tau) const;
  /// First token of a request that waits for no slot.
  double first_token(const Cycle& cycle) const;
  /// Wait of a prompt for other prompts where so many requests are in flight: half of what it were for
  /// Poisson arrivals, as those that wait send no others meanwhile. Against the simulation 0.5 of 0 to 1.3.
  Spread prompt_wait(const Cycle& cycle, double rate) const;
  /// Until the step under way ends: of all arrivals, `cycle.residual` on average, at most a mixed one.
  Spread residual(const Cycle& cycle) const;
  /// Times per token of answers where not all requests are alike.
  Spread token_times(double batch, const Cycle& cycle, double rate) const;
  /// Standard deviation of times per token that comes of how many of a request's steps have prompts, of
  /// requests that are alike.
  double step_spread(const Cycle& cycle) const;
  /// Most requests a ms whose prompts can be read beside `batch` sequences.
  double prefill_limit(double batch) const;
  /// Times from when `batch` prompts come at once: full steps until the middle one is read, and until all
  /// are.
  Spread burst(double batch) const;
  /// First tokens of requests that are all alike: they end together and come again together. Where their
  /// prompts fill several steps, those of a step stay together as a group, and groups end one step after the
  /// other. The first is read when it has passed the front end; the groups that have ended meanwhile, and
  /// those that follow, are each read behind the ones before it: the j-th after j steps with prompts, at most
  /// one more than the decode steps in which the front end passes a prompt on.
  Spread in_phase(double batch) const;
  /// What `flow` tells of steps.
  void fill(Flow& flow, const Cycle& cycle) const;

 private:
  /// The steps in which a prompt of `ratio` times the mean length is read, beside the others of a cycle.
  double own_ms(double batch, const Cycle& cycle, double ratio) const;
  /// Share of the time in which prompts are read, and what one more of them takes in a step that has prompts.
  double marginal(const Cycle& cycle) const;

  const StepModel& m_model;
  const Demand& m_demand;
  Chunks m_chunks;
  double m_split, m_context, m_read, m_steps;
};

}  // namespace astrolabe::serving
