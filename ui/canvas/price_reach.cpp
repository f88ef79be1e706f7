#include "ui/canvas/price_reach.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/hardware/pool_price.h"

namespace astrolabe::ui {
namespace {

struct ReachText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::PriceReach)
};

constexpr int kMostNamed = 6;

template <class Price>
double amountOf(const Price& price) {
  return price ? price->usd_per_gpu : -1.0;
}

bool differs(const hardware::PoolSpec& pool, hardware::Commitment commitment,
             const hardware::Catalogue& before, const hardware::Catalogue& after) {
  const auto rent = [&](const hardware::Catalogue& in) { return amountOf(pool_rent(pool, in, commitment)); };
  const auto sale = [&](const hardware::Catalogue& in) { return amountOf(pool_purchase(pool, in)); };
  return rent(before) != rent(after) || sale(before) != sale(after);
}

/// The first few, and how many more there are.
QString namesOf(const QStringList& all) {
  const int more = int(all.size()) - kMostNamed;
  const QString first = all.mid(0, kMostNamed).join(ReachText::tr(", ", "between names"));
  return more <= 0 ? first : ReachText::tr("%1 and %n more", "names", more).arg(first);
}

}  // namespace

QString nodesReached(const hardware::Catalogue& before, const hardware::Catalogue& after) {
  QStringList names;
  for (const hardware::NodeType& node : after.nodes()) {
    if (node.source.own) continue;  // it has a price of its own
    hardware::PoolSpec pool;
    pool.node = node.id;
    if (differs(pool, hardware::Commitment::on_demand, before, after))
      names << QString::fromStdString(node.name);
  }
  if (names.isEmpty()) return {};
  return ReachText::tr(
             "A price of a GPU alone holds for every node with it: %n node types get another price (%1).",
             nullptr, int(names.size()))
      .arg(namesOf(names));
}

QString poolsReached(const plan::Plan& plan, const hardware::Catalogue& before,
                     const hardware::Catalogue& after) {
  QStringList pools;
  int nodes = 0;
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    if (!differs(pool, plan.job.cost.commitment, before, after)) continue;
    nodes += pool.nodes;
    pools << ReachText::tr("%n of %1", "nodes, pool", pool.nodes).arg(QString::fromStdString(pool.id));
  }
  if (pools.isEmpty()) return {};
  return ReachText::tr("%n nodes of this plan get another price: %1.", nullptr, nodes).arg(namesOf(pools));
}

}  // namespace astrolabe::ui
