#pragma once
// How the plan's report is set up.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// One of the plan's texts in place of another; those of one gesture are one undo step. Nothing is searched
/// anew.
class SetText : public PlanCommand {
 public:
  bool mergeWith(const QUndoCommand* next) override {
    return static_cast<const SetText*>(next)->m_gesture == m_gesture;  // same id(), so same class
  }

 protected:
  SetText(PlanDocument& document, const QString& label, std::string plan::Plan::*field, std::string text,
          quint64 gesture)
      : PlanCommand(document, label), m_field(field), m_text(std::move(text)), m_gesture(gesture) {}
  void swapWith(plan::Plan& plan) override { std::swap(plan.*m_field, m_text); }

 private:
  std::string plan::Plan::*m_field;
  std::string m_text;
  quint64 m_gesture;
};

/// Other settings of the report (JSON, ui/render/report_settings.h); those of one visit of the builder are one
/// undo step.
class SetReport : public SetText {
 public:
  SetReport(PlanDocument& document, std::string report, quint64 gesture)
      : SetText(document, CommandText::tr("Set up the report"), &plan::Plan::report, std::move(report),
                gesture) {}
  int id() const override { return kSetReportId; }
};

}  // namespace astrolabe::ui
