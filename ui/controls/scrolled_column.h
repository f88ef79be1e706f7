#pragma once
// The column of a dialog that may be higher than the screen at large text: then it scrolls, and what stands
// below it, its buttons above all, stays.

#include <QScrollArea>

class QVBoxLayout;

namespace astrolabe::ui {

class ScrolledColumn : public QScrollArea {
  Q_OBJECT

 public:
  explicit ScrolledColumn(QWidget* parent);
  /// Where the parts of the dialog are put.
  QVBoxLayout* column() const { return m_column; }
  /// All of the column, as far as the screen reaches.
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 private:
  QSize withinScreen(QSize whole, double share) const;
  QVBoxLayout* m_column;
};

}  // namespace astrolabe::ui
