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

}  // namespace

Settings::Classes::Classes(const strategy::Projection& seen, std::uint64_t settings) {
  constexpr std::uint32_t kNone = ~0U;
  std::vector<std::uint32_t> known(at(settings), kNone);  // by what is seen of a setting
  of.reserve(at(settings));
  for (std::uint64_t setting = 0; setting < settings; ++setting) {
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
  // A switch may follow others, so all of a setting that some switch follows is told apart.
  constexpr std::uint32_t followed =
      reads::zero | reads::sequence | reads::grad | reads::param | reads::overlap;
  std::uint32_t staged = followed;  // read by any rule on the number of stages
  for (const Rule& rule : strategy::rules_of(problem)) {
    m_reads |= rule.reads;
    View view;
    view.rule = &rule;
    view.staged = (rule.reads & reads::pipeline) != 0;
    if (view.staged) staged |= rule.reads;
    view.classes = &classes_of(rule.reads | followed);
    m_views.push_back(std::move(view));
  }
  // Those that need no look at the number of stages first: most settings break one of them.
  std::stable_sort(m_views.begin(), m_views.end(),
                   [](const View& a, const View& b) { return !a.staged && b.staged; });
  m_stage_classes = &classes_of(staged);
}

const Settings::Classes& Settings::classes_of(std::uint32_t mask) {
  const auto known = m_classes.find(mask);
  if (known != m_classes.end()) return known->second;
  return m_classes.emplace(mask, Classes(m_space.projection(mask), m_space.per_group())).first->second;
}

const std::vector<StageSet>& Settings::stages_under(View& view, const Family& family, Strategy& strategy) {
  const auto [place, added] = view.known.try_emplace(seen_of(family, view.rule->reads));
  std::vector<StageSet>& sets = place->second;
  if (!added) return sets;
  const auto most = static_cast<std::size_t>(m_problem.graph->layer_count());
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
  const auto [place, added] = m_allowed.try_emplace(seen_of(family, m_reads));
  Allowed& allowed = place->second;
  if (!added) return allowed;
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
    StageSet set = every;
    for (std::size_t rule = 0; rule < m_views.size(); ++rule) {
      if (!m_views[rule].staged) continue;
      const std::uint32_t here = m_views[rule].classes->of[at(setting)];
      if (limits[rule][here] == 0) continue;
      const StageSet& allows = (*under[rule])[here];
      for (std::size_t stages = 1; stages < set.size(); ++stages) set[stages] = set[stages] && allows[stages];
    }
    auto known = std::find(allowed.sets.begin(), allowed.sets.end(), set);
    if (known == allowed.sets.end()) known = allowed.sets.insert(known, set);
    row_of.push_back(static_cast<std::uint32_t>(known - allowed.sets.begin()));
  }
  // Those without a look at the stages, one after the other, each on what the ones before left.
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
  return allowed;
}

}  // namespace astrolabe::verify
