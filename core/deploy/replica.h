#pragma once
// One copy of a model under load: what a search asks some thousand times.

#include <vector>

#include "core/deploy/fleet.h"
#include "core/serving/predict.h"

namespace astrolabe::deploy {

/// Sequences at once that a deployment may allow; 0 is the engine's own.
const std::vector<int>& sequence_limits();

/// Shares of the way at a quantile: from the median to the 99th percentile of a normal distribution; from the
/// median to the 90th percentile and from there to the 99th of tails that are exponential between them.
struct TailShares {
  double normal = 0.0, to_90 = 0.0, to_99 = 0.0;
};

/// Times in seconds at the quantile of the promises.
struct PromisedTimes {
  double ttft = 0.0, tpot = 0.0, e2e = 0.0;
};

TailShares tail_shares(double quantile);

/// What lies between the median and the 99th percentile: first tokens, and times per token of requests that
/// are not alike, as of exponential tails between the percentiles that are known, else times per token as of
/// a normal distribution, whole requests as both at once, which is above what they are. Below the median: the
/// median. `output`: tokens of an answer.
PromisedTimes promised_times(const serving::Figures& figures, double output, double quantile);

PromisedTimes promised_times(const serving::Flow& flow, double output, const TailShares& shares);

/// The first promise that is not kept by times.
Missed missed_by(const PromisedTimes& times, const serving::Promises& promises);

/// The promised time per token in ms; infinity where none is promised, or answers are one token: the promise
/// on the time of further tokens then holds whatever they took.
double promised_tpot_ms(const serving::Question& question);

/// Whether a promise says how long a request may wait for a place. Else all requests in flight have one.
bool may_wait(const serving::Promises& promises);

/// The first promise that is not kept by figures of a deployment; `traffic` where more comes than is served,
/// or is in flight than has a place and may_wait().
Missed missed_of(const serving::Figures& figures, const serving::Promises& promises, double output);

/// A worker with its traffic left open. Loads are requests a second, or requests in flight, of one copy.
class Replica {
 public:
  /// `question` outlives it.
  Replica(const serving::Question& question, const serving::Worker& worker);

  const serving::Worker& worker() const { return m_worker; }
  int gpus() const { return m_worker.gpus(); }
  /// Whether weights and one request fit.
  bool fits() const { return m_most_places >= 1.0; }
  const serving::Memory& memory() const { return m_memory; }
  const serving::StepModel& model() const { return m_model; }

  struct State {
    serving::Flow flow;
    /// At a rate the engine's own limit of sequences, or where that breaks a promise the one that holds most;
    /// of requests in flight the least of sequence_limits(), engine's own first, that holds the load; offline
    /// the one that holds no more.
    int max_sequences = 0;
    Missed missed = Missed::none;
    double tpot() const { return flow.tpot; }  ///< ms
  };
  /// At `load`; of offline traffic at so many sequences at once.
  State at(double load) const;
  /// The largest load at which all promises are kept, within a relative `tolerance` below; 0 where none is.
  /// Bisection is exact, as times grow with the load. `max_sequences`: with that limit; below 0: with any.
  double largest_load(double tolerance = 1e-6, int max_sequences = -1) const;
  /// Sequences that fit with that limit.
  double places(int max_sequences) const;

 private:
  State at_rate(double load, int max_sequences) const;
  State in_flight(double load) const;  ///< or offline
  /// The first promise that a flow that is carried does not keep.
  Missed missed_in(const serving::Flow& flow) const;
  /// The first of sequence_limits() with so many places; the one with the fewest of those (offline runs fill
  /// what they are given), the engine's own where it makes no difference.
  int first_limit(double needed) const;
  int tightest_limit(double needed) const;
  /// What the traffic makes of the step model, with the prefixes that memory has.
  template <class FlowOf>
  serving::Flow flow_with_prefixes(const FlowOf& flow_of) const;

  const serving::Question& m_question;
  serving::Worker m_worker;
  serving::StepModel m_model;
  serving::Demand m_demand;
  TailShares m_shares;
  serving::Memory m_memory;
  double m_most_places = 0.0;
};

}  // namespace astrolabe::deploy
