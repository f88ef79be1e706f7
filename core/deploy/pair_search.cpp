#include "core/deploy/pair_search.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/deploy/layouts.h"

namespace astrolabe::deploy {

namespace {

constexpr double kMsOfSecond = 1e3;
constexpr double kRateTolerance = 1e-4;
constexpr double kLeastBatch = 1e-3;  // sequences: fewer are no load

}  // namespace

PairSearch::State PairSearch::at(const Side& prefill, int prefills, const Side& decode, int decodes,
                                 double load) {
  m_asked.traffic.requests_per_second = m_asked.traffic.concurrency = load;
  m_tried.prefill = prefill.worker();
  m_tried.worker = decode.worker();
  m_tried.prefill_workers = prefills;
  m_tried.decode_workers = decodes;
  const double places = decode.replica().places(sequence_limits().back());
  const serving::ApartModels models{
      prefill.replica().model(), decode.replica().model(), prefill.replica().memory(),
      serving::transfer_of(m_asked, prefill.worker(), decode.worker(), decode.replica().memory())};
  State state;
  state.flow = serving::flow_apart(m_asked, m_tried, models, m_demand, places).flow;
  const bool crowded = !is_rate() && state.flow.slots_bound && !may_wait(m_asked.promises);
  state.missed = !state.flow.stable || crowded
                     ? Missed::traffic
                     : missed_by(promised_times(state.flow, m_demand.output, m_shares), m_asked.promises);
  return state;
}

serving::Deployment PairSearch::deployment_of(const Layout& prefill, int prefills, const Layout& decode,
                                              int decodes) {
  serving::Deployment deployment;
  deployment.prefill = prefill.replica->worker();
  deployment.worker = decode.replica->worker();
  deployment.worker.max_sequences = sequence_limits().back();
  deployment.prefill_workers = prefills;
  deployment.decode_workers = decodes;
  return deployment;
}

int PairSearch::gpus() const {
  return std::min(m_room.max_gpus, m_question.cluster->max_total_gpus.value_or(m_room.max_gpus));
}

std::vector<Side> PairSearch::sides(const std::vector<Layout>& layouts, bool prefill) {
  std::vector<Side> all;
  for (const Layout& layout : layouts) {
    if (m_stop.stop_requested()) break;
    if (!layout.replica || layout.most == 0) continue;
    const serving::Worker& worker = layout.replica->worker();
    const bool other = prefill ? worker.speculation.draft_tokens > 0
                               : worker.max_batched_tokens != usual_budget(m_question.job);
    if (other) continue;
    if (prefill && !serving::holds_prompts(m_asked, worker, layout.replica->memory(), m_demand)) continue;
    Side side{&layout, 0.0, layout.most};
    if (prefill)
      side.able = prefill_rate(side);
    else
      bound_decode(side);
    if (side.able > 0.0) all.push_back(std::move(side));
  }
  return all;
}

/// Full steps of prompts, one after the other.
double PairSearch::prefill_rate(const Side& side) const {
  return kMsOfSecond * serving::readers_of(side.replica().model(), 1.0, m_demand).limit();
}

/// Decoding alone, with the largest batch that keeps the promised median and has a place: nothing where one
/// sequence is late.
void PairSearch::bound_decode(Side& side) const {
  const serving::Worker& worker = side.worker();
  const double split = static_cast<double>(worker.attention_data_parallel) * worker.pipeline_parallel;
  const double tokens = worker.speculation.tokens_a_step();
  const double steps = std::max(1e-9, (m_demand.output - 1.0) / tokens);
  const auto tau = [&](double batch) {
    return side.replica().model().step_ms({batch / split, m_demand.context(), 0.0, 1.0, 0.0});
  };
  const double promised = promised_tpot_ms(m_asked) * tokens;
  double low = kLeastBatch, high = 0.0;
  for (const int limit : sequence_limits()) high = std::max(high, side.replica().places(limit));
  // A step of next to nothing takes as long as one sequence does, a step of nothing no time at all: halving
  // towards no sequences would never end where one alone is late.
  if (high < low || tau(low) > promised) return;
  if (tau(high) > promised) {
    while (high - low > kRateTolerance * high) {
      const double middle = 0.5 * (low + high);
      (tau(middle) <= promised ? low : high) = middle;
    }
  }
  side.longest_ms = steps * tau(high);
  side.able = kMsOfSecond * high * (1.0 + kRateTolerance) / side.longest_ms;
}

int PairSearch::limit_for(const Side& decode, double batch) const {
  constexpr double kDeviations = 6.0;
  const double most = batch + kDeviations * std::sqrt(batch);
  for (const int limit : sequence_limits())
    if ((limit == 0 || limit > m_asked.engine.max_sequences) && decode.replica().places(limit) > most)
      return limit;
  return sequence_limits().back();
}

Candidate PairSearch::candidate_of(const Pair& pair, int prefills, int decodes) {
  // Workers that are left while spares have failed hold their sequences, too.
  const int spare = m_question.job.spare_replicas;
  double batch = 0.0;
  if (spare > 0 && prefills > spare && decodes > spare)
    batch =
        at(*pair.prefill, prefills - spare, *pair.decode, decodes - spare, m_question.demand()).flow.batch /
        (decodes - spare);
  const serving::Flow flow = at(*pair.prefill, prefills, *pair.decode, decodes, m_question.demand()).flow;
  Candidate candidate;
  candidate.pool = m_pool;
  candidate.order = pair.prefill->layout->order * 100000 + pair.decode->layout->order;
  candidate.deployment = m_tried;
  candidate.deployment.worker.max_sequences = limit_for(*pair.decode, std::max(batch, flow.batch / decodes));
  candidate.gpus = candidate.deployment.gpus();
  candidate.nodes = nodes_of(m_room, candidate.deployment);
  candidate.paid = m_room.paid(candidate.nodes, candidate.gpus);
  candidate.usd_per_hour = m_prices.usd_per_hour(m_pool, candidate.paid);
  candidate.tokens_per_second = flow.rate * kMsOfSecond * m_demand.output;
  candidate.tpot = flow.tpot;
  return candidate;
}

bool PairSearch::hopeless(int gpus, double tokens) const {
  if (m_all) return false;
  Candidate best;
  best.gpus = best.paid = gpus;
  best.tokens_per_second = tokens;
  best.usd_per_hour = m_prices.usd_per_hour(m_pool, gpus);
  const auto behind = [&](const Candidate& other) {
    Candidate same = other;
    same.tpot = 0.0;
    best.deployment = same.deployment;
    best.pool = same.pool;
    return before(same, best, m_question.objective);
  };
  return (m_last != nullptr && behind(*m_last)) ||
         (static_cast<int>(m_best.size()) >= m_most && behind(m_best.back()));
}

void PairSearch::offer(const Candidate& one) {
  if (one.tokens_per_second <= 0.0 || one.nodes > m_room.nodes || one.gpus > gpus()) return;
  if (!m_prices.within_limits(m_pool, one.paid)) return;
  const auto first = [&](const Candidate& a, const Candidate& b) {
    return before(a, b, m_question.objective);
  };
  m_best.insert(std::upper_bound(m_best.begin(), m_best.end(), one, first), one);
  if (static_cast<int>(m_best.size()) > m_most) m_best.pop_back();
}

double PairSearch::sent(const Side& decode) const {
  return serving::transfer_of(m_asked, decode.worker(), decode.worker(), decode.replica().memory())
      .kv_token_bytes;
}

}  // namespace astrolabe::deploy
