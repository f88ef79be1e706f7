// The children of a node whose pools get their stages one after the other.

#include <algorithm>
#include <array>

#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

/// Calls `use(child, stages, known)` for each number of stages of the next pool that nothing refutes, until
/// it returns false.
template <class Use>
void Tree::each_count(const Node& node, const Context& context, const Cutoff& cutoff, Expansion& out,
                      const Use& use_child) const {
  const Family& family = context.place->family;
  const int count = static_cast<int>(family.uses.size());
  std::array<int, Node::kMostPools> stages{};
  int placed = 0;
  for (int i = 0; i < node.fixed; ++i) {
    const auto at = static_cast<std::size_t>(i);
    stages[at] = node.mixture[static_cast<std::size_t>(context.use[at])];
    placed += stages[at];
  }
  const auto at = static_cast<std::size_t>(node.fixed);
  const auto use = static_cast<std::size_t>(context.use[at]);
  const Stages open{family.uses[use].least, std::min(family.uses[use].most, node.stages - placed)};
  std::uint64_t settings = 0;  // 0: not looked at
  for (int here = open.most; here >= open.fewest; --here) {
    stages[at] = here;
    Node child = node;
    child.mixture[use] = static_cast<std::uint16_t>(here);
    child.fixed = static_cast<std::uint8_t>(node.fixed + 1);
    int known = node.fixed + 1;
    if (known == count - 1) {  // the last pool takes the rest
      const auto last = static_cast<std::size_t>(context.use[static_cast<std::size_t>(count - 1)]);
      stages[static_cast<std::size_t>(count - 1)] = node.stages - placed - here;
      child.mixture[last] = static_cast<std::uint16_t>(std::max(0, node.stages - placed - here));
      const int rest = node.stages - placed - here;
      if (rest < family.uses[last].least || rest > family.uses[last].most) continue;
      known = count;
    }
    if (settings == 0) settings = node.level == Level::pipeline ? settings_with(node, context) : 1;
    child.count = settings * groups_with(child, context, stages.data(), known);
    if (child.count == 0) continue;
    const LeastCost least_cost = least_cost_of(child, context, stages.data(), known);
    const double bound = bound_mixture(child, context, stages.data(), known);
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, context, bound, least_cost);
    if (refuted(child, cutoff, out)) continue;
    if (beaten(child, context, cutoff, stages.data(), known)) {
      out.lose(child);
      continue;
    }
    if (!use_child(child, stages.data(), known)) return;
  }
}

void Tree::expand_mixture(const Node& node, const Cutoff& cutoff, Expansion& out) {
  Context context;
  set_context(node, context);
  Strategy strategy;
  set_holds(node, context, strategy);
  set_equal_stages(node, context, true);
  bool tails = false;
  expand_counts(node, context, strategy, tails, cutoff, out);
}

/// The stages of the next pool under any setting of the kind: most of them are refuted for all settings at
/// once. Not part of proofs for core/verify, which names settings before stages.
void Tree::expand_pools(const Node& node, Context& context, const Cutoff& cutoff, Expansion& out) {
  const auto count = static_cast<int>(context.place->family.uses.size());
  if (node.fixed == count) {
    std::array<int, Node::kMostPools> stages{};
    for (std::size_t i = 0; i < context.place->family.uses.size(); ++i)
      stages[i] = node.mixture[static_cast<std::size_t>(context.use[i])];
    return expand_decided(node, context, stages.data(), cutoff, out);
  }
  each_count(node, context, cutoff, out, [&](Node& child, const int* stages, int known) {
    if (known == count) {
      child.fixed = static_cast<std::uint8_t>(count);
      child.ordered = false;
      if (set_fitting(child, context, stages))
        offer(child, context, cutoff, out);
      else
        out.lose_for_memory(child);
    } else {
      expand_pools(child, context, cutoff, out);
    }
    return true;
  });
}

/// The stages of the next pool. `tails`: those of the context are known.
void Tree::expand_counts(const Node& node, Context& context, const Strategy& strategy, bool& tails,
                         const Cutoff& cutoff, Expansion& out) {
  const int count = static_cast<int>(context.place->family.uses.size());
  each_count(node, context, cutoff, out, [&](const Node& child, const int* stages, int known) {
    if (known < count) {
      out.children.push_back(child);
      return true;
    }
    if (!tails) set_setting_tails(child, context);
    tails = true;
    expand_orders(child, context, strategy, stages, cutoff, out);
    return true;
  });
}

}  // namespace astrolabe::search
