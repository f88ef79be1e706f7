// The least that the first stages of a configuration can cost, by their number and that of their layers.

#include <algorithm>

#include "core/search/partition.h"

namespace astrolabe::search {

using cost::StageCost;

namespace {

double lesser(double a, double b) { return b < a ? b : a; }
double larger(double a, double b) { return a < b ? b : a; }

}  // namespace

/// What a stage of `size` layers makes of `length` prefixes from `first` on: kept in `to`, where they may end
/// within `limit`, as the least of all with so many layers; `later` and `longest` are of these.
void Partitioner::Columns::lengthen(const StageTerms& terms, double link, double whole_line, double limit,
                                    std::size_t first, std::size_t length, std::size_t size,
                                    const double* __restrict later, double beside,
                                    const double* __restrict longest, double least_down, Columns& to) const {
  const double* __restrict sums = &sum[first];
  const double* __restrict walks = &walk[first];
  const double* __restrict pres = &pre[first];
  const double* __restrict tails = &tail[first];
  const double* __restrict alones = &alone[first];
  const double* __restrict downs = &down[first];
  double* __restrict to_sum = &to.sum[first + size];
  double* __restrict to_walk = &to.walk[first + size];
  double* __restrict to_pre = &to.pre[first + size];
  double* __restrict to_tail = &to.tail[first + size];
  double* __restrict to_alone = &to.alone[first + size];
  double* __restrict to_down = &to.down[first + size];
  const bool dwells = terms.dwell > 0.0;  // or no stage so far has rounds to spare
  const double sum_more = terms.sum + link;
  const double pre_more = terms.backward + link / 2.0;
  const double dwell = dwells ? terms.dwell : -kNever;
  const double walk_more = dwells ? terms.sum : -kNever;
  const double climbs = dwells ? 1.0 : 0.0;
  const double own_tail = terms.tail, own_alone = terms.alone;
  const double down_here = terms.forward() + terms.left, down_more = terms.forward() + link / 2.0;
  const double dwell_down = dwells ? terms.dwell - terms.backward + link / 2.0 : -kNever;
  const double last = beside > 0.0 ? terms.last : 0.0;
  for (std::size_t i = 0; i < length; ++i) {
    const double next_sum = sums[i] + sum_more;
    const double next_walk = larger(larger(walks[i] + walk_more, dwell) + link, 0.0);
    const double next_tail = larger(tails[i], own_tail - pres[i]);
    const double next_alone = larger(larger(alones[i], downs[i] + down_here),
                                     larger(own_alone, beside * longest[i] + last) + next_tail);
    const double next_down = larger(downs[i] + down_more, dwell_down - pres[i]);
    const double walk_length = larger(next_walk + climbs * later[i], whole_line);
    const double least =
        next_sum + later[i] + larger(larger(walk_length + next_tail, next_alone), next_down + least_down);
    const double never = least <= limit ? 0.0 : 2.0 * kNever;
    to_sum[i] = lesser(to_sum[i], next_sum + never);
    to_walk[i] = lesser(to_walk[i], next_walk + never);
    to_pre[i] = larger(to_pre[i], pres[i] + pre_more - never);
    to_tail[i] = lesser(to_tail[i], next_tail + never);
    to_alone[i] = lesser(to_alone[i], next_alone + never);
    to_down[i] = lesser(to_down[i], next_down + never);
  }
}

void Partitioner::Columns::start(std::size_t row) {
  for (std::vector<double>* least : {&sum, &walk, &tail, &alone, &down}) least->assign(row, kNever);
  pre.assign(row, -kNever);
}

void Partitioner::Columns::clear(std::size_t i) {
  sum[i] = walk[i] = tail[i] = alone[i] = down[i] = kNever;
  pre[i] = -kNever;
}

void Partitioner::Rows::start(std::size_t row) {
  for (Columns* columns : {&from, &to}) columns->start(row);
  from.sum[0] = from.walk[0] = from.pre[0] = from.tail[0] = from.alone[0] = 0.0;
  from.down[0] = -kNever;
  first = last = 0;
}

/// Prefixes with stage `j` where one is kept of each and all layers are alike: whole columns at once. Not
/// `keep`: for the next stage alone.
void Partitioner::fill_row(int j, const std::vector<int>& least_after, const std::vector<int>& most_after,
                           double limit, bool keep) {
  const auto s = static_cast<std::size_t>(j);
  const int all = m_shape->layers();
  for (int count = m_least[s]; count <= m_most[s]; ++count) {
    const int begin = std::max(m_rows.first, all - most_after[s + 1] - count);
    const int end = std::min(m_rows.last, all - least_after[s + 1] - count) + 1;
    if (begin >= end) continue;
    const auto size = static_cast<std::size_t>(count);
    const StageCost& stage = cost(j, {begin, begin + count});
    if (!stage.fits) {
      if (m_shape->uniform_layers()) break;
      continue;
    }
    const auto length = static_cast<std::size_t>(end - begin);
    const auto first = static_cast<std::size_t>(begin);
    m_rows.from.lengthen(terms_alone(j, stage), m_link[s], m_whole_line, limit, first, length, size,
                         &m_later[first + size], m_walks.beside(j), &m_longest[first + size],
                         m_least_down[s + 1], m_rows.to);
  }
  // What there is of them comes next.
  const auto first = static_cast<std::size_t>(m_rows.first);
  const auto last = static_cast<std::size_t>(std::min(all, m_rows.last + m_most[s]));
  Columns& from = m_rows.from;
  for (std::size_t i = first; i <= static_cast<std::size_t>(m_rows.last); ++i) from.clear(i);
  std::swap(from, m_rows.to);
  m_rows.first = all + 1;
  m_rows.last = -1;
  for (std::size_t i = first; i <= last; ++i) {
    if (from.sum[i] >= kNever) continue;
    const auto layers = static_cast<int>(i);
    m_rows.first = std::min(m_rows.first, layers);
    m_rows.last = layers;
    if (!keep) continue;
    m_places[m_bands[s + 1].of(layers)] = {m_prefixes.size(), 1};
    m_prefixes.push_back({from.sum[i], from.walk[i], from.pre[i], from.tail[i], from.alone[i], from.down[i]});
  }
}

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

/// What the stages behind `stage` add to the sum, and again to a walk that climbs through them, where so many
/// layers, from `first` to `last`, are dealt out with it; the longest of them holds no less than their mean.
void Partitioner::set_later(int stage, int first, int last) {
  const int all = m_shape->layers();
  const int behind = m_shape->stages() - 1 - stage;
  const double rest = m_least_rest[static_cast<std::size_t>(stage) + 1];
  const bool longest = behind > 0 && m_walks.beside(stage) != 0.0;
  const double layer = m_least_layer[(static_cast<std::size_t>(stage) + 1) * m_classes];
  for (int begun = first; begun <= last; ++begun) {
    const auto b = static_cast<std::size_t>(begun);
    const bool alike = m_classes == 1;
    const double layers = alike ? (all - begun) * layer : least_behind(stage + 1, begun);
    m_later[b] = (layers + rest) * kRounded;
    m_longest[b] = 0.0;
    if (!longest) continue;
    const int most = (all - begun + behind - 1) / behind;
    const double held = alike ? most * layer : least_layers(stage + 1, begun, most);
    m_longest[b] = std::max(layers / behind, held) * kRounded;
  }
}

/// Fills the prefix table; false when no split can be at or below `cut`. True as well when interrupted.
/// `bound_alone`: with one prefix of each, its last place is all that is asked for.
bool Partitioner::fill_prefixes(double cut, bool bound_alone) {
  const int stages = m_shape->stages();
  const int all = m_shape->layers();
  if (!set_windows(cut)) return false;
  const std::size_t row = static_cast<std::size_t>(all) + 1;
  const double limit = cut * kHair;
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
  const bool single = m_pairs == 1 && m_firsts == 1;
  if (single) m_rows.start(row);
  m_stage_terms.resize(row);
  m_last_terms.resize(row);
  m_later.resize(row);
  m_longest.resize(row);
  m_least_down.assign(static_cast<std::size_t>(stages) + 1, -kNever);
  for (int j = stages - 1; j > 0 && m_shape->uniform_layers(); --j) {
    const auto s = static_cast<std::size_t>(j);
    const StageCost& least = cost(j, {j, j + m_least[s]});
    if (!least.fits) return false;
    const StageTerms terms = m_walks.terms(j, least);
    m_least_down[s] = terms.forward() + std::max(terms.left, m_link[s] / 2.0 + m_least_down[s + 1]);
  }
  int until_asked = 0;
  for (int j = 0; j < stages; ++j) {
    const auto s = static_cast<std::size_t>(j);
    set_later(j, std::max(j + 1, all - most_after[s + 1]), all - least_after[s + 1]);
    if (single) {
      if (--until_asked < 0 && *m_ended) {
        until_asked = 4;
        m_interrupted = (*m_ended)();
        if (m_interrupted) return true;
      }
      fill_row(j, least_after, most_after, limit, !bound_alone || j + 1 == stages);
      if (m_rows.last < 0) return false;
      continue;
    }
    for (std::vector<TermsOfCount>* terms : {&m_stage_terms, &m_last_terms})
      for (TermsOfCount& of_count : *terms) of_count.known = false;
    const double beside = m_walks.beside(j);
    const bool slow = slow_behind(j);
    // Of few rounds the stages that walks come back to tell them apart.
    const std::size_t quota = slow && beside <= 0.0 ? places_of_each(j) : m_pairs;
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
          here = {before >= m_firsts - 1, stage.fits, terms_alone(j, stage)};
        }
        if (!here.fits) {
          if (m_shape->uniform_layers()) break;
          continue;
        }
        const double later = m_later[static_cast<std::size_t>(before) + static_cast<std::size_t>(count)];
        const double longest = m_longest[static_cast<std::size_t>(before) + static_cast<std::size_t>(count)];
        const auto place = static_cast<std::size_t>(before + count - to.first);
        Prefix* const pairs = &m_next[place * m_pairs];
        for (const Prefix& prefix : from) {
          Prefix next = longer_by(prefix, j, before, here.terms, beside > 0.0 ? beside * longest : -kNever);
          const double walk = std::max(next.walk > 0.0 ? next.walk + later : 0.0, m_whole_line);
          const double down = next.down + m_least_down[s + 1];
          if (next.sum + later + std::max({walk + next.tail, next.alone, down}) > limit) continue;
          if (slow) next.count = count;
          if (slow && !m_across)
            add_counted(pairs, m_next_held[place], next);
          else
            add_pair(pairs, m_next_held[place], next, quota);
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

/// Of the prefixes that end with this stage, so many for each number of its layers.
std::size_t Partitioner::places_of_each(int stage) const {
  const auto s = static_cast<std::size_t>(stage);
  return std::max<std::size_t>(1, m_pairs / static_cast<std::size_t>(m_most[s] - m_least[s] + 1));
}

/// Keeps the pairs that no other beats; when they are too many, one that stays below two.
void Partitioner::add_pair(Prefix* pairs, std::size_t& held, const Prefix& next, std::size_t quota) const {
  const auto beats = [](const Prefix& a, const Prefix& b) {
    return a.sum <= b.sum && a.walk <= b.walk && a.pre >= b.pre && a.tail <= b.tail && a.alone <= b.alone &&
           a.down <= b.down && a.turned[0] <= b.turned[0] && a.turned[1] <= b.turned[1] &&
           (a.turn == b.turn || a.turn == 0.0) && a.count == b.count && a.stay.beats(b.stay);
  };
  for (std::size_t k = 0; k < held; ++k)
    if (beats(pairs[k], next)) return;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < held; ++k)
    if (!beats(next, pairs[k])) pairs[kept++] = pairs[k];
  held = kept;
  const auto alike = [&] {
    return std::count_if(pairs, pairs + kept, [&](const Prefix& pair) { return pair.count == next.count; });
  };
  if (kept < m_pairs && (quota == m_pairs || alike() < static_cast<std::ptrdiff_t>(quota))) {
    pairs[kept] = next;
    ++held;
    return;
  }
  // Of those that dwell on the same stage the one that loses least.
  Prefix* like = pairs + kept - 1;
  double least = kNever;
  for (Prefix* pair = pairs; pair != pairs + kept; ++pair) {
    if (!pair->stay.same(next.stay) || pair->count != next.count) continue;
    const double lost = std::abs(pair->sum - next.sum) + std::abs(pair->walk - next.walk) +
                        std::abs(pair->alone - next.alone) + std::abs(pair->stay.way - next.stay.way);
    if (lost >= least) continue;
    least = lost;
    like = pair;
  }
  *like = like->below(next);
}

/// Least step of a split with `stages` stages in a prefix and the others in a suffix; of one at `enough` or
/// above only that it is.
double Partitioner::least_step(const Prefix& prefix, const Suffix& suffix, int stages, double enough,
                               const Loops* loops) const {
  double turned = 0.0, stays = 0.0, ends = 0.0;
  for (const std::size_t odd : {0U, 1U}) {
    if (prefix.turned[odd] == 0.0) continue;
    turned = std::max(turned, prefix.turned[odd] + suffix.sum + left_after_turns(odd) * suffix.work);
    stays = std::max(stays, prefix.turned[odd] + suffix.stays[odd]);
    ends = std::max(ends, prefix.turned[odd] + suffix.ends[odd]);
  }
  const double climbed = prefix.walk > 0.0 ? prefix.walk + suffix.sum : 0.0;
  const double walk = std::max({climbed, turned, suffix.walk, m_whole_line});
  const double tail = std::max(prefix.tail, suffix.tail - prefix.pre);
  const double sum = prefix.sum + suffix.sum;
  const double least = sum + std::max({walk + tail, prefix.alone, std::max(suffix.alone, stays) + prefix.tail,
                                       std::max(suffix.late, ends) - prefix.pre, prefix.down + suffix.down});
  if (least >= enough || loops == nullptr || prefix.stay.stage < 0) return least;
  return std::max(least, sum + least_stay(prefix.stay, suffix, stages, tail, *loops));
}

/// Least step of any completion of a suffix, or `enough` when that is less: `stages` stages with `layers`
/// layers are still open in front of it.
double Partitioner::prefix_bound(int stages, int layers, const Suffix& suffix, double enough,
                                 const Loops* loops) const {
  const Band& band = m_bands[static_cast<std::size_t>(stages)];
  if (!band.has(layers)) return enough;
  double least = enough;
  for (const Prefix& prefix : prefixes(stages, layers))
    least = std::min(least, least_step(prefix, suffix, stages, least, loops));
  return least;
}

}  // namespace astrolabe::search
