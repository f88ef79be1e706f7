#pragma once
// From a good configuration to better ones next to it: an early value to cut with spares the work on all that
// it cuts. Proves nothing.

#include <array>
#include <set>
#include <tuple>
#include <vector>

#include "core/search/judge.h"

namespace astrolabe::search {

class LocalSearch {
 public:
  LocalSearch(Control& control, const Tree& tree, const Findings& findings, Judge& judge)
      : m_control(control), m_tree(tree), m_findings(findings), m_judge(judge) {}
  /// Goes on from a configuration as long as one of those next to it is better.
  void from(const Node& node, Partitioner& partitioner);

 private:
  using Key =
      std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint16_t,
                 std::array<std::uint16_t, Node::kMostPools>>;  ///< family, kind, setting, order, stages
  void up(Partitioner& partitioner);
  bool step(Partitioner& partitioner);
  static Key key_of(const Node& node) {
    return {node.family, node.kind, node.setting, node.order, node.mixture};
  }

  Control& m_control;
  const Tree& m_tree;
  const Findings& m_findings;
  Judge& m_judge;
  std::set<Key> m_seen;
  std::vector<Node> m_near;
  static constexpr double kNowhere = 1e300;
  Node m_at;
  double m_value = kNowhere;  ///< that it reaches
};

}  // namespace astrolabe::search
