// The least that the first stages of a configuration can cost, by their number and that of their layers.

#include <algorithm>

#include "core/base/rounding.h"
#include "core/search/partition.h"

namespace astrolabe::search {

using cost::StageCost;

/// Places for the prefixes of every split within the windows: narrow windows leave a small part of all
/// numbers of layers, and only that is touched.
void Partitioner::lay_out_prefixes(const std::vector<int>& least_after, const std::vector<int>& most_after) {
  const int stages = m_shape->stages();
  const int all = m_shape->layers();
  m_bands.assign(static_cast<std::size_t>(stages) + 1, {});
  std::size_t places = 0;
  for (int j = 0, least = 0, most = 0; j <= stages; ++j) {
    const auto s = static_cast<std::size_t>(j);
    Band& band = m_bands[s];
    band = {std::max(least, all - most_after[s]), std::min(most, all - least_after[s]), places};
    places += static_cast<std::size_t>(std::max(0, band.last - band.first + 1));
    if (j == stages) break;
    least += m_least[s];
    most = std::min(all, most + m_most[s]);
  }
  m_places.assign(places, {});
  m_prefixes.clear();
}

/// What the stages behind `stage` add to the sum, and again to a path that goes back through them, where so
/// many layers, from `first` to `last`, are dealt out with it; the longest of them holds no less than their
/// mean.
void Partitioner::set_later(int stage, int first, int last) {
  const int all = m_shape->layers();
  const int behind = m_shape->stages() - 1 - stage;
  const double rest = m_least_rest[static_cast<std::size_t>(stage) + 1];
  const bool longest = behind > 0 && m_paths.beside(stage) != 0.0;
  const double layer = m_least_layer[(static_cast<std::size_t>(stage) + 1) * m_classes];
  for (int begun = first; begun <= last; ++begun) {
    const auto b = static_cast<std::size_t>(begun);
    const bool alike = m_classes == 1;
    const double layers = alike ? (all - begun) * layer : least_behind(stage + 1, begun);
    m_later[b] = layers + rest;
    m_longest[b] = 0.0;
    if (!longest) continue;
    const int most = (all - begun + behind - 1) / behind;
    const double held = alike ? most * layer : least_layers(stage + 1, begun, most);
    m_longest[b] = multiple_below(std::max(layers / behind, held), cost::kTick);
  }
}

/// Fills the prefix table; false when no split can be at or below `cut`. True as well when interrupted.
bool Partitioner::fill_prefixes(double cut) {
  const int stages = m_shape->stages();
  const int all = m_shape->layers();
  if (!set_windows(cut)) return false;
  const std::size_t row = static_cast<std::size_t>(all) + 1;
  const double limit = rounded_up(cut);
  std::vector<int> least_after(static_cast<std::size_t>(stages) + 1, 0);
  std::vector<int> most_after(static_cast<std::size_t>(stages) + 1, 0);
  for (int j = stages - 1; j >= 0; --j) {
    const auto s = static_cast<std::size_t>(j);
    least_after[s] = least_after[s + 1] + m_least[s];
    most_after[s] = std::min(all, most_after[s + 1] + m_most[s]);
  }
  lay_out_prefixes(least_after, most_after);
  if (!m_bands.front().has(0)) return false;
  m_places[m_bands.front().of(0)] = {0, 1};
  m_prefixes.push_back({});
  m_stage_terms.resize(row);
  m_later.resize(row);
  m_longest.resize(row);
  int until_asked = 0;
  for (int j = 0; j < stages; ++j) {
    const auto s = static_cast<std::size_t>(j);
    set_later(j, std::max(j + 1, all - most_after[s + 1]), all - least_after[s + 1]);
    for (TermsOfCount& of_count : m_stage_terms) of_count.known = false;
    const double beside = m_paths.beside(j);
    const Band& to = m_bands[s + 1];
    m_next_held.assign(static_cast<std::size_t>(std::max(0, to.last - to.first + 1)), 0);
    m_next.resize(std::max(m_next.size(), m_next_held.size() * m_pairs));
    for (int before = m_bands[s].first; before <= m_bands[s].last; ++before) {
      const std::span<const Prefix> from = prefixes(j, before);
      if (from.empty()) continue;
      if (--until_asked < 0 && *m_ended) {  // which looks at the clock
        until_asked = 16;
        if ((*m_ended)()) {
          m_interrupted = true;
          return true;
        }
      }
      const int most = std::min(m_most[s], all - before - least_after[s + 1]);
      for (int count = std::max(m_least[s], all - before - most_after[s + 1]); count <= most; ++count) {
        TermsOfCount& here = m_stage_terms[static_cast<std::size_t>(count)];
        if (!here.known || before < m_firsts) {  // from the last of these on all ranges are alike
          const StageCost& stage = cost(j, {before, before + count});
          here = {before >= m_firsts - 1, stage.fits, m_paths.terms(j, stage)};
        }
        if (!here.fits) {
          if (m_shape->uniform_layers()) break;
          continue;
        }
        const double later = m_later[static_cast<std::size_t>(before) + static_cast<std::size_t>(count)];
        const double longest = m_longest[static_cast<std::size_t>(before) + static_cast<std::size_t>(count)];
        const auto place = static_cast<std::size_t>(before + count - to.first);
        for (const Prefix& prefix : from) {
          const Prefix next = longer_by(prefix, j, here.terms, beside > 0.0 ? beside * longest : -kNever);
          const double path = std::max(next.path > 0.0 ? next.path + later : 0.0, m_whole_line);
          if (next.sum + later + std::max(path + next.tail, next.alone) > limit) continue;
          add_pair(&m_next[place * m_pairs], m_next_held[place], next);
        }
      }
    }
    keep_next(j + 1);
  }
  return m_bands.back().has(all) && !prefixes(stages, all).empty();
}

/// The prefixes of so many stages are all there.
void Partitioner::keep_next(int stages) {
  const Band& band = m_bands[static_cast<std::size_t>(stages)];
  for (std::size_t i = 0; i < m_next_held.size(); ++i) {
    m_places[band.at + i] = {m_prefixes.size(), m_next_held[i]};
    const auto first = m_next.begin() + static_cast<std::ptrdiff_t>(i * m_pairs);
    m_prefixes.insert(m_prefixes.end(), first, first + static_cast<std::ptrdiff_t>(m_next_held[i]));
  }
}

/// Keeps the pairs that no other beats; when they are too many, one that stays below two.
void Partitioner::add_pair(Prefix* pairs, std::size_t& held, const Prefix& next) const {
  const auto beats = [](const Prefix& a, const Prefix& b) {
    return a.sum <= b.sum && a.path <= b.path && a.pre >= b.pre && a.tail <= b.tail && a.alone <= b.alone &&
           a.down <= b.down;
  };
  for (std::size_t k = 0; k < held; ++k)
    if (beats(pairs[k], next)) return;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < held; ++k)
    if (!beats(next, pairs[k])) pairs[kept++] = pairs[k];
  held = kept;
  if (kept < m_pairs) {
    pairs[kept] = next;
    ++held;
    return;
  }
  // The one that loses least.
  Prefix* like = pairs + kept - 1;
  double least = kNever;
  for (Prefix* pair = pairs; pair != pairs + kept; ++pair) {
    const double lost = std::abs(pair->sum - next.sum) + std::abs(pair->path - next.path) +
                        std::abs(pair->alone - next.alone);
    if (lost >= least) continue;
    least = lost;
    like = pair;
  }
  *like = like->below(next);
}

/// Least step of a split with the stages of a prefix and those of a suffix.
double Partitioner::least_step(const Prefix& prefix, const Suffix& suffix) const {
  const double comes_back = prefix.path > 0.0 ? prefix.path + suffix.sum : 0.0;
  const double path = std::max({comes_back, suffix.path, m_whole_line});
  const double tail = std::max(prefix.tail, suffix.tail - prefix.pre);
  const double sum = prefix.sum + suffix.sum;
  return sum + std::max({path + tail, prefix.alone, suffix.alone + prefix.tail, suffix.late - prefix.pre,
                         prefix.down + suffix.down});
}

/// Least step of any completion of a suffix, or `enough` when that is less: `stages` stages with `layers`
/// layers are still open in front of it.
double Partitioner::prefix_bound(int stages, int layers, const Suffix& suffix, double enough) const {
  const Band& band = m_bands[static_cast<std::size_t>(stages)];
  if (!band.has(layers)) return enough;
  double least = enough;
  for (const Prefix& prefix : prefixes(stages, layers)) least = std::min(least, least_step(prefix, suffix));
  return least;
}

/// What is below both.
Partitioner::Prefix Partitioner::Prefix::below(const Prefix& other) const {
  return {std::min(sum, other.sum),   std::min(path, other.path),   std::max(pre, other.pre),
          std::min(tail, other.tail), std::min(alone, other.alone), std::min(down, other.down)};
}

/// A prefix with one more stage; `beside`: rounds beside it, on the longest stage.
Partitioner::Prefix Partitioner::longer_by(const Prefix& prefix, int stage, const StageTerms& terms,
                                           double beside) const {
  const double link = m_link[static_cast<std::size_t>(stage)];
  Prefix next;
  next.sum = prefix.sum + terms.sum + link;
  // No dwelling on a stage without rounds to spare, nor on those before it.
  if (terms.dwell > 0.0) next.path = std::max(prefix.path + terms.sum, terms.dwell) + link;
  next.pre = prefix.pre + terms.backward + link / 2.0;
  next.tail = stage == 0 ? terms.tail : std::max(prefix.tail, terms.tail - prefix.pre);
  next.alone = std::max({prefix.alone, std::max(terms.alone, beside + terms.last) + next.tail,
                         prefix.down + terms.forward() + terms.left});
  next.down = prefix.down + terms.forward() + link / 2.0;
  if (terms.dwell > 0.0)
    next.down = std::max(next.down, terms.dwell - terms.backward + link / 2.0 - prefix.pre);
  return next;
}

}  // namespace astrolabe::search
