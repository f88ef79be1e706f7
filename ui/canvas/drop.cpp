#include "ui/canvas/drop.h"

#include <QUrl>
#include <algorithm>

#include "core/base/text.h"
#include "core/hardware/pool_unit.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/rack_face.h"
#include "ui/canvas/shown_links.h"
#include "ui/canvas/totals.h"
#include "ui/document/commands/commands.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct DropText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::DropText)
};

CanvasDrop forbidden(const QString& reason) {
  CanvasDrop drop;
  drop.text = reason;
  return drop;
}

/// The tile's corner when its middle is under the pointer.
QPointF cornerAt(const plan::Plan& plan, QPointF pointer, Qt::KeyboardModifiers modifiers) {
  const QPointF corner = pointer - QPointF(kTileWidth / 2.0, kTileHeight / 2.0);
  if (modifiers.testFlag(Qt::AltModifier)) return corner;
  std::vector<QRectF> tiles;
  for (const auto& [id, place] : tilePositions(plan)) tiles.push_back(tileRect(place));
  return snappedToEdges(corner, tiles);
}

/// "+$80.00/h · +10.2 kW", and the limit of the job that the cluster would pass.
QString effectOf(const PlanDocument& document, const plan::Plan& after) {
  const Totals before = totalsOf(document.plan(), document.catalogue());
  const Totals then = totalsOf(after, document.catalogue());
  const strategy::Job& job = after.job;
  if (job.limits.power_kw && then.wallWatts && *then.wallWatts > *job.limits.power_kw * 1000.0)
    return DropText::tr("above the power limit of %1").arg(powerText(*job.limits.power_kw * 1000.0));
  return changeText(before, then, job.cost.basis);
}

/// What `after` does to the rack of a pool, where that is more than fits or than it can be fed with; else
/// `otherwise`.
QString inRack(const PlanDocument& document, const plan::Plan& after, const std::string& pool,
               const QString& otherwise) {
  const plan::Rack* rack = rackOf(after, pool);
  if (rack == nullptr) return otherwise;
  const QString over = overRackText(*rack, rackLoad(after, *rack, document.catalogue()));
  return over.isEmpty() ? otherwise : over;
}

CanvasDrop judgeFiles(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  if (urls.size() > 1) {  // the window judges them
    CanvasDrop several;
    several.kind = CanvasDrop::Kind::Files;
    several.text = DropText::tr("Load %n models", nullptr, static_cast<int>(urls.size()));
    return several;
  }
  if (!urls.front().isLocalFile())
    return forbidden(DropText::tr("Only files of this computer can be dropped"));
  const QString name = urls.front().fileName();
  if (name.endsWith(QLatin1StringView(".csv"), Qt::CaseInsensitive))
    return forbidden(DropText::tr("A price list cannot be placed on the cluster"));
  CanvasDrop drop;
  drop.kind = CanvasDrop::Kind::Files;
  drop.text = name.endsWith(QLatin1StringView(".astrolabe"), Qt::CaseInsensitive)
                  ? DropText::tr("Open plan %1").arg(name)
                  : DropText::tr("Load model %1").arg(name);
  return drop;
}

CanvasDrop judgeOnTile(const PlanDocument& document, const hardware::PoolSpec& tile,
                       const hardware::PoolSpec& added, const HardwareId& id) {
  const hardware::Catalogue& catalogue = document.catalogue();
  CanvasDrop drop;
  drop.pool = tile.id;
  drop.hardware = id;
  const hardware::Gpu* present = hardware::pool_gpu(tile, catalogue);
  const hardware::Gpu* coming = hardware::pool_gpu(added, catalogue);
  const bool sameGpu = present != nullptr && coming != nullptr && present->id == coming->id;
  const hardware::NodeType* presentNode = hardware::pool_node(tile, catalogue);
  const hardware::NodeType* comingNode = hardware::pool_node(added, catalogue);
  const bool sameNode =
      comingNode == nullptr || (presentNode != nullptr && presentNode->id == comingNode->id);
  if (sameGpu && sameNode) {
    drop.kind = CanvasDrop::Kind::AddNode;
    drop.nodes =
        std::max(hardware::nodes_at_once(tile, catalogue), hardware::nodes_at_once(added, catalogue));
    const int nodes = tile.nodes + drop.nodes;
    drop.text = drop.nodes == 1
                    ? DropText::tr("Add node to %1: × %2").arg(QString::fromStdString(tile.id)).arg(nodes)
                    : DropText::tr("Add %n nodes to %1: × %2", "as many as are had at once", drop.nodes)
                          .arg(QString::fromStdString(tile.id))
                          .arg(nodes);
    plan::Plan after = document.plan();
    findPool(after, tile.id)->nodes = nodes;
    drop.detail = inRack(document, after, tile.id, effectOf(document, after));
    return drop;
  }
  drop.kind = CanvasDrop::Kind::ReplaceGpus;
  hardware::PoolSpec after = added;
  if (comingNode == nullptr) after.gpus_per_node = poolGpusPerNode(tile, catalogue);
  drop.text =
      DropText::tr("Replace GPUs: %1 → %2").arg(nodeText(tile, catalogue), nodeText(after, catalogue));
  plan::Plan then = document.plan();
  hardware::PoolSpec& changed = *findPool(then, tile.id);
  after.id = tile.id;
  after.nodes = hardware::whole_nodes(tile.nodes, added, catalogue);
  changed = after;
  drop.detail = inRack(document, then, tile.id, effectOf(document, then));
  return drop;
}

QString name(const std::string& id) { return QString::fromStdString(id); }

QString networkWords(double gbPerSecond) { return networkText(gbPerSecond * kGb); }

int drawnLinkAt(const PlanDocument& document, const std::optional<std::vector<std::size_t>>& drawn,
                QPointF at) {
  const plan::Plan& plan = document.plan();
  return linkAt(plan, drawn ? *drawn : shownLinks(plan.cluster, document.catalogue()).places, at);
}

CanvasDrop judgeNetwork(const PlanDocument& document, const HardwareId& id, QPointF at,
                        const std::optional<std::vector<std::size_t>>& drawn) {
  const plan::Plan& plan = document.plan();
  if (const std::string pool = poolAt(plan, at); !pool.empty()) return judgeOnPool(document, id, pool);
  const int link = drawnLinkAt(document, drawn, at);
  if (link < 0) return forbidden(DropText::tr("A network connects nodes: drop it on a pool or on a link"));
  const hardware::BetweenPools& joined = plan.cluster.between_pools[static_cast<std::size_t>(link)];
  CanvasDrop drop;
  drop.kind = CanvasDrop::Kind::SetLink;
  drop.hardware = id;
  drop.pool = joined.a;
  drop.other = joined.b;
  const double value = parse_number(id.network).value_or(0.0);
  drop.text = DropText::tr("Link between %1 and %2: %3 → %4")
                  .arg(name(joined.a), name(joined.b), networkWords(joined.gb_per_s), networkWords(value));
  return drop;
}

CanvasDrop judgeRack(const PlanDocument& document, const HardwareId& id, QPointF at) {
  const plan::Plan& plan = document.plan();
  const std::string pool = poolAt(plan, at);
  const plan::Rack* rack = pool.empty() ? rackAt(plan, at) : rackOf(plan, pool);
  if (rack == nullptr && !pool.empty()) return judgeOnPool(document, id, pool);
  if (rack == nullptr) return forbidden(DropText::tr("A rack holds pools: drop it on one"));
  const double power = parse_number(id.rack).value_or(0.0);
  if (power <= 0.0)
    return forbidden(DropText::tr("%1 stands in rack %2 already").arg(name(pool), name(rack->name)));
  CanvasDrop drop;
  drop.kind = CanvasDrop::Kind::FeedRack;
  drop.hardware = id;
  drop.rack = rack->name;
  drop.text =
      DropText::tr("Set the power limit of rack %1 to %2").arg(name(rack->name), powerText(power * 1000.0));
  return drop;
}

}  // namespace

CanvasDrop judgeOnPool(const PlanDocument& document, const HardwareId& id, const std::string& pool) {
  const hardware::PoolSpec* tile = findPool(document.plan(), pool);
  if (tile == nullptr || id.isGpus()) return forbidden(DropText::tr("Nothing to drop"));
  CanvasDrop drop;
  drop.hardware = id;
  drop.pool = pool;
  if (!id.rack.empty()) {
    const double power = parse_number(id.rack).value_or(0.0);
    drop.kind = CanvasDrop::Kind::MakeRack;
    drop.text = power > 0.0 ? DropText::tr("Rack of %1 for %2").arg(powerText(power * 1000.0), name(pool))
                            : DropText::tr("Rack for %1").arg(name(pool));
    return drop;
  }
  const double value = parse_number(id.network).value_or(0.0);
  const std::optional<double> now = poolNetwork(*tile, document.catalogue());
  drop.kind = CanvasDrop::Kind::SetNetwork;
  drop.text = DropText::tr("Network of %1: %2 → %3")
                  .arg(name(pool), now ? networkWords(*now) : unknownText(), networkWords(value));
  return drop;
}

std::optional<hardware::PoolSpec> poolFor(const HardwareId& id, const hardware::Catalogue& catalogue) {
  hardware::PoolSpec pool;
  if (!id.node.empty()) {
    const hardware::NodeType* node = catalogue.find_node(id.node);
    if (node == nullptr || node->gpus < 1 || catalogue.find_gpu(node->gpu_id) == nullptr) return std::nullopt;
    pool.node = node->id;
    pool.id = node->gpu_id;
    if (id.unit > node->gpus && id.unit % node->gpus == 0) pool.unit = id.unit;
    pool.nodes = hardware::nodes_at_once(pool, catalogue);
    return pool;
  }
  const hardware::Gpu* gpu = catalogue.find_gpu(id.gpu);
  if (gpu == nullptr) return std::nullopt;
  pool.gpu = gpu->id;
  pool.id = gpu->id;
  pool.gpus_per_node = poolGpusPerNode(pool, catalogue);
  return pool;
}

CanvasDrop judgeCanvasDrop(const PlanDocument& document, const QMimeData* data, QPointF scenePosition,
                           Qt::KeyboardModifiers modifiers,
                           const std::optional<std::vector<std::size_t>>& drawn) {
  const hardware::Catalogue& catalogue = document.catalogue();
  if (data == nullptr) return forbidden(DropText::tr("Nothing to drop"));
  if (const std::optional<HardwareId> id = hardwareFrom(data)) {
    if (!id->network.empty()) return judgeNetwork(document, *id, scenePosition, drawn);
    if (!id->rack.empty()) return judgeRack(document, *id, scenePosition);
    const std::optional<hardware::PoolSpec> pool = poolFor(*id, catalogue);
    if (!pool)
      return forbidden(DropText::tr("The catalogue does not know “%1” well enough for a plan")
                           .arg(QString::fromStdString(id->node.empty() ? id->gpu : id->node)));
    const bool alwaysNew = modifiers.testFlag(Qt::ControlModifier);
    if (!alwaysNew) {
      if (const hardware::PoolSpec* tile = findPool(document.plan(), poolAt(document.plan(), scenePosition)))
        return judgeOnTile(document, *tile, *pool, *id);
      if (drawnLinkAt(document, drawn, scenePosition) >= 0)
        return forbidden(DropText::tr("Hardware can't be dropped on a link"));
    }
    CanvasDrop drop;
    drop.kind = CanvasDrop::Kind::AddPool;
    drop.hardware = *id;
    drop.corner = cornerAt(document.plan(), scenePosition, modifiers);
    drop.text = pool->nodes == 1 ? DropText::tr("Add node %1").arg(nodeText(*pool, catalogue))
                                 : DropText::tr("Add a rack of %n nodes, each %1", nullptr, pool->nodes)
                                       .arg(nodeText(*pool, catalogue));
    plan::Plan after = document.plan();
    after.cluster.pools.push_back(*pool);
    drop.detail = effectOf(document, after);
    if (const plan::Rack* rack = rackAt(document.plan(), scenePosition)) {
      drop.rack = rack->name;
      drop.text = DropText::tr("Add node %1 to rack %2")
                      .arg(nodeText(*pool, catalogue), QString::fromStdString(rack->name));
      after.cluster.pools.back().id = freePoolId(document.plan().cluster, pool->id);
      for (plan::Rack& each : after.racks)
        if (each.name == rack->name) each.pools.push_back(after.cluster.pools.back().id);
      drop.detail = inRack(document, after, after.cluster.pools.back().id, drop.detail);
    }
    return drop;
  }
  if (data->hasUrls()) return judgeFiles(data);
  if (std::optional<Copies> copies = objectsFrom(data)) {
    CanvasDrop drop;
    drop.kind = CanvasDrop::Kind::Paste;
    drop.corner = cornerAt(document.plan(), scenePosition, modifiers);
    drop.free = modifiers.testFlag(Qt::AltModifier);
    drop.text = copies->pools.size() == static_cast<std::size_t>(copies->count())
                    ? DropText::tr("Paste %n pools", nullptr, copies->count())
                    : DropText::tr("Paste %n objects", nullptr, copies->count());
    drop.copies = std::move(*copies);
    return drop;
  }
  return forbidden(DropText::tr("Only hardware, a model file or a plan can be dropped here"));
}

std::vector<std::string> touchedBy(const PlanCommand& command, const CanvasDrop& drop) {
  if (const auto* added = dynamic_cast<const AddPools*>(&command)) return added->ids();
  if (const auto* replaced = dynamic_cast<const ReplaceGpus*>(&command)) return replaced->ids();
  return {drop.pool};
}

std::unique_ptr<PlanCommand> dropCommand(PlanDocument& document, const CanvasDrop& drop) {
  switch (drop.kind) {
    case CanvasDrop::Kind::AddPool:
      if (const auto pool = poolFor(drop.hardware, document.catalogue()))
        return std::make_unique<AddPools>(
            document, std::vector{*pool}, std::vector{plan::Position{drop.corner.x(), drop.corner.y()}},
            AddPools::How::Add, std::vector<hardware::BetweenPools>{}, drop.rack);
      return nullptr;
    case CanvasDrop::Kind::AddNode:
      if (const hardware::PoolSpec* pool = findPool(document.plan(), drop.pool))
        return std::make_unique<SetNodeCount>(document, drop.pool, pool->nodes + drop.nodes);
      return nullptr;
    case CanvasDrop::Kind::ReplaceGpus:
      return std::make_unique<ReplaceGpus>(document, std::vector{drop.pool}, drop.hardware.gpu,
                                           drop.hardware.node, drop.hardware.unit);
    case CanvasDrop::Kind::SetNetwork:
      return std::make_unique<SetPoolNetwork>(document, drop.pool, parse_number(drop.hardware.network));
    case CanvasDrop::Kind::SetLink: {
      std::optional<double> latency;
      for (const hardware::BetweenPools& link : document.plan().cluster.between_pools)
        if (link.a == drop.pool && link.b == drop.other) latency = link.latency_us;
      return std::make_unique<SetLink>(document, drop.pool, drop.other, parse_number(drop.hardware.network),
                                       latency);
    }
    case CanvasDrop::Kind::MakeRack: {
      const double power = parse_number(drop.hardware.rack).value_or(0.0);
      return std::unique_ptr<PlanCommand>(
          makeRack(document, {drop.pool}, power > 0.0 ? std::optional(power) : std::nullopt));
    }
    case CanvasDrop::Kind::FeedRack:
      return std::unique_ptr<PlanCommand>(
          setRackPower(document, drop.rack, parse_number(drop.hardware.rack)));
    case CanvasDrop::Kind::Paste: {
      Copies copies = drop.copies;
      shift(copies, drop.corner - boundsOf(copies).topLeft(), !drop.free);
      return std::make_unique<AddCopies>(document, copies, AddPools::How::Paste);
    }
    case CanvasDrop::Kind::Files:
    case CanvasDrop::Kind::Forbidden:
      break;
  }
  return nullptr;
}

}  // namespace astrolabe::ui
