// The children of a node: which there are, and which of them are cut at once.

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

bool Tree::refuted(const Node& child, const Cutoff& cutoff, Expansion& out) {
  if (cutoff.breaks_limit(child))
    out.lose_for_limit(child);
  else if (cutoff.cuts(child))
    out.lose(child);
  else
    return false;
  return true;
}

/// A child of which no pool's stages are decided yet, or all.
void Tree::offer(Node& child, const Context& context, const Cutoff& cutoff, Expansion& out) const {
  if (refuted(child, cutoff, out)) return;
  if (child.level != Level::configuration && beaten(child, context, cutoff, nullptr, 0))
    out.lose(child);
  else
    out.children.push_back(child);
}

bool Tree::expand(const Node& node, const Cutoff& cutoff, Expansion& out) {
  switch (node.level) {
    case Level::family:
      return expand_family(node, cutoff, out);
    case Level::kind: {
      Context context;
      set_context(node, context);
      expand_kind(node, context, cutoff, out);
      break;
    }
    case Level::pipeline:
      expand_pipeline(node, cutoff, out);
      break;
    case Level::mixture:
      expand_mixture(node, cutoff, out);
      break;
    case Level::configuration:
      break;
  }
  return true;
}

bool Tree::expand_family(const Node& node, const Cutoff& cutoff, Expansion& out) {
  const Place& place = m_places[node.family];
  const Settings& settings = m_settings.settings(place.settings);
  const std::vector<std::uint64_t> weight = groups_by_set(place, settings);
  Context context;
  // Where there is a value to cut with, a kind has few pipelines that it does not: they are bounded at once,
  // as are those of kinds that come soon. Not part of proofs for core/verify, which names kinds.
  const bool at_once = m_windows && !cutoff.front && cutoff.value < 1e300;
  // Kinds are cut by the bound of a row of the same work that is no slower first, all at once, and those of
  // a row by its own. The same: core/verify knows no rows.
  Node row;
  std::uint32_t row_at = ~0U;
  int looked = 0;
  // False where the search ends.
  const auto expand_part = [&](std::size_t bucket_at, std::size_t part) {
    const Bucket& bucket = *settings.buckets[bucket_at].bucket;
    Node child = node;
    child.level = Level::kind;
    child.kind = settings.kind_at(bucket_at, part);
    child.count = count_of(bucket.counts_of(bucket.parts[part]), weight);
    if (child.count == 0) return true;
    if (++looked % 16 == 0 && m_ended && m_ended()) return false;
    const Kind& kind = m_settings.kinds()[bucket.parts[part].kind];
    if (m_windows && kind.row != row_at) {
      row_at = kind.row;
      row = child;
      if (m_settings.kinds()[bucket.parts[bucket.lean].kind].floor != kind.floor) bound_row(row);
    }
    row.count = child.count;
    if (m_windows && refuted(row, cutoff, out)) return true;
    set_sibling(child, context);
    finish(child, context, bound_any(context), context.least_cost);
    if (!at_once)
      offer(child, context, cutoff, out);
    else if (!refuted(child, cutoff, out))
      expand_kind(child, context, cutoff, out);
    return true;
  };
  if (!m_windows) {
    for (std::size_t at = 0; at < settings.buckets.size(); ++at)
      for (std::size_t part = 0; part < settings.buckets[at].bucket->parts.size(); ++part)
        if (!expand_part(at, part)) return false;
    return true;
  }
  for (std::size_t at = 0; at < settings.buckets.size(); ++at) {
    const Bucket& bucket = *settings.buckets[at].bucket;
    if (++looked % 16 == 0 && m_ended && m_ended()) return false;
    Node lean = node;
    lean.level = Level::kind;
    lean.kind = settings.kind_at(at, bucket.lean);
    lean.count = count_of(bucket.all_counts, weight);
    if (lean.count == 0) continue;
    bound_row(lean);
    if (refuted(lean, cutoff, out)) continue;
    for (std::size_t part = 0; part < bucket.parts.size(); ++part)
      if (!expand_part(at, part)) return false;
  }
  return true;
}

/// Calls `use(stages, settings)` for each number of stages that pipelines of the node's kind may have, and so
/// many of its settings; more than once where their sets differ.
template <class Use>
void Tree::each_stages(const Node& node, const Context& context, Stages possible,
                       const Use& use_stages) const {
  for (const Bucket::Count& each :
       context.settings->bucket(node.kind).counts_of(context.settings->part(node.kind))) {
    const Bits& allowed = m_settings.stage_sets()[each.set];
    for (std::size_t word = 0; word < allowed.size(); ++word)
      for (std::uint64_t left = allowed[word]; left != 0; left &= left - 1) {
        const int stages = 64 * static_cast<int>(word) + std::countr_zero(left);
        if (stages > possible.most) break;
        if (stages >= possible.fewest && context.place->groups[stages] > 0) use_stages(stages, each.settings);
      }
  }
}

void Tree::expand_kind(Node node, Context& context, const Cutoff& cutoff, Expansion& out) {
  if (beaten(node, context, cutoff, nullptr, 0)) return out.lose(node);
  thread_local std::vector<std::uint64_t> counts;  // by stages
  counts.assign(rows(), 0);
  const Stages possible = stages_of(context.place->family);
  Stages all{possible.most + 1, possible.fewest - 1};  // that there are
  each_stages(node, context, possible, [&](int stages, std::uint32_t settings) {
    const auto at = static_cast<std::size_t>(stages);
    counts[at] += settings * context.place->groups[at];
    all = {std::min(all.fewest, stages), std::max(all.most, stages)};
  });
  if (all.fewest <= all.most) expand_stages(node, context, counts, all, cutoff, out);
  forget_equal_stages(context);
}

/// The pipelines of a kind with so many stages; many at once where the set of time and money beats all.
void Tree::expand_stages(Node& node, Context& context, const std::vector<std::uint64_t>& counts, Stages all,
                         const Cutoff& cutoff, Expansion& out) {
  constexpr int kFew = 2;
  const auto first = counts.begin() + all.fewest;
  const auto end = counts.begin() + all.most + 1;
  if (cutoff.front && all.most - all.fewest >= kFew) {
    Node some = node;
    some.count = std::accumulate(first, end, std::uint64_t{0});
    if (some.count == 0) return;
    forget_equal_stages(context);  // of the number of stages before
    if (beaten(some, context, cutoff, nullptr, 0, all)) {
      out.cut += some.count;
      return;
    }
    const int middle = (all.fewest + all.most) / 2;
    expand_stages(some, context, counts, {all.fewest, middle}, cutoff, out);
    expand_stages(some, context, counts, {middle + 1, all.most}, cutoff, out);
    return;
  }
  std::array<int, Node::kMostPools> fixed{};
  for (int stages = all.fewest; stages <= all.most; ++stages) {
    Node child = node;
    child.level = Level::pipeline;
    child.stages = static_cast<std::uint16_t>(stages);
    child.count = counts[static_cast<std::size_t>(stages)];
    if (child.count == 0) continue;
    forget_equal_stages(context);
    const LeastCost least_cost = least_cost_of(child, context, nullptr, 0);
    const double bound = bound_mixture(child, context, nullptr, 0);
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, context, bound, least_cost);
    if (refuted(child, cutoff, out)) continue;
    // Rooms are asked for where some pipeline needs them.
    if (set_equal_stages(child, context, false)) {
      const double roomy = bound_mixture(child, context, nullptr, 0);
      if (roomy >= cost::kNoRoom) {
        out.lose_for_memory(child);
        continue;
      }
      finish(child, context, roomy, least_cost);
      if (refuted(child, cutoff, out)) continue;
    }
    // Of the set of time and money few of one type are left when their turn comes: bounded then.
    const bool later = cutoff.front && context.place->family.uses.size() == 1;
    if (!later && decided_stages(context, child.stages, fixed.data())) {
      child.ordered = context.place->family.uses.size() == 1;
      if (!set_fitting(child, context, fixed.data())) {
        out.lose_for_memory(child);
        continue;
      }
      if (child.ordered) narrow(child, context, fixed.data(), nullptr, nullptr, cutoff, kRoughly);
      if (refuted(child, cutoff, out)) continue;
    }
    offer(child, context, cutoff, out);
  }
}

void Tree::expand_pipeline(Node node, const Cutoff& cutoff, Expansion& out) {
  Context context;
  set_context(node, context);
  set_equal_stages(node, context, false);
  std::array<int, Node::kMostPools> stages{};
  for (std::size_t i = 0; i < node.fixed; ++i)
    stages[i] = node.mixture[static_cast<std::size_t>(context.use[i])];
  if (beaten(node, context, cutoff, stages.data(), node.fixed)) return out.lose(node);
  const Bucket& bucket = context.settings->bucket(node.kind);
  const Bucket::Part& part = context.settings->part(node.kind);
  std::array<int, Node::kMostPools> fixed{};
  if (decided_stages(context, node.stages, fixed.data()))
    return expand_decided(node, context, fixed.data(), cutoff, out);
  if (windows_apply(context)) return expand_pools(node, context, cutoff, out);
  Strategy strategy;
  for (std::uint32_t s = part.first; s < part.end; ++s) {
    if (!allows(bucket, s, node.stages)) continue;
    Node child = node;
    child.level = Level::mixture;
    child.setting = s;
    child.count = context.place->groups[node.stages];
    set_holds(child, context, strategy);
    set_equal_stages(child, context, true);
    const double bound = bound_mixture(child, context, nullptr, 0);
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, context, bound, nullptr, 0);
    offer(child, context, cutoff, out);
  }
}

/// A pipeline whose floors have their stages.
void Tree::expand_decided(const Node& node, Context& context, const int* stages, const Cutoff& cutoff,
                          Expansion& out) {
  // Once more with what is known by now.
  if (!set_fitting(node, context, stages)) return out.lose_for_memory(node);
  Node again = node;
  again.ordered = true;
  // Where there are few orders it takes longer to find such a bound than to split the node.
  constexpr std::uint64_t kFewOrders = 6;
  const std::uint64_t orders = context.place->family.orders();
  if (orders == 1 || orders > kFewOrders)
    narrow(again, context, stages, nullptr, nullptr, cutoff, orders == 1 ? kRoughly : kNear);
  if (refuted(again, cutoff, out)) return;
  if (!node.ordered && again.bound > node.bound) {  // others may be better now
    out.children.push_back(again);
    return;
  }
  expand_settings(node, context, stages, cutoff, out);
}

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
