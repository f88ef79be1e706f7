#pragma once
// Which combinations of degrees and switches are left out of a search, and why: the shipped rules
// (resources/rules/shipped.rules) and those of the job. Order matters: the first broken rule is the one that
// is told.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/strategy/problem.h"
#include "core/strategy/rule_variables.h"

namespace astrolabe::strategy {

/// One step of a compiled rule: a postfix program over a stack of RuleValues.
struct RuleStep {
  enum class Kind : std::uint8_t {
    constant,   ///< pushes `value`
    variable,   ///< pushes the value of `variable`
    same_text,  ///< pushes whether the text of `variable` equals texts[value]
    add,
    subtract,
    multiply,
    divide,
    remainder,
    equal,
    unequal,
    less,
    at_most,
    greater,
    at_least,
    negate,    ///< logical
    and_then,  ///< leaves false and jumps to step `value`, or pops true
    or_else    ///< leaves true and jumps to step `value`, or pops false
  };
  Kind kind = Kind::constant;
  RuleValue value = 0;
  const RuleVariable* variable = nullptr;
  static constexpr std::size_t kStack = 128;  ///< values that the deepest rule holds at once
};

enum class RuleVerdict : std::uint8_t { kept, broken, not_applicable };

struct Rule {
  std::string name;         ///< stable, used in answers and logs
  std::string because;      ///< plain English; empty where a person's rule gives no reason
  std::string mirrors;      ///< the Megatron-LM option that asks the same; empty for none
  std::string fixed;        ///< of a shipped rule: why it cannot be switched off; empty where it can
  std::string text;         ///< as written
  std::string where;        ///< line and column of its name in the text that it was read from
  bool off = false;         ///< names a shipped rule and switches it off; has no program
  bool own = false;         ///< of the job, not shipped
  bool of_runtime = false;  ///< of the runtime that the job names: see runtime_rules()
  bool of_stages = false;   ///< reads variables of stages: broken when any stage breaks it
  std::uint32_t reads = 0;
  std::vector<RuleStep> program;
  std::vector<std::string> texts;
  const RuleVariable* names = nullptr;  ///< of an expression that is a name: the variable that has it
  RuleType type = RuleType::boolean;    ///< of an expression

  /// Reads degrees, switches and the pool and tensor parallelism of each stage. A division by zero or a
  /// number beyond 64 bits makes the rule not applicable: never silently true.
  RuleVerdict judge(const Problem& problem, const Strategy& strategy) const;
  bool broken(const Problem& problem, const Strategy& strategy) const {
    return judge(problem, strategy) == RuleVerdict::broken;
  }
  /// Reads only what all configurations of a Group share.
  bool of_group() const { return (reads & ~static_cast<std::uint32_t>(reads::group)) == 0; }
};

// clang-format off
/// Parses a text of rules, `#` begins a comment:
///   rules      := rule*
///   rule       := name ':' ( 'off' | 'reject' 'if' expression reasons )
///   reasons    := [ 'because' string+ ] [ 'mirrors' string+ ] [ 'fixed' string+ ]
///   expression := both ( '||' both )*
///   both       := inverted ( '&&' inverted )*
///   inverted   := '!'* comparison
///   comparison := sum [ ( '==' | '!=' | '<' | '<=' | '>' | '>=' ) sum ]
///   sum        := term ( ( '+' | '-' ) term )*
///   term       := atom ( ( '*' | '/' | '%' ) atom )*
///   atom       := number | 'None' | 'true' | 'false' | value | string | '$' variable | '(' expression ')'
/// where a value is one of the words that a variable of names may have.
/// Errors, with line and column: bad_rule where something else was expected, unknown_variable with near
/// names, division_by_zero for a divisor that is the number 0.
// clang-format on
Result<std::vector<Rule>> parse_rules(std::string_view text);

/// An expression of that language alone, with further variables; it may be a number, a name or a switch. What
/// it is worth: evaluate(). Errors: those of parse_rules.
Result<Rule> parse_expression(std::string_view text, const std::vector<RuleVariable>& more);
/// The value of an expression for a strategy; variables of a stage are read at the first stage. None where it
/// divides by zero or leaves 64 bits.
RuleValue evaluate(const Rule& expression, const Problem& problem, const Strategy& strategy);

/// The text of rules with another id for a pool wherever $pool is compared with it. Unchanged where it cannot
/// be read, or where the language has no way to write `to`.
std::string with_pool_renamed(std::string_view rules, std::string_view from, std::string_view to);

const std::vector<Rule>& shipped_rules();
/// The text that shipped_rules() was made of.
std::string_view shipped_rules_text();

/// Shipped rules followed by the job's own; those that the job switches off are left out. Last what the
/// runtime of the job refuses.
struct RuleSet {
  std::vector<Rule> rules;
  std::vector<Rule> off;  ///< shipped ones
  /// Places in `rules` of those that tell what of its layers a stage recomputes: recompute_choice().
  std::vector<std::size_t> of_recompute;
  std::vector<std::size_t>
      of_layers;  ///< and of those that tell stages of equal numbers of layers from others
};
/// `runtime`: an id, "any" or "" for none. Errors: those of parse_rules; bad_rule for a rule with a name that
/// a shipped one has, and for `off` with a name that none has, or only one that is fixed.
Result<std::shared_ptr<const RuleSet>> make_rule_set(std::string_view own_rules,
                                                     std::string_view runtime = {});
/// The rules of a problem; the shipped ones for a problem that states none.
const std::vector<Rule>& rules_of(const Problem& problem);

/// A shipped rule of that name is in force.
bool in_force(const Problem& problem, std::string_view name);

/// How much of its layers a stage of one layout may recompute.
enum class RecomputeChoice {
  by_stage,    ///< each as little as its memory asks for
  one_number,  ///< as many layers in every chunk of every stage, or all where there are fewer
  whole        ///< every layer of every stage
};
/// What the runtime of the problem leaves to a layout with these degrees that recomputes so: a search looks
/// at that alone. Layers need not be dealt out.
RecomputeChoice recompute_choice(const Problem& problem, const Strategy& strategy, Recompute recompute);
/// Whether the runtime takes a layout with these degrees only where all stages hold as many layers. Of
/// several chunks a stage every split is looked at one by one, so that nothing is to be told.
bool deals_evenly(const Problem& problem, const Strategy& strategy);
/// Whether the runtime takes the overlap of the gradient reduction on some schedules alone.
bool overlap_hangs_on_schedule(const Problem& problem);

/// The first rule of_group that `strategy` breaks, or null: then every configuration of its group is
/// rejected.
const Rule* first_broken_group_rule(const Problem& problem, const Strategy& strategy);

/// The first rule that `strategy` breaks, or null. Layers are looked at by rules of a runtime alone.
const Rule* first_broken_rule(const Problem& problem, const Strategy& strategy);
/// The first rule that `strategy` breaks among those that hold on every runtime, or null.
const Rule* first_broken_rule_of_ours(const Problem& problem, const Strategy& strategy);

/// A variable that a rule names, and its value for one strategy: "micro_batch", "3".
struct RuleReading {
  std::string variable, value;
  bool operator==(const RuleReading&) const = default;
};
/// Every variable of `rule` once, in the order of its text; of those that each stage has, the value at the
/// first stage that breaks it, or at the first of all where none does. A value is a number, "true", "false",
/// a name or a text as the rule would write it, or "None".
std::vector<RuleReading> readings(const Rule& rule, const Problem& problem, const Strategy& strategy);

/// Whether configurations of one group break any rule, for many of them: rules of_group are judged once, and
/// of the others the one that broke last comes first.
class GroupRules {
 public:
  /// `started` comes from Space::start().
  GroupRules(const Problem& problem, const Strategy& started);
  /// A rule of_group is broken, and so by every configuration.
  bool group_broken() const { return m_group_broken; }
  /// Whether first_broken_rule() finds one for `strategy`, a configuration of the group.
  bool broken(const Strategy& strategy);

 private:
  const Problem& m_problem;
  bool m_group_broken = false;
  std::vector<const Rule*> m_others;  ///< not of_group
};

}  // namespace astrolabe::strategy
