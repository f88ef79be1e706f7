// Deployments of scenarios side by side.

#include <QCoreApplication>
#include <cmath>
#include <string_view>

#include "ui/compare/compared_kinds.h"
#include "ui/render/deployment_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

using Good = ComparedRow::Good;

struct ServingRows {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

const ComparedSection kServing{"serving", [] { return ServingRows::tr("Serving"); }};

const deploy::Fleet* fleetIn(const KindColumn& column) { return fleetOf(column.found->option); }

/// Whether more of a figure is better.
Good goodOf(std::string_view field) {
  for (const char* more : {"tokens_per_second_per_user", "output_tokens_per_second_per_gpu",
                           "requests_per_second", "capacity_requests_per_second"})
    if (field == more) return Good::More;
  for (const char* less :
       {"gpus", "nodes", "ttft_seconds", "tpot_seconds", "usd_per_million_tokens", "usd_per_hour"})
    if (field == less) return Good::Less;
  return Good::Neither;
}

ComparedCell cellOf(const DeploymentColumn& figure, const KindColumn& column, const KindColumn& baseline) {
  const deploy::Fleet *fleet = fleetIn(column), *base = fleetIn(baseline);
  if (fleet == nullptr) {
    ComparedCell none;
    none.text = unknownText();
    return none;
  }
  const auto known = [&](const deploy::Fleet* of) -> std::optional<double> {
    const double number = of != nullptr ? figure.number(*of) : std::nan("");
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
  };
  const Good good = goodOf(figure.field);
  const bool compared = good != Good::Neither;
  ComparedCell cell = numberCell(known(fleet), compared ? known(base) : std::nullopt, good,
                                 [](double value) { return significantText(value); });
  cell.text = figure.text(*fleet);
  cell.stale = column.found->stale;
  return cell;
}

class ComparedDeployments final : public ComparedKind {
 public:
  std::string_view kind() const override { return planning::kDeployment; }
  bool holds(const KindColumn& column) const override { return fleetIn(column) != nullptr; }
  std::vector<ComparedRow> rows(const std::vector<KindColumn>& columns, const KindColumn& baseline,
                                const Theme&) const override {
    std::vector<ComparedRow> all;
    ComparedRow& layout = all.emplace_back();
    layout.section = &kServing;
    layout.name = ServingRows::tr("Deployment");
    layout.field = "deployment";
    for (const KindColumn& column : columns) {
      ComparedCell cell;
      const deploy::Fleet* fleet = fleetIn(column);
      cell.text = fleet != nullptr ? fleetText(*fleet) : unknownText();
      cell.stale = column.found->stale;
      layout.cells.push_back(std::move(cell));
    }
    for (const DeploymentColumn& figure : deploymentColumns()) {
      ComparedRow& row = all.emplace_back();
      row.section = &kServing;
      row.name = figure.title;
      row.field = figure.field;
      row.good = goodOf(figure.field);
      row.large = std::string_view(figure.field) == "output_tokens_per_second_per_gpu";
      for (const KindColumn& column : columns) row.cells.push_back(cellOf(figure, column, baseline));
    }
    return all;
  }
  KindHint hint() const override {
    return {ServingRows::tr("Deployments: %1.", "what is missing"),
            ServingRows::tr(", ", "between letters of scenarios"),
            ServingRows::tr("not planned yet for %1", "letters"),
            ServingRows::tr("stale for %1", "letters"),
            ServingRows::tr("being planned for %1", "letters"),
            ServingRows::tr("&Plan them"),
            ServingRows::tr("Plan the deployments that are missing or stale"),
            ServingRows::tr("S&top"),
            ServingRows::tr("Stop the planning of deployments")};
  }
  QString staleText(const QString& letter) const override {
    return ServingRows::tr("The deployment of %1 is stale: its inputs changed since.").arg(letter);
  }
};

}  // namespace

const ComparedKind& comparedDeployments() {
  static const ComparedDeployments deployments;
  return deployments;
}

}  // namespace astrolabe::ui
