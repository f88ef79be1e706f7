#pragma once
// A row of the palette: shape, name and price above, memory · link and date below.

#include <QStyledItemDelegate>

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

class ShelfDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit ShelfDelegate(const PlanDocument& document, QObject* parent = nullptr);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintGroup(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
  void paintEntry(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
  const PlanDocument& m_document;
};

}  // namespace astrolabe::ui
