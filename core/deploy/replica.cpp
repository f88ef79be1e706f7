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

PromisedTimes times_at(double ttft, double ttft_p99, double tpot, double tpot_p99, double e2e, double output,
                       const TailShares& share) {
  PromisedTimes times;
  times.ttft = ttft + share.exponential * std::max(0.0, ttft_p99 - ttft);
  times.tpot = tpot + share.normal * std::max(0.0, tpot_p99 - tpot);
  times.e2e = e2e + (times.ttft - ttft) + (output - 1.0) * (times.tpot - tpot);
  return times;
}

}  // namespace

const std::vector<int>& sequence_limits() {
  static const std::vector<int> limits{0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048};
  return limits;
}

TailShares tail_shares(double quantile) {
  if (quantile <= 0.5) return {};
  return {normal_quantile(quantile) / kNormal99, std::log(0.5 / (1.0 - quantile)) / std::log(50.0)};
}

Missed missed_by(const PromisedTimes& times, const serving::Promises& promises) {
  if (promises.tpot_seconds && times.tpot > *promises.tpot_seconds) return Missed::tpot;
  if (promises.ttft_seconds && times.ttft > *promises.ttft_seconds) return Missed::ttft;
  if (promises.e2e_seconds && times.e2e > *promises.e2e_seconds) return Missed::e2e;
  return Missed::none;
}

PromisedTimes promised_times(const serving::Figures& figures, double output, double quantile) {
  return times_at(figures.ttft.value, figures.ttft_p99.value, figures.tpot.value, figures.tpot_p99.value,
                  figures.e2e.value, output, tail_shares(quantile));
}

PromisedTimes promised_times(const serving::Flow& flow, double output, const TailShares& shares) {
  const double e2e = flow.ttft + (output - 1.0) * flow.tpot;
  return times_at(flow.ttft * kPerMs, flow.ttft_p99 * kPerMs, flow.tpot * kPerMs, flow.tpot_p99 * kPerMs,
                  e2e * kPerMs, output, shares);
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
  State state;
  double needed = 0.0;
  const bool crowded = m_question.traffic.kind == serving::Traffic::Kind::concurrency && load > m_most_places;
  switch (m_question.traffic.kind) {
    case serving::Traffic::Kind::rate:
      state.flow = flow_with_prefixes([&](const serving::Demand& demand) {
        return serving::open_loop(m_model, demand, load * kPerMs, m_most_places);
      });
      needed = std::nextafter(state.flow.batch, std::numeric_limits<double>::max());
      break;
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
  const serving::Flow& flow = state.flow;
  if (!flow.stable || (crowded && !may_wait(m_question.promises))) {
    state.missed = Missed::traffic;
    return state;
  }
  state.missed = missed_by(promised_times(flow, m_demand.output, m_shares), m_question.promises);
  return state;
}

double Replica::largest_load(double tolerance, int max_sequences) const {
  const double most = max_sequences < 0 ? m_most_places : places(max_sequences);
  if (most < 1.0) return 0.0;
  const auto kept = [&](double load) {
    const State state = at(load);
    return state.missed == Missed::none && state.flow.batch <= most;
  };
  const bool rate = m_question.traffic.kind == serving::Traffic::Kind::rate;
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
