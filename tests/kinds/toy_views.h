#pragma once
// The toy kind in the window: its words, its page and its rows of the comparison. No other file knows them.

#include "tests/kinds/toy_planner.h"
#include "ui/compare/compared_kinds.h"
#include "ui/render/kind_words.h"
#include "ui/results/kinds.h"

namespace astrolabe::tests {

const ui::KindWords& toyWords();
const ui::KindResults& toyResults();
const ui::ComparedKind& comparedToys();

/// The toy kind in every table while this lives; made before the window.
struct ToysInTheWindow {
  planning::AddedPlanner planner{toy_planner()};
  ui::AddedKindWords words{toyWords()};
  ui::AddedKindResults results{toyResults()};
  ui::AddedComparedKind compared{comparedToys()};
};

}  // namespace astrolabe::tests
