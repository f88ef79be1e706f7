// The configurations next to one.

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

namespace {

/// In how many choices two families differ: replicas, context, the tensor parallelism of each pool. All pools
/// by the same factor are one choice, as is context for data.
int distance(const Family& a, const Family& b) {
  int apart = 0;
  if (a.data_parallel != b.data_parallel) ++apart;
  if (a.context_parallel != b.context_parallel && (apart == 0 || a.replicas() != b.replicas())) ++apart;
  int pools = 0;
  bool alike = a.uses.size() == b.uses.size();  // one factor for all
  auto left = a.uses.begin();
  auto right = b.uses.begin();
  while (left != a.uses.end() || right != b.uses.end()) {
    if (right == b.uses.end() || (left != a.uses.end() && left->pool < right->pool)) {
      ++left;
      ++pools;
      alike = false;
    } else if (left == a.uses.end() || right->pool < left->pool) {
      ++right;
      ++pools;
      alike = false;
    } else {
      if (left->tensor_parallel != right->tensor_parallel) ++pools;
      alike = alike && left->tensor_parallel * b.uses.front().tensor_parallel ==
                           right->tensor_parallel * a.uses.front().tensor_parallel;
      ++left;
      ++right;
    }
  }
  return apart + (alike ? std::min(pools, 1) : pools);
}

/// Of which nothing is known yet.
Node unbounded(Node node) {
  node.bound = node.step = node.usd = 0.0;
  node.refined = false;
  return node;
}

std::uint16_t orders_of(std::size_t pools) {
  std::uint16_t orders = 1;
  for (std::size_t i = 2; i <= pools; ++i) orders = static_cast<std::uint16_t>(orders * i);
  return orders;
}

}  // namespace

/// True when rules and the total allow the node's setting and stages.
bool Tree::allows(const Node& node) const {
  const Place& place = m_places[node.family];
  if (node.stages < 1 || node.stages >= rows() || place.groups[node.stages] == 0) return false;
  if (!allows(m_settings.settings(place.settings).bucket(node.kind), node.setting, node.stages)) return false;
  if (!m_problem.cluster.max_total_gpus) return true;
  long gpus = 0;
  for (std::size_t i = 0; i < place.family.uses.size(); ++i)
    gpus += static_cast<long>(node.mixture[i]) * place.family.uses[i].tensor_parallel;
  return gpus * place.family.replicas() <= *m_problem.cluster.max_total_gpus;
}

/// The stages of another family that are most like those of a configuration; false when it cannot have them.
bool Tree::take_family(std::uint32_t family, const Node& like, Node& out) const {
  const Family& from = m_places[like.family].family;
  const Place& place = m_places[family];
  const Family& to = place.family;
  out = like;
  out.family = family;
  // As many GPUs of each pool.
  int stages = 0;
  for (std::size_t i = 0; i < to.uses.size(); ++i) {
    const Family::Use& use = to.uses[i];
    int here = use.most;
    for (std::size_t k = 0; k < from.uses.size(); ++k)
      if (from.uses[k].pool == use.pool)
        here = like.mixture[k] * from.uses[k].tensor_parallel * from.replicas() /
               (use.tensor_parallel * to.replicas());
    here = std::clamp(here, use.least, use.most);
    out.mixture[i] = static_cast<std::uint16_t>(here);
    stages += here;
  }
  std::fill(out.mixture.begin() + static_cast<std::ptrdiff_t>(to.uses.size()), out.mixture.end(),
            std::uint16_t{0});
  out.stages = static_cast<std::uint16_t>(stages);
  if (to.uses.size() != from.uses.size()) out.order = 0;
  return stages < static_cast<int>(rows());
}

std::optional<Node> Tree::node_of(const Strategy& strategy) const {
  // The pools in their order along the pipeline.
  std::vector<strategy::Group::Use> line;
  for (const strategy::Stage& stage : strategy.stages) {
    if (line.empty() || line.back().pool != stage.pool)
      line.push_back({stage.pool, 0, stage.tensor_parallel});
    ++line.back().stages;
  }
  const auto count = static_cast<int>(line.size());
  Strategy found;
  for (std::uint32_t family = 0; family < m_places.size(); ++family) {
    const Family& here = m_places[family].family;
    if (here.uses.size() != line.size() || here.data_parallel != strategy.data_parallel ||
        here.context_parallel != strategy.context_parallel)
      continue;
    Node node;
    node.level = Level::configuration;
    node.count = 1;
    node.family = family;
    node.stages = static_cast<std::uint16_t>(strategy.stages.size());
    std::array<int, Node::kMostPools> order{};
    std::size_t alike = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      for (std::size_t use = 0; use < here.uses.size(); ++use) {
        if (here.uses[use].pool != line[i].pool || here.uses[use].tensor_parallel != line[i].tensor_parallel)
          continue;
        ++alike;
        order[i] = static_cast<int>(use);
        node.mixture[use] = static_cast<std::uint16_t>(line[i].stages);
      }
    if (alike != line.size()) continue;
    while (node.order < orders_of(line.size()) && permutation(node.order, count) != order) ++node.order;
    const Settings& settings = m_settings.settings(m_places[family].settings);
    m_space.start({line, strategy.data_parallel, strategy.context_parallel}, found);
    found.stages = strategy.stages;
    for (std::size_t at = 0; at < settings.buckets.size(); ++at) {
      const Bucket& bucket = *settings.buckets[at].bucket;
      for (std::size_t part = 0; part < bucket.parts.size(); ++part) {
        node.kind = settings.kind_at(at, part);
        for (node.setting = bucket.parts[part].first; node.setting < bucket.parts[part].end; ++node.setting) {
          m_space.choose(bucket.index(node.setting), found);
          // Where nothing has to be recomputed, what may be is nothing.
          if (strategy.recompute == strategy::Recompute::none) found.recompute = strategy::Recompute::none;
          found.recompute_layers = strategy.recompute_layers;
          if (found == strategy && allows(node)) return node;
        }
      }
    }
  }
  return {};
}

/// The bases of all settings that differ from one in one choice, ascending.
std::vector<std::uint32_t> Tree::settings_next_to(std::uint64_t setting) const {
  std::vector<std::uint32_t> bases;
  for (const std::uint64_t other : m_space.next_to(setting))
    if (const std::uint32_t base = m_settings.base_of(other); base != SettingTables::kNoBase)
      bases.push_back(base);
  std::sort(bases.begin(), bases.end());
  return bases;
}

/// Adds the node with each of these settings, ascending, that its family has.
void Tree::add_settings(Node node, const std::vector<std::uint32_t>& bases, std::vector<Node>& out) const {
  const Settings& settings = m_settings.settings(m_places[node.family].settings);
  auto use = settings.buckets.begin();
  for (const std::uint32_t base : bases) {
    const std::uint32_t kind = m_settings.kind_of(base);
    const std::uint32_t work = m_settings.kinds()[kind].work;
    while (use != settings.buckets.end() && use->bucket->work < work) ++use;
    if (use == settings.buckets.end()) break;
    const Bucket& bucket = *use->bucket;
    const auto known = std::lower_bound(bucket.base.begin(), bucket.base.end(), base);
    if (bucket.work != work || known == bucket.base.end() || *known != base) continue;
    const auto part =
        std::lower_bound(bucket.parts.begin(), bucket.parts.end(), kind,
                         [](const Bucket::Part& one, std::uint32_t other) { return one.kind < other; });
    node.kind = settings.kind_at(static_cast<std::size_t>(use - settings.buckets.begin()),
                                 static_cast<std::size_t>(part - bucket.parts.begin()));
    node.setting = static_cast<std::uint32_t>(known - bucket.base.begin());
    if (allows(node)) out.push_back(node);
  }
}

/// Adds the families next to that of `node`: they differ in one choice, or in one of the setting.
void Tree::add_families(const Node& node, double below, std::vector<Node>& out) const {
  const std::uint64_t setting = setting_of(node);
  const std::vector<std::uint32_t> same{m_settings.base_of(setting)};
  const std::vector<std::uint32_t> others = settings_next_to(setting);
  const Node next = unbounded(node);
  for (std::uint32_t family = 0; family < m_places.size(); ++family) {
    if (m_roots[family].bound > below) continue;
    const int apart = distance(m_places[node.family].family, m_places[family].family);
    Node other;
    if (apart > 1) continue;
    if (take_family(family, next, other)) add_settings(other, apart == 1 ? same : others, out);
  }
}

void Tree::near(const Node& node, double below, std::vector<Node>& out) const {
  out.clear();
  add_families(node, below, out);
  const Place& place = m_places[node.family];
  const std::size_t pools = place.family.uses.size();
  const Node next = unbounded(node);
  const auto order = permutation(node.order, static_cast<int>(pools));
  for (std::uint16_t other = 0; other < orders_of(pools); ++other) {
    const auto changed = permutation(other, static_cast<int>(pools));
    const auto differ = std::inner_product(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(pools),
                                           changed.begin(), 0, std::plus<>(), std::not_equal_to<>());
    if (differ != 2) continue;
    out.push_back(next);
    out.back().order = other;
  }
  // A stage more, one less, one from another pool.
  for (std::size_t up = 0; up <= pools; ++up) {
    for (std::size_t down = 0; down <= pools; ++down) {
      if (up == down) continue;
      Node other = next;
      if (up < pools && other.mixture[up]++ >= place.family.uses[up].most) continue;
      if (down < pools && other.mixture[down]-- <= place.family.uses[down].least) continue;
      other.stages = static_cast<std::uint16_t>(other.stages + (up < pools ? 1 : 0) - (down < pools ? 1 : 0));
      if (allows(other)) out.push_back(other);
    }
  }
}

}  // namespace astrolabe::search
