#pragma once
// A program on groups as a PyTorch script.

#include <string>

#include "core/base/result.h"
#include "core/mesh/program.h"
#include "core/model/architecture.h"
#include "core/strategy/problem.h"

namespace astrolabe::exports {

/// One Python file that trains under torchrun with one process for each GPU, pool after pool, over NCCL or,
/// on processors, gloo. Inside a group: device meshes for tensor (with the sequence cut between its
/// operators), context, expert and pipeline parallelism, the schedule's own order, recomputed layers. Between
/// groups: each its share of the batch, in the micro-batches of the program; gradients summed over the finest
/// common slices, in a node first where the program has it so; Adam's state where the program keeps it. Data
/// are drawn at random where a data set is to be put in; products are in bf16 whatever the job's precision.
/// Errors: AST-M105 for models without operators here (those of spmd::model_graph() for a stage) and for
/// weights that are not trained; AST-J102 for optimizers other than Adam and AdamW; AST-T101 where a
/// sequence does not divide into the ranks of context and tensor parallelism.
Result<std::string> groups_script(const model::Architecture& architecture, const strategy::Problem& problem,
                                  const mesh::Program& program);

}  // namespace astrolabe::exports
