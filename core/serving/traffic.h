#pragma once
// Fixed points of traffic: what step times make of requests. One replica; times in ms, rates a ms.

#include "core/serving/step.h"

namespace astrolabe::serving {

/// Mean lengths of requests as the fixed points need them.
struct Demand {
  double input = 1.0;     ///< tokens of a prompt that are computed
  double prefix = 0.0;    ///< tokens of it that are cached
  double fetch_ms = 0.0;  ///< that a prompt waits for what of them comes from the host's memory
  double output = 1.0;
  double output_variation = 0.0;   ///< squared coefficient
  double waves = 10.0;             ///< requests of a run over those in flight
  bool in_phase = false;           ///< all requests alike: they start and end together
  double arrival_variation = 1.0;  ///< of open traffic: standard deviation of gaps over their mean
  /// Tokens that a sequence has on average while it decodes.
  double context() const { return prefix + input + 0.5 * output * (1.0 + output_variation); }
};

struct Flow {
  double rate = 0.0;   ///< requests a ms
  double batch = 0.0;  ///< sequences that decode at once, all ranks
  double tpot = 0.0, tpot_p99 = 0.0;
  double ttft = 0.0, ttft_mean = 0.0, ttft_p99 = 0.0;
  double wait = 0.0;           ///< of `ttft`: for a place or for the prompts before it
  double prefill_share = 0.0;  ///< of steps
  double step_decode = 0.0, step_mixed = 0.0;
  double decode_rank = 0.0, prefill_rank = 0.0;  ///< sequences and prompt tokens of a rank in a mixed step
  /// False: open traffic beyond what the replica can do. `rate`, `batch` and times per token are then those
  /// of all its places taken, the most that it carries; first tokens wait without end.
  bool stable = true;
  bool prefill_bound = false, slots_bound = false;
};

/// `in_flight` requests at any time, of which `places` can run.
Flow closed_loop(const StepModel& model, const Demand& demand, double in_flight, double places);
/// Requests at `rate` a ms, `places` of which can run.
Flow open_loop(const StepModel& model, const Demand& demand, double rate, double places);
/// `batch` sequences that start together and wait for each other, `places` of which can run.
Flow static_batch(const StepModel& model, const Demand& demand, double batch, double places);
/// `batch` requests that come at `rate` a ms, faster than they are served, and none after them: prompts are
/// read one after the other, and who has its first token waits for the others' prompts before it decodes
/// alone with them. Times are means, the first token's that of the middle request.
Flow finite_run(const StepModel& model, const Demand& demand, double batch, double rate, double places);
/// Prefill workers hand their keys and values over to decode workers.
struct Transfer {
  double kv_token_bytes = 0.0;  ///< of all ranks
  double gb_per_s = 50.0;       ///< of a GPU's network, `ranks` of which send at once
  double ranks = 1.0;
};
/// ms until the keys and values of so many tokens have come over.
double hand_over_ms(const Transfer& transfer, double tokens);
Flow disaggregated(const StepModel& prefill, int prefill_workers, const StepModel& decode, int decode_workers,
                   const Demand& demand, const Transfer& transfer, double in_flight, double places);
/// Prefill and decode apart, where requests come at `rate` a ms.
Flow disaggregated_open(const StepModel& prefill, int prefill_workers, const StepModel& decode,
                        int decode_workers, const Demand& demand, const Transfer& transfer, double rate,
                        double places);

}  // namespace astrolabe::serving
