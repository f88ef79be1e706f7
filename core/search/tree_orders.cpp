// The settings of a pipeline whose pools have their stages, and the orders of the pools under each.

#include <algorithm>
#include <array>
#include <vector>

#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

/// True for what asks at least as much of every floor as `less` does: time of a layer, tail, memory. No step
/// is shorter then. Precondition: windows apply, or tails are not known.
bool Tree::Demand::covers(const Demand& less, std::size_t floors) const {
  for (std::size_t i = 0; i < floors; ++i) {
    const cost::TailFloor& tail = tails[i];
    const cost::TailFloor& other = less.tails[i];
    if (extra[i] < less.extra[i] || tail.fixed < other.fixed || tail.layer < other.layer ||
        tail.whole_layer < other.whole_layer || tail.window > other.window || tail.unaided < other.unaided ||
        tail.by_embedding > other.by_embedding || tail.by_head > other.by_head)
      return false;
    const cost::Room& room = rooms[i];
    const cost::Room& roomy = less.rooms[i];
    if (room.kept_bytes != roomy.kept_bytes || room.free_bytes > roomy.free_bytes ||
        room.layer_bytes < roomy.layer_bytes || room.host_holds > roomy.host_holds)
      return false;
    // Without recomputation a stage holds what costs nothing again at most.
    if (room.again_free_bytes >= 0.0 &&
        (room.again_kept_bytes != roomy.again_kept_bytes || room.again_free_bytes > roomy.again_free_bytes))
      return false;
  }
  return true;
}

/// The settings of a pipeline whose floors have their stages, those first that ask little: an order of the
/// pools that falls for one falls for all that ask as much or more. Precondition: set_fitting().
void Tree::expand_settings(const Node& node, Scene& scene, const int* stages, const Cutoff& cutoff,
                           Expansion& out) {
  const Bunch& bunch = scene.settings->bunch(node.kind);
  const Bunch::Part& part = scene.settings->part(node.kind);
  const std::size_t floors = scene.place->family.uses.size();
  thread_local std::vector<Demand> demands;
  std::size_t count = 0;
  Strategy strategy;
  Node child = node;
  child.level = Level::mixture;
  child.count = node.fixed > 0 ? groups_with(node, scene, stages, static_cast<int>(floors))
                               : scene.place->groups[node.stages];
  for (std::size_t i = 0; i < floors; ++i)
    child.mixture[static_cast<std::size_t>(scene.use[i])] = static_cast<std::uint16_t>(stages[i]);
  set_asked_rooms(node, scene);
  set_asked_extras(node, scene);
  const bool ask = windows_apply(scene);
  for (std::uint32_t s = part.first; s < part.end; ++s) {
    if (!allows(bunch, s, node.stages)) continue;
    child.setting = s;
    const std::size_t memory = bunch.memory(part, s);
    if (ask && scene.fits[memory] == Scene::Fits::no) {  // most settings of large models have no room
      out.lose_for_memory(child);
      continue;
    }
    const cost::Room* rooms = &scene.asked_rooms->all[memory * floors];
    for (std::size_t i = 0; i < floors; ++i) scene.rooms[i] = rooms[scene.use[i]];
    const double* extra = &scene.asked_extras->all[bunch.tail(part, s) * floors];
    set_setting_tails(child, scene);
    if (count == demands.size()) demands.emplace_back();
    Demand& demand = demands[count++];
    demand.setting = s;
    demand.rooms = scene.rooms;
    for (std::size_t i = 0; i < floors; ++i) demand.extra[i] = extra[scene.use[i]];
    demand.tails = scene.tails;
    demand.by_order.clear();
    demand.weight = 0.0;
    for (std::size_t i = 0; i < floors; ++i)
      demand.weight += demand.extra[i] + scene.tails[i].layer + scene.tails[i].whole_layer;
  }
  const auto begin = demands.begin();
  std::stable_sort(begin, begin + static_cast<std::ptrdiff_t>(count), [](const Demand& a, const Demand& b) {
    return a.weight < b.weight ||
           (a.weight == b.weight && a.rooms[0].again_free_bytes > b.rooms[0].again_free_bytes);
  });
  for (std::size_t at = 0; at < count; ++at) {
    Demand& demand = demands[at];
    child.setting = demand.setting;
    set_holds(child, scene, strategy);
    scene.tails = demand.tails;
    demand.by_order.assign(scene.place->family.orders(), child);
    for (std::size_t before = 0; ask && before < at; ++before) {
      if (!demand.covers(demands[before], floors)) continue;
      for (std::size_t order = 0; order < demand.by_order.size(); ++order)
        demand.by_order[order].raise(demands[before].by_order[order]);
    }
    expand_orders(child, scene, strategy, stages, cutoff, demand.by_order, out);
  }
}

/// Every order of the pools of a mixture; `stages` by floor. `by_order`: what is known of each order before
/// and after, or empty.
void Tree::expand_orders(const Node& node, const Scene& scene, const Strategy& strategy, const int* stages,
                         const Cutoff& cutoff, std::vector<Node>& by_order, Expansion& out) {
  const Family& family = scene.place->family;
  const auto orders = static_cast<int>(family.orders());
  const int count = static_cast<int>(family.uses.size());
  if (!any_room(scene, stages, true)) return out.lose_for_memory(node);
  if (count > 1) {  // all orders at once
    Node any = node;
    narrow(any, scene, stages, Orders::any, nullptr, &strategy, cutoff, kCutOnly);
    if (refuted(any, cutoff, out)) {
      for (Node& known : by_order) known.raise(any);
      return;
    }
  }
  std::array<int, Node::kMostPools> floor_at{};
  for (int i = 0; i < count; ++i)
    floor_at[static_cast<std::size_t>(scene.use[static_cast<std::size_t>(i)])] = i;
  for (int order = 0; order < orders; ++order) {
    Node child = node;
    child.level = Level::configuration;
    child.order = static_cast<std::uint16_t>(order);
    child.count = 1;
    if (!by_order.empty()) {
      child.raise(by_order[static_cast<std::size_t>(order)]);
      if (refuted(child, cutoff, out)) continue;
    }
    std::array<int, Node::kMostPools> floors = permutation(order, count);
    for (int i = 0; i < count; ++i)
      floors[static_cast<std::size_t>(i)] =
          floor_at[static_cast<std::size_t>(floors[static_cast<std::size_t>(i)])];
    narrow(child, scene, stages, Orders::one, floors.data(), &strategy, cutoff,
           orders == 1 ? kRoughly : kNear);
    if (!by_order.empty()) by_order[static_cast<std::size_t>(order)].raise(child);
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
