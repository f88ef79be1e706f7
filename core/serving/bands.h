#pragma once
// How far measured runs lie from predictions, by what was measured before: resources/serving/bands.json.

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/serving/engine.h"

namespace astrolabe::serving {

/// What a band is of: time per token, first token, tokens a second at a load, offline, of static batches.
enum class Banding { tpot, ttft, rate, offline, batch };
inline constexpr int kBandings = 5;
const char* to_string(Banding banding);

/// Tenth and ninetieth percentile of measured over predicted runs whose configuration was not in the fit.
struct Band {
  double low = 1.0, high = 1.0;
};

/// Whose runs were measured.
struct Evidence {
  Runtime runtime = Runtime::vllm;
  bool moe = false;
  bool gpu_measured = true, family_measured = true;
};

/// The shipped bands. A GPU type or a family without runs takes the band of those that were left out of a
/// fit whole; without both, the wider end of each.
Band band_of(const Evidence& evidence, Banding banding);
/// Whether the shipped runs have at least kLeastRuns of a GPU type (catalogue id), of a family of models.
bool gpu_was_measured(const std::string& gpu);
bool family_was_measured(const std::string& family);
inline constexpr int kLeastRuns = 30;

}  // namespace astrolabe::serving
