#pragma once
// How a model that is already trained is trained further: which weights, on which samples, against which
// reference. JSON form: interfaces, "Models", the job's key `tuning`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/graph.h"

namespace astrolabe::strategy {

/// Adapters beside frozen weights (LoRA; QLoRA, whose frozen products are stored in 4 bits; DoRA, which also
/// trains the norm of every column), or all weights themselves.
enum class TuningMethod : std::uint8_t { full, lora, qlora, dora };
/// Where a preference loss takes the probabilities of the reference model from: a frozen copy that runs
/// forward beside the model, a file that was made before, or the model itself with its adapters switched off.
enum class Reference : std::uint8_t { copy, precomputed, adapter };

const char* to_string(TuningMethod method);
const char* to_string(Reference reference);

inline constexpr int kDefaultRank = 16;
inline constexpr int kLargestRank = 65'536;

/// Lengths of the samples in tokens, as far as somebody states them. A longer sample is cut to the job's
/// sequence.
struct SampleLengths {
  std::optional<double> mean{}, p50{}, p90{}, max{};
  bool operator==(const SampleLengths&) const = default;
};

/// What the lengths come to, for sequences of at most `sequence` tokens.
struct LengthMoments {
  double mean = 0.0;         ///< tokens
  double mean_square = 0.0;  ///< tokens squared
  double max = 0.0;          ///< tokens
};
LengthMoments moments_of(const SampleLengths& lengths, double sequence);
/// Tokens of the longest of `count` samples, on average.
double longest_of(const SampleLengths& lengths, double sequence, double count);
/// The lengths of a list of samples: mean, median, 90th percentile and longest. Precondition: not empty.
SampleLengths lengths_of(std::vector<double> samples);

struct Tuning {
  TuningMethod method = TuningMethod::full;
  int rank = kDefaultRank;             ///< of the adapters
  std::vector<std::string> targets{};  ///< products with adapters, by their usual names; empty: every product
  std::vector<std::string> frozen{};   ///< parts of the model that stay as they are, see part_names()
  std::optional<SampleLengths> lengths{};
  bool packing = true;  ///< samples fill sequences one behind the other; else each is padded to the longest
                        ///< of its micro-batch
  std::optional<Reference> reference{};  ///< of a preference loss
  bool operator==(const Tuning&) const = default;
  /// The model's own weights stay as they are, and adapters are trained.
  bool adapters() const { return method != TuningMethod::full; }
};

/// Tokens that every sequence of a job is computed with on average, and those of them that are no padding.
/// `sequence`: of the job.
double computed_tokens(const std::optional<Tuning>& tuning, int sequence, int micro_batch);
double real_tokens(const std::optional<Tuning>& tuning, int sequence);
/// Tokens of the fullest sequence, which decides the memory.
double fullest_tokens(const std::optional<Tuning>& tuning, int sequence);
/// Tokens that a token attends to as far as its own sample goes: the length of attention in a sequence.
double attended_tokens(const std::optional<Tuning>& tuning, int sequence, int micro_batch);

/// An adapter beside one product of a layer: the output and input width of what it stands beside.
struct Adapted {
  std::size_t gemm = 0;       ///< index into LayerClass::gemms
  std::int64_t n = 0, k = 0;  ///< of the part of it, such as the queries of qkv
};
/// The adapters of a layer, in the order of its products. Those of routed experts: adapts_experts().
std::vector<Adapted> adapted(const Tuning& tuning, const model::LayerClass& layer);
/// Whether the first products of routed experts (gate and up) and the last ones have adapters.
struct AdaptedExperts {
  bool gate = false, up = false, down = false;
  /// Adapters of the first products of one expert; what is not gated has one such product.
  int first_products(bool gated) const { return gated ? int{gate} + int{up} : int{gate || up}; }
};
AdaptedExperts adapted_experts(const Tuning& tuning);
/// "embed_tokens" and "lm_head" among the targets: trained whole, beside the adapters.
bool trains_embedding(const Tuning& tuning);
bool trains_head(const Tuning& tuning);
/// Whether a part of the model stays as it is, adapters apart.
bool freezes(const Tuning& tuning, std::string_view part);

/// Names of what a tuning can freeze in a model: "embedding", "head", "experts" where there are some, its
/// towers ("vision"), and the names of its kinds of layers.
std::vector<std::string> part_names(const model::Graph& graph);
/// The usual names of a model's products, as targets: "q_proj", "linear_qkv", …
std::vector<std::string> target_names(const model::Graph& graph);

/// Reads the object `tuning` of a job; mistakes go to `parent`. `sequence`: of the job. Errors: a rank,
/// targets or a reference that the method has no use for, lengths that contradict each other.
Tuning read_tuning(ObjectReader& parent, const Json& json, int sequence);
Json to_json(const Tuning& tuning);

/// Whether model and tuning go together. Errors, at tuning.targets and tuning.frozen: names of nothing in the
/// model, with those that there are; nothing left to train.
Result<void> check_tuning(const Tuning& tuning, const model::Graph& graph);

}  // namespace astrolabe::strategy
