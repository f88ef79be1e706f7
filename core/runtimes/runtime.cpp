#include "core/runtimes/runtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/error_codes.h"
#include "core/runtimes/launch_settings.h"
#include "core/runtimes/settings.h"

namespace astrolabe::runtimes {

namespace {

constexpr int kMostChunks = 64;

/// Reads the parts of a file; the first mistake is kept by the reader of the file.
class RuntimeReader {
 public:
  RuntimeReader(const Json& json, const std::vector<Runtime>& known) : m_reader(json, ""), m_known(known) {}

  Result<Runtime> read() {
    const std::string like = m_reader.string("like", "");
    if (!like.empty()) take_over(like);
    m_runtime.id = m_reader.string("id");
    m_reader.array("names");         // read by strategy::runtime_id()
    m_reader.string("stack", "");    // read by strategy::stack_name()
    m_reader.object("releases");     // read by strategy::release_date()
    m_reader.object("tuning_rank");  // read by strategy::usual_rank()
    m_runtime.title = m_reader.string("title");
    m_runtime.repository = m_reader.string("repository");
    m_runtime.commit = m_reader.string("commit");
    m_runtime.date = m_reader.string("date");
    m_runtime.version = m_reader.string("version", "");
    m_runtime.configuration = m_reader.string("configuration", "");
    m_runtime.usual = m_reader.boolean("usual", false);
    // A file that names no form is of the one that it is like, and starts as that does unless it says
    // otherwise.
    const bool own_form = like.empty() || m_reader.has("form");
    if (own_form) {
      m_runtime.form = m_reader.string("form");
      m_runtime.under = words("under");
      m_runtime.head = words("head");
    }
    if (own_form || m_reader.has("start")) m_runtime.start = words("start");
    if (m_runtime.start.empty())
      m_reader.mistake(code::missing_key, "start", "nothing", {Wanted::Kind::field, {"start"}});
    if (const Json* defaults = m_reader.object("defaults"))
      for (const auto& [key, value] : defaults->items()) m_runtime.defaults[key] = value;
    if (const Json* unsaid = m_reader.object("unsaid")) m_runtime.unsaid = *unsaid;
    rename();
    add_repeats();
    add_elsewhere();
    if (const Json* chunks = m_reader.object("several_chunks")) {
      ObjectReader reader(*chunks, "several_chunks");
      m_runtime.several_chunks = static_cast<int>(reader.whole("value", 2, kMostChunks));
      m_runtime.several_chunks_source = reader.string("source");
      reader.finish_into(m_reader);
    }
    m_runtime.conditions = strategy::read_conditions(m_reader, std::move(m_runtime.conditions));
    add_ignored();
    add_beside();
    m_runtime.arguments = merged("arguments", std::move(m_runtime.arguments));
    m_runtime.environment = merged("environment", std::move(m_runtime.environment));
    if (const auto done = m_reader.finish(); !done) return tl::unexpected<Error>(done.error());
    return std::move(m_runtime);
  }

 private:
  void take_over(const std::string& like) {
    const auto found = std::find_if(m_known.begin(), m_known.end(),
                                    [&](const Runtime& runtime) { return runtime.id == like; });
    if (found == m_known.end())
      m_reader.mistake(code::out_of_range, "like", like, {Wanted::Kind::text, {"a runtime read before it"}});
    else
      m_runtime = *found;
    m_runtime.configuration.clear();
  }

  /// The arguments that were taken over, in this runtime's spelling.
  void rename() {
    const std::string words = m_reader.string("words", "");
    if (words == "own") {
      m_runtime.arguments.clear();
      m_runtime.repeats.clear();
      m_runtime.sizes.clear();
      m_runtime.save_interval.reset();
    }
    if (words == "underscores") {
      const auto spelt = [&](const std::string& argument) {
        std::string name = argument.substr(2);
        std::replace(name.begin(), name.end(), '-', '_');
        return std::string(m_runtime.form == "valued_arguments" ? 2 : 0, '-') + name;
      };
      for (Argument& argument : m_runtime.arguments) argument.name = spelt(argument.name);
      for (auto* all : {&m_runtime.repeats, &m_runtime.sizes})
        for (const auto& [name, value] : std::exchange(*all, {})) all->insert_or_assign(spelt(name), value);
    }
    if (const Json* renamed = m_reader.object("renamed"))
      for (Argument& argument : m_runtime.arguments)
        if (const auto other = renamed->find(argument.name); other != renamed->end())
          argument.name = other->get<std::string>();
  }

  strategy::Rule expression(const Json& json, const std::string& where) {
    return strategy::read_expression(m_reader, json, where);
  }

  void read_condition(ObjectReader& reader, Guarded& guarded) {
    const Json* when = reader.any("when");
    guarded.always = when == nullptr;
    if (when != nullptr) guarded.when = expression(*when, reader.path_of("when"));
  }

  /// A text, or a list of them of which each may have a condition.
  std::vector<Words> words(const char* key) {
    std::vector<Words> all;
    const Json* value = m_reader.any(key);
    if (value == nullptr) return all;
    const Json list = value->is_array() ? *value : Json::array({*value});
    for (std::size_t i = 0; i < list.size(); ++i) {
      Words each;
      if (list[i].is_string()) {
        each.text = list[i].get<std::string>();
      } else {
        ObjectReader reader(list[i], fmt::format("{}[{}]", key, i));
        each.text = reader.string("text");
        read_condition(reader, each);
        reader.finish_into(m_reader);
      }
      all.push_back(std::move(each));
    }
    return all;
  }

  /// Own reasons in front of those that were taken over: the first of a setting that holds is told.
  void add_ignored() {
    const Json* array = m_reader.array("ignored");
    std::vector<Condition> own;
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      ObjectReader reader((*array)[i], fmt::format("ignored[{}]", i));
      Condition reason;
      reason.name = reader.string("setting");
      if (find_setting(reason.name) == nullptr)
        reader.mistake(code::out_of_range, "setting", reason.name,
                       {Wanted::Kind::text, {"a setting of a job or a strategy"}});
      const Json* when = reader.any("when");
      reason.when = expression(when == nullptr ? Json("true") : *when, reader.path_of("when"));
      reason.verdict = Verdict::runs;
      reason.why = reader.string("why");
      reason.source = reader.string("source", "");
      reader.finish_into(m_reader);
      own.push_back(std::move(reason));
    }
    m_runtime.ignored.insert(m_runtime.ignored.begin(), own.begin(), own.end());
  }

  void add_repeats() {
    for (auto [key, into] : {std::pair{"sizes", &m_runtime.sizes}, std::pair{"repeats", &m_runtime.repeats}})
      if (const Json* repeats = m_reader.object(key))
        for (const auto& [name, value] : repeats->items())
          into->insert_or_assign(name, expression(value, fmt::format("{}.{}", key, name)));
    m_runtime.repeats.insert(m_runtime.sizes.begin(), m_runtime.sizes.end());
    if (const Json* interval = m_reader.object("save_interval")) {
      ObjectReader reader(*interval, "save_interval");
      Argument& argument = m_runtime.save_interval.emplace();
      argument.name = reader.string("name");
      argument.on_command = reader.boolean("on_command", false);
      reader.finish_into(m_reader);
    }
  }

  void add_elsewhere() {
    m_runtime.elsewhere.clear();
    const Json* array = m_reader.array("elsewhere");
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      ObjectReader reader((*array)[i], fmt::format("elsewhere[{}]", i));
      Elsewhere elsewhere;
      elsewhere.name = reader.string("name");
      elsewhere.runtime = reader.string("runtime");
      elsewhere.why = reader.string("why");
      if (const Json* renamed = reader.object("renamed"))
        for (const auto& [name, other] : renamed->items()) elsewhere.renamed[name] = other.get<std::string>();
      reader.finish_into(m_reader);
      m_runtime.elsewhere.push_back(std::move(elsewhere));
    }
  }

  void add_beside() {
    const Json* array = m_reader.array("beside");
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      ObjectReader reader((*array)[i], fmt::format("beside[{}]", i));
      Beside beside;
      if (const Json* names = reader.array("names")) beside.names = names->get<std::vector<std::string>>();
      beside.why = reader.string("why");
      reader.finish_into(m_reader);
      m_runtime.beside.push_back(std::move(beside));
    }
  }

  /// The expressions of a value, and of what it is made of.
  void add_expressions(const Json& value, const std::string& where, Argument& argument) {
    if (value.is_array() || value.is_object())
      for (const auto& member : value) add_expressions(member, where, argument);
    if (!value.is_string()) return;
    for (const std::string& inside : expressions_in(value.get<std::string>()))
      argument.expressions.emplace(inside, expression(inside, where));
  }

  /// Own arguments behind those that were taken over; of these every one of a name that is here is left out.
  std::vector<Argument> merged(const char* key, std::vector<Argument> all) {
    const Json* array = m_reader.array(key);
    if (array == nullptr) return all;
    std::vector<Argument> own;
    for (std::size_t i = 0; i < array->size(); ++i) {
      ObjectReader reader((*array)[i], fmt::format("{}[{}]", key, i));
      Argument argument;
      argument.name = reader.string("name");
      read_condition(reader, argument);
      argument.on_command = reader.boolean("on_command", false);
      argument.read_only = reader.boolean("read_only", false);
      argument.written_only = reader.boolean("written_only", false);
      if (const Json* targets = reader.object("targets")) argument.targets = *targets;
      std::erase_if(all, [&](const Argument& one) { return one.name == argument.name; });
      const bool never = reader.boolean("never", false);
      if (const Json* value = reader.any("value"))
        argument.value = *value;
      else if (!never && !(*array)[i].contains("value"))  // a value may be null
        reader.mistake(code::missing_key, "value", "nothing", {Wanted::Kind::field, {"value"}});
      add_expressions(argument.value, reader.path_of("value"), argument);
      reader.finish_into(m_reader);
      if (!never) own.push_back(std::move(argument));
    }
    all.insert(all.end(), own.begin(), own.end());
    return all;
  }

  ObjectReader m_reader;
  const std::vector<Runtime>& m_known;
  Runtime m_runtime;
};

}  // namespace

Result<Runtime> read_runtime(const Json& json, const std::vector<Runtime>& known) {
  return RuntimeReader(json, known).read();
}

const std::vector<Runtime>& runtimes() {
  // The files are our own and their reading is tested, so value() does not throw.
  static const std::vector<Runtime> all = [] {
    std::vector<Runtime> read;
    for (const Json& file : strategy::runtime_files()) read.push_back(read_runtime(file, read).value());
    return read;
  }();
  return all;
}

const Runtime* find_runtime(std::string_view name) {
  const std::string id = strategy::runtime_id(name);
  for (const Runtime& runtime : runtimes())
    if (runtime.id == id) return &runtime;
  return nullptr;
}

}  // namespace astrolabe::runtimes
