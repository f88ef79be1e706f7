#include "core/cost/windows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

int Windows::least_of(int stage) const { return stage < m_line->bare ? 0 : 1; }

void Windows::start(const StageLine& line) {
  m_line = &line;
  const std::size_t count = line.stages.size();
  const double rest = line.micro_batches - 1;
  m_rounds.resize(count);
  m_work.resize(count);
  m_alone.resize(count);
  m_onward.resize(count);
  m_most.resize(count);
  m_runs.clear();
  m_least_share = 1.0;
  int last = -1;
  for (std::size_t j = 0; j < count; ++j) {
    const StageFloor& stage = line.stages[j];
    m_least_share = std::min(m_least_share, stage.backward_share);
    const double rounds = std::max(0.0, rest - static_cast<double>(count - 1 - j));
    const double passes = rest - rounds;
    const double alone = rounds + passes * stage.backward_share;
    m_rounds[j] = rounds;
    m_work[j] = {stage.edge, stage.layer, stage.again};
    m_alone[j] = {alone * stage.edge, alone * stage.layer, alone * stage.again};
    m_onward[j] = {rounds * stage.edge + passes * stage.edge_forward,
                   rounds * stage.layer + passes * stage.forward, rounds * stage.again};
    m_most[j] = std::min(stage.holds, line.layers);
    if (stage.run != last) m_runs.push_back({stage.layer, stage.forward, 0, 0});
    last = stage.run;
  }
}

bool Windows::enough() const {
  long room = 0;
  for (std::size_t j = 0; j < m_most.size(); ++j) {
    if (m_most[j] < least_of(static_cast<int>(j))) return false;
    room += m_most[j];
  }
  return room >= m_line->layers;
}

void Windows::limit(int stage, double most) {
  int& known = m_most[static_cast<std::size_t>(stage)];
  if (most < known) known = most < 0.0 ? -1 : static_cast<int>(most);
}

/// S, under the limits known.
double Windows::least_sum() const {
  double sum = m_line->lead;
  int left = m_line->layers;
  std::array<std::pair<double, long>, 16> open;  // seconds of a layer, how many find room
  std::size_t runs = 0;
  int last = -1;
  for (std::size_t j = 0; j < m_most.size(); ++j) {
    const StageFloor& stage = m_line->stages[j];
    const int least = least_of(static_cast<int>(j));
    sum += stage.edge + stage.link + least * stage.layer;
    left -= least;
    if (stage.run != last) open[runs++] = {stage.layer, 0};
    last = stage.run;
    open[runs - 1].second += m_most[j] - least;
  }
  std::sort(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(runs));
  for (std::size_t k = 0; k < runs && left > 0; ++k) {
    const auto here = static_cast<int>(std::min<long>(left, open[k].second));
    sum += here * open[k].first;
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
    seconds = std::max(seconds, dwell.base + least_of(static_cast<int>(j)) * dwell.layer);
    rate += dwell.inverse;
    edges += dwell.base * dwell.inverse;
  }
  seconds = std::max(seconds, (m_line->layers + edges) / rate * (1.0 - 1e-9));
  constexpr int kMostLooks = 6;  // what is reached then is too little, too
  for (int looks = 0; looks < kMostLooks; ++looks) {
    long room = 0;
    double next = 1e300;
    for (std::size_t j = 0; j < dwells.size(); ++j) {
      const double free_layers = m_line->stages[j].free_layers;
      const double within = dwells[j].layers_within(seconds * (1.0 + 1e-12), free_layers);
      if (within >= m_most[j]) {
        room += m_most[j];
        continue;
      }
      const double whole = std::max(0.0, std::floor(within));
      room += static_cast<long>(whole);
      next = std::min(next, dwells[j].seconds(whole + 1.0, free_layers));
    }
    if (room >= m_line->layers || next >= 1e300) return seconds;
    seconds = std::max(seconds, next * (1.0 - 1e-12));
  }
  return seconds;
}

/// The tail of each stage, behind a walk of `walk` seconds that begins with its S - pre_i.
bool Windows::limit_by_tails(double step, double walk) {
  const std::size_t count = m_most.size();
  const double work = step / m_line->micro_batches;
  double base = m_line->lead;  // S - pre_i without what the layers beyond the least take
  int left = m_line->layers;
  std::size_t run = 0;
  for (Run& other : m_runs) other.before = other.behind = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const StageFloor& stage = m_line->stages[j];
    const int least = least_of(static_cast<int>(j));
    if (j > 0 && stage.run != m_line->stages[j - 1].run) ++run;
    base += stage.edge + stage.link + least * stage.layer;
    left -= least;
    m_runs[run].behind += m_most[j] - least;
  }
  // Of all rates the lowest first; forwards alone before the stage.
  struct Rate {
    double seconds;
    std::size_t run;
    bool before;
  };
  std::array<Rate, 32> rates;
  std::size_t all = 0;
  for (std::size_t k = 0; k < m_runs.size(); ++k) {
    rates[all++] = {m_runs[k].forward, k, true};
    rates[all++] = {m_runs[k].layer, k, false};
  }
  std::sort(rates.begin(), rates.begin() + static_cast<std::ptrdiff_t>(all),
            [](const Rate& a, const Rate& b) { return a.seconds < b.seconds; });
  run = 0;
  long room = 0;
  double lead = m_line->lead;  // its forwards are not told apart
  for (std::size_t i = 0; i < count; ++i) {
    const StageFloor& stage = m_line->stages[i];
    const int least = least_of(static_cast<int>(i));
    if (i > 0 && stage.run != m_line->stages[i - 1].run) ++run;
    double sum = base;
    int open = left;
    for (std::size_t k = 0; k < all && open > 0; ++k) {
      const Run& at = m_runs[rates[k].run];
      const int here = std::min(open, rates[k].before ? at.before : at.behind);
      sum += here * rates[k].seconds;
      open -= here;
    }
    const int held = m_most[i];
    limit(static_cast<int>(i), stage.tail.layers_within(step - sum - walk, work));
    if (m_most[i] < least) return false;
    room += m_most[i];
    // This stage is before the next.
    base -= stage.edge - stage.edge_forward + stage.link / 2.0 + least * (stage.layer - stage.forward) + lead;
    lead = 0.0;
    m_runs[run].behind -= held - least;
    m_runs[run].before += held - least;
  }
  return room >= m_line->layers;
}

/// The tail of the first stage with what the others leave it.
double Windows::first_tail(double step) const {
  long others = 0;
  for (std::size_t j = 1; j < m_most.size(); ++j) others += m_most[j];
  const double layers = std::max<double>(least_of(0), static_cast<double>(m_line->layers - others));
  return m_line->stages[0].tail.seconds(layers, step / m_line->micro_batches);
}

/// The walks that dwell on each stage.
bool Windows::limit_by_walks(double step) {
  const StageLine& line = *m_line;
  const std::size_t count = m_most.size();
  const double left = step - least_sum() - first_tail(step);
  if (left < 0.0) return false;
  long before = 0;
  for (std::size_t j = 0; j < count; ++j) {
    limit(static_cast<int>(j), m_alone[j].layers_within(left, line.stages[j].free_layers));
    before += m_most[j];
  }
  // Layers and links behind a stage come back in the walk that climbs through them.
  double behind = 0.0;
  double cheapest = 1e300;
  for (std::size_t j = count; j-- > 0;) {
    const StageFloor& stage = line.stages[j];
    before -= m_most[j];
    if (m_rounds[j] >= 1.0) {
      double climb = behind + stage.link;
      const long surely = line.layers - before - m_most[j];
      const auto least_behind =
          static_cast<long>(count - 1 - j) - std::max<long>(0, line.bare - static_cast<long>(j) - 1);
      if (surely > least_behind && j + 1 < count)
        climb += static_cast<double>(surely - least_behind) * cheapest;
      limit(static_cast<int>(j), m_work[j].layers_within((left - climb) / m_rounds[j], stage.free_layers));
    }
    behind += stage.edge + stage.link + least_of(static_cast<int>(j)) * stage.layer;
    cheapest = std::min(cheapest, stage.layer);
  }
  return enough();
}

/// The rest, where the longest stage takes `shortest` or more.
bool Windows::ends_within(double step, double onward, double shortest) {
  const double rest = m_line->micro_batches - 1;
  const auto stages = static_cast<double>(m_most.size());
  const double sum = least_sum();
  const double turns = std::floor(rest / stages);
  double walk = onward;
  if (turns >= 1.0)
    walk =
        std::max({walk, sum + (rest - stages) * shortest, turns * sum + (rest - turns * stages) * shortest});
  const double alone = (m_rounds[0] + (rest - m_rounds[0]) * m_least_share) * shortest;
  if (sum + std::max(walk, alone) + first_tail(step) > step) return false;
  return limit_by_tails(step, walk);
}

bool Windows::leave_room(const StageLine& line, double step, bool closely) {
  start(line);
  step *= 1.0 + 1e-9;  // what rounding makes of sums
  if (!enough() || !limit_by_walks(step) || !limit_by_walks(step)) return false;
  const double onward = reach(m_onward);
  double shortest = reach(m_work);
  m_known = m_most;
  if (!ends_within(step, onward, shortest)) return false;
  if (!closely) return true;
  // A longer bottleneck leaves a smaller sum: not both at once.
  constexpr double kBand = 1.05;
  constexpr int kMostBands = 10;
  for (int band = 0; band < kMostBands; ++band) {
    m_most = m_known;
    if (band > 0 && !ends_within(step, onward, shortest)) return false;
    m_most = m_known;
    const double longest = shortest * kBand;
    for (std::size_t j = 0; j < m_most.size(); ++j)
      limit(static_cast<int>(j), m_work[j].layers_within(longest, line.stages[j].free_layers));
    if (enough() && limit_by_walks(step) && ends_within(step, onward, shortest)) return true;
    shortest = longest;
  }
  return true;
}

double longest_without(double low, double high, double near, const std::function<bool(double)>& ends) {
  if (low >= high) return low;
  if (!ends(high)) return high * (1.0 + 1e-9);
  while (high > near * low) {
    const double middle = std::sqrt(low * high);
    (ends(middle) ? high : low) = middle;
  }
  return low;
}

}  // namespace astrolabe::cost
