#pragma once
// What stands in the file of a plan and is not ours: kept as it was, so that another program finds it again.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace SQLite {
class Database;
}

namespace astrolabe::plan {

/// A table that this program does not know.
struct ForeignTable {
  struct Blob {
    std::string bytes;
    bool operator==(const Blob&) const = default;
  };
  using Cell = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;
  std::string name;
  std::string sql;                      ///< the statement that makes it
  std::vector<std::string> columns;     ///< those that hold values, in the order of the cells
  std::vector<std::vector<Cell>> rows;  ///< in the order of the file
  std::vector<std::string> indexes;     ///< the statements that make its indexes
  bool operator==(const ForeignTable&) const = default;
};

/// A row of `catalogue` of a kind that this program does not know.
struct ForeignRow {
  std::string kind, id, json;
  bool operator==(const ForeignRow&) const = default;
};

struct Extras {
  std::map<std::string, std::string> meta;  ///< keys of `meta` without a meaning here
  std::vector<ForeignRow> catalogue{};      ///< in the order of the file
  std::vector<ForeignTable> tables;
  bool operator==(const Extras&) const = default;
};

/// The plain tables of a plan that are none of `known`, as they stand there; views, triggers, virtual tables
/// and tables that cannot be read are left out.
std::vector<ForeignTable> foreign_tables(SQLite::Database& database,
                                         const std::vector<std::string_view>& known);
/// Makes such tables again with their rows and indexes; a table or an index that cannot be made is left out.
void write_foreign(SQLite::Database& database, const std::vector<ForeignTable>& tables);

}  // namespace astrolabe::plan
