#pragma once
// A search tree with all the configurations that fit, and its single bounds.
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/partition.h"
#include "core/search/ranking.h"
#include "core/search/tree.h"

namespace astrolabe::search {

/// Asks a tree for single bounds.
class TreeProbe {
 public:
  using Context = Tree::Context;
  struct Range {
    int fewest = 1, most = 1;
  };

  explicit TreeProbe(Tree& tree) : m_tree(tree) {}
  Context context_of(const Node& node) {
    Context context;
    m_tree.set_context(node, context);
    return context;
  }
  Range stages_of(const Node& node) const {
    const Tree::Stages all = m_tree.stages_of(m_tree.family_of(node));
    return {all.fewest, all.most};
  }
  bool windows_apply(const Context& context) const { return m_tree.windows_apply(context); }
  /// The node bounded for all pipelines of so many stages.
  Node pipeline(const Node& node, const Context& context, int stages) const {
    Node bounded = node;
    bounded.stages = static_cast<std::uint16_t>(stages);
    m_tree.finish(bounded, context, m_tree.bound_mixture(bounded, context, nullptr, 0), nullptr, 0);
    return bounded;
  }
  /// The context as it is left by a pipeline of so many stages.
  void leave(const Node& node, Context& context, int stages) {
    Node child = node;
    child.stages = static_cast<std::uint16_t>(stages);
    Tree::forget_equal_stages(context);
    m_tree.set_equal_stages(child, context, false);
  }
  static void forget(Context& context) { Tree::forget_equal_stages(context); }
  /// Of a pipeline whose pools have their stages: whether each setting may fit, nothing where none does, and
  /// the bound of those that may, below `most` seconds.
  std::pair<std::map<std::uint32_t, bool>, double> fitting(const Node& node, Context& context, double most) {
    std::array<int, Node::kMostPools> stages{};
    for (std::size_t i = 0; i < m_tree.family_of(node).uses.size(); ++i)
      stages[i] = node.mixture[static_cast<std::size_t>(context.use[i])];
    if (!m_tree.set_fitting(node, context, stages.data())) return {};
    const Bucket& bucket = context.settings->bucket(node.kind);
    std::map<std::uint32_t, bool> may;
    const Bucket::Part& part = context.settings->part(node.kind);
    for (std::uint32_t s = part.first; s < part.end; ++s)
      may[s] = context.fits[bucket.memory(part, s)] == Context::Fits::perhaps;
    Node bounded = node;
    bounded.step = most / 64.0;
    m_tree.narrow(bounded, context, stages.data(), nullptr, nullptr,
                  Cutoff{strategy::Objective::throughput, most, nullptr, 1.0}, 1.01);
    return {may, bounded.step};
  }

 private:
  Tree& m_tree;
};

}  // namespace astrolabe::search

namespace astrolabe::tests {

/// A configuration with the best of all its splits; nothing where none fits.
inline std::optional<cost::Evaluation> best_split(const search::Tree& tree, const search::Node& node,
                                                  cost::Tables& tables, search::Partitioner& partitioner) {
  strategy::Strategy strategy;
  tree.strategy_of(node, strategy);
  const cost::Shape shape(tables, strategy);
  search::Effort effort;
  effort.brute = true;
  const search::Partition best = partitioner.best(shape, effort);
  if (!best.feasible) return std::nullopt;
  return shape.evaluate(best.layers);
}

/// A configuration that fits, with the step, the price and the value of its best split.
struct Leaf {
  search::Node node;
  double step = 0.0, usd = 0.0, value = 0.0;
};

/// A tree of a problem with all the configurations that fit.
class Grown {
 public:
  Grown(const strategy::Problem& problem, strategy::Objective objective)
      : m_objective(objective),
        m_space(problem),
        m_tables(problem),
        tree(problem, m_space, m_tables, objective),
        probe(tree) {
    do
      while (tree.grow(1024)) {
      }
    while (tree.mix_more());
    for (const search::Node& root : tree.roots()) under(root);
  }

 private:
  void under(const search::Node& node) {
    if (node.level == search::Level::configuration) {
      const auto best = best_split(tree, node, m_tables, m_partitioner);
      if (!best) return;
      const double rate = best->money.usd_per_hour ? best->money.usd_per_hour->value : 0.0;
      leaves.push_back(
          {node, best->step.value, rate * best->step.value, search::objective_value(*best, m_objective)});
      return;
    }
    search::Tree::Expansion expansion;
    tree.expand(node, search::Cutoff{strategy::Objective::throughput, 1e300, nullptr, 1.0}, expansion);
    for (const search::Node& child : expansion.children) under(child);
  }

  strategy::Objective m_objective;
  strategy::Space m_space;
  cost::Tables m_tables;
  search::Partitioner m_partitioner;

 public:
  search::Tree tree;
  search::TreeProbe probe;
  std::vector<Leaf> leaves;
};

}  // namespace astrolabe::tests
