#include "ui/compare/comparison_text.h"

#include <QCoreApplication>

#include "core/base/text.h"
#include "ui/compare/compare_bars.h"
#include "ui/render/figure_file.h"
#include "ui/render/numbers.h"
#include "ui/render/table_text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct ComparisonWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

QString partName(const ComparedBar& bar, const Share& share) {
  return bar.name.isEmpty() ? share.name : bar.name + u' ' + share.name;
}

QString cellText(const ComparedRow& row, const ComparedCell& cell, bool baseline) {
  if (cell.bars.empty() || !cell.text.isEmpty()) {
    const QString change = baseline ? QString() : changeText(cell, false);
    return change.isEmpty() ? cell.text
                            : ComparisonWords::tr("%1 (%2)", "a value and its change").arg(cell.text, change);
  }
  QStringList bars;
  for (const ComparedBar& bar : cell.bars) {
    const QString total = barText(bar.total(), row.unit);
    const QString whole =
        bar.limit > 0.0
            ? ComparisonWords::tr("%1 of %2", "memory of its limit").arg(total, barText(bar.limit, row.unit))
            : total;
    bars << (bar.name.isEmpty() ? whole : bar.name + u' ' + whole);
  }
  return bars.join(u" · "_s);
}

}  // namespace

ComparisonTable comparisonTable(const Comparison& comparison,
                                const std::function<bool(const ComparedRow&)>& wanted) {
  ComparisonTable table;
  table.heads << ComparisonWords::tr("Scenario");
  bool told = false;
  QStringList states{ComparisonWords::tr("State")};
  for (const ComparedColumn& column : comparison.columns) {
    table.heads << (column.baseline ? ComparisonWords::tr("%1 (baseline)").arg(column.label())
                                    : column.label());
    states << column.state;
    told = told || !column.state.isEmpty();
  }
  if (told) table.rows.push_back(states);
  for (const ComparedRow& row : comparison.rows) {
    if (!wanted(row)) continue;
    QStringList cells{row.most > 0.0 ? sectionName(row.section) : row.name};
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      cells << cellText(row, row.cells[i], comparison.columns[i].baseline);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

QByteArray comparisonCsv(const Comparison& comparison) {
  const auto number = [](double value) { return QByteArray::fromStdString(format_number(value)); };
  QByteArray csv = "quantity";
  for (const ComparedColumn& column : comparison.columns) csv += ',' + csvCell(column.label());
  for (const ComparedColumn& column : comparison.columns) csv += ',' + csvCell(column.letter + u" change"_s);
  csv += "\r\nstate";
  for (const ComparedColumn& column : comparison.columns) csv += ',' + csvCell(column.state);
  csv += QByteArray(static_cast<qsizetype>(comparison.columns.size()), ',') + "\r\n";
  for (const ComparedRow& row : comparison.rows) {
    csv += row.field;
    QByteArray changes;
    for (const ComparedCell& cell : row.cells) {
      const bool words = row.good == ComparedRow::Good::Neither && cell.bars.empty();
      csv += ',' + (cell.value                            ? number(*cell.value)
                    : words && cell.text != unknownText() ? csvCell(cell.text)
                                                          : QByteArray());
      changes += ',' + (cell.change == ComparedCell::Change::None ? QByteArray() : number(cell.share));
    }
    csv += changes + "\r\n";
    // The parts of bars stand in rows of their own, as many as any scenario has.
    QStringList parts;
    for (const ComparedCell& cell : row.cells)
      for (const ComparedBar& bar : cell.bars)
        for (const Share& share : bar.shares)
          if (const QString name = partName(bar, share); !parts.contains(name)) parts << name;
    for (const QString& part : std::as_const(parts)) {
      csv += csvCell(QLatin1StringView(row.field) + u": "_s + part);
      for (const ComparedCell& cell : row.cells) {
        csv += ',';
        for (const ComparedBar& bar : cell.bars)
          for (const Share& share : bar.shares)
            if (partName(bar, share) == part) csv += number(share.value);
      }
      csv += QByteArray(static_cast<qsizetype>(comparison.columns.size()), ',') + "\r\n";
    }
  }
  return csv;
}

ReportAddition comparisonSection(const Comparison& comparison) {
  ReportAddition added;
  added.place = ReportAddition::Place::Options;
  added.heading = ComparisonWords::tr("The options compared");
  const int baseline = comparison.baseline();
  added.paragraph = ComparisonWords::tr("%n scenario(s) of this plan, each with its best strategy.", nullptr,
                                        static_cast<int>(comparison.columns.size())) +
                    u' ' +
                    (baseline < 0 ? ComparisonWords::tr("The baseline is not among them.")
                                  : ComparisonWords::tr("Changes are to %1.")
                                        .arg(comparison.columns[static_cast<std::size_t>(baseline)].label()));
  for (const ComparedColumn& column : comparison.columns)
    if (column.stale)
      added.paragraph +=
          u' ' +
          ComparisonWords::tr("The result of %1 is stale: its inputs changed since.").arg(column.letter);
  const Figure figure = comparisonFigure(comparison);
  if (!figure.size.isEmpty()) {
    added.drawingWords =
        ComparisonWords::tr("Where time, memory and money of each option go, on one axis each.");
    added.drawing = svgOf(figure);
  }
  added.tableWords = ComparisonWords::tr("The options side by side.");
  // What is drawn, and inputs that are the same, which the question tells, are not said once more.
  const ComparisonTable table = comparisonTable(comparison, [](const ComparedRow& row) {
    if (row.section == ComparedRow::Section::Inputs) return row.differs();
    return row.section != ComparedRow::Section::Memory && row.section != ComparedRow::Section::Money;
  });
  for (qsizetype i = 0; i < table.heads.size(); ++i)
    added.columns.push_back({table.heads[i], i == 0 ? 1.2 : 1.6});
  added.rows = table.rows;
  return added;
}

}  // namespace astrolabe::ui
