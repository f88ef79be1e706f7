// What layers over machines say of each pool on the canvas.

#include <QCoreApplication>
#include <algorithm>
#include <set>

#include "core/planning/placements.h"
#include "ui/canvas/badges.h"

namespace astrolabe::ui {

namespace {

struct PlacementBadge {
  Q_DECLARE_TR_FUNCTIONS(PoolFace)
};

}  // namespace

void addPlacement(Badges& badges, const planning::Option* detail,
                  const std::vector<std::pair<std::string, int>>& pools) {
  const auto* layout = detail != nullptr ? planning::as<planning::PlacementLayout>(detail->layout) : nullptr;
  if (layout == nullptr) return;
  const planning::PlacedLayers& layers = layout->layers();
  const placement::Network& network = *layers.network;
  std::set<int> limiting, links;
  for (const placement::CutPart& part : layers.placed.flow.min_cut)
    for (const int end : {part.from, part.to})
      if (end != placement::kCoordinator)
        (part.is_machine() ? limiting : links).insert(network.machines[static_cast<std::size_t>(end)].type);
  for (std::size_t pool = 0; pool < pools.size(); ++pool) {
    PoolBadge& badge = badges[pools[pool].first] = {};
    int first = network.layers, end = 0;
    double flow = 0.0, most = 0.0;
    for (int machine = 0; machine < network.size(); ++machine) {
      const auto at = static_cast<std::size_t>(machine);
      const placement::Interval& held = layers.placed.layout.machines[at];
      if (network.machines[at].type != static_cast<int>(pool) || held.layers == 0) continue;
      first = std::min(first, held.first_layer);
      end = std::max(end, held.end());
      flow += layers.placed.flow.of_machine[at];
      most += network.throughput(machine, held.layers);
    }
    if (pool < detail->evaluation.gpus.size()) badge.gpusUsed = detail->evaluation.gpus[pool];
    if (end == 0) continue;
    badge.busy = most > 0.0 ? std::min(1.0, flow / most) : -1.0;
    badge.serving = PlacementBadge::tr("layers %1 – %2").arg(first + 1).arg(end);
    const int type = static_cast<int>(pool);
    if (limiting.contains(type))
      badge.serving = PlacementBadge::tr("%1 · limits", "layers").arg(badge.serving);
    else if (links.contains(type))
      badge.serving = PlacementBadge::tr("%1 · link limits", "layers").arg(badge.serving);
  }
}

std::set<std::pair<std::string, std::string>> limitingLinks(const planning::Option* detail) {
  std::set<std::pair<std::string, std::string>> pairs;
  const auto* layout = detail != nullptr ? planning::as<planning::PlacementLayout>(detail->layout) : nullptr;
  if (layout == nullptr) return pairs;
  const placement::Network& network = *layout->layers().network;
  for (const placement::CutPart& part : layout->layers().placed.flow.min_cut) {
    if (part.is_machine() || part.from == placement::kCoordinator || part.to == placement::kCoordinator)
      continue;
    const std::string &a = network.type_of(part.from).name, &b = network.type_of(part.to).name;
    pairs.insert(a < b ? std::pair(a, b) : std::pair(b, a));
  }
  return pairs;
}

}  // namespace astrolabe::ui
