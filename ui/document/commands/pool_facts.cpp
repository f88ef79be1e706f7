#include "ui/document/commands/pool_facts.h"

#include <algorithm>
#include <cmath>

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

const hardware::PoolSpec* findPool(const plan::Plan& plan, const std::string& id) {
  for (const hardware::PoolSpec& pool : plan.cluster.pools)
    if (pool.id == id) return &pool;
  return nullptr;
}
hardware::PoolSpec* findPool(plan::Plan& plan, const std::string& id) {
  for (hardware::PoolSpec& pool : plan.cluster.pools)
    if (pool.id == id) return &pool;
  return nullptr;
}

bool isLeftOut(const hardware::ClusterSpec& cluster, const std::string& pool) {
  if (!cluster.choose) return false;
  const auto most = cluster.choose->max_gpus_per_pool.find(pool);
  return most != cluster.choose->max_gpus_per_pool.end() && most->second == 0;
}

std::optional<double> poolHostMemory(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  if (pool.host_memory_gib) return pool.host_memory_gib;
  const hardware::NodeType* node = hardware::pool_node(pool, catalogue);
  return node != nullptr ? node->ram_gib : std::nullopt;
}

std::optional<double> poolNetwork(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  if (pool.inter_node_gb_per_s) return pool.inter_node_gb_per_s;
  const hardware::NodeType* node = hardware::pool_node(pool, catalogue);
  if (node != nullptr && node->network) return node->network->value / kGb;
  return std::nullopt;
}

int poolGpusPerNode(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  constexpr int kUsualNode = 8;
  if (pool.gpus_per_node) return *pool.gpus_per_node;
  if (const hardware::NodeType* node = hardware::pool_node(pool, catalogue)) return node->gpus;
  const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
  return gpu != nullptr && gpu->link_domain ? std::clamp(*gpu->link_domain, 1, kUsualNode) : kUsualNode;
}

bool poolGpusPerNodeAssumed(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  return !pool.gpus_per_node && hardware::pool_node(pool, catalogue) == nullptr;
}

std::optional<double> poolPrice(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue,
                                hardware::Commitment commitment) {
  const std::optional<hardware::PoolPrice> rent = hardware::pool_rent(pool, catalogue, commitment);
  return rent ? std::optional(rent->usd_per_gpu) : std::nullopt;
}

std::optional<double> poolPurchase(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  const std::optional<hardware::PoolPrice> price = hardware::pool_purchase(pool, catalogue);
  return price ? std::optional(price->usd_per_gpu * poolGpusPerNode(pool, catalogue)) : std::nullopt;
}

std::optional<double> poolPurchaseWithNetwork(const hardware::PoolSpec& pool,
                                              const hardware::Catalogue& catalogue) {
  const std::optional<double> node = poolPurchase(pool, catalogue);
  return node ? std::optional(*node + pool.network_usd_per_node.value_or(0.0)) : std::nullopt;
}

QString originText(const hardware::PoolPrice& price) {
  if (price.stated) return CommandText::tr("own price");
  const QString source = QString::fromStdString(price.source), date = QString::fromStdString(price.date);
  return date.isEmpty() ? source : CommandText::tr("%1, %2", "source and its date").arg(source, date);
}

std::optional<double> poolPower(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  const std::optional<hardware::PoolPower> power = hardware::pool_power(pool, catalogue);
  return power ? std::optional(power->per_gpu.value * poolGpusPerNode(pool, catalogue)) : std::nullopt;
}

bool poolPowerEstimated(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  const std::optional<hardware::PoolPower> power = hardware::pool_power(pool, catalogue);
  return power && power->estimated;
}

AssumedLinks::AssumedLinks(const hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue) {
  for (const hardware::PoolSpec& pool : cluster.pools) {
    m_places.emplace(pool.id, m_networks.size());
    m_networks.push_back(poolNetwork(pool, catalogue));
  }
}

std::optional<std::size_t> AssumedLinks::placeOf(const std::string& pool) const {
  const auto found = m_places.find(pool);
  return found != m_places.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<double> AssumedLinks::between(std::size_t a, std::size_t b) const {
  const std::optional<double>&one = m_networks[a], &other = m_networks[b];
  if (one && other) return std::min(*one, *other);
  return one ? one : other;
}

bool AssumedLinks::isAssumed(const hardware::BetweenPools& link) const {
  const auto a = placeOf(link.a), b = placeOf(link.b);
  if (!a || !b) return false;
  const std::optional<double> assumed = between(*a, *b);
  return assumed && std::abs(*assumed - link.gb_per_s) < 1e-9;
}

void addMissingLinks(hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue) {
  const AssumedLinks assumed(cluster, catalogue);
  const std::size_t count = cluster.pools.size();
  std::vector<bool> linked(count * count, false);
  for (const hardware::BetweenPools& link : cluster.between_pools)
    if (const auto a = assumed.placeOf(link.a), b = assumed.placeOf(link.b); a && b)
      linked[*a * count + *b] = linked[*b * count + *a] = true;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      if (linked[i * count + j]) continue;
      if (const std::optional<double> bandwidth = assumed.between(i, j))
        cluster.between_pools.push_back({cluster.pools[i].id, cluster.pools[j].id, *bandwidth, {}});
    }
}

std::string freeName(const std::string& wanted, const std::function<bool(const std::string&)>& taken) {
  if (!taken(wanted)) return wanted;
  // "h100-sxm-2" copied again is "h100-sxm-3", but the 80 of "a100-sxm-80" is part of a name: only one digit
  // counts.
  std::string stem = wanted;
  if (stem.size() > 2 && stem[stem.size() - 2] == '-' && stem.back() >= '2' && stem.back() <= '9')
    stem.resize(stem.size() - 2);
  for (int number = 2;; ++number) {
    std::string name = stem + "-" + std::to_string(number);
    if (!taken(name)) return name;
  }
}

std::string freePoolId(const hardware::ClusterSpec& cluster, const std::string& wanted) {
  return freeName(wanted, [&](const std::string& id) {
    return std::any_of(cluster.pools.begin(), cluster.pools.end(),
                       [&](const auto& pool) { return pool.id == id; });
  });
}

QString gpuText(const hardware::Gpu& gpu) {
  QString name = QString::fromStdString(gpu.name).trimmed();
  const QString memory =
      gpu.memory_gb_label ? QStringLiteral("%1GB").arg(*gpu.memory_gb_label) : QString();  // as on the label
  QString compact = name;
  compact.remove(QLatin1Char(' '));
  if (memory.isEmpty() || compact.contains(memory, Qt::CaseInsensitive)) return name;
  return CommandText::tr("%1 %2", "GPU name and memory").arg(name, memory);
}

QString nodeText(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
  const QString name =
      gpu != nullptr ? gpuText(*gpu) : QString::fromStdString(pool.node.empty() ? pool.gpu : pool.node);
  return CommandText::tr("%1 × %2", "GPUs of a node: count and type")
      .arg(poolGpusPerNode(pool, catalogue))
      .arg(name);
}

}  // namespace astrolabe::ui
