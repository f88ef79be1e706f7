#pragma once
// What scenarios ask, as rows of words: everything of a question that can differ stands in one of them.

#include <QStringList>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/plan/plan.h"

namespace astrolabe::ui {

struct AskedRow {
  QString name;
  const char* field = "";  ///< in files: "hardware"
  QStringList cells;       ///< one for each plan
};

/// The questions of plans of one scenario each. The first two rows are the model and its sizes; the last one,
/// "Other settings", has what differs and has no row of its own, by the keys of files.
std::vector<AskedRow> askedRows(const std::vector<const plan::Plan*>& plans,
                                const hardware::Catalogue& catalogue);
/// True where no scenario asks for anything there: no limits, no rules of one's own.
bool asksNothing(const AskedRow& row);

}  // namespace astrolabe::ui
