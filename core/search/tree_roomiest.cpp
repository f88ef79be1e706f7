// The configurations that seem to miss the least memory.

#include <algorithm>

#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

std::vector<Node> Tree::roomiest(std::size_t count, bool lacking) {
  const int layers = m_problem.graph->layer_count();
  std::vector<Node> found;
  std::size_t glances = 0;
  std::size_t kinds = 0;
  for (const Node& root : m_roots) kinds += m_settings.settings(m_places[root.family].settings).kinds.size();
  // Beside an answer an impression is enough: kinds spread over the space.
  const std::size_t stride = lacking ? kinds / kFewGlances + 1 : 1;
  std::size_t at_kind = 0;
  Scene scene;
  std::vector<cost::Room> rooms;  // [Settings::memory_at][use]
  for (const Node& root : m_roots) {
    const Place& place = m_places[root.family];
    const Family& family = place.family;
    const Settings& settings = m_settings.settings(place.settings);
    for (std::size_t part = 0; part < settings.kinds.size(); ++part) {
      if (at_kind++ % stride != 0) continue;
      Node node = root;
      node.level = Level::configuration;
      node.count = 1;
      node.kind = static_cast<std::uint32_t>(part);
      if (place.decided)
        set_place(node, scene);  // which pool is faster decides about stages that are left
      else
        set_scene(node, scene);
      fill_rooms(family, settings, settings.kinds[part], rooms);
      for (std::uint32_t s = settings.kinds[part].first; s < settings.kinds[part].end; ++s) {
        std::size_t most = rows() - 1;
        while (most > 0 && (place.groups[most] == 0 || !has(settings.sets[settings.stage_set[s]], most)))
          --most;
        if (most == 0) continue;
        if (++glances > kGlances) return found;
        node.setting = s;
        node.stages = static_cast<std::uint16_t>(most);
        int left = node.stages;
        for (const Family::Use& use : family.uses) left -= use.least;
        double missing = 0.0;
        const int fullest = (layers + node.stages - 1) / node.stages;  // layers at least in one stage
        const double each = fullest;
        for (std::size_t i = 0; i < family.uses.size(); ++i) {
          const auto at = static_cast<std::size_t>(scene.use[i]);
          const Family::Use& use = family.uses[at];
          const int more = std::min(left, use.most - use.least);
          left -= more;
          node.mixture[at] = static_cast<std::uint16_t>(use.least + more);
          const cost::Room& room = rooms[settings.memory_at[s] * family.uses.size() + at];
          const auto& memory = m_problem.cluster.pools[static_cast<std::size_t>(use.pool)].gpu.memory;
          const double all = memory ? memory->value : 1.0;
          const double need = each * (room.layer_bytes + room.kept_bytes) - room.free_bytes;
          const double again = each * (room.layer_bytes + room.again_kept_bytes) - room.again_free_bytes;
          missing = std::max(missing, std::min(need, room.again_free_bytes < 0.0 ? need : again) / all);
        }
        if (left > 0 || (lacking && missing <= 0.0)) continue;
        node.bound = missing;
        found.push_back(node);
        if (found.size() < 4 * count) continue;
        const auto less = [](const Node& a, const Node& b) { return a.bound < b.bound; };
        std::stable_sort(found.begin(), found.end(), less);
        found.resize(count);
      }
    }
  }
  return found;
}

}  // namespace astrolabe::search
