#include "core/replan/allocate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace astrolabe::replan {

namespace {

constexpr double kRounded = 1e-12;  ///< of a product that is divided again

int most_within(const Worker& worker, double seconds) {
  const double units = std::floor(seconds / worker.seconds * (1.0 + kRounded));
  return units >= worker.most ? worker.most : static_cast<int>(std::max(units, -1.0));
}

bool suffices(const std::vector<Worker>& workers, int units, double seconds) {
  std::int64_t sum = 0;
  for (const Worker& worker : workers) {
    const int most = most_within(worker, seconds);
    if (most < worker.least) return false;
    sum += std::min(most, units);
  }
  return sum >= units;
}

/// The least seconds_j n that suffice, for n of one worker.
double least_of(const std::vector<Worker>& workers, const Worker& worker, int units) {
  int low = std::max(0, worker.least), high = std::min(worker.most, units);
  if (low > high || !suffices(workers, units, worker.seconds * high))
    return std::numeric_limits<double>::infinity();
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (suffices(workers, units, worker.seconds * middle))
      high = middle;
    else
      low = middle + 1;
  }
  return worker.seconds * low;
}

}  // namespace

std::optional<Allocation> allocate(const std::vector<Worker>& workers, int units) {
  std::int64_t least = 0;
  for (const Worker& worker : workers) least += worker.least;
  if (least > units) return std::nullopt;
  double best = std::numeric_limits<double>::infinity();
  for (const Worker& worker : workers) best = std::min(best, least_of(workers, worker, units));
  if (!std::isfinite(best)) return std::nullopt;
  Allocation made{best, {}};
  std::int64_t over = -units;
  for (const Worker& worker : workers) {
    made.units.push_back(std::min(most_within(worker, best), units));
    over += made.units.back();
  }
  // What is too much goes one by one from whoever has most, so that times stay near each other.
  while (over > 0) {
    std::size_t fullest = workers.size();
    for (std::size_t j = 0; j < workers.size(); ++j)
      if (made.units[j] > workers[j].least &&
          (fullest == workers.size() || made.units[j] > made.units[fullest]))
        fullest = j;
    if (fullest == workers.size()) return std::nullopt;
    --made.units[fullest];
    --over;
  }
  return made;
}

namespace {

/// Classes with the times that were asked for.
class Dealing {
 public:
  Dealing(const std::vector<WorkerClass>& classes, int units)
      : m_classes(classes), m_units(units), m_known(classes.size()) {
    for (std::size_t k = 0; k < classes.size(); ++k)
      m_known[k].assign(static_cast<std::size_t>(std::max(0, top(k)) + 1), -1.0);
  }

  std::optional<ClassAllocation> run() {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < m_classes.size(); ++k) best = std::min(best, least_of(k, best));
    if (!std::isfinite(best)) return std::nullopt;
    return dealt(best);
  }

 private:
  /// The most units of a worker of class k, a multiple of its quantum.
  int top(std::size_t k) const {
    const WorkerClass& each = m_classes[k];
    return std::min(each.most, m_units) / each.quantum * each.quantum;
  }
  double seconds(std::size_t k, int units) {
    double& known = m_known[k][static_cast<std::size_t>(units)];
    if (known < 0.0) known = m_classes[k].seconds(units);
    return known;
  }
  /// The most units within `limit`; below `least` where it is too short for them.
  int most_within(std::size_t k, double limit) {
    const WorkerClass& each = m_classes[k];
    const int q = each.quantum;
    int low = each.least / q, high = top(k) / q;
    if (high < low || seconds(k, low * q) > limit) return each.least - 1;
    while (low < high) {
      const int middle = low + (high - low + 1) / 2;
      if (seconds(k, middle * q) <= limit)
        low = middle;
      else
        high = middle - 1;
    }
    return low * q;
  }
  bool suffices(double limit) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < m_classes.size(); ++k) {
      const int most = most_within(k, limit);
      if (most < m_classes[k].least) return false;
      sum += std::int64_t{most} * m_classes[k].count;
    }
    return sum >= m_units;
  }
  /// The least time of class k that suffices, if below `best`.
  double least_of(std::size_t k, double best) {
    const int q = m_classes[k].quantum;
    int low = m_classes[k].least / q, high = top(k) / q;
    if (low > high || !suffices(seconds(k, high * q))) return best;
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (suffices(seconds(k, middle * q)))
        high = middle;
      else
        low = middle + 1;
    }
    return seconds(k, low * q);
  }
  std::optional<ClassAllocation> dealt(double limit) {
    ClassAllocation made{limit, {}};
    std::int64_t over = -m_units;
    for (std::size_t k = 0; k < m_classes.size(); ++k) {
      const int most = most_within(k, limit);
      made.units.emplace_back(static_cast<std::size_t>(m_classes[k].count), most);
      over += std::int64_t{most} * m_classes[k].count;
    }
    while (over > 0)
      if (!take_one(made, over)) return std::nullopt;
    return made;
  }
  /// Takes one quantum from the fullest worker whose quantum is not above `over`; large quanta first.
  bool take_one(ClassAllocation& made, std::int64_t& over) const {
    int* fullest = nullptr;
    int quantum = 0;
    for (std::size_t k = 0; k < m_classes.size(); ++k) {
      const int q = m_classes[k].quantum;
      if (q > over) continue;
      for (int& units : made.units[k])
        if (units - q >= m_classes[k].least &&
            (fullest == nullptr || q > quantum || (q == quantum && units > *fullest))) {
          fullest = &units;
          quantum = q;
        }
    }
    if (fullest == nullptr) return false;
    *fullest -= quantum;
    over -= quantum;
    return true;
  }

  const std::vector<WorkerClass>& m_classes;
  int m_units;
  std::vector<std::vector<double>> m_known;
};

}  // namespace

std::optional<ClassAllocation> allocate(const std::vector<WorkerClass>& classes, int units) {
  return Dealing(classes, units).run();
}

}  // namespace astrolabe::replan
