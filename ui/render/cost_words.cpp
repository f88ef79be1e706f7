#include "ui/render/cost_words.h"

#include <QCoreApplication>

#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

struct CostWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::CostWords)
};

}  // namespace

QString basisText(hardware::CostBasis basis) {
  switch (basis) {
    case hardware::CostBasis::rent:
      return CostWords::tr("rent", "cost basis");
    case hardware::CostBasis::buy:
      return CostWords::tr("buy", "cost basis");
    case hardware::CostBasis::own:
      break;
  }
  return CostWords::tr("already owned", "cost basis");
}

QString commitmentText(hardware::Commitment commitment) {
  switch (commitment) {
    case hardware::Commitment::on_demand:
      return CostWords::tr("on demand");
    case hardware::Commitment::reserved_1y:
      return CostWords::tr("reserved for 1 year");
    case hardware::Commitment::reserved_3y:
      return CostWords::tr("reserved for 3 years");
    case hardware::Commitment::spot:
      break;
  }
  return CostWords::tr("spot");
}

QString termText(hardware::Term term) {
  switch (term) {
    case hardware::Term::purchase:
      return CostWords::tr("to buy");
    case hardware::Term::on_demand:
      return commitmentText(hardware::Commitment::on_demand);
    case hardware::Term::reserved_1y:
      return commitmentText(hardware::Commitment::reserved_1y);
    case hardware::Term::reserved_3y:
      return commitmentText(hardware::Commitment::reserved_3y);
    case hardware::Term::spot:
      break;
  }
  return commitmentText(hardware::Commitment::spot);
}

QStringList unpricedTexts(const strategy::Problem& problem) {
  const strategy::Cost& cost = problem.job.cost;
  QStringList told;
  if (cost.basis == hardware::CostBasis::rent) return told;
  QStringList without;
  for (const hardware::Pool& pool : problem.cluster.pools)
    if (!pool.network_per_gpu) without << text(pool.id);
  const bool buys = cost.basis == hardware::CostBasis::buy;
  if (buys && without.size() == static_cast<qsizetype>(problem.cluster.pools.size()))
    told << CostWords::tr("Networks between nodes have no price: no total includes them.");
  else if (buys && !without.isEmpty())
    told << CostWords::tr("The network between nodes has no price for %1: no total includes it.")
                .arg(without.join(CostWords::tr(", ", "between names of pools")));
  if (!cost.hosting_usd_per_kw_month) told << CostWords::tr("Hosting has no price: no total includes it.");
  return told;
}

}  // namespace astrolabe::ui
