#include "core/search/tree.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/cost/limits.h"
#include "core/cost/memory.h"
#include "core/cost/money.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Objective;
using strategy::Strategy;

namespace {

/// Of few different values.
void add_once(std::vector<int>& values, int value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

}  // namespace

Tree::Tree(const strategy::Problem& problem, const strategy::Space& space, cost::Tables& tables,
           Objective objective, std::function<bool()> ended, int workers)
    : m_problem(problem),
      m_space(space),
      m_but_recompute(space.projection(~strategy::reads::recompute)),
      m_tables(tables),
      m_objective(objective),
      m_ended(std::move(ended)),
      m_workers(workers),
      m_tokens(problem.job.tokens_per_step()),
      m_settings(problem, space, workers),
      m_layers(cost::class_counts(*problem.graph)),
      m_runs(static_cast<std::size_t>(problem.graph->layers.back()) == m_layers.main &&
             m_layers.main + 1 < cost::PoolFloor::kClasses &&
             2 * tables.alike_from() <= problem.graph->layer_count()) {
  const std::size_t pools = problem.cluster.pools.size();
  std::size_t gpus = 0;
  for (const hardware::Pool& pool : problem.cluster.pools) gpus += static_cast<std::size_t>(pool.max_gpus);
  m_stragglers = std::vector<std::atomic<double>>(gpus + 1);
  const cost::Charges charges = cost::charges_of(problem.cluster, problem.job);
  m_priced = charges.base.usd_per_hour.has_value();
  m_idle_rate = charges.base.usd_per_hour.value_or(0.0);
  std::vector<double> kw, purchase, ownership, months;
  int common_unit = 0;
  for (std::size_t pool = 0; pool < pools; ++pool) {
    m_empty.push_back(
        cost::stage_memory(problem.job, problem.cluster.pools[pool], static_cast<int>(pool), {}));
    const cost::Charge& charge = charges.of_gpu[pool];
    const auto least = [](std::optional<double> figure) { return std::max(0.0, figure.value_or(0.0)); };
    m_rate.push_back(least(charge.usd_per_hour));
    kw.push_back(least(charge.power_kw));
    purchase.push_back(least(charge.purchase));
    ownership.push_back(least(charge.ownership));
    months.push_back(least(charge.usd_per_month));
    if (problem.cluster.pools[pool].max_gpus == 0) continue;
    m_priced = m_priced && charge.usd_per_hour;
    common_unit = std::gcd(common_unit, problem.cluster.pools[pool].unit);
  }
  m_unit = std::max(1, common_unit);
  const strategy::Limits& limits = problem.job.limits;
  const auto gauge = [&](const std::optional<double>& limit, const std::vector<double>& each,
                         std::optional<double> without) {
    if (limit) m_gauges.push_back({each, rounded_up(*limit) - without.value_or(0.0)});
  };
  if (m_priced) {
    gauge(limits.usd_per_hour, m_rate, m_idle_rate);
    gauge(limits.usd_per_month, months, charges.base.usd_per_month);
  }
  gauge(limits.power_kw, kw, charges.base.power_kw);
  gauge(limits.purchase_usd, purchase, charges.base.purchase);
  gauge(limits.ownership_usd, ownership, charges.base.ownership);
  m_limited = !m_gauges.empty();
  m_lazy = objective == Objective::pareto && problem.cluster.may_leave_unused;
  m_types = m_lazy ? 1 : pools;
  add_families(m_lazy ? 1 : 0);
  for (const Family& family : m_families) {
    add_once(m_context, family.context_parallel);
    for (const Family::Use& use : family.uses) add_once(m_tensor, use.tensor_parallel);
  }
  std::sort(m_context.begin(), m_context.end());
  std::sort(m_tensor.begin(), m_tensor.end());
  m_floor_row = m_context.size() * pools * m_tensor.size() * 2;
  m_floor_at = std::vector<MadeOnce<cost::PoolFloor>>(m_settings.floors() * m_floor_row);
}

Tree::~Tree() {
  constexpr std::size_t kParts = 32;
  try {
    parallel_for(kParts, m_workers, {}, [&](std::size_t part, int) {
      const auto each_of = [&](auto& all, const auto& free) {
        for (std::size_t i = all.size() * part / kParts; i < all.size() * (part + 1) / kParts; ++i)
          free(all[i]);
      };
      each_of(m_floor_at, [](MadeOnce<cost::PoolFloor>& floor) { floor.forget(); });
      each_of(m_places, [](Place& place) { place = Place(); });
    });
  } catch (...) {  // no thread to be had: what is left goes with the members
  }
}

/// Makes the families of so many types, 0 for any, ready to be grown; none of them where it ended on the way.
void Tree::add_families(std::size_t types) {
  m_families = m_space.families(types, [this] {
    m_cut_short = m_cut_short || (m_ended && m_ended());
    return m_cut_short;
  });
  if (m_cut_short) m_families.clear();
  m_grown = m_next = m_begin = 0;
}

/// Every so many of them in turn, so that the first are spread over the space. Precondition: not all are
/// grown.
const Family& Tree::next_family() {
  const std::size_t stride = m_families.size() / kSpread + 1;
  const Family& family = m_families[m_next];
  ++m_grown;
  m_next += stride;
  if (m_next >= m_families.size()) m_next = ++m_begin;
  return family;
}

bool Tree::mix_more() {
  if (m_types == m_problem.cluster.pools.size()) return false;
  add_families(++m_types);
  return true;
}

bool Tree::grow(std::size_t families, int workers) {
  const std::size_t known = m_roots.size();
  struct Found {
    Place place;
    std::uint64_t groups = 0, count = 0;
  };
  std::vector<Found> met;
  std::vector<const Family*> asked;
  for (; families > 0 && m_grown < m_families.size(); --families) {
    const Family& family = next_family();
    const std::vector<std::uint64_t>& by_stages = m_space.groups_by_stages(family, m_groups);
    const std::uint64_t groups = std::accumulate(by_stages.begin(), by_stages.end(), std::uint64_t{0});
    if (groups == 0) continue;
    met.emplace_back();
    met.back().groups = groups;
    met.back().place.groups = by_stages.data();
    asked.push_back(&family);
  }
  const std::vector<std::uint32_t> settings = m_settings.find(asked, workers);
  std::vector<Found> found;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (settings[i] == SettingTables::kNoRow) {
      m_rejected_by_rule += met[i].groups * m_space.per_group();
      continue;
    }
    met[i].place.settings = settings[i];
    met[i].place.family = *asked[i];
    found.push_back(std::move(met[i]));
  }
  parallel_for(found.size(), workers, {}, [&](std::size_t i, int) {
    found[i].count = count_of(found[i].place);
    if (found[i].count > 0) fill_place(found[i].place);
  });
  for (Found& next : found) {
    m_rejected_by_rule += next.groups * m_space.per_group() - next.count;
    if (next.count == 0) continue;
    m_roots.emplace_back();
    m_roots.back().family = static_cast<std::uint32_t>(m_places.size());
    m_roots.back().count = next.count;
    m_places.push_back(std::move(next.place));
  }
  parallel_for(m_roots.size() - known, workers, {},
               [&](std::size_t i, int) { bound_root(m_roots[known + i]); });
  return m_grown < m_families.size();
}

/// Groups of a family whose numbers of stages are in each set.
std::vector<std::uint64_t> Tree::groups_by_set(const Place& place, const Settings& settings) const {
  std::vector<std::uint64_t> groups(m_settings.stage_sets().size(), 0);
  for (const Bucket::Count& each : settings.counts) {
    const Bits& allowed = m_settings.stage_sets()[each.set];
    for (std::size_t stages = 1; stages < rows(); ++stages)
      if (place.groups[stages] > 0 && has(allowed, stages)) groups[each.set] += place.groups[stages];
  }
  return groups;
}

/// As if all other pools had their fewest stages.
void Tree::set_most(Place& place) const {
  const Family& family = place.family;
  const auto gpus = [&](const Family::Use& use) {
    return static_cast<double>(use.tensor_parallel) * family.replicas();
  };
  std::vector<double> left;
  for (const Gauge& gauge : m_gauges) {
    left.push_back(gauge.most);
    for (const Family::Use& use : family.uses)
      left.back() -= use.least * gpus(use) * gauge.each[static_cast<std::size_t>(use.pool)];
  }
  for (std::size_t i = 0; i < family.uses.size(); ++i) {
    const Family::Use& use = family.uses[i];
    const auto pool = static_cast<std::size_t>(use.pool);
    place.most[i] = use.most;
    if (!m_limited || !m_windows) continue;
    for (std::size_t g = 0; g < m_gauges.size(); ++g) {
      const double each = gpus(use) * m_gauges[g].each[pool];
      if (each <= 0.0) continue;
      const double more = std::max(0.0, whole_in(left[g], each));
      if (more < use.most - use.least)
        place.most[i] = std::min(place.most[i], use.least + static_cast<int>(more));
    }
  }
}

/// Configurations of a family.
std::uint64_t Tree::count_of(const Place& place) const {
  const Settings& settings = m_settings.settings(place.settings);
  return count_of(settings.counts, groups_by_set(place, settings));
}

/// What a family with its settings is asked for later.
void Tree::fill_place(Place& place) const {
  set_most(place);
  set_floors_at(place);
  place.least_cost = least_cost_of(place.family);
  place.decided = std::all_of(place.family.uses.begin(), place.family.uses.end(),
                              [](const Family::Use& use) { return use.least == use.most; });
  const std::size_t demands = m_settings.settings(place.settings).demands;
  place.rooms = AskedFor<Rooms>(demands);
  place.tails = AskedFor<Tails>(2 * demands);
  place.extras = AskedFor<Extras>(2 * demands);
}

/// The least over the rows; schedules differ only further down.
void Tree::bound_root(Node& root) {
  const Place& place = m_places[root.family];
  const Settings& settings = m_settings.settings(place.settings);
  const std::vector<std::uint64_t> weight = groups_by_set(place, settings);
  Node least;
  int looked = 0;
  // False where the search ends.
  const auto look_at = [&](std::uint32_t kind) {
    if (++looked % 16 == 0 && m_ended && m_ended()) return false;
    Node tried = root;
    tried.kind = kind;
    bound_row(tried);
    if (looked == 1) least = tried;
    least.bound = std::min(least.bound, tried.bound);
    least.step = std::min(least.step, tried.step);
    least.usd = std::min(least.usd, tried.usd);
    least.over_limit = least.over_limit && tried.over_limit;
    return true;
  };
  bool all = true;
  if (m_windows) {
    const Kind* lean = nullptr;  // that was looked at last
    for (std::size_t at = 0; all && at < settings.buckets.size(); ++at) {
      const Bucket& bucket = *settings.buckets[at].bucket;
      if (count_of(bucket.all_counts, weight) == 0) continue;
      const Kind& kind = m_settings.kinds()[bucket.parts[bucket.lean].kind];
      const bool same = lean != nullptr && lean->bare_work == kind.bare_work &&
                        lean->offloads_activations == kind.offloads_activations;
      if (!same) all = look_at(settings.kind_at(at, bucket.lean));
      lean = &kind;
    }
  } else {  // core/verify looks at all that have configurations
    std::uint32_t row = ~0U;
    for (std::size_t at = 0; at < settings.buckets.size(); ++at) {
      const Bucket& bucket = *settings.buckets[at].bucket;
      for (std::size_t part = 0; all && part < bucket.parts.size(); ++part) {
        const std::uint32_t row_at = m_settings.kinds()[bucket.parts[part].kind].row;
        if (row_at == row || count_of(bucket.counts_of(bucket.parts[part]), weight) == 0) continue;
        row = row_at;
        all = look_at(settings.kind_at(at, part));
      }
    }
  }
  if (!all) {  // nothing is said of the other rows
    least.bound = least.step = least.usd = 0.0;
    least.over_limit = false;
  }
  root = least;
}

std::array<int, Node::kMostPools> Tree::permutation(int number, int count) {
  std::array<int, Node::kMostPools> result{};
  std::array<int, Node::kMostPools> left{};
  std::iota(left.begin(), left.end(), 0);
  int ways = 1;
  for (int i = 2; i < count; ++i) ways *= i;
  for (int i = 0; i < count; ++i) {
    const int at = number / ways;
    number %= ways;
    if (count - 1 - i > 0) ways /= count - 1 - i;
    result[static_cast<std::size_t>(i)] = left[static_cast<std::size_t>(at)];
    std::copy(left.begin() + at + 1, left.begin() + count - i, left.begin() + at);
  }
  return result;
}

void Tree::strategy_of(const Node& node, Strategy& out) const {
  const Place& place = m_places[node.family];
  const Settings& settings = m_settings.settings(place.settings);
  strategy::Group group;
  group.data_parallel = place.family.data_parallel;
  group.context_parallel = place.family.context_parallel;
  const int count = static_cast<int>(place.family.uses.size());
  const auto order = permutation(node.order, count);
  for (int i = 0; i < count; ++i) {
    const auto use = static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
    group.uses.push_back(
        {place.family.uses[use].pool, node.mixture[use], place.family.uses[use].tensor_parallel});
  }
  m_space.configuration(group, settings.bucket(node.kind).index(node.setting), out);
}

std::uint64_t Tree::setting_of(const Node& node) const {
  return m_settings.settings(m_places[node.family].settings).bucket(node.kind).index(node.setting);
}

std::uint32_t Tree::kind_of(const Node& node) const {
  return m_settings.settings(m_places[node.family].settings).part(node.kind).kind;
}

std::vector<int> Tree::decided_order(const Node& node) {
  Context context;
  set_context(node, context);
  return {context.use.begin(),
          context.use.begin() + static_cast<std::ptrdiff_t>(family_of(node).uses.size())};
}

std::vector<std::vector<std::uint64_t>> Tree::kinds() const {
  std::vector<std::set<std::uint64_t>> found(m_settings.kinds().size());
  std::set<const Bucket*> met;
  for (const Place& place : m_places)
    for (const Settings::Use& use : m_settings.settings(place.settings).buckets) {
      if (!met.insert(use.bucket).second) continue;
      for (const Bucket::Part& part : use.bucket->parts)
        for (std::uint32_t s = part.first; s < part.end; ++s) found[part.kind].insert(use.bucket->index(s));
    }
  std::vector<std::vector<std::uint64_t>> result;
  result.reserve(found.size());
  for (const std::set<std::uint64_t>& kind : found) result.emplace_back(kind.begin(), kind.end());
  return result;
}

ConfigurationKey Tree::key_of(const Node& node) const {
  return {node.family, node.stages, node.order, m_but_recompute(setting_of(node)), node.mixture};
}

}  // namespace astrolabe::search
