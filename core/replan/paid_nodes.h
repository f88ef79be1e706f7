#pragma once
// What pipelines that name their GPUs one by one are paid with, and which nodes they leave.

#include <set>

#include "core/cost/evaluation.h"
#include "core/replan/replan.h"
#include "core/strategy/problem.h"

namespace astrolabe::replan {

/// The question as pipelines on these GPUs leave it: nodes as they are built, as none is used in equal parts;
/// of the marks of failures those in nodes that no pipeline is in; of the spares those that stand idle,
/// beyond the ones in the place of such nodes.
strategy::Problem as_left(strategy::Problem problem, const std::set<GpuId>& used);

/// Tells of a row what these GPUs are paid with. `gpus`: they; `paid`: of the whole units that they are in;
/// `kept`: cost::kept_gpus() of pools as as_left() has them.
void tell_gpus(const strategy::Problem& problem, const std::set<GpuId>& used, cost::Evaluation& row);

}  // namespace astrolabe::replan
