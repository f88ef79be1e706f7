#include "core/model/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/model/family_file.h"
#include "core/model/shell_values.h"

namespace astrolabe::model {

namespace {

/// What the family file says of the arguments themselves.
struct MegatronNames {
  std::set<std::string, std::less<>> sizing;  ///< "--num-layers": what defines the model
  std::set<std::string, std::less<>> bare;    ///< of them those that take no value
};

const MegatronNames& megatron_names() {
  static const MegatronNames names = [] {
    MegatronNames all;
    const Json entry = family_entry("megatron");
    for (const auto& [variable, binding] : entry["set"].items()) {
      const Binding read = read_binding(binding.get<std::string>());
      for (const std::string& key : read.keys) {
        all.sizing.insert(argument_of(key));
        if (read.formula == "False") all.bare.insert(argument_of(key));
      }
    }
    return all;
  }();
  return names;
}

/// Runs may leave these open: they size the model only where it learns its positions, or nothing.
constexpr std::array kMayBeOpen{"--seq-length", "--max-position-embeddings", "--moe-router-num-groups",
                                "--moe-router-group-topk"};

bool is_argument(std::string_view word) {
  return word.size() > 2 && word.starts_with("--") && std::isalpha(static_cast<unsigned char>(word[2])) != 0;
}

/// A word that begins with an argument and goes on behind a blank is two.
std::vector<std::string> parted(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (const std::string& word : words) {
    const std::size_t blank = is_argument(word) ? word.find_first_of(" \t\n") : std::string::npos;
    all.push_back(word.substr(0, blank));
    if (blank == std::string::npos) continue;
    if (const std::string_view rest = trim(std::string_view(word).substr(blank)); !rest.empty())
      all.emplace_back(rest);
  }
  return all;
}

std::string name_of(const std::string& word) { return word.substr(0, word.find('=')); }

std::size_t sizing_words(const ShellWords& list) {
  const auto words = parted(list.words);
  return static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](const std::string& word) {
    return is_argument(word) && megatron_names().sizing.contains(name_of(word));
  }));
}

constexpr std::size_t kSizingWeight = 1000;  ///< of an argument that sizes a model against any other

std::size_t arguments_in(const ShellWords& list) {
  return static_cast<std::size_t>(std::count_if(list.words.begin(), list.words.end(), is_argument));
}

/// A list of lines that begins with an argument, as one command; empty for other texts.
std::string command_of_list(std::string_view text) {
  std::string command;
  for (const std::string& whole : split(text, '\n')) {
    std::string_view line = trim(whole);
    if (line.empty() || line.starts_with('#')) continue;
    if (command.empty() && !is_argument(line)) return {};
    if (line.ends_with('\\')) line.remove_suffix(1);
    command += command.empty() ? "arguments" : "";
    command += ' ';
    command += line;
  }
  return command;
}

Json argument_value(std::string text) {
  if (text.size() > 1 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front())
    text = text.substr(1, text.size() - 2);
  if (const auto whole = parse_whole(text)) return *whole;
  if (const auto number = parse_number(text)) return *number;
  if (lower(text) == "true") return true;
  if (lower(text) == "false") return false;
  if (const auto list = argument_list(text)) return fmt::format("[{}]", fmt::join(*list, ","));
  return text;
}

/// A YAML file with arguments for keys, as the script that would say the same.
std::string script_of_yaml(std::string_view text) {
  std::string variables, command = "megatron";
  for (const std::string& whole : split(text, '\n')) {
    std::string_view line = trim(whole);
    if (line.starts_with('#')) continue;
    if (const auto comment = std::min(line.find(" #"), line.find("\t#")); comment != std::string_view::npos)
      line = trim(line.substr(0, comment));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = trim(line.substr(0, colon));
    std::string_view value = trim(line.substr(colon + 1));
    if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
      value = value.substr(1, value.size() - 2);
    std::string quoted;
    for (const char c : value) {
      if (c == '"' || c == '\\' || c == '`') quoted += '\\';
      quoted += c;
    }
    const bool name = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_';
    });
    if (is_argument(key) && lower(value) == "true")
      command += fmt::format(" {}", key);
    else if (is_argument(key) && lower(value) != "false" &&
             key.find_first_of(" \t\"'`$;&|()") == std::string_view::npos)
      command += fmt::format(" {} \"{}\"", key, quoted);
    else if (name && !value.empty())
      variables += fmt::format("{}=\"{}\"\n", key, quoted);
  }
  return variables + command + "\n";
}

/// The first line that holds an argument holds it as a key.
bool is_yaml(std::string_view text) {
  for (const std::string& line : split(text, '\n')) {
    const std::string_view start = trim(line);
    if (!is_argument(start)) continue;
    const std::size_t end = start.find_first_of(": \t=");
    return end != std::string_view::npos && start[end] == ':';
  }
  return false;
}

/// What to ask for where `name` has no value.
Wanted asked_for(const ShellReading& reading, const std::string& name) {
  const auto decider = reading.decided_by.find(name);
  const std::string& asked = decider == reading.decided_by.end() ? name : decider->second;
  const auto values = reading.possible.find(asked);
  std::string text = fmt::format("a value of {}", asked);
  if (values != reading.possible.end()) text += fmt::format(", such as {}", fmt::join(values->second, ", "));
  return {Wanted::Kind::text, {std::move(text)}};
}

/// The vocabulary of the tokenizer that the arguments name, by the table of the family file.
void add_vocabulary(const ShellReading& reading, LaunchArguments& launch) {
  if (launch.flags.contains("--vocab-size") || launch.flags.contains("--padded-vocab-size")) return;
  const Json entry = family_entry("megatron");
  std::vector<std::string> named;
  for (const char* flag : {"--tokenizer-type", "--tokenizer-model", "--tokenizer-name-or-path"})
    if (const auto value = launch.flags.find(flag); value != launch.flags.end() && value->is_string())
      named.push_back(value->get<std::string>());
  for (const char* variable : {"TOKENIZER_MODEL", "TOKENIZER_PATH", "HF_MODEL_CKPT"})
    if (const auto text = reading.texts.find(variable); text != reading.texts.end())
      named.push_back(text->second);
  for (const std::string& name : named) {
    std::string best;
    for (const auto& [known, size] : entry["tokenizers"].items())
      if (contains_ignoring_case(name, known) && known.size() > best.size()) best = known;
    if (best.empty()) continue;
    launch.flags["--vocab-size"] = entry["tokenizers"][best];
    launch.tokenizer = with_names(name);
    return;
  }
}

void read_words(const ShellReading& reading, const ShellWords& list, LaunchArguments& launch) {
  const std::vector<std::string> words = parted(list.words);
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!is_argument(words[at])) {
      if (words[at].ends_with(".py") && launch.program.empty()) {
        launch.program = words[at].substr(words[at].rfind('/') + 1);
        launch.launcher = std::exchange(launch.flags, Json::object());
        launch.unknown.clear();
      }
      if (has_unknown(words[at]) && !launch.flags.empty() && launch.notes.size() < 50)
        launch.notes.push_back(
            {list.line, with_names(words[at]), "is not known, perhaps a group of options"});
      continue;
    }
    const std::string flag = name_of(words[at]);
    std::string value = flag.size() < words[at].size() ? words[at].substr(flag.size() + 1) : std::string();
    if (megatron_names().bare.contains(flag)) {
      const bool told = value.empty() && at + 1 < words.size() &&
                        (lower(words[at + 1]) == "true" || lower(words[at + 1]) == "false");
      if (told) value = words[++at];
      launch.flags[flag] = lower(value) != "false";
      continue;
    }
    if (value.empty())
      while (at + 1 < words.size() && !is_argument(words[at + 1]) && !words[at + 1].ends_with(".py")) {
        // What stands behind a value and is unknown is another group of options.
        if (!value.empty() && is_all_unknown(words[at + 1])) break;
        value += (value.empty() ? "" : " ") + words[++at];
      }
    launch.flags[flag] = value.empty() ? Json(true) : argument_value(value);
    if (!has_unknown(value)) continue;
    if (std::find(kMayBeOpen.begin(), kMayBeOpen.end(), flag) != kMayBeOpen.end()) {
      launch.flags.erase(flag);
      continue;
    }
    launch.flags[flag] = with_names(value);
    if (megatron_names().sizing.contains(flag))
      launch.unknown.push_back(Error{std::string(code::impossible_value),
                                     {},
                                     flag,
                                     fmt::format("\"{}\"", with_names(value)),
                                     asked_for(reading, unknown_name(value))});
  }
}

/// Sums, repetitions and brackets of lists of numbers.
class ArgumentList {
 public:
  using List = std::vector<std::int64_t>;
  explicit ArgumentList(std::string_view text) : m_text(text) {}

  std::optional<List> whole() {
    List list = sum();
    skip();
    if (m_bad || m_at != m_text.size()) return {};
    return list;
  }

 private:
  static constexpr std::size_t kMostEntries = 20'000;
  static constexpr int kDeepestList = 30;

  void skip() {
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) ++m_at;
  }
  bool take(char c) {
    skip();
    if (m_at >= m_text.size() || m_text[m_at] != c) return false;
    ++m_at;
    return true;
  }
  std::int64_t number() {
    skip();
    std::size_t end = m_at;
    if (end < m_text.size() && m_text[end] == '-') ++end;
    while (end < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[end])) != 0) ++end;
    const auto value = parse_whole(m_text.substr(m_at, end - m_at));
    m_at = end;
    if (!value) m_bad = true;
    return value.value_or(0);
  }

  List sum() {
    List all = product();
    while (!m_bad && take('+')) {
      const List more = product();
      all.insert(all.end(), more.begin(), more.end());
      if (all.size() > kMostEntries) m_bad = true;
    }
    return all;
  }
  List product() {
    List once = factor();
    while (!m_bad && take('*')) {
      const std::int64_t times = number();
      if (m_bad || times < 0 || static_cast<std::uint64_t>(times) * once.size() > kMostEntries ||
          times > static_cast<std::int64_t>(kMostEntries)) {
        m_bad = true;
        break;
      }
      List all;
      for (std::int64_t i = 0; i < times; ++i) all.insert(all.end(), once.begin(), once.end());
      once = std::move(all);
    }
    return once;
  }
  List factor() {
    List list;
    if (take('(')) {
      if (++m_depth > kDeepestList) m_bad = true;
      if (!m_bad) list = sum();
      --m_depth;
      if (!take(')')) m_bad = true;
      return list;
    }
    if (!take('[')) m_bad = true;
    if (m_bad || take(']')) return list;
    do {
      list.push_back(number());
    } while (!m_bad && take(',') && list.size() <= kMostEntries);
    if (!take(']')) m_bad = true;
    return list;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_depth = 0;
  bool m_bad = false;
};

}  // namespace

std::string argument_of(std::string_view key) {
  if (key.starts_with("--")) return std::string(key);
  std::string name = "--" + std::string(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string key_of_argument(std::string_view argument) {
  std::string key(argument.substr(argument.starts_with("--") ? 2 : 0));
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

bool holds_arguments(std::string_view text) {
  const auto has = [&](std::string_view flag) { return text.find(flag) != std::string_view::npos; };
  return has("--num-layers") || has("--hidden-size") || has("--num-attention-heads") ||
         (text.starts_with("#!") && has("MODEL_ARGS"));
}

bool sizes_model(std::string_view argument) { return megatron_names().sizing.contains(argument); }

std::optional<std::vector<std::int64_t>> argument_list(std::string_view text) {
  const std::string_view start = trim(text);
  if (!start.starts_with('[') && !start.starts_with('(')) return {};
  return ArgumentList(start).whole();
}

LaunchArguments read_arguments(std::string_view text, const GivenValues& given, const SourcedFile& sourced,
                               bool of_layout) {
  const std::string command = of_layout ? command_of_list(text) : std::string();
  if (!command.empty()) text = command;
  const ShellReading reading =
      is_yaml(text) ? read_shell(script_of_yaml(text), given) : read_shell(text, given, sourced);
  LaunchArguments launch;
  launch.notes = reading.notes;
  const ShellWords* best = nullptr;
  std::size_t most = 0;
  for (const auto* lists : {&reading.commands, &reading.variables}) {
    for (const ShellWords& list : *lists)
      if (const std::size_t count = sizing_words(list) * kSizingWeight + (of_layout ? arguments_in(list) : 0);
          count > most) {
        most = count;
        best = &list;
      }
    if (best != nullptr) break;  // a variable counts where no command says anything of the model
  }
  if (best == nullptr) return launch;
  read_words(reading, *best, launch);
  add_vocabulary(reading, launch);
  return launch;
}

Result<Json> megatron_keys(const Json& flags) {
  Json keys = Json{{"model_type", "megatron"}};
  for (const auto& [flag, value] : flags.items()) {
    if (flag.find("parallel") != std::string::npos || value == Json(false)) continue;
    Json& key = keys[key_of_argument(flag)];
    key = value;
    if (!value.is_string()) continue;
    const auto text = value.get<std::string>();
    if (const auto list = argument_list(text)) {
      key = *list;
    } else if (text.find(',') != std::string::npos &&
               text.find_first_not_of("0123456789-, ()") == std::string::npos) {
      std::string inside = text;
      std::erase_if(inside, [](char c) { return c == '(' || c == ')' || c == ' '; });
      if (const auto plain = argument_list("[" + inside + "]")) key = *plain;
    }
  }
  const auto spec = flags.find("--spec");
  if (spec == flags.end() || !spec->is_string() || *spec == "local") return keys;
  const auto named = spec->get<std::string>();
  const Json entry = family_entry("megatron");
  std::string best;
  std::vector<std::string> known;
  for (const auto& [name, adds] : entry["specs"].items()) {
    known.push_back(name);
    if (named.starts_with(name) && name.size() > best.size()) best = name;
  }
  if (best.empty())
    return fail(code::unsupported_model, "--spec", named, {Wanted::Kind::one_of, std::move(known)});
  for (const auto& [key, value] : entry["specs"][best].items())
    if (!keys.contains(key)) keys[key] = value;
  return keys;
}

std::string arguments_text(const Json& flags) {
  std::string text;
  for (const auto& [flag, value] : flags.items()) {
    if (value == Json(false)) continue;
    text += flag;
    if (value.is_string())
      text += fmt::format(" '{}'", value.get<std::string>());
    else if (!value.is_boolean())
      text += fmt::format(" {}", value.dump());
    text += '\n';
  }
  return text;
}

}  // namespace astrolabe::model
