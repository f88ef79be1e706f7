#include "core/model/tolerant_json.h"

#include <algorithm>
#include <cctype>

namespace astrolabe::model {

namespace {

/// Where the string that begins at `at` ends: behind its closing quote.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

std::size_t end_of_comment(std::string_view text, std::size_t at) {
  const bool line = text[at + 1] == '/';
  const std::size_t end = text.find(line ? "\n" : "*/", at + 2);
  if (end == std::string_view::npos) return text.size();
  return line ? end : end + 2;
}

}  // namespace

std::string tolerant_json(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 16);
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      const std::size_t end = end_of_string(text, at);
      result += text.substr(at, end - at);
      at = end;
    } else if (c == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) {
      for (const std::size_t end = end_of_comment(text, at); at < end; ++at)
        result += text[at] == '\n' ? '\n' : ' ';
    } else if (c == '-' || c == 'I' || c == 'N') {
      std::size_t end = at + 1;
      while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
      const std::string_view word = text.substr(at, end - at);
      const bool named = word == "Infinity" || word == "-Infinity" || word == "NaN";
      if (named) result += '"';
      result += word;
      if (named) result += '"';
      at = end;
    } else {
      result += c;
      ++at;
    }
  }
  return result;
}

}  // namespace astrolabe::model
