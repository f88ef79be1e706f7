// How far a serving answer holds: for the reports of deployments and of layers over machines.
#include <QCoreApplication>

#include "core/planning/deployments.h"
#include "ui/render/report_serving.h"
#include "ui/render/serving_move_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct ReportMoves {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

}  // namespace

void drawServingSensitivity(ReportWriter& page, const FoundContent& c) {
  if (!c.options.served || c.options.served->swings.empty()) return;
  const planning::Question& question = *c.found.question;
  const auto job = planning::serve_job_of(question);
  if (!job) return;
  page.heading(reportPartName(ReportPart::sensitivity));
  const ToldMoves told = toldMoves(*c.options.served, question, job->traffic.kind);
  for (const QString& sentence : movedSentences(told)) page.paragraph(sentence);
  std::vector<QStringList> rows;
  for (const ToldSwing& swing : told.swings)
    rows.push_back(
        {swing.name, swing.now, figureAtText(swing.low), figureAtText(swing.high), holdsText(swing)});
  page.table(ReportMoves::tr("The best with one value lower or higher, planned anew each time: %1. A dash: "
                             "nothing serves there.",
                             "figure")
                 .arg(told.metric),
             {{ReportMoves::tr("Value"), 1.6},
              {ReportMoves::tr("Now"), 1, true},
              {ReportMoves::tr("Lower"), 1.7, true},
              {ReportMoves::tr("Higher"), 1.7, true},
              {ReportMoves::tr("First holds"), 1.6, true}},
             rows);
}

}  // namespace astrolabe::ui
