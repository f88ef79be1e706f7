#include "core/serving/traffic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/serving/dispersion.h"
#include "core/serving/fixed_point.h"
#include "core/serving/reading_queue.h"
#include "core/serving/station.h"
#include "core/serving/varied_sum.h"

namespace astrolabe::serving {

namespace {

constexpr int kRounds = 60;
constexpr double kEnough = 2e-4;            // relative change of the rate at which the fixed point ends
constexpr double kNormal90 = 1.28;          // standard deviations below which 90 % lie
constexpr double kNormal99 = 2.33;          // standard deviations below which 99 % lie
constexpr double kMeasuredTpotTail = 1.05;  // 99th percentile over the median in closed loops
constexpr double kBurstTail = 1.8;          // 99th percentile of the first token in bursts of the start
constexpr double kHandOverMs = 10.0, kNetworkShare = 0.5, kPoolUse = 0.98;
constexpr double kLeastBatch = 1e-3;    // sequences: fewer are no load
constexpr double kAllPlaces = 4.0;      // times the places beyond which open traffic has no end in sight
constexpr double kSlotsSpread = 0.7;    // of the batch's standard deviation against Poisson
constexpr double kMostSaturated = 1e5;  // sequences that saturate a replica without a limit of its own
constexpr double kEndless = std::numeric_limits<double>::infinity();

/// Standard deviations above the mean below which 99 % lie: of a normal distribution, or of a gamma
/// distribution where arrivals are dispersed (Wilson and Hilferty).
double skewed_99(double batch, double dispersion) {
  if (dispersion <= 1.0) return kNormal99;
  const double shape = std::max(0.05, batch / (kSlotsSpread * kSlotsSpread * (dispersion - 1.0)));
  const double root = std::sqrt(shape);
  const double scaled = std::max(0.0, 1.0 - 1.0 / (9.0 * shape) + kNormal99 / (3.0 * root));
  return root * (cube(scaled) - 1.0);
}

/// A flow with what whole answers take; those of one token have no time per token.
Flow with_answers(Flow flow, const Demand& demand) {
  if (demand.output <= 1.0) flow.tpot = flow.tpot_p90 = flow.tpot_p99 = 0.0;
  flow.ttft_p90 = std::clamp(flow.ttft_p90, flow.ttft, std::max(flow.ttft, flow.ttft_p99));
  flow.e2e = flow.ttft + demand.median_answer() * flow.tpot;
  flow.longer_answers = demand.longer_answers() * flow.tpot;
  return flow;
}

/// Times per token of 90 and 99 in 100, those of `times` beside a normal distribution of that deviation, in
/// ms.
void take_token_times(Flow& flow, const Spread& times, double deviation) {
  flow.tpot_p90 = flow.tpot + std::hypot(std::max(0.0, times.p90 - flow.tpot), kNormal90 * deviation);
  flow.tpot_p99 = flow.tpot + std::hypot(std::max(0.0, times.p99 - flow.tpot), kNormal99 * deviation);
}

/// Wait for one of `places` where `taken` are on average and `rate` requests a ms come. When all are taken
/// each is held for `held_full` ms, longer than on average: that is how fast they come free. Places that are
/// never all taken keep nobody waiting. `dispersion`: of arrivals, at least 1.
Spread wait_for_place(double places, double taken, double rate, double held_full, double variation,
                      double dispersion) {
  constexpr double kNeverMore = 4.0;  // standard deviations
  const double bursts = std::max(1.0, dispersion);
  if (places > taken + kNeverMore * std::sqrt(taken * bursts) + 1.0) return {};
  return place_wait(places, rate * held_full, held_full, variation + bursts - 1.0);
}

/// Wait of prompts of many lengths behind others, with that mean over all of them, of which a share `waiting`
/// wait: their times vary as in a queue M/G/1 of that load and of gamma distributed lengths, (4 / 3) (1 -
/// load) (1 + 2 v) / (1 + v) + 2 load - 1 squared, v the variation of lengths; the less the more prompts a
/// step reads together (`alone` 1: one, 0.5: many; against the simulation).
SharedWait varied_wait(double mean, double waiting, double load, double length_variation, double alone) {
  if (mean <= 0.0 || waiting <= 0.0) return {};
  const double given = mean / waiting;
  const double single =
      4.0 / 3.0 * (1.0 - load) * (1.0 + 2.0 * length_variation) / (1.0 + length_variation) + 2.0 * load - 1.0;
  return {waiting, given, given * given * single * (1.0 - load + load * alone)};
}

/// Wait behind `ahead` others that leave one after the other, each after about as long as its fellows.
Spread queue_of(double mean, double ahead) {
  return {mean, mean, mean * (1.0 + kNormal90 / std::sqrt(ahead)),
          mean * (1.0 + kNormal99 / std::sqrt(ahead))};
}

}  // namespace

Flow closed_loop(const StepModel& model, const Demand& demand, double in_flight, double places) {
  const Station engine(model, demand);
  const double most = std::max(1e-6, std::min(in_flight, places));
  Flow flow;
  flow.slots_bound = places < in_flight;
  const double begin = engine.decode_ms(most);
  Cycle cycle;
  double first = 0.0;
  const auto [rate, tau] =
      fixed_point_of_two({most / (engine.steps() * begin + engine.prefill_ms(most, 1.0)), begin}, kEnough,
                         kRounds, [&](const Pair& at) {
                           flow.batch = std::min(most, at[0] * engine.steps() * at[1]);
                           cycle = engine.cycle(flow.batch, at[0], at[1]);
                           first = engine.first_token(cycle) + engine.prompt_wait(cycle, at[0]).mean;
                           double next = most / (first + engine.steps() * cycle.tau);
                           flow.prefill_bound = false;
                           if (cycle.q > 0.4) {
                             const double limit = engine.prefill_limit(flow.batch);
                             flow.prefill_bound = limit < next;
                             next = std::min(next, limit);
                           }
                           const int piece = (flow.prefill_bound ? 1 : 0) + (cycle.q >= 1.0 ? 2 : 0) +
                                             (flow.batch >= most ? 4 : 0);
                           return Image{{next, cycle.tau}, piece};
                         });
  flow.rate = rate;
  engine.fill(flow, cycle);
  const double served = first + engine.steps() * cycle.tau;
  const double queue = std::max(0.0, in_flight / rate - served);
  flow.wait = flow.slots_bound || flow.prefill_bound ? queue : 0.0;
  // What goes on beside a prompt, from the front end to its queue.
  const Spread own = engine.own(flow.batch, cycle);
  const double beside =
      first - engine.chunks().count * cycle.mixed - cycle.residual - engine.prompt_wait(cycle, rate).mean;
  Spread times = sum_of(sum_of(own, engine.residual(cycle)), engine.prompt_wait(cycle, rate));
  times = sum_of(times, queue_of(queue, std::max(1.0, queue * rate)));
  flow.ttft = beside + times.median;
  flow.ttft_mean = beside + times.mean;
  flow.ttft_p90 = beside + times.p90;
  flow.ttft_p99 = beside + times.p99;
  if (demand.in_phase) {
    const Spread phase = engine.in_phase(most);
    flow.ttft = std::max(flow.ttft, phase.median);
    flow.ttft_mean = std::max(flow.ttft_mean, phase.mean);
    flow.ttft_p90 = std::max(flow.ttft_p90, phase.p90);
    flow.ttft_p99 = std::max(flow.ttft_p99, phase.p99);
    // A request goes round in the same time: what its first token takes longer the others take less.
    const double others = (in_flight / rate - flow.ttft_mean) / std::max(1.0, engine.steps());
    flow.tpot = std::clamp(others, cycle.decode, std::max(cycle.decode, cycle.tau)) / engine.tokens_a_step();
  }
  if (demand.waves > 0.0) {
    const double burst = engine.burst(most).mean;
    flow.ttft_mean = flow.ttft + burst / demand.waves;
    flow.ttft_p99 = std::max(flow.ttft_mean, flow.ttft + kBurstTail * burst);
  }
  const double measured = (kMeasuredTpotTail - 1.0) * flow.tpot;
  if (demand.requests_alike())
    flow.tpot_p99 =
        flow.tpot + std::hypot(measured, kNormal99 * engine.step_spread(cycle) / engine.tokens_a_step());
  else
    take_token_times(flow, engine.token_times(flow.batch, cycle, rate), measured / kNormal99);
  return with_answers(flow, demand);
}

namespace {

/// What is carried where more comes than can be: that of `full`, all places taken; the queue grows. Where
/// places are taken prompts bind only if they do beside so many, however many more would come.
Flow overloaded(Flow full, const Flow& asked) {
  full.stable = false;
  full.slots_bound = asked.slots_bound;
  full.prefill_bound = asked.prefill_bound && (!asked.slots_bound || full.prefill_bound);
  full.ttft = full.ttft_mean = full.ttft_p90 = full.ttft_p99 = full.wait = full.e2e = kEndless;
  return full;
}

}  // namespace

Flow open_loop(const StepModel& model, const Demand& demand, double rate, double places) {
  const Station engine(model, demand);
  Flow flow;
  flow.rate = rate;
  Cycle cycle;
  const double per_ms = rate * engine.steps();
  const double tau = rising_fixed_point(engine.decode_ms(1.0), kAllPlaces * places / per_ms, 0.5 * kEnough,
                                        4 * kRounds, [&](double at) {
                                          cycle = engine.cycle(per_ms * at, rate, at);
                                          return cycle.tau;
                                        });
  flow.batch = per_ms * tau;
  const Chunks& chunks = engine.chunks();
  // Time that one more chunk takes in a step that has prompts.
  const double marginal = engine.prefill_ms(flow.batch, 2.0) - engine.prefill_ms(flow.batch, 1.0);
  const double load = rate * chunks.count / chunks.ranks * marginal;
  // Places are taken while prompts are read, too.
  const double taken = flow.batch + rate * (cycle.residual + chunks.count * cycle.mixed);
  flow.slots_bound = taken >= places;
  flow.prefill_bound = load >= 1.0 || rate >= engine.prefill_limit(std::min(flow.batch, places));
  flow.stable = !flow.slots_bound && !flow.prefill_bound;
  if (!flow.stable) {
    const double all = std::min(places, kMostSaturated);
    return overloaded(closed_loop(model, demand, all, all), flow);
  }
  engine.fill(flow, cycle);
  const double busy = std::min(load, 0.999);
  const double a = engine.tokens_a_step();
  const double slope = (engine.decode_ms(flow.batch + 1.0) - engine.decode_ms(flow.batch));
  const double feedback = std::min(0.9, rate * engine.steps() * slope);
  // A request meets those of its own burst: more sequences and more prompts beside it.
  const double dispersion = arrival_dispersion(demand.arrival_variation, flow.batch);
  const double of_one =
      (slope + chunks.count * std::max(0.0, marginal) / std::max(1.0, engine.steps())) / (1.0 - feedback);
  flow.tpot += std::max(0.0, dispersion - 1.0) * of_one / a;
  const double batch_spread = kSlotsSpread * slope * std::sqrt(flow.batch * dispersion) / (1.0 - feedback);
  if (demand.requests_alike())
    flow.tpot_p99 = flow.tpot + skewed_99(flow.batch, dispersion) *
                                    std::hypot(batch_spread, engine.step_spread(cycle)) / a;
  else
    take_token_times(flow, engine.token_times(flow.batch, cycle, rate), batch_spread / a);
  // First tokens: the steps of the own prompt, the residual of the one under way, the prompts before it, a
  // place.
  const double bursts = queue_dispersion(demand.arrival_variation, busy);
  const double given = chunks.count * std::max(0.0, marginal) / (2.0 * (1.0 - busy));
  Spread queue{.mean = busy * given * (bursts + demand.input_variation)};
  // Prompts that are read together have half of the tail of a queue one by one; long ones have not.
  const double together = std::clamp(1.0 / chunks.most, 0.5, 1.0);
  const Spread tail = chance_wait(busy, given * (together * bursts + demand.input_variation));
  queue.p90 = tail.p90;
  queue.p99 = tail.p99;
  const double more = 0.5 * cycle.q * chunks.count * cycle.mixed + cycle.gathering;
  const Spread own = engine.own(flow.batch, cycle);
  const double slower = engine.decode_ms(std::min(places, kMostSaturated)) / engine.decode_ms(flow.batch);
  const double held = cycle.residual + own.mean + engine.steps() * cycle.tau * std::max(1.0, slower);
  const Spread place = wait_for_place(places, taken, rate, held, demand.output_variation, dispersion);
  const Spread times = sum_of(sum_of(sum_of(own, engine.residual(cycle)), queue), place);
  const double beside = model.front_end_ms() + demand.fetch_ms;
  flow.ttft_mean = beside + more + times.mean;
  if (demand.prompts_alike()) {
    flow.ttft = std::min(flow.ttft_mean, beside + more + times.median);
    flow.ttft_p90 = beside + times.p90;
    flow.ttft_p99 = std::max(flow.ttft, beside + times.p99);
  } else {
    // All that comes of other prompts is one wait, behind half a step that decodes.
    const double half = 0.5 * cycle.decode;
    const SharedWait others = varied_wait(more + cycle.residual + queue.mean - half,
                                          std::clamp(cycle.q * cycle.mixed / cycle.tau, busy, 1.0), busy,
                                          demand.input_variation, together);
    const Spread all = sum_of(varied_sum(engine.own_by_length(flow.batch, cycle), others), place);
    flow.ttft = beside + half + all.median;
    flow.ttft_p90 = beside + half + all.p90;
    flow.ttft_p99 = beside + half + all.p99;
  }
  return with_answers(flow, demand);
}

Flow static_batch(const StepModel& model, const Demand& demand, double batch, double places) {
  const Station engine(model, demand);
  const double waves = std::max(1.0, std::ceil(batch / std::max(1.0, places)));
  const double part = batch / waves;
  const Chunks& chunks = engine.chunks();
  const double steps = std::max(1.0, part * chunks.count / (chunks.most * chunks.ranks));
  const double tokens = part * demand.input / chunks.ranks / steps;
  Flow flow;
  flow.batch = part;
  flow.slots_bound = waves > 1.0;
  const double prefill = steps * model.step_ms({0.0, 0.0, tokens, chunks.tokens, demand.prefix});
  flow.step_decode = engine.decode_ms(part);
  flow.step_mixed = prefill / steps;
  flow.decode_rank = part / (chunks.ranks * model.worker().pipeline_parallel);
  flow.prefill_rank = tokens;
  flow.tpot = flow.tpot_p99 = flow.step_decode / engine.tokens_a_step();
  const double run = prefill + engine.steps() * flow.step_decode;
  flow.rate = part / run;
  flow.ttft = flow.ttft_mean = prefill + 0.5 * (waves - 1.0) * run;
  flow.ttft_p99 = prefill + (waves - 1.0) * run;
  flow.ttft_p90 = flow.ttft + 0.8 * (flow.ttft_p99 - flow.ttft);  // from the middle on they come evenly
  return with_answers(flow, demand);
}

Flow finite_run(const StepModel& model, const Demand& demand, double batch, double rate, double places) {
  Flow flow = static_batch(model, demand, batch, places);
  const double run = flow.batch / flow.rate;  // of one wave
  const double waves = std::max(1.0, std::ceil(batch / std::max(1.0, places)));
  const double reading = std::max(0.0, run - (demand.output - 1.0) * flow.tpot);
  const double arriving = batch / rate;
  flow.ttft = flow.ttft_mean =
      std::max(flow.step_mixed, 0.5 * (reading + (waves - 1.0) * run - arriving)) + model.front_end_ms();
  flow.ttft_p99 = std::max(flow.ttft, reading + (waves - 1.0) * run - arriving);
  flow.ttft_p90 = flow.ttft + 0.8 * (flow.ttft_p99 - flow.ttft);
  flow.tpot += 0.5 * reading / std::max(1.0, demand.output - 1.0);
  flow.tpot_p99 = std::max(flow.tpot, flow.step_decode + reading / std::max(1.0, demand.output - 1.0));
  return with_answers(flow, demand);
}

double hand_over_ms(const Transfer& transfer, double tokens) {
  return tokens * transfer.kv_token_bytes / (kNetworkShare * transfer.gb_per_s * 1e6 * transfer.ranks) +
         kHandOverMs;
}

namespace {

/// Steps of one prompt of `ratio` times the mean length, read alone.
double reading_ms(const StepModel& prefill, const Demand& demand, double ratio) {
  const double prompt = ratio * demand.input;
  const double count = std::max(1.0, std::ceil(prompt / prefill.worker().max_batched_tokens));
  const double tokens = prompt / count;
  return count * prefill.step_ms({0.0, 0.0, tokens, std::max(1.0, tokens),
                                  ratio * demand.prefix + 0.5 * (count - 1.0) * tokens});
}

/// First tokens of workers apart: the own prompt and its way over, what lies before it at the readers, a
/// place.
struct Apart {
  const StepModel& prefill;
  const Demand& demand;
  const Transfer& transfer;
  Readers readers;
  Spread own;  ///< of a prompt that waits for nothing, all the way

  Apart(const StepModel& model, double workers, const Demand& of, const Transfer& by)
      : prefill(model), demand(of), transfer(by), readers(readers_of(model, workers, of)) {
    own = over_lengths(demand, [&](double ratio) {
      return prefill.front_end_ms() + demand.fetch_ms + reading_ms(prefill, demand, ratio) +
             hand_over_ms(transfer, ratio * (demand.input + demand.prefix));
    });
  }
};

}  // namespace

Readers readers_of(const StepModel& prefill, double workers, const Demand& demand) {
  const Chunks chunks = chunks_of(prefill, demand);
  Readers readers;
  readers.count = workers * chunks.ranks;
  readers.most = chunks.count > 1.0 ? 1.0 : chunks.most;
  readers.one_ms =
      over_lengths(demand, [&](double ratio) { return reading_ms(prefill, demand, ratio); }).mean;
  readers.full_ms =
      readers.most > 1.0
          ? std::max(readers.one_ms,
                     prefill.step_ms({0.0, 0.0, readers.most * demand.input, std::max(1.0, demand.input),
                                      demand.prefix * (1.0 + demand.input_variation) +
                                          0.5 * demand.input * demand.input_variation}))
          : readers.one_ms;
  readers.length_variation = demand.input_variation;
  readers.arrival_variation = demand.arrival_variation;
  return readers;
}

Flow disaggregated(const StepModel& prefill, int prefill_workers, const StepModel& decode, int decode_workers,
                   const Demand& demand, const Transfer& transfer, double in_flight, double places) {
  const Apart apart(prefill, prefill_workers, demand, transfer);
  const Station writer(decode, demand);
  const double limit = apart.readers.limit();
  Flow flow;
  double rate = 0.5 * std::min(limit, in_flight / (apart.own.mean + writer.steps() * writer.decode_ms(1.0)));
  // Of all in flight those decode that are neither read nor wait for it.
  const double most = std::max(kLeastBatch, std::min(places, in_flight / decode_workers));
  const double able =
      writer.steps() > 0.0 ? decode_workers * most / (writer.steps() * writer.decode_ms(most)) : kEndless;
  const auto reading = [&] { return std::min(rate, kPoolUse * limit); };
  double mean = 0.0, tau = writer.decode_ms(1.0);
  bool full = false;
  for (int round = 0; round < 4 * kRounds; ++round) {
    mean = apart.own.mean + ReadingQueue(apart.readers, reading()).mean();
    const double decoding = std::min(in_flight - rate * mean, rate * writer.steps() * tau);
    flow.batch = full ? most : std::clamp(decoding / decode_workers, kLeastBatch, most);
    const double last = tau;
    tau = writer.decode_ms(flow.batch);
    const double round_trip = in_flight / (mean + writer.steps() * tau);
    const double next = std::min({round_trip, kPoolUse * limit, able});
    flow.prefill_bound = kPoolUse * limit <= next;
    full = able <= next;
    const double change = std::abs(next - rate);
    rate = 0.5 * (rate + next);
    if (change < kEnough * rate && std::abs(tau - last) < kEnough * tau) break;
  }
  flow.rate = rate;
  flow.tpot = tau / writer.tokens_a_step();
  flow.tpot_p99 = kMeasuredTpotTail * flow.tpot;
  flow.step_decode = tau;
  flow.step_mixed = apart.readers.one_ms;
  flow.decode_rank =
      flow.batch / (decode.worker().attention_data_parallel * decode.worker().pipeline_parallel);
  flow.wait = std::max(0.0, in_flight / rate - mean - writer.steps() * tau);
  Spread waits = reading_wait(apart.readers, reading());
  waits = sum_of(waits, queue_of(flow.wait, std::max(1.0, flow.wait * rate)));
  // Little's law: all that a round trip leaves beside the own prompt and the answer.
  if (const double left = in_flight / rate - apart.own.mean - writer.steps() * tau; waits.mean > 0.0) {
    const double share = std::clamp(left / waits.mean, 0.0, 1.0);
    for (double* wait : {&waits.mean, &waits.median, &waits.p90, &waits.p99}) *wait *= share;
  }
  // As many as there are come back at their times: no more wait at once than do on average and what these
  // vary by, behind a full step and in one.
  const double others = (1.0 + demand.input_variation) / std::max(1.0, waits.mean * rate);
  waits.p99 =
      std::min(waits.p99, waits.mean * (1.0 + kNormal99 * std::sqrt(others)) + 2.0 * apart.readers.full_ms);
  waits.p90 = std::min(waits.p90, waits.p99);
  const Spread first = sum_of(apart.own, waits);
  flow.ttft = first.median;
  flow.ttft_mean = first.mean;
  flow.ttft_p90 = first.p90;
  flow.ttft_p99 = first.p99;
  if (demand.waves > 0.0) {
    const double burst = Station(prefill, demand).burst(in_flight / prefill_workers).mean;
    flow.ttft_mean = flow.ttft + burst / demand.waves;
    flow.ttft_p99 = flow.ttft + kBurstTail * burst;
  }
  // Who waits to be read has no place either.
  flow.slots_bound = std::max(flow.batch, (in_flight - rate * mean) / decode_workers) >= places;
  flow.batch *= decode_workers;
  return with_answers(flow, demand);
}

Flow disaggregated_open(const StepModel& prefill, int prefill_workers, const StepModel& decode,
                        int decode_workers, const Demand& demand, const Transfer& transfer, double rate,
                        double places) {
  const Apart apart(prefill, prefill_workers, demand, transfer);
  const Station writer(decode, demand);
  Flow flow;
  flow.rate = rate;
  const double mine = rate / decode_workers;  // requests of one worker
  const double per_ms = mine * writer.steps();
  const double tau =
      rising_fixed_point(writer.decode_ms(1.0), kAllPlaces * places / per_ms, 0.5 * kEnough, 4 * kRounds,
                         [&](double at) { return writer.decode_ms(per_ms * at); });
  flow.batch = per_ms * tau;
  flow.slots_bound = flow.batch >= places;
  flow.prefill_bound = rate >= kPoolUse * apart.readers.limit();
  flow.stable = !flow.slots_bound && !flow.prefill_bound;
  if (!flow.stable) {
    const double all = std::min(places, kMostSaturated);
    return overloaded(disaggregated(prefill, prefill_workers, decode, decode_workers, demand, transfer,
                                    all * decode_workers, all),
                      flow);
  }
  const double full = writer.decode_ms(std::min(places, kMostSaturated));
  // A request meets those of its own burst.
  const double dispersion = arrival_dispersion(demand.arrival_variation, flow.batch * decode_workers);
  const Spread place =
      wait_for_place(std::floor(places) * decode_workers, flow.batch * decode_workers, rate,
                     writer.steps() * std::max(full, tau), demand.output_variation, dispersion);
  const Spread first = sum_of(sum_of(apart.own, reading_wait(apart.readers, rate)), place);
  flow.ttft = std::min(first.median, first.mean);
  flow.ttft_mean = first.mean;
  flow.ttft_p90 = first.p90;
  flow.ttft_p99 = first.p99;
  flow.tpot = tau / writer.tokens_a_step();
  const double slope = writer.decode_ms(flow.batch + 1.0) - writer.decode_ms(flow.batch);
  const double feedback = std::min(0.9, mine * writer.steps() * slope);
  const double of_one = slope / (1.0 - feedback) / writer.tokens_a_step();
  flow.tpot += std::max(0.0, dispersion - 1.0) * of_one / decode_workers;
  flow.tpot_p99 = flow.tpot + skewed_99(flow.batch, dispersion) * kSlotsSpread * of_one *
                                  std::sqrt(flow.batch * std::max(1.0, dispersion));
  flow.step_decode = tau;
  flow.step_mixed = apart.readers.one_ms;
  flow.decode_rank =
      flow.batch / (decode.worker().attention_data_parallel * decode.worker().pipeline_parallel);
  flow.batch *= decode_workers;
  return with_answers(flow, demand);
}

}  // namespace astrolabe::serving
