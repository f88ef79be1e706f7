#include "core/exchange/mapping.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/rounding.h"
#include "core/exchange/matching.h"

namespace astrolabe::exchange {

namespace {

/// What an expert, or a pair of them, asks of its GPU.
struct Demand {
  double sent = 0.0, received = 0.0, work = 0.0;
  double units() const { return std::max(sent, received); }
  double seconds(const GpuRates& gpu) const { return std::max(units() / gpu.units, work / gpu.work); }
  Demand operator+(const Demand& other) const {
    return {sent + other.sent, received + other.received, work + other.work};
  }
};

std::vector<Demand> demands_of(const ExpertTraffic& model) {
  std::vector<Demand> demands;
  for (int expert = 0; expert < model.traffic.gpus(); ++expert)
    demands.push_back({model.traffic.sent(expert), model.traffic.received(expert),
                       model.work.empty() ? 0.0 : model.work[static_cast<std::size_t>(expert)]});
  return demands;
}

std::vector<int> numbered(std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

bool equal_rates(const std::vector<GpuRates>& gpus) {
  return std::all_of(gpus.begin(), gpus.end(), [&](const GpuRates& gpu) {
    return gpu.units == gpus.front().units && gpu.work == gpus.front().work;
  });
}

/// Numbers by `first` falling, then `second`; whether neither ever rises along that order.
template <class First, class Second>
bool sort_both(std::vector<int>& numbers, First first, Second second) {
  std::stable_sort(numbers.begin(), numbers.end(), [&](int x, int y) {
    return first(x) != first(y) ? first(x) > first(y) : second(x) > second(y);
  });
  return std::is_sorted(numbers.begin(), numbers.end(), [&](int x, int y) { return second(x) > second(y); });
}

/// The optimal GPU of each demand.
std::vector<int> gpus_of(const std::vector<Demand>& demands, const std::vector<GpuRates>& gpus) {
  std::vector<int> gpu_of = numbered(demands.size());
  if (equal_rates(gpus)) return gpu_of;
  const auto at = [](const auto& list, int i) -> const auto& { return list[static_cast<std::size_t>(i)]; };
  std::vector<int> by_load = numbered(demands.size()), by_rate = numbered(gpus.size());
  const bool loads = sort_both(
      by_load, [&](int i) { return at(demands, i).units(); }, [&](int i) { return at(demands, i).work; });
  const bool rates = sort_both(
      by_rate, [&](int i) { return at(gpus, i).units; }, [&](int i) { return at(gpus, i).work; });
  if (loads && rates) {
    for (std::size_t i = 0; i < by_load.size(); ++i)
      gpu_of[static_cast<std::size_t>(by_load[i])] = by_rate[i];
    return gpu_of;
  }
  std::vector<double> weights;
  for (const Demand& demand : demands)
    for (const GpuRates& gpu : gpus) weights.push_back(demand.seconds(gpu));
  return bottleneck_assignment(weights, static_cast<int>(demands.size())).column;
}

double seconds_of_mapping(const std::vector<Demand>& demands, const std::vector<GpuRates>& gpus,
                          const std::vector<int>& gpu_of) {
  double seconds = 0.0;
  for (std::size_t i = 0; i < demands.size(); ++i)
    seconds = std::max(seconds, demands[i].seconds(gpus[static_cast<std::size_t>(gpu_of[i])]));
  return seconds;
}

/// Experts by number where each sends as much as it receives and no work counts, so that one number orders
/// them.
bool balanced(const std::vector<Demand>& demands) {
  return std::all_of(demands.begin(), demands.end(), [](const Demand& demand) {
    return demand.work == 0.0 && std::fabs(demand.sent - demand.received) <= kRounding * demand.units();
  });
}

std::vector<int> partners_of(const std::vector<Demand>& a, const std::vector<Demand>& b,
                             const GpuRates& gpu) {
  if (balanced(a) && balanced(b)) {
    std::vector<int> hot = numbered(a.size()), cold = numbered(b.size()), partner(a.size());
    std::stable_sort(hot.begin(), hot.end(), [&](int x, int y) {
      return a[static_cast<std::size_t>(x)].units() > a[static_cast<std::size_t>(y)].units();
    });
    std::stable_sort(cold.begin(), cold.end(), [&](int x, int y) {
      return b[static_cast<std::size_t>(x)].units() < b[static_cast<std::size_t>(y)].units();
    });
    for (std::size_t i = 0; i < hot.size(); ++i) partner[static_cast<std::size_t>(hot[i])] = cold[i];
    return partner;
  }
  std::vector<double> weights;
  for (const Demand& first : a)
    for (const Demand& second : b) weights.push_back((first + second).seconds(gpu));
  return bottleneck_assignment(weights, static_cast<int>(a.size())).column;
}

std::vector<Demand> pairs_of(const std::vector<Demand>& a, const std::vector<Demand>& b,
                             const std::vector<int>& partner) {
  std::vector<Demand> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) pairs.push_back(a[i] + b[static_cast<std::size_t>(partner[i])]);
  return pairs;
}

/// What no mapping of demands can go below: all of it over all rates, and the largest on the best GPU.
double least_seconds(const std::vector<Demand>& a, const std::vector<Demand>& b,
                     const std::vector<GpuRates>& gpus) {
  Demand all;
  GpuRates rates{0.0, 0.0}, best{0.0, 0.0};
  for (const GpuRates& gpu : gpus) {
    rates = {rates.units + gpu.units, rates.work + gpu.work};
    best = {std::max(best.units, gpu.units), std::max(best.work, gpu.work)};
  }
  double largest = 0.0;
  for (const auto* side : {&a, &b})
    for (const Demand& demand : *side) {
      all = all + demand;
      largest = std::max(largest, demand.seconds(best));
    }
  // An expert of each model stands on every GPU, so the most of one comes with the least of the other.
  const auto least_of = [](const std::vector<Demand>& side, auto part) {
    double least = side.empty() ? 0.0 : part(side.front());
    for (const Demand& demand : side) least = std::min(least, part(demand));
    return least;
  };
  const auto with_least = [&](const std::vector<Demand>& side, const std::vector<Demand>& other) {
    const Demand least{least_of(other, [](const Demand& d) { return d.sent; }),
                       least_of(other, [](const Demand& d) { return d.received; }),
                       least_of(other, [](const Demand& d) { return d.work; })};
    for (const Demand& demand : side) largest = std::max(largest, (demand + least).seconds(best));
  };
  with_least(a, b);
  if (!b.empty()) with_least(b, a);
  return std::max(largest, all.seconds(rates));
}

/// The GPU that takes longest, and its seconds.
std::pair<std::size_t, double> slowest(const std::vector<Demand>& pairs, const std::vector<GpuRates>& gpus,
                                       const std::vector<int>& gpu_of) {
  std::pair<std::size_t, double> most{0, -1.0};
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (const double seconds = pairs[i].seconds(gpus[static_cast<std::size_t>(gpu_of[i])]);
        seconds > most.second)
      most = {i, seconds};
  return most;
}

/// One exchange of partners or GPUs between the slowest pair and another that makes both faster than it was.
bool improve(const std::vector<Demand>& a, const std::vector<Demand>& b, const std::vector<GpuRates>& gpus,
             Mapping& mapping) {
  const std::vector<Demand> pairs = pairs_of(a, b, mapping.partner);
  const auto [worst, seconds] = slowest(pairs, gpus, mapping.gpu_of);
  const auto gpu = [&](std::size_t i) -> const GpuRates& {
    return gpus[static_cast<std::size_t>(mapping.gpu_of[i])];
  };
  const auto partner = [&](std::size_t i) -> const Demand& {
    return b[static_cast<std::size_t>(mapping.partner[i])];
  };
  double best = rounded_down(seconds);
  std::size_t with = worst;
  int what = 0;  // 1: partners, 2: GPUs, 3: both, which moves the first model's experts alone
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i == worst) continue;
    const Demand mine = a[worst] + partner(i), other = a[i] + partner(worst);
    const double tried[] = {std::max(mine.seconds(gpu(worst)), other.seconds(gpu(i))),
                            std::max(pairs[worst].seconds(gpu(i)), pairs[i].seconds(gpu(worst))),
                            std::max(mine.seconds(gpu(i)), other.seconds(gpu(worst)))};
    for (int k = 0; k < 3; ++k)
      if (tried[k] < best) {
        best = tried[k];
        with = i;
        what = k + 1;
      }
  }
  if (what == 1 || what == 3) std::swap(mapping.partner[worst], mapping.partner[with]);
  if (what >= 2) std::swap(mapping.gpu_of[worst], mapping.gpu_of[with]);
  return what > 0;
}

}  // namespace

Mapping map_one(const ExpertTraffic& model, const std::vector<GpuRates>& gpus) {
  const std::vector<Demand> demands = demands_of(model);
  Mapping mapping;
  mapping.gpu_of = gpus_of(demands, gpus);
  mapping.seconds = mapping.bound_seconds = seconds_of_mapping(demands, gpus, mapping.gpu_of);
  return mapping;
}

Mapping pair_models(const ExpertTraffic& a, const ExpertTraffic& b, const GpuRates& gpu) {
  const std::vector<Demand> first = demands_of(a), second = demands_of(b);
  const std::vector<GpuRates> gpus(first.size(), gpu);
  Mapping mapping;
  mapping.gpu_of = numbered(first.size());
  mapping.partner = partners_of(first, second, gpu);
  mapping.seconds = mapping.bound_seconds =
      seconds_of_mapping(pairs_of(first, second, mapping.partner), gpus, mapping.gpu_of);
  return mapping;
}

Mapping map_two(const ExpertTraffic& a, const ExpertTraffic& b, const std::vector<GpuRates>& gpus) {
  const std::vector<Demand> first = demands_of(a), second = demands_of(b);
  if (equal_rates(gpus)) return pair_models(a, b, gpus.empty() ? GpuRates{} : gpus.front());
  Mapping mapping;
  GpuRates mean{0.0, 0.0};
  for (const GpuRates& gpu : gpus) mean = {mean.units + gpu.units, mean.work + gpu.work};
  mapping.partner = partners_of(first, second, mean);
  mapping.gpu_of = gpus_of(pairs_of(first, second, mapping.partner), gpus);
  while (improve(first, second, gpus, mapping)) {
  }
  mapping.seconds = seconds_of_mapping(pairs_of(first, second, mapping.partner), gpus, mapping.gpu_of);
  mapping.bound_seconds = std::min(mapping.seconds, least_seconds(first, second, gpus));
  return mapping;
}

Traffic together(const Traffic& a, const Traffic& b, const Mapping& mapping) {
  std::vector<int> gpu_of_second(mapping.partner.size());
  for (std::size_t i = 0; i < mapping.partner.size(); ++i)
    gpu_of_second[static_cast<std::size_t>(mapping.partner[i])] = mapping.gpu_of[i];
  const Traffic first = a.placed(mapping.gpu_of);
  return gpu_of_second.empty() ? first : first + b.placed(gpu_of_second);
}

}  // namespace astrolabe::exchange
