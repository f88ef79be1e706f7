#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace astrolabe::cli {

/// A compact text table: columns as wide as their widest cell, two spaces between, no lines; a cell is one
/// line.
class Table {
 public:
  enum class Align { Left, Right };
  void column(const QString& heading, Align align = Align::Left);
  void row(const QStringList& cells) { m_rows.push_back(cells); }
  QString text() const;

 private:
  QStringList m_headings;
  std::vector<Align> m_aligns;
  std::vector<QStringList> m_rows;
};

using Align = Table::Align;

}  // namespace astrolabe::cli
