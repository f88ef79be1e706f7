#include "core/deploy/simulated.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/deploy/candidate.h"
#include "core/serving/prefix_cache.h"
#include "core/serving/simulation_apart.h"

namespace astrolabe::deploy {

namespace {

constexpr double kFewRequests = 100.0;  // of a trace
constexpr int kWaves = 12, kMostRequests = 60'000;
constexpr double kSeconds = 1e-3, kAlike = 1e-9;

/// Mean, variation and quantiles of a figure of all requests.
template <class Of>
serving::Lengths lengths_of(const std::vector<serving::Arrival>& trace, Of of) {
  std::vector<double> all;
  all.reserve(trace.size());
  for (const serving::Arrival& one : trace) all.push_back(of(one));
  return serving::Lengths::of(std::move(all));
}

/// Of so many equal streams of a group's requests one, that of a replica: of a trace, or drawn. Closed loops
/// need so many that the burst of their start is left out.
std::vector<serving::Arrival> requests_of(const serving::Question& asked, double streams, int in_flight,
                                          const Group& group, const std::vector<serving::Arrival>& trace,
                                          std::uint64_t seed) {
  if (trace.empty()) {
    serving::Traffic traffic = asked.traffic;
    const serving::PrefixHits& hits = group.figures.prefixes;
    if (serving::counts_prefixes(traffic)) traffic.cached_prefix = hits.on_device + hits.on_host;
    traffic.requests_per_second /= streams;
    if (traffic.kind != serving::Traffic::Kind::rate) traffic.requests_per_second = 1.0;
    return serving::sample_requests(
        traffic, std::clamp(kWaves * in_flight, serving::kDrawnRequests, kMostRequests), seed);
  }
  std::vector<serving::Arrival> mine;
  const double step = streams / std::max(kAlike, group.share);
  for (double at = 0.0; at < static_cast<double>(trace.size()); at += step)
    mine.push_back(trace[static_cast<std::size_t>(at)]);
  return mine;
}

/// Requests in flight of a stream that holds `places`; 0: they come at their times.
double in_flight_of(const serving::Question& asked, double streams, double places) {
  switch (asked.traffic.kind) {
    case serving::Traffic::Kind::rate:
      return 0.0;
    case serving::Traffic::Kind::offline:
      return std::max(1.0, places);
    default:
      return std::max(1.0, std::round(asked.traffic.concurrency / streams));
  }
}

struct Stream {
  serving::Simulated figures;
  double streams = 1.0;  ///< of the group that are alike
  double kv_use = 0.0;   ///< of a rank's room for keys and values, at most
  double requests = 0.0;
  double room = 0.0;  ///< tokens of the longest request that fits
};

/// One copy with all of its ranks.
Stream simulate_stream(const serving::Question& asked, const Group& group,
                       const std::vector<serving::Arrival>& trace, std::uint64_t seed) {
  const serving::Deployment& deployment = group.deployment;
  const serving::Worker& worker = deployment.worker;
  const Replica replica(asked, worker);
  const bool apart = deployment.disaggregated();
  const int ranks = worker.attention_data_parallel, writers = (apart ? deployment.decode_workers : 1) * ranks;
  Stream stream;
  stream.streams = static_cast<double>(deployment.replicas);
  const double places = replica.places(worker.max_sequences) / ranks;
  const double users = in_flight_of(asked, stream.streams, places * writers);
  // Those beyond what a simulation holds stand in the queue before it, which moves on with each that is done.
  const int in_flight = static_cast<int>(std::min(users, static_cast<double>(kMostRequests / kWaves)));
  auto requests = requests_of(asked, stream.streams, in_flight, group, trace, seed);
  stream.requests = static_cast<double>(requests.size());
  stream.room = std::floor(replica.memory().kv_tokens - replica.memory().sequence_tokens());
  // Figures of a few requests are of them all.
  const bool few = !trace.empty() && stream.requests < kFewRequests;
  const serving::StepModel model = serving::step_model(asked, worker);
  if (apart) {
    serving::ApartInputs inputs;
    inputs.requests = std::move(requests);
    inputs.in_flight = in_flight;
    inputs.prefill_ranks = deployment.prefill_workers * deployment.prefill->attention_data_parallel;
    inputs.decode_ranks = writers;
    inputs.places = places;
    inputs.kv_tokens = replica.memory().kv_tokens;
    inputs.kv_sequence = replica.memory().sequence_tokens();
    inputs.quantile = asked.promises.quantile;
    inputs.transfer = serving::transfer_of(asked, deployment);
    if (few) inputs.warm_up = 0.0;
    stream.figures = serving::simulate_apart(serving::step_model(asked, *deployment.prefill), model, inputs);
  } else {
    serving::SimulationInputs inputs;
    inputs.requests = std::move(requests);
    inputs.in_flight = in_flight;
    inputs.places = places;
    inputs.kv_tokens = replica.memory().kv_tokens;
    inputs.kv_sequence = replica.memory().sequence_tokens();
    inputs.quantile = asked.promises.quantile;
    if (few) inputs.warm_up = 0.0;
    stream.figures = serving::simulate(model, inputs);
  }
  stream.kv_use = stream.figures.most_held / replica.memory().kv_tokens;
  if (const double behind = users - in_flight; behind > 0.0 && stream.figures.rate > 0.0)
    for (double* first : {&stream.figures.ttft_mean, &stream.figures.ttft_median, &stream.figures.ttft_p99,
                          &stream.figures.ttft_promised, &stream.figures.e2e_promised})
      *first += behind / stream.figures.rate;
  return stream;
}

/// The error where each request is longer than the room of a rank.
Result<Json> nothing_fits(const std::vector<serving::Arrival>& trace, double room) {
  const Wanted wanted{
      Wanted::Kind::text,
      {fmt::format("requests of at most {} tokens, which a rank of this deployment has room for",
                   format_number(std::max(0.0, room)))}};
  if (trace.empty()) return fail(code::out_of_range, "input_tokens", "requests that fit no rank", wanted);
  const serving::Arrival& first = trace.front();
  return fail(code::bad_trace, fmt::format("row {}, column input_tokens", first.line),
              format_number(first.input + first.output) + " tokens in all", wanted);
}

}  // namespace

void take_trace(const std::vector<serving::Arrival>& trace, bool output, serving::Lengths& lengths,
                serving::Traffic& traffic) {
  serving::Lengths found =
      lengths_of(trace, [&](const serving::Arrival& one) { return output ? one.output : one.input; });
  found.form = lengths.form;
  found.name = lengths.name;
  lengths = std::move(found);
  if (!output && traffic.cached_prefix == 0.0) {
    const double cached = lengths_of(trace, [](const serving::Arrival& one) { return one.cached; }).mean;
    traffic.cached_prefix = std::min(1.0, cached / lengths.mean);
  }
  std::vector<double> gaps;
  for (std::size_t i = 1; i < trace.size(); ++i) gaps.push_back(trace[i].seconds - trace[i - 1].seconds);
  if (gaps.size() > 1 && traffic.arrival_variation == 1.0)
    traffic.arrival_variation = std::sqrt(serving::Lengths::of(std::move(gaps)).variation);
}

Result<void> check_trace(const std::vector<serving::Arrival>& trace, int most) {
  if (most <= 0) return {};
  for (const serving::Arrival& one : trace) {
    if (one.input + one.output <= most) continue;
    const bool input = one.input >= one.output;
    const double rest = std::max(1.0, most - (input ? one.output : one.input));
    return fail(
        code::bad_trace, fmt::format("row {}, column {}", one.line, input ? "input_tokens" : "output_tokens"),
        format_number(input ? one.input : one.output), {Wanted::Kind::between, {"1", format_number(rest)}});
  }
  return {};
}

Result<Json> simulated_json(const Question& question, const Fleet& fleet,
                            const std::vector<serving::Arrival>& trace, std::uint64_t seed) {
  double requests = 0.0, tokens = 0.0, batch = 0.0, fullest = 0.0, all_requests = 0.0, room = 0.0;
  std::int64_t left_out = 0;
  Json all = Json::object();
  std::int64_t preemptions = 0;
  for (const Group& group : fleet.groups) {
    const serving::Question asked =
        with_share(*question.pools[static_cast<std::size_t>(group.pool)].asked, group.share);
    const Stream stream = simulate_stream(asked, group, trace, seed);
    const serving::Simulated& one = stream.figures;
    requests += one.rate / kSeconds * stream.streams;
    tokens += one.output_rate / kSeconds * stream.streams;
    batch += one.batch * group.share;
    preemptions += one.preemptions;
    fullest = std::max(fullest, stream.kv_use);
    all_requests += stream.requests;
    left_out += one.left_out;
    room = std::max(room, stream.room);
    const auto add = [&](const char* key, double ms) {
      all[key] = all.value(key, 0.0) + ms * kSeconds * group.share;
    };
    const auto most = [&](const char* key, double ms) {
      all[key] = std::max(all.value(key, 0.0), ms * kSeconds);
    };
    add("ttft_seconds", one.ttft_median);
    add("ttft_mean_seconds", one.ttft_mean);
    most("ttft_p99_seconds", one.ttft_p99);
    most("ttft_promised_seconds", one.ttft_promised);
    add("tpot_seconds", one.tpot_median);
    most("tpot_p99_seconds", one.tpot_p99);
    most("tpot_promised_seconds", one.tpot_promised);
    most("e2e_promised_seconds", one.e2e_promised);
  }
  // A stream is a part of a trace; what is left out is told of all of it.
  if (!trace.empty()) {
    all_requests = static_cast<double>(trace.size());
    left_out = std::count_if(trace.begin(), trace.end(), [&](const serving::Arrival& one) {
      return std::max(1.0, one.input - one.cached) + one.cached + std::max(1.0, one.output) > room;
    });
  }
  if (static_cast<double>(left_out) >= all_requests) return nothing_fits(trace, room);
  const double tpot = all.value("tpot_seconds", 0.0);
  all["tokens_per_second_per_user"] = tpot > 0.0 ? Json(1.0 / tpot) : Json();
  all["output_tokens_per_second"] = tokens;
  all["output_tokens_per_second_per_gpu"] = tokens / std::max(1, fleet.gpus);
  all["requests_per_second"] = requests;
  all["batch"] = all["batch_sequences"] = batch;
  all["kv_use_most"] = all["kv_use_most_share"] = fullest;
  all["preemptions"] = all["preemptions_count"] = preemptions;
  all["requests_count"] = all_requests;
  all["left_out_requests_count"] = left_out;
  // Why: they are longer than the room for keys and values of a rank.
  all["longest_request_tokens"] = room;
  // Offline all requests are there from the start and wait for their turn.
  if (question.traffic().kind == serving::Traffic::Kind::offline)
    for (const char* key : {"ttft_seconds", "ttft_mean_seconds", "ttft_p99_seconds", "ttft_promised_seconds",
                            "e2e_promised_seconds"})
      all[key] = Json();
  // Answers of one token have no time between tokens.
  if (tpot <= 0.0)
    for (const char* key : {"tpot_seconds", "tpot_p99_seconds", "tpot_promised_seconds"}) all[key] = Json();
  return all;
}

}  // namespace astrolabe::deploy
