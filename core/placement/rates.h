#pragma once
// What a machine does with k layers of a model.

#include <vector>

#include "core/hardware/cluster.h"
#include "core/model/architecture.h"
#include "core/placement/placement.h"
#include "core/serving/question.h"

namespace astrolabe::placement {

/// The least seconds of a step with 1, 2, … layers on a machine of `pool`, of a given table: reading the
/// weights that one token needs, and not less than what a token takes of the machine.
std::vector<double> least_steps(const hardware::Pool& pool, const model::Architecture& architecture,
                                const serving::ServeJob& job, const std::vector<double>& throughput);

/// Fills the tables of those types that have none, from core/serving, as Helix does: a machine's memory
/// beside the weights of its layers holds sequences; of these, the share of time that its layers take of all
/// layers is on the machine at once, and prompts come with them. That share is a fixed point, as it depends
/// on the rates of all machines. All GPUs of a machine share each layer, as far as heads divide. Errors:
/// unknown_hardware_value, with the pool.
Result<void> predict_tables(const hardware::Cluster& cluster, const model::Architecture& architecture,
                            const serving::ServeJob& job, std::vector<Type>& types);

}  // namespace astrolabe::placement
