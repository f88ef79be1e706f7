// The settings of a pipeline whose pools have their stages, and the orders of the pools under each.

#include <array>

#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

/// The settings of a pipeline whose floors have their stages. Precondition: set_fitting().
void Tree::expand_settings(const Node& node, Scene& scene, const int* stages, const Cutoff& cutoff,
                           Expansion& out) {
  const Bunch& bunch = scene.settings->bunch(node.kind);
  const Bunch::Part& part = scene.settings->part(node.kind);
  const std::size_t floors = scene.place->family.uses.size();
  Strategy strategy;
  Node child = node;
  child.level = Level::mixture;
  child.count = node.fixed > 0 ? groups_with(node, scene, stages, static_cast<int>(floors))
                               : scene.place->groups[node.stages];
  for (std::size_t i = 0; i < floors; ++i)
    child.mixture[static_cast<std::size_t>(scene.use[i])] = static_cast<std::uint16_t>(stages[i]);
  const bool ask = windows_apply(scene);
  for (std::uint32_t s = part.first; s < part.end; ++s) {
    if (!allows(bunch, s, node.stages)) continue;
    child.setting = s;
    if (ask &&
        scene.fits[bunch.memory(part, s)] == Scene::Fits::no) {  // most settings of large models have no room
      out.lose_for_memory(child);
      continue;
    }
    set_holds(child, scene, strategy);
    set_setting_tails(child, scene);
    expand_orders(child, scene, strategy, stages, cutoff, out);
  }
}

/// Every order of the pools of a mixture; `stages` by floor.
void Tree::expand_orders(const Node& node, const Scene& scene, const Strategy& strategy, const int* stages,
                         const Cutoff& cutoff, Expansion& out) {
  const Family& family = scene.place->family;
  const auto orders = static_cast<int>(family.orders());
  const int count = static_cast<int>(family.uses.size());
  if (!any_room(scene, stages)) return out.lose_for_memory(node);
  std::array<int, Node::kMostPools> floor_at{};
  for (int i = 0; i < count; ++i)
    floor_at[static_cast<std::size_t>(scene.use[static_cast<std::size_t>(i)])] = i;
  for (int order = 0; order < orders; ++order) {
    Node child = node;
    child.level = Level::configuration;
    child.order = static_cast<std::uint16_t>(order);
    child.count = 1;
    std::array<int, Node::kMostPools> floors = permutation(order, count);
    for (int i = 0; i < count; ++i)
      floors[static_cast<std::size_t>(i)] =
          floor_at[static_cast<std::size_t>(floors[static_cast<std::size_t>(i)])];
    narrow(child, scene, stages, floors.data(), &strategy, cutoff, orders == 1 ? kRoughly : kNear);
    if (refuted(child, cutoff, out)) continue;
    const double bound = bound_order(child, scene, strategy, stages, floors.data());
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, scene, bound, stages, count);
    offer(child, scene, cutoff, out);
  }
}

}  // namespace astrolabe::search
