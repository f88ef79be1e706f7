#pragma once
// Programs on groups as files have them: {"pipelines": one for each group, "state": what is moved}.

#include <string>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/mesh/program.h"

namespace astrolabe::mesh {

/// Stage and pool of each holder of state, in the order of StatePlacement.
std::vector<std::pair<int, int>> holders_of(const Program& program);

Json to_json(const Program& program, const std::vector<std::string>& pool_ids);

/// Layouts, recomputed layers and shares, one class a pool; what follows from them is not read. Errors: keys
/// and values of the wrong kind, a pool that the problem does not have, AST-T101 for groups of one pool with
/// different layouts.
Result<std::vector<GroupClass>> read_groups(const Json& json, const strategy::Problem& problem);

/// The program of groups as they were read, see program_as_written(), for a batch of so many sequences.
/// Errors: AST-T101 where GPUs of a pool at work are left, layers or sequences are missing, or it does not
/// fit the memory.
Result<Program> program_of_written(Scene& scene, const std::vector<GroupClass>& classes, std::int64_t batch);

}  // namespace astrolabe::mesh
