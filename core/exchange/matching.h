#pragma once
// Perfect matchings of rows and columns, kept while edges come and go.

#include <cstdint>
#include <vector>

namespace astrolabe::exchange {

/// A bipartite graph of n rows and n columns with a matching. Edges are bits, so that the search for an
/// augmenting path looks at 64 columns at once: O(n^2 / 64 + n) a path.
class Matching {
 public:
  explicit Matching(int size);

  void add(int row, int column);
  /// Also takes the pair apart where it is matched.
  void remove(int row, int column);
  bool has(int row, int column) const;
  /// Matches every row, from the pairs that still stand. False where no matching has all rows; the pairs are
  /// then as many as were found until the first row that stays alone.
  bool complete();
  /// Column of a row, -1 for none.
  int column_of(int row) const { return m_column[static_cast<std::size_t>(row)]; }
  const std::vector<int>& columns() const { return m_column; }

 private:
  bool augment(int row);
  std::uint64_t& word(int row, int column);

  int m_size = 0, m_words = 0;
  std::vector<std::uint64_t> m_edges, m_unseen;
  std::vector<int> m_column, m_row, m_from, m_queue;
};

/// Each row has one column of its own.
struct Assignment {
  std::vector<int> column;  ///< by row
  double largest = 0.0;     ///< weight among the chosen
};

/// The assignment whose largest weight is least (bottleneck assignment), of those the first in the order of
/// columns. `weights`: n x n, row by row. Binary search over the weights, O(n^2 log n + n^4 / 64) at worst.
Assignment bottleneck_assignment(const std::vector<double>& weights, int size);

}  // namespace astrolabe::exchange
