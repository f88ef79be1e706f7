#pragma once
// One edit of the plan. A command swaps its own value with the document's, so undo and redo are the same
// lines. Each belongs to the scenario that was shown when it was made, and shows it again.

#include <QCoreApplication>
#include <QUndoCommand>

#include "core/plan/scenarios.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// Numbers by which QUndoStack finds commands that may merge.
enum CommandId {
  kSetNodeCountId = 1,
  kMoveTilesId,
  kSetJobId,
  kSetReportId,
  kSetPresentationId,
  kSetNotesId
};

class PlanCommand : public QUndoCommand {
 public:
  PlanCommand(PlanDocument& document, const QString& label)
      : QUndoCommand(label), m_document(document), m_scenario(document.plan().id) {}
  void redo() override { exchange(); }
  void undo() override { exchange(); }

 protected:
  /// Exchanges this command's value with the plan's. Called for redo and for undo.
  virtual void swapWith(plan::Plan& plan) = 0;
  PlanDocument& document() const { return m_document; }

 private:
  void exchange() {
    plan::Plan next = m_document.plan();
    plan::show_scenario(next, m_scenario);
    swapWith(next);
    m_document.apply(std::move(next));
  }
  PlanDocument& m_document;
  int m_scenario;
};

/// Edits of which pools there are: they touch pools, links, tiles and racks together.
class ClusterCommand : public PlanCommand {
 public:
  ClusterCommand(PlanDocument& document, const QString& label)
      : PlanCommand(document, label), m_racks(document.plan().racks) {}

 protected:
  void swapWith(plan::Plan& plan) override {
    std::swap(plan.cluster, m_cluster);
    std::swap(plan.layout, m_layout);
    std::swap(plan.racks, m_racks);
  }
  hardware::ClusterSpec m_cluster;
  plan::Layout m_layout;
  std::vector<plan::Rack> m_racks;
};

/// A number that differs for every drag, so that the steps of one drag become one undo step.
quint64 nextGesture();

/// `tr()` context of command labels, which stand in the menu behind Undo and in messages.
class CommandText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::CommandText)
};

}  // namespace astrolabe::ui
