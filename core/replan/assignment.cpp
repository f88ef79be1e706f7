#include "core/replan/assignment.h"

#include <cstddef>
#include <limits>

namespace astrolabe::replan {

namespace {

/// Workers and places count from 1; 0 is nobody and nowhere.
class Matching {
 public:
  explicit Matching(const std::vector<std::vector<double>>& cost)
      : m_cost(cost),
        m_of_worker(cost.size() + 1, 0.0),
        m_of_place(cost.size() + 1, 0.0),
        m_worker(cost.size() + 1, 0),
        m_from(cost.size() + 1, 0) {}

  /// Finds a place for one more worker along the cheapest path of exchanges.
  void add(std::size_t worker) {
    const std::size_t count = m_cost.size();
    std::vector<double> least(count + 1, std::numeric_limits<double>::infinity());
    std::vector<bool> reached(count + 1, false);
    m_worker[0] = worker;
    std::size_t at = 0;
    while (m_worker[at] != 0) {
      reached[at] = true;
      const std::size_t of = m_worker[at];
      double step = std::numeric_limits<double>::infinity();
      std::size_t next = 0;
      for (std::size_t place = 1; place <= count; ++place) {
        if (reached[place]) continue;
        const double reduced = m_cost[of - 1][place - 1] - m_of_worker[of] - m_of_place[place];
        if (reduced < least[place]) {
          least[place] = reduced;
          m_from[place] = at;
        }
        if (least[place] < step) {
          step = least[place];
          next = place;
        }
      }
      for (std::size_t place = 0; place <= count; ++place)
        if (reached[place]) {
          m_of_worker[m_worker[place]] += step;
          m_of_place[place] -= step;
        } else {
          least[place] -= step;
        }
      at = next;
    }
    for (; at != 0; at = m_from[at]) m_worker[at] = m_worker[m_from[at]];
  }

  std::vector<int> places() const {
    std::vector<int> places(m_cost.size(), 0);
    for (std::size_t place = 1; place < m_worker.size(); ++place)
      places[m_worker[place] - 1] = static_cast<int>(place) - 1;
    return places;
  }

 private:
  const std::vector<std::vector<double>>& m_cost;
  std::vector<double> m_of_worker, m_of_place;  ///< prices
  std::vector<std::size_t> m_worker;            ///< of each place
  std::vector<std::size_t> m_from;              ///< the place before it on the path
};

}  // namespace

std::vector<int> assignment(const std::vector<std::vector<double>>& cost) {
  Matching matching(cost);
  for (std::size_t worker = 1; worker <= cost.size(); ++worker) matching.add(worker);
  return matching.places();
}

}  // namespace astrolabe::replan
