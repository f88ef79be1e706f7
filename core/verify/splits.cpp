#include "core/verify/splits.h"

#include <algorithm>
#include <cmath>

#include "core/verify/index.h"

namespace astrolabe::verify {

using cost::StageCost;
using strategy::Schedule;

namespace {

constexpr double kNever = 1e300;
constexpr long kMostLooks = 20'000'000;
constexpr double kMostSplits = 1e5;  ///< of schedules without a bound
constexpr std::size_t kMostRests = 48;

double ways(int layers, int stages) {
  double count = 1.0;
  for (int i = 1; i < stages; ++i) count = count * (layers - i) / i;
  return count;
}

}  // namespace

double step_of(const cost::Shape& shape, const std::vector<int>& layers, bool& fits) {
  std::vector<StageCost> stages;
  std::vector<double> scratch;
  int begin = 0;
  fits = true;
  for (std::size_t j = 0; j < layers.size(); ++j) {
    stages.push_back(shape.stage(static_cast<int>(j), {begin, begin + layers[j]}));
    fits = fits && stages.back().fits;
    begin += layers[j];
  }
  return shape.step(stages, scratch).step;
}

void SplitSearch::start(const cost::Shape& shape, double step) {
  m_shape = &shape;
  m_stages = shape.stages();
  m_layers = shape.layers();
  m_step = step;
  m_looks = 0;
  m_answer = {};
  m_answer.step = step;
  m_split.assign(at(m_stages), 0);
  m_seconds.assign(at(m_stages), 0.0);
  const std::size_t row = at(m_layers) + 1;
  const std::size_t ranges = shape.uniform_layers() ? row : row * row;
  m_costs.resize(std::max(m_costs.size(), at(m_stages) * ranges));
  m_known.assign(at(m_stages) * ranges, 0);
}

/// Equal layers: by their number alone.
const StageCost& SplitSearch::cost(int stage, int begin, int end) {
  const std::size_t row = at(m_layers) + 1;
  const std::size_t slot = m_shape->uniform_layers() ? at(stage) * row + at(end - begin)
                                                     : (at(stage) * row + at(begin)) * row + at(end);
  if (m_known[slot] == 0) {
    m_known[slot] = 1;
    m_costs[slot] = m_shape->uniform_layers() ? m_shape->stage(stage, {0, end - begin})
                                              : m_shape->stage(stage, {begin, end});
  }
  return m_costs[slot];
}

/// The stage alone takes too long, and so with more layers. Without recomputation, which may come and go.
bool SplitSearch::too_long(int stage, int begin, int end) const {
  const strategy::Recompute asked = m_shape->strategy().recompute;
  const auto base = asked == strategy::Recompute::full ? strategy::Recompute::none : asked;
  return m_dwells[at(stage)] * m_shape->stage(stage, {begin, end}, base, 0).seconds() >= m_step;
}

void SplitSearch::try_split() {
  bool fits = false;
  const double step = step_of(*m_shape, m_split, fits);
  if (!fits || step >= m_answer.step) return;
  m_answer.found = true;
  m_answer.step = step;
  m_answer.layers = m_split;
}

void SplitSearch::try_all(int stage, int begin) {
  if (stage == m_stages - 1) {
    m_split[at(stage)] = m_layers - begin;
    try_split();
    return;
  }
  for (int count = 1; count <= m_layers - begin - (m_stages - 1 - stage); ++count) {
    m_split[at(stage)] = count;
    try_all(stage + 1, begin + count);
  }
}

/// Keeps what no other undercuts; of too many the last two become one that undercuts both.
void SplitSearch::add(std::vector<Rest>& rests, const Rest& next) const {
  const auto undercuts = [](const Rest& a, const Rest& b) {
    return a.sum <= b.sum && a.walk <= b.walk && a.pass <= b.pass;
  };
  if (std::any_of(rests.begin(), rests.end(), [&](const Rest& old) { return undercuts(old, next); })) return;
  std::erase_if(rests, [&](const Rest& old) { return undercuts(next, old); });
  if (rests.size() < kMostRests) {
    rests.push_back(next);
    return;
  }
  Rest& last = rests.back();
  last = {std::min(last.sum, next.sum), std::min(last.walk, next.walk), std::min(last.pass, next.pass)};
}

/// Least step of all splits that begin with `front` before `stage`; m_rests of that stage must be known.
double SplitSearch::bound(const Front& front, int stage, int begin) const {
  const std::size_t slot = at(stage) * (at(m_layers) + 1) + at(begin);
  const double batches = m_shape->micro_batches();
  const double longest = std::max(front.longest, m_bottleneck[slot]);
  const double turns = std::floor((batches - 1.0) / m_stages);
  double least = kNever;
  for (const Rest& rest : m_rests[slot]) {
    const double sum = front.sum + rest.sum;
    double walk = std::max(rest.walk, front.walk > 0.0 ? front.walk + rest.sum : 0.0);
    if (turns >= 1.0) walk = std::max(walk, turns * sum + (batches - 1.0 - turns * m_stages) * longest);
    // The way by the longest single pass ends behind the tails up to its stage only.
    walk = std::max(walk, rest.pass);
    least = std::min(least, sum + std::max(walk + front.tail, front.alone));
  }
  return least;
}

/// What a stage adds to S that works all its rounds and, for micro-batches still held behind it, single
/// passes.
double SplitSearch::passes(int stage, const StageCost& cost) const {
  const double single = m_shape->micro_batches() - 1.0 - m_dwells[at(stage)];
  return m_dwells[at(stage)] * cost.seconds() + single * std::max(cost.forward, cost.backward);
}

/// From the last stage to the first: the least that the rest of a pipeline can cost.
void SplitSearch::fill_rests() {
  const std::size_t row = at(m_layers) + 1;
  const double batches = m_shape->micro_batches();
  m_link.assign(at(m_stages), 0.0);
  m_dwells.assign(at(m_stages), 0.0);
  for (int j = 0; j < m_stages; ++j) {
    if (j + 1 < m_stages) m_link[at(j)] = 2.0 * m_shape->links()[at(j)];
    const double rounds = batches - 1.0 - (m_stages - 1 - j);
    m_dwells[at(j)] = rounds >= 1.0 ? rounds : 0.0;
  }
  // Sums of the stages before, forwards.
  m_least_front.assign(at(m_stages + 1) * row, kNever);
  m_least_front[0] = 0.0;
  m_least_tail = kNever;
  for (int j = 0; j < m_stages; ++j)
    for (int begin = j; begin <= m_layers - (m_stages - j); ++begin) {
      const double before = m_least_front[at(j) * row + at(begin)];
      if (before >= kNever) continue;
      for (int end = begin + 1; end <= m_layers - (m_stages - 1 - j); ++end) {
        const StageCost& stage = cost(j, begin, end);
        if (m_dwells[at(j)] * stage.seconds() >= m_step && too_long(j, begin, end)) break;
        if (!stage.fits) continue;
        double& sum = m_least_front[at(j + 1) * row + at(end)];
        sum = std::min(sum, before + stage.seconds() + m_link[at(j)]);
        if (j == 0) m_least_tail = std::min(m_least_tail, stage.tail);
      }
    }
  m_rests.assign(at(m_stages + 1) * row, {});
  m_bottleneck.assign(at(m_stages + 1) * row, kNever);
  m_rests[at(m_stages) * row + at(m_layers)] = {Rest{}};
  m_bottleneck[at(m_stages) * row + at(m_layers)] = 0.0;
  for (int j = m_stages - 1; j >= 0; --j)
    for (int begin = j; begin <= m_layers - (m_stages - j); ++begin) {
      const std::size_t slot = at(j) * row + at(begin);
      const double front = m_least_front[slot];
      if (front >= kNever) continue;
      for (int end = begin + 1; end <= m_layers - (m_stages - 1 - j); ++end) {
        const std::size_t behind = at(j + 1) * row + at(end);
        if (m_rests[behind].empty()) continue;
        const StageCost& stage = cost(j, begin, end);
        if (!stage.fits) continue;
        const double seconds = stage.seconds();
        m_bottleneck[slot] = std::min(m_bottleneck[slot], std::max(seconds, m_bottleneck[behind]));
        for (const Rest& rest : m_rests[behind]) {
          Rest next;
          next.sum = rest.sum + seconds + m_link[at(j)];
          next.walk = std::max(
              rest.walk, m_dwells[at(j)] > 0.0 ? m_dwells[at(j)] * seconds + m_link[at(j)] + rest.sum : 0.0);
          next.pass = std::max(rest.pass, passes(j, stage));
          if (front + next.sum + std::max(next.walk, next.pass) + m_least_tail >= m_step) continue;
          add(m_rests[slot], next);
        }
      }
    }
}

SplitSearch::Front SplitSearch::extended(const Front& front, int stage, const StageCost& cost) {
  Front next;
  const double seconds = cost.seconds();
  const double link = m_link[at(stage)];
  m_seconds[at(stage)] = seconds;
  next.sum = front.sum + seconds + link;
  next.longest = std::max(front.longest, seconds);
  next.tail = std::max(front.tail, cost.tail - front.backward);
  next.backward = front.backward + cost.backward + link / 2.0;
  next.alone = std::max(front.alone, passes(stage, cost) + next.tail);
  if (front.walk > 0.0) next.walk = front.walk + seconds + link;
  // Rounds between an earlier stage and this one, then the rest of the rounds on the slowest between them.
  double around = 0.0, slowest = 0.0;
  for (int i = stage; i >= 0 && m_dwells[at(stage)] > 0.0; --i) {
    around += m_seconds[at(i)] + (i < stage ? m_link[at(i)] : 0.0);
    slowest = std::max(slowest, m_seconds[at(i)]);
    const double length = stage - i + 1;
    const double turns = std::floor(m_dwells[at(stage)] / length);
    if (turns < 1.0) break;
    next.walk = std::max(next.walk, turns * around + (m_dwells[at(stage)] - turns * length) * slowest + link);
  }
  return next;
}

void SplitSearch::descend(int stage, int begin, const Front& front) {
  if (stage == m_stages) {
    try_split();
    return;
  }
  struct Choice {
    double bound = 0.0;
    int count = 0;
    Front front;
  };
  std::vector<Choice> choices;
  for (int end = begin + 1; end <= m_layers - (m_stages - 1 - stage); ++end) {
    if (stage == m_stages - 1) end = m_layers;
    if (m_rests[at(stage + 1) * (at(m_layers) + 1) + at(end)].empty()) continue;
    const StageCost& tried = cost(stage, begin, end);
    if (!tried.fits) continue;
    const Front next = extended(front, stage, tried);
    const double least = bound(next, stage + 1, end);
    if (least < m_answer.step) choices.push_back({least, end - begin, next});
  }
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.bound < b.bound; });
  for (const Choice& choice : choices) {
    if (choice.bound >= m_answer.step || !m_answer.complete) return;
    if (++m_looks > kMostLooks) {
      m_answer.complete = false;
      return;
    }
    m_split[at(stage)] = choice.count;
    m_seconds[at(stage)] = cost(stage, begin, begin + choice.count).seconds();
    descend(stage + 1, begin + choice.count, choice.front);
  }
}

SplitAnswer SplitSearch::faster_than(const cost::Shape& shape, double step) {
  start(shape, step);
  const strategy::Strategy& strategy = shape.strategy();
  if (m_stages > m_layers) return m_answer;
  if (strategy.virtual_pipeline > 1 || m_stages == 1) {
    for (int j = 0; j < m_stages; ++j)
      m_split[at(j)] = m_layers / m_stages + (j < m_layers % m_stages ? 1 : 0);
    try_split();
  } else if (strategy.schedule == Schedule::one_f_one_b) {
    fill_rests();
    if (!m_rests[0].empty()) descend(0, 0, {});
  } else if (ways(m_layers, m_stages) <= kMostSplits) {
    try_all(0, 0);
  } else {
    m_answer.complete = false;
  }
  return m_answer;
}

}  // namespace astrolabe::verify
