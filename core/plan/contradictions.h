#pragma once
// Limits that no strategy can keep whatever it does, seen from the question alone: what the GPUs cost and
// draw, and how fast they could be at most.

#include <string>
#include <utility>
#include <vector>

#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// One limit of the job that is too small.
struct Contradiction {
  /// Why: every GPU has to be used; not even one unit keeps it; not even the peak rate of the GPUs keeps it;
  /// nor that of GPUs that keep the deadline; the degrees of `allowed` ask for more GPUs than there are.
  enum class Cause { all_gpus, one_gpu, peak_rate, deadline, degrees };
  Cause cause = Cause::all_gpus;
  std::string limit;  ///< key of strategy::Limits ("power_kw"); degrees: "allowed"
  double asked = 0.0;
  double needed =
      0.0;  ///< the least that does not contradict, in the limit's own unit; degrees: GPUs there are
  int gpus =
      0;  ///< all_gpus: how many are asked for; one_gpu: of the unit; peak_rate: that the bound rests on
  int gpus_within = 0;          ///< all_gpus: so many keep it, the least demanding ones first; 0: none do
  double deadline_hours = 0.0;  ///< deadline: the other limit
  /// degrees: those above one, with the least that is allowed.
  std::vector<std::pair<std::string, int>> degrees = {};
};

/// Every contradicted limit, at most one entry for each, in the order of strategy::Limits, then degrees. A
/// limit whose bound needs a price, a power or a rate that nobody stated is not judged. Bounds: power and
/// rent of the GPUs that must be used (without `choose` all, else the least demanding one); tokens per second
/// <= sum of the dense peaks / (6 x active parameters without embedding; attention only adds), so hours >=
/// tokens / that, and cost per token >= the smallest rate / peak of the GPUs. Where the search may choose,
/// GPUs that keep the deadline have a peak of at least tokens / deadline, those with the most of it for what
/// they take first.
std::vector<Contradiction> contradictions(const strategy::Problem& problem);

}  // namespace astrolabe::plan
