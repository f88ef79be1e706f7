#pragma once
// What a sweep varies: models, clusters and jobs, or the scenarios of a saved plan, and values inside
// clusters and jobs. A case is one combination of all of them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::plan {

/// Most cases of a sweep.
inline constexpr std::size_t kMostCases = 10'000'000;

/// A value inside the cluster or the job, "cluster.pools[a].nodes", and what it becomes in turn; null: the
/// key is taken out.
struct SweepAxis {
  std::string path;
  std::vector<Json> values;
};

/// A grid as its file states it. What it leaves out is empty.
struct SweepGrid {
  std::string plan;                    ///< a saved plan in place of models, clusters and jobs
  std::vector<std::string> scenarios;  ///< of that plan
  std::vector<std::string> models;
  std::vector<Json> clusters, jobs;  ///< names of files, or descriptions as they stand in such files
  std::vector<SweepAxis> set;
};

/// {"model": […], "cluster": […], "job": […], "plan": "F", "scenario": […], "set": {path: […]}}, all
/// optional. Errors: unknown and repeated keys, wrong types, empty lists, a path that begins with neither
/// `cluster` nor `job` or is none, each with its key path.
Result<SweepGrid> read_sweep_grid(const Json& json);

/// The key path of an axis inside its grid, for errors: set["job.global_batch"].
std::string place_of_axis(const SweepAxis& axis);
/// True where the axis stands in the cluster, false where in the job.
bool is_of_cluster(const SweepAxis& axis);

/// Gives `description`, the cluster or the job of the axis, one of its values and tells the key path of that
/// value, "pools[0].nodes". Members of lists are named in brackets: pools by id, links by their two pools,
/// "between_pools[a,b]". Objects on the way that are not there are made. Errors: unknown_pool with the ids
/// that there are; wrong_type where the path leads through a value that has no members. They carry
/// place_of_axis().
Result<std::string> set_value(Json& description, const SweepAxis& axis, const Json& value);

/// How many combinations lists of these lengths have, at most kMostCases + 1.
std::size_t count_cases(const std::vector<std::size_t>& lengths);
/// The places in those lists of case `number`, from 0; the last list goes round first.
std::vector<std::size_t> case_places(const std::vector<std::size_t>& lengths, std::size_t number);

}  // namespace astrolabe::plan
