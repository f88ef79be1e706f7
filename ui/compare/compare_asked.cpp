// Asking a cell of the comparison how its figure is worked out.

#include <cmath>

#include "core/hardware/catalogue.h"
#include "core/plan/scenarios.h"
#include "ui/canvas/totals.h"
#include "ui/canvas/worked_totals.h"
#include "ui/compare/compare_window.h"
#include "ui/render/kind_words.h"

namespace astrolabe::ui {

namespace {

/// The figure of a row, by its name in files; none for what is no figure of what is recommended.
std::optional<KeyFigure> figureOf(const char* field) {
  static const std::pair<const char*, KeyFigure> figures[] = {
      {"tokens_per_second", KeyFigure::Speed},
      {"usd_per_trillion_tokens", KeyFigure::TokensMoney},
      {"outcome_hours", KeyFigure::HoursWithFailures},
      {"outcome_usd", KeyFigure::MoneyWithFailures},
      {"hours_for_job", KeyFigure::JobHours},
      {"gpus", KeyFigure::Gpus},
      {"mfu_and_peak_memory", KeyFigure::Mfu},
      {"usd_per_hour", KeyFigure::HourMoney},
      {"usd_for_job", KeyFigure::JobMoney},
      {"power_kw", KeyFigure::Power},
      {"step_seconds", KeyFigure::Step},
      {"runs_on", KeyFigure::RunsOn},
      {"evidence", KeyFigure::Step}};
  for (const auto& [name, figure] : figures)
    if (QLatin1StringView(name) == QLatin1StringView(field)) return figure;
  return std::nullopt;
}

bool isPurchase(const ComparedRow& row) {
  return QLatin1StringView(row.field) == QLatin1StringView("purchase_usd");
}

}  // namespace

bool CompareWindow::canAsk(const ComparedRow& row, std::size_t column) const {
  if (isPurchase(row)) {
    // The sum that is worked out is of all that stands there; an answer may pay for fewer.
    constexpr double kRounding = 1e-9;
    const auto all =
        totalsOf(plan::plan_of(m_document.plan(), m_comparison.columns[column].id), m_document.catalogue())
            .purchaseUsd;
    const std::optional<double>& shown = row.cells[column].value;
    return shown && all && std::fabs(*shown - *all) <= kRounding * *all;
  }
  const ScenarioAnswer* answer = m_answers.of(m_comparison.columns[column].id);
  return figureOf(row.field) && answer != nullptr && answer->snapshot && answer->snapshot->problem &&
         (!answer->snapshot->best.empty() || m_comparison.columns[column].beside);
}

void CompareWindow::ask(const ComparedRow& row, std::size_t column, const QRect& at) {
  if (!canAsk(row, column)) return;
  const ComparedColumn& of = m_comparison.columns[column];
  if (isPurchase(row)) {
    WorkedFigure figure =
        workOut(ClusterTotal::Purchase, plan::plan_of(m_document.plan(), of.id), m_document.catalogue());
    figure.subject = of.label();
    figure.pools.clear();
    emit figureAsked(figure, at);
    return;
  }
  const ScenarioAnswer& answer = *m_answers.of(of.id);
  WorkedFigure figure = workOut(
      *figureOf(row.field), of.beside ? of.beside->evaluation : answer.snapshot->best.front(),
      *answer.snapshot, answer.asked, plan::catalogue_of(answer.asked, hardware::Catalogue::built_in()), {},
      of.beside ? kindWords(*of.beside) : pipelineWords());
  figure.subject = of.label() + QStringLiteral(" · ") + figure.subject;
  if (of.stale) figure.stale = tr("Stale: the scenario has changed since this was computed.");
  if (!of.shown) figure.pools.clear();  // its canvas is not the one that is shown
  figure.inBreakdown = figure.inBreakdown && of.shown;
  emit figureAsked(figure, at);
}

}  // namespace astrolabe::ui
