// Build step: resources/catalogue/*.csv -> SQLite by schema.sql -> a C++ source that holds the database as
// bytes. usage: build_catalogue FOLDER OUT.cpp | build_catalogue --check FOLDER Ends with status 1 and file,
// row and column at the first cell that the schema does not allow.

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/csv.h"
#include "core/base/file_write.h"
#include "core/base/text.h"

namespace {

using astrolabe::CsvTable;

struct Column {
  std::string name, type;
  bool required = false, key = false;
  std::string refers_to;  ///< table whose ids it holds
};

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error(fmt::format("{}: cannot be read", path));
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<Column> columns_of(SQLite::Database& database, const std::string& table) {
  std::vector<Column> columns;
  SQLite::Statement info(database, fmt::format("PRAGMA table_info({})", table));
  while (info.executeStep())
    columns.push_back({info.getColumn(1).getString(),
                       info.getColumn(2).getString(),
                       info.getColumn(3).getInt() != 0,
                       info.getColumn(5).getInt() != 0,
                       {}});
  SQLite::Statement keys(database, fmt::format("PRAGMA foreign_key_list({})", table));
  while (keys.executeStep())
    for (Column& column : columns)
      if (column.name == keys.getColumn(3).getString()) column.refers_to = keys.getColumn(2).getString();
  return columns;
}

/// YYYY, YYYY-MM or YYYY-MM-DD.
bool is_date(const std::string& text) {
  static const std::string pattern = "dddd-dd-dd";
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  return std::equal(text.begin(), text.end(), pattern.begin(), [](char c, char p) {
    return p == 'd' ? std::isdigit(static_cast<unsigned char>(c)) != 0 : c == p;
  });
}

/// What is wrong with a filled cell, or nothing.
std::string complaint(const Column& column, const std::string& cell) {
  if (column.type == "REAL") {
    const auto number = astrolabe::parse_number(cell);
    if (!number) return "is not a number";
    if (*number <= 0.0) return "is not above zero";
  } else if (column.type == "INTEGER") {
    const auto number = astrolabe::parse_whole(cell);
    if (!number) return "is not a whole number";
    if (*number <= 0) return "is not above zero";
  } else if (column.name.ends_with("date") && !is_date(cell)) {
    return "is not a date (YYYY, YYYY-MM or YYYY-MM-DD)";
  }
  return {};
}

using Ids = std::map<std::string, std::set<std::string>>;

/// Fills one table from its file; `ids` collects the ids of each table for the references of later ones.
void fill(SQLite::Database& database, const std::string& folder, const std::string& table, Ids& ids) {
  const std::string path = fmt::format("{}/{}.csv", folder, table);
  const CsvTable rows = astrolabe::read_csv(read_file(path));
  const std::vector<Column> columns = columns_of(database, table);
  if (rows.empty()) throw std::runtime_error(fmt::format("{}: row 1: no header", path));
  for (std::size_t c = 0; c < std::max(columns.size(), rows[0].size()); ++c) {
    const std::string wanted = c < columns.size() ? columns[c].name : "no further column";
    const std::string found = c < rows[0].size() ? rows[0][c] : "nothing";
    if (found != wanted)
      throw std::runtime_error(
          fmt::format("{}: row 1, column {}: {} where {} belongs", path, c + 1, found, wanted));
  }
  std::string marks;
  for (std::size_t c = 0; c < columns.size(); ++c) marks += c == 0 ? "?" : ",?";
  SQLite::Statement insert(database, fmt::format("INSERT INTO {} VALUES ({})", table, marks));
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const auto refuse = [&](std::size_t c, const std::string& why) {
      throw std::runtime_error(fmt::format("{}: row {}, column {}: {}", path, r + 1,
                                           c < columns.size() ? columns[c].name : std::to_string(c + 1),
                                           why));
    };
    if (rows[r].size() != columns.size())
      refuse(std::min(rows[r].size(), columns.size()),
             fmt::format("{} cells instead of {}", rows[r].size(), columns.size()));
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Column& column = columns[c];
      const std::string cell(astrolabe::trim(rows[r][c]));
      const int at = static_cast<int>(c) + 1;
      if (cell.empty()) {
        if (column.required) refuse(c, "must not be empty");
        insert.bind(at);
        continue;
      }
      if (const std::string why = complaint(column, cell); !why.empty())
        refuse(c, fmt::format("\"{}\" {}", cell, why));
      if (!column.refers_to.empty() && !ids[column.refers_to].contains(cell))
        refuse(c, fmt::format("\"{}\" is no id of {}", cell, column.refers_to));
      if (column.key && !ids[table].insert(cell).second) refuse(c, fmt::format("\"{}\" stands twice", cell));
      if (column.type == "REAL")
        insert.bind(at, astrolabe::parse_number(cell).value());
      else if (column.type == "INTEGER")
        insert.bind(at, astrolabe::parse_whole(cell).value());
      else
        insert.bind(at, cell);
    }
    try {
      insert.exec();
    } catch (const SQLite::Exception& fault) {
      throw std::runtime_error(fmt::format("{}: row {}: {}", path, r + 1, fault.what()));
    }
    insert.reset();
  }
}

std::string as_bytes(SQLite::Database& database) {
  sqlite3_int64 size = 0;
  unsigned char* bytes = sqlite3_serialize(database.getHandle(), "main", &size, 0);
  if (bytes == nullptr) throw std::runtime_error("the database cannot be serialised");
  std::string result(bytes, bytes + size);
  sqlite3_free(bytes);
  return result;
}

void write_source(const std::string& path, const std::string& bytes) {
  std::string text =
      "// Made by resources/catalogue/build_catalogue.cpp from the CSV files beside it.\n#include "
      "<cstddef>\n\n"
      "namespace astrolabe::hardware {\n\nextern const unsigned char kCatalogueBytes[];\n"
      "extern const std::size_t kCatalogueSize;\nconst unsigned char kCatalogueBytes[] = {";
  for (std::size_t i = 0; i < bytes.size(); ++i)
    text += fmt::format("{}{},", i % 32 == 0 ? "\n" : "",
                        static_cast<unsigned>(static_cast<unsigned char>(bytes[i])));
  text += fmt::format("}};\nconst std::size_t kCatalogueSize = {};\n\n}}  // namespace astrolabe::hardware\n",
                      bytes.size());
  if (const auto written = astrolabe::write_file(path, text); !written)
    throw std::runtime_error(fmt::format("{}: {}", path, written.error().found));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    fmt::print(stderr, "usage: build_catalogue FOLDER OUT.cpp | build_catalogue --check FOLDER\n");
    return 2;
  }
  const bool check = std::string(arguments[1]) == "--check";
  const std::string folder = check ? arguments[2] : arguments[1];
  try {
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(read_file(folder + "/schema.sql"));
    Ids ids;
    for (const char* table : {"gpus", "nodes", "grids", "gpu_prices"}) fill(database, folder, table, ids);
    if (!check) write_source(arguments[2], as_bytes(database));
  } catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return 1;
  }
  return 0;
}
