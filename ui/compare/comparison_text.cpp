#include "ui/compare/comparison_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

#include "core/base/text.h"
#include "core/planning/pipelines.h"
#include "ui/compare/compare_bars.h"
#include "ui/compare/compared_kinds.h"
#include "ui/render/figure_file.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/quoting.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct ComparisonWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

QString partName(const ComparedBar& bar, const Share& share) {
  return bar.name.isEmpty() ? share.name : bar.name + u' ' + share.name;
}

/// A part of the bars of a row, with its value in each scenario.
struct BarPart {
  QString name;
  std::vector<std::optional<double>> values;
};

/// As many as any scenario has, of bars and of numbers.
std::vector<BarPart> barParts(const ComparedRow& row) {
  std::vector<BarPart> parts;
  const auto add = [&](std::size_t cell, const QString& name, double value) {
    auto part =
        std::find_if(parts.begin(), parts.end(), [&](const BarPart& known) { return known.name == name; });
    if (part == parts.end())
      part = parts.insert(part, {name, std::vector<std::optional<double>>(row.cells.size())});
    part->values[cell] = value;
  };
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    for (const ComparedBar& bar : row.cells[i].bars)
      for (const Share& share : bar.shares) add(i, partName(bar, share), share.value);
    for (const auto& [name, value] : row.cells[i].parts) add(i, name, value);
  }
  return parts;
}

/// True where the text of a cell is all that it has.
bool tellsWords(const ComparedRow& row, const ComparedCell& cell) {
  return row.good == ComparedRow::Good::Neither && cell.bars.empty() && !cell.value;
}

QString cellText(const ComparedRow& row, const ComparedCell& cell, bool baseline) {
  if (cell.bars.empty() || !cell.text.isEmpty()) {
    const QString change = baseline ? QString() : changeText(cell, false);
    return change.isEmpty() ? cell.text
                            : ComparisonWords::tr("%1, %2", "a value and its change").arg(cell.text, change);
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

WordTable comparisonTable(const Comparison& comparison,
                          const std::function<bool(const ComparedRow&)>& wanted) {
  WordTable table;
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
    QStringList cells{row.most > 0.0 ? sectionName(*row.section) : row.name};
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      cells << cellText(row, row.cells[i], comparison.columns[i].baseline);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

QByteArray comparisonCsv(const Comparison& comparison) {
  const auto number = [](double value) { return QByteArray::fromStdString(format_number(value)); };
  const auto none = QByteArray(2 * static_cast<qsizetype>(comparison.columns.size()), ',') + "\r\n";
  QByteArray csv = "quantity";
  for (const ComparedColumn& column : comparison.columns) csv += ',' + csvCell(column.label());
  for (const ComparedColumn& column : comparison.columns) csv += ',' + csvCell(column.letter + u" change"_s);
  for (const ComparedColumn& column : comparison.columns)
    csv += ',' + csvCell(column.letter + u" difference"_s);
  csv += "\r\nstate";
  for (const ComparedColumn& column : comparison.columns) csv += ',' + csvCell(column.state);
  csv += none;
  for (const ComparedRow& row : comparison.rows) {
    csv += row.field;
    QByteArray changes, differences;
    for (const ComparedCell& cell : row.cells) {
      csv += ',' + (cell.value                                            ? number(*cell.value)
                    : tellsWords(row, cell) && cell.text != unknownText() ? csvCell(cell.text)
                                                                          : QByteArray());
      changes += ',' + (cell.isCompared() ? number(cell.share) : QByteArray());
      differences += ',' + (cell.isCompared() ? number(cell.difference) : QByteArray());
    }
    csv += changes + differences + "\r\n";
    for (const BarPart& part : barParts(row)) {
      csv += csvCell(QLatin1StringView(row.field) + u": "_s + part.name);
      for (const std::optional<double>& value : part.values)
        csv += ',' + (value ? number(*value) : QByteArray());
      csv += none;
    }
  }
  return csv;
}

namespace {

/// Which option to take, as values: null where fewer than two have an answer.
Json decisionJson(const DecisionWords& words) {
  if (words.sentence.isEmpty()) return nullptr;
  const plan::Decision& decision = words.decision;
  const auto idOf = [&](int option) {
    return option < 0 ? Json(nullptr) : Json(words.contenders[static_cast<std::size_t>(option)].id);
  };
  const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  Json options = Json::array();
  for (std::size_t i = 0; i < words.contenders.size(); ++i) {
    const plan::Decided& one = decision.options[i];
    Json limits = Json::array();
    for (const plan::HeldLimit& held : words.contenders[i].limits)
      limits.push_back({{"name", cost::to_string(held.binding)},
                        {"limit", held.limit},
                        {"found", held.found},
                        {"holds", held.holds()}});
    options.push_back({{"id", words.contenders[i].id},
                       {"place", one.place > 0 ? Json(one.place) : Json(nullptr)},
                       {"same_job", words.contenders[i].alternative},
                       {"tied", one.tied},
                       {"chance", one.place > 0 ? Json(one.chance) : Json(nullptr)},
                       {"limits", std::move(limits)}});
  }
  return {{"sentence", words.sentence.toStdString()},
          {"winner", idOf(decision.winner)},
          {"runner_up", idOf(decision.runner_up)},
          {"value_factor", orNull(decision.value_factor)},
          {"price_factor", orNull(decision.price_factor)},
          {"draws", decision.draws},
          {"seed", decision.seed},
          {"options", std::move(options)}};
}

/// What is recommended for a scenario: its kind, in words, and its step; null where that is not known.
Json recommendedJson(const ComparedColumn& column) {
  if (column.beside)
    return {{"kind", planning::kind_of(*column.beside)},
            {"layout", layoutLine(column.beside->layout).toStdString()},
            {"step_seconds", column.beside->evaluation.step.value},
            {"gap", column.beside->proof.gap}};
  if (!column.best_strategy_step_seconds) return nullptr;
  return {{"kind", planning::kPipeline}, {"step_seconds", *column.best_strategy_step_seconds}};
}

}  // namespace

Json comparisonJson(const Comparison& comparison) {
  const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  Json scenarios = Json::array(), rows = Json::array();
  for (const ComparedColumn& column : comparison.columns) {
    scenarios.push_back({{"id", column.id},
                         {"letter", column.letter.toStdString()},
                         {"name", column.name.toStdString()},
                         {"baseline", column.baseline},
                         {"state", column.state.toStdString()}});
    for (const auto& [kind, other] : column.others) scenarios.back()[kind + "_stale"] = other.stale;
    Json& scenario = scenarios.back();
    scenario["recommended"] = recommendedJson(column);
    scenario["best_strategy_step_seconds"] = orNull(column.best_strategy_step_seconds);
    if (!column.unknown.empty()) scenario["not_looked_for"] = column.unknown;
    if (!column.stopped.empty()) scenario["stopped_early"] = column.stopped;
  }
  for (const ComparedRow& row : comparison.rows) {
    Json one{{"quantity", row.field}, {"section", row.section->key}};
    one["values"] = one["changes"] = one["differences"] = Json::array();
    for (const ComparedCell& cell : row.cells) {
      const bool words = tellsWords(row, cell) && cell.text != unknownText();
      one["values"].push_back(words ? Json(cell.text.toStdString()) : orNull(cell.value));
      one["changes"].push_back(cell.isCompared() ? Json(cell.share) : Json(nullptr));
      one["differences"].push_back(cell.isCompared() ? Json(cell.difference) : Json(nullptr));
    }
    for (const BarPart& part : barParts(row)) {
      Json values = Json::array();
      for (const std::optional<double>& value : part.values) values.push_back(orNull(value));
      one["parts"][part.name.toStdString()] = std::move(values);
    }
    rows.push_back(std::move(one));
  }
  return {{"scenarios", std::move(scenarios)},
          {"rows", std::move(rows)},
          {"decision", decisionJson(comparison.decision)}};
}

ReportAddition comparisonSection(const Comparison& comparison) {
  ReportAddition added;
  added.place = ReportAddition::Place::Options;
  added.heading = ComparisonWords::tr("The options compared");
  const int baseline = comparison.baseline();
  added.paragraph = ComparisonWords::tr("%n scenario(s) of this plan, each with what is recommended for it.",
                                        nullptr, static_cast<int>(comparison.columns.size())) +
                    u' ' +
                    (baseline < 0 ? ComparisonWords::tr("The baseline is not among them.")
                                  : ComparisonWords::tr("Changes are to %1.")
                                        .arg(comparison.columns[static_cast<std::size_t>(baseline)].label()));
  if (!comparison.decision.sentence.isEmpty())
    added.paragraph = comparison.decision.told().join(u' ') + u' ' + added.paragraph;
  for (const ComparedColumn& column : comparison.columns)
    if (column.stale)
      added.paragraph +=
          u' ' +
          ComparisonWords::tr("The result of %1 is stale: its inputs changed since.").arg(column.letter);
  for (const ComparedKind* kind : comparedKinds()) {
    const std::string id(kind->kind());
    const bool shown =
        std::any_of(comparison.rows.begin(), comparison.rows.end(),
                    [&](const ComparedRow& row) { return std::string_view(row.section->key) == id; });
    for (const ComparedColumn& column : comparison.columns)
      if (const auto known = column.others.find(id);
          shown && known != column.others.end() && known->second.stale)
        added.paragraph += u' ' + kind->staleText(column.letter);
  }
  const Figure figure = comparisonFigure(comparison);
  if (!figure.size.isEmpty()) {
    added.drawingWords =
        ComparisonWords::tr("Where time, memory and money of each option go, on one axis each.");
    added.drawing = svgOf(figure);
    added.draw = figure.draw;
  }
  added.tableWords = ComparisonWords::tr("The options side by side.");
  // What is drawn, and inputs that are the same, which the question tells, are not said once more.
  const WordTable table = comparisonTable(comparison, [](const ComparedRow& row) {
    return row.section == &ComparedRow::Section::Inputs ? row.differs() : !row.section->isDrawn;
  });
  for (qsizetype i = 0; i < table.heads.size(); ++i)
    added.columns.push_back({table.heads[i], i == 0 ? 1.2 : 1.6});
  added.rows = table.rows;
  return added;
}

}  // namespace astrolabe::ui
