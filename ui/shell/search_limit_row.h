#pragma once
// After how long a search ends with the best so far, and its seed: likings of the window, no part of the
// plan.

#include <QWidget>

class QCheckBox;

namespace astrolabe::ui {

class NumberField;

/// Children goalPanel.searchLimit (seconds), goalPanel.searchLimit.check and goalPanel.seed.
class SearchLimitRow : public QWidget {
  Q_OBJECT

 public:
  static constexpr quint64 kMostSeed = 0xFFFF'FFFF;
  static constexpr double kLeast = 1.0, kMost = 86'400.0, kUsual = 120.0;  ///< seconds

  SearchLimitRow(int fieldWidth, QWidget* parent = nullptr);
  /// Shows a limit in seconds; 0: none.
  void setSeconds(double seconds);
  void setSeed(quint64 seed);

 signals:
  /// A person chose another limit, in seconds; 0: none.
  void chosen(double seconds);
  /// A person chose another seed.
  void seedChosen(quint64 seed);

 private:
  QCheckBox* m_check;
  NumberField *m_field, *m_seed;
  double m_last = kUsual;  ///< put back when the box is ticked again
};

}  // namespace astrolabe::ui
