#include "core/serving/waiting.h"

#include <algorithm>
#include <cmath>

namespace astrolabe::serving {

namespace {

constexpr double kManyServers = 48.0;  // from which on the limit of many servers is near enough
constexpr double kFar = 9.0;           // standard deviations of load that are never reached
constexpr double kMostLoad = 0.999;

double normal_density(double x) { return std::exp(-0.5 * x * x) * 0.3989422804014327; }
double normal_below(double x) { return 0.5 * std::erfc(-x * 0.7071067811865476); }

}  // namespace

Spread sum_of(const Spread& one, const Spread& other) {
  const double mean = one.mean + other.mean;
  const double mine = one.mean - one.median, others = other.mean - other.median;
  const double squares = mine * std::abs(mine) + others * std::abs(others);
  const double median = mean - std::copysign(std::sqrt(std::abs(squares)), squares);
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
  const double load = std::min(kMostLoad, taken / std::max(1.0, places));
  return chance_wait(all_busy(places, load), 0.5 * held * (1.0 + variation) / (places * (1.0 - load)));
}

}  // namespace astrolabe::serving
