#include "core/hardware/pool_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/hardware/pool_price.h"

namespace astrolabe::hardware {

namespace {

constexpr int kMostMarked = 1 << 20;  ///< of GPUs of a node while nobody knows how many it has
const std::vector<std::string> kDomainKinds{"rack", "switch"};

/// A node, or one GPU of it, as both kinds of marks name it.
using Marked = std::pair<int, std::optional<int>>;

template <class Mark>
Marked marked(const Mark& mark) {
  return {mark.node, mark.gpu};
}

Wanted wanted_working_gpu() { return {Wanted::Kind::text, {"a GPU of a node that works"}}; }

Wanted wanted_gpu() { return {Wanted::Kind::text, {"a GPU of the node, counted from 0"}}; }

Wanted wanted_spares(int nodes) {
  return {Wanted::Kind::text,
          {fmt::format("a number between 0 and {}: spares stand idle, and one of the pool's {} nodes at "
                       "least has to work",
                       nodes - 1, nodes)}};
}

Wanted wanted_domain(int nodes) {
  return {Wanted::Kind::text, {fmt::format("a number between 1 and {}, the nodes of the pool", nodes)}};
}

/// A whole number of any size that JSON has; where it is none of `least` to `most`, the mistake is that, and
/// `least` is returned.
int within(ObjectReader& reader, const char* key, int least, int most, const Wanted& wanted,
           std::optional<std::int64_t> fallback = {}) {
  constexpr std::int64_t kAny = std::int64_t{1} << 53;
  const std::int64_t found = reader.whole(key, -kAny, kAny, fallback);
  if (found >= least && found <= most) return static_cast<int>(found);
  reader.mistake(code::out_of_range, key, std::to_string(found), wanted);
  return least;
}

std::optional<int> read_gpu(ObjectReader& reader, const PoolSpec& pool) {
  if (!reader.has("gpu")) return std::nullopt;
  if (pool.gpus_per_node) return static_cast<int>(reader.whole("gpu", 0, *pool.gpus_per_node - 1));
  return within(reader, "gpu", 0, kMostMarked, wanted_gpu());
}

int read_node(ObjectReader& reader, const PoolSpec& pool) {
  return static_cast<int>(reader.whole("node", 0, pool.nodes - 1));
}

SlowSpec read_slow(ObjectReader& reader, const PoolSpec& pool) {
  SlowSpec slow;
  slow.node = read_node(reader, pool);
  slow.gpu = read_gpu(reader, pool);
  slow.factor = reader.number("factor", 1.0, kMostSlowFactor, 1.0);
  slow.link_factor = reader.number("link_factor", 1.0, kMostSlowFactor, 1.0);
  if (!reader.has("factor") && !reader.has("link_factor"))
    reader.mistake(code::missing_key, "factor", "nothing",
                   {Wanted::Kind::text, {"factor, link_factor or both"}});
  return slow;
}

FailedSpec read_failed(ObjectReader& reader, const PoolSpec& pool) {
  FailedSpec failed;
  failed.node = read_node(reader, pool);
  failed.gpu = read_gpu(reader, pool);
  return failed;
}

template <class Mark>
Json mark_json(const Mark& mark) {
  Json json{{"node", mark.node}};
  if (mark.gpu) json["gpu"] = *mark.gpu;
  return json;
}

std::string name_of(const Marked& mark) {
  return mark.second ? fmt::format("node {}, GPU {}", mark.first, *mark.second)
                     : fmt::format("node {}", mark.first);
}

Result<void> check_place(const Marked& mark, const PoolSpec& pool, int gpus_per_node,
                         const std::string& place) {
  const auto within = [&](const char* key, int found, int count) -> Result<void> {
    if (found >= 0 && found < count) return {};
    return fail(code::out_of_range, fmt::format("{}.{}", place, key), std::to_string(found),
                {Wanted::Kind::between, {"0", std::to_string(count - 1)}});
  };
  if (auto result = within("node", mark.first, pool.nodes); !result) return result;
  if (mark.second && gpus_per_node > 0) return within("gpu", *mark.second, gpus_per_node);
  return {};
}

Result<void> check_factor(double found, const std::string& where) {
  if (found >= 1.0 && found <= kMostSlowFactor) return {};
  return fail(code::out_of_range, where, std::isfinite(found) ? format_number(found) : "not a finite number",
              {Wanted::Kind::between, {"1", format_number(kMostSlowFactor)}});
}

}  // namespace

void read_marks(ObjectReader& reader, PoolSpec& pool) {
  const auto each = [&](const char* key, auto& list, const auto& read) {
    const Json* array = reader.array(key);
    for (std::size_t i = 0; array != nullptr && i < array->size() && reader.ok(); ++i) {
      ObjectReader member((*array)[i], fmt::format("{}[{}]", reader.path_of(key), i));
      list.push_back(read(member, pool));
      member.finish_into(reader);
    }
  };
  each("slow", pool.slow, read_slow);
  each("failed", pool.failed, read_failed);
  pool.spares = within(reader, "spares", 0, pool.nodes - 1, wanted_spares(pool.nodes), 0);
  if (const Json* domain = reader.object("domain")) {
    ObjectReader member(*domain, reader.path_of("domain"));
    FailureDomain read;
    read.kind = static_cast<DomainKind>(member.choice("kind", kDomainKinds));
    read.nodes = within(member, "nodes", 1, pool.nodes, wanted_domain(pool.nodes));
    member.finish_into(reader);
    pool.domain = read;
  }
}

void add_marks(Json& member, const PoolSpec& pool) {
  for (const SlowSpec& slow : pool.slow) {
    Json entry = mark_json(slow);
    if (slow.factor != 1.0 || slow.link_factor == 1.0) entry["factor"] = slow.factor;
    if (slow.link_factor != 1.0) entry["link_factor"] = slow.link_factor;
    member["slow"].push_back(std::move(entry));
  }
  for (const FailedSpec& failed : pool.failed) member["failed"].push_back(mark_json(failed));
  if (pool.spares > 0) member["spares"] = pool.spares;
  if (pool.domain)
    member["domain"] = Json{{"kind", kDomainKinds[static_cast<std::size_t>(pool.domain->kind)]},
                            {"nodes", pool.domain->nodes}};
}

Result<void> check_marks(const PoolSpec& pool, int gpus_per_node, const std::string& place) {
  std::map<Marked, std::string> named;  // with the entry that names it
  const auto look = [&](const Marked& mark, const char* list, std::size_t i) -> Result<void> {
    const std::string entry = fmt::format("{}[{}]", list, i), where = fmt::format("{}.{}", place, entry);
    if (auto result = check_place(mark, pool, gpus_per_node, where); !result) return result;
    const auto [first, fresh] = named.emplace(mark, entry);
    if (fresh) return {};
    const char* what = mark.second ? "GPU" : "node";
    const bool alike = first->second.starts_with(list);
    return fail(code::out_of_range, where, fmt::format("{}, as in {}", name_of(mark), first->second),
                {Wanted::Kind::text,
                 {alike ? fmt::format("one entry for each {}", what)
                        : fmt::format("a {0} that {1} does not name: one {0} is slow or failed, not both",
                                      what, first->second)}});
  };
  for (std::size_t i = 0; i < pool.slow.size(); ++i) {
    const std::string where = fmt::format("{}.slow[{}]", place, i);
    if (auto result = look(marked(pool.slow[i]), "slow", i); !result) return result;
    if (auto result = check_factor(pool.slow[i].factor, where + ".factor"); !result) return result;
    if (auto result = check_factor(pool.slow[i].link_factor, where + ".link_factor"); !result) return result;
  }
  for (std::size_t i = 0; i < pool.failed.size(); ++i)
    if (auto result = look(marked(pool.failed[i]), "failed", i); !result) return result;
  for (std::size_t i = 0; i < pool.slow.size(); ++i) {
    if (!pool.slow[i].gpu) continue;
    const auto node = named.find({pool.slow[i].node, std::nullopt});
    if (node != named.end() && node->second.starts_with("failed"))
      return fail(code::out_of_range, fmt::format("{}.slow[{}]", place, i),
                  fmt::format("{}, of a node that {} names", name_of(marked(pool.slow[i])), node->second),
                  wanted_working_gpu());
  }
  if (pool.spares != 0 && (pool.spares < 0 || pool.spares >= pool.nodes))
    return fail(code::out_of_range, place + ".spares", std::to_string(pool.spares),
                wanted_spares(pool.nodes));
  if (pool.domain && (pool.domain->nodes < 1 || pool.domain->nodes > pool.nodes))
    return fail(code::out_of_range, place + ".domain.nodes", std::to_string(pool.domain->nodes),
                wanted_domain(pool.nodes));
  return {};
}

bool is_marked(const Cluster& cluster) {
  return std::any_of(cluster.pools.begin(), cluster.pools.end(),
                     [](const Pool& pool) { return is_marked(pool); });
}

std::vector<GpuState> gpu_states(const Pool& pool) {
  std::vector<GpuState> states(static_cast<std::size_t>(std::max(0, pool.gpus())));
  const auto each = [&](const auto& mark, const auto& change) {
    const int first = mark.node * pool.gpus_per_node;
    const int begin = first + mark.gpu.value_or(0);
    const int end = mark.gpu ? begin + 1 : first + pool.gpus_per_node;
    for (int gpu = begin; gpu < end; ++gpu) change(states[static_cast<std::size_t>(gpu)]);
  };
  for (const SlowSpec& slow : pool.slow)
    each(slow, [&](GpuState& state) {
      state.factor = std::max(state.factor, slow.factor);
      if (slow.gpu) state.link_factor = std::max(state.link_factor, slow.link_factor);
    });
  for (const FailedSpec& failed : pool.failed) each(failed, [](GpuState& state) { state.failed = true; });
  return states;
}

std::vector<double> network_factors(const Pool& pool) {
  std::vector<double> factors(static_cast<std::size_t>(std::max(0, pool.nodes)), 1.0);
  for (const SlowSpec& slow : pool.slow)
    if (!slow.gpu) factors[static_cast<std::size_t>(slow.node)] = std::max(1.0, slow.link_factor);
  return factors;
}

namespace {

/// Nothing of the pool works. `gpus_per_node` 0: unknown, nodes fail as a whole only.
bool all_failed(const PoolSpec& pool, int gpus_per_node) {
  std::map<int, std::set<int>> gpus;  // of each node those that fail alone
  std::set<int> nodes;
  for (const FailedSpec& each : pool.failed)
    if (each.gpu)
      gpus[each.node].insert(*each.gpu);
    else
      nodes.insert(each.node);
  for (const auto& [node, failed] : gpus)
    if (std::ssize(failed) == gpus_per_node) nodes.insert(node);
  return std::ssize(nodes) == pool.nodes;
}

/// The table of marks while it is laid over a cluster.
class MarkTable {
 public:
  MarkTable(ClusterSpec spec, const Catalogue& catalogue) : m_spec(std::move(spec)) {
    for (const PoolSpec& each : m_spec.pools) m_gpus_per_node.push_back(gpus_of_node(each, catalogue));
  }

  Result<ClusterSpec> read(std::string_view csv) {
    std::vector<int> lines;
    const CsvTable rows = read_csv(csv, ',', &lines);
    if (auto result = find_columns(rows); !result) return tl::unexpected<Error>(result.error());
    if (auto result = check_widths(rows, lines, code::out_of_range); !result)
      return tl::unexpected<Error>(result.error());
    if (rows.size() < 2)
      return fail(code::missing_key, "row 2", "nothing",
                  {Wanted::Kind::text, {"a row for each GPU or node that is slow or has failed"}});
    for (std::size_t row = 1; row < rows.size(); ++row) {
      m_line = lines[row];
      m_row = &rows[row];
      if (auto result = take_row(); !result) return tl::unexpected<Error>(result.error());
    }
    if (auto result = check_nodes(); !result) return tl::unexpected<Error>(result.error());
    if (const auto result = check(m_spec); !result) return tl::unexpected<Error>(result.error());
    return std::move(m_spec);
  }

 private:
  enum Column : std::size_t { pool, node, gpu, factor, link_factor };
  static constexpr std::array<const char*, 5> kColumns{"pool", "node", "gpu", "factor", "link_factor"};

  Result<void> find_columns(const CsvTable& rows) {
    std::set<std::string, std::less<>> named;
    for (std::size_t i = 0; !rows.empty() && i < rows[0].size(); ++i) {
      const std::string name(trim(rows[0][i]));
      const std::vector<std::string> known(kColumns.begin(), kColumns.end());
      if (std::find(known.begin(), known.end(), name) == known.end())
        return fail(code::unknown_key, fmt::format("row 1, column {}", i + 1), name.empty() ? kEmpty : name,
                    {Wanted::Kind::one_of, known});
      if (!named.insert(name).second)
        return fail(code::repeated_key, "row 1", name, {Wanted::Kind::once, {}});
    }
    for (std::size_t column = 0; column < kColumns.size(); ++column) {
      m_at[column] = kNone;
      for (std::size_t i = 0; !rows.empty() && i < rows[0].size(); ++i)
        if (trim(rows[0][i]) == kColumns[column]) m_at[column] = i;
    }
    for (std::size_t column = 0; column < kColumns.size(); ++column)
      if (m_at[column] == kNone && column != link_factor && (column != factor || m_at[link_factor] == kNone))
        return fail(code::missing_key, "row 1",
                    rows.empty() ? "an empty file" : fmt::format("{}", fmt::join(rows[0], ",")),
                    {Wanted::Kind::field, {kColumns[column]}});
    return {};
  }

  std::string cell(Column column) const {
    const std::size_t at = m_at[column];  // beyond all where there is no such column
    return at < m_row->size() ? std::string(trim((*m_row)[at])) : std::string();
  }
  /// An empty cell lacks what another one has wrong.
  tl::unexpected<Error> wrong(std::string_view code, Column column, Wanted wanted) const {
    const std::string found = cell(column);
    return fail(found.empty() ? code::missing_key : code,
                fmt::format("row {}, column {}", m_line, kColumns[column]), found.empty() ? kEmpty : found,
                std::move(wanted));
  }

  /// A place among `count`; none: nobody knows how many.
  Result<int> index(Column column, std::optional<int> count) const {
    const auto number = parse_whole(cell(column));
    if (!number || *number < 0 || *number >= count.value_or(kMostMarked))
      return wrong(code::out_of_range, column,
                   count ? Wanted{Wanted::Kind::between, {"0", std::to_string(*count - 1)}} : wanted_gpu());
    return static_cast<int>(*number);
  }

  /// A factor; beyond all for `inf` where a GPU may fail; 1 where the cell is empty or not there and the
  /// other one says something.
  Result<double> number(Column column) const {
    const std::string text = cell(column);
    if (text.empty() && (column == link_factor || !cell(link_factor).empty())) return 1.0;
    if (column == factor && (text == "inf" || text == "Inf")) return HUGE_VAL;
    const auto value = parse_number(text);
    if (!value || !(*value >= 1.0 && *value <= kMostSlowFactor))
      return wrong(code::out_of_range, column,
                   {Wanted::Kind::text,
                    {fmt::format("a number from 1 to {}{}", kMostSlowFactor,
                                 column == factor ? ", or inf for failed" : "")}});
    return *value;
  }

  Result<void> take_row() {
    const std::string id = cell(pool);
    const auto found = std::find_if(m_spec.pools.begin(), m_spec.pools.end(),
                                    [&](const PoolSpec& each) { return each.id == id; });
    if (found == m_spec.pools.end()) {
      std::vector<std::string> ids;
      for (const PoolSpec& each : m_spec.pools) ids.push_back(each.id);
      const auto near = near_matches(id, ids);
      return wrong(code::unknown_pool, pool, {Wanted::Kind::one_of, near.empty() ? ids : near});
    }
    const auto at_node = index(node, found->nodes);
    if (!at_node) return tl::unexpected<Error>(at_node.error());
    const std::ptrdiff_t place = found - m_spec.pools.begin();
    Marked mark{*at_node, std::nullopt};
    if (!cell(gpu).empty()) {
      const int gpus = m_gpus_per_node[static_cast<std::size_t>(place)];
      const auto at_gpu = index(gpu, gpus > 0 ? std::optional(gpus) : std::nullopt);
      if (!at_gpu) return tl::unexpected<Error>(at_gpu.error());
      mark.second = *at_gpu;
    }
    const auto slower = number(factor), links = number(link_factor);
    if (!slower) return tl::unexpected<Error>(slower.error());
    if (!links) return tl::unexpected<Error>(links.error());
    if (std::isinf(*slower) && *links > 1.0)
      return fail(
          code::out_of_range, fmt::format("row {}, column link_factor", m_line), cell(link_factor),
          {Wanted::Kind::text,
           {fmt::format("an empty cell beside inf in column factor: one {} is slow or failed, not both",
                        mark.second ? "GPU" : "node")}});
    const auto [first, fresh] = m_named.try_emplace({place, mark}, m_line);
    if (!fresh)
      return fail(code::out_of_range, fmt::format("row {}", m_line),
                  fmt::format("{}, as in row {}", name_of(mark), first->second),
                  {Wanted::Kind::text, {fmt::format("one row for each {}", mark.second ? "GPU" : "node")}});
    const bool fails = std::isinf(*slower), node_fails = fails && !mark.second;
    const auto superseded = [&](const auto& each) {
      return marked(each) == mark ||
             (node_fails && each.node == mark.first && !m_named.contains({place, marked(each)}));
    };
    std::erase_if(found->slow, superseded);
    std::erase_if(found->failed, superseded);
    if (fails) {
      found->failed.push_back({mark.first, mark.second});
      m_last_failed = m_line;
    } else if (*slower > 1.0 || *links > 1.0) {
      found->slow.push_back({mark.first, mark.second, *slower, *links});
    }
    return {};
  }

  /// What rows say of nodes together: no GPU of a failed one is slow, and something works.
  Result<void> check_nodes() const {
    for (std::size_t i = 0; i < m_spec.pools.size(); ++i)
      for (const SlowSpec& slow : m_spec.pools[i].slow) {
        const auto at = static_cast<std::ptrdiff_t>(i);
        const auto row = m_named.find({at, marked(slow)});
        const auto& failed = m_spec.pools[i].failed;
        if (!slow.gpu || row == m_named.end() ||
            std::find(failed.begin(), failed.end(), FailedSpec{slow.node, std::nullopt}) == failed.end())
          continue;
        const auto of_node = m_named.find({at, Marked{slow.node, std::nullopt}});
        return fail(code::out_of_range, fmt::format("row {}", row->second),
                    fmt::format("{}, of a node that {}", name_of(marked(slow)),
                                of_node == m_named.end() ? "has failed in the cluster"
                                                         : fmt::format("fails in row {}", of_node->second)),
                    wanted_working_gpu());
      }
    for (std::size_t i = 0; i < m_spec.pools.size(); ++i)
      if (!all_failed(m_spec.pools[i], m_gpus_per_node[i])) return {};
    if (m_last_failed == 0) return {};
    return fail(code::out_of_range, fmt::format("row {}, column {}", m_last_failed, kColumns[factor]), "inf",
                {Wanted::Kind::text,
                 {fmt::format("a number from 1 to {}: with this row all GPUs of the cluster have failed",
                              kMostSlowFactor)}});
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr const char* kEmpty = "an empty cell";
  ClusterSpec m_spec;
  std::vector<int> m_gpus_per_node;  ///< of each pool; 0: unknown
  std::array<std::size_t, kColumns.size()> m_at{};
  const std::vector<std::string>* m_row = nullptr;
  int m_line = 0, m_last_failed = 0;                         ///< rows; 0: none
  std::map<std::pair<std::ptrdiff_t, Marked>, int> m_named;  ///< with the row that names it
};

}  // namespace

Result<ClusterSpec> with_marks(ClusterSpec spec, std::string_view csv, const Catalogue& catalogue) {
  return MarkTable(std::move(spec), catalogue).read(csv);
}

}  // namespace astrolabe::hardware
