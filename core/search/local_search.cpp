#include "core/search/local_search.h"

namespace astrolabe::search {

void LocalSearch::from(const Node& node, Partitioner& partitioner) {
  if (!m_seen.insert(key_of(node)).second) return;
  m_at = node;
  m_value = m_judge.reach(m_tree, m_at, kNowhere, partitioner);
  up(partitioner);
}

void LocalSearch::up(Partitioner& partitioner) {
  do m_tree.near(m_at, m_findings.cut(), m_near);
  while (step(partitioner));
}

bool LocalSearch::step(Partitioner& partitioner) {
  for (const Node& next : m_near) {
    if (m_control.ended()) return false;
    if (!m_seen.insert(key_of(next)).second) continue;
    const double reached = m_judge.reach(m_tree, next, m_value, partitioner);
    if (reached >= m_value) continue;
    m_at = next;
    m_value = reached;
    return true;
  }
  return false;
}

}  // namespace astrolabe::search
