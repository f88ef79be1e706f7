#include "core/runtimes/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/text.h"
#include "core/model/arguments.h"
#include "core/model/launch_model.h"
#include "core/model/shell_values.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/launch.h"
#include "core/strategy/launch_variables.h"

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
  std::vector<int> layers;  ///< of the stages, where the arguments say them
  int in_chunk = 0;         ///< layers recomputed in each chunk; 0: all
};

struct Built {
  strategy::Problem problem;
  strategy::Strategy strategy;
};

/// A value as a command line has it.
std::string words_of(const Json& value) {
  if (value.is_string()) return lower(value.get<std::string>());
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& each : value) text += (text.empty() ? "" : " ") + words_of(each);
  return text;
}

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
    for (const auto& [flag, value] : m_flags.items())
      if (value == false) m_off.insert(flag);
    for (const Argument& argument : m_runtime.arguments)
      if (!argument.written_only) m_names.insert(argument.name);
  }

  Result<ScriptReading> read() {
    if (m_problem.cluster.pools.size() != 1)
      return fail(code::unknown_pool, "pools", fmt::format("{} pools", m_problem.cluster.pools.size()),
                  {Wanted::Kind::text, {"one pool: arguments do not say which stage lies on which"}});
    for (const auto& [flag, value] : m_flags.items())
      if (m_names.contains(flag) && value.is_string() &&
          value.get_ref<const std::string&>().find('$') != std::string::npos)
        return fail(code::impossible_value, flag, value.get<std::string>(),
                    {Wanted::Kind::text, {"a value: --set NAME=VALUE gives one to a variable"}});
    Draft draft{to_json(m_problem.job), Json::object(), {}, 0};
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
    built = build(draft);
    if (!built) return tl::unexpected<Error>(std::move(built.error()));
    auto job = strategy::read_job(draft.job, "");  // without what the runtime has unsaid
    if (!job) return tl::unexpected<Error>(std::move(job.error()));
    reading.job = std::move(*job);
    reading.strategy = std::move(built->strategy);
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
    for (const Argument& argument : m_runtime.arguments) {
      if (argument.written_only || !given(argument.name)) continue;
      const Json& value = m_flags.at(argument.name);
      if (argument.value == "{layout}") {
        if (auto done = set_layout(argument.name, words_of(value), draft); !done) return done;
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
            value.get<std::int64_t>() > 100'000)
          return fail(code::impossible_value, argument.name, shown(value),
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
    return {};
  }

  /// Layers of the chunks in the order of the model: "Et*4|t*5|t*3L", or with every layer written out.
  Result<void> set_layout(const std::string& name, const std::string& text, Draft& draft) {
    std::vector<int> chunks;
    const auto bad = [&] {
      return fail(code::impossible_value, name, text,
                  {Wanted::Kind::text, {"chunks of layers as in Et*4|t*5|t*5|t*4L"}});
    };
    for (const std::string& chunk : split(text, '|')) {
      std::int64_t layers = 0;
      for (std::size_t at = 0; at < chunk.size(); ++at) {
        if (chunk[at] != 't') {
          if (chunk[at] != 'e' && chunk[at] != 'l' && chunk[at] != 'm') return bad();
          continue;
        }
        std::size_t end = at + 1;
        if (end < chunk.size() && chunk[end] == '*') {
          const std::size_t first = ++end;
          while (end < chunk.size() && chunk[end] >= '0' && chunk[end] <= '9') ++end;
          const auto times = parse_whole(chunk.substr(first, end - first));
          if (!times || *times < 1 || *times > 100'000) return bad();
          layers += *times;
          at = end - 1;
        } else {
          ++layers;
        }
      }
      chunks.push_back(static_cast<int>(layers));
    }
    const auto pipeline = m_flags.find("--pipeline-model-parallel-size");
    const std::int64_t stages = pipeline != m_flags.end() && pipeline->is_number_integer()
                                    ? std::max<std::int64_t>(1, pipeline->get<std::int64_t>())
                                    : static_cast<std::int64_t>(chunks.size());
    if (static_cast<std::int64_t>(chunks.size()) % stages != 0) return bad();
    draft.layers.assign(static_cast<std::size_t>(stages), 0);
    for (std::size_t at = 0; at < chunks.size(); ++at)
      draft.layers[at % static_cast<std::size_t>(stages)] += chunks[at];
    draft.strategy["virtual_pipeline"] = static_cast<std::int64_t>(chunks.size()) / stages;
    m_set.insert("virtual_pipeline");
    return {};
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
      return fail(code::impossible_strategy, "pools", fmt::format("{} GPUs", pool.gpus()),
                  {Wanted::Kind::multiple_of, {std::to_string(shared)}});
    if (stages > layers)
      return fail(code::impossible_strategy, "pipeline_parallel", std::to_string(stages),
                  {Wanted::Kind::text, {fmt::format("at most {}, one layer for each stage", layers)}});
    strategy["data_parallel"] = pool.gpus() / shared;
    const bool full = strategy.value("recompute", "none") == "full";
    const std::int64_t chunks = degree(strategy, "virtual_pipeline");
    strategy["stages"] = Json::array();
    for (std::int64_t j = 0; j < stages; ++j) {
      const bool stated = draft.layers.size() == static_cast<std::size_t>(stages);
      const std::int64_t held = stated ? draft.layers[static_cast<std::size_t>(j)]
                                       : layers / stages + (j < layers % stages ? 1 : 0);
      Json stage{{"layers", held}};
      if (full)
        stage["recompute_layers"] = draft.in_chunk == 0 ? held : std::min(held, draft.in_chunk * chunks);
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

  using Settings = std::vector<std::pair<const Argument*, Json>>;
  bool said_by(const Settings& settings, const std::string& flag) const {
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
    const Settings settings = readable_settings(m_runtime.arguments, built->problem, built->strategy);
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
      if (m_set.contains(variable.name) || place(m_nowhere, variable.name) == nullptr) return;
      const bool choice = variable.type == RuleType::boolean || variable.type == RuleType::name ||
                          variable.name == std::string_view("zero_stage") ||
                          variable.name == std::string_view("virtual_pipeline");
      const bool read =
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
        for (const Json& value : values_of(*variable)) {
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
  }

  static std::vector<Json> values_of(const RuleVariable& variable) {
    if (variable.type == RuleType::boolean) return {false, true};
    if (variable.type == RuleType::name)
      return std::vector<Json>(variable.names->begin(), variable.names->end());
    if (variable.name == std::string_view("zero_stage")) return {0, 1, 2, 3};
    return {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24};
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
    const Settings settings = readable_settings(m_runtime.arguments, built.problem, built.strategy);
    for (const auto& [name, value] : m_flags.items()) {
      const std::string flag = name;
      const std::string text = value == true ? flag : fmt::format("{} {}", flag, words_of(value));
      if (m_names.contains(flag)) {
        if (given(flag) && !said_by(settings, flag))
          ignored.push_back({text, "no setting of a layout says this value beside the other arguments"});
        continue;
      }
      const auto beside =
          std::find_if(m_runtime.beside.begin(), m_runtime.beside.end(), [&](const Beside& one) {
            return std::any_of(one.names.begin(), one.names.end(), [&](const std::string& pattern) {
              return model::fits_pattern(pattern, flag);
            });
          });
      if (beside != m_runtime.beside.end())
        ignored.push_back({text, beside->why});
      else if (model::sizes_model(flag))
        ignored.push_back({text, "sizes the model, which the model's own description does"});
      else
        ignored.push_back(
            {text, fmt::format("not known here as an argument of {} that makes a layout", m_runtime.title)});
    }
  }

  /// Switches that break a rule which says that they change nothing.
  void leave_out(Draft& draft, std::vector<IgnoredArgument>& ignored) const {
    for (std::size_t left = kSwitches.size(); left > 0; --left) {
      const auto built = build(draft);
      if (!built) return;
      strategy::Problem named = built->problem;
      named.job.allowed.try_emplace("zero_stage", std::vector{std::to_string(built->strategy.zero_stage)});
      const strategy::Rule* broken = strategy::first_broken_rule_of_ours(named, built->strategy);
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
  const Json& m_flags;
  std::set<std::string, std::less<>> m_off;    ///< arguments given as false
  std::set<std::string, std::less<>> m_names;  ///< of all arguments of the runtime
  std::set<std::string, std::less<>> m_set;    ///< variables that an argument gave a value
  mutable Draft m_nowhere;                     ///< to ask whether there is a place
};

}  // namespace

Result<ScriptReading> read_script(const Runtime& runtime, const strategy::Problem& problem,
                                  const Json& flags) {
  return ScriptReader(runtime, problem, flags).read();
}

Result<ScriptReading> read_script_file(const std::string& path, const model::GivenValues& given,
                                       const strategy::Problem& problem) {
  const auto text = read_text_file(path, file_limit::json);
  if (!text) return tl::unexpected<Error>(text.error());
  const model::LaunchArguments launch = model::read_arguments(*text, given, model::files_beside(path), true);
  if (launch.flags.empty())
    return tl::unexpected<Error>(Error{std::string(code::missing_field),
                                       path,
                                       {},
                                       "no arguments",
                                       {Wanted::Kind::text, {"a launch script or a list of arguments"}}});
  const Runtime* runtime = find_runtime(problem.job.software.runtime);
  if (runtime == nullptr) runtime = &runtimes().front();
  if (!runtime->form.ends_with("arguments"))
    return tl::unexpected<Error>(Error{std::string(code::out_of_range),
                                       path,
                                       "job.software.runtime",
                                       runtime->id,
                                       {Wanted::Kind::text, {"a runtime that is started with arguments"}}});
  auto reading = read_script(*runtime, problem, launch.flags);
  if (!reading) return tl::unexpected<Error>(Error(reading.error()).in_file(path));
  for (const model::ShellNote& one : launch.notes)
    reading->ignored.push_back({fmt::format("line {}: {}", one.line, one.word), one.why});
  return reading;
}

}  // namespace astrolabe::runtimes
