#pragma once
// Checks a certificate: every node's bound and count anew, that the nodes make up the whole space, and that
// the incumbent is what it claims. Shares no source with the search or its bounds.

#include <cstdint>
#include <string>

#include "core/strategy/problem.h"
#include "core/verify/certificate.h"
#include "core/verify/count.h"

namespace astrolabe::verify {

struct Finding {
  bool accepted = false;
  std::string reason;  ///< plain English, of a refusal
  Count configurations, rejected_by_rule;
  std::uint64_t nodes = 0, cut = 0, no_room = 0, refuted = 0, evaluated = 0, limit = 0;
};

/// Precondition: `problem` is problem_of() the certificate's question.
Finding check(const Certificate& certificate, const strategy::Problem& problem);
/// Checks a certificate whose nodes are read one after the other from its file, never all at once.
Finding check(const Opened& opened, const strategy::Problem& problem);

}  // namespace astrolabe::verify
