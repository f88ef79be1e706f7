#include "core/serving/station.h"

#include "core/serving/token_times.h"

namespace astrolabe::serving {

namespace {

constexpr double kMostGathering =
    50.0;                             // steps that TensorRT-LLM lets a prompt wait for others (timeout_iters)
constexpr double kMostPassing = 8.0;  // decode steps in which the front end passes a prompt on
constexpr double kClosedWait = 0.5, kMostBusy = 0.9;

}  // namespace

Chunks chunks_of(const StepModel& model, const Demand& demand) {
  const double budget = model.worker().max_batched_tokens;
  Chunks chunks;
  chunks.count = std::max(1.0, std::ceil(demand.input / budget));
  chunks.tokens = std::max(1.0, demand.input / chunks.count);
  chunks.most = std::max(1.0, budget / chunks.tokens);
  chunks.ranks = model.worker().attention_data_parallel;
  return chunks;
}

Station::Station(const StepModel& model, const Demand& demand)
    : m_model(model),
      m_demand(demand),
      m_chunks(chunks_of(model, demand)),
      m_split(m_chunks.ranks * model.worker().pipeline_parallel),
      m_context(demand.context()),
      m_read(demand.prefix * (1.0 + demand.input_variation) + 0.5 * (m_chunks.count - 1.0) * m_chunks.tokens +
             0.5 * demand.input * demand.input_variation),
      m_steps(std::max(0.0, demand.output - 1.0) / model.worker().speculation.tokens_a_step()) {}

double Station::decode_ms(double batch) const {
  return m_model.step_ms({batch / m_split, m_context, 0.0, 1.0, 0.0});
}

double Station::prefill_ms(double batch, double chunks, double spread) const {
  const double decode = m_model.separate_prefill() ? 0.0 : batch / m_split;
  return m_model.step_ms({decode, m_context, chunks * m_chunks.tokens, m_chunks.tokens, m_read, spread});
}

double Station::own_ms(double batch, const Cycle& cycle, double ratio) const {
  const double prompt = ratio * m_demand.input;
  const double count = std::max(1.0, std::ceil(prompt / m_model.worker().max_batched_tokens));
  const double tokens = prompt / count;
  const double all = (cycle.chunks - 1.0) * m_chunks.tokens + tokens;
  const double read = ratio * m_demand.prefix + 0.5 * (count - 1.0) * tokens;
  const double decode = m_model.separate_prefill() ? 0.0 : batch / m_split;
  const double between = m_model.separate_prefill() ? (count - 1.0) * cycle.decode : 0.0;
  return between + count * m_model.step_ms({decode, m_context, std::max(1.0, all), std::max(1.0, tokens),
                                            read, std::min(1.0, cycle.spread)});
}

Spread Station::own(double batch, const Cycle& cycle) const {
  const double alike = m_chunks.count * cycle.mixed;
  if (m_demand.prompts_alike()) return {alike, alike, alike, alike};
  return over_lengths(m_demand, [&](double ratio) { return own_ms(batch, cycle, ratio); });
}

PromptTimes Station::own_by_length(double batch, const Cycle& cycle) const {
  PromptTimes times{};
  double longest = 0.0;  // one token more in a chunk more of them may be shorter
  for (std::size_t i = 0; i < times.size(); ++i)
    longest = times[i] = std::max(longest, own_ms(batch, cycle, m_demand.prompts[i]));
  return times;
}

Cycle Station::cycle(double batch, double rate, double tau) const {
  Cycle cycle;
  const double arriving = rate * m_chunks.count * tau;
  double together = arriving > 1e-9 ? arriving / -std::expm1(-arriving) : 1.0;
  together = std::max(together, m_model.prompts_together());
  together = std::min(together, m_chunks.most * m_chunks.ranks);
  cycle.q = std::min(1.0, arriving / together);
  cycle.chunks = std::max(1.0, together / m_chunks.ranks);
  cycle.prefill_tokens = cycle.chunks * m_chunks.tokens;
  cycle.decode = decode_ms(batch);
  cycle.spread = std::min(1.0, together / (m_chunks.ranks * cycle.chunks));
  cycle.mixed = prefill_ms(batch, cycle.chunks, cycle.spread);
  const double q = cycle.q;
  if (m_model.separate_prefill()) {
    cycle.tau = cycle.decode + q * cycle.mixed;
    cycle.residual = (cycle.decode * cycle.decode + q * cycle.mixed * cycle.mixed) / (2.0 * cycle.tau);
  } else {
    cycle.tau = (1.0 - q) * cycle.decode + q * cycle.mixed;
    cycle.residual =
        ((1.0 - q) * cycle.decode * cycle.decode + q * cycle.mixed * cycle.mixed) / (2.0 * cycle.tau);
  }
  if (m_model.balance_wait() > 0.0)
    cycle.gathering = m_model.balance_wait() * cycle.tau *
                      std::min(kMostGathering, m_chunks.ranks / std::max(1e-9, arriving));
  return cycle;
}

double Station::first_token(const Cycle& cycle) const {
  return m_model.front_end_ms() + m_demand.fetch_ms + cycle.residual +
         m_chunks.count * cycle.mixed * (1.0 + 0.5 * cycle.q) + cycle.gathering;
}

double Station::marginal(const Cycle& cycle) const {
  const double alone = m_model.separate_prefill() ? cycle.mixed : cycle.mixed - cycle.decode;
  return std::max(0.0, alone) / cycle.chunks;
}

Spread Station::prompt_wait(const Cycle& cycle, double rate) const {
  const double one = marginal(cycle);
  const double busy = std::min(kMostBusy, rate * m_chunks.count / m_chunks.ranks * one);
  return chance_wait(
      busy, kClosedWait * m_chunks.count * one * (1.0 + m_demand.input_variation) / (2.0 * (1.0 - busy)));
}

Spread Station::residual(const Cycle& cycle) const {
  const double in_mixed = std::clamp(cycle.q * cycle.mixed / cycle.tau, 1e-6, 1.0);
  const auto beyond = [&](double share) {
    return std::max(cycle.residual, cycle.mixed * std::max(0.0, 1.0 - share / in_mixed));
  };
  return {cycle.residual, cycle.residual, beyond(0.1), beyond(0.01)};
}

Spread Station::token_times(double batch, const Cycle& cycle, double rate) const {
  const double between = m_model.separate_prefill() ? cycle.decode : 0.0;
  return serving::token_times(m_demand, {.decode = cycle.decode,
                                         .tau = cycle.tau,
                                         .longest = prefill_ms(batch, m_chunks.most) + between,
                                         .own = own(batch, cycle).mean,
                                         .rate = rate,
                                         .tokens = tokens_a_step()});
}

double Station::step_spread(const Cycle& cycle) const {
  const double extra = m_model.separate_prefill() ? cycle.mixed : cycle.mixed - cycle.decode;
  return std::sqrt(cycle.q * (1.0 - cycle.q) / std::max(1.0, m_steps)) * extra;
}

double Station::prefill_limit(double batch) const {
  return m_chunks.most * m_chunks.ranks / (m_chunks.count * prefill_ms(batch, m_chunks.most));
}

Spread Station::burst(double batch) const {
  const double full = std::min(m_chunks.most, std::max(1.0, batch / m_chunks.ranks));
  const double tokens = full * m_chunks.tokens * m_chunks.ranks;
  const double ms = m_model.step_ms({0.0, 0.0, full * m_chunks.tokens, m_chunks.tokens, m_demand.prefix});
  const double middle = (batch * m_demand.input / tokens + 1.0) * ms * 0.5;
  return {middle, middle, 1.8 * middle - 0.8 * ms, 2.0 * middle - ms};
}

Spread Station::in_phase(double batch) const {
  const double front = m_model.front_end_ms() + m_demand.fetch_ms;
  const double full = std::min(m_chunks.most, std::max(1.0, batch / m_chunks.ranks));
  const double group_size = full * m_chunks.ranks, count = m_chunks.count;
  const double groups = std::max(1.0, batch / group_size);
  // Steps in which the front end passes a prompt on, beside as many groups as end meanwhile: the same for any
  // number of them, so that more requests in flight are never sooner.
  double passing = 1.0;
  while (passing < kMostPassing && passing * decode_ms(group_size * (1.0 + passing / count)) < front)
    passing += 1.0;
  const double decode = decode_ms(batch), between = m_model.separate_prefill() ? decode : 0.0;
  const double mixed = prefill_ms(groups > 1.0 ? batch - group_size : 0.0, full) + between;
  const auto first = [&](double group) {
    const double before = (group - 1.0) * count;
    return std::min(before + count, count + passing) * mixed - between +
           (front + (groups > 1.0 ? 0.5 * decode : 0.0)) * std::max(0.0, 1.0 - before / passing);
  };
  // From a group on all wait as long; those before it one by one, the last one perhaps in part.
  const double last = std::ceil(1.0 + passing / count);
  double sum = 0.0, shares = 0.0;
  for (double group = 1.0; group < last && shares < groups; group += 1.0) {
    const double share = std::min(1.0, groups - shares);
    sum += share * first(group);
    shares += share;
  }
  sum += (groups - shares) * first(last);
  // Of the first request that more than a share of them are before.
  const auto at = [&](double share) {
    return first(std::min(std::ceil((std::floor(share * batch) + 1.0) / group_size), last));
  };
  return {sum / groups, at(0.5), at(0.9), at(0.99)};
}

void Station::fill(Flow& flow, const Cycle& cycle) const {
  flow.tpot = cycle.tau / tokens_a_step();
  flow.prefill_share = cycle.q;
  flow.step_decode = cycle.decode;
  flow.step_mixed = cycle.mixed;
  flow.decode_rank = flow.batch / m_split;
  flow.prefill_rank = cycle.prefill_tokens;
}

}  // namespace astrolabe::serving
