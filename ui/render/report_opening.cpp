// How a report begins: its cover, the answer in a few figures, and what a person says of it.

#include "ui/render/report_opening.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/render/answer_text.h"
#include "ui/render/evidence_words.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/report_lead.h"
#include "ui/render/report_words.h"
#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct OpeningText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// "32 H100 + 32 A100": a count stands on the line of its type, wherever the line ends.
QString keptTogether(QString gpus) { return gpus.replace(u' ', QChar::Nbsp).replace(u"+\u00A0"_s, u"+ "_s); }

}  // namespace

bool bestIsFastest(const plan::Snapshot& snapshot) {
  return snapshot.objective == strategy::Objective::throughput ||
         snapshot.objective == strategy::Objective::pareto;
}

namespace {

/// What the job takes with failures, and its band.
QString outcomeHours(const cost::Evaluation& best) {
  if (isEndless(best.outcome)) return jobHoursText(best.outcome);
  return hoursBandText(best.outcome.hours, best.outcome.hours_low, best.outcome.hours_high);
}

/// What is known of others of its kind: its search may have been stopped early, or have no bound of them.
QString endOfBeside(const planning::Proof& proof) {
  if (isBestAsShown(proof)) return OpeningText::tr("It is proven the best of its kind.");
  return proof.gap > 0.0 && proof.gap < 1.0
             ? OpeningText::tr("It is at most %1 below the bound of its kind.").arg(percentText(proof.gap))
             : OpeningText::tr("One of its kind may be better: no bound is known of these.");
}

}  // namespace

void drawOpening(ReportWriter& page, const ReportContent& c) {
  const cost::Evaluation& best = c.lead.evaluation;
  page.heading(OpeningText::tr("%1 trains at %2 tokens/s on %3")
                   .arg(text(c.problem.graph->name), wholeText(best.tokens_per_second),
                        keptTogether(reportGpus(c.problem, best))),
               true);
  page.lead(OpeningText::tr("One step takes %1 (80 % band %2 to %3), and %4 tokens take %5. %6.")
                .arg(durationText(best.step.value), durationText(best.step_low.value),
                     durationText(best.step_high.value), significantText(c.problem.job.tokens),
                     outcomeHours(best), leadEndText(c)));
  page.keyFigures({{{bestIsFastest(c.snapshot) ? OpeningText::tr("Best speed") : OpeningText::tr("Speed"),
                     wholeText(best.tokens_per_second), OpeningText::tr("tokens/s")},
                    {OpeningText::tr("The job takes"), jobHoursText(best.outcome),
                     OpeningText::tr("%1 without failures").arg(hoursText(best.hours_for_job))},
                    {moneyPerTokens(), moneyText(best.money.usd_per_trillion_tokens),
                     best.money.usd_per_hour
                         ? OpeningText::tr("%1 an hour").arg(moneyText(best.money.usd_per_hour->value))
                         : OpeningText::tr("a price is not known")},
                    {OpeningText::tr("Model FLOPs utilisation"), percentText(best.mfu),
                     OpeningText::tr("of the GPUs used")}}});
  if (const QString placed = placedStepText(best); !placed.isEmpty()) page.paragraph(placed);
  if (const QString lead = leadText(c); !lead.isEmpty()) page.paragraph(lead);
  for (const planning::OptionPtr& option : c.options.beside)
    if (const QString told = kindWords(*option).reportText(*option, best); !told.isEmpty())
      page.paragraph(told + u' ' + endOfBeside(option->proof));
}

ReportCover reportCover(const ReportContent& c) {
  const ReportSettings& settings = c.options.settings;
  ReportCover cover;
  cover.logo = settings.logo;
  cover.lines << OpeningText::tr("%1 on %2", "model, GPUs")
                     .arg(text(c.problem.graph->name),
                          keptTogether(reportGpus(c.problem, c.lead.evaluation)));
  if (!settings.author.isEmpty()) cover.lines << OpeningText::tr("Prepared by %1").arg(settings.author);
  cover.lines << QLocale().toString(c.options.created.date(), QLocale::LongFormat);
  for (QString& line : cover.lines) line = line.simplified();  // names are data
  return cover;
}

void drawRemarks(ReportWriter& page, const ReportContent& c) {
  const ReportSettings& settings = c.options.settings;
  if (!settings.author.isEmpty() && !settings.has(ReportPart::cover))
    page.paragraph(OpeningText::tr("Prepared by %1.").arg(settings.author));
  if (!settings.note.isEmpty()) page.note(settings.note, page.theme().borderStrong);
  if (const QString names = unmeasuredNames(c.problem, c.lead.evaluation.strategy); !names.isEmpty())
    page.note(
        OpeningText::tr("Not measured: no run of this software was published on %1. What its predictions "
                        "rest on stands in brackets, and their band is wider.")
            .arg(names),
        page.theme().warn);
  if (const QString proof = proofEvidenceText(c.snapshot); !proof.isEmpty())
    page.note(proof, page.theme().warn);
  if (c.snapshot.stopped_early)
    page.note(OpeningText::tr("Stopped early: %1. A better strategy may exist.").arg(endText(c.snapshot)),
              page.theme().warn);
}

}  // namespace astrolabe::ui
