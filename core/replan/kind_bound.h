#pragma once
// What no plan around marks falls below in time and money, whatever its pipelines, stages and groups.

#include <vector>

#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::replan {

/// Seconds of a step that no pipelines of the job on GPUs that work fall below: fractions of layers and
/// sequences over all of them, spares too, each at the pace of the splitting (tensor, context and expert
/// parallelism, micro-batch) that it is fastest with for its own marks; nothing is sent between stages, no
/// stage waits, embedding and head take no time. A group is no faster than its GPUs apart, as its slowest one
/// sets the pace. `bases`: layouts with settings beside those that a search tries. 0, nothing known, where a
/// base leaves sequences of a batch over, and where there are more splittings than a moment allows (some
/// 100,000). Of GPUs that are slow in very many ways some count as the least slow of their pool.
/// Source: fluid relaxation, specification of related planners, section 2.
double kind_bound(const strategy::Problem& problem, const std::vector<strategy::Strategy>& bases);

/// USD for 10^12 tokens that no such pipelines fall below, as rows have it (cost::Money): what stands there
/// paid over the seconds of kind_bound(), where idle GPUs cost, and all work done where a GPU charges least
/// for it beside that. 0 where kind_bound() is, and where a GPU has no price.
double kind_bound_usd(const strategy::Problem& problem, const std::vector<strategy::Strategy>& bases);

}  // namespace astrolabe::replan
