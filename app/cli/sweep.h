#pragma once
// The parts of `sweep`: what is asked in each case, the lines that come of it, and the jobs of batch systems.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/inputs.h"
#include "core/engine.h"
#include "core/plan/sweep_grid.h"
#include "core/plan/sweep_lines.h"

namespace astrolabe::cli {

struct SweepOptions {
  std::string plan, grid, catalogueOf;
  std::vector<std::string> scenarios, models, clusters, jobs;
  std::string objective, goal, rules, calibration, kernels, top, timeLimit;
  std::string shard, shards, out, resume, slurm, kubernetes;

  /// Files of lines come of a grid, and of a name that ends so.
  bool hasLines() const;
  /// Where the answer goes: --out or --resume.
  const std::string& target() const { return resume.empty() ? out : resume; }
};

/// "2/4": the second of four shards takes the cases 1, 5, 9, …
struct SweepPart {
  std::int64_t number = 1, of = 1;

  std::string text() const { return std::to_string(number) + "/" + std::to_string(of); }
  bool has(std::size_t at) const {
    return at % static_cast<std::size_t>(of) == static_cast<std::size_t>(number - 1);
  }
};

/// All cases of a sweep, what their files hold read once.
class SweepCases {
 public:
  /// Errors: everything that is wrong for all cases, each with its file. What is wrong for some is theirs.
  static Result<SweepCases> read(const SweepOptions& options, Common& common);

  const plan::SweepIdentity& identity() const { return m_identity; }
  const SweepPart& part() const { return m_part; }
  std::size_t count() const { return m_identity.cases; }
  /// Of this part.
  std::size_t mine() const;
  /// The whole line of a case: its answer as `plan --json` tells it, without what tells of the work
  /// (`seconds`, `threads`, `space`, `programs`, `rules`), or why there is no question. `cut` becomes true
  /// where its search was stopped early. Warnings are told on standard error.
  Json line(std::size_t number, const std::stop_token& stop, bool& cut);
  /// Hash of what a case asks.
  std::string inputsHash(std::size_t number) const;

 private:
  /// A name on the command line and what it stands for.
  struct Part {
    std::string name;
    Result<Json> json;
  };
  struct Model {
    std::string name;
    std::shared_ptr<const Result<model::Architecture>> model;
  };
  struct Scenario {
    std::string name;
    Json cluster, job, rest;
  };
  /// What a case has of its own.
  struct Chosen {
    const Model* model = nullptr;
    const Scenario* scenario = nullptr;
    const Part* clusterPart = nullptr;
    const Part* jobPart = nullptr;
    Result<Json> cluster{tl::in_place}, job{tl::in_place};    ///< with the values of the grid
    std::vector<std::pair<std::string, std::string>> places;  ///< key path of a value, and that of its axis
    Json set = Json::object();
  };

  Result<void> readGrid(const SweepOptions& options, plan::SweepGrid& grid);
  Result<void> readOptions(const SweepOptions& options);
  Result<void> readLists(const plan::SweepGrid& grid);
  Result<void> readScenarios(const plan::SweepGrid& grid);
  Result<void> checkAxes() const;
  void identify();
  Chosen chosen(std::size_t number) const;
  std::string hashOf(const Chosen& chosen) const;
  Json inputsOf(const Chosen& chosen) const;
  Error told(Error error, const Chosen& chosen) const;

  Common* m_common = nullptr;
  SweepPart m_part;
  SearchOptions m_search;
  Inputs m_inputs;     ///< what all cases share
  std::string m_grid;  ///< its file
  std::vector<plan::SweepAxis> m_axes;
  std::vector<Model> m_models;
  bool m_modelsOfJobs = false;  ///< each job brings its own in its roles, in the order of jobs
  std::vector<Part> m_clusters, m_jobs;
  std::vector<Scenario> m_scenarios;  ///< of a saved plan, in place of the three
  std::vector<std::size_t> m_lengths;
  Json m_shared = Json::object();  ///< options, named in each line
  std::string m_sharedHash;
  plan::SweepIdentity m_identity;
};

/// Writes what starts the sweep as an array job: `sweep.sbatch` for Slurm or `sweep.yaml` for Kubernetes, and
/// `merge.sh`, which puts the parts together. The paths of what was written.
Result<std::vector<std::string>> writeSweepJobs(const SweepOptions& options, const Common& common,
                                                std::size_t cases);

/// `merge`.
void addMerge(CLI::App& program, Run& chosen, Common& common);
/// Writes to the file, or to standard output where none was named, and tells so.
int deliverSweep(const Json& answer, const std::string& out, bool json);

}  // namespace astrolabe::cli
