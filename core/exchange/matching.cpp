#include "core/exchange/matching.h"

#include <algorithm>
#include <bit>

namespace astrolabe::exchange {

namespace {

constexpr int kWord = 64;

std::size_t index(int at) { return static_cast<std::size_t>(at); }

}  // namespace

Matching::Matching(int size)
    : m_size(size),
      m_words((size + kWord - 1) / kWord),
      m_edges(index(size) * index(m_words)),
      m_unseen(index(m_words)),
      m_column(index(size), -1),
      m_row(index(size), -1),
      m_from(index(size)) {
  m_queue.reserve(index(size));
}

std::uint64_t& Matching::word(int row, int column) {
  return m_edges[index(row) * index(m_words) + index(column / kWord)];
}

void Matching::add(int row, int column) { word(row, column) |= std::uint64_t{1} << (column % kWord); }

void Matching::remove(int row, int column) {
  word(row, column) &= ~(std::uint64_t{1} << (column % kWord));
  if (m_column[index(row)] == column) m_column[index(row)] = m_row[index(column)] = -1;
}

bool Matching::has(int row, int column) const {
  return (m_edges[index(row) * index(m_words) + index(column / kWord)] >> (column % kWord) & 1U) != 0;
}

bool Matching::augment(int row) {
  for (int w = 0; w < m_words; ++w) m_unseen[index(w)] = ~std::uint64_t{0};
  m_queue.assign(1, row);
  for (std::size_t head = 0; head < m_queue.size(); ++head) {
    const int from = m_queue[head];
    for (int w = 0; w < m_words; ++w) {
      std::uint64_t reached = m_edges[index(from) * index(m_words) + index(w)] & m_unseen[index(w)];
      m_unseen[index(w)] &= ~reached;
      for (; reached != 0; reached &= reached - 1) {
        int column = w * kWord + std::countr_zero(reached);
        m_from[index(column)] = from;
        if (m_row[index(column)] >= 0) {
          m_queue.push_back(m_row[index(column)]);
          continue;
        }
        // Turn the pairs of the path around.
        for (int at = from; column >= 0; at = m_from[index(std::max(column, 0))]) {
          const int before = m_column[index(at)];
          m_column[index(at)] = column;
          m_row[index(column)] = at;
          column = before;
        }
        return true;
      }
    }
  }
  return false;
}

bool Matching::complete() {
  for (int row = 0; row < m_size; ++row)
    if (m_column[index(row)] < 0 && !augment(row)) return false;
  return true;
}

Assignment bottleneck_assignment(const std::vector<double>& weights, int size) {
  Assignment best;
  if (size <= 0) return best;
  std::vector<double> sorted = weights;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  const auto weight = [&](int row, int column) { return weights[index(row) * index(size) + index(column)]; };
  const auto within = [&](double most) {
    Matching graph(size);
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
        if (weight(row, column) <= most) graph.add(row, column);
    return graph;
  };
  std::size_t low = 0, high = sorted.size() - 1;  // sorted[high] allows a matching
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (within(sorted[middle]).complete())
      high = middle;
    else
      low = middle + 1;
  }
  best.largest = sorted[high];
  // Row by row the first column with which the rest still has a matching.
  Matching graph = within(best.largest);
  graph.complete();
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      if (!graph.has(row, column)) continue;
      Matching tried = graph;
      for (int other = 0; other < size; ++other) {
        if (other != column) tried.remove(row, other);
        if (other != row) tried.remove(other, column);
      }
      if (!tried.complete()) continue;
      graph = std::move(tried);
      break;
    }
  best.column = graph.columns();
  return best;
}

}  // namespace astrolabe::exchange
