#pragma once
// What certificates are about: the question of a plan as their files have it, and programs on groups.

#include <stop_token>
#include <string>

#include "core/base/json.h"
#include "core/planning/groups.h"
#include "core/planning/mark_choices.h"

namespace astrolabe::planning {

/// The question of the scenario that `plan` shows, with all that its costs rest on, as
/// verify::read_question() takes it.
Json certified_question(const plan::Plan& plan, const strategy::Problem& problem);

/// The certificates of all choices of nodes that marks leave, as one file (core/verify/choices.h): each
/// choice is searched for its own first places, whose certificates together prove those of all. Errors:
/// not_proven where some choices are not among `choices`, where the answer of one is not proven to the end,
/// or after a stop.
Result<std::string> choices_certificate(const plan::Plan& plan, const MarkChoices& choices,
                                        strategy::Objective objective, int places,
                                        const std::stop_token& stop);

/// The certificate of a program that a search found with its bound (verify::GroupsCertificate), as text.
/// Errors: not_proven where nobody worked out a bound, or it does not hold.
Result<std::string> groups_certificate(const GroupsLayout& layout);

}  // namespace astrolabe::planning
