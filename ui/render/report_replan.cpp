#include "ui/render/report_replan.h"

#include <QCoreApplication>

#include "core/planning/running.h"
#include "core/planning/whole_answer.h"
#include "ui/render/messages.h"
#include "ui/render/replan_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

struct ReplanReportWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

}  // namespace

void drawReplan(ReportWriter& page, const ReportContent& c) {
  if (c.problem.job.running.empty()) return;
  page.heading(ReplanReportWords::tr("The layout that runs"));
  const auto running = planning::running_layout(c.problem);
  if (!running) return page.paragraph(messageFor(running.error()).plain());
  const auto answer = planning::replan(c.problem, *running, planning::fresh_of(c.snapshot, c.options.beside));
  if (!answer) return page.paragraph(messageFor(answer.error()).plain());
  page.paragraph(ReplanReportWords::tr("Runs: %1.").arg(runningText(*running)));
  for (const QString& sentence : replanSentences(*answer)) page.paragraph(sentence);
  std::vector<TableColumn> columns;
  for (const QString& title : replanColumns())
    columns.push_back({title, columns.empty() ? 2.4 : 1.0, !columns.empty()});
  page.table(
      ReplanReportWords::tr("Ways to go on: step, what it loses against nothing slow, bound, what moves."),
      columns, replanRows(*answer));
}

}  // namespace astrolabe::ui
