#include "core/strategy/rule_counts.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/strategy/space.h"

namespace astrolabe::strategy {

namespace {

constexpr std::uint32_t kGroup = reads::group;

/// Groups that a rule can't tell apart: one of them, and how many there are.
struct Groups {
  const Family* family = nullptr;
  int stages = 1;
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
  space.configuration(smallest_group(*groups.family, groups.stages), index, strategy);
  const int layers = problem.graph->layer_count();
  for (int j = 0; j < groups.stages; ++j) {
    Stage& stage = strategy.stages[static_cast<std::size_t>(j)];
    stage.layers = layers / groups.stages + (j < layers % groups.stages ? 1 : 0);
    stage.recompute = strategy.recompute;
  }
  return strategy;
}

}  // namespace

std::vector<RuleCount> count_rules(const Problem& problem, const std::vector<Rule>& rules) {
  std::vector<RuleCount> result(rules.size());
  const Space space(problem);
  if (space.total() == 0) return result;
  const std::vector<Family> families = space.families();
  std::vector<std::vector<std::uint64_t>> by_stages;
  by_stages.reserve(families.size());
  for (const Family& family : families) by_stages.push_back(space.groups_by_stages(family));

  // By what of a group is read; of those that a rule can tell by their stages one for each number of these.
  std::map<std::uint32_t, std::vector<Groups>> classes;
  const auto classes_of = [&](std::uint32_t mask) -> const std::vector<Groups>& {
    const auto [at, fresh] = classes.try_emplace(mask);
    if (!fresh) return at->second;
    const bool staged = (mask & reads::pipeline) != 0;
    std::map<std::vector<int>, std::vector<Groups>> found;  // [stages], or one
    for (std::size_t f = 0; f < families.size(); ++f) {
      std::vector<Groups>& alike = found[seen(families[f], mask)];
      alike.resize(std::max(alike.size(), staged ? by_stages[f].size() : 1));
      for (std::size_t stages = 1; stages < by_stages[f].size(); ++stages) {
        if (by_stages[f][stages] == 0) continue;
        Groups& groups = alike[staged ? stages : 0];
        if (groups.family == nullptr) groups = {&families[f], static_cast<int>(stages), 0};
        groups.count += by_stages[f][stages];
      }
    }
    for (const auto& [key, alike] : found)
      std::copy_if(alike.begin(), alike.end(), std::back_inserter(at->second),
                   [](const Groups& groups) { return groups.family != nullptr; });
    return at->second;
  };

  Strategy strategy;
  for (std::size_t r = 0; r < rules.size(); ++r) {
    const Rule& rule = rules[r];
    RuleCount& count = result[r];
    for (const Groups& groups : classes_of(rule.reads & kGroup)) {
      space.start(smallest_group(*groups.family, groups.stages), strategy);
      space.visit_projection(rule.reads & ~kGroup, [&](std::uint64_t index, std::uint64_t alike) {
        space.choose(index, strategy);
        const RuleVerdict verdict = rule.judge(problem, strategy);
        if (verdict == RuleVerdict::not_applicable) count.not_applicable += alike * groups.count;
        if (verdict != RuleVerdict::broken) return;
        count.removed += alike * groups.count;
        if (!count.example) count.example = example_of(problem, space, groups, index);
      });
    }
  }
  return result;
}

Json rules_json(const Problem& problem) {
  std::vector<Rule> rules = rules_of(problem);
  const std::size_t on = rules.size();
  if (problem.rules) rules.insert(rules.end(), problem.rules->off.begin(), problem.rules->off.end());
  const std::vector<RuleCount> counts = count_rules(problem, rules);
  const std::vector<std::string> pool_ids = problem.pool_ids();
  Json json = Json::array();
  for (std::size_t r = 0; r < rules.size(); ++r) {
    Json entry{{"name", rules[r].name},
               {"because", rules[r].because},
               {"own", rules[r].own},
               {"removed", r < on ? counts[r].removed : 0}};
    if (!rules[r].own) entry["may_be_off"] = rules[r].fixed.empty();
    if (!rules[r].fixed.empty()) entry["fixed"] = rules[r].fixed;
    if (r >= on) {
      entry["off"] = true;
      entry["would_remove"] = counts[r].removed;
    }
    if (!rules[r].mirrors.empty()) entry["mirrors"] = rules[r].mirrors;
    if (counts[r].not_applicable > 0) entry["not_applicable"] = counts[r].not_applicable;
    if (counts[r].example) entry["example"] = to_json(*counts[r].example, pool_ids);
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace astrolabe::strategy
