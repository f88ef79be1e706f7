#include "ui/canvas/shown_links.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "ui/document/commands/pool_facts.h"

namespace astrolabe::ui {

namespace {

constexpr std::size_t kMostOfSelection = 1000;
}  // namespace

ShownLinks shownLinks(const hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue) {
  const std::vector<hardware::BetweenPools>& links = cluster.between_pools;
  ShownLinks shown;
  if (links.size() <= kMostShownLinks) {
    shown.places.resize(links.size());
    std::iota(shown.places.begin(), shown.places.end(), std::size_t{0});
    return shown;
  }
  const AssumedLinks assumed(cluster, catalogue);
  for (std::size_t i = 0; i < links.size() && shown.places.size() <= kMostShownLinks; ++i)
    if (links[i].latency_us || !assumed.isAssumed(links[i])) shown.places.push_back(i);
  if (shown.places.size() > kMostShownLinks) shown.places.clear();
  shown.bundled = links.size() - shown.places.size();
  return shown;
}

std::vector<std::size_t> linksAmong(const hardware::ClusterSpec& cluster,
                                    const std::vector<std::string>& pools) {
  const std::unordered_set<std::string> chosen(pools.begin(), pools.end());
  std::vector<std::size_t> places;
  if (chosen.empty()) return places;
  const std::vector<hardware::BetweenPools>& links = cluster.between_pools;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool a = chosen.contains(links[i].a), b = chosen.contains(links[i].b);
    if (chosen.size() == 1 ? a || b : a && b) places.push_back(i);
    if (places.size() > kMostOfSelection) return {};
  }
  return places;
}

}  // namespace astrolabe::ui
