// What speaks for the answer, and what would change it.

#include <QCoreApplication>

#include "ui/render/chosen_because.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/report_lead.h"
#include "ui/render/report_settings.h"
#include "ui/render/report_words.h"
#include "ui/render/sensitivity_words.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct ReportWhyText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

}  // namespace

void drawWhy(ReportWriter& page, const ReportContent& c) {
  const std::vector<Reason> reasons = chosenBecause(c.snapshot);
  if (reasons.empty()) return;
  page.heading(reportPartName(ReportPart::why));
  if (leadsBesideStrategies(c)) {
    page.paragraph(layoutLine(c.lead.layout) + u':');
    for (const Reason& reason : leadsBecause(c.snapshot, c.lead, othersOf(c.options), c.options.proof))
      page.paragraph(plainReason(reason));
    page.heading(ReportWhyText::tr("Why #1 is the best of the strategies"));
  }
  for (const Reason& reason : reasons) page.paragraph(plainReason(reason));
}

void drawSensitivity(ReportWriter& page, const ReportContent& c) {
  if (!c.options.sensitivity || c.options.sensitivity->swings.empty()) return;
  const plan::Sensitivity& found = *c.options.sensitivity;
  page.heading(reportPartName(ReportPart::sensitivity));
  if (leadsBesideStrategies(c)) page.paragraph(ofStrategiesText());
  for (const QString& sentence : sensitivitySentences(found, c.problem)) page.paragraph(sentence);
  const bool speed = found.metric == plan::Metric::tokens_per_second;
  std::vector<TableColumn> columns{{ReportWhyText::tr("Value"), 2}};
  for (const QString& heading : sensitivityColumns()) columns.push_back({heading, 1.1, true});
  std::vector<QStringList> rows;
  const auto moves = [&](const plan::Swing& swing) {
    return swing.low != found.base || swing.high != found.base || swing.below || swing.above;
  };
  for (const plan::Swing& swing : found.swings)
    if (moves(swing))
      rows.push_back(QStringList{leverName(swing.lever, c.problem)} + sensitivityCells(found, swing));
  if (rows.empty()) return;
  page.table(
      (speed ? ReportWhyText::tr("Each value is changed by %1 on its own, the largest effect first; values "
                                 "without effect are left out. #1 has %2 tokens/s now. A break-even value "
                                 "names the rank of the strategy that is better beyond it.")
             : ReportWhyText::tr("Each value is changed by %1 on its own, the largest effect first; values "
                                 "without effect are left out. With #1, 10¹² tokens cost %2 now. A "
                                 "break-even value names the rank of the strategy that is better beyond it."))
          .arg(u"±"_s + percentText(found.change, 0), metricText(found.metric, found.base)),
      columns, rows);
}

}  // namespace astrolabe::ui
