#pragma once
// The kind of plan that trains one model as a distributed program with uneven shards (HAP), for unequal GPUs.

#include <memory>

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

/// The options of program_reports() for `problem`: what does not fit lacks memory.
std::vector<OptionPtr> options_of(std::vector<plan::ProgramReport> reports, const strategy::Problem& problem);

/// Programs of mixed GPUs. It declines with "not_mixed" where all devices run at one speed. Settings:
/// "sequences", those of one step in place of the job's global batch. The options are those of
/// plan::program_reports(); the first may not fit.
const Planner& program_planner();

}  // namespace astrolabe::planning
