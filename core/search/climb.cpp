#include "core/search/climb.h"

namespace astrolabe::search {

void Climb::from(const Node& node, Partitioner& partitioner) {
  Node at = node;
  if (!m_seen.insert(key_of(node)).second) return;
  double value = m_judge.reach(m_tree, at, 1e300, partitioner);
  while (step(partitioner, at, value)) {
  }
}

bool Climb::step(Partitioner& partitioner, Node& at, double& value) {
  m_tree.near(at, m_findings.cut(), m_near);
  for (const Node& next : m_near) {
    if (m_control.ended()) return false;
    if (!m_seen.insert(key_of(next)).second) continue;
    const double reached = m_judge.reach(m_tree, next, value, partitioner);
    if (reached >= value) continue;
    at = next;
    value = reached;
    return true;
  }
  return false;
}

}  // namespace astrolabe::search
