#include "core/runtimes/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/model/arguments.h"
#include "core/model/shell_values.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/launch_settings.h"
#include "core/runtimes/script_chunks.h"
#include "core/runtimes/script_question.h"
#include "core/strategy/launch_variables.h"
#include "core/strategy/schedules.h"

namespace astrolabe::runtimes {

namespace {

using strategy::Recompute;
using strategy::RuleType;
using strategy::RuleVariable;

/// Keys of a job that say how it runs.
constexpr std::array<std::string_view, 6> kJobKeys{"global_batch", "sequence_length",    "precision",
                                                   "optimizer",    "gradient_precision", "flash_attention"};
/// Switches of a strategy: a rule that one of them breaks may mean that it changes nothing.
constexpr std::array<std::string_view, 6> kSwitches{"zero_stage",           "recompute",
                                                    "sequence_parallel",    "overlap_grad_reduce",
                                                    "overlap_param_gather", "overlap_tensor_parallel"};
constexpr const char* kAnyValue = "*";  ///< of an argument that is read only
constexpr const char* kInChunk = "recomputed_in_chunk";

/// What read_script() tries values in.
struct Draft {
  Json job, strategy;
  std::vector<int> chunks;               ///< layers of each in the order of the model, where these are said
  int in_chunk = 0;                      ///< layers recomputed in each chunk; 0: all
  std::optional<std::set<int>> again{};  ///< places of the layers that are recomputed, where these are said
  bool chunks_assumed = false;           ///< a stage has as many as the runtime gives it unless told
};

struct Built {
  strategy::Problem problem;
  strategy::Strategy strategy;
};

/// A value as a command line has it, so that it can be compared.
std::string words_of(const Json& value) { return lower(written(value)); }

bool reads(const strategy::Rule& rule, std::string_view name) {
  return std::any_of(rule.program.begin(), rule.program.end(), [&](const strategy::RuleStep& step) {
    return step.variable != nullptr && step.variable->name == name;
  });
}

/// The variable that is the whole value of an argument: "$micro_batch" of "{$micro_batch}".
const RuleVariable* variable_of(const Argument& argument) {
  if (!argument.value.is_string() || argument.expressions.size() != 1) return nullptr;
  const auto& [text, rule] = *argument.expressions.begin();
  if (argument.value.get<std::string>() != '{' + text + '}' || rule.program.size() != 1) return nullptr;
  return rule.program.front().variable;
}

class ScriptReader {
 public:
  ScriptReader(const Runtime& runtime, const strategy::Problem& problem, const Json& flags)
      : m_runtime(runtime), m_problem(problem), m_flags(flags) {
    if (runtime.form == "arguments")  // in files and as values "false" is said like any other
      for (const auto& [flag, value] : m_flags.items())
        if (value == false) m_off.insert(flag);
    for (const Argument& argument : m_runtime.arguments)
      if (!argument.written_only) m_names.insert(argument.name);
    for (const auto& [name, value] : m_runtime.unsaid.items())
      if (!m_flags.contains(name)) m_flags[name] = value;
  }

  Result<ScriptReading> read() {
    if (m_problem.cluster.pools.size() != 1)
      return fail(code::unknown_pool, "pools", fmt::format("{} pools", m_problem.cluster.pools.size()),
                  {Wanted::Kind::text, {"one pool: arguments do not say which stage lies on which"}});
    for (const auto& [flag, value] : m_flags.items())
      if (m_names.contains(flag) && value.is_string() &&
          value.get_ref<const std::string&>().find('$') != std::string::npos)
        return fail(code::impossible_strategy, flag, value.get<std::string>(),
                    {Wanted::Kind::text, {"a value: --set NAME=VALUE gives one to a variable"}});
    Draft draft{to_json(m_problem.job), Json::object(), {}, 0, {}};
    draft.job["software"]["runtime"] = m_runtime.id;
    draft.job.erase("fixed");
    draft.job.erase("allowed");
    if (auto done = set_values(draft); !done) return tl::unexpected<Error>(std::move(done.error()));
    auto built = build(draft);
    if (!built) return tl::unexpected<Error>(std::move(built.error()));
    choose(draft);
    built = build(draft);
    if (!built) return tl::unexpected<Error>(std::move(built.error()));
    if (auto error = recomputes_nothing(draft, *built)) return tl::unexpected<Error>(std::move(*error));
    ScriptReading reading;
    tell(*built, reading.ignored);
    leave_out(draft, reading.ignored);
    if (draft.chunks_assumed)
      reading.assumed.push_back(
          {fmt::format("virtual_pipeline {}", m_runtime.several_chunks),
           Phrase("with a schedule of several chunks %1 gives a stage so many unless told (%2)",
                  {m_runtime.title, m_runtime.several_chunks_source})});
    built = build(draft);
    if (!built) return tl::unexpected<Error>(std::move(built.error()));
    auto job = strategy::read_job(draft.job, "");  // without what the runtime has unsaid
    if (!job) return tl::unexpected<Error>(std::move(job.error()));
    reading.job = std::move(*job);
    reading.strategy = std::move(built->strategy);
    compare_with_question(m_runtime, m_problem, m_flags, reading);
    return reading;
  }

 private:
  bool given(const std::string& name) const { return m_flags.contains(name) && !m_off.contains(name); }

  /// Where a value of that variable stands; null for what follows from others.
  Json* place(Draft& draft, const std::string& name) const {
    const auto& keys = strategy::setting_keys();
    if (std::find(keys.begin(), keys.end(), name) != keys.end()) return &draft.strategy[name];
    if (std::find(kJobKeys.begin(), kJobKeys.end(), name) != kJobKeys.end()) return &draft.job[name];
    for (const strategy::SoftwareOption& option : strategy::software_options())
      if (option.key == name) return &draft.job["software"][name];
    return nullptr;
  }

  /// What arguments say by a value of their own.
  Result<void> set_values(Draft& draft) {
    const Argument* layout = nullptr;
    for (const Argument& argument : m_runtime.arguments) {
      if (argument.written_only || !given(argument.name)) continue;
      const Json& value = m_flags.at(argument.name);
      if (value.is_null()) continue;  // as if it were not there
      if (argument.value == "{layout}" || is_parts(argument)) {
        layout = &argument;  // read once the number of stages is known
        continue;
      }
      if (argument.value == "{recompute_layer_ids}" && value.is_array()) {
        draft.again.emplace();
        for (const Json& place : value)
          if (place.is_number_integer() && place.get<std::int64_t>() >= 0 &&
              place.get<std::int64_t>() < kMostLayers)
            draft.again->insert(place.get<int>());
        continue;
      }
      if (argument.value == "{recompute_modules}") {
        Json modules = Json::array();
        for (const std::string& module : split(words_of(value), ' '))
          if (!module.empty()) modules.push_back(module);
        draft.job["software"]["recompute_modules"] = std::move(modules);
        continue;
      }
      const RuleVariable* variable = variable_of(argument);
      if (variable == nullptr) continue;
      if (std::string_view(variable->name) == kInChunk) {
        if (!value.is_number_integer() || value.get<std::int64_t>() < 1 ||
            value.get<std::int64_t>() > kMostLayers)
          return fail(code::impossible_strategy, argument.name, shown(value),
                      {Wanted::Kind::text,
                       {"at least 1 layer, or no full recomputation: with none it would recompute nothing"}});
        draft.in_chunk = value.get<int>();
        continue;
      }
      const bool known = variable->type != RuleType::name || !value.is_string() ||
                         std::find(variable->names->begin(), variable->names->end(),
                                   value.get<std::string>()) != variable->names->end();
      if (!known) continue;
      if (Json* where = place(draft, variable->name)) {
        *where = value;
        m_set.insert(variable->name);
      }
    }
    return layout == nullptr ? Result<void>() : set_layout(*layout, draft);
  }

  static bool is_parts(const Argument& argument) {
    return argument.value.is_string() &&
           argument.value.get_ref<const std::string&>().starts_with("{module_parts ");
  }

  /// Layers of the chunks in the order of the model: "Et*4|t*5|t*3L", or with every layer written out; as
  /// lists of modules those that are called layers.0 and so on.
  Result<void> set_layout(const Argument& argument, Draft& draft) {
    const Json& value = m_flags.at(argument.name);
    auto chunks = is_parts(argument) ? chunks_of_parts(value) : chunks_of_layout(words_of(value));
    if (chunks && set_chunks(std::move(*chunks), draft)) return {};
    return fail(code::impossible_strategy, argument.name, words_of(value),
                {Wanted::Kind::text, {"chunks of layers as in Et*4|t*5|t*5|t*4L"}});
  }

  /// False where the stages cannot hold as many chunks each.
  bool set_chunks(std::vector<int> chunks, Draft& draft) {
    const auto count = static_cast<std::int64_t>(chunks.size());
    const std::int64_t stages =
        draft.strategy.contains("pipeline_parallel") ? degree(draft.strategy, "pipeline_parallel") : count;
    if (count == 0 || count % stages != 0) return false;
    draft.chunks = std::move(chunks);
    draft.strategy["virtual_pipeline"] = count / stages;
    m_set.insert("virtual_pipeline");
    return true;
  }

  static std::int64_t degree(const Json& strategy, const char* key) {
    const auto found = strategy.find(key);
    return found != strategy.end() && found->is_number_integer()
               ? std::max<std::int64_t>(1, found->get<std::int64_t>())
               : 1;
  }

  Result<Built> build(const Draft& draft) const {
    Json strategy = draft.strategy;
    const hardware::Pool& pool = m_problem.cluster.pools.front();
    const std::int64_t stages = degree(strategy, "pipeline_parallel");
    const std::int64_t shared =
        degree(strategy, "tensor_parallel") * stages * degree(strategy, "context_parallel");
    const int layers = m_problem.graph->layer_count();
    if (pool.gpus() % shared != 0)
      return fail(code::impossible_strategy, "pools", counted(pool.gpus(), "GPU"),
                  {Wanted::Kind::multiple_of, {std::to_string(shared)}});
    if (stages > layers)
      return fail(code::impossible_strategy, "pipeline_parallel", std::to_string(stages),
                  {Wanted::Kind::text, {fmt::format("at most {}, one layer for each stage", layers)}});
    strategy["data_parallel"] = pool.gpus() / shared;
    const bool full = strategy.value("recompute", "none") == "full";
    const std::int64_t chunks = degree(strategy, "virtual_pipeline");
    strategy["stages"] = Json::array();
    const std::vector<int> said = layers_of(draft.chunks, stages, draft.strategy.value("schedule", ""));
    int first = 0;
    for (std::int64_t j = 0; j < stages; ++j) {
      const std::int64_t held =
          said.empty() ? layers / stages + (j < layers % stages ? 1 : 0) : said[static_cast<std::size_t>(j)];
      const int last = first + static_cast<int>(held);
      Json stage{{"layers", held}};
      if (full)
        stage["recompute_layers"] =
            draft.again ? std::distance(draft.again->lower_bound(first), draft.again->lower_bound(last))
            : draft.in_chunk == 0 ? held
                                  : std::min(held, draft.in_chunk * chunks);
      if (full && stage["recompute_layers"] == 0) stage["recompute"] = "none";
      first = last;
      strategy["stages"].push_back(std::move(stage));
    }
    auto job = strategy::read_job(draft.job, "");
    if (!job) return tl::unexpected<Error>(std::move(job.error()));
    auto read = strategy::read_strategy(strategy, m_problem.pool_ids(), layers);
    if (!read) return tl::unexpected<Error>(std::move(read.error()));
    Built built{m_problem, std::move(*read)};
    built.problem.job = std::move(*job);
    built.problem = with_defaults(std::move(built.problem), m_runtime);
    return built;
  }

  ArgumentValues readable(const Built& built) const {
    return readable_settings(m_runtime.arguments, built.problem, built.strategy, m_runtime.form == "python");
  }
  bool said_by(const ArgumentValues& settings, const std::string& flag) const {
    const std::string value = words_of(m_flags.at(flag));
    return std::any_of(settings.begin(), settings.end(), [&](const auto& setting) {
      const Argument& argument = *setting.first;  // a layout may be written in several ways
      return argument.name == flag && (argument.value == "{layout}" || argument.value == kAnyValue ||
                                       words_of(setting.second) == value);
    });
  }

  /// How far the arguments of a draft are from those that are given.
  int distance(const Draft& draft) const {
    constexpr int kImpossible = 1'000'000, kUnsaid = 4, kNotGiven = 1;
    const auto built = build(draft);
    if (!built) return kImpossible;
    const ArgumentValues settings = readable(*built);
    int sum = 0;
    for (const auto& [flag, value] : m_flags.items())
      if (given(flag) && m_names.contains(flag) && !said_by(settings, flag)) sum += kUnsaid;
    for (const auto& [argument, value] : settings)
      if (!argument->read_only && !given(argument->name)) sum += kNotGiven;
    return sum;
  }

  /// Of every setting that arguments tell the value whose arguments come nearest, one after the other until
  /// none changes.
  void choose(Draft& draft) const {
    constexpr int kMostRounds = 4;
    std::vector<const RuleVariable*> open;
    const auto add = [&](const RuleVariable& variable) {
      const std::string_view name = variable.name;
      if (m_set.contains(variable.name) || name == "data_parallel" ||
          place(m_nowhere, variable.name) == nullptr)
        return;
      const bool choice = variable.type == RuleType::boolean || variable.type == RuleType::name ||
                          variable.type == RuleType::number;
      // Groups of shards stand in arguments as what follows from them.
      const bool read =
          name == "sharding_group" ||
          std::any_of(m_runtime.arguments.begin(), m_runtime.arguments.end(), [&](const Argument& argument) {
            return reads(argument.when, variable.name) ||
                   std::any_of(argument.expressions.begin(), argument.expressions.end(),
                               [&](const auto& one) { return reads(one.second, variable.name); });
          });
      if (choice && read) open.push_back(&variable);
    };
    for (const RuleVariable& variable : strategy::rule_variables()) add(variable);
    for (const RuleVariable& variable : strategy::launch_variables()) add(variable);
    int least = distance(draft);
    for (int round = 0; round < kMostRounds; ++round) {
      const int before = least;
      for (const RuleVariable* variable : open)
        for (const Json& value : values_of(*variable, draft)) {
          Draft tried = draft;
          *place(tried, variable->name) = value;
          const auto take = [&] {
            const int found = distance(tried);
            if (found >= least) return;
            least = found;
            draft = tried;
          };
          take();
          if (value != "full" || tried.in_chunk == 0) continue;
          tried.in_chunk = 0;  // of every layer, as with another method
          take();
        }
      if (least == before) break;
    }
    add_chunks(draft);
    switch_on(draft, distance(draft));
  }

  /// Chunks of a stage that the schedule asks for and no argument says: there and back are two of them.
  void add_chunks(Draft& draft) const {
    const std::string schedule = draft.strategy.value("schedule", "");
    const auto row = std::find_if(strategy::kSchedules.begin(), strategy::kSchedules.end(),
                                  [&](const strategy::ScheduleRow& one) { return schedule == one.name; });
    if (row == strategy::kSchedules.end() || m_set.contains("virtual_pipeline") ||
        degree(draft.strategy, "virtual_pipeline") > 1)
      return;
    if (row->back) draft.strategy["virtual_pipeline"] = 2;
    if (row->back || !row->several_chunks || m_runtime.several_chunks == 0) return;
    draft.strategy["virtual_pipeline"] = m_runtime.several_chunks;
    draft.chunks_assumed = true;
  }

  /// The first rule of ours that a strategy breaks whose sharding the job allows by name; null for none.
  static const strategy::Rule* broken_rule(const Built& built) {
    strategy::Problem named = built.problem;
    named.job.allowed.try_emplace("zero_stage", std::vector{std::to_string(built.strategy.zero_stage)});
    return strategy::first_broken_rule_of_ours(named, built.strategy);
  }

  /// How well the runtime and our rules take a draft: how many of its conditions are passed, all where it
  /// runs; whether no rule of ours is broken; how much is switched on.
  std::array<std::ptrdiff_t, 3> standing(const Draft& draft, std::ptrdiff_t on) const {
    const auto built = build(draft);
    if (!built) return {-1, 0, 0};
    const Judgement judgement = judge(m_runtime, built->problem, built->strategy);
    auto passed = static_cast<std::ptrdiff_t>(m_runtime.conditions.size());
    for (std::size_t at = 0; at < m_runtime.conditions.size(); ++at)
      if (judgement.decided == &m_runtime.conditions[at]) passed = static_cast<std::ptrdiff_t>(at);
    if (judgement.verdict == Verdict::runs) ++passed;
    return {passed, broken_rule(*built) == nullptr ? 1 : 0, on};
  }

  /// What no argument tells because the runtime does it whatever is said: the switches with which it runs.
  void switch_on(Draft& draft, int least) const {
    std::vector<std::string> open;
    for (const std::string_view name : kSwitches) {
      const RuleVariable* variable = strategy::find_rule_variable(name);
      const bool idle = name == "sequence_parallel" && degree(draft.strategy, "tensor_parallel") == 1;
      if (variable != nullptr && variable->type == RuleType::boolean && !idle && !m_set.contains(name))
        open.emplace_back(name);
    }
    const Draft before = draft;
    std::array<std::ptrdiff_t, 3> best{-2, 0, 0};
    for (unsigned choice = 0; choice < (1U << open.size()); ++choice) {
      Draft tried = before;
      for (std::size_t at = 0; at < open.size(); ++at) tried.strategy[open[at]] = ((choice >> at) & 1U) != 0;
      if (distance(tried) > least) continue;
      const auto found = standing(tried, std::popcount(choice));
      if (found <= best) continue;
      best = found;
      draft = std::move(tried);
    }
  }

  std::vector<Json> values_of(const RuleVariable& variable, const Draft& draft) const {
    if (variable.type == RuleType::boolean) return {false, true};
    if (variable.type == RuleType::name)
      return std::vector<Json>(variable.names->begin(), variable.names->end());
    const std::string_view name = variable.name;
    if (name == "zero_stage") return {0, 1, 2, 3};
    if (name == "virtual_pipeline") return {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24};
    std::set<std::int64_t> values;
    const std::int64_t gpus = m_problem.cluster.pools.front().gpus();
    if (name == "sharding_group") {
      add_divisors(gpus, 1, values);
    } else {
      // A count may stand in an argument as a product with others, or as what is left when it is divided.
      for (const Argument& argument : m_runtime.arguments) {
        const bool has =
            std::any_of(argument.expressions.begin(), argument.expressions.end(), [&](const auto& one) {
              return reads(one.second, name) ||
                     (name == "global_batch" && reads(one.second, "micro_batches"));
            });
        if (!has || !given(argument.name) || !m_flags.at(argument.name).is_number_integer()) continue;
        const auto said = m_flags.at(argument.name).get<std::int64_t>();
        add_divisors(said, 1, values);
        if (name == "global_batch" && said > 0 && said < kMostLayers)
          add_divisors(gpus, said * degree(draft.strategy, "micro_batch"), values);
      }
    }
    return std::vector<Json>(values.begin(), values.end());
  }

  /// The divisors of a whole number, each so many times.
  static void add_divisors(std::int64_t number, std::int64_t times, std::set<std::int64_t>& values) {
    constexpr std::int64_t kLargest = 1'000'000'000;
    if (number < 1 || number > kLargest) return;
    for (std::int64_t d = 1; d * d <= number; ++d)
      if (number % d == 0) {
        values.insert(d * times);
        values.insert(number / d * times);
      }
  }

  /// Full recomputation with nothing that says of what.
  std::optional<Error> recomputes_nothing(const Draft& draft, const Built& built) const {
    if (draft.strategy.value("recompute", "none") != "full") return {};
    for (const auto& [argument, value] : settings_of(m_runtime.arguments, built.problem, built.strategy))
      if (reads(argument->when, "recomputed_most") && !given(argument->name))
        return Error{std::string(code::missing_field),
                     {},
                     "arguments",
                     fmt::format("recompute full without {}", argument->name),
                     {Wanted::Kind::field, {argument->name}}};
    return {};
  }

  void tell(const Built& built, std::vector<IgnoredArgument>& ignored) const {
    const ArgumentValues settings = readable(built);
    for (const auto& [name, value] : m_flags.items()) {
      const std::string flag = name;
      const std::string text = value == true ? flag : fmt::format("{} {}", flag, written(value));
      if (m_runtime.repeats.contains(flag)) continue;
      if (m_names.contains(flag)) {
        if (given(flag) && !said_by(settings, flag))
          ignored.push_back({text, "no setting of a layout says this value beside the other arguments"});
        continue;
      }
      ignored.push_back({text, why_unused(m_runtime, flag)});
    }
  }

  /// Switches that break a rule which says that they change nothing.
  void leave_out(Draft& draft, std::vector<IgnoredArgument>& ignored) const {
    for (std::size_t left = kSwitches.size(); left > 0; --left) {
      const auto built = build(draft);
      if (!built) return;
      const strategy::Rule* broken = broken_rule(*built);
      if (broken == nullptr || !broken->fixed.empty()) return;
      const auto harmless = std::find_if(kSwitches.begin(), kSwitches.end(), [&](std::string_view key) {
        if (!draft.strategy.contains(key) || !reads(*broken, key)) return false;
        Draft without = draft;
        without.strategy.erase(std::string(key));
        const auto other = build(without);
        return other && !broken->broken(other->problem, other->strategy);
      });
      if (harmless == kSwitches.end()) return;
      ignored.push_back({fmt::format("{} {}", *harmless, words_of(draft.strategy.at(std::string(*harmless)))),
                         broken->because});
      draft.strategy.erase(std::string(*harmless));
    }
  }

  const Runtime& m_runtime;
  const strategy::Problem& m_problem;
  Json m_flags;                                ///< with what the runtime takes for those that are not given
  std::set<std::string, std::less<>> m_off;    ///< arguments given as false
  std::set<std::string, std::less<>> m_names;  ///< of all arguments of the runtime
  std::set<std::string, std::less<>> m_set;    ///< variables that an argument gave a value
  mutable Draft m_nowhere;                     ///< to ask whether there is a place
};

}  // namespace

std::string placed(const IgnoredArgument& ignored) {
  return ignored.line > 0 ? fmt::format("line {}: {}", ignored.line, ignored.argument) : ignored.argument;
}

Result<ScriptReading> read_script(const Runtime& runtime, const strategy::Problem& problem,
                                  const Json& flags) {
  return ScriptReader(runtime, problem, flags).read();
}

}  // namespace astrolabe::runtimes
