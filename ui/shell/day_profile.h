#pragma once
// How traffic grows and falls over the day: 24 factors of the stated rate, drawn as bars and typed.

#include <QWidget>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace astrolabe::ui {

/// 24 bars of which each is set by a click or a drag, or by keys: Left and Right choose an hour, Up and Down
/// change its factor.
class DayBars : public QWidget {
  Q_OBJECT

 public:
  explicit DayBars(QWidget* parent = nullptr);
  void setFactors(std::vector<double> factors);
  const std::vector<double>& factors() const { return m_factors; }

 signals:
  /// A person changed them; at the end of a drag.
  void edited();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void setAt(QPointF place);
  void tell();

  std::vector<double> m_factors;
  double m_top = 2.0;  ///< of the axis, kept while a bar is dragged
  int m_hour = 0;
};

/// Children <name>.shape, .factors, .bars, .error. Even traffic has no factors.
class DayProfile : public QWidget {
  Q_OBJECT

 public:
  DayProfile(const QString& name, QWidget* parent = nullptr);
  /// Shows what a job says; what is being typed stays.
  void setHours(const std::vector<double>& hours);
  void setProblem(const QString& text);

 signals:
  /// Other factors; none: even.
  void chosen(const std::vector<double>& hours);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void takeShape(int shape);
  void takeTyped();
  void showParts(bool shown);
  void colour();

  QComboBox* m_shape = nullptr;
  QLineEdit* m_factors = nullptr;
  DayBars* m_bars = nullptr;
  QLabel* m_error = nullptr;
  std::vector<double> m_hours;
};

/// A day whose mean is 1: 1 + swing x cos of the hours since the busiest one.
std::vector<double> dayOf(double swing, int busiest);

}  // namespace astrolabe::ui
