#include "core/verify/splits.h"

#include <algorithm>
#include <cmath>

#include "core/strategy/chunks.h"
#include "core/verify/index.h"

namespace astrolabe::verify {

using cost::StageCost;
using strategy::Schedule;

namespace {

constexpr long kMostLooks = 20'000'000;
constexpr std::size_t kMostRests = 48;
constexpr std::size_t kMostCosts = std::size_t{1} << 21U;  ///< of stages with some layers, kept

}  // namespace

double step_of(const cost::Shape& shape, const std::vector<int>& layers, bool& fits) {
  if (shape.is_of_one_number())
    return step_of(shape.of_number(shape.best_number(layers).number), layers, fits);
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
  m_shares.assign(at(m_stages), {});
  const std::size_t row = at(m_layers) + 1;
  const std::size_t ranges = shape.uniform_layers() ? row : row * row;
  const std::size_t costs = at(m_stages) * ranges;
  m_answer.complete = costs <= kMostCosts;
  if (!m_answer.complete) return;
  m_costs.resize(std::max(m_costs.size(), costs));
  m_known.assign(costs, 0);
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
  const cost::StageCost bare = m_shape->stage(stage, {begin, end}, strategy::Recompute::none, 0);
  return m_shape->micro_batches() * bare.seconds() >= m_step;
}

/// The most layers that each stage can hold of a split that beats the step: all its rounds are part of it.
/// False when these are fewer than the model has. Of the layers that are alike, the last ones; a stage with
/// so many before it holds no others, the first ones may hold all of the others besides.
bool SplitSearch::limit_layers() {
  const int others = m_shape->uniform_layers() ? 0 : m_shape->alike_from();
  const int alike = m_layers - others;
  const int most = m_layers - m_stages + 1;
  m_most.assign(at(m_stages), most);
  const double batches = m_shape->micro_batches();
  long room = 0;
  for (int j = 0; j < m_stages; ++j) {
    int here = 0;
    for (int long_from = std::min(most, alike) + 1;
         here + 1 < long_from;) {  // these take too long, and all above
      const int tried = (here + long_from) / 2;
      (too_long(j, others, others + tried) ? long_from : here) = tried;
    }
    const auto possible = [&](int layers) {
      const StageCost& stage = cost(j, others, others + layers);
      return stage.fits && batches * stage.seconds() < m_step;
    };
    while (here > 0 && !possible(here)) --here;
    if (here == 0 && j >= others) return false;
    m_most[at(j)] = std::min(most, here + (j < others ? others : 0));
    room += here;
  }
  return room >= alike;
}

void SplitSearch::try_split() {
  bool fits = false;
  const double step = step_of(*m_shape, m_split, fits);
  if (!fits || step >= m_answer.step) return;
  m_answer.found = true;
  m_answer.step = step;
  m_answer.layers = m_split;
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
  // GPipe comes back once only.
  const bool rounds = m_shape->strategy().schedule != Schedule::gpipe;
  const double turns = rounds ? std::floor((batches - 1.0) / m_stages) : 0.0;
  double least = kBeyond;
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

SplitSearch::Share SplitSearch::share_of(int stage, const StageCost& cost) const {
  const double rounds = m_dwells[at(stage)];
  const int batches = m_shape->micro_batches();
  const double single = batches - 1.0 - rounds;
  const Schedule schedule = m_shape->strategy().schedule;
  Share share{cost.seconds(), rounds * cost.seconds(), 0.0, cost.backward, cost.tail, 0.0};
  if (schedule == Schedule::gpipe) {
    share.pass = (batches - 1.0) * cost.seconds();
  } else if (schedule == Schedule::zb_h1) {
    // The order of a stage: `ahead` forwards, then a forward and a backward in turn, then backwards; the
    // gradients of the weights follow `stage` backwards behind, and each backward once the forwards are over.
    const int ahead = std::min(m_stages - 1 - stage, batches);
    const int in_turn = batches - ahead;
    const int by_last_backward =
        ahead > 0 ? std::max(0, in_turn - stage) + ahead - 1 : std::max(0, in_turn - 1 - stage);
    const int by_last_forward = std::max(0, in_turn - 1 - stage);
    share.sum -= cost.weight;
    share.weights = cost.weight;
    share.backward -= cost.weight;
    share.dwell = rounds > 0.0 ? rounds * share.sum + by_last_forward * cost.weight : 0.0;
    share.pass = rounds * cost.forward + (batches - 1.0) * share.backward + by_last_backward * cost.weight;
    share.tail += (batches - by_last_backward) * cost.weight;
  } else {
    // All its rounds, then single passes for the micro-batches still held behind it.
    share.pass = share.dwell + single * std::max(cost.forward, cost.backward);
  }
  return share;
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
    const bool dwells = rounds >= 1.0 && m_shape->strategy().schedule != Schedule::gpipe;
    m_dwells[at(j)] = dwells ? rounds : 0.0;
  }
  // Sums of the stages before, forwards.
  m_least_front.assign(at(m_stages + 1) * row, kBeyond);
  m_least_front[0] = 0.0;
  m_least_tail = kBeyond;
  for (int j = 0; j < m_stages; ++j)
    for (int begin = j; begin <= m_layers - (m_stages - j); ++begin) {
      const double before = m_least_front[at(j) * row + at(begin)];
      if (before >= kBeyond) continue;
      const int last = std::min(m_layers - (m_stages - 1 - j), begin + m_most[at(j)]);
      for (int end = begin + 1; end <= last; ++end) {
        const StageCost& stage = cost(j, begin, end);
        if (batches * stage.seconds() >= m_step && too_long(j, begin, end)) break;
        if (!stage.fits) continue;
        const Share share = share_of(j, stage);
        double& sum = m_least_front[at(j + 1) * row + at(end)];
        sum = std::min(sum, before + share.sum + m_link[at(j)]);
        if (j == 0) m_least_tail = std::min(m_least_tail, share.tail);
      }
    }
  m_rests.assign(at(m_stages + 1) * row, {});
  m_bottleneck.assign(at(m_stages + 1) * row, kBeyond);
  m_rests[at(m_stages) * row + at(m_layers)] = {Rest{}};
  m_bottleneck[at(m_stages) * row + at(m_layers)] = 0.0;
  for (int j = m_stages - 1; j >= 0; --j)
    for (int begin = j; begin <= m_layers - (m_stages - j); ++begin) {
      const std::size_t slot = at(j) * row + at(begin);
      const double front = m_least_front[slot];
      if (front >= kBeyond) continue;
      const int last = std::min(m_layers - (m_stages - 1 - j), begin + m_most[at(j)]);
      for (int end = begin + 1; end <= last; ++end) {
        const std::size_t behind = at(j + 1) * row + at(end);
        if (m_rests[behind].empty()) continue;
        const StageCost& stage = cost(j, begin, end);
        if (!stage.fits) continue;
        const Share share = share_of(j, stage);
        m_bottleneck[slot] = std::min(m_bottleneck[slot], std::max(share.work(), m_bottleneck[behind]));
        for (const Rest& rest : m_rests[behind]) {
          Rest next;
          next.sum = rest.sum + share.sum + m_link[at(j)];
          next.walk =
              std::max(rest.walk, m_dwells[at(j)] > 0.0 ? share.dwell + m_link[at(j)] + rest.sum : 0.0);
          next.pass = std::max(rest.pass, share.pass);
          if (front + next.sum + std::max(next.walk, next.pass) + m_least_tail >= m_step) continue;
          add(m_rests[slot], next);
        }
      }
    }
}

SplitSearch::Front SplitSearch::extended(const Front& front, int stage, const Share& share) {
  Front next;
  const double seconds = share.sum;
  const double link = m_link[at(stage)];
  m_shares[at(stage)] = share;
  next.sum = front.sum + seconds + link;
  next.longest = std::max(front.longest, share.work());
  next.tail = std::max(front.tail, share.tail - front.backward);
  next.backward = front.backward + share.backward + link / 2.0;
  next.alone = std::max(front.alone, share.pass + next.tail);
  if (front.walk > 0.0) next.walk = front.walk + seconds + link;
  // Rounds between an earlier stage and this one, then the rest of the rounds on the slowest between them.
  // Weights put off come in once a stage has done as many backwards as there are stages before it.
  double around = 0.0;
  const Share* slowest = &share;
  for (int i = stage; i >= 0 && m_dwells[at(stage)] > 0.0; --i) {
    const Share& first = m_shares[at(i)];
    around += first.sum + (i < stage ? m_link[at(i)] : 0.0);
    if (first.work() > slowest->work()) slowest = &first;
    const double length = stage - i + 1;
    const double turns = std::floor(m_dwells[at(stage)] / length);
    if (turns < 1.0) break;
    const double rounds = m_dwells[at(stage)] - turns * length;
    const double late = std::min(rounds, std::max(0.0, stage - turns * length));
    next.walk =
        std::max(next.walk, turns * around + std::max(0.0, turns - std::ceil(i / length)) * first.weights +
                                rounds * slowest->work() - late * slowest->weights + link);
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
    const Front next = extended(front, stage, share_of(stage, tried));
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
    m_shares[at(stage)] = share_of(stage, cost(stage, begin, begin + choice.count));
    descend(stage + 1, begin + choice.count, choice.front);
  }
}

/// Where a runtime takes one number of recomputed layers, no number costs less than as few as fit on each
/// stage: a split is looked for with each number where there is one so.
SplitAnswer SplitSearch::faster_than(const cost::Shape& shape, double step) {
  const SplitAnswer by_stage = faster_of_shape(shape, step);
  if (!shape.is_of_one_number() || !by_stage.found) return by_stage;
  SplitAnswer best;
  best.step = step;
  best.complete = by_stage.complete;
  for (int number = 0; number <= shape.most_number(); ++number) {
    SplitAnswer found = faster_of_shape(shape.of_number(number), best.step);
    const bool complete = best.complete && found.complete;
    if (found.found) best = std::move(found);
    best.complete = complete;
  }
  return best;
}

SplitAnswer SplitSearch::faster_of_shape(const cost::Shape& shape, double step) {
  start(shape, step);
  const strategy::Strategy& strategy = shape.strategy();
  if (m_stages > m_layers || !m_answer.complete) return m_answer;
  if (strategy.virtual_pipeline > 1) {
    for (std::vector<int>& split :
         strategy::chunking_of(strategy.schedule, m_layers, m_stages, strategy.virtual_pipeline).splits()) {
      m_split = std::move(split);
      try_split();
    }
  } else if (m_stages == 1 || shape.deals_evenly()) {
    m_split.assign(static_cast<std::size_t>(m_stages), m_layers / m_stages);
    try_split();
  } else if (limit_layers()) {
    fill_rests();
    if (!m_rests[0].empty()) descend(0, 0, {});
  }
  return m_answer;
}

}  // namespace astrolabe::verify
