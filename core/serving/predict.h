#pragma once
// predict(): a question and a deployment in, the figures of an answer's row out. Pure, no search.

#include <optional>
#include <string>

#include "core/base/json.h"
#include "core/serving/memory.h"
#include "core/serving/prefix_cache.h"
#include "core/serving/products.h"
#include "core/serving/question.h"
#include "core/serving/traffic.h"

namespace astrolabe::serving {

/// A figure and its band: 80 % of comparable runs lie inside.
struct Banded {
  double value = 0.0, low = 0.0, high = 0.0;
};

/// What limits a deployment.
enum class Binds {
  none,
  bandwidth,
  compute,
  launches,
  links,
  prefill,
  kv_memory,
  host,
  weights,
  max_sequences  ///< of the deployment or its engine, below what memory holds
};
const char* to_string(Binds binds);

/// One row of an answer. Times in seconds, rates a second, of the whole deployment.
struct Figures {
  int gpus = 0;
  bool fits = true;  ///< false: weights or one request exceed a rank; all else is 0
  /// False: requests come faster than they are served. Rates, batch and times per token are then the most
  /// that is carried, and first tokens wait without end (infinity). Offline, too, times to the first token
  /// and of whole requests are infinity: a request waits for its turn, however much work there is.
  bool stable = true;
  bool tails_simulated =
      false;  ///< times are those of the simulation where these are longer: arrivals come in bursts
  Banded ttft, ttft_mean, ttft_p99, tpot, tpot_p99, e2e, output_tokens_per_second;
  double ttft_p90_seconds = 0.0;
  double tpot_p90_seconds = 0.0;  ///< 0: as of a normal distribution between median and 99th percentile
  /// What the longest of a hundred answers take beyond the median's; `e2e` is of the median.
  double longer_answers_seconds = 0.0;
  double tokens_per_second_per_user = 0.0, output_tokens_per_second_per_gpu = 0.0, requests_per_second = 0.0;
  double batch = 0.0;   ///< sequences that decode at once in a replica
  double places = 0.0;  ///< that its memory and its limits hold
  double kv_use = 0.0;  ///< share of the room for keys and values
  /// Of `ttft`: for a place, where more requests are in flight than run at once, or for the prompts before
  /// it.
  double wait_seconds = 0.0;
  bool crowded = false;                  ///< more requests are in flight than have a place
  Memory memory;                         ///< of a rank that decodes
  std::optional<Memory> prefill_memory;  ///< of a rank that reads prompts apart
  StepParts decode_step, mixed_step;
  Binds binds = Binds::none;
  Products products = Products::native;
  std::optional<ExpertBalance> experts;  ///< where the job says how uneven their loads are
  PrefixHits prefixes;                   ///< where prompts have a part that came before
};

/// Whether requests come in bursts (a variation of their gaps above 1.2): then 99th percentiles are those of
/// the simulation of one rank, which are slower to come by.
bool comes_in_bursts(const Traffic& traffic);

/// Errors do not occur: degrees that the model does not divide by are the caller's (core/serving/limits of a
/// search). `question.traffic` of the whole deployment is shared evenly by its replicas.
Figures predict(const Question& question, const Deployment& deployment);
/// With `constants` in place of the question's.
Figures predict(const Question& question, const Deployment& deployment, const Constants& constants);

/// The step model of a worker, for curves and simulations.
StepModel step_model(const Question& question, const Worker& worker);
StepModel step_model(const Question& question, const Worker& worker, const Constants& constants);
/// How prefill workers hand over to decode workers. Precondition: `deployment` has both.
Transfer transfer_of(const Question& question, const Deployment& deployment);
/// Mean lengths of a question's requests.
Demand demand_of(const Traffic& traffic);

/// The keys of an answer's row that a prediction knows; money and prices are null.
Json to_json(const Figures& figures);

}  // namespace astrolabe::serving
