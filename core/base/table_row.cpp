#include "core/base/table_row.h"

#include "core/base/text.h"

namespace astrolabe {

TableColumns columns_of(const std::vector<std::string>& header) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  TableColumns columns;
  for (std::size_t i = 0; i < header.size(); ++i) {
    std::string name(trim(header[i]));
    if (i == 0 && name.starts_with(kByteOrderMark)) name.erase(0, kByteOrderMark.size());
    columns.emplace(std::move(name), i);
  }
  return columns;
}

std::string TableRow::text(std::string_view column) const {
  const auto at = m_columns.find(column);
  return at == m_columns.end() || at->second >= m_cells.size() ? std::string()
                                                               : std::string(trim(m_cells[at->second]));
}

std::optional<double> TableRow::positive(std::string_view column) const {
  const auto number = parse_number(text(column));
  return number && *number > 0.0 ? number : std::nullopt;
}

}  // namespace astrolabe
