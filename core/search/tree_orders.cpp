// The settings of a pipeline whose pools have their stages, and the orders of the pools under each.

#include <array>

#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

/// The settings of a pipeline whose floors have their stages. Precondition: set_fitting().
void Tree::expand_settings(const Node& node, Context& context, const int* stages, const Cutoff& cutoff,
                           Expansion& out) {
  const Bucket& bucket = context.settings->bucket(node.kind);
  const Bucket::Part& part = context.settings->part(node.kind);
  const std::size_t floors = context.place->family.uses.size();
  Strategy strategy;
  Node child = node;
  child.level = Level::mixture;
  child.count = node.fixed > 0 ? groups_with(node, context, stages, static_cast<int>(floors))
                               : context.place->groups[node.stages];
  for (std::size_t i = 0; i < floors; ++i)
    child.mixture[static_cast<std::size_t>(context.use[i])] = static_cast<std::uint16_t>(stages[i]);
  const bool ask = windows_apply(context);
  for (std::uint32_t s = part.first; s < part.end; ++s) {
    if (!allows(bucket, s, node.stages)) continue;
    child.setting = s;
    if (ask && context.fits[bucket.memory(part, s)] ==
                   Context::Fits::no) {  // most settings of large models have no room
      out.lose_for_memory(child);
      continue;
    }
    set_holds(child, context, strategy);
    set_setting_tails(child, context);
    expand_orders(child, context, strategy, stages, cutoff, out);
  }
}

/// Every order of the pools of a mixture; `stages` by floor.
void Tree::expand_orders(const Node& node, const Context& context, const Strategy& strategy,
                         const int* stages, const Cutoff& cutoff, Expansion& out) {
  const Family& family = context.place->family;
  const auto orders = static_cast<int>(family.orders());
  const int count = static_cast<int>(family.uses.size());
  if (!any_room(context, stages)) return out.lose_for_memory(node);
  std::array<int, Node::kMostPools> floor_at{};
  for (int i = 0; i < count; ++i)
    floor_at[static_cast<std::size_t>(context.use[static_cast<std::size_t>(i)])] = i;
  for (int order = 0; order < orders; ++order) {
    Node child = node;
    child.level = Level::configuration;
    child.order = static_cast<std::uint16_t>(order);
    child.count = 1;
    std::array<int, Node::kMostPools> floors = permutation(order, count);
    for (int i = 0; i < count; ++i)
      floors[static_cast<std::size_t>(i)] =
          floor_at[static_cast<std::size_t>(floors[static_cast<std::size_t>(i)])];
    narrow(child, context, stages, floors.data(), &strategy, cutoff, orders == 1 ? kRoughly : kNear);
    if (refuted(child, cutoff, out)) continue;
    const double bound = bound_order(child, context, strategy, stages, floors.data());
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, context, bound, stages, count);
    offer(child, context, cutoff, out);
  }
}

}  // namespace astrolabe::search
