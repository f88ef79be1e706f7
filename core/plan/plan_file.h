#pragma once
// The .astrolabe document: one SQLite file, application_id 0x4153544C, user_version = kFormat.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"
#include "core/model/architecture.h"
#include "core/plan/snapshot.h"
#include "core/strategy/job.h"

namespace astrolabe::plan {

inline constexpr int kApplicationId = 0x4153544C;
inline constexpr int kFormat =
    4;  ///< 2 added notes, 3 own layouts, 4 racks; older ones are read as plans without them

/// Where a tile stands on the canvas, in scene pixels, by pool id.
struct Position {
  double x = 0.0, y = 0.0;
  bool operator==(const Position&) const = default;
};
using Layout = std::map<std::string, Position>;

/// A free note on the canvas, in scene pixels.
struct Note {
  std::string id;  ///< unlike that of every other note of the plan
  std::string text;
  Position position;
  double width = 240.0, height = 60.0;
  bool operator==(const Note&) const = default;
};

/// Pools that stand together: a frame around their tiles. It changes no question.
struct Rack {
  std::string name;                ///< unlike that of every other rack of the plan
  std::vector<std::string> pools;  ///< ids; a pool stands in one rack at most
  std::optional<double> power_kw;  ///< what it can be fed with
  bool operator==(const Rack&) const = default;
};

/// Everything a person edits and saves. Values only.
struct Plan {
  std::string name;
  hardware::ClusterSpec cluster;
  strategy::Job job;
  strategy::Objective objective = strategy::Objective::throughput;
  std::string model_name;  ///< built-in id or file name
  std::string model_text;  ///< configuration text, so that the plan reopens without the file
  std::map<std::string, double, std::less<>> model_entered;  ///< values typed for missing fields
  Layout layout;
  std::vector<Note> notes;
  std::vector<Rack> racks;
  std::vector<std::string> my_layouts;  ///< strategies typed by hand: JSON, pools by id
  hardware::OwnTypes own_types;
  std::string calibration;  ///< constants fitted to own runs (JSON, calibration.h); empty: the shipped ones
  bool operator==(const Plan& other) const;
};

/// A plan with its last answer, if one was kept.
struct PlanFile {
  Plan plan;
  std::string answer;          ///< plan JSON of the last finished search, "" when none
  std::string catalogue_date;  ///< of the catalogue it was computed with
  int format = kFormat;        ///< that it was read from; written is always the current one
};

/// Largest plan that is read: a plan with 200 000 kept strategies stays far below.
inline constexpr std::int64_t kLargestPlan = 512LL * 1024 * 1024;

/// "-" reads standard input. Errors: AST-F401 a newer format, AST-F402 not a plan, AST-F409 damaged, and
/// those of files that cannot be read. Never changes the file.
Result<PlanFile> read_plan(const std::string& path);
/// Writes a complete file beside `path` and renames it; the old file is untouched on any error.
Result<void> write_plan(const PlanFile& file, const std::string& path);
/// True when the bytes at the start of a file are those of a plan (SQLite with our application id).
bool looks_like_plan(const std::string& path);

/// The problem that a plan asks, everything resolved: `catalogue` with the plan's own types laid over it.
Result<strategy::Problem> make_problem(const Plan& plan, const hardware::Catalogue& catalogue);
/// The same with the model already read.
Result<strategy::Problem> make_problem(const Plan& plan, const model::Architecture& architecture,
                                       const hardware::Catalogue& catalogue);

/// The sample: 4 nodes of 8 H100 and 4 nodes of 8 A100-80GB, Llama-3.1-70B, sequence 8192, global batch 128.
Plan sample_plan();

}  // namespace astrolabe::plan
