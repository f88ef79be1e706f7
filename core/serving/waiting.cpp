#include "core/serving/waiting.h"

#include <algorithm>
#include <cmath>

#include "core/base/normal.h"

namespace astrolabe::serving {

namespace {

constexpr double kManyServers = 48.0;  // from which on the limit of many servers is near enough
constexpr double kFar = 9.0;           // standard deviations of load that are never reached
constexpr double kMostLoad = 0.999;
constexpr double kLongerSteps =
    0.4;  // more prompts in the step of one that waits, by how steps feed on each other
constexpr double kPooled = 0.75;  // power of the number of workers
constexpr double kMostFeedback = 0.95;

double normal_density(double x) { return std::exp(-0.5 * x * x) * 0.3989422804014327; }
double normal_below(double x) { return 0.5 * std::erfc(-x * 0.7071067811865476); }

}  // namespace

Spread sum_of(const Spread& one, const Spread& other) {
  const double mean = one.mean + other.mean;
  const double median = mean - std::hypot(one.mean - one.median, other.mean - other.median);
  return {mean, median, median + std::hypot(one.p90 - one.median, other.p90 - other.median),
          median + std::hypot(one.p99 - one.median, other.p99 - other.median)};
}

double all_busy(double servers, double load) {
  if (load <= 0.0) return 0.0;
  if (load >= 1.0) return 1.0;
  if (servers >= kManyServers) {
    const double spare = (1.0 - load) * std::sqrt(servers);
    return spare > kFar ? 0.0 : 1.0 / (1.0 + spare * normal_below(spare) / normal_density(spare));
  }
  const double count = std::max(1.0, std::floor(servers)), offered = load * count;
  double blocked = 1.0;  // Erlang's B formula by its recursion
  for (double i = 1.0; i <= count; i += 1.0) blocked = offered * blocked / (i + offered * blocked);
  return blocked / (1.0 - load * (1.0 - blocked));
}

Spread chance_wait(double chance, double given) {
  const auto beyond = [&](double share) { return chance > share ? given * std::log(chance / share) : 0.0; };
  return {chance * given, beyond(0.5), beyond(0.1), beyond(0.01)};
}

Spread place_wait(double places, double taken, double held, double variation) {
  const double load = taken / std::max(1.0, places);
  if (load >= 1.0) return {};
  return chance_wait(all_busy(places, load), 0.5 * held * (1.0 + variation) / (places * (1.0 - load)));
}

Spread reading_wait(const Readers& readers, double rate) {
  const double most = std::max(1.0, readers.most);
  const double more =
      most > 1.0 ? (readers.full_ms - readers.one_ms) / (most - 1.0) : 0.0;  // of one more prompt
  const double each = rate / readers.count;
  // Prompts of a step: k = a / (1 - exp(-a)), a = each (one + (k - 1) more), by Newton's steps from below.
  constexpr int kRounds = 30;
  double together = 1.0, coming = each * readers.one_ms;
  for (int round = 0; round < kRounds; ++round) {
    coming = each * (readers.one_ms + (together - 1.0) * more);
    const double next = std::clamp(coming > 1e-6 ? coming / -std::expm1(-coming) : 1.0, 1.0, most);
    if (std::abs(next - together) < 1e-4 * together) break;
    together = next;
  }
  const double step = readers.one_ms + (together - 1.0) * more;
  const double busy = all_busy(readers.count, std::min(kMostLoad, each * step / together));
  const double feedback = std::min(kMostFeedback, each * more);
  const double bunching = 0.5 * (1.0 + readers.arrival_variation * readers.arrival_variation);
  const double varied = 1.0 + readers.length_variation;
  const double others = bunching * coming * (1.0 + kLongerSteps * feedback * feedback * varied);
  const double others_spread = std::sqrt(others * varied / (1.0 - feedback * feedback));
  // Of the steps under way the longer ones are met more often.
  const double under_way = step * (1.0 + readers.length_variation / together);
  // Beyond the median or 99 %: of those that wait this share.
  const auto at = [&](double share) {
    const double within = (share - (1.0 - busy)) / std::max(busy, 1e-12);
    if (within <= 0.0) return 0.0;
    const double beside =
        std::clamp(others + normal_quantile(std::min(within, 0.999)) * others_spread, 0.0, most - 1.0);
    return beside * more + under_way * (1.0 - std::pow(1.0 - within, 1.0 / readers.count));
  };
  const double load = std::min(kMostLoad, rate / readers.limit());
  const double variation = readers.arrival_variation * readers.arrival_variation + readers.length_variation;
  const double given = readers.full_ms / (most * readers.count) * variation / (2.0 * (1.0 - load));
  const Spread full = chance_wait(busy * std::pow(load, most * std::pow(readers.count, kPooled)), given);
  return {busy * (std::min(others, most - 1.0) * more + under_way / (readers.count + 1.0)) + full.mean,
          at(0.5) + full.median, at(0.9) + full.p90, at(0.99) + full.p99};
}

}  // namespace astrolabe::serving
