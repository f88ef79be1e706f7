// The fewest and most layers of each stage: in any split that matters, and in front of what is dealt out.

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
  m_turns = &m_any_turns;
  m_whole_line = m_any_line;
  double least = m_least_sum;  // of every split: S and the first stage's tail, with which every walk ends
  for (int pass = 0; pass < 4; ++pass) {
    double behind = 0.0;
    long most_sum = 0;
    for (int j = stages - 1; j >= 0; --j) {
      const auto s = static_cast<std::size_t>(j);
      const double* runs = &m_least_run[s * (static_cast<std::size_t>(shape.layers()) + 1)];
      const double edge = shape.edge_seconds(j);
      // S + the longest walk; the longer pass of a stage is at least half of it.
      const auto walk = [&](int n) {
        const double t = runs[n] + edge;
        double dwell = 0.0;
        if (m_walks.rounds(j) > 0.0)
          dwell = m_walks.least_dwell(j, runs[n], edge) + m_turns->aside(j, m_walks.in_sum(runs[n], edge)) +
                  behind + m_link[s];
        return least + std::max(dwell, m_walks.least_alone(j, t));
      };
      if (walk(m_most[s]) > limit) {  // it grows with the layers
        int fits = m_least[s] - 1;
        while (m_most[s] - fits > 1) {
          const int middle = (fits + m_most[s]) / 2;
          (walk(middle) > limit ? m_most[s] : fits) = middle;
        }
        m_most[s] = fits;
      }
      if (m_most[s] < m_least[s]) return false;
      most_sum += m_most[s];
      behind += m_walks.in_sum(runs[m_least[s]], edge) + m_link[s];
    }
    if (most_sum < shape.layers()) return false;
    bool moved = false;
    for (std::size_t s = 0; s < size; ++s) {
      const auto fewest = static_cast<int>(std::max<long>(1, shape.layers() - (most_sum - m_most[s])));
      if (fewest > m_most[s]) return false;
      moved = moved || fewest > m_least[s];
      m_least[s] = std::max(m_least[s], fewest);
    }
    const double before = std::exchange(least, std::max(least, least_sum_within() + least_first_tail()));
    if (moved)
      narrow_turns();
    else if (least == before)
      break;
  }
  return true;
}

/// The least S of a split within the windows: what they leave over lies where it takes least.
double Partitioner::least_sum_within() const {
  if (m_classes > 1) return m_least_sum;
  const auto size = static_cast<std::size_t>(m_shape->stages());
  const std::size_t row = static_cast<std::size_t>(m_shape->layers()) + 1;
  double sum = m_least_rest.front();  // edges and links
  int left = m_shape->layers();
  for (std::size_t s = 0; s < size; ++s) {
    sum += m_walks.in_sum(m_least_run[s * row + static_cast<std::size_t>(m_least[s])], 0.0);
    left -= m_least[s];
  }
  for (double layer = 0.0; left > 0;) {
    double next = kNever;
    int room = 0;
    for (std::size_t s = 0; s < size; ++s) {
      if (m_one_layer[s] <= layer || m_one_layer[s] > next || m_most[s] == m_least[s]) continue;
      if (m_one_layer[s] < next) room = 0;
      next = m_one_layer[s];
      room += m_most[s] - m_least[s];
    }
    if (next >= kNever) break;
    sum += std::min(left, room) * m_walks.in_sum(next, 0.0);
    left -= room;
    layer = next;
  }
  return std::max(m_least_sum, sum * kRounded);
}

/// The least tail of the first stage within its window; 0 where nothing fits.
double Partitioner::least_first_tail() {
  double least = kNever;
  for (int count = m_least.front(); count <= m_most.front(); ++count)
    if (const StageCost& first = cost(0, {0, count}); first.fits) least = std::min(least, first.tail);
  return least < kNever ? least : 0.0;
}

/// True where it is seen what the link between two pools costs: all stages behind it are dealt out, or the
/// last one in front of it as well.
bool Partitioner::at_pool(int stage) const {
  const auto& stages = m_shape->strategy().stages;
  const auto s = static_cast<std::size_t>(stage);
  const auto begins = [&](std::size_t j) {
    return j < stages.size() && stages[j].pool != stages[j - 1].pool;
  };
  return begins(s + 1) || begins(s + 2);
}

Partitioner::FrontWindows::~FrontWindows() {
  std::copy(m_most.begin(), m_most.end(), m_of.m_most.begin());
  for (std::size_t j = 0; j < m_last.size(); ++j) m_of.m_bands[j].last = m_last[j];
}

/// Layers up to `end` are left for the stages up to this one. False when no split of them is below `enough`.
bool Partitioner::FrontWindows::narrow(int stage, int end, const Suffix& suffix, double enough) {
  if (m_of.m_firsts > 1) return true;  // what a stage takes hangs on where it begins
  const auto size = static_cast<std::size_t>(stage) + 1;
  std::vector<int>& most = m_of.m_most;
  m_most.assign(most.begin(), most.begin() + stage + 1);
  m_last.resize(size);
  for (std::size_t j = 0; j < size; ++j) m_last[j] = m_of.m_bands[j].last;
  const Least least = m_of.least_with(stage, end, suffix);
  const std::size_t row = static_cast<std::size_t>(m_of.m_shape->layers()) + 1;
  double behind = suffix.sum;
  int held = 0;  // by the stages behind this one at most
  for (int j = stage; j >= 0; --j) {
    const auto s = static_cast<std::size_t>(j);
    behind += m_of.m_link[s];
    const double tails = m_of.least_tail(j + 1, end - held);
    const auto below = [&](int count) {
      const StageCost& tried = m_of.cost(j, {j, j + count});
      if (!tried.fits) return false;
      const double in_sum = tried.seconds() - tried.weight;
      const StageTerms terms = m_of.m_walks.terms(j, tried, m_of.m_turns->aside(j, in_sum, suffix.turn));
      const double walk = terms.dwell > 0.0 ? terms.dwell + behind : 0.0;
      return (least.sum + std::max(walk + least.tail, terms.alone + tails)) * kRounded < enough;
    };
    while (most[s] >= m_of.m_least[s] && !below(most[s])) --most[s];
    if (most[s] < m_of.m_least[s]) return false;
    held += most[s];
    const double layers = m_of.m_least_run[s * row + static_cast<std::size_t>(m_of.m_least[s])];
    behind += m_of.m_walks.in_sum(layers, m_of.m_edges[s]);
  }
  if (held < end) return false;
  int before = 0;
  for (std::size_t j = 0; j < size; ++j) {
    Band& band = m_of.m_bands[j];
    band.last = std::min(band.last, before);
    before += most[j];
  }
  return true;
}

/// What every split has at least whose stages behind this one are the suffix.
Partitioner::Least Partitioner::least_with(int stage, int end, const Suffix& suffix) {
  Least least = {kNever, kNever};
  for (const Prefix& prefix : prefixes(stage + 1, end)) {
    least.sum = std::min(least.sum, prefix.sum + suffix.sum);
    least.tail = std::min(least.tail, std::max(prefix.tail, suffix.tail - prefix.pre));
  }
  return least;
}

/// The least Prefix::tail of so many stages with no fewer than `layers` layers.
double Partitioner::least_tail(int stages, int layers) {
  const Band& band = m_bands[static_cast<std::size_t>(stages)];
  double least = kNever;
  for (int held = std::max(band.first, layers); held <= band.last; ++held)
    for (const Prefix& prefix : prefixes(stages, held)) least = std::min(least, prefix.tail);
  return least;
}

}  // namespace astrolabe::search
