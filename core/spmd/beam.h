#pragma once
// A beam of the cheapest states: a first program, and with it a limit for everything else.

#include <cstddef>
#include <vector>

#include "core/spmd/labels.h"
#include "core/spmd/search.h"

namespace astrolabe::spmd {

/// Takes one step by one rule; returns what it adds, infinite when the rule cannot be used here.
double apply(const Theory& theory, const Tables& tables, int step_class, int rule, State& state);
/// The `count` cheapest of a layer of labels; of equals the first.
void keep_cheapest(const LabelTable& table, std::vector<int>& layer, std::size_t count);
int cheapest(const LabelTable& table, const std::vector<int>& layer);
/// A narrow beam down the fine steps. Returns the cost of its program, infinite when there is none.
double dive(const Theory& theory, const Tables& tables, Found& found);

}  // namespace astrolabe::spmd
