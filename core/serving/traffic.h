#pragma once
// Fixed points of traffic: what step times make of requests. One replica; times in ms, rates a ms.

#include <algorithm>
#include <array>

#include "core/serving/step.h"
#include "core/serving/waiting.h"

namespace astrolabe::serving {

/// Answers of about one length.
struct AnswerClass {
  double share = 0.0;   ///< of all answers of two tokens and more
  double tokens = 0.0;  ///< after the first one
};

/// Shares of prompts at which their lengths, and what these take, are known.
inline constexpr std::array kPromptShares{0.0, 0.2, 0.4, 0.5, 0.6, 0.75, 0.85, 0.9, 0.95, 0.99, 1.0};
/// A figure of prompts that rises with their length, at kPromptShares.
using PromptTimes = std::array<double, kPromptShares.size()>;

/// Mean lengths of requests as the fixed points need them.
struct Demand {
  double input = 1.0;     ///< tokens of a prompt that are computed
  double prefix = 0.0;    ///< tokens of it that are cached
  double fetch_ms = 0.0;  ///< that a prompt waits for what of them comes from the host's memory
  double output = 1.0;
  double output_variation = 0.0;   ///< squared coefficient
  double waves = 0.0;              ///< requests of a run over those in flight; 0: without start and end
  bool in_phase = false;           ///< all requests alike: they start and end together
  double arrival_variation = 1.0;  ///< of open traffic: standard deviation of gaps over their mean
  double input_variation = 0.0;    ///< squared coefficient, of prompts
  PromptTimes prompts{};           ///< lengths over their mean; of no meaning where prompts_alike()
  double output_median = 1.0, output_p99 = 1.0;  ///< of answers over their mean
  /// By length, the shortest first; no shares: all prompts and all answers are alike.
  std::array<AnswerClass, 8> answers{};
  /// Tokens that a sequence has on average while it decodes.
  double context() const { return prefix + input + 0.5 * output * (1.0 + output_variation); }
  bool prompts_alike() const { return input_variation <= 0.0; }
  double prompt_median() const { return prompts[3]; }
  double prompt_p90() const { return prompts[7]; }
  double prompt_p99() const { return prompts[9]; }
  bool requests_alike() const { return answers.back().share <= 0.0; }
  /// Tokens of the median answer after its first, and how many more the longest of a hundred have.
  double median_answer() const { return std::max(0.0, output * output_median - 1.0); }
  double longer_answers() const { return std::max(0.0, output * (output_p99 - output_median)); }
};

struct Flow {
  double rate = 0.0;                  ///< requests a ms
  double batch = 0.0;                 ///< sequences that decode at once, all ranks
  double tpot = 0.0, tpot_p99 = 0.0;  ///< 0: answers are one token
  double tpot_p90 = 0.0;              ///< 0: as of a normal distribution between these
  double ttft = 0.0;                  ///< median
  double ttft_mean = 0.0, ttft_p90 = 0.0, ttft_p99 = 0.0;
  double e2e = 0.0;             ///< of the median answer after the median first token
  double longer_answers = 0.0;  ///< what the longest of a hundred take beyond the median one
  double wait = 0.0;            ///< of `ttft_mean`: for a place or for the prompts before it
  double prefill_share = 0.0;   ///< of steps
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
/// Workers of prompts alone: what `workers` of them make of a queue of prompts.
Readers readers_of(const StepModel& prefill, double workers, const Demand& demand);
/// ms until the keys and values of so many tokens have come over.
double hand_over_ms(const Transfer& transfer, double tokens);
Flow disaggregated(const StepModel& prefill, int prefill_workers, const StepModel& decode, int decode_workers,
                   const Demand& demand, const Transfer& transfer, double in_flight, double places);
/// Prefill and decode apart, where requests come at `rate` a ms.
Flow disaggregated_open(const StepModel& prefill, int prefill_workers, const StepModel& decode,
                        int decode_workers, const Demand& demand, const Transfer& transfer, double rate,
                        double places);

}  // namespace astrolabe::serving
