// The links of the scene: which are drawn, where they run and where their bandwidths have room.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ui/canvas/cluster_scene.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/racks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

LinkItem* ClusterScene::linkItem(const std::string& link) const {
  const auto found =
      std::find_if(m_links.begin(), m_links.end(), [&](const LinkItem* item) { return item->id() == link; });
  return found != m_links.end() ? *found : nullptr;
}

std::vector<std::string> ClusterScene::selectedLinks() const {
  std::vector<std::string> ids;
  for (const LinkItem* link : m_links)
    if (link->isSelected()) ids.push_back(link->id());
  return ids;
}

std::vector<std::string> ClusterScene::drawnLinks() const {
  std::vector<std::string> ids;
  for (const LinkItem* link : m_links) ids.push_back(link->id());
  return ids;
}

std::vector<std::size_t> ClusterScene::linksToDraw() const {
  std::vector<std::size_t> places = m_shownLinks.places;
  if (m_shownLinks.bundled == 0) return places;
  const hardware::ClusterSpec& cluster = m_document.plan().cluster;
  const std::vector<std::size_t> more = linksAmong(cluster, selectedPools());
  places.insert(places.end(), more.begin(), more.end());
  std::set<std::pair<std::string, std::string>> held;  // what is selected stays in sight
  for (const LinkItem* link : m_links)
    if (link->isSelected()) held.insert({link->a(), link->b()});
  for (std::size_t i = 0; !held.empty() && i < cluster.between_pools.size(); ++i)
    if (held.contains({cluster.between_pools[i].a, cluster.between_pools[i].b})) places.push_back(i);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

/// Later, for items must not go while an event is on its way to them.
void ClusterScene::followSelection() {
  if (m_shownLinks.bundled == 0 || std::exchange(m_linksDue, true)) return;
  const auto draw = [this] {
    m_linksDue = false;
    syncLinks();
    placeLinks();
  };
  QMetaObject::invokeMethod(this, draw, Qt::QueuedConnection);
}

void ClusterScene::syncLinks() {
  const hardware::ClusterSpec& cluster = m_document.plan().cluster;
  m_shownLinks = shownLinks(cluster, m_document.catalogue());
  const std::vector<std::size_t> places = linksToDraw();
  std::map<std::pair<std::string, std::string>, LinkItem*> present;
  for (LinkItem* link : m_links) present[{link->a(), link->b()}] = link;
  m_links.clear();
  const AssumedLinks assumed(cluster, m_document.catalogue());
  for (const std::size_t place : places) {
    const hardware::BetweenPools& link = cluster.between_pools[place];
    LinkItem* shown = nullptr;
    if (const auto kept = present.extract({link.a, link.b}); !kept.empty()) {
      shown = kept.mapped();
    } else {
      shown = new LinkItem(link.a, link.b);
      addItem(shown);
    }
    m_links.push_back(shown);
    const bool isAssumed = assumed.isAssumed(link);
    const QString bandwidth = networkText(link.gb_per_s * kGb);
    shown->setLabel(isAssumed ? tr("≈ %1", "assumed value").arg(bandwidth) : bandwidth, isAssumed);
    shown->setToolTip(
        isAssumed ? tr("%1 – %2: %3 per node, assumed: the smaller of the nodes' networks")
                        .arg(QString::fromStdString(link.a), QString::fromStdString(link.b), bandwidth)
                  : tr("%1 – %2: %3 per node of the slower side")
                        .arg(QString::fromStdString(link.a), QString::fromStdString(link.b), bandwidth));
  }
  for (const auto& [ends, gone] : present) {
    removeItem(gone);
    delete gone;
  }
  markLimits();
}

/// Which links limit the flow of the placement that is shown.
void ClusterScene::markLimits() {
  const auto limiting = limitingLinks(m_detail.get());
  for (LinkItem* link : m_links)
    link->setLimits(limiting.contains(std::minmax(link->a(), link->b())));
}

void ClusterScene::placeLinks() {
  if (m_syncing) return;
  plan::Layout corners;
  if (!m_racks.empty())
    for (const auto& [id, tile] : m_pools) corners[id] = {tile->x(), tile->y()};
  for (const plan::Rack& rack : m_document.plan().racks)
    if (RackItem* frame = rackItem(rack.name)) {
      const QRectF place = rackFrame(rack, corners);
      frame->setVisible(!place.isEmpty());
      frame->setFrame(place);
    }
  for (LinkItem* link : m_links) {
    const PoolItem* a = item(link->a());
    const PoolItem* b = item(link->b());
    link->setVisible(a != nullptr && b != nullptr);
    if (a == nullptr || b == nullptr) continue;
    link->setWay(linkWay(tileRect({a->x(), a->y()}), tileRect({b->x(), b->y()})));
  }
  showPills();
}

/// Where many links cross, pills that would lie over a tile or over another pill are left out.
void ClusterScene::showPills() {
  std::vector<QRectF> taken;
  for (const auto& [id, tile] : m_pools) taken.push_back(tileRect({tile->x(), tile->y()}));
  for (LinkItem* link : m_links) {
    const QRectF pill = link->pill();
    const bool free =
        std::none_of(taken.begin(), taken.end(), [&](const QRectF& box) { return box.intersects(pill); });
    link->setPillShown(free);
    if (free) taken.push_back(pill);
  }
}

}  // namespace astrolabe::ui
