#pragma once
// What is asked: a model, a GPU type, an engine, traffic and promises.

#include <memory>
#include <optional>
#include <string>

#include "core/serving/choices.h"
#include "core/serving/constants.h"
#include "core/serving/deployment.h"
#include "core/serving/engine.h"
#include "core/serving/expert_load.h"
#include "core/serving/lengths.h"
#include "core/serving/machine.h"
#include "core/serving/shape.h"

namespace astrolabe::serving {

/// How requests come.
struct Traffic {
  enum class Kind { rate, concurrency, offline, batch } kind = Kind::concurrency;
  double requests_per_second = 0.0;  ///< of `rate`, of Poisson arrivals unless `arrival_variation` says other
  double concurrency = 1.0;          ///< in flight, or sequences of a static `batch`
  Lengths input, output;
  double cached_prefix = 0.0;  ///< share of the prompt that came before: that a cache with room for all has
  /// Tokens of all prefixes that come again, each as likely as any other; 0: not said, the cache has them
  /// all.
  double prefix_tokens = 0.0;
  double arrival_variation = 1.0;
  std::vector<double> hours;  ///< 24 factors of requests_per_second, or none
  /// Requests of a run over those in flight: weighs the burst of the start; 0: traffic that has none.
  double waves = 0.0;
  double prompts = 0.0;  ///< of an offline run, or of one at a rate; 0: without end
};

struct Promises {
  std::optional<double> ttft_seconds, tpot_seconds, e2e_seconds;
  double quantile = 0.5;
};

/// Everything that a prediction is of but the deployment.
struct Question {
  ModelShape shape;
  Machine machine;
  Engine engine;
  DataType weights = DataType::bf16, cache = DataType::bf16;
  Traffic traffic;
  Promises promises;
  std::shared_ptr<const ExpertLoad> expert_load{};  ///< none: routing as even as in measured runs
  std::shared_ptr<const Constants> constants{};     ///< of own runs; none: the shipped ones
  const Constants& values() const { return constants ? *constants : shipped_values(); }
};

/// The serving part of a job: traffic, promises, precisions, engine.
struct ServeJob {
  Traffic traffic;
  Promises promises;
  DataType weights = DataType::bf16;
  std::optional<DataType> cache;  ///< none: cache_type()
  Runtime runtime = Runtime::vllm;
  std::string date;
  int spare_replicas = 0;
  Speculation speculation;  ///< that deployments may use; without drafts: none may
  Choices choices;          ///< what deployments are looked for
  /// "placement": "layers": one copy of the model whose layers lie on unequal machines, in place of replicas.
  bool over_layers = false;
  std::shared_ptr<const ExpertLoad> expert_load{};  ///< none: not said
};

/// Type of keys and values where nobody states one: fp8 where weights are fp8 or fp4, but bf16 for SGLang and
/// for gpt-oss before Blackwell; else bf16.
DataType cache_type(DataType weights, Runtime runtime, const ModelShape& shape, const Machine& machine);

/// Reads a job with `"task": "serve"`. Errors: keys, traffic of no or two kinds, precisions.
Result<ServeJob> read_serve_job(const Json& json);
Json to_json(const ServeJob& job);

/// Errors: out_of_range where the job tells loads of other experts than the model has.
Result<void> check_expert_load(const ModelShape& shape, const ServeJob& job);

/// Errors: those of machine_of() and check_products(); out_of_range for loads of other experts than the model
/// has.
Result<Question> make_question(const model::Architecture& architecture, const hardware::Gpu& gpu,
                               const ServeJob& job);

}  // namespace astrolabe::serving
