#pragma once
// What the seconds of post-training are made of.

#include <algorithm>
#include <array>
#include <cstddef>

namespace astrolabe::post_training {

enum class Part {
  prefill,     ///< prompts read by engines
  decode,      ///< answers written while a quarter of the places or more are in use
  stragglers,  ///< the last answers, nearly alone
  forward,     ///< log-probabilities, values, rewards of models
  training,    ///< updates
  handover,    ///< weights re-sharded from a trainer to an engine on the same GPUs
  host,        ///< models to host memory and back
  sync,        ///< weights to engines of other sets
  rule,        ///< rewards by rule, checker or sandbox
  waiting      ///< for what runs ahead: of iterations whose generation does
};
inline constexpr std::size_t kPartKinds = 10;

/// Seconds by part.
struct Parts {
  std::array<double, kPartKinds> seconds{};
  double& operator[](Part part) { return seconds[static_cast<std::size_t>(part)]; }
  double operator[](Part part) const { return seconds[static_cast<std::size_t>(part)]; }
  double sum() const {
    double all = 0.0;
    for (const double each : seconds) all += each;
    return all;
  }
  Parts& operator+=(const Parts& other) {
    for (std::size_t i = 0; i < kPartKinds; ++i) seconds[i] += other.seconds[i];
    return *this;
  }
  /// The part with most seconds; of equal ones the first.
  Part most() const {
    return static_cast<Part>(std::max_element(seconds.begin(), seconds.end()) - seconds.begin());
  }
  bool operator==(const Parts&) const = default;
};

/// "prefill", "decode", ...: keys of answers.
const char* to_string(Part part);

}  // namespace astrolabe::post_training
