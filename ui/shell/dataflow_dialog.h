#pragma once
// A dataflow by hand: a table of steps, each with its role, its work and the steps that it waits for.

#include <QDialog>

#include "core/post_training/dataflow.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace astrolabe::ui {

/// Children: dataflow.steps (columns step, role, work, after), buttons dataflow.add, .remove, .ok, words
/// dataflow.error. Nothing is taken that cannot be read; what is wrong is told below the table.
class DataflowDialog : public QDialog {
  Q_OBJECT

 public:
  explicit DataflowDialog(const post_training::Dataflow& start, QWidget* parent = nullptr);
  /// The ready one's name where the steps are its own, else the list of them.
  Json dataflow() const;

 private:
  void addStep(const QStringList& cells);
  void removeStep();
  void validate();
  Json written() const;

  QTableWidget* m_steps = nullptr;
  QLabel* m_error = nullptr;
  QPushButton* m_ok = nullptr;
};

}  // namespace astrolabe::ui
