#include "core/replan/grouping.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace astrolabe::replan {

namespace {

class Cuts {
 public:
  Cuts(const std::vector<double>& factors, const std::vector<double>& efficiency, bool may_idle)
      : m_factors(factors), m_efficiency(efficiency), m_may_idle(may_idle), m_order(factors.size()) {
    std::iota(m_order.begin(), m_order.end(), 0);
    std::stable_sort(m_order.begin(), m_order.end(), [&](int a, int b) { return factor(a) < factor(b); });
    while (m_working < m_order.size() && std::isfinite(factor(m_order[m_working]))) ++m_working;
  }

  std::vector<Grouping> all() {
    cut(0);
    std::stable_sort(m_made.begin(), m_made.end(), [](const Grouping& a, const Grouping& b) {
      return a.capacity != b.capacity ? a.capacity > b.capacity : a.groups.size() < b.groups.size();
    });
    return std::move(m_made);
  }

 private:
  double factor(int member) const { return m_factors[static_cast<std::size_t>(member)]; }

  void cut(std::size_t begin) {
    if (!m_now.groups.empty() && (begin == m_working || m_may_idle)) {
      m_made.push_back(m_now);
      m_made.back().idle.assign(m_order.begin() + static_cast<std::ptrdiff_t>(begin), m_order.end());
    }
    for (std::size_t k = 0; k < m_efficiency.size(); ++k) {
      const std::size_t size = std::size_t{1} << k;
      if (begin + size > m_working) break;
      const auto first = m_order.begin() + static_cast<std::ptrdiff_t>(begin);
      m_now.groups.emplace_back(first, first + static_cast<std::ptrdiff_t>(size));
      const double before = m_now.capacity;
      m_now.capacity += 1.0 / (m_efficiency[k] * factor(m_order[begin + size - 1]));
      cut(begin + size);
      m_now.capacity = before;
      m_now.groups.pop_back();
    }
  }

  const std::vector<double>& m_factors;
  const std::vector<double>& m_efficiency;
  bool m_may_idle;
  std::vector<int> m_order;
  std::size_t m_working = 0;
  Grouping m_now;
  std::vector<Grouping> m_made;
};

}  // namespace

std::vector<Grouping> groupings(const std::vector<double>& factors, const std::vector<double>& efficiency,
                                bool may_idle) {
  return Cuts(factors, efficiency, may_idle).all();
}

}  // namespace astrolabe::replan
