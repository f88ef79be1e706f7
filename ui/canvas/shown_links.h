#pragma once
// Which links of a cluster are drawn and listed one by one: all of a usual cluster; of one with very many
// only those that a person stated, for the others say nothing but that the nodes' own networks join
// everything.

#include <string>
#include <vector>

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// More links than these are no longer drawn one by one: those of 20 pools, each joined to each.
inline constexpr std::size_t kMostShownLinks = 200;

struct ShownLinks {
  std::vector<std::size_t> places;  ///< in ClusterSpec::between_pools, ascending
  std::size_t bundled = 0;          ///< links that are not among them
};

ShownLinks shownLinks(const hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue);

/// Places of bundled links that are drawn while these pools are selected: all of one pool, those among
/// several; none where they would be too many.
std::vector<std::size_t> linksAmong(const hardware::ClusterSpec& cluster,
                                    const std::vector<std::string>& pools);

}  // namespace astrolabe::ui
