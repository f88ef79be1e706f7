#pragma once
// The first day of work and the day on which the job has to be done, each with a box that switches it on.

#include <QWidget>

#include "ui/document/plan_document.h"

class QCheckBox;
class QLabel;
class QVBoxLayout;

namespace astrolabe::ui {

class DateField;
class FieldFixes;

/// Fields goalPanel.start and .doneBy with "….check" and, while they are on, "….meaning"; below the latter
/// "….fixes" with the button .set. Done by asks for a start: switched on without one, work starts today;
/// without a start there is no day to be done by either. Each edit is one undo step.
class GoalDates : public QWidget {
  Q_OBJECT

 public:
  /// `fieldWidth`: of each field.
  GoalDates(PlanDocument& document, int fieldWidth, QWidget* parent = nullptr);
  /// Shows the days of the plan.
  void refresh();
  /// Sets the hours that the best strategy takes: they give the last day where "Done by" is switched on.
  void setHours(double hours) { m_hours = hours; }
  /// Why no strategy can be done by that day, and the hours that one takes at least; empty: one can.
  void tellTooShort(const QString& words, double hours);
  /// Takes what was typed as Enter does; the field whose text is refused, or null.
  DateField* takeTyped();
  /// Goes back to the days of the plan.
  void dropTyped();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Row {
    QCheckBox* check = nullptr;
    DateField* field = nullptr;
    QLabel* meaning = nullptr;
  };
  Row addRow(QVBoxLayout* column, const QString& name, const QString& label, const QString& meaning,
             int fieldWidth);
  void setStart(const QDate& day);
  void setDoneBy(const QDate& day);
  void switchStart(bool on);
  void switchDoneBy(bool on);
  void change(const QString& what, const QDate& start, const QDate& doneBy);
  QDate start() const;
  QDate doneBy() const;

  PlanDocument& m_document;
  Row m_start, m_doneBy;
  FieldFixes* m_fixes = nullptr;
  double m_hours = 0.0;
};

}  // namespace astrolabe::ui
