#include "core/verify/settings.h"

#include <algorithm>
#include <numeric>

#include "core/verify/index.h"

namespace astrolabe::verify {

namespace reads = strategy::reads;
using strategy::Family;
using strategy::Rule;
using strategy::Strategy;

namespace {

constexpr std::size_t kOfEntry = 256;                      ///< bytes of what is known of a family, about
constexpr std::size_t kMostHeld = std::size_t{64} << 20U;  ///< bytes of that; families come again nearby

/// What rules that read `mask` see of a family.
std::vector<std::uint64_t> seen_of(const Family& family, std::uint32_t mask) {
  std::vector<std::uint64_t> seen;
  if ((mask & reads::data) != 0) seen.push_back(static_cast<std::uint64_t>(family.data_parallel));
  if ((mask & reads::context) != 0) seen.push_back(static_cast<std::uint64_t>(family.context_parallel));
  // Switches follow data and context parallelism only in being above 1.
  seen.push_back(family.replicas() > 1 ? 1 : 0);
  for (const Family::Use& use : family.uses) {
    seen.push_back(static_cast<std::uint64_t>(use.tensor_parallel));
    if ((mask & reads::pool) != 0) seen.push_back(static_cast<std::uint64_t>(use.pool));
  }
  return seen;
}

/// True for a rule that can't tell families apart, nor by a switch that follows one.
bool sees_no_family(const Rule& rule) {
  constexpr std::uint32_t follow =
      reads::sequence | reads::grad | reads::param | reads::overlap | reads::sharding;
  return (rule.reads & (reads::group | follow)) == 0;
}

/// Of what differs much.
std::size_t hash_of(const Allowed& allowed) {
  std::size_t hash = allowed.sets.size();
  for (const std::uint32_t set : allowed.set) hash = (hash ^ set) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

Settings::Classes::Classes(const strategy::Projection& seen, const std::vector<std::uint64_t>& settings) {
  std::vector<std::uint32_t> known(at(seen.end()), kNone);  // by what is seen of a setting
  of.reserve(settings.size());
  for (const std::uint64_t setting : settings) {
    std::uint32_t& place = known[at(seen(setting))];
    if (place == kNone) {
      place = static_cast<std::uint32_t>(first.size());
      first.push_back(setting);
    }
    of.push_back(place);
  }
}

Strategy start_of(const strategy::Space& space, const Family& family) {
  Strategy strategy;
  space.start_family(family, strategy);
  return strategy;
}

Settings::Settings(const strategy::Problem& problem, const strategy::Space& space)
    : m_problem(problem), m_space(space) {
  find_open();
  // A switch may follow others, so all of a setting that some switch follows is told apart.
  constexpr std::uint32_t followed =
      reads::zero | reads::sequence | reads::grad | reads::param | reads::overlap;
  std::uint32_t staged = followed;  // read by any rule on the number of stages
  for (const Rule& rule : strategy::rules_of(problem)) {
    if (sees_no_family(rule)) continue;
    m_reads |= rule.reads;
    View view;
    view.rule = &rule;
    view.staged = (rule.reads & reads::pipeline) != 0;
    if (view.staged) staged |= rule.reads;
    view.classes = &classes_of(rule.reads | followed);
    m_views.push_back(std::move(view));
  }
  // Rules that need no look at the number of stages come first: most settings break one of them.
  std::stable_sort(m_views.begin(), m_views.end(),
                   [](const View& a, const View& b) { return !a.staged && b.staged; });
  m_stage_classes = &classes_of(staged);
}

void Settings::find_open() {
  m_open.resize(at(m_space.per_group()));
  std::iota(m_open.begin(), m_open.end(), std::uint64_t{0});
  Strategy strategy;
  strategy.stages.resize(1);
  for (const Rule& rule : strategy::rules_of(m_problem)) {
    if (!sees_no_family(rule)) continue;
    enum class Found : std::uint8_t { not_asked, kept, broken };
    const strategy::Projection seen = m_space.projection(rule.reads);
    std::vector<Found> found(at(seen.end()), Found::not_asked);
    std::erase_if(m_open, [&](std::uint64_t setting) {
      Found& known = found[at(seen(setting))];
      if (known == Found::not_asked) {
        m_space.choose(setting, strategy);
        known = rule.broken(m_problem, strategy) ? Found::broken : Found::kept;
      }
      return known == Found::broken;
    });
  }
}

std::uint32_t Settings::place_of(std::uint64_t setting) const {
  const auto known = std::lower_bound(m_open.begin(), m_open.end(), setting);
  return known != m_open.end() && *known == setting ? static_cast<std::uint32_t>(known - m_open.begin())
                                                    : kNone;
}

const Settings::Classes& Settings::classes_of(std::uint32_t mask) {
  const auto known = m_classes.find(mask);
  if (known != m_classes.end()) return known->second;
  return m_classes.emplace(mask, Classes(m_space.projection(mask), m_open)).first->second;
}

const std::vector<StageSet>& Settings::stages_under(View& view, const Family& family, Strategy& strategy) {
  const auto [place, added] = view.known.try_emplace(seen_of(family, view.rule->reads));
  std::vector<StageSet>& sets = place->second;
  if (!added) return sets;
  const auto most = static_cast<std::size_t>(m_problem.graph->layer_count());
  constexpr std::size_t kOfSet = 64, kBits = 8;  // bytes beside its bits, bits of a byte
  m_held += kOfEntry + view.classes->first.size() * (kOfSet + most / kBits);
  for (const std::uint64_t setting : view.classes->first) {
    m_space.choose(setting, strategy);
    StageSet set(most + 1, !view.staged && !view.rule->broken(m_problem, strategy));
    for (std::size_t stages = 1; view.staged && stages <= most; ++stages) {
      strategy.pipeline_parallel = static_cast<int>(stages);
      set[stages] = !view.rule->broken(m_problem, strategy);
    }
    set[0] = false;
    sets.push_back(std::move(set));
  }
  return sets;
}

const Allowed& Settings::allowed(const Family& family) {
  if (m_held > kMostHeld) {  // those that were given stay in m_unlike
    for (View& view : m_views) view.known.clear();
    m_allowed.clear();
    m_held = 0;
  }
  const auto [place, added] = m_allowed.try_emplace(seen_of(family, m_reads));
  if (!added) return *place->second;
  m_held += kOfEntry;
  Allowed allowed;
  Strategy strategy = start_of(m_space, family);
  std::vector<const std::vector<StageSet>*> under;
  for (View& view : m_views) under.push_back(&stages_under(view, family, strategy));
  // Row of allowed.sets of each class, where its settings break no other rule.
  std::vector<std::uint32_t> row_of;
  const StageSet none(static_cast<std::size_t>(m_problem.graph->layer_count()) + 1, false);
  allowed.sets.push_back(none);
  StageSet every(none.size(), true);
  every[0] = false;
  // Most classes of most rules allow every number of stages: nothing to take from the set.
  std::vector<std::vector<char>> limits(m_views.size());  // by rule and class
  for (std::size_t rule = 0; rule < m_views.size(); ++rule)
    for (const StageSet& set : *under[rule]) limits[rule].push_back(set == every ? 0 : 1);
  for (const std::uint64_t setting : m_stage_classes->first) {
    const std::uint32_t open = place_of(setting);
    StageSet set = every;
    for (std::size_t rule = 0; rule < m_views.size(); ++rule) {
      if (!m_views[rule].staged) continue;
      const std::uint32_t here = m_views[rule].classes->of[open];
      if (limits[rule][here] == 0) continue;
      const StageSet& allows = (*under[rule])[here];
      for (std::size_t stages = 1; stages < set.size(); ++stages) set[stages] = set[stages] && allows[stages];
    }
    auto known = std::find(allowed.sets.begin(), allowed.sets.end(), set);
    if (known == allowed.sets.end()) known = allowed.sets.insert(known, set);
    row_of.push_back(static_cast<std::uint32_t>(known - allowed.sets.begin()));
  }
  // Rules without a look at the stages, one after the other, each on what the ones before left.
  std::vector<std::uint32_t> left(m_stage_classes->of.size());
  std::iota(left.begin(), left.end(), 0U);
  for (std::size_t rule = 0; rule < m_views.size() && !m_views[rule].staged; ++rule) {
    const std::vector<char>& breaks = limits[rule];
    if (std::find(breaks.begin(), breaks.end(), 1) == breaks.end()) continue;
    const std::vector<std::uint32_t>& class_of = m_views[rule].classes->of;
    std::erase_if(left, [&](std::uint32_t setting) { return breaks[class_of[setting]] != 0; });
  }
  allowed.set.assign(m_stage_classes->of.size(), 0);
  for (const std::uint32_t setting : left) allowed.set[setting] = row_of[m_stage_classes->of[setting]];
  // Most families that rules tell apart are left with the same.
  const std::size_t hash = hash_of(allowed);
  const auto [same, end] = m_unlike.equal_range(hash);
  const auto known = std::find_if(same, end, [&](const auto& other) { return *other.second == allowed; });
  place->second = known != end
                      ? known->second
                      : m_unlike.emplace(hash, std::make_shared<const Allowed>(std::move(allowed)))->second;
  return *place->second;
}

}  // namespace astrolabe::verify
