#pragma once
// The open nodes of a search, the least bound first.

#include <algorithm>
#include <vector>

#include "core/search/tree.h"

namespace astrolabe::search {

/// Heaps of small keys: the nodes themselves stay where they are.
class OpenNodes {
 public:
  bool empty() const { return m_wide.empty() && m_deep.empty(); }
  /// Precondition: not empty.
  double least_bound() const { return least().front().bound; }
  /// The least bound of nodes from pipelines on whose own splits are not looked at yet; infinite for none.
  double least_deep_bound() const { return m_deep.empty() ? 1e300 : m_deep.front().bound; }
  void push(const Node& node) {
    auto place = static_cast<std::uint32_t>(m_nodes.size());
    if (m_free.empty()) {
      m_nodes.push_back(node);
    } else {
      place = m_free.back();
      m_free.pop_back();
      m_nodes[place] = node;
    }
    std::vector<Key>& heap = node.level >= Level::pipeline && !node.refined ? m_deep : m_wide;
    heap.push_back({node.bound, place, node.level});
    std::push_heap(heap.begin(), heap.end(), Later{});
  }
  template <class Use>
  void visit(const Use& use) const {
    for (const Key& key : m_wide) use(m_nodes[key.place]);
    for (const Key& key : m_deep) use(m_nodes[key.place]);
  }
  /// Precondition: not empty.
  Node pop() { return pop(&least() == &m_deep ? m_deep : m_wide); }
  /// Precondition: least_deep_bound() is finite.
  Node pop_deep() { return pop(m_deep); }

 private:
  struct Key {
    double bound = 0.0;
    std::uint32_t place = 0;  ///< in m_nodes
    Level level = Level::family;
  };
  /// Of equal bounds the deeper node first.
  struct Later {
    bool operator()(const Key& a, const Key& b) const {
      return a.bound > b.bound || (a.bound == b.bound && a.level < b.level);
    }
  };
  const std::vector<Key>& least() const {
    if (m_wide.empty() || m_deep.empty()) return m_wide.empty() ? m_deep : m_wide;
    return Later{}(m_wide.front(), m_deep.front()) ? m_deep : m_wide;
  }
  Node pop(std::vector<Key>& heap) {
    std::pop_heap(heap.begin(), heap.end(), Later{});
    const std::uint32_t place = heap.back().place;
    heap.pop_back();
    m_free.push_back(place);
    return m_nodes[place];
  }
  std::vector<Key> m_wide, m_deep;
  std::vector<Node> m_nodes;
  std::vector<std::uint32_t> m_free;  ///< places of m_nodes
};

}  // namespace astrolabe::search
