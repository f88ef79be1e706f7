#pragma once
// The kind of plan that trains one model as a distributed program with uneven shards (HAP), for unequal GPUs.

#include <memory>
#include <utility>
#include <vector>

#include "core/hardware/cluster.h"
#include "core/plan/program_report.h"
#include "core/plan/program_summary.h"
#include "core/planning/planner.h"

namespace astrolabe::planning {

inline constexpr std::string_view kProgram = "program";

class ProgramLayout : public Layout {
 public:
  using Report = std::shared_ptr<const plan::ProgramReport>;
  using Summary = std::shared_ptr<const plan::ProgramSummary>;
  ProgramLayout(Report report, Summary summary)
      : m_report(std::move(report)), m_summary(std::move(summary)) {}
  /// The program with its instructions; null in a layout in_short().
  const Report& report() const { return m_report; }
  /// What scenarios are compared by; never null.
  const Summary& summary() const { return m_summary; }

  std::string_view kind() const override { return kProgram; }
  /// Null: a program is synthesised anew.
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;
  LayoutPtr in_short() const override;

 private:
  Report m_report;
  Summary m_summary;
};

/// A program that runs, as a row of an answer tells it: its figures, on how many GPUs of each pool, and how
/// slow these were where it was found. Its instructions are in no row.
class WrittenProgram : public ProgramLayout {
 public:
  /// `found`: by pool of the cluster.
  WrittenProgram(Json row, Summary summary, std::vector<hardware::Slowness> found)
      : ProgramLayout(nullptr, std::move(summary)), m_row(std::move(row)), m_found(std::move(found)) {}

  /// The row.
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  /// Seconds of a step, with the GPUs of each pool as slow as `now` says: those of the row where none is
  /// slower than it was; else the most that the step can take. An instruction takes its slowest device, then
  /// what is sent: of one stage the latter grows by the worst factor of links and networks, all else by the
  /// worst of any kind; of several stages, of which another may become the longest, everything by that.
  double step_at_most(const std::vector<hardware::Slowness>& now) const;

 private:
  Json m_row;
  std::vector<hardware::Slowness> m_found;
};

/// Reads a program of a row of an answer, as ProgramLayout::answer_json() has it; what follows from other
/// keys is not asked for. Errors, with the key of each: what is missing or of a wrong type; out_of_range for
/// a pool with more GPUs than the cluster has, micro-batches that the batch is not divided into, stages whose
/// layers are not the model's, shares on other GPUs, and a step of other tokens than the job's.
Result<LayoutPtr> read_program_row(const Json& row, const strategy::Problem& problem);

/// The options of program_reports() for `problem`: what does not fit lacks memory. `proof` is of all
/// programs, with a gap of 1 where the bound of one is of its own stages or GPUs alone; its row tells that
/// bound.
std::vector<OptionPtr> options_of(std::vector<plan::ProgramReport> reports, const strategy::Problem& problem);

/// Programs of mixed GPUs. It declines with "not_mixed" where all devices run at one speed. Settings:
/// "sequences", those of one step in place of the job's global batch. The options are those of
/// plan::program_reports(); the first may not fit.
const Planner& program_planner();

}  // namespace astrolabe::planning
