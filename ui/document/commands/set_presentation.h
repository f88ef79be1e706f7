#pragma once
// Which steps the plan's presentation has.

#include "ui/document/commands/set_report.h"

namespace astrolabe::ui {

/// Other steps (JSON, ui/shell/presentation_steps.h). Those of one visit of the list are one undo step.
class SetPresentation : public SetText {
 public:
  SetPresentation(PlanDocument& document, std::string steps, quint64 gesture, const QString& label)
      : SetText(document, label, &plan::Plan::presentation, std::move(steps), gesture) {}
  int id() const override { return kSetPresentationId; }
};

}  // namespace astrolabe::ui
