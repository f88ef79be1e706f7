#pragma once
// What certificates are about: the question of a plan as their files have it, and programs on groups.

#include "core/base/json.h"
#include "core/planning/groups.h"

namespace astrolabe::planning {

/// The question of the scenario that `plan` shows, with all that its costs rest on, as
/// verify::read_question() takes it.
Json certified_question(const plan::Plan& plan, const strategy::Problem& problem);

/// The certificate of a program that a search found with its bound (verify::GroupsCertificate), as text.
/// Errors: not_proven where nobody worked out a bound, or it does not hold.
Result<std::string> groups_certificate(const GroupsLayout& layout);

}  // namespace astrolabe::planning
