#include "core/verify/certificate.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace astrolabe::verify {

bool Certificate::covers(double seconds, double usd, double gpus) const {
  if (incumbents.empty()) return false;
  const Incumbent& last = incumbents.back();
  switch (objective) {
    case strategy::Objective::throughput:
      return seconds >= last.step;
    case strategy::Objective::money:
      return usd >= last.usd;
    case strategy::Objective::gpus:
      return gpus > last.gpus || (gpus == last.gpus && seconds >= last.step);
    case strategy::Objective::pareto:
      break;
  }
  return std::any_of(incumbents.begin(), incumbents.end(), [&](const Incumbent& incumbent) {
    return seconds >= incumbent.step && usd >= incumbent.usd;
  });
}

double Certificate::covered_from(double usd_per_hour, int gpus) const {
  if (incumbents.empty()) return kBeyond;
  const Incumbent& last = incumbents.back();
  if (objective == strategy::Objective::throughput) return last.step;
  if (objective == strategy::Objective::money) return last.usd / usd_per_hour * kAsDear;
  if (objective == strategy::Objective::gpus)
    return gpus > last.gpus ? 0.0 : gpus == last.gpus ? last.step : kBeyond;
  double from = kBeyond;
  for (const Incumbent& incumbent : incumbents)
    from = std::min(from, std::max(incumbent.step, incumbent.usd / usd_per_hour * kAsDear));
  return from;
}

double Certificate::unit_seconds() const {
  double least = kBeyond;
  for (const Incumbent& incumbent : incumbents) least = std::min(least, incumbent.step);
  return least * 0x1p-24;
}

double Certificate::unit_usd() const {
  double least = kBeyond;
  for (const Incumbent& incumbent : incumbents) least = std::min(least, incumbent.usd);
  return least * 0x1p-24;
}

std::vector<int> order_of(std::uint32_t number, int count) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  // Behind each place the rest stands in ascending order; so many orders begin alike.
  std::uint32_t alike = 1;
  for (int i = 2; i < count; ++i) alike *= static_cast<std::uint32_t>(i);
  for (int place = 0; place + 1 < count; ++place) {
    const auto first = order.begin() + place;
    std::rotate(first, first + static_cast<std::ptrdiff_t>(number / alike),
                first + static_cast<std::ptrdiff_t>(number / alike) + 1);
    number %= alike;
    alike /= static_cast<std::uint32_t>(count - 1 - place);
  }
  return order;
}

}  // namespace astrolabe::verify
