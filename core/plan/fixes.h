#pragma once
// The nearest changes of a question without an answer that make it possible, each tried by a search.

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/snapshot.h"
#include "core/search/search.h"

namespace astrolabe::plan {

/// Fix::limit of a free_setting that plans for any runtime instead of the one that the job names.
inline constexpr const char* kRuntimeKey = "software.runtime";

/// A few changes, each of which makes `problem` possible; within about two seconds. `binding`: what stands in
/// the way of the nearest strategy; where a limit does and a fix finds one that breaks it by less, that one.
std::vector<Fix> find_fixes(const strategy::Problem& problem, const search::Request& request,
                            search::Binding& binding, const std::stop_token& stop);

/// Names in `binding` the rule that stands in the way where rules left nothing to look at: the one that a fix
/// would switch off, else the one that removes most.
void name_rule(const strategy::Problem& problem, const std::vector<Fix>& fixes, search::Binding& binding,
               const std::stop_token& stop = {});

/// A job's own rules without the rule `name`: its text is taken out, a shipped one is switched off.
std::string without_rule(std::string_view own_rules, const std::string& name);

}  // namespace astrolabe::plan
