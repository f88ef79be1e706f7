// The all-to-all of experts in the report of a deployment.
#include <QCoreApplication>
#include <algorithm>

#include "core/planning/deployments.h"
#include "ui/render/exchange_words.h"
#include "ui/render/numbers.h"
#include "ui/render/report_serving.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

struct ExchangeReport {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

constexpr std::size_t kMostRanksTold = 16;

}  // namespace

void drawServingExchange(ReportWriter& page, const FoundContent& c) {
  const auto* found = dynamic_cast<const planning::FoundDeployments*>(&c.found);
  const auto* layout = planning::as<planning::DeploymentLayout>(c.winner.layout);
  if (found == nullptr || layout == nullptr) return;
  for (const deploy::Group& group : layout->fleet().groups) {
    const auto pool = static_cast<std::size_t>(group.pool);
    const auto exchange = pool < found->pools.size() ? exchangeOf(found->pools[pool], group) : std::nullopt;
    if (!exchange) continue;
    page.heading(
        ExchangeReport::tr("All-to-all of the experts on %1").arg(text(c.problem.cluster.pools[pool].id)));
    page.paragraph(exchangeWords(*exchange));
    std::vector<QStringList> rows;
    const auto& placement = exchange->placement;
    for (std::size_t rank = 0; rank < std::min(placement.load.size(), kMostRanksTold); ++rank)
      rows.push_back({wholeText(static_cast<double>(rank)), significantText(placement.load[rank]),
                      expertsOf(placement, rank)});
    if (rows.empty()) continue;
    page.table(placement.load.size() > kMostRanksTold
                   ? ExchangeReport::tr("Experts of the first ranks, and their load over the mean.")
                   : ExchangeReport::tr("Experts of each rank, and their load over the mean."),
               {{ExchangeReport::tr("Rank"), 0.5, true},
                {ExchangeReport::tr("Load"), 0.7, true},
                {ExchangeReport::tr("Experts"), 3.8}},
               rows);
  }
}

}  // namespace astrolabe::ui
