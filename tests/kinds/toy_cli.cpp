// The headless program with the toy kind among its planners; all else of it is app/cli.
#include "core/planning/planner.h"
#include "tests/kinds/toy_planner.h"

namespace {

const astrolabe::planning::AddedPlanner kToys(astrolabe::tests::toy_planner());

}  // namespace
