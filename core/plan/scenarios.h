#pragma once
// The scenarios of a plan: which there are, which one is shown, which one the others are compared with.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"

namespace astrolabe::plan {

/// All scenarios of a plan by id, the shown one among them; pointers hold as long as the plan is not changed.
std::vector<const Scenario*> scenarios(const Plan& plan);
/// Null where the plan has none of that id.
const Scenario* find_scenario(const Plan& plan, int id);
Scenario* find_scenario(Plan& plan, int id);
/// The place of a scenario among all, from 0; -1 for none of that id.
int place_of(const Plan& plan, int id);
/// "A", "B", …, "Z", "AA": what a scenario is called by its place.
std::string scenario_letter(int place);

/// The scenario becomes the one that is shown, all else stays. Nothing where the plan has none of that id.
void show_scenario(Plan& plan, int id);
/// A plan that has scenario `id` of `plan` alone: one question. Precondition: `plan` has that scenario.
Plan plan_of(const Plan& plan, int id);
/// Adds a scenario behind all others and shows it; its id.
int add_scenario(Plan& plan, Scenario scenario);
/// Takes a scenario out; the one behind it, or else in front of it, is shown in its place, and the first is
/// the baseline where it was that. Nothing where the plan has no other.
void remove_scenario(Plan& plan, int id);

/// The scenario that somebody means: its title, its letter or its number from 1, whatever the case; empty
/// where there is none.
std::optional<int> scenario_named(const Plan& plan, std::string_view name);

}  // namespace astrolabe::plan
