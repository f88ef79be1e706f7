#pragma once
// What the machines of a scenario are for: training, serving, or post-training.

#include <QComboBox>

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// One undo step a change; what the task before asked is kept and comes back with it.
class TaskChoice : public QComboBox {
  Q_OBJECT

 public:
  explicit TaskChoice(PlanDocument& document, QWidget* parent = nullptr);

 private:
  void take(const std::string& task);
  void refresh();

  PlanDocument& m_document;
};

}  // namespace astrolabe::ui
