#pragma once
// Where tiles stand. Changes the layout alone, so it raises no question.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Moves tiles to new positions; the steps of one gesture are one undo step.
class MoveTiles : public PlanCommand {
 public:
  MoveTiles(PlanDocument& document, const plan::Layout& positions, quint64 gesture = nextGesture());
  int id() const override { return kMoveTilesId; }
  bool mergeWith(const QUndoCommand* next) override;

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  plan::Layout m_layout;  ///< the whole one
  std::vector<std::string> m_ids;
  quint64 m_gesture;
};

}  // namespace astrolabe::ui
