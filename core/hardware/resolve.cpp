// From the cluster as it was written to the cluster that costs are computed from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/hardware/cluster.h"
#include "core/hardware/join_pools.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/pool_power.h"
#include "core/hardware/pool_price.h"
#include "core/hardware/pool_unit.h"
#include "core/hardware/price_book.h"
#include "core/hardware/resolve_links.h"
#include "core/hardware/usable_gpus.h"

namespace astrolabe::hardware {

namespace {

using Because = Reason::Kind;

constexpr double kAssumedInNodeLatencyUs = 2.0;
constexpr double kAssumedNetworkLatencyUs = 5.0;
constexpr double kAssumedPowerExponent = 0.4;
constexpr int kDigits = 4;           // of what was computed
constexpr double kSamePrice = 1e-9;  ///< of figures that went through a division

/// What nobody has sold yet, in the units of the keys: 50 times the dearest GPU-hour of the catalogue, 200
/// times the dearest GPU of the catalogue, 70 times the power of one, 60 to 400 times its rates and memory.
/// What is above is asked about.
constexpr double kDearestGpuHour = 1'000.0;
constexpr double kDearestGpu = 10e6;
constexpr double kMostWatts = 100e3;
constexpr double kMostTeraflops = 1e6;
constexpr double kMostMemoryGbPerS = 1e6;
constexpr double kMostMemoryGib = 100e3;

double fastest_link(const Catalogue& catalogue) {
  double most = 0.0;
  for (const Gpu& gpu : catalogue.gpus()) most = std::max(most, gpu.link.value_or(BytesPerSecond{}).value);
  return most;
}

/// Fills one pool from its spec and the catalogue, in the order of the methods.
class PoolResolver {
 public:
  /// `counted`: the plan takes all nodes. Where it may take fewer, a price for many does not hold.
  PoolResolver(const PoolSpec& spec, std::size_t index, const Catalogue& catalogue, Cluster& cluster,
               bool counted)
      : m_spec(spec), m_priced(spec), m_index(index), m_catalogue(catalogue), m_cluster(cluster) {
    if (!counted) m_priced.nodes = 1;
  }

  Result<Pool> resolve(Commitment commitment) {
    m_pool.id = m_spec.id;
    m_pool.nodes = m_spec.nodes;
    m_pool.relative_speed = m_spec.relative_speed;
    m_pool.region = m_spec.region;
    m_pool.layer_throughput = m_spec.layer_throughput;
    m_pool.slow = m_spec.slow;
    m_pool.failed = m_spec.failed;
    m_pool.spares = m_spec.spares;
    m_pool.domain = m_spec.domain;
    for (const auto step : {&PoolResolver::find_types, &PoolResolver::count_gpus, &PoolResolver::check_places,
                            &PoolResolver::set_unit, &PoolResolver::set_intra_node,
                            &PoolResolver::set_inter_node, &PoolResolver::check_purchase})
      if (const Result<void> result = (this->*step)(); !result) return tl::unexpected<Error>(result.error());
    set_host_memory();
    set_power();
    limit_power();
    set_rent(commitment);
    set_rent_of_type(commitment);
    if (commitment == Commitment::spot) set_interruptions();
    set_purchase();
    set_network_price();
    warn_beyond_known();
    return m_pool;
  }

 private:
  std::string at(const char* key) const { return fmt::format("pools[{}].{}", m_index, key); }
  std::string named(const char* key) const { return fmt::format("pools[{}].{}", m_spec.id, key); }
  void assume(const char* key, std::string value, Reason why) {
    m_cluster.assumptions.push_back({named(key), std::move(value), std::move(why)});
  }
  void warn_above(const char* key, double value_gb_per_s, double fastest) {
    if (value_gb_per_s * kGb > fastest)
      m_cluster.warnings.push_back({named(key), gb_per_s_text(value_gb_per_s), above(fastest)});
  }
  void warn_beyond(const char* key, double value, double most, const char* unit) {
    const auto text = [unit](double number) {
      return fmt::format("{} {}", format_number(number, kDigits), unit);
    };
    if (value > most)
      m_cluster.warnings.push_back({named(key), text(value), {Because::beyond_plausible, {text(most)}}});
  }
  void warn_beyond_known() {
    if (m_pool.usd_per_gpu_hour)
      warn_beyond("usd_per_gpu_hour", m_pool.usd_per_gpu_hour->value, kDearestGpuHour, "USD");
    if (m_pool.purchase_per_gpu)
      warn_beyond("purchase_usd_per_gpu", m_pool.purchase_per_gpu->value, kDearestGpu, "USD");
    if (m_spec.network_usd_per_node)
      warn_beyond("network_usd_per_node", *m_spec.network_usd_per_node, kDearestGpu, "USD");
    if (m_pool.gpu_power) warn_beyond("gpu_power_w", m_pool.gpu_power->value, kMostWatts, "W");
    warn_beyond("memory_gib", in_gib(*m_pool.gpu.memory), kMostMemoryGib, "GiB");
    warn_beyond("mem_bw_GBps", m_pool.gpu.memory_bandwidth->value / kGb, kMostMemoryGbPerS, "GB/s");
    double fastest = 0.0;
    const Gpu& gpu = m_pool.gpu;
    for (const auto& rate : {gpu.fp32, gpu.tf32, gpu.fp16, gpu.bf16, gpu.fp8, gpu.fp4})
      fastest = std::max(fastest, rate.value_or(FlopsPerSecond{}).value);
    warn_beyond("rate_tflops", fastest / kTera, kMostTeraflops, "TFLOP/s");
  }
  tl::unexpected<Error> unknown_value(const char* key, const std::string& type) const {
    return fail(code::unknown_hardware_value, at(key), type, {Wanted::Kind::field, {key}});
  }

  Result<void> find_types() {
    std::string gpu_name = m_spec.gpu;
    const char* gpu_key = "gpu";
    if (!m_spec.node.empty()) {
      m_node = m_catalogue.find_node(m_spec.node);
      if (m_node == nullptr)
        return fail(code::unknown_node, at("node"), m_spec.node,
                    {Wanted::Kind::one_of, m_catalogue.near_nodes(m_spec.node)});
      m_pool.node_id = m_node->id;
      gpu_name = m_node->gpu_id;
      gpu_key = "node";
    }
    const Gpu* gpu = m_catalogue.find_gpu(gpu_name);
    if (gpu == nullptr)
      return fail(code::unknown_gpu, at(gpu_key), gpu_name,
                  {Wanted::Kind::one_of, m_catalogue.near_gpus(gpu_name)});
    m_pool.gpu = *gpu;
    if (!gpu->memory) return unknown_value("memory_gib", gpu->id);
    if (!gpu->memory_bandwidth) return unknown_value("mem_bw_GBps", gpu->id);
    return {};
  }

  Result<void> count_gpus() {
    m_pool.gpus_per_node = m_spec.gpus_per_node.value_or(m_node != nullptr ? m_node->gpus : 0);
    if (m_pool.gpus_per_node == 0) {
      if (m_node != nullptr) return unknown_value("gpus_per_node", m_node->id);
      return fail(code::missing_key, at("gpus_per_node"), "nothing",
                  {Wanted::Kind::field, {"gpus_per_node"}});
    }
    m_pool.max_gpus = m_pool.gpus();
    const Gpu& gpu = m_pool.gpu;
    int domain = m_node != nullptr ? m_node->scale_up_domain.value_or(0) : 0;
    if (m_node == nullptr && gpu.link_domain.value_or(0) >= kRackScaleDomain) {
      domain = *gpu.link_domain;
      assume("scaleup_domain_gpus", std::to_string(domain), {Because::sold_as_rack, {gpu.name}});
    }
    m_pool.scale_up_domain = std::max(domain, m_pool.gpus_per_node);
    return {};
  }

  /// GPUs that are slow or failed, now that their number in a node is known.
  Result<void> check_places() {
    return check_marks(m_spec, m_pool.gpus_per_node, fmt::format("pools[{}]", m_index));
  }

  /// A part of a node, or several whole ones; the pool is made of whole units.
  Result<void> set_unit() {
    const int node = m_pool.gpus_per_node;
    m_pool.unit = m_spec.unit == PoolSpec::kWholeNode ? node : m_spec.unit;
    if (m_pool.unit > m_pool.gpus())
      return fail(code::out_of_range, at("unit"), std::to_string(m_pool.unit),
                  {Wanted::Kind::between, {"1", std::to_string(m_pool.gpus())}});
    const bool whole = node % m_pool.unit == 0 || m_pool.unit % node == 0;
    if (!whole || m_pool.gpus() % m_pool.unit != 0)
      return fail(code::out_of_range, at("unit"), std::to_string(m_pool.unit),
                  {Wanted::Kind::text,
                   {fmt::format("a part of a node of {0} GPUs, or as many whole nodes as divide {1}", node,
                                m_spec.nodes)}});
    return {};
  }

  Result<void> set_intra_node() {
    const Gpu& gpu = m_pool.gpu;
    m_pool.intra_node.latency = microseconds(kAssumedInNodeLatencyUs);
    if (m_spec.intra_node_gb_per_s) {
      warn_above("intra_node_gb_per_s", *m_spec.intra_node_gb_per_s, fastest_link(m_catalogue));
      m_pool.intra_node.bandwidth = gb_per_s(*m_spec.intra_node_gb_per_s);
    } else if (gpu.link && !bridge_is_too_small()) {
      m_pool.intra_node.bandwidth = *gpu.link;
    } else if (gpu.pcie) {
      m_pool.intra_node.bandwidth = *gpu.pcie;
      if (gpu.link && gpu.link != gpu.pcie)
        assume("intra_node_gb_per_s", gb_per_s_text(gpu.pcie->value / kGb),
               {Because::bridge_too_small,
                {gpu.link_type, std::to_string(gpu.link_domain.value_or(1)),
                 std::to_string(m_pool.gpus_per_node)}});
      else if (!gpu.link)
        assume("intra_node_gb_per_s", gb_per_s_text(gpu.pcie->value / kGb),
               {Because::link_unknown, {gpu.link_type}});
    } else if (m_pool.gpus_per_node > 1) {
      return unknown_value("intra_node_gb_per_s", gpu.id);
    } else {
      m_pool.intra_node.bandwidth = *gpu.memory_bandwidth;  // a GPU alone in its node has no peer
    }
    // NVSwitch adds and copies from its third generation on (NVLink SHARP); a bridge has no switch.
    const bool switches = gpu.link_type.starts_with("NVLink4") || gpu.link_type.starts_with("NVLink5");
    m_pool.intra_node.reduces = switches && gpu.link && gpu.link_type.find("bridge") == std::string::npos &&
                                m_pool.intra_node.bandwidth.value >= gpu.link->value;
    if (m_pool.scale_up_domain > 1)
      assume("intra_node_latency_us", us_text(kAssumedInNodeLatencyUs), {Because::latency_inside_nodes, {}});
    return {};
  }

  /// A card whose bridge joins fewer cards than the node holds: a ring over all of them crosses PCIe.
  bool bridge_is_too_small() const {
    const Gpu& gpu = m_pool.gpu;
    return gpu.form == "PCIe" && gpu.pcie &&
           m_pool.gpus_per_node > gpu.link_domain.value_or(m_pool.gpus_per_node);
  }

  Result<void> set_inter_node() {
    const bool leaves_domain = m_pool.gpus() > m_pool.scale_up_domain;
    const double latency_us = m_spec.inter_node_latency_us.value_or(kAssumedNetworkLatencyUs);
    m_pool.inter_node.latency = microseconds(latency_us);
    m_pool.inter_node.reduces = m_spec.in_network_reduction;
    if (m_spec.inter_node_gb_per_s) {
      warn_above("inter_node_gb_per_s", *m_spec.inter_node_gb_per_s, fastest_network(m_catalogue));
      m_pool.inter_node.bandwidth = gb_per_s(*m_spec.inter_node_gb_per_s);
    } else if (m_node != nullptr && m_node->network) {
      m_pool.inter_node.bandwidth = *m_node->network;
    } else if (leaves_domain) {
      return fail(code::missing_network, at("inter_node_gb_per_s"),
                  m_node != nullptr ? m_node->id : m_pool.gpu.id,
                  {Wanted::Kind::field, {"inter_node_gb_per_s"}});
    } else {
      // All GPUs sit in one fast domain: nothing of this pool crosses a network.
      m_pool.inter_node.bandwidth = m_pool.intra_node.bandwidth * m_pool.gpus_per_node;
    }
    if (leaves_domain && !m_spec.inter_node_latency_us)
      assume("inter_node_latency_us", us_text(latency_us), {Because::latency_between_nodes, {}});
    return {};
  }

  /// The least that a GPU of the pool's type has in the catalogue's nodes, and where; nothing if no row says.
  const NodeType* least_host_memory() const {
    const NodeType* least = nullptr;
    const auto each = [](const NodeType& node) { return *node.ram_gib / node.gpus; };
    for (const NodeType& node : m_catalogue.nodes()) {
      if (node.gpu_id != m_pool.gpu.id || !node.ram_gib || node.gpus < 1) continue;
      if (least == nullptr || each(node) < each(*least)) least = &node;
    }
    return least;
  }

  void set_host_memory() {
    if (m_spec.host_memory_gib) {
      m_pool.host_memory = gib(*m_spec.host_memory_gib);
      return;
    }
    if (m_node != nullptr && m_node->ram_gib) {
      m_pool.host_memory = gib(*m_node->ram_gib);
      return;
    }
    const auto assume_gib = [&](double each, Reason why) {
      m_pool.host_memory = gib(each * m_pool.gpus_per_node);
      assume("host_memory_gib", fmt::format("{} GiB", format_number(in_gib(*m_pool.host_memory), kDigits)),
             std::move(why));
    };
    if (const NodeType* like = least_host_memory())
      assume_gib(*like->ram_gib / like->gpus, {Because::host_memory_like, {like->id, dated(like->source)}});
    else
      assume_gib(in_gib(*m_pool.gpu.memory), {Because::host_memory_as_gpus, {}});
  }

  void set_power() {
    std::optional<PoolPower> power = pool_power(m_spec, m_catalogue);
    if (!power) return;
    m_pool.gpu_power = power->per_gpu;
    m_pool.power_estimated = power->estimated;
    if (power->estimated)
      assume(
          "kw_per_node",
          fmt::format("{} kW", format_number(power->per_gpu.value * m_pool.gpus_per_node / 1000.0, kDigits)),
          std::move(power->why));
  }

  /// Held below its power, a GPU runs at a lower clock: its rate falls with the limit's 0.4th power.
  void limit_power() {
    const auto rated = m_pool.gpu.power;
    if (!m_spec.gpu_power_limit_watts || !rated || *m_spec.gpu_power_limit_watts >= rated->value) return;
    const double share = *m_spec.gpu_power_limit_watts / rated->value;
    m_pool.sustained_clock = std::pow(share, kAssumedPowerExponent);
    assume("sustained_clock", format_number(m_pool.sustained_clock, kDigits),
           {Because::power_limit,
            {format_number(*m_spec.gpu_power_limit_watts), format_number(rated->value),
             format_number(kAssumedPowerExponent)}});
  }

  void set_rent(Commitment commitment) {
    std::optional<PoolPrice> rent = pool_rent(m_priced, m_catalogue, commitment);
    if (!rent) return;
    m_pool.usd_per_gpu_hour = UsdPerHour{rent->usd_per_gpu};
    m_pool.price_source = std::move(rent->source);
    m_pool.price_date = std::move(rent->date);
  }

  /// To compare buying with renting where the pool's own machines are not for rent.
  void set_rent_of_type(Commitment commitment) {
    if (m_pool.usd_per_gpu_hour) return;
    const std::optional<PoolPrice> least = rent_of_type(m_pool.gpu.id, m_catalogue, commitment);
    if (!least) return;
    m_pool.type_usd_per_gpu_hour = UsdPerHour{least->usd_per_gpu};
    m_pool.type_price_source = dated({least->source, least->date, least->own});
  }

  void set_interruptions() {
    const std::optional<Interruptions> taken = pool_interruptions(m_priced, m_catalogue);
    if (!taken) return;
    m_pool.interruptions_per_node_hour = taken->per_node_hour;
    if (taken->assumed)
      assume("interruptions_per_node_hour", format_number(taken->per_node_hour, kDigits),
             {Because::source, {dated(taken->source)}});
  }

  /// The price of a GPU and that of a node say the same where both are stated.
  Result<void> check_purchase() {
    if (!m_spec.usd_per_node || !m_spec.purchase_usd_per_gpu) return {};
    const double of_gpus = *m_spec.purchase_usd_per_gpu * m_pool.gpus_per_node;
    if (std::abs(of_gpus - *m_spec.usd_per_node) <= kSamePrice * of_gpus) return {};
    return fail(code::out_of_range, at("usd_per_node"), format_number(*m_spec.usd_per_node),
                {Wanted::Kind::text,
                 {fmt::format("{}, {} times purchase_usd_per_gpu, or one of the two alone",
                              format_number(of_gpus), m_pool.gpus_per_node)}});
  }

  void set_purchase() {
    const std::optional<PoolPrice> price = pool_purchase(m_priced, m_catalogue);
    if (!price) return;
    m_pool.purchase_per_gpu = Usd{price->usd_per_gpu};
    if (price->gpu_alone)
      assume("purchase_usd_per_gpu", fmt::format("{} USD", format_number(price->usd_per_gpu)),
             {Because::source, {dated({price->source, price->date, false})}});
  }

  /// A network's price is stated or there is none: no file of the catalogue has one.
  void set_network_price() {
    if (m_spec.network_usd_per_node)
      m_pool.network_per_gpu = Usd{*m_spec.network_usd_per_node / m_pool.gpus_per_node};
  }

  const PoolSpec& m_spec;
  PoolSpec m_priced;  ///< with the nodes that a price is asked for
  std::size_t m_index;
  const Catalogue& m_catalogue;
  Cluster& m_cluster;
  const NodeType* m_node = nullptr;
  Pool m_pool;
};

/// Limits of `choose`: none above what is there.
Result<void> apply_choose(const Choose& choose, Cluster& cluster) {
  cluster.may_leave_unused = true;
  int sum = 0;
  for (Pool& pool : cluster.pools) {
    const auto limit = choose.max_gpus_per_pool.find(pool.id);
    if (limit != choose.max_gpus_per_pool.end()) {
      if (limit->second > pool.gpus())
        return fail(code::out_of_range, fmt::format("choose.max_gpus_per_pool.{}", pool.id),
                    std::to_string(limit->second),
                    {Wanted::Kind::between, {"0", std::to_string(pool.gpus())}});
      pool.max_gpus = limit->second;
    }
    sum += pool.max_gpus;
  }
  if (sum < 1)
    return fail(code::out_of_range, "choose.max_gpus_per_pool", "no GPU in any pool",
                {Wanted::Kind::at_least, {"1"}});
  cluster.max_total_gpus = choose.max_total_gpus;
  if (choose.max_total_gpus && *choose.max_total_gpus > sum)
    return fail(code::out_of_range, "choose.max_total_gpus", std::to_string(*choose.max_total_gpus),
                {Wanted::Kind::between, {"1", std::to_string(sum)}});
  return {};
}

Result<Cluster> resolve_each(const ClusterSpec& spec, const Catalogue& catalogue, Commitment commitment) {
  Cluster cluster;
  cluster.name = spec.name;
  for (std::size_t i = 0; i < spec.pools.size(); ++i) {
    auto pool = PoolResolver(spec.pools[i], i, catalogue, cluster, !spec.choose).resolve(commitment);
    if (!pool) return tl::unexpected<Error>(std::move(pool.error()));
    cluster.pools.push_back(std::move(*pool));
  }
  if (const auto result = link_pools(spec, cluster); !result) return tl::unexpected<Error>(result.error());
  link_machines(spec, cluster);
  share_switches(spec, catalogue, cluster);
  if (spec.choose)
    if (const auto result = apply_choose(*spec.choose, cluster); !result)
      return tl::unexpected<Error>(result.error());
  // A limit stays known where marks leave a choice of nodes.
  if (is_marked(cluster) && !cluster.max_total_gpus && spec.choose &&
      !spec.choose->max_gpus_per_pool.empty()) {
    cluster.max_total_gpus = 0;
    for (const Pool& pool : cluster.pools) *cluster.max_total_gpus += pool.max_gpus;
  }
  if (const auto result = apply_marks(cluster); !result) return tl::unexpected<Error>(result.error());
  return cluster;
}

}  // namespace

Result<Cluster> resolve(const ClusterSpec& spec, const Catalogue& catalogue, Commitment commitment) {
  if (const auto result = check(spec); !result) return tl::unexpected<Error>(result.error());
  auto drawn = resolve_each(spec, catalogue, commitment);
  if (!drawn) return drawn;
  const std::vector<std::size_t> first = equal_pools(spec, *drawn);
  bool any = false;
  for (std::size_t i = 0; i < first.size(); ++i) any = any || first[i] != i;
  const ClusterSpec fewer = any ? join_pools(spec, *drawn, first) : spec;
  // What nobody stated for one node (a network) may be needed for two: such pools stay as they are.
  auto joined = any ? resolve_each(fewer, catalogue, commitment) : drawn;
  if (!joined) {
    tell_links(spec, catalogue, *drawn);
    return drawn;
  }
  tell_links(fewer, catalogue, *joined);
  for (std::size_t i = 0; i < first.size(); ++i)
    if (first[i] != i) joined->assumptions.push_back(part_of(drawn->pools[i].id, drawn->pools[first[i]].id));
  return joined;
}

}  // namespace astrolabe::hardware
