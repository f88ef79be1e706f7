#pragma once
// How the cells and headings of the ranking are drawn.

#include <QHeaderView>
#include <QStyledItemDelegate>

#include "ui/results/ranking_view.h"

namespace astrolabe::ui {

/// Beside the text of a cell, in pixels of the base scale.
inline constexpr int kRankingInset = 10;

/// Paints a row: hairline below, brass bar on rank 1, memory bar, shapes of the GPU types.
class RankingDelegate : public QStyledItemDelegate {
 public:
  explicit RankingDelegate(RankingView* view) : QStyledItemDelegate(view), m_view(view) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintMemory(QPainter& painter, QRect& inner, double share, bool selected) const;
  void paintBadge(QPainter& painter, const QRect& inner, const QString& text, Qt::LayoutDirection direction,
                  bool selected) const;
  void paintGpus(QPainter& painter, QRect inner, const QModelIndex& index, bool selected) const;

  RankingView* m_view;
};

/// Quiet headings that stand over their columns: caption type, no frames, an arrow on the sorted one.
class RankingHeader : public QHeaderView {
 public:
  explicit RankingHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setHighlightSections(false);
  }

 protected:
  /// The whole title, and where it is explained.
  bool viewportEvent(QEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

}  // namespace astrolabe::ui
