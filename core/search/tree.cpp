#include "core/search/tree.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "core/cost/limits.h"
#include "core/cost/money.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Objective;
using strategy::Strategy;

namespace {

/// The `number`-th permutation of 0 .. count - 1 in lexicographic order.
std::array<int, Node::kMostPools> permutation(int number, int count) {
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

/// Configurations of one kind.
std::uint64_t count_of(const Settings& settings, const Settings::Part& part,
                       const std::vector<std::uint64_t>& groups_by_set) {
  std::uint64_t count = 0;
  for (std::uint32_t s = part.first; s < part.end; ++s) count += groups_by_set[settings.stage_set[s]];
  return count;
}

}  // namespace

Tree::Tree(const strategy::Problem& problem, const strategy::Space& space, cost::Tables& tables,
           Objective objective, std::function<bool()> ended)
    : m_problem(problem),
      m_space(space),
      m_tables(tables),
      m_objective(objective),
      m_ended(std::move(ended)),
      m_tokens(static_cast<double>(problem.job.global_batch) * problem.job.sequence_length),
      m_settings(problem, space),
      m_layers_by_class(cost::layers_by_class(*problem.graph)),
      m_main_class(cost::main_class(m_layers_by_class)) {
  const std::size_t pools = problem.cluster.pools.size();
  std::vector<int> used(pools, 0);
  const cost::Money idle = cost::hourly(problem.cluster, problem.job, used);
  if (idle.usd_per_hour) m_idle_rate = idle.usd_per_hour->value;
  m_priced = idle.usd_per_hour.has_value();
  for (std::size_t pool = 0; pool < pools; ++pool) {
    used[pool] = 1;
    const cost::Money one = cost::hourly(problem.cluster, problem.job, used);
    used[pool] = 0;
    m_priced = m_priced && (one.usd_per_hour || problem.cluster.pools[pool].max_gpus == 0);
    // A hair less: sums of many differ from products by rounding.
    m_rate.push_back(one.usd_per_hour ? std::max(0.0, (one.usd_per_hour->value - m_idle_rate) * (1 - 1e-9))
                                      : 0.0);
  }
  m_lazy = objective == Objective::pareto && problem.cluster.may_leave_unused;
  m_types = m_lazy ? 1 : pools;
  std::vector<Family> families = space.families(m_lazy ? 1 : 0);
  for (const Family& family : families) m_context.push_back(family.context_parallel);
  std::sort(m_context.begin(), m_context.end());
  m_context.erase(std::unique(m_context.begin(), m_context.end()), m_context.end());
  for (const Family& family : families)
    for (const Family::Use& use : family.uses) m_tensor.push_back(use.tensor_parallel);
  std::sort(m_tensor.begin(), m_tensor.end());
  m_tensor.erase(std::unique(m_tensor.begin(), m_tensor.end()), m_tensor.end());
  m_floor_at = std::vector<std::atomic<const cost::PoolFloor*>>(m_settings.rows() * m_context.size() * pools *
                                                                m_tensor.size() * 2);
  spread(std::move(families));
}

/// Families in the order in which they are added.
void Tree::spread(std::vector<Family> families) {
  m_families.clear();
  m_next = 0;
  const std::size_t stride = families.size() / kSpread + 1;
  for (std::size_t first = 0; first < stride; ++first)
    for (std::size_t i = first; i < families.size(); i += stride)
      m_families.push_back(std::move(families[i]));
}

bool Tree::mix_more() {
  if (m_types == m_problem.cluster.pools.size()) return false;
  spread(m_space.families(++m_types));
  return true;
}

bool Tree::grow(std::size_t families) {
  for (; families > 0 && m_next < m_families.size(); --families) add_family(std::move(m_families[m_next++]));
  return m_next < m_families.size();
}

/// Groups of a family whose numbers of stages are in each set.
std::vector<std::uint64_t> Tree::groups_by_set(const Place& place, const Settings& settings) const {
  std::vector<std::uint64_t> groups(settings.sets.size(), 0);
  for (std::size_t set = 0; set < groups.size(); ++set)
    for (std::size_t stages = 1; stages < rows(); ++stages)
      if (place.groups[stages] > 0 && has(settings.sets[set], stages)) groups[set] += place.groups[stages];
  return groups;
}

void Tree::add_family(Family&& family) {
  Place place;
  const std::vector<std::uint64_t>& by_stages = m_space.groups_by_stages(family, m_groups);
  place.groups = by_stages.data();
  const std::uint64_t groups = std::accumulate(by_stages.begin(), by_stages.end(), std::uint64_t{0});
  if (groups == 0) return;
  bool allowed = false;
  place.settings = m_settings.find(family, allowed);
  Node root;
  std::vector<std::uint64_t> weight;
  if (allowed) {
    const Settings& settings = m_settings.settings(place.settings);
    weight = groups_by_set(place, settings);
    for (const std::uint16_t set : settings.stage_set) root.count += weight[set];
  }
  m_rejected_by_rule += groups * m_space.per_group() - root.count;
  if (root.count == 0) return;
  place.family = std::move(family);
  root.family = static_cast<std::uint32_t>(m_places.size());
  m_places.push_back(std::move(place));
  // The least over the rows; schedules differ only further down.
  Scene scene;
  Node least;
  std::uint32_t row = ~0U;
  const Settings& settings = m_settings.settings(m_places.back().settings);
  for (std::size_t part = 0; part < settings.kinds.size(); ++part) {
    const Kind& kind = m_settings.kinds()[settings.kinds[part].kind];
    if (kind.row == row || count_of(settings, settings.kinds[part], weight) == 0) continue;
    if (part % 16 == 15 && m_ended && m_ended()) {
      least.bound = least.step = least.usd = 0.0;  // nothing is said of the other rows
      break;
    }
    Node tried = root;
    tried.kind = static_cast<std::uint32_t>(part);
    set_scene(tried, scene);
    finish(tried, scene, bound_any(scene, false), nullptr, 0);
    if (row == ~0U) least = tried;
    row = kind.row;
    least.bound = std::min(least.bound, tried.bound);
    least.step = std::min(least.step, tried.step);
    least.usd = std::min(least.usd, tried.usd);
  }
  root = least;
  m_roots.push_back(root);
}

/// What deadline and money allow a step, a hair more.
void Cutoff::set_limits(const strategy::Job& job) {
  const double step_tokens = static_cast<double>(job.global_batch) * job.sequence_length;
  const double steps = job.tokens / step_tokens;
  const auto lower = [](double& most, double limit) { most = std::min(most, limit * (1.0 + 1e-9)); };
  if (job.limits.deadline_hours) lower(longest_step, *job.limits.deadline_hours * kSecondsPerHour / steps);
  if (job.limits.budget_usd) lower(most_usd, *job.limits.budget_usd * kSecondsPerHour / steps);
  if (job.limits.usd_per_trillion_tokens)
    lower(most_usd, *job.limits.usd_per_trillion_tokens * step_tokens * kSecondsPerHour / 1e12);
}

bool Tree::refuted(const Node& child, const Cutoff& cutoff, Expansion& out) {
  if (cutoff.breaks_limit(child))
    out.lose_for_limit(child);
  else if (cutoff.cuts(child))
    out.lose(child);
  else
    return false;
  return true;
}

/// A child of which no pool's stages are decided yet, or all.
void Tree::offer(const Node& child, const Scene& scene, const Cutoff& cutoff, Expansion& out) const {
  if (refuted(child, cutoff, out)) return;
  if (child.level != Level::configuration && beaten(child, scene, cutoff, nullptr, 0))
    out.lose(child);
  else
    out.children.push_back(child);
}

bool Tree::expand(const Node& node, const Cutoff& cutoff, Expansion& out) {
  switch (node.level) {
    case Level::family:
      return expand_family(node, cutoff, out);
    case Level::kind:
      expand_kind(node, cutoff, out);
      break;
    case Level::pipeline:
      expand_pipeline(node, cutoff, out);
      break;
    case Level::mixture:
      expand_mixture(node, cutoff, out);
      break;
    case Level::configuration:
      break;
  }
  return true;
}

bool Tree::expand_family(const Node& node, const Cutoff& cutoff, Expansion& out) {
  const Place& place = m_places[node.family];
  const Settings& settings = m_settings.settings(place.settings);
  const std::vector<std::uint64_t> weight = groups_by_set(place, settings);
  Scene scene;
  for (std::size_t part = 0; part < settings.kinds.size(); ++part) {
    Node child = node;
    child.level = Level::kind;
    child.kind = static_cast<std::uint32_t>(part);
    child.count = count_of(settings, settings.kinds[part], weight);
    if (child.count == 0) continue;
    if (part % 16 == 15 && m_ended && m_ended()) return false;
    set_scene(child, scene);
    finish(child, scene, bound_any(scene, true), nullptr, 0);
    offer(child, scene, cutoff, out);
  }
  return true;
}

void Tree::expand_kind(const Node& node, const Cutoff& cutoff, Expansion& out) {
  Scene scene;
  set_scene(node, scene);
  if (beaten(node, scene, cutoff, nullptr, 0)) return out.lose(node);
  Node roomy = node;
  if (cutoff.front) {
    tell_roomiest(roomy, scene);
    if (roomy.roomiest_told && beaten(node, scene, cutoff, nullptr, 0)) return out.lose(node);
  }
  const Settings::Part& part = scene.settings->kinds[node.kind];
  std::vector<std::uint64_t> settings_with(scene.settings->sets.size(), 0);
  for (std::uint32_t s = part.first; s < part.end; ++s) ++settings_with[scene.settings->stage_set[s]];
  thread_local std::vector<std::uint64_t> counts;  // by stages
  counts.assign(rows(), 0);
  for (std::size_t stages = 1; stages < rows(); ++stages) {
    if (scene.place->groups[stages] == 0) continue;
    for (std::size_t set = 0; set < settings_with.size(); ++set)
      if (settings_with[set] > 0 && has(scene.settings->sets[set], stages))
        counts[stages] += settings_with[set] * scene.place->groups[stages];
  }
  expand_stages(roomy, scene, counts, {1, static_cast<int>(rows()) - 1}, cutoff, out);
}

/// The pipelines of a kind with so many stages; many at once where the set of time and money beats all.
void Tree::expand_stages(const Node& node, Scene& scene, const std::vector<std::uint64_t>& counts, Stages all,
                         const Cutoff& cutoff, Expansion& out) {
  constexpr int kFew = 4;
  const auto first = counts.begin() + all.fewest;
  const auto end = counts.begin() + all.most + 1;
  if (cutoff.front && all.most - all.fewest >= kFew) {
    const std::uint64_t sum = std::accumulate(first, end, std::uint64_t{0});
    if (sum == 0) return;
    if (beaten(node, scene, cutoff, nullptr, 0, all)) {
      out.cut += sum;
      return;
    }
    const int middle = (all.fewest + all.most) / 2;
    expand_stages(node, scene, counts, {all.fewest, middle}, cutoff, out);
    return expand_stages(node, scene, counts, {middle + 1, all.most}, cutoff, out);
  }
  std::array<int, Node::kMostPools> fixed{};
  int tails = 0;  // of one stage or of several; the gradients of ZeRO 2 tell them apart
  for (int stages = all.fewest; stages <= all.most; ++stages) {
    Node child = node;
    child.level = Level::pipeline;
    child.stages = static_cast<std::uint16_t>(stages);
    child.count = counts[static_cast<std::size_t>(stages)];
    if (child.count == 0) continue;
    const double bound = bound_mixture(child, scene, nullptr, 0);
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, scene, bound, nullptr, 0);
    if (refuted(child, cutoff, out)) continue;
    if (decided_stages(scene, child.stages, fixed.data())) {
      const int some = child.stages > 1 ? 2 : 1;
      if (tails != some) set_tails(child, scene);
      tails = some;
      child.ordered = scene.place->family.uses.size() == 1;
      narrow(child, scene, fixed.data(), child.ordered ? Orders::all : Orders::any, nullptr, nullptr, cutoff);
    }
    offer(child, scene, cutoff, out);
  }
}

void Tree::expand_pipeline(const Node& node, const Cutoff& cutoff, Expansion& out) {
  Scene scene;
  set_scene(node, scene);
  if (node.roomiest_told) set_roomiest(node, scene);
  if (beaten(node, scene, cutoff, nullptr, 0)) return out.lose(node);
  const Settings::Part& part = scene.settings->kinds[node.kind];
  const Family& family = scene.place->family;
  const bool decided =
      family.uses.size() == 1 || std::all_of(family.uses.begin(), family.uses.end(),
                                             [](const Family::Use& use) { return use.least == use.most; });
  if (node.roomiest_told && !decided && !any_counts(node, scene, cutoff)) return out.lose(node);
  Strategy strategy;
  std::array<int, Node::kMostPools> fixed{};
  if (decided && decided_stages(scene, node.stages, fixed.data())) {
    // Once more with what is known by now.
    set_tails(node, scene);
    set_kind_rooms(node, scene);
    Node again = node;
    again.ordered = true;
    narrow(again, scene, fixed.data(), Orders::all, nullptr, nullptr, cutoff);
    if (refuted(again, cutoff, out)) return;
    if (!node.ordered && again.bound > node.bound) {  // others may be better now
      out.children.push_back(again);
      return;
    }
  }
  for (std::uint32_t s = part.first; s < part.end; ++s) {
    if (!has(scene.settings->sets[scene.settings->stage_set[s]], node.stages)) continue;
    Node child = node;
    child.level = Level::mixture;
    child.setting = s;
    child.count = scene.place->groups[node.stages];
    set_holds(child, scene, strategy);
    if (decided) {
      std::array<int, Node::kMostPools> stages{};
      for (std::size_t i = 0; i < family.uses.size(); ++i) {
        const auto use = static_cast<std::size_t>(scene.use[i]);
        stages[i] = family.uses.size() == 1 ? node.stages : family.uses[use].most;
        child.mixture[use] = static_cast<std::uint16_t>(stages[i]);
      }
      set_tails(strategy, node.stages, scene);
      expand_orders(child, scene, strategy, stages.data(), cutoff, out);
      continue;
    }
    const double bound = bound_mixture(child, scene, nullptr, 0);
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, scene, bound, nullptr, 0);
    if (!soon(child, node, cutoff)) {
      offer(child, scene, cutoff, out);
    } else if (!refuted(child, cutoff, out)) {
      bool tails = false;
      if (beaten(child, scene, cutoff, nullptr, 0))
        out.lose(child);
      else
        expand_counts(child, scene, strategy, tails, cutoff, out);
    }
  }
}

/// True for a child of a search for the set of time and money whose turn comes soon: most of these are beaten
/// as soon as they are split, for less than it takes to keep them.
bool Tree::soon(const Node& child, const Node& node, const Cutoff& cutoff) {
  constexpr double kNear = 1.03;
  return cutoff.front && child.step < kNear * node.step;
}

/// Groups of the family with node.stages stages and these of the first `decided` floors.
std::uint64_t Tree::groups_with(const Node& node, const Scene& scene, const int* stages, int decided) const {
  const Family& family = scene.place->family;
  const int count = static_cast<int>(family.uses.size());
  const int replicas = family.replicas();
  long left = node.stages;
  long gpus = 0;
  for (int i = 0; i < decided; ++i) {
    const Family::Use& use = family.uses[static_cast<std::size_t>(scene.use[static_cast<std::size_t>(i)])];
    left -= stages[i];
    gpus += static_cast<long>(stages[i]) * use.tensor_parallel * replicas;
  }
  const long limit = m_problem.cluster.max_total_gpus.value_or(1 << 30);
  const auto use_of = [&](int i) -> const Family::Use& {
    return family.uses[static_cast<std::size_t>(scene.use[static_cast<std::size_t>(i)])];
  };
  const std::function<std::uint64_t(int, long, long)> ways = [&](int i, long open, long taken) {
    const Family::Use& use = use_of(i);
    const long each = static_cast<long>(use.tensor_parallel) * replicas;
    if (i == count - 1)
      return std::uint64_t{open >= use.least && open <= use.most && taken + open * each <= limit ? 1U : 0U};
    if (i == count - 2) {  // the last takes the rest: an interval
      const Family::Use& last = use_of(count - 1);
      const long other = static_cast<long>(last.tensor_parallel) * replicas;
      long least = std::max<long>(use.least, open - last.most);
      long most = std::min<long>(use.most, open - last.least);
      const long room = limit - taken - open * other;  // for here * (each - other)
      if (each == other && room < 0) return std::uint64_t{0};
      if (each > other) most = room < 0 ? -1 : std::min(most, room / (each - other));
      if (each < other && room < 0) least = std::max(least, (-room + other - each - 1) / (other - each));
      return static_cast<std::uint64_t>(std::max(0L, most - least + 1));
    }
    std::uint64_t sum = 0;
    for (long here = use.least; here <= std::min<long>(use.most, open); ++here) {
      if (taken + here * each > limit) break;
      sum += ways(i + 1, open - here, taken + here * each);
    }
    return sum;
  };
  if (decided == count) return left == 0 && gpus <= limit ? family.orders() : 0;
  return ways(decided, left, gpus) * family.orders();
}

void Tree::expand_mixture(const Node& node, const Cutoff& cutoff, Expansion& out) {
  Scene scene;
  set_scene(node, scene);
  Strategy strategy;
  set_holds(node, scene, strategy);
  bool tails = false;
  expand_counts(node, scene, strategy, tails, cutoff, out);
}

/// Calls `use(child, stages, known)` for each number of stages of the next pool that nothing refutes, until
/// it returns false.
template <class Use>
void Tree::each_count(const Node& node, const Scene& scene, const Cutoff& cutoff, Expansion& out,
                      const Use& use_child) const {
  const Family& family = scene.place->family;
  const int count = static_cast<int>(family.uses.size());
  std::array<int, Node::kMostPools> stages{};
  int placed = 0;
  for (int i = 0; i < node.fixed; ++i) {
    const auto at = static_cast<std::size_t>(i);
    stages[at] = node.mixture[static_cast<std::size_t>(scene.use[at])];
    placed += stages[at];
  }
  const auto at = static_cast<std::size_t>(node.fixed);
  const auto use = static_cast<std::size_t>(scene.use[at]);
  for (int here = std::min(family.uses[use].most, node.stages - placed); here >= family.uses[use].least;
       --here) {
    stages[at] = here;
    Node child = node;
    child.mixture[use] = static_cast<std::uint16_t>(here);
    child.fixed = static_cast<std::uint8_t>(node.fixed + 1);
    int known = node.fixed + 1;
    if (known == count - 1) {  // the last pool takes the rest
      const auto last = static_cast<std::size_t>(scene.use[static_cast<std::size_t>(count - 1)]);
      stages[static_cast<std::size_t>(count - 1)] = node.stages - placed - here;
      child.mixture[last] = static_cast<std::uint16_t>(std::max(0, node.stages - placed - here));
      const int rest = node.stages - placed - here;
      if (rest < family.uses[last].least || rest > family.uses[last].most) continue;
      known = count;
    }
    child.count = groups_with(child, scene, stages.data(), known);
    if (child.count == 0) continue;
    if (known == count && cutoff.front) {
      // The same forms with what is quickly seen of them refute most.
      finish(child, scene, quick_bound(scene, stages.data()), stages.data(), known);
      if (refuted(child, cutoff, out)) continue;
    }
    const double bound = bound_mixture(child, scene, stages.data(), known);
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, scene, bound, stages.data(), known);
    if (refuted(child, cutoff, out)) continue;
    if (beaten(child, scene, cutoff, stages.data(), known)) {
      out.lose(child);
      continue;
    }
    if (!use_child(child, stages.data(), known)) return;
  }
}

/// The stages of the next pool. `tails`: those of the scene are known.
void Tree::expand_counts(const Node& node, Scene& scene, const Strategy& strategy, bool& tails,
                         const Cutoff& cutoff, Expansion& out) {
  const int count = static_cast<int>(scene.place->family.uses.size());
  each_count(node, scene, cutoff, out, [&](const Node& child, const int* stages, int known) {
    if (known < count) {
      if (soon(child, node, cutoff))
        expand_counts(child, scene, strategy, tails, cutoff, out);
      else
        out.children.push_back(child);
      return true;
    }
    if (!tails) set_tails(strategy, node.stages, scene);
    tails = true;
    expand_orders(child, scene, strategy, stages, cutoff, out);
    return true;
  });
}

/// False when no stages of the pools are left that nothing refutes.
bool Tree::any_counts(const Node& node, const Scene& scene, const Cutoff& cutoff) const {
  const int count = static_cast<int>(scene.place->family.uses.size());
  bool any = false;
  Expansion refuted;
  each_count(node, scene, cutoff, refuted, [&](const Node& child, const int*, int known) {
    any = known == count || any_counts(child, scene, cutoff);
    return !any;
  });
  return any;
}

/// Every order of the pools of a mixture; `stages` by floor.
void Tree::expand_orders(const Node& node, const Scene& scene, const Strategy& strategy, const int* stages,
                         const Cutoff& cutoff, Expansion& out) {
  const Family& family = scene.place->family;
  const auto orders = static_cast<int>(family.orders());
  const int count = static_cast<int>(family.uses.size());
  std::array<int, Node::kMostPools> floor_at{};
  for (int i = 0; i < count; ++i)
    floor_at[static_cast<std::size_t>(scene.use[static_cast<std::size_t>(i)])] = i;
  for (int order = 0; order < orders; ++order) {
    Node child = node;
    child.level = Level::configuration;
    child.order = static_cast<std::uint16_t>(order);
    child.count = 1;
    std::array<int, Node::kMostPools> floors = permutation(order, count);
    for (int i = 0; i < count; ++i)
      floors[static_cast<std::size_t>(i)] =
          floor_at[static_cast<std::size_t>(floors[static_cast<std::size_t>(i)])];
    narrow(child, scene, stages, Orders::one, floors.data(), &strategy, cutoff);
    if (refuted(child, cutoff, out)) continue;
    const double bound = bound_order(child, scene, strategy, stages, floors.data());
    if (bound >= cost::kNoRoom) {
      out.lose_for_memory(child);
      continue;
    }
    finish(child, scene, bound, stages, count);
    offer(child, scene, cutoff, out);
  }
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
  m_space.configuration(group, settings.index[node.setting], out);
}

std::uint64_t Tree::setting_of(const Node& node) const {
  return m_settings.settings(m_places[node.family].settings).index[node.setting];
}

std::uint32_t Tree::kind_of(const Node& node) const {
  return m_settings.settings(m_places[node.family].settings).kinds[node.kind].kind;
}

std::vector<int> Tree::decided_order(const Node& node) {
  Scene scene;
  set_scene(node, scene);
  return {scene.use.begin(), scene.use.begin() + static_cast<std::ptrdiff_t>(family_of(node).uses.size())};
}

std::vector<std::vector<std::uint64_t>> Tree::kinds() const {
  std::vector<std::set<std::uint64_t>> found(m_settings.kinds().size());
  for (const Place& place : m_places) {
    const Settings& settings = m_settings.settings(place.settings);
    for (const Settings::Part& part : settings.kinds)
      found[part.kind].insert(settings.index.begin() + part.first, settings.index.begin() + part.end);
  }
  std::vector<std::vector<std::uint64_t>> result;
  result.reserve(found.size());
  for (const std::set<std::uint64_t>& kind : found) result.emplace_back(kind.begin(), kind.end());
  return result;
}

ConfigurationKey Tree::key_of(const Node& node, strategy::Recompute recompute) const {
  const Settings& settings = m_settings.settings(m_places[node.family].settings);
  return {node.family,
          node.stages,
          node.order,
          recompute == strategy::Recompute::selective,
          m_space.projection(settings.index[node.setting], ~strategy::reads::recompute),
          node.mixture};
}

}  // namespace astrolabe::search
