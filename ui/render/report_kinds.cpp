#include "ui/render/report_kinds.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/render/report_sections.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct KindReportText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// The table: a kind of plan with a report is a row.
const std::vector<const KindReport*>& reportsOfKinds() {
  static const std::vector<const KindReport*> rows{&deploymentReport(), &placementReport(),
                                                   &postTrainingReport()};
  return rows;
}

ReportCover coverOf(const KindReport* report, const FoundContent& c) {
  const ReportSettings& settings = c.options.settings;
  ReportCover cover;
  cover.logo = settings.logo;
  cover.lines << (report == nullptr ? text(c.plan.model_name)
                                    : KindReportText::tr("%1: %2", "model, deployment")
                                          .arg(text(c.plan.model_name), report->line(c)));
  if (!settings.author.isEmpty()) cover.lines << KindReportText::tr("Prepared by %1").arg(settings.author);
  cover.lines << QLocale().toString(c.options.created.date(), QLocale::LongFormat);
  for (QString& line : cover.lines) line = line.simplified();  // names are data
  return cover;
}

void remarks(ReportWriter& page, const FoundContent& c) {
  const ReportSettings& settings = c.options.settings;
  if (!settings.author.isEmpty() && !settings.has(ReportPart::cover))
    page.paragraph(KindReportText::tr("Prepared by %1.").arg(settings.author));
  if (!settings.note.isEmpty()) page.note(settings.note, page.theme().borderStrong);
  if (c.found.stopped_early)
    page.note(KindReportText::tr("Stopped early: a better one may exist."), page.theme().warn);
}

}  // namespace

const KindReport* kindReport(std::string_view kind) {
  for (const KindReport* report : reportsOfKinds())
    if (report->kind() == kind) return report;
  return nullptr;
}

void drawSections(ReportWriter& page, const FoundContent& content) {
  const KindReport* report = kindReport(planning::kind_of(content.winner));
  const ReportSettings& settings = content.options.settings;
  page.setGpuOrder(content.options.gpuOrder);
  if (!settings.logo.isEmpty() && !settings.has(ReportPart::cover)) page.logo(settings.logo);
  if (!settings.has(ReportPart::summary)) remarks(page, content);
  for (const ReportPart wanted : settings.parts) {
    if (wanted == ReportPart::cover) {
      page.cover(coverOf(report, content));
      continue;
    }
    if (report != nullptr) report->draw(wanted, page, content);
    if (wanted == ReportPart::summary) remarks(page, content);
    const bool options = wanted == ReportPart::options, appendix = wanted == ReportPart::appendix;
    if (!options && !appendix) continue;
    for (const ReportAddition& added : content.options.additions)
      if ((added.place == ReportAddition::Place::Options) == options) drawAddition(page, added);
  }
}

}  // namespace astrolabe::ui
