#include "core/hardware/pool_price.h"

#include "core/hardware/price_book.h"

namespace astrolabe::hardware {

namespace {

constexpr const char* kStated = "stated in the cluster";

std::optional<UsdPerHour> list_price(const NodeType& node, Commitment commitment) {
  switch (commitment) {
    case Commitment::on_demand:
      return node.prices.on_demand;
    case Commitment::reserved_1y:
      return node.prices.reserved_1y;
    case Commitment::reserved_3y:
      return node.prices.reserved_3y;
    case Commitment::spot:
      return node.prices.spot;
  }
  return std::nullopt;
}

/// "used: dealer", as far as it is said; an own price of which nothing is said is called that.
std::string origin_of(const GpuPrice& price, bool own) {
  if (price.condition.empty() && price.source.empty()) return own ? "own price" : "";
  if (price.condition.empty() || price.source.empty()) return price.condition + price.source;
  return price.condition + ": " + price.source;
}

/// What the user's price book asks a pool, if any of it holds there.
std::optional<PoolPrice> quoted(const PoolSpec& pool, const Catalogue& catalogue, Term term) {
  const Quote* quote = best_quote(pool, catalogue, term);
  if (quote == nullptr) return std::nullopt;
  return PoolPrice{.usd_per_gpu = usd_per_gpu(*quote, pool, catalogue),
                   .source = quote->source.text,
                   .date = quote->source.date,
                   .gpu_alone = term == Term::purchase && quote->node.empty(),
                   .own = true};
}

/// Whether the prices of a node type hold where the pool says that it is had.
bool sold_there(const NodeType& node, const PoolSpec& pool) {
  return holds_for(node.provider, pool.provider) && holds_for(node.region, pool.region);
}

}  // namespace

const NodeType* pool_node(const PoolSpec& pool, const Catalogue& catalogue) {
  return pool.node.empty() ? nullptr : catalogue.find_node(pool.node);
}

const Gpu* pool_gpu(const PoolSpec& pool, const Catalogue& catalogue) {
  const NodeType* node = pool_node(pool, catalogue);
  return catalogue.find_gpu(node != nullptr ? node->gpu_id : pool.gpu);
}

std::optional<PoolPrice> pool_rent(const PoolSpec& pool, const Catalogue& catalogue, Commitment commitment) {
  if (pool.usd_per_gpu_hour)
    return PoolPrice{.usd_per_gpu = *pool.usd_per_gpu_hour, .source = kStated, .date = "", .stated = true};
  if (auto asked = quoted(pool, catalogue, term_of(commitment))) return asked;
  const NodeType* node = pool_node(pool, catalogue);
  const Gpu* gpu = pool_gpu(pool, catalogue);
  const auto listed = node != nullptr && node->gpus > 0 && sold_there(*node, pool)
                          ? list_price(*node, commitment)
                          : std::optional<UsdPerHour>();
  const GpuRent* rent = gpu != nullptr ? catalogue.own_rent(gpu->id) : nullptr;
  if (rent != nullptr && !(listed && node->source.own))
    return PoolPrice{.usd_per_gpu = rent->price.value,
                     .source = rent->source.text,
                     .date = rent->source.date,
                     .own = true};
  if (!listed) return std::nullopt;
  const bool reserved = commitment == Commitment::reserved_1y || commitment == Commitment::reserved_3y;
  return PoolPrice{.usd_per_gpu = listed->value / node->gpus,
                   .source = node->source.text,
                   .date = reserved && !node->source.own ? node->prices.reserved_date : node->source.date,
                   .own = node->source.own};
}

int gpus_of_node(const PoolSpec& pool, const Catalogue& catalogue) {
  if (pool.gpus_per_node) return *pool.gpus_per_node;
  const NodeType* node = pool_node(pool, catalogue);
  return node != nullptr ? node->gpus : 0;
}

std::optional<double> stated_purchase(const PoolSpec& pool, const Catalogue& catalogue) {
  if (pool.purchase_usd_per_gpu) return pool.purchase_usd_per_gpu;
  const int gpus = gpus_of_node(pool, catalogue);
  return pool.usd_per_node && gpus > 0 ? std::optional(*pool.usd_per_node / gpus) : std::nullopt;
}

std::optional<PoolPrice> pool_purchase(const PoolSpec& pool, const Catalogue& catalogue) {
  if (const auto stated = stated_purchase(pool, catalogue))
    return PoolPrice{.usd_per_gpu = *stated, .source = kStated, .date = "", .stated = true};
  if (auto asked = quoted(pool, catalogue, Term::purchase)) return asked;
  const NodeType* node = pool_node(pool, catalogue);
  const Gpu* gpu = pool_gpu(pool, catalogue);
  const bool listed = node != nullptr && node->prices.purchase_typical && node->gpus > 0;
  const GpuPrice* own = gpu != nullptr ? catalogue.own_price(gpu->id) : nullptr;
  if (listed && (own == nullptr || node->source.own))
    return PoolPrice{.usd_per_gpu = node->prices.purchase_typical->value / node->gpus,
                     .source = node->source.text,
                     .date = node->source.date,
                     .own = node->source.own};
  const GpuPrice* price = gpu != nullptr ? catalogue.purchase_price(gpu->id) : nullptr;
  if (price == nullptr) return std::nullopt;
  return PoolPrice{.usd_per_gpu = price->price.value,
                   .source = origin_of(*price, own != nullptr),
                   .date = price->date,
                   .gpu_alone = true,
                   .own = own != nullptr};
}

}  // namespace astrolabe::hardware
