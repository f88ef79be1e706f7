#pragma once
// The job's limits against what a set of GPUs at some speed costs.

#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {

/// The first limit that `gpus` GPUs with these hourly figures break at a speed; Binding::none when all hold.
/// Time and cost of the job are those of its outcome, with failures. The slower, the more limits break.
/// `ramp_up_hours`: what a growing batch adds (cost/goodput.h); without it the figures are the least there
/// are.
Violation broken_limit(const strategy::Problem& problem, const Money& money, int gpus,
                       double tokens_per_second, double ramp_up_hours = 0.0);

/// The first limit on machines that their hourly figures break, whatever they do: power, purchase, ownership,
/// a month, an hour. Binding::none when all hold; a figure that is not known breaks none.
Violation broken_limit_of_machines(const strategy::Limits& limits, const Money& money);

/// The stage that lacks most memory, on its GPUs or in their hosts; Binding::none where all fit.
Violation lacking_memory(const Evaluation& evaluation);

/// The first limit that an evaluated strategy breaks; Binding::none when all hold. What a growing batch adds
/// to the job is worked out only where a limit asks for it.
Violation broken_limit(const strategy::Problem& problem, const Evaluation& evaluation);

/// What an evaluated strategy takes of the figure that a limit is on, in the limit's unit; 0 where it has
/// none.
double taken(Binding binding, const strategy::Problem& problem, const Evaluation& evaluation);

/// How far a violation is from being none, as a share of its limit (memory: of the GPU's usable memory).
double excess(const Violation& violation, const strategy::Problem& problem);

}  // namespace astrolabe::cost
