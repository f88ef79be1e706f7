#pragma once
// The engine step by step: continuous batching with chunked prefill, mixed or separate steps, preemption. The
// slow twin of traffic.h; step times are the same. Steps in which the same sequences decode are taken
// together.

#include <cstdint>
#include <vector>

#include "core/serving/lengths.h"
#include "core/serving/question.h"
#include "core/serving/step.h"

namespace astrolabe::serving {

/// One copy with its share of the traffic. Under attention data parallelism all of its ranks step together:
/// each waits for the one that reads the longest prompts. `places` and the tokens are those of a rank.
struct SimulationInputs {
  std::vector<Arrival> requests{};  ///< in the order of their times, which closed loops do not look at
  int in_flight = 0;                ///< requests at any time; 0: they come at their times
  double places = 1e9;              ///< sequences that run at once
  double kv_tokens = 1e12;          ///< that fit
  double kv_sequence = 0.0;         ///< of them what a sequence takes whatever its length: windows, states
  double quantile = 0.5;            ///< of the times that are promised
  double warm_up = 0.15;            ///< share of the requests, at both ends, that figures leave out
};

/// Requests of a traffic that figures are drawn from, where nothing asks for more.
inline constexpr int kDrawnRequests = 3000;

struct Simulated {
  double ttft_mean = 0.0, ttft_median = 0.0, ttft_p99 = 0.0;  ///< ms
  double tpot_mean = 0.0, tpot_median = 0.0, tpot_p99 = 0.0;  ///< of answers of two tokens and more; 0: none
  double ttft_promised = 0.0, tpot_promised = 0.0, e2e_promised = 0.0;  ///< at the quantile of the inputs
  double rate = 0.0;                                                    ///< finished requests a ms
  double output_rate = 0.0;                                             ///< tokens a ms
  double batch = 0.0;                                                   ///< mean of sequences that decode
  double most_held = 0.0;  ///< of `kv_tokens` of a rank, at any time
  std::int64_t steps = 0, preemptions = 0;
  std::int64_t left_out = 0;  ///< requests that are longer than the room for keys and values
};

/// Times of a request, ms; `end` below 0: never finished.
struct Served {
  double arrival = 0.0, first = 0.0, end = -1.0;
  double output = 1.0;  ///< tokens
};
/// Times and rates of what was served, in the order of arrival, without a share `warm_up` at both ends. The
/// rate of requests `in_flight` (0: they come at their times) by Little's law, as requests that are alike end
/// in waves, whose edges an interval of time would have to meet; else of those that end between two times.
Simulated figures_of_served(const std::vector<Served>& requests, double warm_up, int in_flight,
                            double quantile = 0.5);

/// Every request is finished in the end: one that never fits alone is left out and counts in no figure.
Simulated simulate(const StepModel& model, const SimulationInputs& inputs);

/// `count` requests of a traffic, seeded: lengths by their quantiles, gaps exponential, or of a gamma
/// distribution where their variation is another; together they have the rate of the traffic. Same numbers on
/// every machine.
std::vector<Arrival> sample_requests(const Traffic& traffic, int count, std::uint64_t seed);

}  // namespace astrolabe::serving
