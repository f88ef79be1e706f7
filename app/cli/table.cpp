#include "app/cli/table.h"

#include <algorithm>

#include "core/base/quoting.h"

namespace astrolabe::cli {

void Table::column(const QString& heading, Align align) {
  m_headings.append(heading);
  m_aligns.push_back(align);
}

QString Table::text() const {
  std::vector<QStringList> rows = m_rows;
  for (QStringList& cells : rows)
    for (QString& cell : cells) cell = QString::fromStdString(one_line(cell.toStdString()));
  std::vector<qsizetype> widths;
  for (qsizetype i = 0; i < m_headings.size(); ++i) {
    qsizetype width = m_headings[i].size();
    for (const QStringList& cells : rows) width = std::max(width, cells.value(i).size());
    widths.push_back(width);
  }
  QStringList lines;
  const auto add = [&](const QStringList& cells) {
    QStringList padded;
    for (qsizetype i = 0; i < m_headings.size(); ++i) {
      const auto column = static_cast<std::size_t>(i);
      padded.append(m_aligns[column] == Align::Right ? cells.value(i).rightJustified(widths[column])
                                                     : cells.value(i).leftJustified(widths[column]));
    }
    QString line = padded.join(QStringLiteral("  "));
    while (line.endsWith(QLatin1Char(' '))) line.chop(1);
    lines.append(line);
  };
  add(m_headings);
  for (const QStringList& cells : rows) add(cells);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace astrolabe::cli
