#pragma once

#include <QAbstractTableModel>
#include <vector>

namespace astrolabe::ui {

/// Rows of finished words under headings: a table twin of something drawn.
class TextTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  struct Column {
    QString title;
    bool number = false;  ///< stands at the right
  };
  explicit TextTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
  void setTable(std::vector<Column> columns, std::vector<QStringList> rows);
  /// Headings and rows, tab-separated.
  QString plainText() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<Column> m_columns;
  std::vector<QStringList> m_rows;
};

}  // namespace astrolabe::ui
