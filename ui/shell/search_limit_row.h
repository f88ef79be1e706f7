#pragma once
// After how long a search ends with the best so far: a liking of the window, no part of the plan.

#include <QWidget>

class QCheckBox;

namespace astrolabe::ui {

class NumberField;

/// Children goalPanel.searchLimit (seconds) and goalPanel.searchLimit.check.
class SearchLimitRow : public QWidget {
  Q_OBJECT

 public:
  static constexpr double kLeast = 1.0, kMost = 86'400.0, kUsual = 120.0;  ///< seconds

  SearchLimitRow(int fieldWidth, QWidget* parent = nullptr);
  /// Shows a limit in seconds; 0: none.
  void setSeconds(double seconds);

 signals:
  /// A person chose another limit, in seconds; 0: none.
  void chosen(double seconds);

 private:
  QCheckBox* m_check;
  NumberField* m_field;
  double m_last = kUsual;  ///< put back when the box is ticked again
};

}  // namespace astrolabe::ui
