#include "core/strategy/rules.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/strategy/runtime_conditions.h"

namespace astrolabe::strategy {

extern const char* const kShippedRules;  // resources/rules/shipped.rules

namespace {

using Operation = RuleStep::Kind;

/// The stack of one judgement; `defined` turns false with a division by zero or an overflow.
struct Machine {
  std::array<RuleValue, RuleStep::kStack> stack;  // written before it is read
  std::size_t size = 0;
  bool defined = true;

  void push(RuleValue value) { stack[size++] = value; }
  RuleValue pop() { return stack[--size]; }

  void arithmetic(Operation kind) {
    const RuleValue right = pop();
    const RuleValue left = pop();
    RuleValue result = kNone;
    if (left != kNone && right != kNone) {
      switch (kind) {
        case Operation::add:
          defined = defined && !__builtin_add_overflow(left, right, &result);
          break;
        case Operation::subtract:
          defined = defined && !__builtin_sub_overflow(left, right, &result);
          break;
        case Operation::multiply:
          defined = defined && !__builtin_mul_overflow(left, right, &result);
          break;
        default:
          if (right == 0)
            defined = false;
          else
            result = kind == Operation::divide ? left / right : left % right;
          break;
      }
      defined = defined && result != kNone;  // the least of 64 bits stands for None
    }
    push(result);
  }
  void comparison(Operation kind) {
    const RuleValue right = pop();
    const RuleValue left = pop();
    const bool known = left != kNone && right != kNone;
    switch (kind) {
      case Operation::equal:
        return push(left == right ? 1 : 0);
      case Operation::unequal:
        return push(left != right ? 1 : 0);
      case Operation::less:
        return push(known && left < right ? 1 : 0);
      case Operation::at_most:
        return push(known && left <= right ? 1 : 0);
      case Operation::greater:
        return push(known && left > right ? 1 : 0);
      default:
        return push(known && left >= right ? 1 : 0);
    }
  }
};

/// None where it is not defined.
RuleValue worth(const Rule& rule, const Problem& problem, const Strategy& strategy, const Stage* stage) {
  Machine machine;
  for (std::size_t at = 0; at < rule.program.size() && machine.defined; ++at) {
    const RuleStep& step = rule.program[at];
    switch (step.kind) {
      case Operation::constant:
        machine.push(step.value);
        break;
      case Operation::variable:
        machine.push(step.variable->value(problem, strategy, stage));
        break;
      case Operation::same_text:
        machine.push(
            step.variable->text(problem, *stage) == rule.texts[static_cast<std::size_t>(step.value)] ? 1 : 0);
        break;
      case Operation::negate:
        machine.push(machine.pop() == 0 ? 1 : 0);
        break;
      case Operation::and_then:
      case Operation::or_else:
        if ((machine.stack[machine.size - 1] != 0) == (step.kind == Operation::or_else))
          at = static_cast<std::size_t>(step.value) - 1;
        else
          --machine.size;
        break;
      case Operation::add:
      case Operation::subtract:
      case Operation::multiply:
      case Operation::divide:
      case Operation::remainder:
        machine.arithmetic(step.kind);
        break;
      default:
        machine.comparison(step.kind);
        break;
    }
  }
  return machine.defined ? machine.pop() : kNone;
}

RuleVerdict judge_once(const Rule& rule, const Problem& problem, const Strategy& strategy,
                       const Stage* stage) {
  const RuleValue value = worth(rule, problem, strategy, stage);
  if (value == kNone) return RuleVerdict::not_applicable;
  return value != 0 ? RuleVerdict::broken : RuleVerdict::kept;
}

}  // namespace

RuleVerdict Rule::judge(const Problem& problem, const Strategy& strategy) const {
  if (!of_stages) return judge_once(*this, problem, strategy, nullptr);
  RuleVerdict verdict = RuleVerdict::kept;
  const Stage* before = nullptr;
  for (const Stage& stage : strategy.stages) {
    // Neighbours mostly read the same.
    if (before != nullptr && before->pool == stage.pool && before->tensor_parallel == stage.tensor_parallel &&
        before->recompute == stage.recompute)
      continue;
    before = &stage;
    const RuleVerdict here = judge_once(*this, problem, strategy, &stage);
    if (here == RuleVerdict::broken) return here;
    if (here == RuleVerdict::not_applicable) verdict = here;
  }
  return verdict;
}

RuleValue evaluate(const Rule& expression, const Problem& problem, const Strategy& strategy) {
  if (expression.of_stages && strategy.stages.empty()) return kNone;
  return worth(expression, problem, strategy, strategy.stages.empty() ? nullptr : &strategy.stages.front());
}

namespace {

std::string value_text(const RuleVariable& variable, const Problem& problem, const Strategy& strategy,
                       const Stage* stage) {
  if (variable.type == RuleType::text) return std::string(variable.text(problem, *stage));
  const RuleValue value = variable.value(problem, strategy, stage);
  if (value == kNone) return "None";
  if (variable.type == RuleType::boolean) return value != 0 ? "true" : "false";
  if (variable.type == RuleType::name) return variable.names->at(static_cast<std::size_t>(value));
  return std::to_string(value);
}

}  // namespace

std::vector<RuleReading> readings(const Rule& rule, const Problem& problem, const Strategy& strategy) {
  const Stage* at = strategy.stages.empty() ? nullptr : &strategy.stages.front();
  for (const Stage& stage : strategy.stages)
    if (rule.of_stages && judge_once(rule, problem, strategy, &stage) == RuleVerdict::broken) {
      at = &stage;
      break;
    }
  std::vector<RuleReading> all;
  for (const RuleStep& step : rule.program) {
    if (step.variable == nullptr || (step.variable->of_stage && at == nullptr)) continue;
    const std::string name = step.variable->name;
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const RuleReading& one) { return one.variable == name; });
    if (!known) all.push_back({name, value_text(*step.variable, problem, strategy, at)});
  }
  return all;
}

std::string_view shipped_rules_text() { return kShippedRules; }

const std::vector<Rule>& shipped_rules() {
  // The text is our own and its parsing is tested, so value() does not throw.
  static const std::vector<Rule> rules = parse_rules(shipped_rules_text()).value();
  return rules;
}

namespace {

Result<void> switch_off(RuleSet& set, const Rule& off) {
  const std::string& name = off.name;
  const auto found = std::find_if(set.rules.begin(), set.rules.end(),
                                  [&](const Rule& rule) { return !rule.own && rule.name == name; });
  if (found == set.rules.end()) {
    std::vector<std::string> names;
    for (const Rule& rule : shipped_rules())
      if (rule.fixed.empty()) names.push_back(rule.name);
    std::vector<std::string> near = near_matches(name, names);
    return fail(code::bad_rule, off.where, name,
                near.empty() ? Wanted{Wanted::Kind::text, {"a shipped rule that can be switched off"}}
                             : Wanted{Wanted::Kind::one_of, std::move(near)});
  }
  if (!found->fixed.empty())
    return fail(code::bad_rule, off.where, name + ": off",
                {Wanted::Kind::text, {"this rule on: " + found->fixed}});
  set.off.push_back(std::move(*found));
  set.rules.erase(found);
  return {};
}

bool reads_one_of(const Rule& rule, std::initializer_list<std::string_view> names) {
  return std::any_of(rule.program.begin(), rule.program.end(), [&](const RuleStep& step) {
    return step.variable != nullptr &&
           std::find(names.begin(), names.end(), step.variable->name) != names.end();
  });
}

bool breaks_one_of(const std::vector<std::size_t>& places, const Problem& problem, const Strategy& strategy) {
  return std::any_of(places.begin(), places.end(), [&](std::size_t place) {
    return problem.rules->rules[place].broken(problem, strategy);
  });
}

}  // namespace

Result<std::shared_ptr<const RuleSet>> make_rule_set(std::string_view own_rules, std::string_view runtime) {
  auto own = parse_rules(own_rules);
  if (!own) return tl::unexpected<Error>(own.error());
  auto set = std::make_shared<RuleSet>();
  set->rules = shipped_rules();
  for (Rule& rule : *own) {
    if (rule.off) {
      if (auto done = switch_off(*set, rule); !done) return tl::unexpected<Error>(done.error());
      continue;
    }
    for (const Rule& shipped : shipped_rules())
      if (shipped.name == rule.name)
        return fail(code::bad_rule, rule.where, rule.name,
                    {Wanted::Kind::text, {"a name that no shipped rule has"}});
    for (const RuleStep& step : rule.program)
      if (step.variable != nullptr && step.variable->written_only)
        return fail(code::unknown_variable, rule.where, std::string("$") + step.variable->name,
                    {Wanted::Kind::one_of, {"$recompute"}});
    rule.own = true;
    set->rules.push_back(std::move(rule));
  }
  for (Rule& rule : runtime_rules(runtime)) {
    if (reads_one_of(rule, {"even_recompute_kind", "recompute_even", "recompute_whole"}))
      set->of_recompute.push_back(set->rules.size());
    if (reads_one_of(rule, {"even_layers"})) set->of_layers.push_back(set->rules.size());
    set->rules.push_back(std::move(rule));
  }
  return set;
}

const std::vector<Rule>& rules_of(const Problem& problem) {
  return problem.rules ? problem.rules->rules : shipped_rules();
}

bool in_force(const Problem& problem, std::string_view name) {
  for (const Rule& rule : rules_of(problem))
    if (!rule.own && rule.name == name) return true;
  return false;
}

RecomputeChoice recompute_choice(const Problem& problem, const Strategy& strategy, Recompute recompute) {
  if (!problem.rules || problem.rules->of_recompute.empty() || recompute == Recompute::none)
    return RecomputeChoice::by_stage;
  const int layers = problem.graph->layer_count();
  const int stages = static_cast<int>(strategy.stages.size());
  const auto refused = [&](int recomputing, int each) {  // that of the first stages alone
    Strategy tried = strategy;
    tried.recompute = recompute;
    tried.recompute_layers = each;
    for (int j = 0; j < stages; ++j) {
      Stage& stage = tried.stages[static_cast<std::size_t>(j)];
      stage.layers = layers / stages + (j < layers % stages ? 1 : 0);
      stage.recompute = j < recomputing ? recompute : Recompute::none;
      stage.recompute_layers = j < recomputing ? each : 0;
    }
    return breaks_one_of(problem.rules->of_recompute, problem, tried);
  };
  const bool full = recompute == Recompute::full;
  // As little as fits may be one layer of the first stage, and nothing in the others.
  if (!refused(1, full ? 1 : 0)) return RecomputeChoice::by_stage;
  const int each = std::max(1, strategy.virtual_pipeline);  // a layer of each chunk
  return full && stages * each < layers && !refused(stages, each) ? RecomputeChoice::one_number
                                                                  : RecomputeChoice::whole;
}

bool deals_evenly(const Problem& problem, const Strategy& strategy) {
  const int stages = static_cast<int>(strategy.stages.size());
  if (!problem.rules || problem.rules->of_layers.empty() || stages < 2 || strategy.virtual_pipeline > 1)
    return false;
  const int each = problem.graph->layer_count() / stages;
  if (each < 2) return false;  // there is one split, or none is even
  Strategy uneven = strategy;
  for (Stage& stage : uneven.stages) stage.layers = each;
  ++uneven.stages[0].layers;
  --uneven.stages[1].layers;
  return breaks_one_of(problem.rules->of_layers, problem, uneven);
}

bool overlap_hangs_on_schedule(const Problem& problem) {
  constexpr std::uint32_t both = reads::grad | reads::schedule;
  const std::vector<Rule>& rules = rules_of(problem);
  return std::any_of(rules.begin(), rules.end(),
                     [](const Rule& rule) { return rule.of_runtime && (rule.reads & both) == both; });
}

const Rule* first_broken_group_rule(const Problem& problem, const Strategy& strategy) {
  for (const Rule& rule : rules_of(problem))
    if (rule.of_group() && rule.broken(problem, strategy)) return &rule;
  return nullptr;
}

const Rule* first_broken_rule(const Problem& problem, const Strategy& strategy) {
  for (const Rule& rule : rules_of(problem))
    if (rule.broken(problem, strategy)) return &rule;
  return nullptr;
}

const Rule* first_broken_rule_of_ours(const Problem& problem, const Strategy& strategy) {
  for (const Rule& rule : rules_of(problem))
    if (!rule.of_runtime && rule.broken(problem, strategy)) return &rule;
  return nullptr;
}

GroupRules::GroupRules(const Problem& problem, const Strategy& started)
    : m_problem(problem), m_group_broken(first_broken_group_rule(problem, started) != nullptr) {
  for (const Rule& rule : rules_of(problem))
    if (!rule.of_group()) m_others.push_back(&rule);
}

bool GroupRules::broken(const Strategy& strategy) {
  if (m_group_broken) return true;
  const auto first = std::find_if(m_others.begin(), m_others.end(),
                                  [&](const Rule* rule) { return rule->broken(m_problem, strategy); });
  if (first == m_others.end()) return false;
  std::rotate(m_others.begin(), first, first + 1);
  return true;
}

}  // namespace astrolabe::strategy
