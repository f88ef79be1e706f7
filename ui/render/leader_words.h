#pragma once
// What a plan is called that stands in the ranking without a number, as one of another kind that leads it.

#include <QString>

#include "core/planning/option.h"

namespace astrolabe::ui {

/// "groups", "program", "state anywhere", "mine": as the ranking has it in place of a number.
QString unrankedLabel(const planning::LayoutPtr& layout);
/// That with its layout: "groups: new 4 × TP 8 · old 2 × TP 8".
QString unrankedLine(const planning::LayoutPtr& layout);

/// That it stands first: "First in the ranking is a plan of another kind, groups: …"
QString firstOfAllText(const planning::Option& leader);

}  // namespace astrolabe::ui
