// Whose file a script is, and its settings by the names of that runtime.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/model/launch_model.h"
#include "core/runtimes/script.h"
#include "core/runtimes/script_forms.h"
#include "core/runtimes/script_question.h"

namespace astrolabe::runtimes {

namespace {

/// Settings of a file by the names that the runtime's arguments have: without the keys that all lie under, of
/// Python without the objects in front. What stands inside of one that is known is part of its value.
struct NamedSettings {
  Json flags = Json::object();
  int known = 0;
};

class Namer {
 public:
  explicit Namer(const Runtime& runtime) : m_runtime(runtime) {
    for (const Argument& argument : runtime.arguments) m_names.insert(argument.name);
  }
  NamedSettings operator()(const Json& settings) const {
    NamedSettings named;
    for (const auto& [path, value] : settings.items()) {
      const std::string name = name_of(path);
      if (!name.empty()) {
        named.flags[name] = value;
        ++named.known;
      } else if (!is_part(path) && !(value.is_object() && has_parts(path, settings))) {
        named.flags[path] = value;
      }
    }
    return named;
  }

 private:
  /// The argument that a path is; empty for none.
  std::string name_of(std::string path) const {
    const auto above = std::find_if(m_runtime.under.begin(), m_runtime.under.end(),
                                    [&](const Words& keys) { return path.starts_with(keys.text + '.'); });
    if (above != m_runtime.under.end())
      path.erase(0, above->text.size() + 1);
    else if (!m_runtime.under.empty() && !path.starts_with("--"))
      return {};
    for (;;) {
      if (m_names.contains(path)) return path;
      const std::size_t dot = path.find('.');
      if (m_runtime.form != "python" || dot == std::string::npos) return {};
      path.erase(0, dot + 1);
    }
  }
  bool is_part(const std::string& path) const {
    for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 0;
         dot = path.rfind('.', dot - 1))
      if (!name_of(path.substr(0, dot)).empty()) return true;
    return false;
  }
  static bool has_parts(const std::string& path, const Json& settings) {
    return std::any_of(settings.items().begin(), settings.items().end(),
                       [&](const auto& one) { return one.key().starts_with(path + '.'); });
  }

  const Runtime& m_runtime;
  std::set<std::string, std::less<>> m_names;
};

/// The runtime that the job names itself; null for none.
const Runtime* stated_runtime(const strategy::Job& job) {
  return strategy::is_stated(job, "software.runtime") ? find_runtime(job.software.runtime) : nullptr;
}

/// A runtime, null for none, and the settings of a file by its names.
struct Owner {
  const Runtime* runtime = nullptr;
  NamedSettings named;
};

/// Whose file it is: that of the runtime that is asked for where it has settings of that one, else of the one
/// of whose settings it has the most.
Owner owner_of(ScriptForm form, const Json& settings, const Runtime* asked) {
  Owner best;
  for (const Runtime& runtime : runtimes()) {
    if (!is_of_form(runtime.form, form)) continue;
    NamedSettings named = Namer(runtime)(settings);
    if (named.known > 0 && &runtime == asked) return {asked, std::move(named)};
    if (named.known > best.named.known) best = {&runtime, std::move(named)};
  }
  return best;
}

/// What a file that hands its layout over to another one says, and whose that is.
struct HandedOver {
  const Runtime* runtime = nullptr;
  Json settings = Json::object();
  std::vector<IgnoredArgument> ignored;  ///< what stays in the first file
};

/// The settings of the file that a key of `settings` names, with what `settings` itself says for it; no
/// runtime where there is no such key. Errors: the file is not beside `path`, or does not hold settings.
Result<HandedOver> handed_over(ScriptForm form, const Json& settings, const std::string& path,
                               const model::GivenValues& given) {
  HandedOver result;
  for (const Runtime& runtime : runtimes()) {
    for (const Elsewhere& one : runtime.elsewhere) {
      const auto named = settings.find(one.name);
      if (!is_of_form(runtime.form, form) || named == settings.end() || !named->is_string()) continue;
      const std::string& other = named->get_ref<const std::string&>();
      const auto text = model::files_beside(path)(other);
      if (!text)
        return tl::unexpected<Error>(Error{std::string(code::out_of_range),
                                           path,
                                           one.name,
                                           other,
                                           {Wanted::Kind::text,
                                            {"a file in the folder of this one or below, where the layout "
                                             "stands, or --script with it alone"}}});
      const auto read = read_form(form_of(other, *text), *text, given, {});
      if (!read) return tl::unexpected<Error>(Error(read.error()).in_file(other));
      result.runtime = find_runtime(one.runtime);
      for (const auto& [key, value] : read->settings.items())
        if (value != "auto") result.settings[key] = value;
      for (const auto& [key, value] : settings.items())
        if (const auto renamed = one.renamed.find(key); renamed != one.renamed.end())
          result.settings[renamed->second] = value;
        else
          result.ignored.push_back(
              {key + ' ' + written(value), key == one.name ? Phrase(one.why) : Phrase("%1's own", {runtime.title})});
      return result;
    }
  }
  return result;
}

/// A JSON file that describes a model.
bool is_of_model(const Json& settings) {
  return settings.contains("model_type") || settings.contains("architectures") ||
         settings.contains("num_hidden_layers");
}

}  // namespace

Result<ScriptReading> read_script_text(std::string_view text, const std::string& path,
                                       const model::GivenValues& given, const strategy::Problem& problem) {
  const auto refuse = [&](std::string_view code, std::string found, const char* wanted) {
    return tl::unexpected<Error>(
        Error{std::string(code), path, {}, std::move(found), {Wanted::Kind::text, {wanted}}});
  };
  const ScriptForm form = form_of(path, text);
  const auto read = read_form(form, text, given, model::files_beside(path));
  if (!read) return tl::unexpected<Error>(Error(read.error()).in_file(path));
  if (read->settings.empty())
    return refuse(code::missing_field, "no arguments",
                  "a launch script, a list of arguments or the configuration of a runtime");
  const Runtime* asked = stated_runtime(problem.job);
  auto elsewhere = handed_over(form, read->settings, path, given);
  if (!elsewhere) return tl::unexpected<Error>(std::move(elsewhere.error()));
  Owner owner = elsewhere->runtime == nullptr
                    ? owner_of(form, read->settings, asked)
                    : Owner{elsewhere->runtime, Namer(*elsewhere->runtime)(elsewhere->settings)};
  if (owner.runtime == nullptr && is_of_model(read->settings))
    return refuse(code::out_of_range, "the configuration of a model",
                  "the file that one of the runtimes is started with, and --model for this one");
  if (owner.runtime == nullptr)
    return refuse(code::out_of_range, "no setting of a runtime that is known here",
                  "the file that one of the runtimes is started with");
  for (const auto& [name, value] : read->launcher.items())
    if (owner.runtime->repeats.contains(name) && !owner.named.flags.contains(name))
      owner.named.flags[name] = value;
  auto reading = read_script(*owner.runtime, problem, owner.named.flags);
  if (!reading) return tl::unexpected<Error>(Error(reading.error()).in_file(path));
  reading->ignored.insert(reading->ignored.end(), elsewhere->ignored.begin(), elsewhere->ignored.end());
  if (asked != nullptr && asked != owner.runtime)
    reading->ignored.push_back(
        {"job.software.runtime " + asked->id, Phrase("the file is one of %1", {owner.runtime->title})});
  for (const model::ShellNote& one : read->notes)
    reading->ignored.push_back({one.word, one.why, one.line});
  return reading;
}

bool holds_settings(std::string_view text, const std::string& path) {
  if (text.empty()) return false;
  const ScriptForm form = form_of(path, text);
  const auto read = read_form(form, text, {}, {});
  return read && owner_of(form, read->settings, nullptr).named.known > 1;
}

Result<ScriptReading> read_script_file(const std::string& path, const model::GivenValues& given,
                                       const strategy::Problem& problem) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return tl::unexpected<Error>(
        Error{std::string(code::out_of_range),
              path,
              {},
              "a folder",
              {Wanted::Kind::text,
               {"the launch script, the list of arguments or the configuration of a runtime in it"}}});
  const auto text = read_text_file(path, file_limit::json);
  if (!text) return tl::unexpected<Error>(text.error());
  return read_script_text(*text, path, given, problem);
}

}  // namespace astrolabe::runtimes
