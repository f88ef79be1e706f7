#pragma once
// Lengths of prompts and answers, and how requests come.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::serving {

/// One request of a trace.
struct Arrival {
  double seconds = 0.0, input = 0.0, output = 0.0, cached = 0.0;
  int line = 0;  ///< of the trace's file; 0: in no file
};

/// Tokens of requests: mean, and variance over the square of the mean (0: all alike).
struct Lengths {
  enum class Form { fixed, uniform, quantiles, trace, profile } form = Form::fixed;
  double mean = 1.0, variation = 0.0;
  double low = 0.0, high = 0.0;            ///< of `uniform`; `high` of a trace that was read, too
  double p50 = 0.0, p90 = 0.0, p99 = 0.0;  ///< of `quantiles`, profiles and traces that were read
  std::string name;                        ///< file of a trace, id of a profile

  static Lengths fixed(double tokens);
  static Lengths uniform(double low, double high);
  /// Mean, variation and quantiles of lengths that are known; its form is to be set.
  static Lengths of(std::vector<double> all);
  /// `share` in (0, 1): the length below which that share lies. Through all stated quantiles, with the stated
  /// mean.
  double quantile(double share) const;
};

/// Statistics of a published trace: resources/serving/profiles.json.
struct Profile {
  std::string id, source;
  Lengths input, output;
  double arrival_variation = 1.0;  ///< standard deviation of gaps over their mean
};
const std::vector<Profile>& profiles();
const Profile* find_profile(std::string_view id);

/// Reads `input_tokens` or `output_tokens`: a number, {"mean", "p50", "p90", "p99"}, {"uniform": [a, b]},
/// {"trace": file} or {"profile": id}. Unsaid, a mean and the higher percentiles are those of
/// the log-normal distribution through what is said; a median alone stands for all.
Result<Lengths> read_lengths(const Json& json, const std::string& path, bool output);
Json to_json(const Lengths& lengths);

/// A trace `arrival_seconds,input_tokens,output_tokens[,cached_tokens]`. Errors: bad_trace at row and column,
/// for gaps, negative lengths and times that run backwards.
Result<std::vector<Arrival>> read_trace(std::string_view csv);

}  // namespace astrolabe::serving
