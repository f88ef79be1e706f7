#pragma once
// How a layout over several pools names its parts: by pool and number of GPUs, in the window, in files and in
// a terminal alike.

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "core/cost/evaluation.h"

namespace astrolabe::ui {

/// "24 h100": GPUs of the pool with that id.
QString gpusOfPool(int gpus, const std::string& pool_id);
/// "24 h100 TP 8 + 40 a100 TP 4": parts of a layout side by side.
QString sideBySide(const QStringList& parts);
/// What parts have, that of neighbours who are alike once: "8", "8·4".
QString ofParts(const std::vector<int>& values);
/// The value that all parts have; NaN where they differ or there is none.
double alikeInParts(const std::vector<int>& values);

/// What a report says of an option beside `best`, which it recommends: `line`, its layout, and by how much it
/// is faster or slower. Empty where that is the option's own evaluation.
QString besideTheBest(const QString& line, const cost::Evaluation& option, const cost::Evaluation& best);

}  // namespace astrolabe::ui
