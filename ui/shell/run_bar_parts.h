#pragma once
// The two painted parts of the run bar.

#include <QLabel>
#include <QList>
#include <QPointF>
#include <QWidget>

#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// A rounded field with icon and word; colour only repeats what they say.
class StatePill : public QLabel {
  Q_OBJECT

 public:
  explicit StatePill(QWidget* parent = nullptr);
  void setPill(const QString& iconName, const QString& word, const QColor& ink, const QColor& fill);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_icon;
  QColor m_ink, m_fill;
};

/// Best so far (solid) and bound (dashed) over the time of the search, in the unit of the goal.
class SparkLine : public QWidget {
  Q_OBJECT

 public:
  explicit SparkLine(QWidget* parent = nullptr);
  void setSnapshot(const plan::SnapshotPtr& snapshot);
  /// Corners of the two lines: seconds, and what held from then on; the last is now.
  const QList<QPointF>& bestLine() const { return m_best; }
  const QList<QPointF>& boundLine() const { return m_bound; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QList<QPointF> m_best, m_bound;
};

}  // namespace astrolabe::ui
