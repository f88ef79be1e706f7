#pragma once

#include <QDialog>
#include <vector>

#include "ui/document/plan_document.h"
#include "ui/shell/presentation_steps.h"

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace astrolabe::ui {

/// The steps of the presentation: ticked, put in order, called by a name, looked at. Kept with the plan, one
/// undo step a visit.
class StepsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit StepsDialog(PlanDocument& document, QWidget* parent = nullptr);

 signals:
  /// Asks to show in the window of the plan what the step shows.
  void goRequested(const astrolabe::ui::PresentationStep& step);
  void presentRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void buildButtons();
  void fill(const std::vector<PresentationStep>& steps);
  PresentationStep stepOf(const QListWidgetItem& item) const;
  std::vector<PresentationStep> steps() const;
  QString aboutText(const PresentationStep& step) const;
  void changed();
  void follow();
  void move(int by);
  void remove();
  void updateButtons();

  PlanDocument& m_document;
  QListWidget* m_list;
  QLabel* m_about;
  QPushButton *m_up, *m_down, *m_rename, *m_remove, *m_go, *m_usual, *m_present;
  std::vector<PresentationStep> m_steps;  ///< items hold their places in it
  quint64 m_gesture = 0;
  bool m_showing = false;
};

}  // namespace astrolabe::ui
