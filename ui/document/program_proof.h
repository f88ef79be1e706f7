#pragma once
// The one thing that distributed programs have beside every other kind of plan: they are executed.

#include <QObject>
#include <memory>
#include <optional>

#include "core/planning/programs.h"
#include "ui/document/latest.h"
#include "ui/document/planner_bridge.h"

namespace astrolabe::ui {

using ProgramPtr = std::shared_ptr<const plan::ProgramReport>;
using SummaryPtr = std::shared_ptr<const plan::ProgramSummary>;

/// The program of an option; null where it is of another kind, in short, or null.
ProgramPtr programOf(const planning::OptionPtr& option);
/// What the program of an option is compared by; null where it is of another kind, or null.
SummaryPtr summaryOf(const planning::OptionPtr& option);

/// Executes the first program of a bridge against one device while somebody wants that, once it has one.
class ProgramProof : public QObject {
  Q_OBJECT

 public:
  explicit ProgramProof(PlannerBridge& bridge, QObject* parent = nullptr);
  ~ProgramProof() override;

  void setWanted(bool wanted);
  /// Empty before, and where a program can't be made small.
  const std::optional<spmd::Verification>& proof() const { return m_proof; }
  bool isProving() const { return m_latest.isWorking(); }

 signals:
  void changed();

 private:
  void follow();

  PlannerBridge& m_bridge;
  bool m_wanted = false, m_tried = false;
  planning::OptionPtr m_option;  ///< of the proof
  std::optional<spmd::Verification> m_proof;
  Latest m_latest;  ///< last: its work ends before the rest goes
};

}  // namespace astrolabe::ui
