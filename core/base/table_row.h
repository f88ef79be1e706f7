#pragma once
// Cells of a table with a header, by the names of their columns.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace astrolabe {

/// Places of columns by name.
using TableColumns = std::map<std::string, std::size_t, std::less<>>;

/// The columns of a header row; a byte order mark is no part of a name. The first of several equal names
/// counts.
TableColumns columns_of(const std::vector<std::string>& header);

/// A row under a header, which it refers to.
class TableRow {
 public:
  TableRow(const TableColumns& columns, const std::vector<std::string>& cells)
      : m_columns(columns), m_cells(cells) {}
  /// The cell without blanks around it; "" where the table or the row has none.
  std::string text(std::string_view column) const;
  /// None for what is no number above zero.
  std::optional<double> positive(std::string_view column) const;

 private:
  const TableColumns& m_columns;
  const std::vector<std::string>& m_cells;
};

}  // namespace astrolabe
