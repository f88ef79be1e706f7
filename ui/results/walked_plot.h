#pragma once
// A plot whose named objects are walked by keys and told at the pointer, and lying bars on it.

#include <functional>

#include "ui/render/breakdown_painter.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

/// Left and Right, Home and End walk its objects; what one is called is shown beside it.
class WalkedPlot : public NamedPlot {
  Q_OBJECT

 public:
  WalkedPlot(const QString& name, const QString& spoken, QWidget* parent);
  /// The objects, in the order in which they are walked.
  void setWalked(std::vector<Item> items);

 signals:
  /// An object was clicked or walked to.
  void chosen(int index);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  int nearest(const QPoint& at) const;
  void walkTo(int index);

  std::vector<Item> m_walked;
};

/// A row of lying bars.
struct LyingRow {
  QString title;
  std::vector<Share> shares;
  double limit = 0.0;  ///< a dashed line; 0: none
  QString end;         ///< words behind the bar
};

/// Rows on one scale, with a legend of their shares.
class LyingBars : public WalkedPlot {
  Q_OBJECT

 public:
  using WalkedPlot::WalkedPlot;
  /// `unit` stands below the axis; `text` writes a value.
  void setRows(std::vector<LyingRow> rows, const QString& unit, std::function<QString(double)> text);
  void setStale(bool stale);
  void draw(const Theme& theme);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  std::vector<LyingRow> m_rows;
  QString m_unit;
  std::function<QString(double)> m_text;
  bool m_stale = false;
};

}  // namespace astrolabe::ui
