#pragma once
// Rows of a dialog that may be higher than the screen at large text: then they scroll, and its buttons stay.

#include <QScrollArea>

class QDialog;
class QFormLayout;

namespace astrolabe::ui {

class ScrolledForm : public QScrollArea {
  Q_OBJECT

 public:
  /// Becomes the first widget of the dialog's new column; more come below it.
  explicit ScrolledForm(QDialog* dialog);
  QFormLayout* rows() const { return m_rows; }
  /// All rows; the dialog grows to them as far as the screen reaches.
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 private:
  QFormLayout* m_rows;
};

}  // namespace astrolabe::ui
