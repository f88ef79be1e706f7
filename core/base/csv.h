#pragma once
// Tables of separated values.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace astrolabe {

using CsvTable = std::vector<std::vector<std::string>>;

/// Rows of separated values with RFC 4180 quoting; `text` is a whole file; lines end as on any system. Empty
/// lines are no rows: `lines`, when given, receives the line (from 1) on which each row begins.
/// A quote that is never closed, that is closed in the middle of a cell, or whose row has more lines than one
/// and not as many cells as the first one costs its own line alone: the row ends there, open_quote() tells,
/// and the next line begins a row.
CsvTable read_csv(std::string_view text, char separator = ',', std::vector<int>* lines = nullptr);

/// No row has more cells than the first one, the header. Errors: `code` with "row 3" for the first that has;
/// `lines` are those of read_csv().
Result<void> check_widths(const CsvTable& rows, const std::vector<int>& lines, std::string_view code);

/// True for a row with a quote that its line does not close.
bool open_quote(const std::vector<std::string>& row);

}  // namespace astrolabe
