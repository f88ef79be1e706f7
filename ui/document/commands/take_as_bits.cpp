#include "ui/document/commands/take_as_bits.h"

#include <algorithm>

#include "ui/render/numbers.h"

namespace astrolabe::ui {
namespace {

using Place = DoubtfulBandwidth::Place;

std::optional<double> hardware::PoolSpec::*fieldOf(Place place) {
  return place == Place::Inside ? &hardware::PoolSpec::intra_node_gb_per_s
                                : &hardware::PoolSpec::inter_node_gb_per_s;
}

}  // namespace

std::vector<DoubtfulBandwidth> doubtfulBandwidths(const plan::Plan& plan, const hardware::Cluster& cluster) {
  std::vector<DoubtfulBandwidth> doubts;
  if (cluster.warnings.empty()) return doubts;
  const auto warned = [&](const std::string& what) {
    return std::any_of(cluster.warnings.begin(), cluster.warnings.end(),
                       [&](const hardware::Assumption& warning) { return warning.what == what; });
  };
  for (const hardware::PoolSpec& pool : plan.cluster.pools)
    for (const auto& [place, key] :
         {std::pair(Place::Inside, "intra_node_gb_per_s"), std::pair(Place::Network, "inter_node_gb_per_s")})
      if (const std::optional<double> given = pool.*fieldOf(place);
          given && warned("pools[" + pool.id + "]." + key))
        doubts.push_back({place, pool.id, {}, *given});
  for (const hardware::BetweenPools& link : plan.cluster.between_pools)
    if (warned("between_pools[" + link.a + ", " + link.b + "].gb_per_s"))
      doubts.push_back({Place::Between, link.a, link.b, link.gb_per_s});
  return doubts;
}

TakeAsBits::TakeAsBits(PlanDocument& document, const DoubtfulBandwidth& doubt)
    : PlanCommand(document,
                  CommandText::tr("Read the bandwidth of %1 as bits").arg(QString::fromStdString(doubt.a))),
      m_pools(document.plan().cluster.pools),
      m_links(document.plan().cluster.between_pools) {
  if (doubt.place == Place::Between) {
    for (hardware::BetweenPools& link : m_links)
      if (link.gb_per_s == doubt.gbPerSecond) link.gb_per_s /= kBitsPerByte;
    return;
  }
  for (hardware::PoolSpec& pool : m_pools)
    if (std::optional<double>& given = pool.*fieldOf(doubt.place); given == doubt.gbPerSecond)
      *given /= kBitsPerByte;
}

}  // namespace astrolabe::ui
