#pragma once
// Tells what a cluster or a job was given that looks wrong, and is planned with all the same.

#include <QWidget>

#include "ui/document/plan_document.h"

class QLabel;

namespace astrolabe::ui {

class FieldFixes;

/// Hidden while nothing is in doubt. Children goalPanel.doubts.text and, to set what was probably meant,
/// goalPanel.doubts.fixes with buttons .bits, .bits2, ….
class ClusterDoubts : public QWidget {
  Q_OBJECT

 public:
  explicit ClusterDoubts(PlanDocument& document, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  PlanDocument& m_document;
  QLabel* m_text;
  FieldFixes* m_fixes;
};

}  // namespace astrolabe::ui
