#pragma once
// A tree grown to its leaves, each split by brute force: what nodes promise beside what lies below them.

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "core/search/search.h"
#include "core/search/tree.h"
#include "tests/core/problems.h"
#include "tests/core/tree_probe.h"

namespace astrolabe::tests {

constexpr double kNever = 1e300;

/// The cheapest leaf below a node.
struct Least {
  double step = kNever, usd = kNever, objective = kNever;
  std::uint64_t feasible = 0;
  void take(const Least& other) {
    step = std::min(step, other.step);
    usd = std::min(usd, other.usd);
    objective = std::min(objective, other.objective);
    feasible += other.feasible;
  }
};

class Walk {
 public:
  Walk(const strategy::Problem& problem, strategy::Objective objective)
      : m_problem(problem),
        m_space(problem),
        m_tables(problem),
        m_objective(objective),
        m_tree(problem, m_space, m_tables, objective) {}

  Least all() {
    Least least;
    while (m_tree.grow(1024)) {
    }
    for (const search::Node& root : m_tree.roots()) {
      below += root.count;
      least.take(under(root));
    }
    return least;
  }
  std::uint64_t rejected_by_rule() const { return m_tree.rejected_by_rule(); }
  std::uint64_t total() const { return m_space.total(); }

  /// Tells configurations of this walk apart.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint16_t, std::uint16_t,
                         std::array<std::uint16_t, search::Node::kMostPools>>;
  /// Every configuration that is left under a cutoff.
  template <class See>
  void left(const search::Cutoff& cutoff, const See& see) {
    do
      while (m_tree.grow(1024)) {
      }
    while (m_tree.mix_more());
    for (const search::Node& root : m_tree.roots()) left_under(root, cutoff, see);
  }
  /// What the feasible ones cost.
  std::map<Key, Least> leaves() {
    std::map<Key, Least> found;
    left(search::Cutoff{m_objective, kNever, nullptr, 1.0}, [&](const search::Node& node) {
      const Least cost = leaf(node);
      if (cost.feasible > 0) found.emplace(key_of(node), cost);
    });
    return found;
  }
  static Key key_of(const search::Node& node) {
    return {node.family, node.kind, node.setting, node.stages, node.order, node.mixture};
  }
  /// Of the configurations next to one those that fit.
  std::vector<Key> near_to(const search::Node& node) {
    std::vector<search::Node> near;
    m_tree.near(node, kNever, near);
    std::vector<Key> found;
    for (const search::Node& other : near)
      if (leaf(other).feasible > 0) found.push_back(key_of(other));
    return found;
  }

  int nodes = 0, above = 0, miscounted = 0, shrunk = 0;
  std::uint64_t below = 0;

 private:
  template <class See>
  void left_under(const search::Node& node, const search::Cutoff& cutoff, const See& see) {
    if (node.level == search::Level::configuration) return see(node);
    search::Tree::Expansion expansion;
    m_tree.expand(node, cutoff, expansion);
    for (const search::Node& child : expansion.children) left_under(child, cutoff, see);
  }

  Least under(const search::Node& node) {
    ++nodes;
    Least least;
    if (node.level == search::Level::configuration) {
      least = leaf(node);
      miscounted += node.count == 1 ? 0 : 1;
    } else {
      search::Tree::Expansion expansion;
      m_tree.expand(node, search::Cutoff{m_objective, kNever, nullptr, 1.0}, expansion);
      std::uint64_t count = expansion.by_memory + expansion.cut;
      for (const search::Node& child : expansion.children) {
        count += child.count;
        shrunk += child.step < node.step ? 1 : 0;
        least.take(under(child));
      }
      miscounted += count == node.count ? 0 : 1;
    }
    if (node.step > least.step || node.usd > least.usd || node.bound > least.objective) ++above;
    return least;
  }

  Least leaf(const search::Node& node) {
    const auto best = best_split(m_tree, node, m_tables, m_partitioner);
    if (!best) return {};
    Least least;
    least.feasible = 1;
    least.step = best->step.value;
    least.usd = best->money.usd_per_hour->value * least.step;
    least.objective =
        m_objective == strategy::Objective::money ? *best->money.usd_per_trillion_tokens : least.step;
    return least;
  }

  const strategy::Problem& m_problem;
  strategy::Space m_space;
  cost::Tables m_tables;
  strategy::Objective m_objective;
  search::Tree m_tree;
  search::Partitioner m_partitioner;
};

}  // namespace astrolabe::tests
