// The configurations that seem to miss the least memory.

#include <algorithm>

#include "core/base/parallel.h"
#include "core/cost/memory.h"
#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;

namespace {

/// The first `count` of the least bounds, in order.
void keep_least(std::vector<Node>& nodes, std::size_t count) {
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const Node& a, const Node& b) { return a.bound < b.bound; });
  if (nodes.size() > count) nodes.resize(count);
}

}  // namespace

/// Every stride-th of all kinds, in the order of the roots, until their settings are as many as may be
/// looked at.
std::vector<Tree::Look> Tree::looks(std::size_t stride) const {
  std::vector<Look> found;
  std::size_t settings_seen = 0;
  std::size_t first = 0;  // of a bucket, among all kinds
  std::size_t next = 0;   // to be looked at
  for (std::uint32_t root = 0; root < m_roots.size(); ++root) {
    const Place& place = m_places[m_roots[root].family];
    const Settings& settings = m_settings.settings(place.settings);
    if (first + settings.kinds <= next) {
      first += settings.kinds;
      continue;
    }
    std::vector<std::uint16_t> most_of(m_settings.stage_sets().size(), 0);
    for (const Bucket::Count& each : settings.counts) {
      std::size_t most = rows() - 1;
      while (most > 0 && (place.groups[most] == 0 || !has(m_settings.stage_sets()[each.set], most))) --most;
      most_of[each.set] = static_cast<std::uint16_t>(most);
    }
    Look look{root, 0, std::make_shared<const std::vector<std::uint16_t>>(std::move(most_of))};
    for (std::size_t at = 0; at < settings.buckets.size(); ++at) {
      const Bucket& bucket = *settings.buckets[at].bucket;
      for (; next < first + bucket.parts.size(); next += stride) {
        const std::size_t part = next - first;
        look.kind = settings.kind_at(at, part);
        for (const Bucket::Count& each : bucket.counts_of(bucket.parts[part]))
          settings_seen += (*look.most)[each.set] > 0 ? each.settings : 0;
        if (settings_seen > kMostLooks) return found;
        found.push_back(look);
      }
      first += bucket.parts.size();
    }
  }
  return found;
}

/// The settings of one kind, each with as many stages as it may have and those on the fastest pools: what
/// they miss of the memory of a GPU is their bound.
void Tree::look_into(const Look& look, bool lacking, std::vector<Node>& found) {
  const Node& root = m_roots[look.root];
  const Place& place = m_places[root.family];
  const Family& family = place.family;
  const Settings& settings = m_settings.settings(place.settings);
  const Bucket& bucket = settings.bucket(look.kind);
  const Bucket::Part& part = settings.part(look.kind);
  const int layers = m_problem.graph->layer_count();
  Node node = root;
  node.level = Level::configuration;
  node.count = 1;
  node.kind = look.kind;
  Context context;
  if (place.decided)
    set_place(node, context);  // which pool is faster decides about stages that are left
  else
    set_context(node, context);
  thread_local std::vector<cost::Room> made;
  const Rooms* asked = place.rooms.get(settings.demand_at(look.kind));
  if (asked == nullptr) fill_rooms(family, bucket, part, made);
  const std::vector<cost::Room>& rooms = asked != nullptr ? asked->all : made;  // [Bucket::memory()][use]
  // Settings with the same memory and as many stages miss the same.
  thread_local std::vector<Node> known;
  known.assign(bucket.demand(part).end_memory - bucket.demand(part).first_memory, Node{});
  for (std::uint32_t s = part.first; s < part.end; ++s) {
    const std::uint16_t most = (*look.most)[bucket.stage_set[s]];
    if (most == 0) continue;
    Node& same = known[bucket.memory(part, s)];
    if (same.stages != most) {
      same = node;
      same.stages = most;
      int left = most;
      for (const Family::Use& use : family.uses) left -= use.least;
      same.bound = 0.0;
      const int fullest = (layers + most - 1) / most;  // layers at least in one stage
      const double each = fullest;
      for (std::size_t i = 0; i < family.uses.size(); ++i) {
        const auto at = static_cast<std::size_t>(context.use[i]);
        const Family::Use& use = family.uses[at];
        const int more = std::min(left, use.most - use.least);
        left -= more;
        same.mixture[at] = static_cast<std::uint16_t>(use.least + more);
        const cost::Room& room = rooms[bucket.memory(part, s) * family.uses.size() + at];
        const hardware::Pool& pool = m_problem.cluster.pools[static_cast<std::size_t>(use.pool)];
        const double all = pool.gpu.memory ? pool.gpu.memory->value : 1.0;
        const double need = each * (room.layer_bytes + room.kept_bytes) - room.free_bytes;
        const double again = each * (room.layer_bytes + room.again_kept_bytes) - room.again_free_bytes;
        same.bound = std::max(same.bound, std::min(need, room.again_free_bytes < 0.0 ? need : again) / all);
        if (fullest > room.host_holds)
          same.bound =
              std::max(same.bound, each * room.host_layer_bytes / cost::host_limit(pool).value - 1.0);
      }
      if (left > 0) same.bound = cost::kNoRoom;
    }
    if (same.bound >= cost::kNoRoom || (lacking && same.bound <= 0.0)) continue;
    found.push_back(same);
    found.back().setting = s;
  }
}

std::vector<Node> Tree::least_missing(std::size_t count, bool lacking, int workers) {
  std::size_t kinds = 0;
  for (const Node& root : m_roots) kinds += m_settings.settings(m_places[root.family].settings).kinds;
  // Beside an answer an impression is enough: kinds spread over the space.
  const std::vector<Look> all = looks(lacking ? kinds / kFewLooks + 1 : 1);
  constexpr std::size_t kAtOnce = 64;
  std::vector<std::vector<Node>> found(all.size() / kAtOnce + 1);
  parallel_for(found.size(), workers, {}, [&](std::size_t part, int) {
    for (std::size_t i = part * kAtOnce; i < std::min(all.size(), (part + 1) * kAtOnce); ++i) {
      look_into(all[i], lacking, found[part]);
      if (found[part].size() > 8 * count) keep_least(found[part], count);
    }
    keep_least(found[part], count);
  });
  std::vector<Node> nearest;
  for (const std::vector<Node>& part : found) nearest.insert(nearest.end(), part.begin(), part.end());
  keep_least(nearest, count);
  return nearest;
}

}  // namespace astrolabe::search
