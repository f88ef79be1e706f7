#pragma once
// How the plan's report is set up.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Other settings of the report (JSON, ui/render/report_settings.h). The steps of one visit of the builder
/// are one undo step; nothing is searched anew.
class SetReport : public PlanCommand {
 public:
  SetReport(PlanDocument& document, std::string report, quint64 gesture)
      : PlanCommand(document, CommandText::tr("Set up the report")),
        m_report(std::move(report)),
        m_gesture(gesture) {}
  int id() const override { return kSetReportId; }
  bool mergeWith(const QUndoCommand* next) override {
    return static_cast<const SetReport*>(next)->m_gesture == m_gesture;  // same id(), so same class
  }

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.report, m_report); }

 private:
  std::string m_report;
  quint64 m_gesture;
};

}  // namespace astrolabe::ui
