#include "core/base/csv.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace astrolabe {

namespace {

constexpr char kOpen = '\r';

bool ends_line(char c) { return c == '\n' || c == '\r'; }

/// Reads row after row; a row with a bad quote is read again as one line.
class Reader {
 public:
  Reader(std::string_view text, char separator) : m_text(text), m_separator(separator) {}

  bool at_end() const { return m_at >= m_text.size(); }
  int line() const { return m_line; }

  /// The next row, empty for an empty line.
  std::vector<std::string> row(std::size_t columns) {
    const std::size_t start = m_at;
    const int line = m_line;
    std::vector<std::string> cells;
    const bool sound = read(cells, false);
    const bool fits = m_line <= line + 1 || columns == 0 || cells.size() == columns;
    if (!sound || !fits) {
      m_at = start;
      m_line = line;
      cells.clear();
      read(cells, true);
    }
    return cells;
  }

 private:
  /// `one_line`: a quote that is open where the line ends leaves a carriage return at the end of its cell,
  /// which no other cell has.
  /// False where a quote does not stand around a whole cell, or is not closed.
  bool read(std::vector<std::string>& cells, bool one_line) {
    std::string cell;
    bool quoted = false;
    bool closed = false;  // the cell's quotes
    bool started = false;
    bool sound = true;
    for (; m_at < m_text.size(); ++m_at) {
      const char c = m_text[m_at];
      const char next = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\n';
      if (ends_line(c) && (!quoted || one_line)) break;
      if (ends_line(c)) {
        if (c == '\n' || next != '\n') {
          ++m_line;
          cell.push_back('\n');
        }
      } else if (quoted && c == '"' && next == '"') {
        cell.push_back('"');
        ++m_at;
      } else if (quoted && c == '"') {
        quoted = false;
        closed = true;
        sound = sound && (next == m_separator || ends_line(next));
      } else if (!quoted && c == '"' && cell.empty() && !closed) {
        quoted = started = true;
      } else if (!quoted && c == m_separator) {
        cells.push_back(std::exchange(cell, {}));
        closed = false;
        started = true;
      } else {
        cell.push_back(c);
        started = true;
      }
    }
    if (quoted && one_line) cell.push_back(kOpen);
    if (started || !cell.empty()) cells.push_back(std::move(cell));
    end_line();
    return sound && !quoted;
  }

  void end_line() {
    if (at_end()) return;
    m_at += m_text.substr(m_at).starts_with("\r\n") ? 2 : 1;
    ++m_line;
  }

  std::string_view m_text;
  char m_separator;
  std::size_t m_at = 0;
  int m_line = 1;
};

}  // namespace

CsvTable read_csv(std::string_view text, char separator, std::vector<int>* lines) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  CsvTable table;
  Reader reader(text, separator);
  while (!reader.at_end()) {
    const int line = reader.line();
    std::vector<std::string> cells = reader.row(table.empty() ? 0 : table.front().size());
    if (cells.empty()) continue;
    table.push_back(std::move(cells));
    if (lines != nullptr) lines->push_back(line);
  }
  return table;
}

Result<void> check_widths(const CsvTable& rows, const std::vector<int>& lines, std::string_view code) {
  for (std::size_t row = 1; row < rows.size(); ++row)
    if (rows[row].size() > rows.front().size())
      return fail(code, "row " + std::to_string(lines[row]), std::to_string(rows[row].size()) + " cells",
                  {Wanted::Kind::text, {std::to_string(rows.front().size()) + " cells, as in the header"}});
  return {};
}

bool open_quote(const std::vector<std::string>& row) { return !row.empty() && row.back().ends_with(kOpen); }

}  // namespace astrolabe
