#pragma once
// The .astrolabe document: one SQLite file, application_id 0x4153544C, user_version = kFormat.

#include <cstdint>
#include <string>

#include "core/base/file_mark.h"
#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/plan/plan_extras.h"
#include "core/plan/snapshot.h"

namespace astrolabe::plan {

inline constexpr int kApplicationId = 0x4153544C;
/// 2 added notes, 3 own layouts, 4 racks, 5 further scenarios; older ones are read as plans without them.
/// Since 6 the table `catalogue` holds all that the plan was asked of, purchase prices too, and is read.
/// Since 7 pools name the unit in which they are bought; what stood in older files counts single GPUs.
/// Slots of racks are a column that programs of before leave aside, and lose when they save.
/// Since 8 a job that names no runtime means the usual one; in older files it meant any.
inline constexpr int kFormat = 8;

/// A plan with the last answers to what it asks, where some were kept. They are for other programs: the
/// window searches anew, as an answer says less than a search knows.
struct PlanFile {
  Plan plan;
  std::string answer{};          ///< plan JSON of the last finished search of what it shows, "" when none
  std::string catalogue_date{};  ///< of the catalogue it was asked of, ISO
  int format = kFormat;          ///< that it was read from; written is always the current one
  std::map<int, std::string> other_answers{};  ///< the same of its other scenarios, by id
  Extras extras{};  ///< what other programs keep in the file: written back as it was
  FileMark mark{};  ///< of the file that it was read from
  /// The file is of before units of purchase: its pools, by id, go on counting single GPUs of larger nodes.
  std::vector<std::string> single_gpus{};
  /// The file is of before the usual runtime: a job of it that named none goes on asking the whole space.
  bool whole_space = false;
  std::vector<std::string>
      mended{};  ///< names and texts whose control characters became spaces, as they read now
};

/// Largest plan that is read: a plan with 200 000 kept strategies stays far below.
inline constexpr std::int64_t kLargestPlan = 512LL * 1024 * 1024;

/// "-" reads standard input. Errors: AST-F401 a newer format, AST-F402 not a plan, AST-F409 damaged, and
/// those of files that cannot be read. Never changes the file.
Result<PlanFile> read_plan(const std::string& path);
/// Writes the plan as core/base/file_write does: the old file is untouched on any error. `mark` becomes that
/// of what was written.
Result<void> write_plan(const PlanFile& file, const std::string& path, FileMark* mark = nullptr);
/// True when the bytes at the start of a file are those of a plan (SQLite with our application id).
bool looks_like_plan(const std::string& path);

/// The problem that a plan asks, everything resolved against catalogue_of() it.
Result<strategy::Problem> make_problem(const Plan& plan, const hardware::Catalogue& catalogue);
/// The problem that a plan asks, with its model already read as `architecture`.
Result<strategy::Problem> make_problem(const Plan& plan, const model::Architecture& architecture,
                                       const hardware::Catalogue& catalogue);

/// The sample: 4 nodes of 8 H100 and 4 nodes of 8 A100-80GB, Llama-3.1-70B, sequence 8192, global batch 128.
Plan sample_plan();

}  // namespace astrolabe::plan
