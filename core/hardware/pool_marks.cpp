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

namespace astrolabe::hardware {

namespace {

constexpr int kMostMarkedNode = 1 << 20;  ///< what a reader takes; check_marks() knows the pool
const std::vector<std::string> kDomainKinds{"rack", "switch"};

/// A node, or one GPU of it, as both kinds of marks name it.
using Marked = std::pair<int, std::optional<int>>;

template <class Mark>
Marked marked(const Mark& mark) {
  return {mark.node, mark.gpu};
}

std::optional<int> read_gpu(ObjectReader& reader) {
  if (!reader.has("gpu")) return std::nullopt;
  return static_cast<int>(reader.whole("gpu", 0, kMostMarkedNode));
}

SlowSpec read_slow(ObjectReader& reader) {
  SlowSpec slow;
  slow.node = static_cast<int>(reader.whole("node", 0, kMostMarkedNode));
  slow.gpu = read_gpu(reader);
  slow.factor = reader.number("factor", 1.0, kMostSlowFactor, 1.0);
  slow.link_factor = reader.number("link_factor", 1.0, kMostSlowFactor, 1.0);
  if (!reader.has("factor") && !reader.has("link_factor"))
    reader.mistake(code::missing_key, "factor", "nothing", {Wanted::Kind::field, {"factor"}});
  return slow;
}

FailedSpec read_failed(ObjectReader& reader) {
  FailedSpec failed;
  failed.node = static_cast<int>(reader.whole("node", 0, kMostMarkedNode));
  failed.gpu = read_gpu(reader);
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
      list.push_back(read(member));
      member.finish_into(reader);
    }
  };
  each("slow", pool.slow, read_slow);
  each("failed", pool.failed, read_failed);
  pool.spares = static_cast<int>(reader.whole("spares", 0, kMostMarkedNode, 0));
  if (const Json* domain = reader.object("domain")) {
    ObjectReader member(*domain, reader.path_of("domain"));
    FailureDomain read;
    read.kind = static_cast<DomainKind>(member.choice("kind", kDomainKinds));
    read.nodes = static_cast<int>(member.whole("nodes", 1, kMostMarkedNode));
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
  if (pool.spares != 0 && (pool.spares < 0 || pool.spares >= pool.nodes))
    return fail(
        code::out_of_range, place + ".spares", std::to_string(pool.spares),
        {Wanted::Kind::text,
         {fmt::format("a number between 0 and {}: spares stand idle, and one of the pool's {} nodes at "
                      "least has to work",
                      pool.nodes - 1, pool.nodes)}});
  if (pool.domain && (pool.domain->nodes < 1 || pool.domain->nodes > pool.nodes))
    return fail(
        code::out_of_range, place + ".domain.nodes", std::to_string(pool.domain->nodes),
        {Wanted::Kind::text, {fmt::format("a number between 1 and {}, the nodes of the pool", pool.nodes)}});
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

/// The table of marks while it is laid over a cluster.
class MarkTable {
 public:
  explicit MarkTable(ClusterSpec spec) : m_spec(std::move(spec)) {}

  Result<ClusterSpec> read(std::string_view csv) {
    std::vector<int> lines;
    const CsvTable rows = read_csv(csv, ',', &lines);
    if (auto result = find_columns(rows); !result) return tl::unexpected<Error>(result.error());
    if (auto result = check_widths(rows, lines, code::out_of_range); !result)
      return tl::unexpected<Error>(result.error());
    for (std::size_t row = 1; row < rows.size(); ++row) {
      m_line = lines[row];
      m_row = &rows[row];
      if (auto result = take_row(); !result) return tl::unexpected<Error>(result.error());
    }
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
        return fail(code::unknown_key, fmt::format("row 1, column {}", i + 1),
                    name.empty() ? "nothing" : name, {Wanted::Kind::one_of, known});
      if (!named.insert(name).second)
        return fail(code::repeated_key, "row 1", name, {Wanted::Kind::once, {}});
    }
    for (std::size_t column = 0; column < kColumns.size(); ++column) {
      m_at[column] = kNone;
      for (std::size_t i = 0; !rows.empty() && i < rows[0].size(); ++i)
        if (trim(rows[0][i]) == kColumns[column]) m_at[column] = i;
      if (m_at[column] == kNone && column != link_factor)
        return fail(code::missing_key, "row 1",
                    rows.empty() ? "nothing" : fmt::format("{}", fmt::join(rows[0], ",")),
                    {Wanted::Kind::field, {kColumns[column]}});
    }
    return {};
  }

  std::string cell(Column column) const {
    const std::size_t at = m_at[column];
    return at < m_row->size() ? std::string(trim((*m_row)[at])) : std::string();
  }
  tl::unexpected<Error> wrong(std::string_view code, Column column, Wanted wanted) const {
    const std::string found = cell(column);
    return fail(code, fmt::format("row {}, column {}", m_line, kColumns[column]),
                found.empty() ? "nothing" : found, std::move(wanted));
  }

  /// A place among `count`.
  Result<int> index(Column column, int count) const {
    const auto number = parse_whole(cell(column));
    if (!number || *number < 0 || *number >= count)
      return wrong(code::out_of_range, column, {Wanted::Kind::between, {"0", std::to_string(count - 1)}});
    return static_cast<int>(*number);
  }

  /// A factor; beyond all for `inf` where a GPU may fail; 1 where the cell is empty or not there.
  Result<double> number(Column column) const {
    const std::string text = cell(column);
    if (text.empty() && column == link_factor) return 1.0;
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
    Marked mark{*at_node, std::nullopt};
    if (!cell(gpu).empty()) {
      const auto at_gpu = index(gpu, found->gpus_per_node.value_or(kMostMarkedNode));
      if (!at_gpu) return tl::unexpected<Error>(at_gpu.error());
      mark.second = *at_gpu;
    }
    const auto slower = number(factor), links = number(link_factor);
    if (!slower) return tl::unexpected<Error>(slower.error());
    if (!links) return tl::unexpected<Error>(links.error());
    if (!m_named.emplace(found - m_spec.pools.begin(), mark).second)
      return fail(code::repeated_key, fmt::format("row {}", m_line), name_of(mark), {Wanted::Kind::once, {}});
    std::erase_if(found->slow, [&](const SlowSpec& each) { return marked(each) == mark; });
    std::erase_if(found->failed, [&](const FailedSpec& each) { return marked(each) == mark; });
    if (std::isinf(*slower))
      found->failed.push_back({mark.first, mark.second});
    else if (*slower > 1.0 || *links > 1.0)
      found->slow.push_back({mark.first, mark.second, *slower, *links});
    return {};
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  ClusterSpec m_spec;
  std::array<std::size_t, kColumns.size()> m_at{};
  const std::vector<std::string>* m_row = nullptr;
  int m_line = 0;
  std::set<std::pair<std::ptrdiff_t, Marked>> m_named;
};

}  // namespace

Result<ClusterSpec> with_marks(ClusterSpec spec, std::string_view csv) {
  return MarkTable(std::move(spec)).read(csv);
}

}  // namespace astrolabe::hardware
