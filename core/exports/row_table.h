#pragma once
// Rows of an answer as a table of a spreadsheet.

#include <string>

#include "core/base/json.h"

namespace astrolabe::exports {

/// CSV of a list of objects: a column for each value that any row has, in the order in which they appear, by
/// its path ("deployment.replicas"); empty where a row lacks it.
std::string rows_csv(const Json& rows);

}  // namespace astrolabe::exports
