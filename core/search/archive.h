#pragma once
// What a search keeps beside its ranking, for views: a bounded picture of what it evaluated and the nearest
// of what it had to reject. Neither steers the search.

#include <array>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "core/search/progress.h"

namespace astrolabe::search {

/// Pairs of values, smaller is better, none as good as another one in both.
class Stairs {
 public:
  /// False when a step is as good in both: of equal ones the first stays.
  bool insert(double a, double b, std::size_t number);
  /// Adds the numbers of the steps.
  void collect(std::set<std::size_t>& numbers) const;

 private:
  struct Step {
    double b = 0.0;
    std::size_t number = 0;
  };
  std::map<double, Step> m_steps;  ///< by a; b falls
};

/// Safe to use from several threads. What is evaluated, so what is kept of it, depends on the threads.
class Archive {
 public:
  static constexpr std::size_t kSeen = 16384;     ///< points kept; beyond, every second goes
  static constexpr std::size_t kRejected = 1000;  ///< rows kept, the nearest to being possible

  /// What no other strategy beats in two of speed, money, memory, GPUs and speed of a GPU never goes.
  void saw(const cost::Evaluation& evaluation);
  void forget_rejected();
  void rejected(double excess, const cost::Violation& violation, const strategy::Strategy& strategy);
  std::vector<SeenPoint> seen() const;
  /// Nearest first; equals in the order of the strategies.
  std::vector<Rejected> rejected() const;

 private:
  static constexpr std::size_t kMeasures = 5;
  using Measures = std::array<double, kMeasures>;  ///< smaller is better; not a number: unknown
  static Measures measures(const cost::Evaluation& evaluation);
  bool joins_front(const Measures& measures, std::size_t number);
  void thin();

  mutable std::mutex m_mutex;
  std::vector<SeenPoint> m_seen;
  std::vector<std::size_t> m_numbers;  ///< of each of m_seen: how many were evaluated before
  std::array<Stairs, kMeasures*(kMeasures - 1) / 2> m_fronts;
  std::size_t m_stride = 1, m_count = 0, m_room = kSeen;
  std::vector<Rejected> m_rejected;  ///< a heap, the farthest at the front
};

}  // namespace astrolabe::search
