#include "core/strategy/rule_counts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/strategy/space.h"

namespace astrolabe::strategy {

namespace {

constexpr std::uint32_t kGroup = reads::group;

constexpr std::uint32_t kPools = reads::pool | reads::tensor;
constexpr double kMostFamilies = 4e6;         ///< to go over
constexpr std::size_t kMostHeld = 1U << 18U;  ///< numbers of groups at a time
constexpr std::uint64_t kFew = 64;            ///< between two questions whether to stop

/// Groups that a rule can't tell apart: one of them, and how many there are.
struct Groups {
  Group one;
  std::uint64_t count = 0;
};

/// What a rule that reads `mask` sees of a family beside its number of stages.
std::vector<int> seen(const Family& family, std::uint32_t mask) {
  std::vector<int> key;
  if ((mask & reads::data) != 0) key.push_back(family.data_parallel);
  if ((mask & reads::context) != 0) key.push_back(family.context_parallel);
  if ((mask & (reads::pool | reads::tensor)) != 0)
    for (const Family::Use& use : family.uses) {
      key.push_back((mask & reads::pool) != 0 ? use.pool : 0);
      key.push_back(use.tensor_parallel);
    }
  return key;
}

/// A group of a family with that many stages on as few GPUs as possible.
Group smallest_group(const Family& family, int stages) {
  Group group;
  group.data_parallel = family.data_parallel;
  group.context_parallel = family.context_parallel;
  std::vector<std::size_t> order;
  int left = stages;
  for (const Family::Use& use : family.uses) {
    order.push_back(group.uses.size());
    group.uses.push_back({use.pool, use.least, use.tensor_parallel});
    left -= use.least;
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return family.uses[a].tensor_parallel < family.uses[b].tensor_parallel;
  });
  for (const std::size_t i : order) {
    const int more = std::min(left, family.uses[i].most - family.uses[i].least);
    group.uses[i].stages += more;
    left -= more;
  }
  return group;
}

Strategy example_of(const Problem& problem, const Space& space, const Groups& groups, std::uint64_t index) {
  Strategy strategy;
  space.configuration(groups.one, index, strategy);
  const int layers = problem.graph->layer_count();
  const int stages = strategy.pipeline_parallel;
  for (int j = 0; j < stages; ++j) {
    Stage& stage = strategy.stages[static_cast<std::size_t>(j)];
    stage.layers = layers / stages + (j < layers % stages ? 1 : 0);
    stage.recompute = strategy.recompute;
  }
  return strategy;
}

class Counter {
 public:
  Counter(const Problem& problem, const std::vector<Rule>& rules, const std::stop_token& stop)
      : m_problem(problem),
        m_rules(rules),
        m_stop(stop),
        m_space(problem, [&stop] { return stop.stop_requested(); }),
        m_result(rules.size()) {}

  std::vector<RuleCount> run() {
    std::vector<Class> classes;  // rules by what of a group they read
    {
      std::map<std::uint32_t, std::vector<std::size_t>> alike;
      for (std::size_t r = 0; r < m_rules.size(); ++r) alike[m_rules[r].reads & kGroup].push_back(r);
      for (auto& [mask, rules] : alike) classes.push_back({mask, std::move(rules), {}});
    }
    if (m_space.is_whole() && m_space.most_families() <= kMostFamilies) {
      if (!over_families(classes))
        for (const Class& each : classes) leave(each);
      return std::move(m_result);
    }
    for (Class& each : classes)
      if (!m_space.is_whole() || (each.mask & kPools) != 0 || !over_degrees(each)) leave(each);
    if (m_space.is_counted()) return std::move(m_result);
    for (RuleCount& count : m_result)  // none is known without the number of groups
      if (count.removed > 0 || count.not_applicable > 0) count.known = false;
    for (RuleCount& count : m_result) count.removed = count.not_applicable = 0;
    return std::move(m_result);
  }

 private:
  using Found = std::map<std::vector<int>, std::vector<Groups>>;  // by what is seen: [stages], or one
  struct Class {
    std::uint32_t mask = 0;
    std::vector<std::size_t> rules;
    Found found;
  };

  void leave(const Class& each) {
    for (const std::size_t r : each.rules) {
      m_result[r] = {};
      m_result[r].known = false;
    }
  }

  /// Of groups that rules can tell by their stages one for each number of these. As many at a time as may be
  /// held: counts add up. False where it was stopped.
  bool over_families(std::vector<Class>& classes) {
    Space::GroupTables known;
    std::size_t held = 0, tables = 0;
    std::uint64_t met = 0;
    const auto add = [&](const Family& family, const std::vector<std::uint64_t>& by_stages, Class& to) {
      const bool staged = (to.mask & reads::pipeline) != 0;
      std::vector<Groups>& alike = to.found[seen(family, to.mask)];
      const std::size_t size = staged ? by_stages.size() : 1;
      if (alike.size() < size) {
        held += size - alike.size();
        alike.resize(size);
      }
      for (std::size_t stages = 1; stages < by_stages.size(); ++stages) {
        if (by_stages[stages] == 0) continue;
        Groups& groups = alike[staged ? stages : 0];
        if (groups.count == 0) groups.one = smallest_group(family, static_cast<int>(stages));
        groups.count += by_stages[stages];
      }
    };
    const auto judge_all = [&] {
      return std::all_of(classes.begin(), classes.end(),
                         [&](Class& each) { return judge(each.rules, std::exchange(each.found, {})); });
    };
    const bool whole = m_space.visit_families([&](const Family& family) {
      if (++met % kFew == 0 && m_stop.stop_requested()) return false;
      const std::size_t before = known.size();
      const std::vector<std::uint64_t>& by_stages = m_space.groups_by_stages(family, known);
      for (Class& each : classes) add(family, by_stages, each);
      tables += known.size() > before ? by_stages.size() : 0;
      if (tables > kMostHeld) {
        known.clear();
        tables = 0;
      }
      if (held <= kMostHeld) return true;
      held = 0;
      return judge_all();
    });
    return whole && judge_all();
  }

  /// Rules that read neither pools nor tensor parallelism: groups with the same replicas are told apart by
  /// their stages alone.
  bool over_degrees(Class& of) {
    const bool staged = (of.mask & reads::pipeline) != 0;
    for (const Space::Degrees& degrees : m_space.degrees()) {
      Family family;
      family.data_parallel = degrees.data_parallel;
      family.context_parallel = degrees.context_parallel;
      std::vector<Groups>& alike = of.found[seen(family, of.mask)];
      alike.resize(staged ? degrees.groups.size() : 1);
      for (std::size_t stages = 1; stages < degrees.groups.size(); ++stages) {
        if (degrees.groups[stages] == 0) continue;
        Groups& groups = alike[staged ? stages : 0];
        if (groups.count == 0) {
          groups.one.data_parallel = family.data_parallel;
          groups.one.context_parallel = family.context_parallel;
          groups.one.uses = {{0, static_cast<int>(stages), 1}};
        }
        groups.count += degrees.groups[stages];
      }
    }
    m_made_up = true;
    return judge(of.rules, of.found);
  }

  /// False where it was stopped.
  bool judge(const std::vector<std::size_t>& rules, const Found& found) {
    std::uint64_t asked = 0;
    bool on = true;
    for (const auto& [key, alike] : found)
      for (const Groups& groups : alike) {
        if (groups.count == 0) continue;
        m_space.start(groups.one, m_strategy);
        for (const std::size_t r : rules) {
          const Rule& rule = m_rules[r];
          RuleCount& count = m_result[r];
          m_space.visit_projection(rule.reads & ~kGroup, [&](std::uint64_t index, std::uint64_t same) {
            if (!on || (++asked % kFew == 0 && m_stop.stop_requested())) {
              on = false;
              return;
            }
            m_space.choose(index, m_strategy);
            const RuleVerdict verdict = rule.judge(m_problem, m_strategy);
            if (verdict == RuleVerdict::not_applicable) count.not_applicable += same * groups.count;
            if (verdict != RuleVerdict::broken) return;
            count.removed += same * groups.count;
            // A group that was made up for what the rule reads may not be in the space.
            if (!count.example && !m_made_up) count.example = example_of(m_problem, m_space, groups, index);
          });
          if (!on) return false;
        }
      }
    return true;
  }

  const Problem& m_problem;
  const std::vector<Rule>& m_rules;
  const std::stop_token& m_stop;
  Space m_space;
  std::vector<RuleCount> m_result;
  Strategy m_strategy;
  bool m_made_up = false;
};

}  // namespace

std::vector<RuleCount> count_rules(const Problem& problem, const std::vector<Rule>& rules,
                                   const std::stop_token& stop) {
  return Counter(problem, rules, stop).run();
}

Json rules_json(const Problem& problem, const std::stop_token& stop) {
  std::vector<Rule> rules = rules_of(problem);
  const std::size_t on = rules.size();
  if (problem.rules) rules.insert(rules.end(), problem.rules->off.begin(), problem.rules->off.end());
  const std::vector<RuleCount> counts = count_rules(problem, rules, stop);
  const std::vector<std::string> pool_ids = problem.pool_ids();
  const auto removed = [&](std::size_t r) { return counts[r].known ? Json(counts[r].removed) : Json(); };
  Json json = Json::array();
  for (std::size_t r = 0; r < rules.size(); ++r) {
    Json entry{{"name", rules[r].name},
               {"because", rules[r].because},
               {"own", rules[r].own},
               {"removed", r < on ? removed(r) : Json(0)}};
    if (!rules[r].own) entry["may_be_off"] = rules[r].fixed.empty();
    if (!rules[r].fixed.empty()) entry["fixed"] = rules[r].fixed;
    if (r >= on) {
      entry["off"] = true;
      entry["would_remove"] = removed(r);
    }
    if (!rules[r].mirrors.empty()) entry["mirrors"] = rules[r].mirrors;
    if (counts[r].not_applicable > 0) entry["not_applicable"] = counts[r].not_applicable;
    if (counts[r].example) entry["example"] = to_json(*counts[r].example, pool_ids);
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace astrolabe::strategy
