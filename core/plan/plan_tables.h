#pragma once
// The tables of an .astrolabe document. Only plan_file uses them; SQLite's own errors come as exceptions.

#include "core/base/result.h"
#include "core/plan/plan_file.h"

namespace SQLite {
class Database;
}

namespace astrolabe::plan {

/// Makes the tables of the current format in an empty database and fills them.
void write_tables(SQLite::Database& database, const PlanFile& file);
/// Errors: AST-F409 with the table and what is wrong there. `format`: that the tables were written in.
Result<PlanFile> read_tables(SQLite::Database& database, int format);
/// The texts of the first row that `sql` finds; none where it finds none.
std::vector<std::string> row_of(SQLite::Database& database, const char* sql);

}  // namespace astrolabe::plan
