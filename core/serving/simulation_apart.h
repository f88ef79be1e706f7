#pragma once
// Workers of prompts and workers of answers, request by request: the slow twin of disaggregated() and
// disaggregated_open().
#include "core/serving/simulation.h"
#include "core/serving/traffic.h"

namespace astrolabe::serving {

/// Ranks are those of all workers of a kind in a replica: each steps for itself.
struct ApartInputs {
  std::vector<Arrival> requests{};  ///< in the order of their times, which closed loops do not look at
  int in_flight = 0;                ///< requests at any time; 0: they come at their times
  int prefill_ranks = 1, decode_ranks = 1;
  double places = 1e9;       ///< sequences that a rank decodes at once
  double kv_tokens = 1e12;   ///< that fit a rank that decodes; requests take room for their whole length
  double kv_sequence = 0.0;  ///< of them what a sequence takes whatever its length
  double quantile = 0.5;     ///< of the times that are promised
  Transfer transfer;
  double warm_up = 0.15;  ///< share of the requests, at both ends, that figures leave out
};

/// Prompts wait in one queue; a free rank reads as many as fill its step, a longer one in chunks. Their keys
/// and values go over the network, each by itself, to the rank that decodes the fewest. The first token is
/// there when they have come and have a place. One that never fits is left out and counts in no figure.
Simulated simulate_apart(const StepModel& prefill, const StepModel& decode, const ApartInputs& inputs);

}  // namespace astrolabe::serving
