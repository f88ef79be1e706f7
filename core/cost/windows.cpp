#include "core/cost/windows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/rounding.h"

namespace astrolabe::cost {

double Windows::Dwell::layers_within(double seconds, double free_layers) const {
  if (layer <= 0.0) return seconds >= base ? 1e9 : -1.0;
  const double most = (seconds - base) * inverse;
  if (most <= free_layers || again <= 0.0) return most;
  return (seconds - base + again * free_layers) * inverse_again;
}

double Windows::Dwell::seconds(double layers, double free_layers) const {
  return base + layers * layer + std::max(0.0, layers - free_layers) * again;
}

Windows::Dwell Windows::Dwell::times(double count) const {
  Dwell result = *this;
  const double part = count > 0.0 ? 1.0 / count : 0.0;
  result.base *= count;
  result.layer *= count;
  result.again *= count;
  result.inverse *= part;
  result.inverse_again *= part;
  return result;
}

void Windows::ask_about(const StageLine& line) {
  m_line = &line;
  const std::size_t count = line.stages.size();
  m_rounds.resize(count);
  m_work.resize(count);
  m_alone.resize(count);
  m_dwell.resize(count);
  m_onward.resize(count);
  m_least.resize(count);
  m_least_share = 1.0;
  m_runs.clear();
  for (std::size_t j = 0; j < count; ++j) {
    const StageFloor& stage = line.stages[j];
    if (starts_run(j)) m_runs.push_back({stage.layer - stage.weight, static_cast<int>(j)});
    m_least[j] = static_cast<int>(j) < line.may_be_empty ? 0 : 1;
    m_least_share = std::min(m_least_share, stage.backward_share);
    const bool alike = !starts_run(j) && stage.edge == m_work[j - 1].base &&
                       stage.layer == m_work[j - 1].layer && stage.again == m_work[j - 1].again;
    m_work[j] = alike ? m_work[j - 1] : Dwell{stage.edge, stage.layer, stage.again};
  }
  for (std::size_t j = 0; j < count; ++j) set_dwells(j);
  start_runs();
  m_laps = 0.0;
  if (line.schedule != strategy::Schedule::gpipe) set_laps();
}

/// Laps between two stages, such as those on both sides of a slow link.
void Windows::set_laps() {
  const std::vector<StageFloor>& stages = m_line->stages;
  const std::size_t count = stages.size();
  const auto least = [&](std::size_t j) {
    return stages[j].edge - stages[j].edge_weight + m_least[j] * (stages[j].layer - stages[j].weight);
  };
  double behind = 0.0;
  for (std::size_t j = count - 1; j > 0; --j) {
    const std::size_t s = j - 1;
    const double lap = least(s) + stages[s].link + least(j);
    behind += stages[j].link;
    const double laps = std::floor(m_rounds[j] / 2.0);
    if (laps >= 1.0) {
      const std::size_t before_weights = j / 2;
      const double with_weights = std::max(0.0, laps - static_cast<double>(before_weights));
      m_laps = std::max(m_laps, laps * lap +
                                    with_weights * (stages[s].edge_weight + m_least[s] * stages[s].weight) +
                                    (m_rounds[j] - 2.0 * laps) * least(j) + behind);
    }
    behind += least(j);
  }
}

void Windows::set_dwells(std::size_t j) {
  const StageFloor& stage = m_line->stages[j];
  const auto count = static_cast<int>(m_line->stages.size());
  const int micro_batches = m_line->micro_batches;
  const double rest = micro_batches - 1;
  if (m_line->schedule == strategy::Schedule::gpipe) {
    m_rounds[j] = 0.0;
    m_dwell[j] = m_work[j];
    m_alone[j] = m_work[j].times(rest);
    m_onward[j] = {rest * stage.edge_forward, rest * stage.forward, 0.0};
    return;
  }
  const double rounds = std::max(0.0, rest - static_cast<double>(count - 1) + static_cast<double>(j));
  const double passes = rest - rounds;
  m_rounds[j] = rounds;
  if (m_line->schedule != strategy::Schedule::zb_h1) {
    m_dwell[j] = m_work[j].times(rounds);
    m_alone[j] = m_work[j].times(rounds + passes * stage.backward_share);
    m_onward[j] = {rounds * stage.edge + passes * stage.edge_forward,
                   rounds * stage.layer + passes * stage.forward, rounds * stage.again};
    return;
  }
  const int place = static_cast<int>(j);
  const double between = weights_before_last_forward(place, count, micro_batches);
  m_dwell[j] = {rounds * (stage.edge - stage.edge_weight) + between * stage.edge_weight,
                rounds * (stage.layer - stage.weight) + between * stage.weight, rounds * stage.again};
  m_onward[j] = {m_dwell[j].base + passes * stage.edge_forward, m_dwell[j].layer + passes * stage.forward,
                 rounds * stage.again};
  const double weights = weights_before_last_backward(place, count, micro_batches);
  const double edge_backward = stage.edge - stage.edge_forward - stage.edge_weight;
  m_alone[j] = {
      rounds * stage.edge_forward + rest * edge_backward + weights * stage.edge_weight,
      rounds * (stage.layer - stage.backward - stage.weight) + rest * stage.backward + weights * stage.weight,
      rest * stage.again};
}

void Windows::start_runs() {
  const std::vector<StageFloor>& stages = m_line->stages;
  m_sum_of_least = m_line->lead;
  m_spare = m_line->layers;
  for (std::size_t j = 0; j < stages.size(); ++j) {
    const StageFloor& stage = stages[j];
    m_sum_of_least += stage.edge - stage.edge_weight + stage.link + m_least[j] * (stage.layer - stage.weight);
    m_spare -= m_least[j];
  }
  m_by_layer.resize(m_runs.size());
  std::iota(m_by_layer.begin(), m_by_layer.end(), std::size_t{0});
  std::sort(m_by_layer.begin(), m_by_layer.end(),
            [&](std::size_t a, std::size_t b) { return m_runs[a].layer < m_runs[b].layer; });
}

bool Windows::enough() const {
  long room = 0;
  for (std::size_t j = 0; j < m_most.size(); ++j) {
    if (m_most[j] < m_least[j]) return false;
    room += m_most[j];
  }
  return room >= m_line->layers;
}

void Windows::limit(std::size_t stage, double most) {
  int& known = m_most[stage];
  if (most < known) known = most < 0.0 ? -1 : static_cast<int>(most);
}

/// S, under the limits known.
double Windows::least_sum() const {
  double sum = m_sum_of_least;
  int left = m_spare;
  for (const std::size_t k : m_by_layer) {
    if (left <= 0) break;
    const std::size_t end =
        k + 1 < m_runs.size() ? static_cast<std::size_t>(m_runs[k + 1].first) : m_most.size();
    long open = 0;
    for (auto j = static_cast<std::size_t>(m_runs[k].first); j < end; ++j) open += m_most[j] - m_least[j];
    const auto here = static_cast<int>(std::min<long>(left, open));
    sum += here * m_runs[k].layer;
    left -= here;
  }
  return sum;
}

/// The least seconds within which the dwells of all stages leave all layers a place.
double Windows::reach(const std::vector<Dwell>& dwells) const {
  double rate = 0.0;
  double edges = 0.0;
  double seconds = 0.0;
  for (std::size_t j = 0; j < dwells.size(); ++j) {
    const Dwell& dwell = dwells[j];
    if (dwell.layer <= 0.0) return 0.0;
    seconds = std::max(seconds, dwell.base + m_least[j] * dwell.layer);
    rate += dwell.inverse;
    edges += dwell.base * dwell.inverse;
  }
  seconds = std::max(seconds, (m_line->layers + edges) / rate);
  constexpr int kMostLooks = 6;  // what is reached then is too little, too
  for (int looks = 0; looks < kMostLooks; ++looks) {
    long room = 0;
    double next = kBeyond;
    for (std::size_t j = 0; j < dwells.size(); ++j) {
      const double free_layers = m_line->stages[j].free_layers;
      const double within = dwells[j].layers_within(rounded_up(seconds), free_layers);
      if (within >= m_most[j]) {
        room += m_most[j];
        continue;
      }
      const auto whole = static_cast<long>(std::max(0.0, within));
      room += whole;
      next = std::min(next, dwells[j].seconds(static_cast<double>(whole + 1), free_layers));
    }
    if (room >= m_line->layers || next >= kBeyond) return seconds;
    seconds = std::max(seconds, next);
  }
  return seconds;
}

/// The tail of the first stage with what the others leave it.
double Windows::first_tail(double step) const {
  const double work = step / m_line->micro_batches;
  const long all = std::accumulate(m_most.begin(), m_most.end(), 0L);
  const double layers = std::max<double>(m_least[0], static_cast<double>(m_line->layers - (all - m_most[0])));
  return m_line->stages.front().tail.seconds(layers, work);
}

/// The paths that dwell on each stage.
bool Windows::limit_by_paths(double step) {
  const StageLine& line = *m_line;
  const std::size_t count = m_most.size();
  const double left = step - least_sum() - first_tail(step);
  if (left < m_laps) return false;
  long before = 0;
  for (std::size_t j = 0; j < count; ++j) {
    limit(j, m_alone[j].layers_within(left, line.stages[j].free_layers));
    before += m_most[j];
  }
  // Layers and links behind a stage come back in the path that goes back through them.
  double behind = 0.0;
  double cheapest = kBeyond;
  for (std::size_t j = count; j-- > 0;) {
    const StageFloor& stage = line.stages[j];
    before -= m_most[j];
    if (m_rounds[j] >= 1.0) {
      double way_back = behind + stage.link;
      const long surely = line.layers - before - m_most[j];
      const auto least_behind =
          static_cast<long>(count - 1 - j) - std::max<long>(0, line.may_be_empty - static_cast<long>(j) - 1);
      if (surely > least_behind && j + 1 < count)
        way_back += static_cast<double>(surely - least_behind) * cheapest;
      limit(j, m_dwell[j].layers_within(left - way_back, stage.free_layers));
    }
    behind += stage.edge - stage.edge_weight + stage.link + m_least[j] * (stage.layer - stage.weight);
    cheapest = std::min(cheapest, stage.layer - stage.weight);
  }
  return enough();
}

/// The rest, where the longest stage takes `shortest` or more.
bool Windows::ends_within(double step, double onward, double shortest) {
  const double rest = m_line->micro_batches - 1;
  const auto stages = static_cast<double>(m_most.size());
  const double sum = least_sum();
  const double laps = std::floor(rest / stages);
  double path = std::max(onward, m_laps);
  const bool flush = m_line->schedule == strategy::Schedule::gpipe;
  const bool weights_later = m_line->schedule == strategy::Schedule::zb_h1;
  if (laps >= 1.0 && !flush)
    path = std::max({path, sum + (rest - stages) * shortest, laps * sum + (rest - laps * stages) * shortest});
  double alone = rest * shortest;
  if (weights_later)
    alone =
        zero_bubble_rest(static_cast<int>(m_most.size()), m_line->micro_batches, m_line->shares) * shortest;
  else if (!flush)
    alone = (m_rounds[0] + (rest - m_rounds[0]) * m_least_share) * shortest;
  return sum + std::max(path, alone) + first_tail(step) <= step;
}

bool Windows::leave_room(double step) {
  const StageLine& line = *m_line;
  m_most.clear();
  for (const StageFloor& stage : line.stages) m_most.push_back(std::min(stage.holds, line.layers));
  step = rounded_up(step);
  return enough() && limit_by_paths(step) && limit_by_paths(step) &&
         ends_within(step, reach(m_onward), reach(m_work));
}

double longest_without(double low, double high, double near, const std::function<bool(double)>& ends) {
  if (low >= high) return low;
  if (!ends(high)) return rounded_up(high);
  while (high > near * low) {
    const double middle = std::sqrt(low * high);
    (ends(middle) ? high : low) = middle;
  }
  return low;
}

}  // namespace astrolabe::cost
