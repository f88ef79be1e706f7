#pragma once
// The certificate of a program on groups: the program, its step, and why no such program is faster than a
// bound. A file of JSON, which astrolabe-verify checks.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/strategy/problem.h"

namespace astrolabe::verify {

struct GroupsCertificate {
  Json question;       ///< what core/verify/question.h reads
  Json program;        ///< what core/mesh/written.h reads
  double step = 0.0;   ///< seconds that it takes
  double bound = 0.0;  ///< seconds that every program on these groups' GPUs takes at least
  /// Programs by the most traffic that any of their layouts has at least, ascending, without a gap: up to so
  /// many exposed seconds, and the price of memory there, sequences a byte. Behind the last traffic alone
  /// takes as long as the bound.
  struct Level {
    double traffic = 0.0, price = 0.0;
  };
  std::vector<Level> levels;
};

/// True for a file that begins as encode() has it, whatever else is wrong with it.
bool is_groups_certificate(std::string_view bytes);

std::string encode(const GroupsCertificate& certificate);
/// Errors: damaged_certificate, newer_format.
Result<GroupsCertificate> decode_groups(std::string_view bytes);

/// The levels that prove `certificate.bound`, found anew. Errors: not_proven where the bound does not hold;
/// those of reading the program.
Result<GroupsCertificate> with_levels(GroupsCertificate certificate, const strategy::Problem& problem);

struct GroupsFinding {
  bool accepted = false;
  std::string reason;       ///< plain English, of a refusal
  std::size_t layouts = 0;  ///< that pools may have
  std::vector<int> gpus;    ///< of each pool, that work
  double gap() const { return step > 0.0 ? 1.0 - bound / step : 1.0; }
  double step = 0.0, bound = 0.0;
};

/// The program is read, stands on the question's cluster and takes the step that is claimed; at every level
/// too few sequences would be done within the bound. Precondition: `problem` is that of the question.
GroupsFinding check(const GroupsCertificate& certificate, const strategy::Problem& problem);

}  // namespace astrolabe::verify
