#include "core/base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/base/told.h"

namespace astrolabe {

namespace {

struct TextPlace {
  std::int64_t line = 1, column = 1;
};

TextPlace place_of(std::string_view text, std::size_t byte) {
  TextPlace place;
  for (std::size_t i = 0; i < std::min(byte, text.size()); ++i) {
    if (text[i] == '\n') {
      ++place.line;
      place.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
      ++place.column;
    }
  }
  return place;
}

/// Builds the document and remembers the first key that stands twice in one object. The parsers go as deep
/// as it lets them: it ends them before their stack or the memory does.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(bool allow_repeated) : m_allow_repeated(allow_repeated) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t& value) override {  // of CBOR alone: packed numbers
    return put(Json::binary(std::move(static_cast<binary_t::container_type&>(value))));
  }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    ++keys;
    Open& object = m_open.back();
    object.key = std::move(value);
    object.repeats = object.keys.find(*object.value, object.key);
    if (!object.repeats || m_allow_repeated) return true;
    repeated = object.key;
    return false;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& fault) override {
    end_of_error = position;
    number_too_large = fault.id == kOutOfRange;
    return false;
  }

  Json root;
  std::optional<std::string> repeated;
  std::size_t keys = 0;          ///< read so far, the repeated one among them
  std::size_t end_of_error = 0;  ///< bytes read when the parser gave up
  bool number_too_large = false;
  bool too_deep = false, too_many = false;

 private:
  static constexpr std::size_t kDeepest = 200;
  static constexpr std::size_t kMostValues = 8'000'000;
  static constexpr int kOutOfRange = 406;  // the library's number for a float that is not finite

  /// The keys of one object. A search from end to end is quick for few of them alone.
  class Keys {
   public:
    /// The place of `key` among the members of `object`; nothing where it is new.
    std::optional<std::size_t> find(const Json& object, const std::string& key) {
      const auto& members = object.get_ref<const Json::object_t&>();
      if (members.size() <= kFew) {
        for (std::size_t i = 0; i < members.size(); ++i)
          if (members.data()[i].first == key) return i;
        return std::nullopt;
      }
      for (std::size_t i = m_places.size(); i < members.size(); ++i)
        m_places.emplace(members.data()[i].first, i);
      const auto found = m_places.find(key);
      return found == m_places.end() ? std::nullopt : std::optional(found->second);
    }

   private:
    static constexpr std::size_t kFew = 16;
    std::unordered_map<std::string, std::size_t> m_places;
  };
  struct Open {
    Json* value = nullptr;  ///< stays valid: a container only grows while none of its members is open
    std::string key;        ///< of the member that comes next
    std::optional<std::size_t> repeats;  ///< the place of that key, where the object has it already
    Keys keys{};
  };

  Json* place(Json value) {
    if (m_open.empty()) {
      root = std::move(value);
      return &root;
    }
    Open& parent = m_open.back();
    if (parent.value->is_array()) {
      parent.value->push_back(std::move(value));
      return &parent.value->back();
    }
    auto& members = parent.value->get_ref<Json::object_t&>();
    if (!parent.repeats) return &members.emplace_back(std::move(parent.key), std::move(value)).second;
    Json& slot = members.data()[*parent.repeats].second;
    slot = std::move(value);
    return &slot;
  }
  bool put(Json value) {
    too_many = ++m_values > kMostValues;
    if (!too_many) place(std::move(value));
    return !too_many;
  }
  bool open(Json value) {
    too_deep = m_open.size() >= kDeepest;
    too_many = ++m_values > kMostValues;
    if (too_deep || too_many) return false;
    m_open.push_back({place(std::move(value)), {}, {}});
    return true;
  }
  bool close() {
    m_open.pop_back();
    return true;
  }

  std::vector<Open> m_open;
  std::size_t m_values = 0;
  bool m_allow_repeated;
};

struct Token {
  std::size_t at = 0, length = 0;
};

/// The token that holds byte `last`, or the first word before it that JSON does not know. The text up to
/// there is otherwise sound, since the parser read it. A length of 0 says that the text ends first.
Token token_at(std::string_view text, std::size_t last) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto part_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '+' || c == '-' || c == '.';
  };
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
    if (at >= text.size()) return {text.size(), 0};
    std::size_t end = at + 1;
    bool unknown = false;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      unknown = end >= text.size();  // never closed
      end = std::min(end + 1, text.size());
    } else if (part_of_word(text[at])) {
      while (end < text.size() && part_of_word(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      unknown = letter(word.front()) && word != "true" && word != "false" && word != "null";
    } else {
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    }
    if (unknown || end > last) return {at, end - at};
    at = end;
  }
}

/// Calls `use(begin, end)` for each key of sound text, quotes included, until it returns false.
template <class Use>
void each_key(std::string_view text, const Use& use) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '"') continue;
    const std::size_t begin = at++;
    while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    std::size_t next = at + 1;
    while (next < text.size() && std::isspace(static_cast<unsigned char>(text[next])) != 0) ++next;
    if (next < text.size() && text[next] == ':' && !use(begin, at + 1)) return;
  }
}

/// Where the key that stands `count`-th in the text begins. The text up to there is sound.
std::size_t place_of_key(std::string_view text, std::size_t count) {
  std::size_t place = text.size();
  each_key(text, [&](std::size_t begin, std::size_t) {
    if (--count > 0) return true;
    place = begin;
    return false;
  });
  return place;
}

/// The last key of sound text, without its quotes; empty for none.
std::string last_key(std::string_view text) {
  std::string_view last;
  each_key(text, [&](std::size_t begin, std::size_t end) {
    last = text.substr(begin + 1, end - begin - 2);
    return true;
  });
  return std::string(last);
}

/// What the token at which the parser gave up suggests, in words for people.
constexpr const char* kMissingComma = "a comma, colon or closing bracket";
std::string expectation(std::string_view text, const Token& token, std::size_t end) {
  if (token.length == 0) return "the rest of the file: it ends too early";
  std::size_t before = token.at;
  while (before > 0 && std::isspace(static_cast<unsigned char>(text[before - 1])) != 0) --before;
  const char previous = before > 0 ? text[before - 1] : '\0';
  const char found = text[token.at];
  if (found == '"' && end >= text.size() && token.at + token.length == text.size())
    return "a closing double quote";
  if (found == '"' && end < token.at + token.length)
    return text[end - 1] == '\n' ? "a closing double quote on the same line"
                                 : "text without such a character or escape";
  if (previous == ',' && (found == '}' || found == ']')) return "no comma before the closing bracket";
  if (found == '\'') return "double quotes";
  if (found == '/' || found == '#') return "no comment: JSON has none";
  if (previous == '{' || previous == ',') return "a name or value in double quotes";
  if (found == '"' || previous == '"' || std::isalnum(static_cast<unsigned char>(previous)) != 0)
    return kMissingComma;
  return before == 0 || (previous != '}' && previous != ']') ? "a JSON value"
                                                             : "a comma, a closing bracket or the end";
}

/// The error of a parser that gave up after `builder.end_of_error` bytes.
tl::unexpected<Error> syntax_error(std::string_view text, std::string_view code, const Builder& builder) {
  const std::size_t end = builder.end_of_error;
  const Token token = token_at(text, end == 0 ? 0 : end - 1);
  const std::string_view whole = text.substr(token.at, token.length);
  std::size_t at = token.at;
  std::string found =
      token.length == 0 ? "end of file" : std::string(whole.substr(0, whole.find_first_of("\r\n")));
  std::string wanted = builder.number_too_large ? "a number below 1.8e308" : expectation(text, token, end);
  if (const std::size_t bad = first_bad_byte(whole); bad != std::string_view::npos) {
    at += bad;
    found = "a byte that is not UTF-8 text";
    wanted = "text in UTF-8";
  }
  const TextPlace place = place_of(text, at);
  std::vector<std::string> values{std::move(wanted)};
  if (values.front() == kMissingComma)
    if (std::string key = last_key(text.substr(0, at)); !key.empty()) values.push_back(std::move(key));
  return fail(code, fmt::format("line {}, column {}", place.line, place.column),
              shown(Json(std::move(found)), 40), {Wanted::Kind::valid_json, std::move(values)});
}

/// What a parser was ended by, where it was not the syntax.
std::optional<Error> beyond_limits(const Builder& builder, std::string_view code) {
  if (builder.too_deep)
    return Error{std::string(code),
                 {},
                 {},
                 "brackets nested too deeply",
                 {Wanted::Kind::valid_json, {"fewer nested brackets"}}};
  if (builder.too_many)
    return Error{std::string(code),
                 {},
                 {},
                 "more than 8 million values",
                 {Wanted::Kind::valid_json, {"fewer values"}}};
  return std::nullopt;
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view syntax_code, bool allow_repeated) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Builder builder(allow_repeated);
  if (Json::sax_parse(text, &builder)) return std::move(builder.root);
  if (builder.repeated) {
    const TextPlace place = place_of(text, place_of_key(text, builder.keys));
    return fail(code::repeated_key, fmt::format("line {}, column {}", place.line, place.column),
                *builder.repeated, {Wanted::Kind::once, {}});
  }
  if (auto beyond = beyond_limits(builder, syntax_code)) return tl::unexpected<Error>(std::move(*beyond));
  return syntax_error(text, syntax_code, builder);
}

Json json_or_null(std::string_view text) {
  return parse_json(text, code::broken_json, true).value_or(Json());
}

Result<Json> parse_cbor(std::string_view bytes, std::string_view syntax_code) {
  Builder builder(true);
  if (Json::sax_parse(bytes, &builder, Json::input_format_t::cbor)) return std::move(builder.root);
  if (auto beyond = beyond_limits(builder, syntax_code)) return tl::unexpected<Error>(std::move(*beyond));
  return fail(syntax_code, fmt::format("byte {}", builder.end_of_error), "damaged CBOR",
              {Wanted::Kind::text, {"whole CBOR of texts, bytes and numbers"}});
}

std::string text_of(const Json& json, int indent) {
  // The library escapes what JSON demands; the other control characters are for a terminal to obey.
  return with_late_controls_shown(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

Json error_json(const Error& whole) {
  const Error error = told(whole);
  return Json{{"error", Json{{"code", error.code},
                             {"file", error.file},
                             {"where", error.where},
                             {"found", error.found},
                             {"wanted", to_text(error.wanted)}}}};
}

std::string shown(const Json& value, std::size_t most) {
  if (value.is_string() && value.get_ref<const std::string&>().empty()) return "\"\"";
  std::string text = value.is_string() ? with_controls_shown(value.get<std::string>()) : text_of(value);
  if (text.size() > most) {
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U)
      --most;  // never half a character
    text = text.substr(0, most) + "…";
  }
  return text;
}

}  // namespace astrolabe
