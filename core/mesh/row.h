#pragma once
// A program on groups with the figures that every option has.

#include "core/cost/band.h"
#include "core/cost/evaluation.h"
#include "core/cost/timeline.h"
#include "core/mesh/program.h"

namespace astrolabe::mesh {

/// Micro-batches of a group for its share, the last one perhaps not full; of several sizes, of all of them.
std::int64_t micro_batches_of(const GroupClass& one, std::int64_t share);

/// The row of a program: parts of the time as the class sees them that ends last, memory of every stage of
/// every class, one after the other. `problem`: as it was asked. Money and outcome are those of its speed.
cost::Evaluation evaluation_of(Scene& scene, const strategy::Problem& problem, const Program& program);

/// What follows of a row's step, GPUs and memory: band, rates, money, outcome.
void add_figures(const strategy::Problem& problem, cost::BandParallelism parallelism, cost::Evaluation& row);

/// A lane for each stage of each class, of a group with most to do; gradients, optimizer and weights once all
/// have ended.
cost::Timeline timeline_of(Scene& scene, const Program& program);

}  // namespace astrolabe::mesh
