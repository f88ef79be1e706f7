#include "core/deploy/simulated.h"

#include <algorithm>
#include <cmath>

#include "core/deploy/candidate.h"
#include "core/serving/prefix_cache.h"
#include "core/serving/simulation.h"

namespace astrolabe::deploy {

namespace {

constexpr int kRequests = 2000;
constexpr double kSeconds = 1e-3, kAlike = 1e-9;

/// Mean and squared coefficient of variation.
struct Spread {
  double mean = 0.0, variation = 0.0;
};
template <class Of>
Spread spread_of(const std::vector<serving::Arrival>& trace, Of of) {
  double sum = 0.0, squares = 0.0;
  for (const serving::Arrival& one : trace) {
    sum += of(one);
    squares += of(one) * of(one);
  }
  const auto count = static_cast<double>(trace.size());
  const double mean = sum / count;
  return {mean, mean > 0.0 ? std::max(0.0, squares / count / (mean * mean) - 1.0) : 0.0};
}

/// What one rank of one copy sees of the requests.
serving::Simulated simulate_rank(const serving::Question& asked, const Group& group,
                                 std::vector<serving::Arrival> requests) {
  const serving::Worker& worker = group.deployment.worker;
  const Replica replica(asked, worker);
  const int ranks = worker.attention_data_parallel;
  serving::SimulationInputs inputs;
  inputs.places = replica.places(worker.max_sequences) / ranks;
  inputs.kv_tokens = replica.memory().kv_tokens;
  switch (asked.traffic.kind) {
    case serving::Traffic::Kind::rate:
      break;
    case serving::Traffic::Kind::offline:
      inputs.in_flight = static_cast<int>(std::max(1.0, inputs.places));
      break;
    default:
      inputs.in_flight = static_cast<int>(
          std::max(1.0, std::round(asked.traffic.concurrency / group.deployment.replicas / ranks)));
  }
  inputs.requests = std::move(requests);
  return serving::simulate(serving::step_model(asked, worker), inputs);
}

/// Requests of one rank: every n-th of a trace, or drawn.
std::vector<serving::Arrival> requests_of(const serving::Question& asked, const Group& group,
                                          const std::vector<serving::Arrival>& trace, std::uint64_t seed) {
  const double streams = group.deployment.replicas * group.deployment.worker.attention_data_parallel;
  if (trace.empty()) {
    serving::Traffic traffic = asked.traffic;
    const serving::PrefixHits& hits = group.figures.prefixes;
    if (serving::counts_prefixes(traffic)) traffic.cached_prefix = hits.on_device + hits.on_host;
    traffic.requests_per_second /= streams;
    if (traffic.kind != serving::Traffic::Kind::rate) traffic.requests_per_second = 1.0;
    return serving::sample_requests(traffic, kRequests, seed);
  }
  std::vector<serving::Arrival> mine;
  const double step = streams / std::max(kAlike, group.share);
  for (double at = 0.0; at < static_cast<double>(trace.size()); at += step)
    mine.push_back(trace[static_cast<std::size_t>(at)]);
  return mine;
}

}  // namespace

void take_trace(const std::vector<serving::Arrival>& trace, bool output, serving::Lengths& lengths,
                serving::Traffic& traffic) {
  const Spread spread =
      spread_of(trace, [&](const serving::Arrival& one) { return output ? one.output : one.input; });
  lengths.mean = spread.mean;
  lengths.variation = spread.variation;
  if (!output && traffic.cached_prefix == 0.0) {
    const Spread cached = spread_of(trace, [](const serving::Arrival& one) { return one.cached; });
    traffic.cached_prefix = std::min(1.0, cached.mean / spread.mean);
  }
  std::vector<serving::Arrival> gaps;
  for (std::size_t i = 1; i < trace.size(); ++i)
    gaps.push_back({trace[i].seconds - trace[i - 1].seconds, 0.0, 0.0, 0.0});
  if (gaps.size() > 1 && traffic.arrival_variation == 1.0)
    traffic.arrival_variation =
        std::sqrt(spread_of(gaps, [](const serving::Arrival& gap) { return gap.seconds; }).variation);
}

Json simulated_json(const Question& question, const Fleet& fleet, const std::vector<serving::Arrival>& trace,
                    std::uint64_t seed) {
  Json rows = Json::array();
  double requests = 0.0, tokens = 0.0;
  Json all = {{"ttft_seconds", 0.0},
              {"ttft_mean_seconds", 0.0},
              {"ttft_p99_seconds", 0.0},
              {"tpot_seconds", 0.0},
              {"tpot_p99_seconds", 0.0}};
  std::int64_t preemptions = 0;
  for (const Group& group : fleet.groups) {
    if (group.deployment.disaggregated()) return nullptr;
    const serving::Question asked =
        with_share(*question.pools[static_cast<std::size_t>(group.pool)].asked, group.share);
    const serving::Simulated one = simulate_rank(asked, group, requests_of(asked, group, trace, seed));
    const double streams = group.deployment.replicas * group.deployment.worker.attention_data_parallel;
    requests += one.rate / kSeconds * streams;
    tokens += one.output_rate / kSeconds * streams;
    preemptions += one.preemptions;
    const auto add = [&](const char* key, double ms) {
      all[key] = all[key].get<double>() + ms * kSeconds * group.share;
    };
    const auto most = [&](const char* key, double ms) {
      all[key] = std::max(all[key].get<double>(), ms * kSeconds);
    };
    add("ttft_seconds", one.ttft_median);
    add("ttft_mean_seconds", one.ttft_mean);
    most("ttft_p99_seconds", one.ttft_p99);
    add("tpot_seconds", one.tpot_median);
    most("tpot_p99_seconds", one.tpot_p99);
  }
  const double tpot = all["tpot_seconds"].get<double>();
  all["tokens_per_second_per_user"] = tpot > 0.0 ? Json(1.0 / tpot) : Json();
  all["output_tokens_per_second"] = tokens;
  all["output_tokens_per_second_per_gpu"] = tokens / std::max(1, fleet.gpus);
  all["requests_per_second"] = requests;
  all["preemptions"] = preemptions;
  return all;
}

}  // namespace astrolabe::deploy
