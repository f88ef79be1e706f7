#pragma once
// What of a distributed program is told in words wherever it is shown.

#include <QString>

#include "core/plan/program_report.h"

namespace astrolabe::ui {

QString collectiveText(spmd::Instruction::Kind kind);
/// How often the parts of the program run and what is done again, empty for the plain way.
QString executionText(const spmd::Execution& execution);

}  // namespace astrolabe::ui
