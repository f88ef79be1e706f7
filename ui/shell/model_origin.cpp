#include "ui/shell/model_origin.h"

#include <algorithm>
#include <string>

#include "ui/render/reason_words.h"
#include "ui/shell/model_panel.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using model::Mark;

constexpr auto kNowhere = std::string_view::npos;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Where `key` is given at or behind `from`: quoted and followed by a colon, or an argument of its own.
std::size_t placeOfKey(std::string_view text, std::string_view key, std::size_t from) {
  const bool argument = key.starts_with("--");
  const std::string sought = argument ? std::string(key) : '"' + std::string(key) + '"';
  for (std::size_t at = text.find(sought, from); at != kNowhere; at = text.find(sought, at + 1)) {
    std::size_t end = at + sought.size();
    if (argument) {
      const bool whole = end == text.size() || isBlank(text[end]) || text[end] == '=';
      if (whole && (at == 0 || isBlank(text[at - 1]) || text[at - 1] == '(')) return at;
      continue;
    }
    while (end < text.size() && isBlank(text[end])) ++end;
    if (end < text.size() && text[end] == ':') return at;
  }
  return kNowhere;
}

}  // namespace

int lineOfKey(std::string_view text, std::string_view key) {
  std::size_t from = 0;
  const std::size_t dot = key.starts_with("--") ? kNowhere : key.rfind('.');
  if (dot != kNowhere) {  // the first behind the object that holds it
    from = placeOfKey(text, key.substr(0, dot), 0);
    if (from == kNowhere) return 0;
    key.remove_prefix(dot + 1);
  }
  const std::size_t at = placeOfKey(text, key, from);
  if (at == kNowhere || text.find('\n') == kNowhere) return 0;
  if (dot == kNowhere && placeOfKey(text, key, at + 1) != kNowhere) return 0;
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

ModelOrigin modelOrigin(const model::Architecture& architecture,
                        std::initializer_list<std::string_view> keys) {
  ModelOrigin origin;
  bool found = false;
  for (const model::Field& field : architecture.fields) {
    if (std::find(keys.begin(), keys.end(), field.key) == keys.end()) continue;
    const Mark mark = isTyped(field) ? Mark::file : field.mark;
    origin.typed = origin.typed || isTyped(field);
    origin.mark = found ? std::max(origin.mark, mark) : mark;
    found = true;
    const QString from = reasonText(field.from);
    const QString key = QString::fromStdString(field.key);
    switch (field.mark) {
      case Mark::file:
        if (const int line = lineOfKey(architecture.text, field.from); line > 0)
          origin.lines << ModelPanel::tr("%1: read from “%2”, line %3").arg(key, from).arg(line);
        else
          origin.lines << ModelPanel::tr("%1: read from “%2”").arg(key, from);
        break;
      case Mark::derived:
        origin.lines << ModelPanel::tr("%1: derived, %2").arg(key, from);
        break;
      case Mark::assumed:
        if (isTyped(field)) {
          origin.lines << ModelPanel::tr("%1: stated, typed in as the file has none").arg(key);
          break;
        }
        origin.lines << ModelPanel::tr("%1: assumed, %2").arg(key, from);
        break;
    }
  }
  if (!found) origin.mark = Mark::derived;
  return origin;
}

}  // namespace astrolabe::ui
