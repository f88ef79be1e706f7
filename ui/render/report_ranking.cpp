#include "ui/render/report_ranking.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>

#include "ui/render/answer_text.h"
#include "ui/render/distinct_degrees.h"
#include "ui/render/kind_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/report_lead.h"
#include "ui/render/report_opening.h"
#include "ui/render/report_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct RankingSaid {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// Plans of other kinds in the order of the ranking, each behind so many strategies; of a kind with none
/// among the first `strategies` its first one stands behind these.
struct PlacedOther {
  std::size_t behind = 0;
  planning::OptionPtr option;
};

std::vector<PlacedOther> placedOthers(const ReportContent& c, std::size_t strategies) {
  const strategy::Objective objective = c.snapshot.objective;
  std::vector<planning::OptionPtr> others = othersOf(c.options);
  std::stable_sort(others.begin(), others.end(),
                   [&](const auto& a, const auto& b) { return planning::ranks_before(*a, *b, objective); });
  std::vector<PlacedOther> placed;
  for (const planning::OptionPtr& option : others) {
    const int place =
        planning::places_of({option}, c.snapshot.best, objective, std::numeric_limits<int>::max()).front();
    const auto behind = static_cast<std::size_t>(place - 1);
    const bool isTold = std::any_of(placed.begin(), placed.end(), [&](const PlacedOther& one) {
      return planning::kind_of(*one.option) == planning::kind_of(*option);
    });
    if (behind < strategies || !isTold) placed.push_back({std::min(behind, strategies), option});
  }
  return placed;
}

}  // namespace

void drawRanking(ReportWriter& page, const ReportContent& c) {
  const double best = c.lead.evaluation.tokens_per_second;
  const std::size_t shown =
      std::min(c.snapshot.best.size(), static_cast<std::size_t>(c.options.runnersUp) + 1);
  std::vector<const strategy::Strategy*> listed;
  for (std::size_t i = 0; i < shown; ++i) listed.push_back(&c.snapshot.best[i].strategy);
  const QStringList names = distinctDegrees(listed, c.problem);
  std::vector<QStringList> rows;
  const auto add = [&](const QString& place, const QString& name, const cost::Evaluation& row) {
    rows.push_back(
        {place, name, reportGpus(c.problem, row), wholeText(row.tokens_per_second),
         moneyText(row.money.usd_per_trillion_tokens), percentText(row.bubble_share()),
         row.memory.empty() ? unknownText() : percentText(row.memory_share(), 0),
         rows.empty() || best <= 0 ? unknownText() : signedPercentText(row.tokens_per_second / best - 1)});
  };
  const std::vector<PlacedOther> others = placedOthers(c, shown);
  auto other = others.begin();
  for (std::size_t i = 0; i <= shown; ++i) {
    for (; other != others.end() && other->behind == i; ++other)
      add(unknownText(), layoutLine(other->option->layout), other->option->evaluation);
    if (i < shown) add(placeText(c.snapshot, i), names[static_cast<qsizetype>(i)], c.snapshot.best[i]);
  }
  QString caption = RankingSaid::tr(
      "Best strategies found. Memory is in % of the limit, which is the capacity less the headroom.");
  if (const QString unproven = unprovenPlacesText(c.snapshot);
      !unproven.isEmpty() && shown > static_cast<std::size_t>(*c.snapshot.places_proven))
    caption += QChar::Space + unproven + u'.';
  const auto listedEnd = c.snapshot.best.begin() + static_cast<std::ptrdiff_t>(shown);
  if (const QString counted = countedStepsText({c.snapshot.best.begin(), listedEnd}); !counted.isEmpty())
    caption += QChar::Space + counted;
  if (!others.empty())
    caption += QChar::Space + RankingSaid::tr("Rows without a number are plans of other kinds.");
  page.table(
      caption,
      {{u"#"_s, 0.6},
       {RankingSaid::tr("Strategy"), 2.6},
       {RankingSaid::tr("GPUs"), 1.75},
       {RankingSaid::tr("Tokens/s"), 1, true},
       {RankingSaid::tr("%1/1T tok", "sign of a currency").arg(currencySign()), 1, true},
       {RankingSaid::tr("Bubble"), 0.85, true},
       {RankingSaid::tr("Memory"), 0.95, true},
       {bestIsFastest(c.snapshot) ? RankingSaid::tr("Δ best") : RankingSaid::tr("Δ speed"), 0.9, true}},
      rows, 0);
}

}  // namespace astrolabe::ui
