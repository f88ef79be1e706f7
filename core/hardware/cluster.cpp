#include "core/hardware/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/price_book.h"

namespace astrolabe::hardware {

namespace {

constexpr const char* kBases[] = {"rent", "buy", "own"};
constexpr const char* kCommitments[] = {"on_demand", "reserved_1y", "reserved_3y", "spot"};

constexpr int kMostNodes = 100'000;
constexpr int kMostGpusPerNode = 1024;
constexpr double kLongestLatencyUs = 1e6;
constexpr double kDearestNetworkUsd = 1e9;
constexpr double kFastestFactor = 1000.0;

/// The optional numbers of a pool: one from zero to `most`, or where that is zero any above it.
struct PoolNumber {
  const char* key;
  std::optional<double> PoolSpec::*field;
  double most = 0.0;
  constexpr bool may_be_zero() const { return most > 0.0; }
};
constexpr std::array<PoolNumber, 11> kPoolNumbers{
    {{"intra_node_gb_per_s", &PoolSpec::intra_node_gb_per_s},
     {"inter_node_gb_per_s", &PoolSpec::inter_node_gb_per_s},
     {"inter_node_latency_us", &PoolSpec::inter_node_latency_us, kLongestLatencyUs},
     {"usd_per_gpu_hour", &PoolSpec::usd_per_gpu_hour},
     {"purchase_usd_per_gpu", &PoolSpec::purchase_usd_per_gpu},
     {"usd_per_node", &PoolSpec::usd_per_node},
     {"network_usd_per_node", &PoolSpec::network_usd_per_node, kDearestNetworkUsd},
     {"gpu_power_limit_watts", &PoolSpec::gpu_power_limit_watts},
     {"host_memory_gib", &PoolSpec::host_memory_gib},
     {"kw_per_node", &PoolSpec::kw_per_node},
     {"interruptions_per_node_hour", &PoolSpec::interruptions_per_node_hour, kMostInterruptions}}};
constexpr const char* kNodeUnit = "node";
constexpr const char* kGpuUnit = "gpu";

std::string join(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

/// Passes the first mistake of a nested object on to its parent.
void close(ObjectReader& nested, ObjectReader& parent) {
  if (const auto result = nested.finish(); !result) parent.mistake(result.error());
}

std::optional<double> latency(ObjectReader& reader, const char* key) {
  return reader.optional_number(key, 0.0, kLongestLatencyUs);
}

/// "node", "gpu" or a number of GPUs.
int read_unit(ObjectReader& reader) {
  const Json* value = reader.any("unit");
  if (value == nullptr) return PoolSpec::kWholeNode;
  if (*value == kNodeUnit) return PoolSpec::kWholeNode;
  if (*value == kGpuUnit) return 1;
  if (!value->is_number()) {
    reader.mistake(code::wrong_type, "unit", shown(*value),
                   {Wanted::Kind::one_of, {kNodeUnit, kGpuUnit, "a number of GPUs"}});
    return PoolSpec::kWholeNode;
  }
  return static_cast<int>(reader.whole("unit", 1, kMostNodes * kMostGpusPerNode));
}

std::vector<double> read_layer_throughput(ObjectReader& reader) {
  std::vector<double> rates;
  const Json* array = reader.array("layer_throughput");
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    const Json& value = (*array)[i];
    if (value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() > 0.0) {
      rates.push_back(value.get<double>());
      continue;
    }
    reader.mistake(
        code::out_of_range, fmt::format("layer_throughput[{}]", i), shown(value),
        {Wanted::Kind::text, {fmt::format("tokens/s above zero of a machine with {} layers", i + 1)}});
    break;
  }
  return rates;
}

PoolSpec read_pool(const Json& json, const std::string& path, ObjectReader& parent) {
  ObjectReader reader(json, path);
  PoolSpec pool;
  pool.id = reader.string("id");
  pool.gpu = reader.string("gpu", "");
  pool.node = reader.string("node", "");
  pool.nodes = static_cast<int>(reader.whole("nodes", 1, kMostNodes));
  if (reader.has("gpus_per_node"))
    pool.gpus_per_node = static_cast<int>(reader.whole("gpus_per_node", 1, kMostGpusPerNode));
  for (const PoolNumber& number : kPoolNumbers)
    pool.*number.field = number.may_be_zero() ? reader.optional_number(number.key, 0.0, number.most)
                                              : reader.optional_positive(number.key);
  pool.unit = read_unit(reader);
  pool.provider = reader.string("provider", "");
  pool.region = reader.string("region", "");
  pool.relative_speed = reader.positive("relative_speed", 1.0);
  pool.in_network_reduction = reader.boolean("in_network_reduction", false);
  pool.layer_throughput = read_layer_throughput(reader);
  read_marks(reader, pool);
  close(reader, parent);
  return pool;
}

/// A link between two ends by their names: BetweenPools or MachineLinkSpec.
template <class Link>
Link read_link(const Json& json, const std::string& path, ObjectReader& parent) {
  ObjectReader reader(json, path);
  Link link;
  link.a = reader.string("a");
  link.b = reader.string("b");
  link.gb_per_s = reader.positive("gb_per_s");
  link.latency_us = latency(reader, "latency_us");
  close(reader, parent);
  return link;
}

Choose read_choose(const Json& json, const std::string& path, ObjectReader& parent) {
  ObjectReader reader(json, path);
  Choose choose;
  constexpr int most = kMostNodes * kMostGpusPerNode;
  if (const Json* maxima = reader.object("max_gpus_per_pool")) {
    ObjectReader pools(*maxima, reader.path_of("max_gpus_per_pool"));
    for (const auto& [pool, value] : maxima->items())
      choose.max_gpus_per_pool[pool] = static_cast<int>(pools.whole(pool, 0, most));
    close(pools, reader);
  }
  if (reader.has("max_total_gpus"))
    choose.max_total_gpus = static_cast<int>(reader.whole("max_total_gpus", 1, most));
  close(reader, parent);
  return choose;
}

std::vector<std::string> pool_ids(const ClusterSpec& spec) {
  std::vector<std::string> ids;
  for (const PoolSpec& pool : spec.pools) ids.push_back(pool.id);
  return ids;
}

tl::unexpected<Error> out_of_range(const std::string& where, double found, double least, double most) {
  return fail(code::out_of_range, where, std::isfinite(found) ? format_number(found) : "not a finite number",
              {Wanted::Kind::between, {format_number(least), format_number(most)}});
}

tl::unexpected<Error> not_positive(const std::string& where, double found) {
  return fail(code::out_of_range, where, std::isfinite(found) ? format_number(found) : "not a finite number",
              {Wanted::Kind::positive_number, {}});
}

bool is_positive(double number) { return std::isfinite(number) && number > 0.0; }
bool within(double number, double least, double most) { return number >= least && number <= most; }

Result<void> check_pool(const PoolSpec& pool, const std::string& place) {
  const auto at = [&](const char* key) { return join(place, key); };
  if (trim(pool.id).empty())
    return fail(code::missing_key, at("id"), "nothing", {Wanted::Kind::field, {"id"}});
  if (pool.gpu.empty() && pool.node.empty())
    return fail(code::missing_key, at("gpu"), "neither gpu nor node",
                {Wanted::Kind::one_of, {"gpu", "node"}});
  if (!pool.gpu.empty() && !pool.node.empty())
    return fail(code::out_of_range, at("gpu"), "gpu and node", {Wanted::Kind::text, {"either gpu or node"}});
  if (!within(pool.nodes, 1, kMostNodes)) return out_of_range(at("nodes"), pool.nodes, 1, kMostNodes);
  if (pool.gpus_per_node && !within(*pool.gpus_per_node, 1, kMostGpusPerNode))
    return out_of_range(at("gpus_per_node"), *pool.gpus_per_node, 1, kMostGpusPerNode);
  for (const PoolNumber& number : kPoolNumbers) {
    const std::optional<double> value = pool.*number.field;
    if (!value) continue;
    if (number.may_be_zero() && !within(*value, 0.0, number.most))
      return out_of_range(at(number.key), *value, 0.0, number.most);
    if (!number.may_be_zero() && !is_positive(*value)) return not_positive(at(number.key), *value);
  }
  if (!is_positive(pool.relative_speed)) return not_positive(at("relative_speed"), pool.relative_speed);
  if (pool.relative_speed > kFastestFactor)
    return out_of_range(at("relative_speed"), pool.relative_speed, 0.0, kFastestFactor);
  return check_marks(pool, pool.gpus_per_node.value_or(0), place);
}

/// The links of a cluster one after the other: of many thousands, too, each is looked at once.
class LinkCheck {
 public:
  LinkCheck(const ClusterSpec& spec, const std::vector<std::string>& ids) : m_spec(spec), m_ids(ids) {
    for (std::size_t i = 0; i < ids.size(); ++i) m_places.emplace(ids[i], i);
  }

  /// Links are asked for in their order; `path` is that of the cluster.
  Result<void> operator()(std::size_t index, const std::string& path) {
    const BetweenPools& link = m_spec.between_pools[index];
    const auto place = [&] { return join(path, fmt::format("between_pools[{}]", index)); };
    std::array<std::size_t, 2> ends{};
    std::size_t end = 0;
    for (const auto& [key, name] : {std::pair{"a", &link.a}, std::pair{"b", &link.b}}) {
      const auto found = m_places.find(*name);
      if (found == m_places.end()) {
        auto near = near_matches(*name, m_ids);
        return fail(code::unknown_pool, join(place(), key), *name,
                    {Wanted::Kind::one_of, near.empty() ? m_ids : near});
      }
      ends[end++] = found->second;
    }
    if (link.a == link.b)
      return fail(code::out_of_range, join(place(), "b"), link.b,
                  {Wanted::Kind::text, {"another pool than a"}});
    if (!is_positive(link.gb_per_s)) return not_positive(join(place(), "gb_per_s"), link.gb_per_s);
    if (link.latency_us && !within(*link.latency_us, 0.0, kLongestLatencyUs))
      return out_of_range(join(place(), "latency_us"), *link.latency_us, 0.0, kLongestLatencyUs);
    if (!m_joined.insert(std::min(ends[0], ends[1]) * m_ids.size() + std::max(ends[0], ends[1])).second)
      return fail(code::repeated_key, place(), fmt::format("{} and {}", link.a, link.b),
                  {Wanted::Kind::once, {}});
    return {};
  }

 private:
  const ClusterSpec& m_spec;
  const std::vector<std::string>& m_ids;
  std::unordered_map<std::string_view, std::size_t> m_places;
  std::unordered_set<std::size_t> m_joined;  ///< pairs, the earlier pool first
};

/// The machine that `name` ("a100/3") says; `where` is its key path.
Result<MachineId> read_machine(const std::string& name, const ClusterSpec& spec, const std::string& where) {
  const std::size_t slash = name.rfind('/');
  const std::string pool = name.substr(0, slash);
  const auto index = slash == std::string::npos ? std::nullopt : parse_whole(name.substr(slash + 1));
  for (std::size_t i = 0; index && i < spec.pools.size(); ++i) {
    if (spec.pools[i].id != pool) continue;
    if (*index >= 0 && *index < spec.pools[i].nodes)
      return MachineId{static_cast<int>(i), static_cast<int>(*index)};
    return fail(code::out_of_range, where, name,
                {Wanted::Kind::text, {fmt::format("{0}/0 to {0}/{1}", pool, spec.pools[i].nodes - 1)}});
  }
  if (!index)
    return fail(code::out_of_range, where, name, {Wanted::Kind::text, {"a machine, such as a100/0"}});
  const std::vector<std::string> ids = pool_ids(spec);
  auto near = near_matches(pool, ids);
  return fail(code::unknown_pool, where, name, {Wanted::Kind::one_of, near.empty() ? ids : near});
}

Result<void> check_machine_links(const ClusterSpec& spec, const std::string& path) {
  std::set<std::pair<MachineId, MachineId>> joined;
  for (std::size_t i = 0; i < spec.machine_links.size(); ++i) {
    const MachineLinkSpec& link = spec.machine_links[i];
    const std::string place = join(path, fmt::format("machine_links[{}]", i));
    const auto a = read_machine(link.a, spec, join(place, "a"));
    if (!a) return tl::unexpected<Error>(a.error());
    const auto b = read_machine(link.b, spec, join(place, "b"));
    if (!b) return tl::unexpected<Error>(b.error());
    if (*a == *b)
      return fail(code::out_of_range, join(place, "b"), link.b,
                  {Wanted::Kind::text, {"another machine than a"}});
    if (!is_positive(link.gb_per_s)) return not_positive(join(place, "gb_per_s"), link.gb_per_s);
    if (link.latency_us && !within(*link.latency_us, 0.0, kLongestLatencyUs))
      return out_of_range(join(place, "latency_us"), *link.latency_us, 0.0, kLongestLatencyUs);
    if (!joined.insert(std::minmax(*a, *b)).second)
      return fail(code::repeated_key, place, fmt::format("{} and {}", link.a, link.b),
                  {Wanted::Kind::once, {}});
  }
  return {};
}

}  // namespace

MachineId machine_named(const std::string& name, const ClusterSpec& spec) {
  return read_machine(name, spec, {}).value();
}

const char* to_string(CostBasis basis) { return kBases[static_cast<std::size_t>(basis)]; }
const char* to_string(Commitment commitment) { return kCommitments[static_cast<std::size_t>(commitment)]; }

int Cluster::gpus() const {
  int sum = 0;
  for (const Pool& pool : pools) sum += pool.gpus();
  return sum;
}

Result<void> check(const ClusterSpec& spec, const std::string& path) {
  if (spec.pools.empty())
    return fail(code::no_pools, join(path, "pools"), "no pool", {Wanted::Kind::text, {"at least one pool"}});
  const std::vector<std::string> ids = pool_ids(spec);
  for (std::size_t i = 0; i < spec.pools.size(); ++i) {
    const std::string place = join(path, fmt::format("pools[{}]", i));
    if (auto result = check_pool(spec.pools[i], place); !result) return result;
    if (std::find(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i), ids[i]) !=
        ids.begin() + static_cast<std::ptrdiff_t>(i))
      return fail(code::repeated_pool, join(place, "id"), ids[i], {Wanted::Kind::text, {"an id of its own"}});
  }
  LinkCheck check_link(spec, ids);
  for (std::size_t i = 0; i < spec.between_pools.size(); ++i)
    if (auto result = check_link(i, path); !result) return result;
  if (auto result = check_machine_links(spec, path); !result) return result;
  if (!spec.choose) return {};
  const std::string place = join(path, "choose");
  for (const auto& [pool, most] : spec.choose->max_gpus_per_pool) {
    const std::string where = fmt::format("{}.max_gpus_per_pool.{}", place, pool);
    if (std::find(ids.begin(), ids.end(), pool) == ids.end()) {
      auto near = near_matches(pool, ids);
      return fail(code::unknown_pool, where, pool, {Wanted::Kind::one_of, near.empty() ? ids : near});
    }
    if (most < 0)
      return fail(code::out_of_range, where, std::to_string(most), {Wanted::Kind::at_least, {"0"}});
  }
  if (spec.choose->max_total_gpus && *spec.choose->max_total_gpus < 1)
    return fail(code::out_of_range, place + ".max_total_gpus", std::to_string(*spec.choose->max_total_gpus),
                {Wanted::Kind::at_least, {"1"}});
  return {};
}

Result<ClusterSpec> read_cluster(const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  ClusterSpec spec;
  spec.name = reader.string("name", "");
  if (!reader.has("pools"))
    reader.mistake(code::missing_key, "pools", "nothing", {Wanted::Kind::field, {"pools"}});
  const auto each = [&](const char* key, auto& list, const auto& read) {
    const Json* array = reader.array(key);
    for (std::size_t i = 0; array != nullptr && i < array->size() && reader.ok(); ++i)
      list.push_back(read((*array)[i], fmt::format("{}[{}]", reader.path_of(key), i), reader));
  };
  each("pools", spec.pools, read_pool);
  each("between_pools", spec.between_pools, read_link<BetweenPools>);
  each("machine_links", spec.machine_links, read_link<MachineLinkSpec>);
  if (const Json* choose = reader.object("choose"))
    spec.choose = read_choose(*choose, reader.path_of("choose"), reader);
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  if (const auto result = check(spec, path); !result) return tl::unexpected<Error>(result.error());
  return spec;
}

Json to_json(const ClusterSpec& spec) {
  Json json = Json::object();
  if (!spec.name.empty()) json["name"] = spec.name;
  json["pools"] = Json::array();
  for (const PoolSpec& pool : spec.pools) {
    Json member{{"id", pool.id}};
    if (!pool.gpu.empty()) member["gpu"] = pool.gpu;
    if (!pool.node.empty()) member["node"] = pool.node;
    member["nodes"] = pool.nodes;
    if (pool.gpus_per_node) member["gpus_per_node"] = *pool.gpus_per_node;
    for (const PoolNumber& number : kPoolNumbers)
      if (const std::optional<double> value = pool.*number.field) member[number.key] = *value;
    if (pool.unit == 1) member["unit"] = kGpuUnit;
    if (pool.unit > 1) member["unit"] = pool.unit;
    if (!pool.provider.empty()) member["provider"] = pool.provider;
    if (!pool.region.empty()) member["region"] = pool.region;
    if (pool.relative_speed != 1.0) member["relative_speed"] = pool.relative_speed;
    if (pool.in_network_reduction) member["in_network_reduction"] = true;
    if (!pool.layer_throughput.empty()) member["layer_throughput"] = pool.layer_throughput;
    add_marks(member, pool);
    json["pools"].push_back(std::move(member));
  }
  for (const BetweenPools& link : spec.between_pools) {
    Json member{{"a", link.a}, {"b", link.b}, {"gb_per_s", link.gb_per_s}};
    if (link.latency_us) member["latency_us"] = *link.latency_us;
    json["between_pools"].push_back(std::move(member));
  }
  for (const MachineLinkSpec& link : spec.machine_links) {
    Json member{{"a", link.a}, {"b", link.b}, {"gb_per_s", link.gb_per_s}};
    if (link.latency_us) member["latency_us"] = *link.latency_us;
    json["machine_links"].push_back(std::move(member));
  }
  if (spec.choose) {
    Json choose = Json::object();
    if (!spec.choose->max_gpus_per_pool.empty()) choose["max_gpus_per_pool"] = spec.choose->max_gpus_per_pool;
    if (spec.choose->max_total_gpus) choose["max_total_gpus"] = *spec.choose->max_total_gpus;
    json["choose"] = std::move(choose);
  }
  return json;
}

}  // namespace astrolabe::hardware
