#include "core/model/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "core/base/text.h"

namespace astrolabe::model {

namespace {

/// What a script may set a variable to, in the order of its lines.
using Variables = std::map<std::string, std::vector<std::string>, std::less<>>;

/// Arguments that take no value: what stands behind them belongs to something else.
constexpr std::array kBare{"--swiglu",
                           "--squared-relu",
                           "--group-query-attention",
                           "--disable-bias-linear",
                           "--add-qkv-bias",
                           "--untie-embeddings-and-output-weights",
                           "--qk-layernorm",
                           "--no-position-embedding",
                           "--use-rotary-position-embeddings",
                           "--multi-latent-attention",
                           "--moe-shared-expert-gate",
                           "--is-hybrid-model"};

bool is_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// Words of the text: quotes, line ends and the brackets of an array part them, comments are left out.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '#' && word.empty()) {
      at = std::min(text.find('\n', at), text.size() - 1);
      continue;
    }
    if ((c == '"' || c == '\'') && word.ends_with('=')) {  // HIDDEN="4096"; a list of arguments falls apart
      const std::string_view inside = text.substr(at + 1, text.find(c, at + 1) - at - 1);
      if (!inside.empty() && inside.find_first_of(" \t\n\\") == std::string_view::npos) {
        word += inside;
        at += inside.size() + 1;
        continue;
      }
    }
    const bool array = c == '(' && !word.empty() && word.back() == '=';
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '"' || c == '\'' || c == '\\' || c == ';' ||
        array)
      end();
    else
      word.push_back(c);
  }
  end();
  return words;
}

Variables variables_of(const std::vector<std::string>& words) {
  Variables variables;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals + 1 == word.size() ||
        !is_name(std::string_view(word).substr(0, equals)))
      continue;
    std::vector<std::string>& values = variables[word.substr(0, equals)];
    const std::string value = word.substr(equals + 1);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return variables;
}

/// `word` with its variable in place: "$LAYERS", "${LAYERS}", "${LAYERS:-32}".
std::string filled(const std::string& word, const Variables& variables, int depth = 0) {
  constexpr int kDeepest = 8;  // a variable set from itself ends here
  if (word.size() < 2 || word.front() != '$' || depth > kDeepest) return word;
  std::string name = word.substr(1);
  std::string otherwise;
  if (name.front() == '{' && name.back() == '}') {
    name = name.substr(1, name.size() - 2);
    if (const auto dash = name.find('-'); dash != std::string::npos) {
      otherwise = name.substr(dash + 1);
      name = name.substr(0, name.find_first_of(":-"));
    }
  }
  const auto set = variables.find(name);
  if (set == variables.end()) return otherwise.empty() ? word : filled(otherwise, variables, depth + 1);
  if (set->second.size() == 1) return filled(set->second.front(), variables, depth + 1);
  return fmt::format("{} ({})", word, fmt::join(set->second, " or "));
}

bool is_flag(const std::string& word) {
  return word.size() > 2 && word.starts_with("--") && std::isalpha(static_cast<unsigned char>(word[2])) != 0;
}

/// Brackets that are open at the end: a list whose spaces parted it.
bool is_open(const std::string& value) {
  const auto count = [&](char c) { return std::count(value.begin(), value.end(), c); };
  return count('(') > count(')') || count('[') > count(']');
}

Json value_of(const std::string& text) {
  if (const auto whole = parse_whole(text)) return *whole;
  if (const auto number = parse_number(text)) return *number;
  if (lower(text) == "true") return true;
  if (lower(text) == "false") return false;
  return text;
}

}  // namespace

bool holds_arguments(std::string_view text) {
  const auto has = [&](std::string_view flag) { return text.find(flag) != std::string_view::npos; };
  return has("--num-layers") || has("--hidden-size") || has("--num-attention-heads");
}

Json read_arguments(std::string_view text) {
  const std::vector<std::string> words = words_of(text);
  const Variables variables = variables_of(words);
  Json arguments = Json::object();
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!is_flag(words[at])) continue;
    std::string flag = words[at];
    std::string value;
    if (const auto equals = flag.find('='); equals != std::string::npos) {
      value = flag.substr(equals + 1);
      flag.resize(equals);
    }
    if (flag.back() == ':') flag.pop_back();
    const bool bare = std::find(kBare.begin(), kBare.end(), flag) != kBare.end();
    const auto next = [&] { return at + 1 < words.size() && !is_flag(words[at + 1]); };
    if (bare) {
      const bool off = lower(value.empty() && next() ? words[at + 1] : value) == "false";
      arguments[flag] = !off;
      continue;
    }
    if (value.empty() && next()) value = words[++at];
    while (is_open(value) && next()) value += words[++at];
    if (value.ends_with(')') && std::count(value.begin(), value.end(), '(') == 0) value.pop_back();
    arguments[flag] = value.empty() ? Json(true) : value_of(filled(value, variables));
  }
  return arguments;
}

}  // namespace astrolabe::model
