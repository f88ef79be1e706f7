#include "core/hardware/pool_power.h"

#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "core/hardware/pool_price.h"

namespace astrolabe::hardware {

namespace {

constexpr double kWattsOfKilowatt = 1000.0;
constexpr int kFactorDigits = 3;

constexpr double kSwitchesOfSuperPod = 48.0, kNodesOfSuperPod = 128.0;
constexpr double kWattsOfSwitch = 1720.0;
constexpr double kNetworkOfSuperPodNode = 400e9;  ///< bytes per second

bool is_published(const NodeType& node) { return node.power && node.gpus > 0 && !node.source.own; }

/// What published machines draw for each watt of their GPUs; those with GPUs of one form, "" for all.
std::vector<double> factors(const Catalogue& catalogue, const std::string& form) {
  std::vector<double> found;
  for (const NodeType& node : catalogue.nodes()) {
    const Gpu* gpu = is_published(node) ? catalogue.find_gpu(node.gpu_id) : nullptr;
    if (gpu == nullptr || !gpu->power || (!form.empty() && gpu->form != form)) continue;
    found.push_back(*node.power / (*gpu->power * node.gpus));
  }
  return found;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

std::optional<PoolPower> estimate(const Gpu& gpu, const Catalogue& catalogue) {
  for (const NodeType& node : catalogue.nodes())
    if (is_published(node) && node.gpu_id == gpu.id)
      return PoolPower{
          *node.power / node.gpus, true, {Reason::Kind::power_like, {node.id, dated(node.source)}}};
  if (!gpu.power) return std::nullopt;
  std::string form = gpu.form;
  std::vector<double> found = factors(catalogue, form);
  if (found.empty()) {
    form.clear();
    found = factors(catalogue, form);
  }
  if (found.empty()) return std::nullopt;
  const double factor = median(found);
  return PoolPower{
      *gpu.power * factor,
      true,
      {Reason::Kind::power_by_factor,
       {format_number(factor, kFactorDigits), std::to_string(found.size()), form.empty() ? "any" : form}}};
}

}  // namespace

std::optional<PoolPower> pool_power(const PoolSpec& pool, const Catalogue& catalogue) {
  const int gpus = gpus_of_node(pool, catalogue);
  if (pool.kw_per_node && gpus > 0)
    return PoolPower{Watts{*pool.kw_per_node * kWattsOfKilowatt / gpus}, false, {}};
  const NodeType* node = pool_node(pool, catalogue);
  const Gpu* gpu = pool_gpu(pool, catalogue);
  if (gpu == nullptr) return std::nullopt;
  std::optional<PoolPower> power = node != nullptr && node->power && node->gpus > 0
                                       ? PoolPower{*node->power / node->gpus, false, {}}
                                       : estimate(*gpu, catalogue);
  if (power && gpu->power && pool.gpu_power_limit_watts)
    power->per_gpu -= Watts{std::max(0.0, gpu->power->value - *pool.gpu_power_limit_watts)};
  return power;
}

Watts switch_power(const PoolSpec& pool, const ClusterSpec& cluster, const Catalogue& catalogue) {
  if (cluster.pools.size() == 1 && pool.nodes == 1) return {};
  const NodeType* node = pool_node(pool, catalogue);
  const double network = pool.inter_node_gb_per_s           ? *pool.inter_node_gb_per_s * kGb
                         : node != nullptr && node->network ? node->network->value
                                                            : 0.0;
  return Watts{kSwitchesOfSuperPod / kNodesOfSuperPod * kWattsOfSwitch * network / kNetworkOfSuperPodNode};
}

}  // namespace astrolabe::hardware
