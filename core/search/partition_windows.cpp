// The fewest and most layers of each stage in any split that matters.

#include <algorithm>
#include <utility>

#include "core/search/partition.h"

namespace astrolabe::search {

using cost::StageCost;

/// The fewest and most layers of each stage in any split not above `cut`; false when there is none.
bool Partitioner::set_windows(double cut) {
  const cost::Shape& shape = *m_shape;
  const int stages = shape.stages();
  const auto size = static_cast<std::size_t>(stages);
  m_least.assign(size, 1);
  m_most.assign(size, shape.layers() - (stages - 1));
  const double limit = cut * (1.0 + 1e-9);
  double least = m_least_sum;  // of every split: S and the first stage's tail, with which every path ends
  for (int pass = 0; pass < 4; ++pass) {
    double behind = 0.0;
    long most_sum = 0;
    for (int j = stages - 1; j >= 0; --j) {
      const auto s = static_cast<std::size_t>(j);
      const double* runs = &m_least_run[s * (static_cast<std::size_t>(shape.layers()) + 1)];
      const double edge = shape.edge_seconds(j);
      // S + the longest path; the longer pass of a stage is at least half of it.
      const auto path = [&](int n) {
        const double t = runs[n] + edge;
        double dwell = 0.0;
        if (m_paths.rounds(j) > 0.0) dwell = m_paths.least_dwell(j, runs[n], edge) + behind + m_link[s];
        return least + std::max(dwell, m_paths.least_alone(j, t));
      };
      if (path(m_most[s]) > limit) {  // it grows with the layers
        int fits = m_least[s] - 1;
        while (m_most[s] - fits > 1) {
          const int middle = (fits + m_most[s]) / 2;
          (path(middle) > limit ? m_most[s] : fits) = middle;
        }
        m_most[s] = fits;
      }
      if (m_most[s] < m_least[s]) return false;
      most_sum += m_most[s];
      behind += m_paths.in_sum(runs[m_least[s]], edge) + m_link[s];
    }
    if (most_sum < shape.layers()) return false;
    bool moved = false;
    for (std::size_t s = 0; s < size; ++s) {
      const auto fewest = static_cast<int>(std::max<long>(1, shape.layers() - (most_sum - m_most[s])));
      if (fewest > m_most[s]) return false;
      moved = moved || fewest > m_least[s];
      m_least[s] = std::max(m_least[s], fewest);
    }
    const double before = std::exchange(least, std::max(least, m_least_sum + least_first_tail()));
    if (!moved && least == before) break;
  }
  return true;
}

/// The least tail of the first stage within its window; 0 where nothing fits.
double Partitioner::least_first_tail() {
  double least = kNever;
  for (int count = m_least.front(); count <= m_most.front(); ++count)
    if (const StageCost& first = cost(0, {0, count}); first.fits) least = std::min(least, first.tail);
  return least < kNever ? least : 0.0;
}

}  // namespace astrolabe::search
