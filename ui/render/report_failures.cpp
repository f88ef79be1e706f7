#include "ui/render/report_failures.h"

#include <QCoreApplication>
#include <vector>

#include "core/base/units.h"
#include "core/cost/energy.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/spares_words.h"

namespace astrolabe::ui {
namespace {

struct FailureWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

void sparesTable(ReportWriter& page, const ReportContent& c) {
  const cost::Evaluation& best = c.lead.evaluation;
  const std::vector<cost::SpareNodes> table = cost::spare_table(c.problem, best);
  if (table.empty()) return;
  page.paragraph(sparesText(c.problem, best));
  page.table(FailureWords::tr("How much goodput spare nodes hold, each placed where it holds the most."),
             {{FailureWords::tr("Spare nodes"), 1, true},
              {FailureWords::tr("Where"), 2},
              {FailureWords::tr("Hours that wait for a repair"), 1.6, true},
              {FailureWords::tr("Goodput"), 1, true}},
             sparesRows(c.problem, table));
}

}  // namespace

void drawFailures(ReportWriter& page, const ReportContent& c) {
  const cost::Goodput& g = c.lead.evaluation.goodput;
  const cost::Outcome& outcome = c.lead.evaluation.outcome;
  if (outcome.hours <= 0.0) return;
  const bool ends = !isEndless(outcome);
  page.heading(FailureWords::tr("The job with failures"));
  std::vector<QStringList> rows{
      {FailureWords::tr("Goodput"), progressText(g.share)},
      {FailureWords::tr("The job takes"), jobHoursText(outcome)},
      {FailureWords::tr("The job costs"),
       outcome.usd && ends ? moneyText(outcome.usd->value) : unknownText()},
      {c.lead.evaluation.money.power_estimated ? FailureWords::tr("Energy at the wall, an estimate")
                                               : FailureWords::tr("Energy at the wall"),
       ends ? energyText(outcome.energy_kwh) : unknownText()}};
  if (outcome.carbon_kg && ends) rows.push_back({FailureWords::tr("Carbon"), carbonText(*outcome.carbon_kg)});
  if (const auto energy = cost::energy_kwh_per_trillion_tokens(c.lead.evaluation))
    rows.push_back({FailureWords::tr("Energy of 10¹² tokens, without failures"), energyText(*energy)});
  if (const auto carbon = cost::carbon_kg_per_trillion_tokens(c.lead.evaluation))
    rows.push_back({FailureWords::tr("Carbon of 10¹² tokens, without failures"), carbonText(*carbon)});
  if (g.interruptions_for_job > 0.0)
    rows.push_back(
        {FailureWords::tr("Interruptions of spot in the job"), significantText(g.interruptions_for_job)});
  rows.insert(
      rows.end(),
      {{FailureWords::tr("One GPU fails every"),
        g.failures_per_gpu_hour > 0 ? hoursText(1.0 / g.failures_per_gpu_hour) : unknownText()},
       {FailureWords::tr("Failures in the job"), significantText(g.failures_for_job)},
       {FailureWords::tr("Writing a checkpoint"), durationText(g.checkpoint_seconds)},
       {FailureWords::tr("Checkpoint interval"), hoursText(g.checkpoint_interval_seconds / kSecondsPerHour)},
       {FailureWords::tr("Restart time"), durationText(g.restart_seconds)}});
  if (g.repair_hours) {
    rows.push_back({FailureWords::tr("Mean time to repair"), hoursText(*g.repair_hours)});
    rows.push_back({FailureWords::tr("Spare nodes"), spareNodesText(c.problem, c.lead.evaluation)});
    rows.push_back({FailureWords::tr("Hours that wait for a repair"), percentText(1.0 - g.available, 2)});
  }
  page.table(FailureWords::tr(
                 "Goodput: the share of the hours that makes progress. Hours and money without failures are "
                 "those above."),
             {{FailureWords::tr("Value"), 3}, {FailureWords::tr("Setting"), 1.4, true}}, rows);
  sparesTable(page, c);
}

}  // namespace astrolabe::ui
