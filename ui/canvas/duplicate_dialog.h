#pragma once
// Asks how many copies, how far apart and how they are called.

#include <QDialog>
#include <string>

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace astrolabe::ui {

class DuplicateDialog : public QDialog {
  Q_OBJECT

 public:
  explicit DuplicateDialog(const QString& name, QWidget* parent = nullptr);
  int copies() const;
  int columns() const;  ///< of the block in which the copies stand
  int gap() const;      ///< between two tiles, in grid steps
  std::string pattern() const;

 private:
  void refresh();
  QSpinBox *m_copies, *m_columns, *m_gap;
  QLineEdit* m_pattern;
  QLabel* m_example;
  QPushButton* m_ok;
};

}  // namespace astrolabe::ui
