#include "core/serving/token_times.h"

#include <algorithm>
#include <cmath>

#include "core/serving/gamma_tail.h"

namespace astrolabe::serving {

namespace {

constexpr double kMostRead = 0.98;  // of the time, for prompts

/// What prompts add to the answers of one length.
struct Added {
  double share = 0.0, steps = 0.0, tokens = 0.0;
  double any = 0.0;                   ///< chance that there is a prompt
  double mean = 0.0, variance = 0.0;  ///< where there is
};

Added added_to(const AnswerClass& answers, const Demand& demand, const AnswerSteps& steps) {
  const double read = std::clamp(1.0 - steps.decode / steps.tau, 0.0, kMostRead), left = 1.0 - read;
  Added added{answers.share, answers.tokens / steps.tokens, answers.tokens};
  if (read <= 0.0 || steps.rate <= 0.0) return added;
  const double one = read / steps.rate;
  const double square = one * one * (1.0 + demand.input_variation);
  const double within = steps.own + added.steps * steps.decode;
  const double mean = read * within / left;
  const double variance = steps.rate * square * within / (left * left * left);
  added.any = -std::expm1(-steps.rate * within);
  added.mean = mean / added.any;
  added.variance = (variance + mean * mean) / added.any - added.mean * added.mean;
  return added;
}

}  // namespace

Spread token_times(const Demand& demand, const AnswerSteps& steps) {
  std::array<Added, std::tuple_size_v<decltype(demand.answers)>> all;
  std::transform(demand.answers.begin(), demand.answers.end(), all.begin(),
                 [&](const AnswerClass& one) { return added_to(one, demand, steps); });
  const auto beyond = [&](double time) {
    double chance = 0.0;
    for (const Added& one : all) {
      if (one.share <= 0.0) continue;
      const double sum = time * one.tokens - one.steps * steps.decode;
      if (sum <= 0.0)
        chance += one.share;
      else if (one.any > 0.0)
        chance += one.share * one.any * gamma_beyond(one.mean, one.variance, sum);
    }
    return chance;
  };
  const double least = steps.decode / steps.tokens;
  const double most = std::max(least, steps.longest / steps.tokens);
  // Halved so often that the chance is about straight in between.
  const auto at = [&](double share) {
    constexpr int kHalvings = 13;
    double low = least, high = most, above = 1.0, below = beyond(high);
    if (below >= share) return most;
    if (beyond(least * (1.0 + 1e-9)) <= share) return least;
    for (int i = 0; i < kHalvings && high > low; ++i) {
      const double middle = 0.5 * (low + high), chance = beyond(middle);
      (chance > share ? low : high) = middle;
      (chance > share ? above : below) = chance;
    }
    return above > below ? low + (high - low) * (above - share) / (above - below) : low;
  };
  const double usual = steps.tau / steps.tokens;
  return {usual, usual, at(0.1), at(0.01)};
}

}  // namespace astrolabe::serving
