// Placements of post-training of scenarios side by side.

#include <QCoreApplication>
#include <cmath>
#include <string_view>

#include "ui/compare/compared_kinds.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_words.h"

namespace astrolabe::ui {

namespace {

using Good = ComparedRow::Good;

struct PlacementRows {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

const ComparedSection kPostTrainingSection{"post_training",
                                           [] { return PlacementRows::tr("Post-training"); }};

const post_training::Placement* placementIn(const KindColumn& column) {
  return placementOf(column.found->option);
}

Good goodOfColumn(const PostTrainingColumn& column) {
  return column.good > 0 ? Good::More : column.good < 0 ? Good::Less : Good::Neither;
}

ComparedCell cellOfPlacement(const PostTrainingColumn& figure, const KindColumn& column,
                             const KindColumn& baseline) {
  ComparedCell none;
  none.text = unknownText();
  if (placementIn(column) == nullptr) return none;
  const auto known = [&](const KindColumn& of) -> std::optional<double> {
    const double number = placementIn(of) != nullptr ? figure.number(*of.found->option) : std::nan("");
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
  };
  const Good good = goodOfColumn(figure);
  ComparedCell cell = numberCell(known(column), good != Good::Neither ? known(baseline) : std::nullopt, good,
                                 [](double value) { return significantText(value); });
  cell.text = figure.text(*column.found->option);
  cell.stale = column.found->stale;
  return cell;
}

/// A row of words.
ComparedRow wordsRow(const QString& name, const char* field, const std::vector<KindColumn>& columns,
                     const std::function<QString(const KindColumn&)>& text) {
  ComparedRow row;
  row.section = &kPostTrainingSection;
  row.name = name;
  row.field = field;
  for (const KindColumn& column : columns) {
    ComparedCell cell;
    cell.text = placementIn(column) != nullptr ? text(column) : unknownText();
    cell.stale = column.found->stale;
    row.cells.push_back(std::move(cell));
  }
  return row;
}

class ComparedPostTrainings final : public ComparedKind {
 public:
  std::string_view kind() const override { return planning::kPostTraining; }
  bool holds(const KindColumn& column) const override { return placementIn(column) != nullptr; }
  std::vector<ComparedRow> rows(const std::vector<KindColumn>& columns, const KindColumn& baseline,
                                const Theme&) const override {
    std::vector<ComparedRow> all;
    all.push_back(
        wordsRow(PlacementRows::tr("Placement"), "placement", columns, [](const KindColumn& column) {
          return placementText(*placementIn(column), column.problem != nullptr ? column.problem->pool_ids()
                                                                               : std::vector<std::string>());
        }));
    for (const PostTrainingColumn& figure : postTrainingColumns()) {
      if (figure.where_known && std::none_of(columns.begin(), columns.end(), [&](const KindColumn& column) {
            return placementIn(column) != nullptr && std::isfinite(figure.number(*column.found->option));
          }))
        continue;
      ComparedRow& row = all.emplace_back();
      row.section = &kPostTrainingSection;
      row.name = figure.title;
      row.field = figure.field;
      row.good = goodOfColumn(figure);
      row.large = std::string_view(figure.field) == "iteration_seconds";
      for (const KindColumn& column : columns) row.cells.push_back(cellOfPlacement(figure, column, baseline));
    }
    all.push_back(wordsRow(PlacementRows::tr("Layouts"), "layouts", columns, [](const KindColumn& column) {
      QStringList sets;
      for (const post_training::PlannedSet& set : placementIn(column)->sets)
        sets << layoutsText(*placementIn(column), set);
      return sets.join(QStringLiteral(" | "));
    }));
    return all;
  }
  KindHint hint() const override {
    return {PlacementRows::tr("Placements of roles: %1.", "what is missing"),
            PlacementRows::tr(", ", "between letters of scenarios"),
            PlacementRows::tr("not planned yet for %1", "letters"),
            PlacementRows::tr("stale for %1", "letters"),
            PlacementRows::tr("being planned for %1", "letters"),
            PlacementRows::tr("&Place them"),
            PlacementRows::tr("Plan the placements that are missing or stale"),
            PlacementRows::tr("S&top"),
            PlacementRows::tr("Stop the planning of placements")};
  }
  QString staleText(const QString& letter) const override {
    return PlacementRows::tr("The placement of %1 is stale: its inputs changed since.").arg(letter);
  }
};

}  // namespace

const ComparedKind& comparedPostTrainings() {
  static const ComparedPostTrainings placements;
  return placements;
}

}  // namespace astrolabe::ui
