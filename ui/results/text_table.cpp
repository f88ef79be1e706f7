#include "ui/results/text_table.h"

namespace astrolabe::ui {

void TextTable::setTable(std::vector<Column> columns, std::vector<QStringList> rows) {
  beginResetModel();
  m_columns = std::move(columns);
  m_rows = std::move(rows);
  endResetModel();
}

QString TextTable::plainText() const {
  QStringList titles, lines;
  for (const Column& column : m_columns) titles << column.title;
  lines << titles.join(u'\t');
  for (const QStringList& row : m_rows) lines << row.join(u'\t');
  return lines.join(u'\n') + u'\n';
}

int TextTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TextTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant TextTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Column& column = m_columns[static_cast<std::size_t>(index.column())];
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
    return m_rows[static_cast<std::size_t>(index.row())].value(index.column());
  return {};
}

QVariant TextTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const Column& column = m_columns[static_cast<std::size_t>(section)];
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  return role == Qt::DisplayRole ? QVariant(column.title) : QVariant();
}

}  // namespace astrolabe::ui
