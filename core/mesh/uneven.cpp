#include "core/mesh/uneven.h"

#include <algorithm>
#include <cstddef>

#include "core/base/units.h"
#include "core/mesh/state.h"

namespace astrolabe::mesh {

namespace {

/// Sums of bytes that are equal but for rounding.
constexpr double kFitting = 1.0 + 1e-12;

/// The least bytes by sequences, of these the least sum of squares of the GPUs' seconds, and how they are put
/// together: of two parts, `first` sequences in the first.
struct Sum {
  std::vector<double> bytes, squares;
  std::vector<std::int64_t> first;
};

Sum nothing(std::size_t size) {
  return {std::vector<double>(size, kBeyond), std::vector<double>(size, kBeyond),
          std::vector<std::int64_t>(size, -1)};
}

Sum convolved(const Sum& a, const Sum& b) {
  Sum sum = nothing(a.bytes.size());
  for (std::size_t i = 0; i < a.bytes.size(); ++i) {
    if (a.bytes[i] == kBeyond) continue;
    for (std::size_t j = 0; i + j < a.bytes.size(); ++j) {
      if (b.bytes[j] == kBeyond) continue;
      const double bytes = a.bytes[i] + b.bytes[j], squares = a.squares[i] + b.squares[j];
      double& least = sum.bytes[i + j];
      if (bytes > least || (bytes == least && squares >= sum.squares[i + j])) continue;
      least = bytes;
      sum.squares[i + j] = squares;
      sum.first[i + j] = static_cast<std::int64_t>(i);
    }
  }
  return sum;
}

/// The ways of equal GPUs together: one, two, four, and so on, and of these those that make up the number.
class Crowd {
 public:
  Crowd(const UnevenClass& one, std::int64_t batch, double seconds) {
    m_own.assign(static_cast<std::size_t>(batch) + 1, -1);
    Sum alone = nothing(m_own.size());
    for (std::size_t k = 0; k < one.options.size(); ++k) {
      const UnevenOption& option = one.options[k];
      if (option.batch > batch || option.seconds > seconds || option.bytes > one.limit * kFitting) continue;
      const auto at = static_cast<std::size_t>(option.batch);
      const double squares = option.seconds * option.seconds;
      if (option.bytes > alone.bytes[at] || (option.bytes == alone.bytes[at] && squares >= alone.squares[at]))
        continue;
      alone.bytes[at] = option.bytes;
      alone.squares[at] = squares;
      m_own[at] = static_cast<int>(k);
    }
    m_doubled.push_back(std::move(alone));
    for (int gpus = 2; gpus <= one.gpus; gpus *= 2)
      m_doubled.push_back(convolved(m_doubled.back(), m_doubled.back()));
    for (std::size_t k = 0; k < m_doubled.size(); ++k) {
      if ((one.gpus >> k) % 2 == 0) continue;
      m_parts.push_back(k);
      m_sums.push_back(m_sums.empty() ? m_doubled[k] : convolved(m_sums.back(), m_doubled[k]));
    }
  }
  const Sum& all() const { return m_sums.back(); }

  /// Options of the single GPUs that add up to `batch`, those of fewer sequences first.
  std::vector<int> options(std::int64_t batch) const {
    std::vector<std::pair<std::int64_t, int>> all;
    for (std::size_t s = m_sums.size(); s-- > 0;) {
      std::int64_t here = batch;
      if (s > 0) {
        const std::int64_t before = m_sums[s].first[static_cast<std::size_t>(batch)];
        here = batch - before;
        batch = before;
      }
      take(m_parts[s], here, all);
    }
    std::sort(all.begin(), all.end());
    std::vector<int> options;
    for (const auto& [sequences, option] : all) options.push_back(option);
    return options;
  }

 private:
  void take(std::size_t doubled, std::int64_t batch, std::vector<std::pair<std::int64_t, int>>& all) const {
    if (doubled == 0) {
      all.emplace_back(batch, m_own[static_cast<std::size_t>(batch)]);
      return;
    }
    const std::int64_t first = m_doubled[doubled].first[static_cast<std::size_t>(batch)];
    take(doubled - 1, first, all);
    take(doubled - 1, batch - first, all);
  }

  std::vector<int> m_own;  ///< option of one GPU by sequences, -1 for none
  std::vector<Sum> m_doubled;
  std::vector<std::size_t> m_parts;  ///< places in m_doubled
  std::vector<Sum> m_sums;           ///< of these, one after the other
};

struct Ways {
  std::vector<Crowd> crowds;
  std::vector<Sum> sums;
  double bytes() const { return sums.back().bytes.back(); }
};

Ways ways_within(const std::vector<UnevenClass>& classes, std::int64_t batch, double seconds) {
  Ways ways;
  for (const UnevenClass& one : classes) {
    ways.crowds.emplace_back(one, batch, seconds);
    const Sum& all = ways.crowds.back().all();
    ways.sums.push_back(ways.sums.empty() ? all : convolved(ways.sums.back(), all));
  }
  return ways;
}

/// The least level x with sum of min(room, x) = state: that of water in vessels of these heights.
void store(std::vector<std::vector<UnevenGpu>>& gpus, const std::vector<UnevenClass>& classes, double state) {
  std::vector<double> room;
  for (std::size_t k = 0; k < classes.size(); ++k)
    for (const UnevenGpu& gpu : gpus[k]) room.push_back(std::max(0.0, classes[k].limit - gpu.option.bytes));
  const double level = water_level(room, std::vector<int>(room.size(), 1), state);
  std::size_t at = 0;
  for (std::vector<UnevenGpu>& of_class : gpus)
    for (UnevenGpu& gpu : of_class) gpu.state = std::min(room[at++], level);
}

}  // namespace

Uneven share_unevenly(const std::vector<UnevenClass>& classes, std::int64_t batch, double state) {
  Uneven made;
  std::vector<double> times;
  double limit = 0.0;
  for (const UnevenClass& one : classes) {
    limit += one.gpus * one.limit;
    for (const UnevenOption& option : one.options) times.push_back(option.seconds);
  }
  if (times.empty() || batch < 1) return made;
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const auto fits = [&](const Ways& ways) {
    return ways.bytes() != kBeyond && ways.bytes() + state <= limit * kFitting;
  };
  std::size_t low = 0, high = times.size() - 1;
  if (!fits(ways_within(classes, batch, times[high]))) return made;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (fits(ways_within(classes, batch, times[middle])))
      high = middle;
    else
      low = middle + 1;
  }
  const Ways ways = ways_within(classes, batch, times[high]);
  made.possible = true;
  made.gpus.resize(classes.size());
  std::int64_t left = batch;
  for (std::size_t k = classes.size(); k-- > 0;) {
    const std::int64_t before = k > 0 ? ways.sums[k].first[static_cast<std::size_t>(left)] : 0;
    for (const int option : ways.crowds[k].options(left - before)) {
      made.gpus[k].push_back({classes[k].options[static_cast<std::size_t>(option)], option, 0.0});
      made.seconds = std::max(made.seconds, made.gpus[k].back().option.seconds);
    }
    left = before;
  }
  store(made.gpus, classes, state);
  for (const auto& of_class : made.gpus)
    for (const UnevenGpu& gpu : of_class) made.largest_state = std::max(made.largest_state, gpu.state);
  return made;
}

double sharded_layer(double forward, double backward, double gather, double reduce) {
  return std::max(gather, forward) + std::max(gather + reduce, backward);
}

}  // namespace astrolabe::mesh
