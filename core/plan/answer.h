#pragma once
// The JSON of `plan` and `evaluate` (interfaces, "Plan").

#include <optional>
#include <string_view>

#include "core/base/json.h"
#include "core/plan/snapshot.h"

namespace astrolabe::plan {

/// The whole answer of `plan --json`. Numbers are unrounded; `usd_*` are null where a price is unknown.
/// `network_usd_per_hour` and `hosting_usd_per_hour` are parts of `usd_per_hour`, there where they cost.
Json answer_json(const Snapshot& snapshot);
/// What an evaluation says of itself; memory in GiB. `pool_ids` in the order of the cluster. `paid_gpus` are
/// of the whole units in use and of what stands idle and is paid for, too (cost::kept_gpus()).
Json to_json(const cost::Evaluation& evaluation, const std::vector<std::string>& pool_ids);
/// One entry of `best`: that, with what is said of it beside its figures: `runs_on` (null for a distributed
/// program), `evidence` (cost::Evidence) and the ends of the 80 % band of each stage's memory.
Json row_json(const cost::Evaluation& evaluation, const strategy::Problem& problem);
/// `binding` of an infeasible answer: which limit stands in the way and by how much, in the limit's own unit.
Json to_json(const cost::Violation& violation, const std::vector<std::string>& pool_ids);
/// `outcome` of a row: hours, money, energy and carbon of the job with failures.
Json to_json(const cost::Outcome& outcome);
/// One of `fixes`: its amount under a key that tells the unit.
Json to_json(const Fix& fix);

/// One heading and one row (RFC 4180) of an entry of `best`: every value under its place,
/// "strategy.stages.0.layers"; null is an empty cell.
std::string row_csv(const Json& row);

/// Names as on the command line: "throughput", "money", "pareto", "gpus".
const char* objective_name(strategy::Objective objective);
std::optional<strategy::Objective> objective_from(std::string_view name);

}  // namespace astrolabe::plan
