#include "core/search/cycles.h"

#include <algorithm>

namespace astrolabe::search {

namespace {

constexpr double kNever = 1e300;  // no path

/// Of a path that has so many rounds up to the last forward of `last` and goes round [first .. last]: laps,
/// those with the first stage's weights, and what is left on one stage, with its weights and without.
struct Spent {
  int laps = 0, with_weights = 0, full = 0, unweighted = 0;
};

/// All rounds, or those without weights and the others on one stage: a stage puts its first weights off by as
/// many micro-batches as there are stages before it.
std::array<Spent, 2> ways(int first, int last, int rounds) {
  const int length = last - first + 1;
  std::array<Spent, 2> ways;
  std::size_t way = 0;
  for (const int laps : {rounds / length, std::max(1, std::min(rounds, last) / length)}) {
    const int left = rounds - laps * length;
    const int full = std::max(0, left - std::max(0, last - laps * length));
    ways[way++] = {laps, std::max(0, laps - (first + length - 1) / length), full, left - full};
  }
  return ways;
}

}  // namespace

void Cycles::start(const CriticalPaths& paths, const std::vector<double>& links) {
  m_paths = &paths;
  m_links = &links;
  if (paths.stages() == m_stages && paths.micro_batches() == m_micro_batches) return;
  m_stages = paths.stages();
  m_micro_batches = paths.micro_batches();
  const auto size = static_cast<std::size_t>(m_stages);
  for (Way& way : m_ways)
    for (Table* table : {&way.laps, &way.with_weights, &way.full, &way.unweighted, &way.lapped, &way.rest})
      table->resize(size);
  for (Table* table : {&m_around, &m_longest, &m_longest_unweighted, &m_late, &m_longest_back, &m_dwells})
    table->resize(size);
  for (Row* row : {&m_seconds, &m_weights, &m_backward, &m_left, &m_behind, &m_stay, &m_passes, &m_round})
    row->resize(size);
  m_counted.assign(size, 0);
  // With no more micro-batches than stages no stage does weights in a lap that the other way spares.
  m_different = m_micro_batches > m_stages ? 2 : 1;
  for (int j = 0; j < m_stages; ++j) m_passes[static_cast<std::size_t>(j)] = paths.backwards_left(j) - 1.0;
}

void Cycles::count(int stage) {
  m_counted[static_cast<std::size_t>(stage)] = 1;
  for (int j = stage + 1; j < m_stages; ++j) {
    std::size_t way = 0;
    for (const Spent& spent : ways(stage, j, static_cast<int>(m_paths->rounds(j)))) {
      Way& table = m_ways[way++];
      table.laps[stage][j] = spent.laps;
      table.with_weights[stage][j] = spent.with_weights;
      table.full[stage][j] = spent.full;
      table.unweighted[stage][j] = spent.unweighted;
    }
  }
}

void Cycles::open(int stage) {
  const int next = stage + 1;
  if (next == m_stages || !has_rounds(stage)) return;
  if (m_counted[static_cast<std::size_t>(stage)] == 0) count(stage);
  const auto first = static_cast<std::size_t>(next);
  const double link = (*m_links)[static_cast<std::size_t>(stage)];
  const double seconds = m_seconds[first] + link;
  const double unweighted = m_seconds[first], longest = unweighted + m_weights[first];
  const double back = m_backward[first] + link / 2.0, longest_back = m_backward[first] + m_weights[first];
  double* around = m_around[stage];
  double* late = m_late[stage];
  double* backs = m_longest_back[stage];
  const double *around_next = m_around[next], *late_next = m_late[next], *backs_next = m_longest_back[next];
  around[next] = seconds;
  late[next] = m_left[first] - back;
  backs[next] = 0.0;
  for (int j = next + 1; j < m_stages; ++j) {
    around[j] = around_next[j] + seconds;
    late[j] = late_next[j] - back;
    backs[j] = std::max(backs_next[j], longest_back);
  }
  double* with = m_longest[stage];
  double* without = m_longest_unweighted[stage];
  const double *with_next = m_longest[next], *without_next = m_longest_unweighted[next];
  int j = next;
  for (; j < m_stages && (j == next || with_next[j] <= longest); ++j) {
    with[j] = longest;
    without[j] = unweighted;
  }
  std::copy(with_next + j, with_next + m_stages, with + j);
  std::copy(without_next + j, without_next + m_stages, without + j);
  for (std::size_t k = 0; k < m_different; ++k) {
    Way& way = m_ways[k];
    double *lapped = way.lapped[stage], *rest = way.rest[stage];
    const double *laps = way.laps[stage], *full = way.full[stage], *left = way.unweighted[stage];
    for (int l = next; l < m_stages; ++l) {
      lapped[l] = laps[l] * around[l];
      rest[l] = full[l] * with[l] + left[l] * without[l];
    }
  }
}

/// Up to the last forward of the range's last stage.
void Cycles::go_round(int stage, const StageTerms& terms) {
  const double unweighted = terms.sum, weight = terms.weight, longest = terms.sum + terms.weight;
  double* round = m_round.data();
  const auto see = [&](Way& way, auto keep) {
    const double *lapped = way.lapped[stage], *laps = way.laps[stage], *with = way.with_weights[stage];
    const double *rest = way.rest[stage], *full = way.full[stage], *left = way.unweighted[stage];
    for (int j = stage + 1; j < m_stages; ++j) {
      const double alone = full[j] * longest + left[j] * unweighted;
      keep(round[j],
           lapped[j] + laps[j] * unweighted + with[j] * weight + (alone < rest[j] ? rest[j] : alone));
    }
  };
  see(m_ways[0], [](double& known, double seen) { known = seen; });
  if (m_different > 1)
    see(m_ways[1], [](double& known, double seen) { known = known < seen ? seen : known; });
}

Cycles::Longest Cycles::of(int stage, const StageTerms& terms) {
  Longest most;
  const int next = stage + 1;
  if (next == m_stages) return most;
  const double back = terms.backward + terms.weight;
  const double *passes = m_passes.data(), *dwells = m_dwells[next];
  double path = 0.0, alone = 0.0, last = -kNever;
  for (int j = next; j < m_stages; ++j) alone = std::max(alone, dwells[j] + passes[j] * back);
  if (has_rounds(stage)) {
    go_round(stage, terms);
    const double *round = m_round.data(), *behind = m_behind.data(), *stay = m_stay.data();
    const double *late = m_late[stage], *backs = m_longest_back[stage];
    for (int j = next; j < m_stages; ++j) {
      path = std::max(path, round[j] + behind[j]);
      last = std::max(last, round[j] + late[j]);
      alone = std::max(alone, round[j] + std::max(passes[j] * std::max(backs[j], back), stay[j]));
    }
  }
  most.path = path;
  most.alone = alone;
  most.late = last - terms.backward;
  return most;
}

void Cycles::deal(int stage, const StageTerms& terms, double behind, double left) {
  const auto s = static_cast<std::size_t>(stage);
  m_seconds[s] = terms.sum;
  m_weights[s] = terms.weight;
  m_backward[s] = terms.backward;
  m_stay[s] = terms.stay;
  m_left[s] = left;
  m_behind[s] = behind;
  double* dwells = m_dwells[stage];
  dwells[stage] = terms.dwell > 0.0 ? terms.dwell : -kNever;
  if (stage + 1 == m_stages) return;
  const double* further = m_dwells[stage + 1];
  if (!has_rounds(stage)) {
    std::copy(further + stage + 1, further + m_stages, dwells + stage + 1);
    return;
  }
  go_round(stage, terms);
  const double* round = m_round.data();
  for (int j = stage + 1; j < m_stages; ++j) dwells[j] = further[j] < round[j] ? round[j] : further[j];
}

}  // namespace astrolabe::search
