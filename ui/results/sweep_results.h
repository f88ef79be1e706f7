#pragma once
// The results of a sweep as a table: what its cases vary in, and what their best strategies do.

#include <QByteArray>
#include <QString>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::ui {

/// The results of a sweep, read from one file of lines. Values are as the file has them, money in dollars;
/// null: not known.
struct SweepResults {
  enum class Kind { Input, Status, Seconds, Days, Money, Count, Rate, Share, Reason };
  struct Column {
    std::string key;  ///< "cluster.pools[a].nodes", "step_seconds"
    Kind kind = Kind::Input;
  };
  std::vector<Column> columns;
  std::vector<std::vector<Json>> rows;
  std::size_t cases = 0;    ///< of the whole sweep
  std::size_t refused = 0;  ///< cases that say why in place of an answer: in a column of their own
  bool isTorn = false;      ///< the last line is not whole

  /// True where a column is one of numbers that a plot can show.
  bool isNumber(int column) const;
};

/// Reads what `sweep --grid` writes, in any thread. Errors: those of files; a line that is none of a sweep.
Result<SweepResults> readSweepResults(const std::string& path);

/// The heading of a column, and one of its values as a person reads it.
QString sweepColumnName(const SweepResults::Column& column);
QString sweepCellText(const SweepResults::Column& column, const Json& value);
/// RFC 4180, keys as headings, values as the file has them.
QByteArray sweepCsv(const SweepResults& results);

}  // namespace astrolabe::ui
