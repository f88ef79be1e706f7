#include "core/plan/plan_extras.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>

#include "core/base/text.h"

namespace astrolabe::plan {

namespace {

/// A name as SQLite takes any.
std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char letter : name) {
    quoted += letter;
    if (letter == '"') quoted += letter;
  }
  return quoted + '"';
}

ForeignTable::Cell cell_of(const SQLite::Column& column) {
  if (column.isInteger()) return column.getInt64();
  if (column.isFloat()) return column.getDouble();
  if (column.isText()) return column.getString();
  if (column.isBlob())
    return ForeignTable::Blob{
        {static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())}};
  return {};
}

/// Gives one cell to a statement that takes it at `index`.
struct Binder {
  SQLite::Statement& insert;
  int index;
  void operator()(std::monostate) const { insert.bind(index); }
  void operator()(std::int64_t number) const { insert.bind(index, number); }
  void operator()(double number) const { insert.bind(index, number); }
  void operator()(const std::string& text) const { insert.bind(index, text); }
  void operator()(const ForeignTable::Blob& blob) const {
    insert.bind(index, static_cast<const void*>(blob.bytes.data()), static_cast<int>(blob.bytes.size()));
  }
};

/// "a", "b": names for a statement.
std::string listed(const std::vector<std::string>& columns) {
  std::string text;
  for (const std::string& column : columns) text += (text.empty() ? "" : ", ") + quoted_name(column);
  return text;
}

/// What stands in the first column of a query about `table`.
std::vector<std::string> texts(SQLite::Database& database, const char* sql, const std::string& table) {
  std::vector<std::string> found;
  SQLite::Statement query(database, sql);
  query.bind(1, table);
  while (query.executeStep()) found.push_back(query.getColumn(0).getString());
  return found;
}

/// Generated columns are made by the table's own statement and hold nothing to keep.
void read_table(SQLite::Database& database, ForeignTable& table) {
  table.columns =
      texts(database, "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid", table.name);
  table.indexes = texts(database,
                        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND "
                        "tbl_name = ? ORDER BY rowid",
                        table.name);
  SQLite::Statement rows(database, "SELECT " + listed(table.columns) + " FROM " + quoted_name(table.name));
  while (rows.executeStep()) {
    auto& row = table.rows.emplace_back();
    for (int i = 0; i < rows.getColumnCount(); ++i) row.push_back(cell_of(rows.getColumn(i)));
  }
}

void write_table(SQLite::Database& database, const ForeignTable& table) {
  SQLite::Statement(database, table.sql).exec();  // one statement, whatever stands behind it
  if (table.rows.empty()) return;
  std::string places = "?";
  for (std::size_t i = 1; i < table.columns.size(); ++i) places += ", ?";
  SQLite::Statement insert(database, "INSERT INTO " + quoted_name(table.name) + " (" + listed(table.columns) +
                                         ") VALUES (" + places + ")");
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) std::visit(Binder{insert, static_cast<int>(i) + 1}, row[i]);
    insert.exec();
    insert.reset();
  }
}

}  // namespace

std::vector<ForeignTable> foreign_tables(SQLite::Database& database,
                                         const std::vector<std::string_view>& known) {
  std::vector<ForeignTable> tables;
  SQLite::Statement list(database,
                         "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL "
                         "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid");
  while (list.executeStep()) {
    ForeignTable table{list.getColumn(0).getString(), list.getColumn(1).getString(), {}, {}, {}};
    if (std::find(known.begin(), known.end(), table.name) != known.end()) continue;
    if (!lower(table.sql).starts_with("create table")) continue;
    tables.push_back(std::move(table));
  }
  std::vector<ForeignTable> read;
  for (ForeignTable& table : tables) {
    try {
      read_table(database, table);
      read.push_back(std::move(table));
    } catch (const SQLite::Exception&) {  // no table of others keeps a plan from being opened
    }
  }
  return read;
}

void write_foreign(SQLite::Database& database, const std::vector<ForeignTable>& tables) {
  for (const ForeignTable& table : tables) {
    try {
      write_table(database, table);
    } catch (const SQLite::Exception&) {  // no table of others is worth a plan that is not saved
      database.exec("DROP TABLE IF EXISTS " + quoted_name(table.name));
      continue;
    }
    for (const std::string& index : table.indexes) {
      try {
        SQLite::Statement(database, index).exec();
      } catch (const SQLite::Exception&) {  // the rows are there, which is what counts
      }
    }
  }
}

}  // namespace astrolabe::plan
