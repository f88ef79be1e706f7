#include "core/mesh/widths_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace astrolabe::mesh {

int WideNumbers::fewest(int layers, int in_flight) const {
  const double bare = fixed + layers * held + in_flight * layers * kept;
  if (bare <= limit) return 0;
  const double spared = in_flight * (kept - least);
  if (spared <= 0.0) return -1;
  const double lacking = std::ceil((bare + live - limit) / spared - 1e-9);
  return lacking > layers ? -1 : std::max(1, static_cast<int>(lacking));
}

WideNumbers numbers_of(WideCosts& costs, const WideForm& form, WidePlace place, int groups) {
  const int many = std::max(3, costs.layers() / 3);
  const auto seconds = [&](int layers, int again) {
    return costs.passes(form, place, groups, layers, again).seconds();
  };
  WideNumbers made;
  made.groups = groups;
  const double one = seconds(1, 0), more = seconds(many, 0);
  made.layer = std::min(seconds(2, 0) - one, (more - one) / (many - 1));
  made.edge = one - made.layer;
  made.again = std::max(0.0, std::min(seconds(2, 1) - seconds(2, 0), (seconds(many, many) - more) / many));
  made.most = costs.layers();
  const cost::StackTraits& stack = costs.scene().tables().stack(form.pool);
  if (stack.foreach_bytes > 0.0 || stack.live_parameters > 0.0) return made;
  const std::vector<double> a = costs.held(form, place, 1, 1).own, b = costs.held(form, place, 2, 1).own,
                            c = costs.held(form, place, 1, 2).own;
  made.limit = costs.held(form, place, 1, 1).limit;
  made.kept = c[0] - a[0];
  made.held = b[0] - a[0] - made.kept;
  made.fixed = a[0] - made.held - made.kept;
  made.least = std::min(made.kept, made.kept + b[2] - b[1]);
  made.live = std::max(0.0, b[1] - b[0] + made.kept - made.least);
  while (made.most > 0 && made.fewest(made.most, 1) < 0) --made.most;
  return made;
}

WideBounds::WideBounds(std::vector<WideNumbers> stages, int layers, int micro_batches, double tail)
    : m_stages(std::move(stages)), m_layers(layers), m_micro_batches(micro_batches), m_tail(tail) {
  const std::size_t count = m_stages.size();
  for (const WideNumbers& stage : m_stages)
    m_share.push_back((micro_batches + stage.groups - 1) / stage.groups);
  // Straight lines: all but one layer of each stage lie where a layer takes least.
  m_behind.assign(count + 1, std::vector<double>(static_cast<std::size_t>(layers) + 1, kBeyond));
  m_behind[count][0] = 0.0;
  double fixed = 0.0, least = kBeyond;
  for (std::size_t j = count; j-- > 0;) {
    fixed += m_stages[j].edge + m_stages[j].layer;
    least = std::min(least, m_stages[j].layer);
    const auto held = static_cast<int>(count - j);
    for (int l = held; l <= layers; ++l) m_behind[j][static_cast<std::size_t>(l)] = fixed + (l - held) * least;
  }
}

double quick_bound(const std::vector<const WideNumbers*>& stages, int layers, int micro_batches, double tail) {
  const auto share = [&](const WideNumbers& stage) {
    return static_cast<double>((micro_batches + stage.groups - 1) / stage.groups);
  };
  int room = 0;
  double high = tail;
  for (const WideNumbers* stage : stages) {
    room += std::min(layers, stage->most);
    high = std::max(high, tail + share(*stage) * stage->seconds(layers, 0) * (1.0 + 1e-6));
  }
  if (room < layers) return kBeyond;
  const auto held_within = [&](double seconds) {
    int held = 0;
    for (const WideNumbers* stage : stages) {
      const double fit = ((seconds - tail) / share(*stage) - stage->edge) / stage->layer;
      held += static_cast<int>(std::clamp(std::floor(fit + 1e-9), 0.0, static_cast<double>(stage->most)));
    }
    return held;
  };
  double low = 0.0;
  while (high - low > 1e-4 * high) {
    const double middle = 0.5 * (low + high);
    (held_within(middle) >= layers ? high : low) = middle;
  }
  return low;
}

std::vector<int> WideBounds::split_within(double seconds) const {
  const double limit = seconds - m_tail;
  if (limit <= 0.0) return {};
  const auto all = static_cast<std::size_t>(m_layers) + 1;
  const std::size_t count = m_stages.size();
  // What a stage holds by its rate alone; together they may do without so many.
  std::vector<int> most(count);
  int spare = -m_layers;
  for (std::size_t j = 0; j < count; ++j) {
    const WideNumbers& stage = m_stages[j];
    const double held = std::floor((limit / m_share[j] - stage.edge) / stage.layer + 1e-9);
    most[j] = static_cast<int>(std::clamp(held, 0.0, static_cast<double>(m_layers)));
    if (most[j] < 1) return {};
    spare += most[j];
  }
  if (spare < 0) return {};
  std::vector<double> before(all, kBeyond), with;
  before[0] = 0.0;
  std::vector<std::vector<int>> chosen(count, std::vector<int>(all, 0));
  int first = 0, last = 0;  // layers that the stages before may hold
  for (std::size_t j = 0; j < count; ++j) {
    const WideNumbers& stage = m_stages[j];
    const int behind = static_cast<int>(count - 1 - j);
    with.assign(all, kBeyond);
    for (int l = first; l <= last; ++l) {
      const double pre = before[static_cast<std::size_t>(l)];
      if (pre >= kBeyond) continue;
      const int least = behind == 0 ? m_layers - l : std::max(1, most[j] - spare);
      for (int k = std::max(1, least); k <= most[j] && l + k + behind <= m_layers; ++k) {
        const double bare = stage.seconds(k, 0);
        if (pre + m_share[j] * bare > limit) break;
        const double there = bare + m_behind[j + 1][static_cast<std::size_t>(m_layers - l - k)];
        const int in_flight = std::max(1, static_cast<int>(std::ceil(m_share[j] * there / limit - 1e-9)));
        const int again = stage.fewest(k, in_flight);
        if (again < 0) continue;
        const double took = stage.seconds(k, again);
        if (pre + m_share[j] * took > limit) continue;
        const double now = pre + took + stage.link;
        double& known = with[static_cast<std::size_t>(l + k)];
        if (now >= known) continue;
        known = now;
        chosen[j][static_cast<std::size_t>(l + k)] = k;
      }
    }
    last = std::min(m_layers, last + most[j]);
    first = std::min(last, first + std::max(1, most[j] - spare));
    std::swap(before, with);
  }
  if (before.back() >= kBeyond) return {};
  std::vector<int> split(count);
  int left = m_layers;
  for (std::size_t j = count; j-- > 0;) {
    split[j] = chosen[j][static_cast<std::size_t>(left)];
    left -= split[j];
  }
  return split;
}

WideBound WideBounds::least(double known, double most, double precision) const {
  WideBound bound;
  bound.layers = split_within(most);
  if (bound.layers.empty()) return bound;
  double low = std::min(known, most), high = most;
  while (high - low > precision * high) {
    const double middle = 0.5 * (low + high);
    std::vector<int> split = split_within(middle);
    if (split.empty()) {
      low = middle;
    } else {
      high = middle;
      bound.layers = std::move(split);
    }
  }
  bound.seconds = low;
  return bound;
}

}  // namespace astrolabe::mesh
