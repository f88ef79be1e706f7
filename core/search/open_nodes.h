#pragma once
// The open nodes of a search, the least bound first.

#include <algorithm>
#include <vector>

#include "core/search/tree.h"

namespace astrolabe::search {

/// A heap of small keys: the nodes themselves stay where they are.
class OpenNodes {
 public:
  bool empty() const { return m_heap.empty(); }
  /// Precondition: not empty.
  double least_bound() const { return m_heap.front().bound; }
  void push(const Node& node) {
    auto place = static_cast<std::uint32_t>(m_nodes.size());
    if (m_free.empty()) {
      m_nodes.push_back(node);
    } else {
      place = m_free.back();
      m_free.pop_back();
      m_nodes[place] = node;
    }
    m_heap.push_back({node.bound, place, node.level});
    std::push_heap(m_heap.begin(), m_heap.end(), Later{});
  }
  template <class Use>
  void visit(const Use& use) const {
    for (const Key& key : m_heap) use(m_nodes[key.place]);
  }
  /// Precondition: not empty.
  Node pop() {
    std::pop_heap(m_heap.begin(), m_heap.end(), Later{});
    const std::uint32_t place = m_heap.back().place;
    m_heap.pop_back();
    m_free.push_back(place);
    return m_nodes[place];
  }

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
  std::vector<Key> m_heap;
  std::vector<Node> m_nodes;
  std::vector<std::uint32_t> m_free;  ///< places of m_nodes
};

}  // namespace astrolabe::search
