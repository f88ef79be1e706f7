#include "core/hardware/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/error_codes.h"
#include "core/hardware/usable_gpus.h"

namespace astrolabe::hardware {

namespace {

std::vector<int> all_gpus(const Pool& pool) {
  std::vector<int> gpus(static_cast<std::size_t>(pool.gpus_per_node));
  std::iota(gpus.begin(), gpus.end(), 0);
  return gpus;
}

/// Whether so many GPUs of each node may be used: what may be used of a node with such a domain.
bool may_use(const Pool& pool, int of_node) {
  const int domain = pool.scale_up_domain;
  if (pool.gpus_per_node % of_node == 0) return domain * of_node % pool.gpus_per_node == 0;
  return domain == pool.gpus_per_node;
}

/// Reads the nodes of one pool; the first mistake stays.
class PoolReader {
 public:
  explicit PoolReader(const Pool& pool) : m_pool(pool) {}

  Result<std::vector<NodePart>> read(const Json& list, const std::string& path) {
    if (!list.is_array()) return fail(code::wrong_type, path, shown(list), {Wanted::Kind::array, {}});
    for (std::size_t i = 0; i < list.size(); ++i) {
      ObjectReader reader(list[i], fmt::format("{}[{}]", path, i));
      run(reader);
      if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
    }
    return std::move(m_parts);
  }

 private:
  void run(ObjectReader& reader) {
    const auto first = static_cast<int>(reader.whole("node", 0, m_pool.nodes - 1));
    if (!reader.ok()) return;
    const auto last = static_cast<int>(reader.whole("to", first, m_pool.nodes - 1, first));
    const std::vector<int> gpus = gpus_of(reader);
    for (int node = first; node <= last && reader.ok(); ++node) {
      if (const auto [before, fresh] = m_named.try_emplace(node, reader.path_of("node")); !fresh)
        reader.mistake(code::out_of_range, "node", fmt::format("{}, as in {}", node, before->second),
                       {Wanted::Kind::text, {"nodes that are named once"}});
      m_parts.push_back({node, gpus});
    }
    if (reader.ok() && gpus.size() != m_parts.front().gpus.size())
      reader.mistake(
          code::out_of_range, "gpus", std::to_string(gpus.size()),
          {Wanted::Kind::text,
           {fmt::format("{}, as of the other nodes of {}", m_parts.front().gpus.size(), m_pool.id)}});
  }

  std::vector<int> gpus_of(ObjectReader& reader) const {
    if (!reader.has("gpus")) return all_gpus(m_pool);
    std::vector<int> gpus;
    const Json* list = reader.array("gpus");
    for (std::size_t i = 0; list != nullptr && i < list->size() && reader.ok(); ++i) {
      const Json& each = (*list)[i];
      const auto place = each.is_number_integer() ? each.get<std::int64_t>() : -1;
      const bool fits = place >= 0 && place < m_pool.gpus_per_node;
      if (!fits || std::find(gpus.begin(), gpus.end(), static_cast<int>(place)) != gpus.end())
        reader.mistake(
            code::out_of_range, fmt::format("gpus[{}]", i), shown(each),
            {Wanted::Kind::text, {fmt::format("GPUs from 0 to {}, each once", m_pool.gpus_per_node - 1)}});
      else
        gpus.push_back(static_cast<int>(place));
    }
    if (reader.ok() && (gpus.empty() || !may_use(m_pool, static_cast<int>(gpus.size()))))
      reader.mistake(code::out_of_range, "gpus", std::to_string(gpus.size()),
                     {Wanted::Kind::text, {"as many GPUs of a node as strategies may use"}});
    return gpus;
  }

  const Pool& m_pool;
  std::vector<NodePart> m_parts;
  std::map<int, std::string> m_named;  ///< with the place that names it
};

}  // namespace

Placement fastest_placement(const Cluster& cluster, const std::vector<int>& gpus) {
  Placement placement(cluster.pools.size());
  for (std::size_t p = 0; p < placement.size(); ++p) {
    const Pool& pool = cluster.pools[p];
    if (gpus[p] < 1 || gpus[p] >= pool.gpus()) continue;
    std::vector<NodePart> parts = fastest_parts(pool, gpus[p]);
    if (static_cast<int>(parts.size()) * pool.gpus_of_node() >= gpus[p]) placement[p] = std::move(parts);
  }
  return placement;
}

bool is_placed(const Placement& placement) {
  return std::any_of(placement.begin(), placement.end(), [](const auto& parts) { return !parts.empty(); });
}

Json to_json(const Placement& placement, const Cluster& cluster) {
  Json json = Json::object();
  for (std::size_t p = 0; p < placement.size() && p < cluster.pools.size(); ++p) {
    const std::vector<NodePart>& parts = placement[p];
    const std::vector<int> whole = all_gpus(cluster.pools[p]);
    for (std::size_t i = 0; i < parts.size();) {
      std::size_t end = i + 1;
      while (end < parts.size() && parts[end].node == parts[end - 1].node + 1 &&
             parts[end].gpus == parts[i].gpus)
        ++end;
      Json run{{"node", parts[i].node}};
      if (end - i > 1) run["to"] = parts[end - 1].node;
      if (parts[i].gpus != whole) run["gpus"] = parts[i].gpus;
      json[cluster.pools[p].id].push_back(std::move(run));
      i = end;
    }
  }
  return json;
}

Result<Placement> read_placement(const Json& json, const Cluster& cluster, const std::string& path) {
  if (!json.is_object()) return fail(code::wrong_type, path, shown(json), {Wanted::Kind::object, {}});
  std::vector<std::string> ids;
  for (const Pool& pool : cluster.pools) ids.push_back(pool.id);
  const Cluster built = without_marks(cluster);
  Placement placement(built.pools.size());
  for (const auto& [id, list] : json.items()) {
    const auto found = std::find(ids.begin(), ids.end(), id);
    if (found == ids.end()) return fail(code::unknown_pool, path, id, {Wanted::Kind::one_of, ids});
    const auto at = static_cast<std::size_t>(found - ids.begin());
    auto parts = PoolReader(built.pools[at]).read(list, path + "." + id);
    if (!parts) return tl::unexpected<Error>(std::move(parts.error()));
    placement[at] = std::move(*parts);
  }
  return placement;
}

}  // namespace astrolabe::hardware
