#pragma once
// The time that a job really takes: failures, checkpoints, restarts and a growing batch beside raw
// throughput.

#include <optional>

#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {

/// Share of the hours that make progress when a job on machines that fail on average every `mean_seconds`
/// writes a checkpoint of `checkpoint_seconds` after each `interval_seconds` of work and needs
/// `restart_seconds` after each failure: with failures as a Poisson process
/// interval / (M e^(R/M) (e^((interval + C)/M) - 1)); interval / (interval + C) without failures.
/// Source: Daly, "A higher order estimate of the optimum checkpoint interval", FGCS 22 (2006), eq. 13.
/// Preconditions: interval > 0, mean > 0 (infinite: no failures), the others >= 0.
double useful_share(double interval_seconds, double checkpoint_seconds, double restart_seconds,
                    double mean_seconds);

/// The interval of work between checkpoints that makes `useful_share` largest: the root of
/// (interval/M) e^((interval + C)/M) = e^((interval + C)/M) - 1; near sqrt(2 C M) for small C (Young 1974).
double best_interval(double checkpoint_seconds, double mean_seconds);

/// Bytes of one checkpoint of the whole model: weights in training precision and the optimizer's state.
Bytes checkpoint_bytes(const strategy::Problem& problem);

/// Seconds until a job that was stopped works again, reading its checkpoint left out: as the job states them,
/// else 10 minutes (assumed).
double start_seconds(const strategy::Problem& problem);

/// Hours that a growing batch adds to `evaluation`: the same strategy at each smaller batch, rounded up to
/// whole micro-batches for each replica. 0 for a job whose batch does not grow.
double hours_of_ramp_up(const strategy::Problem& problem, const Evaluation& evaluation);

/// Failures, checkpoints and restarts of a job that needs `work_hours` of undisturbed work on so many GPUs, a
/// growing batch included. What the job does not state is assumed: failures and storage as published for
/// Llama 3 on 16,384 H100, restart 10 minutes. A node of spot that is taken away stops the job as a failure
/// does, `interruptions_per_hour` of all nodes; another one is there at once. `available`: the share of the
/// hours that do not wait for a repair (cost/spares.h). Progress is made in these alone, and there stops come
/// at the same rate, so the shares multiply and the best interval is that without repairs. The less work, the
/// fewer hours it takes.
Goodput goodput_of(const strategy::Problem& problem, int gpus, double work_hours,
                   double interruptions_per_hour = 0.0, double available = 1.0);

/// The hours of a job with failures: `work_hours` over the share that makes progress.
double disturbed_hours(const strategy::Problem& problem, int gpus, double work_hours,
                       double interruptions_per_hour = 0.0, double available = 1.0);

/// Fills goodput, outcome, ownership and renting beside buying from the step, the GPUs and the money of an
/// evaluation. Money and energy follow the hours. `ramp_up_hours`: hours_of_ramp_up(), 0 where the batch does
/// not grow.
void add_outcome(const strategy::Problem& problem, Evaluation& evaluation, double ramp_up_hours = 0.0);

}  // namespace astrolabe::cost
