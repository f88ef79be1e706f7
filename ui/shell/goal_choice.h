#pragma once
// Chooses what counts as best: one button for each goal, of which one is on.

#include <QWidget>
#include <vector>

#include "ui/document/goal.h"
#include "ui/document/plan_document.h"

class QRadioButton;

namespace astrolabe::ui {

/// Buttons goalPanel.fastest, .mixed, .bestValue, .smallest, .both, .inTime.
class GoalChoice : public QWidget {
  Q_OBJECT

 public:
  explicit GoalChoice(PlanDocument& document, QWidget* parent = nullptr);
  /// The goal that the plan asks for.
  Goal goal() const;
  /// Chooses a goal as a click on its button does: one undo step.
  void choose(Goal wanted);
  /// Whether a deadline is being asked for, its value entered or not yet.
  void setDeadlineAsked(bool asked);
  /// Shows the goal of the plan.
  void refresh();

 signals:
  /// The goal needs a deadline, or must do without.
  void deadlineWanted(bool wanted);

 private:
  void push(strategy::Objective objective, std::optional<hardware::Choose> choose);
  PlanDocument& m_document;
  void chooseElsewhere(Goal wanted);
  int fittingColumns(int spacing) const;
  struct Button {
    Goal goal;
    QRadioButton* button;
    QString tip;
    /// Of jobs that do not train; empty where they have no such goal.
    QString tipOfServing = {}, tipOfPostTraining = {};
    QString tipOf(const std::string& task) const {
      return task == "serve" ? tipOfServing : task == "post_train" ? tipOfPostTraining : tip;
    }
  };
  static int widthOf(const Button& button);
  std::vector<Button> m_buttons;
  hardware::Choose m_lastChoose;  ///< counts once entered, for goals that may leave GPUs unused
  bool m_deadline = false;
};

}  // namespace astrolabe::ui
