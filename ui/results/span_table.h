#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/engine.h"
#include "ui/render/timeline_painter.h"

namespace astrolabe::ui {

/// The blocks of a timeline as rows, lane after lane: the table twin of the drawing.
class SpanTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { StageColumn, KindColumn, MicroBatch, Start, Length, Waited, Critical, ColumnCount };

  explicit SpanTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
  void setDetail(std::shared_ptr<const Detail> detail);
  SpanRef spanAt(int row) const { return m_spans[static_cast<std::size_t>(row)]; }
  int rowOf(SpanRef span) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::shared_ptr<const Detail> m_detail;
  std::vector<SpanRef> m_spans;
};

}  // namespace astrolabe::ui
