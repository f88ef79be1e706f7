#include "ui/canvas/pool_face.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <map>
#include <utility>

#include "ui/canvas/shown_links.h"
#include "ui/document/commands/commands.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

struct FaceText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::FaceText)
};

/// Of a type that the catalogue does not have: as the plan names it.
QString gpuNameOf(const hardware::PoolSpec& pool, const hardware::Gpu* gpu) {
  return gpu != nullptr ? shortGpuText(*gpu) : text(pool.node.empty() ? pool.gpu : pool.node);
}

QString linkText(const hardware::PoolSpec& pool, const hardware::Gpu& gpu) {
  if (pool.intra_node_gb_per_s)
    return FaceText::tr("%1 each way, own figure").arg(bandwidthText(*pool.intra_node_gb_per_s * kGb));
  const QString form = gpu.form.empty() || gpu.form == gpu.link_type
                           ? text(gpu.link_type)
                           : FaceText::tr("%1 · %2", "form · link").arg(text(gpu.form), text(gpu.link_type));
  return FaceText::tr("%1 %2 each way", "link and its bandwidth")
      .arg(form, gpu.link ? bandwidthText(gpu.link->value) : unknownText());
}

QString tagText(const PlanDocument& document, const hardware::PoolSpec& pool, CanvasLayer layer,
                const PoolBadge* badge) {
  const strategy::Cost& cost = document.plan().job.cost;
  const bool stack = pool.nodes > 1;
  switch (layer) {
    case CanvasLayer::Price: {
      const QString price = moneyText(layerFigure(document, pool, layer));
      if (cost.basis != hardware::CostBasis::rent) return stack ? FaceText::tr("%1 each").arg(price) : price;
      return stack ? FaceText::tr("%1/h each").arg(price) : FaceText::tr("%1/h").arg(price);
    }
    case CanvasLayer::Power: {
      const std::optional<double> watts = layerFigure(document, pool, layer);
      const QString power = watts ? powerText(*watts) : unknownText();
      return stack ? FaceText::tr("%1 each").arg(power) : power;
    }
    case CanvasLayer::Memory:
      return badge != nullptr && badge->memoryShare > 0.0 ? percentText(badge->memoryShare, 0)
                                                          : unknownText();
    case CanvasLayer::Stage:
      if (badge != nullptr && !badge->serving.isEmpty()) return badge->serving;
      if (badge == nullptr || badge->firstStage < 0) return unknownText();
      return badge->firstStage == badge->lastStage ? FaceText::tr("stage %1").arg(badge->firstStage + 1)
                                                   : FaceText::tr("S%1 – S%2", "first and last stage")
                                                         .arg(badge->firstStage + 1)
                                                         .arg(badge->lastStage + 1);
    case CanvasLayer::Share:
      if (badge == nullptr || badge->share < 0.0) return unknownText();
      return (badge->shareStale ? FaceText::tr("%1 · stale", "share") : FaceText::tr("%1 each", "share"))
          .arg(percentText(badge->share, 2));
    case CanvasLayer::Utilisation:
      return badge != nullptr && badge->busy >= 0.0 ? FaceText::tr("%1 busy").arg(percentText(badge->busy, 0))
                                                    : unknownText();
  }
  return unknownText();
}

bool buysPools(const PlanDocument& document) {
  return document.plan().job.cost.basis != hardware::CostBasis::rent;
}

QString spokenPrice(const PlanDocument& document, const hardware::PoolSpec& pool) {
  const hardware::Catalogue& catalogue = document.catalogue();
  if (buysPools(document)) {
    const std::optional<double> whole = poolPurchaseWithNetwork(pool, catalogue);
    return whole ? FaceText::tr("%1 to buy a node", "spoken sum").arg(spokenMoney(*whole, 6))
                 : FaceText::tr("price unknown");
  }
  const auto rent = hardware::pool_rent(pool, catalogue, document.plan().job.cost.commitment);
  return rent ? FaceText::tr("%1 per GPU hour", "spoken sum").arg(spokenMoney(rent->usd_per_gpu, 4))
              : FaceText::tr("price unknown");
}

/// What a screen reader says of the pool.
QString spokenFace(const PlanDocument& document, const hardware::PoolSpec& pool, const PoolBadge* badge,
                   const PoolFace& face) {
  const hardware::Gpu* gpu = hardware::pool_gpu(pool, document.catalogue());
  QString spoken =
      FaceText::tr("pool %1, %n nodes of %2 %3, %4", nullptr, pool.nodes)
          .arg(face.name)
          .arg(face.gpus)
          .arg(gpu != nullptr ? gpuText(*gpu) : gpuNameOf(pool, gpu), spokenPrice(document, pool));
  if (face.bar >= 0.0) spoken += FaceText::tr(", %1 of the work each").arg(percentText(badge->share, 2));
  if (badge != nullptr && !badge->serving.isEmpty())
    spoken += FaceText::tr(", serves with %1", "replicas and roles").arg(badge->serving);
  if (face.stale) spoken += FaceText::tr(", stale: the program is older than the plan");
  if (pool.in_network_reduction) spoken += FaceText::tr(", in-network reduction (SHARP)");
  if (pool.gpu_power_limit_watts)
    spoken += FaceText::tr(", GPUs held at %1").arg(powerText(*pool.gpu_power_limit_watts));
  if (face.excluded) spoken += FaceText::tr(", excluded from the search");
  if (!face.condition.isEmpty())
    spoken += FaceText::tr(", %1", "condition of GPUs and nodes").arg(face.condition);
  if (face.networkMissing) spoken += FaceText::tr(", network unknown");
  if (!face.badge.isEmpty()) spoken += FaceText::tr(", %1 over").arg(gibText(badge->overBytes));
  return spoken;
}

/// The marks on single GPUs of the node that has most of them, failed ones before slow ones; on whole nodes
/// only where there is one. Where none of its GPUs is slow, those of the node with most slow ones are marked
/// on it, too: a pile with failed and slow GPUs shows both.
std::vector<PoolFace::Mark> marksOfWorstNode(const PoolMarks& marks, int nodes, int gpus) {
  using Mark = PoolFace::Mark;
  const std::vector<Mark> sound(static_cast<std::size_t>(std::max(0, gpus)), Mark::Sound);
  std::map<int, std::vector<Mark>> byNode;
  const auto lay = [&](const auto& mark, Mark as) {
    if (!mark.gpu && nodes > 1) return;
    std::vector<Mark>& node = byNode.try_emplace(mark.node, sound).first->second;
    for (int i = 0; i < gpus; ++i)
      if (mark.gpu.value_or(i) == i) node[static_cast<std::size_t>(i)] = as;
  };
  for (const hardware::SlowSpec& mark : marks.slow) lay(mark, Mark::Slow);
  for (const hardware::FailedSpec& mark : marks.failed) lay(mark, Mark::Failed);
  if (byNode.empty()) return sound;
  const auto failed = [](const auto& node) {
    return std::count(node.second.begin(), node.second.end(), Mark::Failed);
  };
  const auto slow = [](const auto& node) {
    return std::count(node.second.begin(), node.second.end(), Mark::Slow);
  };
  std::vector<Mark> shown = std::max_element(byNode.begin(), byNode.end(), [&](const auto& a, const auto& b) {
                              return std::pair(failed(a), slow(a)) < std::pair(failed(b), slow(b));
                            })->second;
  if (std::find(shown.begin(), shown.end(), Mark::Slow) != shown.end()) return shown;
  const std::vector<Mark>& slowest =
      std::max_element(byNode.begin(), byNode.end(), [&](const auto& a, const auto& b) {
        return slow(a) < slow(b);
      })->second;
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (shown[i] == Mark::Sound && slowest[i] == Mark::Slow) shown[i] = Mark::Slow;
  return shown;
}

/// What is slow, failed or spare, in words and by GPU of a node.
void addCondition(PoolFace& face, const hardware::PoolSpec& pool) {
  const PoolMarks marks = marksOf(pool);
  if (marks.empty()) return;
  face.condition = marksText(marks);
  face.slow = static_cast<int>(marks.slow.size());
  face.failed = static_cast<int>(marks.failed.size());
  if (face.slow + face.failed == 0) return;
  face.marks = marksOfWorstNode(marks, pool.nodes, face.gpus);
}

/// The lines of the tool tip.
QStringList tipOf(const PlanDocument& document, const hardware::PoolSpec& pool, const PoolFace& face,
                  const PoolBadge* badge) {
  const hardware::Catalogue& catalogue = document.catalogue();
  QStringList tip{
      FaceText::tr("%1: %n nodes of %2", nullptr, pool.nodes).arg(face.name, nodeText(pool, catalogue)),
      face.link};
  tip << (face.networkMissing ? FaceText::tr("Network of a node: not known. Double-click to enter it.")
                              : FaceText::tr("Network of a node: %1").arg(face.network));
  if (pool.in_network_reduction) tip << FaceText::tr("In-network reduction (SHARP)");
  constexpr std::size_t kMostMarks = 8;
  const std::vector<MarkLine> marks = markLines(marksOf(pool));
  if (!face.condition.isEmpty()) tip << FaceText::tr("Condition: %1").arg(face.condition);
  if (badge != nullptr && badge->usedOfNode > 0)
    tip << FaceText::tr("Strategies use %1 of the %2 GPUs of a node").arg(badge->usedOfNode).arg(face.gpus);
  for (std::size_t i = 0; i < std::min(marks.size(), kMostMarks); ++i) tip << marks[i].text;
  if (marks.size() > kMostMarks)
    tip << FaceText::tr("and %n more", "slow or failed", static_cast<int>(marks.size() - kMostMarks));
  if (pool.gpu_power_limit_watts)
    tip << FaceText::tr("GPUs held at %1").arg(powerText(*pool.gpu_power_limit_watts));
  if (buysPools(document)) {
    const auto bought = hardware::pool_purchase(pool, catalogue);
    tip << FaceText::tr("Purchase of a node: %1, %2")
               .arg(moneyText(poolPurchase(pool, catalogue)),
                    bought ? originText(*bought) : FaceText::tr("no price"))
        << (pool.network_usd_per_node
                ? FaceText::tr("Network of a node, to buy: %1").arg(moneyText(pool.network_usd_per_node))
                : FaceText::tr("Network of a node, to buy: no price"));
  }
  const auto rent = hardware::pool_rent(pool, catalogue, document.plan().job.cost.commitment);
  tip << FaceText::tr("Rent of a GPU: %1/h, %2")
             .arg(moneyText(rent ? std::optional(rent->usd_per_gpu) : std::nullopt),
                  rent ? originText(*rent) : FaceText::tr("no price"));
  if (face.stale) tip << FaceText::tr("Share stale: the program is older than the plan.");
  if (poolGpusPerNodeAssumed(pool, catalogue)) tip << FaceText::tr("GPUs per node: assumed");
  if (document.plan().cluster.between_pools.size() > kMostShownLinks)
    tip << FaceText::tr("Its links to other pools are drawn while it is selected.");
  return tip;
}

}  // namespace

QString shortGpuText(const hardware::Gpu& gpu) {
  static const QRegularExpression form(QStringLiteral("\\b(SXM\\d*|PCIe|OAM|Tesla|GeForce)\\b|\\(per GPU\\)"),
                                       QRegularExpression::CaseInsensitiveOption);
  QString name = gpuText(gpu);
  name.remove(form);
  return name.simplified();
}

std::optional<double> layerFigure(const PlanDocument& document, const hardware::PoolSpec& pool,
                                  CanvasLayer layer) {
  const hardware::Catalogue& catalogue = document.catalogue();
  if (layer == CanvasLayer::Power) return poolPower(pool, catalogue);
  if (layer != CanvasLayer::Price) return std::nullopt;
  const strategy::Cost& cost = document.plan().job.cost;
  if (cost.basis != hardware::CostBasis::rent) return poolPurchaseWithNetwork(pool, catalogue);
  std::optional<double> price = poolPrice(pool, catalogue, cost.commitment);
  if (price) *price *= poolGpusPerNode(pool, catalogue);
  return price;
}

PoolFace faceOf(const PlanDocument& document, const hardware::PoolSpec& pool, CanvasLayer layer,
                const Badges& badges) {
  const hardware::Catalogue& catalogue = document.catalogue();
  const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
  const auto found = badges.find(pool.id);
  const PoolBadge* badge = found != badges.end() ? &found->second : nullptr;
  PoolFace face;
  face.gpus = poolGpusPerNode(pool, catalogue);
  face.gpuIndex = document.gpuIndex(document.gpuOf(pool));
  face.name = text(pool.id);
  face.title =
      FaceText::tr("%1 × %2", "GPUs of a node: count and type").arg(face.gpus).arg(gpuNameOf(pool, gpu));
  face.link = gpu != nullptr ? linkText(pool, *gpu) : FaceText::tr("not in the catalogue");
  const std::optional<double> network = poolNetwork(pool, catalogue);
  face.networkMissing = !network;
  face.network = network ? networkText(*network * kGb) : FaceText::tr("network?");
  face.tag = tagText(document, pool, layer, badge);
  if (pool.nodes > 1) face.count = FaceText::tr("× %1", "number of nodes").arg(wholeText(pool.nodes));
  if (badge != nullptr && badge->overBytes > 0.0)
    face.badge = FaceText::tr("memory +%1").arg(gibText(badge->overBytes));
  if (layer == CanvasLayer::Stage && badge != nullptr && badge->firstStage >= 0) {
    int last = 1;
    for (const auto& [id, other] : badges) last = std::max(last, other.lastStage);
    face.stage = static_cast<double>(badge->firstStage) / last;
  }
  if (layer == CanvasLayer::Share && badge != nullptr && badge->share >= 0.0) {
    face.bar = badge->share / badge->largestShare;
    face.barMark = badge->proportional / badge->largestShare;
    face.stale = badge->shareStale;
  }
  face.excluded = isLeftOut(document.plan().cluster, pool.id);
  addCondition(face, pool);
  if (layer == CanvasLayer::Utilisation) face.fill = badge != nullptr ? std::max(0.0, badge->busy) : 0.0;
  if (layer == CanvasLayer::Memory) face.fill = badge != nullptr ? std::min(1.0, badge->memoryShare) : 0.0;

  face.spoken = spokenFace(document, pool, badge, face);
  face.tip = tipOf(document, pool, face, badge).join(QLatin1Char('\n'));
  return face;
}

}  // namespace astrolabe::ui
