#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/engine.h"
#include "ui/render/timeline_painter.h"

namespace astrolabe::ui {

/// The blocks of a timeline as rows, lane after lane, the transfers of a lane after its work: the table twin
/// of the drawing.
class SpanTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { StageColumn, KindColumn, MicroBatch, Start, Length, Waited, Moved, Critical, ColumnCount };

  explicit SpanTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
  /// `other`: the strategy that stands below, by that name.
  void setDetail(planning::OptionPtr detail, planning::OptionPtr other = nullptr,
                 const QString& otherName = {});
  SpanRef spanAt(int row) const { return m_spans[static_cast<std::size_t>(row)]; }
  int rowOf(SpanRef span) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const cost::Span& at(SpanRef span) const;

  planning::OptionPtr m_detail, m_other;
  QString m_otherName;
  std::vector<SpanRef> m_spans;
};

}  // namespace astrolabe::ui
