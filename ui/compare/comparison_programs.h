#pragma once
// Distributed programs of scenarios side by side, as rows of the comparison: numbers of the syntheses that
// are known, nothing worked out anew. Where graphs differ from that of the baseline (or else of the first
// program), that is said in the place of changes, on no common axis.

#include "ui/compare/compared_kinds.h"

namespace astrolabe::ui {

/// Their sections.
struct ProgramSection {
  static const ComparedSection Program, Time, Memory, Shares;
};

}  // namespace astrolabe::ui
