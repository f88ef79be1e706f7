#include "core/mesh/widths_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
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
  made.gpus = form.tensor_parallel * form.context_parallel;
  const double one = seconds(1, 0), more = seconds(many, 0);
  made.layer = std::min(seconds(2, 0) - one, (more - one) / (many - 1));
  made.edge = one - made.layer;
  made.again = std::max(0.0, std::min(seconds(2, 1) - seconds(2, 0), (seconds(many, many) - more) / many));
  made.most = costs.layers();
  const cost::StackTraits& stack = costs.scene().tables().stack(form.pool);
  if (stack.foreach_bytes > 0.0 || stack.live_parameters > 0.0) return made;
  const StageTable& single = costs.held(form, place, 1, 1);
  const StageTable& pair = costs.held(form, place, 2, 1);
  const std::vector<double>&a = single.own, &b = pair.own, &c = costs.held(form, place, 1, 2).own;
  made.limit = single.limit;
  const double bytes = single.state_bytes * form.tensor_parallel;  // of a parameter that a rank trains
  made.state_layer = (pair.dense - single.dense) * bytes;
  made.state_edge = single.dense * bytes - made.state_layer;
  made.kept = c[0] - a[0];
  made.held = b[0] - a[0] - made.kept;
  made.fixed = a[0] - made.held - made.kept;
  made.least = std::min(made.kept, made.kept + b[2] - b[1]);
  made.live = std::max(0.0, b[1] - b[0] + made.kept - made.least);
  while (made.most > 0 && made.fewest(made.most, 1) < 0) --made.most;
  return made;
}

namespace {

/// Bytes of a GPU with as many layers recomputed as are done within `seconds`, no fewer than `again`.
double least_own(const WideNumbers& stage, int layers, int again, int in_flight, double seconds) {
  const double fit = stage.again > 0.0 ? (seconds - stage.seconds(layers, 0)) / stage.again + 1e-9 : layers;
  const int most = std::clamp(static_cast<int>(std::min(fit, static_cast<double>(layers))), again, layers);
  return std::min(stage.own(layers, again, in_flight), stage.own(layers, most, in_flight));
}

}  // namespace

WideBounds::WideBounds(std::vector<WideNumbers> stages, int layers, int micro_batches, double tail)
    : m_stages(std::move(stages)),
      m_layers(layers),
      m_tail(tail),
      m_share(m_stages.size()),
      m_first(m_stages.size() + 1, 0.0),
      m_more(m_stages.size() + 1, kBeyond) {
  for (std::size_t j = m_stages.size(); j-- > 0;) {
    const WideNumbers& stage = m_stages[j];
    m_share[j] = (micro_batches + stage.groups - 1) / stage.groups;
    m_room += stage.gpus_of_stage() * stage.limit;
    // Straight lines: all but one layer of each stage lie where a layer takes least.
    m_first[j] = m_first[j + 1] + stage.edge + stage.layer;
    m_more[j] = std::min(m_more[j + 1], stage.layer);
  }
}

double WideBounds::behind(std::size_t j, int layers) const {
  const int further = layers - static_cast<int>(m_stages.size() - j);
  return further > 0 ? m_first[j] + further * m_more[j] : m_first[j];
}

int WideBounds::in_flight(std::size_t stage, double seconds, double limit) const {
  return std::max(1, static_cast<int>(std::ceil(m_share[stage] * seconds / limit - 1e-9)));
}

/// Takes from the most layers of a stage what does not fit into time and memory, `before` and `behind` it
/// least seconds of the others.
bool WideBounds::shorten(std::size_t j, double limit, double before, double behind, Span& span) const {
  const WideNumbers& stage = m_stages[j];
  const double share = m_share[j];
  const double fit = std::floor(((limit - before) / share - stage.edge) / stage.layer + 1e-9);
  int& most = span.most[j];
  if (fit < most) most = fit < 0.0 ? 0 : static_cast<int>(fit);
  for (; most >= span.least[j]; --most) {
    const double bare = stage.seconds(most, 0);
    const int again = stage.fewest(most, in_flight(j, bare + behind, limit));
    if (again >= 0 && before + share * (bare + again * stage.again) <= limit * (1.0 + 1e-12)) break;
  }
  return most >= span.least[j];
}

/// Whether all GPUs together have room for the state, too: layers beyond the least lie where they take least.
bool WideBounds::has_room(double limit, const Span& span) const {
  double behind = 0.0, bytes = 0.0, least = kBeyond;
  int further = m_layers;
  for (std::size_t j = m_stages.size(); j-- > 0;) {
    const WideNumbers& stage = m_stages[j];
    behind += stage.seconds(span.least[j], 0);
    const int gpus = stage.gpus_of_stage();
    const double layer = gpus * (stage.held + in_flight(j, behind, limit) * stage.least) + stage.state_layer;
    bytes += gpus * stage.fixed + stage.state_edge + span.least[j] * layer;
    least = std::min(least, layer);
    further -= span.least[j];
  }
  return bytes + further * least <= m_room * (1.0 + 1e-9);
}

bool WideBounds::narrow(double limit, Span& span) const {
  if (limit <= 0.0) return false;
  const std::size_t count = m_stages.size();
  span.least.assign(count, 1);
  span.most.resize(count);
  int spare = -m_layers;
  for (std::size_t j = 0; j < count; ++j) {
    const WideNumbers& stage = m_stages[j];
    const double fit = std::floor((limit / m_share[j] - stage.edge) / stage.layer + 1e-9);
    span.most[j] =
        static_cast<int>(std::clamp(fit, 0.0, static_cast<double>(std::min(m_layers, stage.most))));
    spare += span.most[j];
  }
  while (true) {
    if (spare < 0) return false;
    double behind = 0.0;
    for (std::size_t j = 0; j < count; ++j) {
      span.least[j] = std::max(span.least[j], span.most[j] - spare);
      behind += m_stages[j].seconds(span.least[j], 0);
    }
    double before = 0.0;
    int left = -m_layers;
    for (std::size_t j = 0; j < count; ++j) {
      const double passes = m_stages[j].seconds(span.least[j], 0);
      behind -= passes;
      if (!shorten(j, limit, before, behind, span)) return false;
      before += passes + m_stages[j].link;
      left += span.most[j];
    }
    if (left == spare) return has_room(limit, span);
    spare = left;
  }
}

double WideBounds::quick() const {
  constexpr double kLong = 4.0, kStride = 1.15, kPrecision = 1e-3;
  double layers = m_layers, rate = 0.0;
  int room = 0;
  for (std::size_t j = 0; j < m_stages.size(); ++j) {
    const WideNumbers& stage = m_stages[j];
    layers += stage.edge / stage.layer;
    rate += 1.0 / (m_share[j] * stage.layer);
    room += std::min(m_layers, stage.most);
  }
  if (room < m_layers) return kBeyond;
  const double rates = m_tail + layers / rate;
  double low = rates, high = rates * kStride;
  Span span;
  while (!narrow(high - m_tail, span)) {
    low = high;
    if (low >= kLong * rates) return low;
    high *= kStride;
  }
  while (high - low > kPrecision * high) {
    const double middle = 0.5 * (low + high);
    (narrow(middle - m_tail, span) ? high : low) = middle;
  }
  return low;
}

std::vector<int> WideBounds::split_within(double seconds) const {
  const double limit = seconds - m_tail;
  Span span;
  if (!narrow(limit, span)) return {};
  const auto all = static_cast<std::size_t>(m_layers) + 1;
  const std::size_t count = m_stages.size();
  std::vector<double> before(all, kBeyond), bytes(all, kBeyond), with, with_bytes;
  before[0] = bytes[0] = 0.0;
  std::vector<std::vector<int>> chosen(count, std::vector<int>(all, 0));
  int first = 0, last = 0;  // layers that the stages before may hold
  int after = std::accumulate(span.least.begin(), span.least.end(), 0);
  for (std::size_t j = 0; j < count; ++j) {
    const WideNumbers& stage = m_stages[j];
    const double share = m_share[j];
    const bool is_last = j + 1 == count;
    after -= span.least[j];
    with.assign(all, kBeyond);
    with_bytes.assign(all, kBeyond);
    for (int l = first; l <= std::min(last, m_layers); ++l) {
      const double pre = before[static_cast<std::size_t>(l)];
      if (pre >= kBeyond) continue;
      const int most = std::min(span.most[j], m_layers - l - after);
      for (int k = is_last ? std::max(span.least[j], m_layers - l) : span.least[j]; k <= most; ++k) {
        const double bare = stage.seconds(k, 0);
        if (pre + share * bare > limit) break;
        const int in_flight = this->in_flight(j, bare + behind(j + 1, m_layers - l - k), limit);
        const int again = stage.fewest(k, in_flight);
        if (again < 0) continue;
        const double took = stage.seconds(k, again);
        if (pre + share * took > limit) continue;
        const auto at = static_cast<std::size_t>(l + k);
        const double held =
            bytes[static_cast<std::size_t>(l)] + stage.state_edge + k * stage.state_layer +
            stage.gpus_of_stage() * least_own(stage, k, again, in_flight, (limit - pre) / share);
        with_bytes[at] = std::min(with_bytes[at], held);
        const double now = pre + took + stage.link;
        if (now >= with[at]) continue;
        with[at] = now;
        chosen[j][at] = k;
      }
    }
    first += span.least[j];
    last += span.most[j];
    std::swap(before, with);
    std::swap(bytes, with_bytes);
  }
  if (before.back() >= kBeyond || bytes.back() > m_room * (1.0 + 1e-9)) return {};
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
