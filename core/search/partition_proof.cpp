#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/rounding.h"
#include "core/cost/bound.h"
#include "core/search/partition.h"

namespace astrolabe::search {

using cost::StageCost;

std::vector<int> even_split(int layers, int stages) {
  std::vector<int> result(static_cast<std::size_t>(stages), layers / stages);
  for (int j = 0; j < layers % stages; ++j) ++result[static_cast<std::size_t>(j)];
  return result;
}

/// What does not depend on the cut.
void Partitioner::start_proof() {
  m_interrupted = false;
  const cost::Shape& shape = *m_shape;
  m_pairs = shape.micro_batches() < 2 * shape.stages() ? 8 : 4;
  const int stages = shape.stages();
  const auto size = static_cast<std::size_t>(stages);
  const double rest = shape.micro_batches() - 1;
  m_paths.start(shape);
  m_link.assign(size, 0.0);
  m_least_rest.assign(size + 1, 0.0);
  for (int j = stages - 1; j >= 0; --j) {
    const auto s = static_cast<std::size_t>(j);
    if (j + 1 < stages) m_link[s] = 2.0 * shape.links()[s];
    m_least_rest[s] = m_least_rest[s + 1] + m_paths.in_sum(0.0, shape.edge_seconds(j)) + m_link[s];
  }
  set_runs();
  const cost::Rest least = cost::least_rest(shape);
  m_least_sum = m_paths.in_sum(least.layers, least.edges);
  m_least_bottleneck = least.bottleneck;
  for (const double link : m_link) m_least_sum += link;
  const double laps = std::floor(rest / stages);
  const bool whole = shape.strategy().schedule != strategy::Schedule::gpipe && laps >= 1.0;
  m_whole_line = whole ? laps * m_least_sum + (rest - laps * stages) * least.bottleneck : 0.0;
  if (m_children.size() < size) m_children.resize(size);
}

/// What layers cost at least, by class on the stages behind and in runs on each stage.
void Partitioner::set_runs() {
  const cost::Shape& shape = *m_shape;
  const int stages = shape.stages();
  const int all = shape.layers();
  const std::size_t row = static_cast<std::size_t>(all) + 1;
  int last_class = 0;
  for (int layer = 0; layer < all; ++layer) last_class = std::max(last_class, shape.class_of(layer));
  const int classes = last_class + 1;
  const auto width = m_classes = static_cast<std::size_t>(classes);
  m_class_after.assign(row * width, 0);
  for (int layer = all - 1; layer >= 0; --layer) {
    const std::size_t at = static_cast<std::size_t>(layer) * width;
    for (std::size_t k = 0; k < width; ++k) m_class_after[at + k] = m_class_after[at + width + k];
    ++m_class_after[at + static_cast<std::size_t>(shape.class_of(layer))];
  }
  m_least_layer.assign((static_cast<std::size_t>(stages) + 1) * width, kNever);
  m_least_run.assign(width == 1 ? 0 : static_cast<std::size_t>(stages) * row, 0.0);
  for (int j = stages - 1; j >= 0; --j) {
    const std::size_t at = static_cast<std::size_t>(j) * width;
    bool alike = j + 1 < stages && j >= m_firsts - 1;
    for (int k = 0; k < classes; ++k) {
      const double seconds = shape.layer_seconds(j, k);
      alike = alike && seconds == shape.layer_seconds(j + 1, k);
      const std::size_t here = at + static_cast<std::size_t>(k);
      m_least_layer[here] = std::min(m_least_layer[here + width], m_paths.in_sum(seconds, 0.0));
    }
    if (width == 1) continue;  // as many layers take as long, wherever they are
    double* runs = &m_least_run[static_cast<std::size_t>(j) * row];
    if (alike) {
      std::copy(runs + row, runs + 2 * row, runs);
      continue;
    }
    // Stage j begins at layer j or behind it; all from m_firsts - 1 on begin alike.
    std::fill(runs + 1, runs + row, kNever);
    for (int first = std::min(j, m_firsts - 1); first < m_firsts; ++first) {
      double seconds = 0.0;
      for (int layer = first; layer < all; ++layer) {
        seconds += shape.layer_seconds(j, shape.class_of(layer));
        double& least = runs[layer - first + 1];
        least = std::min(least, seconds);
      }
    }
  }
}

/// Least seconds that the layers from `layer` on take on the stages from `stage` on, edges aside.
double Partitioner::least_behind(int stage, int layer) const {
  double seconds = 0.0;
  for (std::size_t k = 0; k < m_classes; ++k) {
    const int count = m_class_after[static_cast<std::size_t>(layer) * m_classes + k];
    if (count > 0) seconds += count * m_least_layer[static_cast<std::size_t>(stage) * m_classes + k];
  }
  return seconds;
}

/// Least that `count` of the layers from `layer` on add to S on one of the stages from `stage` on.
double Partitioner::least_layers(int stage, int layer, int count) const {
  double seconds = kNever;
  for (std::size_t k = 0; k < m_classes; ++k)
    if (m_class_after[static_cast<std::size_t>(layer) * m_classes + k] > 0)
      seconds = std::min(seconds, m_least_layer[static_cast<std::size_t>(stage) * m_classes + k]);
  return seconds < kNever ? count * seconds : 0.0;
}

/// The fewest and most layers of each stage in any split not above `cut`; false when there is none.
bool Partitioner::set_windows(double cut) {
  const cost::Shape& shape = *m_shape;
  const int stages = shape.stages();
  const auto size = static_cast<std::size_t>(stages);
  m_least.assign(size, 1);
  m_most.assign(size, shape.layers() - (stages - 1));
  const double limit = rounded_up(cut);
  double least = m_least_sum;  // of every split: S and the first stage's tail, with which every path ends
  for (int pass = 0; pass < 4; ++pass) {
    double behind = 0.0;
    long most_sum = 0;
    for (int j = stages - 1; j >= 0; --j) {
      const auto s = static_cast<std::size_t>(j);
      const std::size_t row = static_cast<std::size_t>(shape.layers()) + 1;
      const auto run = [&](int n) {
        return m_classes == 1 ? n * shape.layer_seconds(j)
                              : m_least_run[s * row + static_cast<std::size_t>(n)];
      };
      const double edge = shape.edge_seconds(j);
      // S + the longest path; the longer pass of a stage is at least half of it.
      const auto path = [&](int n) {
        const double t = run(n) + edge;
        double dwell = 0.0;
        if (m_paths.rounds(j) > 0.0) dwell = m_paths.least_dwell(j, run(n), edge) + behind + m_link[s];
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
      behind += m_paths.in_sum(run(m_least[s]), edge) + m_link[s];
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

/// The suffix with one more stage in front.
Partitioner::Suffix Partitioner::longer_by(const Suffix& suffix, int stage, const StageTerms& terms) const {
  const double link = m_link[static_cast<std::size_t>(stage)];
  const double back = terms.backward + link / 2.0;
  const double beside = m_paths.beside(stage);
  Suffix longer;
  longer.sum = suffix.sum + terms.sum + link;
  // C_j: everything behind this stage plus its own link; the suffix dwells there or further back.
  longer.path = std::max(suffix.path, terms.dwell > 0.0 ? terms.dwell + link + suffix.sum : 0.0);
  longer.tail = std::max(terms.tail, suffix.tail - back);
  longer.alone = std::max(suffix.alone,
                          std::max(terms.alone, beside > 0.0 ? beside * suffix.longest + terms.last : 0.0));
  longer.late = std::max(suffix.late - back, longer.alone + terms.tail);
  if (terms.dwell > 0.0)
    longer.late = std::max(longer.late, terms.dwell - terms.backward + link / 2.0 + suffix.down);
  longer.down = terms.forward() + std::max(terms.left, link / 2.0 + suffix.down);
  longer.longest = std::max(suffix.longest, terms.sum);
  return longer;
}

/// Depth first from the last stage; layers [end, …) are dealt out. False when the nodes are used up.
bool Partitioner::branch(int stage, int end, const Suffix& suffix, std::vector<int>& layers,
                         Partition& best) {
  if (stage < 0) {
    const double step = simulate(layers, best.step);
    if (step < best.step) {
      best.step = step;
      best.layers = layers;
      best.feasible = true;
    }
    return true;
  }
  const auto s = static_cast<std::size_t>(stage);
  const int least = stage == 0 ? end : m_least[s];
  const int most = std::min(end - stage, m_most[s]);
  bool opened = false;
  std::vector<Child>& children = m_children[s];
  children.clear();
  for (int count = most; count >= least; --count) {  // of equal bounds the fuller stage first
    const StageCost tried = cost(stage, {end - count, end});
    if (!tried.fits) continue;
    Child child;
    child.count = count;
    child.terms = m_paths.terms(stage, tried);
    child.suffix = longer_by(suffix, stage, child.terms);
    child.bound = prefix_bound(stage, end - count, child.suffix, best.to_beat());
    if (child.bound >= best.to_beat()) continue;
    // What takes longer to see is left to those that seem good.
    if (!opened) m_cycles.open(stage);
    opened = true;
    const Cycles::Longest round = m_cycles.of(stage, child.terms);
    if (round.path > child.suffix.path || round.late > child.suffix.late ||
        round.alone > child.suffix.alone) {
      child.suffix.path = std::max(child.suffix.path, round.path);
      child.suffix.alone = std::max(child.suffix.alone, round.alone);
      child.suffix.late = std::max({child.suffix.late, round.late, round.alone + child.terms.tail});
      child.bound = prefix_bound(stage, end - count, child.suffix, best.to_beat());
    }
    if (child.bound < best.to_beat()) children.push_back(child);
  }
  std::stable_sort(children.begin(), children.end(),
                   [](const Child& a, const Child& b) { return a.bound < b.bound; });
  for (const Child& child : children) {
    if (child.bound >= best.to_beat()) break;
    if (--m_nodes < 0) return false;
    if (*m_ended && m_nodes % 64 == 0 && (*m_ended)()) return false;
    layers[s] = child.count;
    m_cycles.deal(stage, child.terms, m_link[s] + suffix.sum, child.suffix.down - child.terms.forward());
    if (!branch(stage - 1, end - child.count, child.suffix, layers, best)) return false;
    if (best.step <= m_enough) return true;
  }
  return true;
}

}  // namespace astrolabe::search
