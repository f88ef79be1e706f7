#include "core/deploy/replica.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/normal.h"
#include "core/serving/prefix_cache.h"

namespace astrolabe::deploy {

namespace {

constexpr double kNormal99 = 2.3263478740408408;  // standard deviations below which 99 % lie
constexpr double kAboveClosed = 1.5;
constexpr int kMostHalvings = 30;
constexpr double kMostSequencesOffline = 2048.0;  // of a rank
constexpr double kPerMs = 1e-3;

/// Times in seconds between the median and the 99th percentile.
PromisedTimes times_at(const serving::Spread& ttft, const serving::Spread& tpot, double e2e,
                       double longer_answers, double output, const TailShares& share) {
  PromisedTimes times;
  times.ttft = ttft.median + share.to_90 * std::max(0.0, ttft.p90 - ttft.median) +
               share.to_99 * std::max(0.0, ttft.p99 - ttft.p90);
  times.tpot = tpot.p90 > 0.0 ? tpot.median + share.to_90 * std::max(0.0, tpot.p90 - tpot.median) +
                                    share.to_99 * std::max(0.0, tpot.p99 - tpot.p90)
                              : tpot.median + share.normal * std::max(0.0, tpot.p99 - tpot.median);
  // First tokens and times per token are late together, longer answers independently of them.
  times.e2e = e2e + std::hypot((times.ttft - ttft.median) + (output - 1.0) * (times.tpot - tpot.median),
                               share.normal * longer_answers);
  return times;
}

}  // namespace

const std::vector<int>& sequence_limits() {
  static const std::vector<int> limits{0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048};
  return limits;
}

TailShares tail_shares(double quantile) {
  if (quantile <= 0.5) return {};
  const double left = 1.0 - quantile;
  return {normal_quantile(quantile) / kNormal99, std::min(1.0, std::log(0.5 / left) / std::log(5.0)),
          std::max(0.0, std::log(0.1 / left) / std::log(10.0))};
}

Missed missed_by(const PromisedTimes& times, const serving::Promises& promises) {
  if (promises.tpot_seconds && times.tpot > *promises.tpot_seconds) return Missed::tpot;
  if (promises.ttft_seconds && times.ttft > *promises.ttft_seconds) return Missed::ttft;
  if (promises.e2e_seconds && times.e2e > *promises.e2e_seconds) return Missed::e2e;
  return Missed::none;
}

PromisedTimes promised_times(const serving::Figures& figures, double output, double quantile) {
  return times_at(
      {.median = figures.ttft.value, .p90 = figures.ttft_p90_seconds, .p99 = figures.ttft_p99.value},
      {.median = figures.tpot.value, .p90 = figures.tpot_p90_seconds, .p99 = figures.tpot_p99.value},
      figures.e2e.value, figures.longer_answers_seconds, output, tail_shares(quantile));
}

double promised_tpot_ms(const serving::Question& question) {
  const bool one_token = question.traffic.output.mean <= 1.0;
  if (one_token || !question.promises.tpot_seconds) return std::numeric_limits<double>::infinity();
  return *question.promises.tpot_seconds / kPerMs;
}

PromisedTimes promised_times(const serving::Flow& flow, double output, const TailShares& shares) {
  return times_at(
      {.median = flow.ttft * kPerMs, .p90 = flow.ttft_p90 * kPerMs, .p99 = flow.ttft_p99 * kPerMs},
      {.median = flow.tpot * kPerMs, .p90 = flow.tpot_p90 * kPerMs, .p99 = flow.tpot_p99 * kPerMs},
      flow.e2e * kPerMs, flow.longer_answers * kPerMs, output, shares);
}

bool may_wait(const serving::Promises& promises) {
  return promises.ttft_seconds.has_value() || promises.e2e_seconds.has_value();
}

Missed missed_of(const serving::Figures& figures, const serving::Promises& promises, double output) {
  if (!figures.fits) return Missed::memory;
  if (!figures.stable || (figures.crowded && !may_wait(promises))) return Missed::traffic;
  return missed_by(promised_times(figures, output, promises.quantile), promises);
}

Replica::Replica(const serving::Question& question, const serving::Worker& worker)
    : m_question(question),
      m_worker(worker),
      m_model(serving::step_model(question, worker)),
      m_demand(serving::demand_of(question.traffic)),
      m_shares(tail_shares(question.promises.quantile)) {
  m_memory = serving::memory_of({question.shape, question.machine, worker, question.engine,
                                 serving::weight_types(question.shape, question.weights), question.cache,
                                 question.expert_load.get()});
  m_most_places = 0.0;
  for (const int limit : sequence_limits()) m_most_places = std::max(m_most_places, places(limit));
}

double Replica::places(int max_sequences) const {
  serving::Worker worker = m_worker;
  worker.max_sequences = max_sequences;
  const bool promised = m_question.promises.ttft_seconds || m_question.promises.tpot_seconds;
  return worker.attention_data_parallel * serving::capacity(m_memory, m_question.engine, worker,
                                                            m_demand.prefix + m_demand.input, m_demand.output,
                                                            promised);
}

int Replica::first_limit(double needed) const {
  for (const int limit : sequence_limits())
    if (places(limit) >= needed) return limit;
  return sequence_limits().back();
}

int Replica::tightest_limit(double needed) const {
  int best = sequence_limits().back();
  for (const int limit : sequence_limits())
    if (places(limit) >= needed && places(limit) < places(best)) best = limit;
  return places(0) == places(best) ? 0 : best;
}

template <class FlowOf>
serving::Flow Replica::flow_with_prefixes(const FlowOf& flow_of) const {
  return serving::cached_flow(
             m_question, m_worker, m_memory, m_demand, flow_of,
             [&](const serving::Flow& flow) { return serving::holding_of(flow, m_demand, m_worker); })
      .flow;
}

Replica::State Replica::at(double load) const {
  if (m_question.traffic.kind != serving::Traffic::Kind::rate) return in_flight(load);
  State state = at_rate(load, 0);
  if (state.missed != Missed::none && places(0) < m_most_places) {
    const int most = first_limit(m_most_places);
    const State other = at_rate(load, most);
    if (other.missed == Missed::none || !state.flow.stable) state = other;
  }
  return state;
}

Replica::State Replica::at_rate(double load, int max_sequences) const {
  State state;
  state.max_sequences = max_sequences;
  state.flow = flow_with_prefixes([&](const serving::Demand& demand) {
    return serving::open_loop(m_model, demand, load * kPerMs, places(max_sequences));
  });
  state.missed = state.flow.stable ? missed_in(state.flow) : Missed::traffic;
  return state;
}

Replica::State Replica::in_flight(double load) const {
  State state;
  double needed = 0.0;
  const bool crowded = m_question.traffic.kind == serving::Traffic::Kind::concurrency && load > m_most_places;
  switch (m_question.traffic.kind) {
    case serving::Traffic::Kind::offline: {
      const double most =
          std::min(load, std::min(m_most_places, kMostSequencesOffline * m_worker.attention_data_parallel));
      state.flow = flow_with_prefixes(
          [&](const serving::Demand& demand) { return serving::closed_loop(m_model, demand, most, most); });
      needed = most;
      break;
    }
    default:
      state.flow = flow_with_prefixes([&](const serving::Demand& demand) {
        return serving::closed_loop(m_model, demand, load, m_most_places);
      });
      needed = load;
      break;
  }
  needed = std::min(needed, m_most_places);
  state.max_sequences = m_question.traffic.kind == serving::Traffic::Kind::offline ? tightest_limit(needed)
                                                                                   : first_limit(needed);
  state.missed = !state.flow.stable || (crowded && !may_wait(m_question.promises)) ? Missed::traffic
                                                                                   : missed_in(state.flow);
  return state;
}

Missed Replica::missed_in(const serving::Flow& flow) const {
  return missed_by(promised_times(flow, m_demand.output, m_shares), m_question.promises);
}

double Replica::largest_load(double tolerance, int max_sequences) const {
  const double most = max_sequences < 0 ? m_most_places : places(max_sequences);
  if (most < 1.0) return 0.0;
  const bool rate = m_question.traffic.kind == serving::Traffic::Kind::rate;
  const auto kept = [&](double load) {
    const State state = rate && max_sequences >= 0 ? at_rate(load, max_sequences) : at(load);
    return state.missed == Missed::none && state.flow.batch <= most;
  };
  // At a rate it can be asked for about what it does with all places taken.
  double high =
      rate ? kAboveClosed * serving::closed_loop(m_model, m_demand, most, most).rate / kPerMs : most;
  if (kept(high)) return high;
  double low = 0.5 * high;
  for (int i = 0; !kept(low); ++i) {
    if (i == kMostHalvings) return 0.0;
    high = low;
    low *= 0.5;
  }
  while (high - low > tolerance * high) {
    const double middle = 0.5 * (low + high);
    (kept(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace astrolabe::deploy
