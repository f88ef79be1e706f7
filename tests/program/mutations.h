#pragma once
// Sound inputs changed as hostile or broken ones are: by what they hold, by their text, and by their bytes.
// The number of a case alone says what becomes of an input.

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace astrolabe::tests {

class Mutator {
 public:
  explicit Mutator(std::uint64_t number) : m_random(number * 0x9E3779B97F4A7C15ULL + 1) {}

  /// Changes nothing: each input comes out as it is, the first where there are several.
  static Mutator none() {
    Mutator mutator(0);
    mutator.m_changes = false;
    return mutator;
  }

  std::size_t below(std::size_t bound) {
    if (!m_changes) return 0;
    return static_cast<std::size_t>(m_random() % std::max<std::size_t>(1, bound));
  }

  /// JSON: values replaced, moved, doubled or taken out, then now and then its text or bytes.
  std::string json(const std::string& sound) {
    if (!m_changes) return sound;
    auto document = nlohmann::ordered_json::parse(sound, nullptr, false);
    if (document.is_discarded() || below(5) == 0) return text(sound);
    for (std::size_t edit = 0, edits = 1 + below(3); edit < edits; ++edit) change_value(document);
    std::string changed =
        document.dump(below(2) == 0 ? -1 : 1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    const std::string mark = '"' + std::string(kMark) + '"';
    for (std::size_t at = changed.find(mark); at != std::string::npos; at = changed.find(mark, at))
      changed.replace(at, mark.size(), raw_value());
    return below(6) == 0 ? text(std::move(changed)) : changed;
  }

  /// A table of cells, or lines of text where `separator` is a blank.
  std::string table(const std::string& sound, char separator = ',') {
    if (!m_changes) return sound;
    if (below(5) == 0) return text(sound);
    std::vector<std::vector<std::string>> rows{{""}};
    for (const char c : sound) {
      if (c == '\n')
        rows.push_back({""});
      else if (c == separator)
        rows.back().emplace_back();
      else
        rows.back().back() += c;
    }
    for (std::size_t edit = 0, edits = 1 + below(3); edit < edits; ++edit) change_cell(rows);
    std::string changed;
    const char* end = below(6) == 0 ? "\r\n" : "\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < rows[r].size(); ++c)
        (changed += c > 0 ? std::string(1, separator) : "") += rows[r][c];
      if (r + 1 < rows.size()) changed += end;
    }
    return below(8) == 0 ? text(std::move(changed)) : changed;
  }

  /// Any text.
  std::string text(std::string sound) {
    if (!m_changes) return sound;
    switch (below(9)) {
      case 0:
        return "\xEF\xBB\xBF" + sound;
      case 1: {
        std::string lines;
        for (const char c : sound) (lines += c == '\n' ? "\r" : "") += c;
        return lines;
      }
      case 2:
        return sound.insert(below(sound.size() + 1), raw_value());
      case 3:
        return sound.insert(below(sound.size() + 1), bad_text());
      case 4:
        return sound.substr(0, below(sound.size()));
      case 5:
        return nested(60'000);
      default:
        return bytes(std::move(sound));
    }
  }

  /// Any bytes: some changed, taken out, doubled, or the end cut off; numbers of four and eight bytes made
  /// large.
  std::string bytes(std::string sound) {
    if (!m_changes) return sound;
    for (std::size_t edit = 0, edits = 1 + below(4); edit < edits && !sound.empty(); ++edit) {
      const std::size_t at = below(sound.size());
      switch (below(8)) {
        case 0:
        case 1:
          sound[at] = static_cast<char>(below(256));
          break;
        case 2:
          sound[at] = static_cast<char>(sound[at] ^ (1 << below(8)));
          break;
        case 3:
          sound.erase(at, 1 + below(16));
          break;
        case 4:
          sound.insert(at, sound.substr(at, 1 + below(64)));
          break;
        case 5:
          for (std::size_t i = at, end = std::min(sound.size(), at + (below(2) == 0 ? 4 : 8)); i < end; ++i)
            sound[i] = static_cast<char>(below(3) == 0 ? 0x7F : 0xFF);
          break;
        case 6:
          for (std::size_t i = at, end = std::min(sound.size(), at + 1 + below(64)); i < end; ++i)
            sound[i] = '\0';
          break;
        default:
          sound.resize(at);
      }
    }
    return sound;
  }

  /// A value of JSON that its readers do not count on.
  nlohmann::ordered_json value() {
    using Json = nlohmann::ordered_json;
    switch (below(22)) {
      case 0:
        return nullptr;
      case 1:
        return below(2) == 0;
      case 2:
        return "";
      case 3:
        return bad_string();
      case 4:
        return std::string(below(2) == 0 ? 300 : 300'000, 'x');
      case 5:
        return Json::array();
      case 6:
        return Json::object();
      case 7:
        return Json::array({1, "a", nullptr, Json::object({{"a", 1}})});
      case 8:
        return 0;
      case 9:
        return -1;
      case 10:
        return 0.5;
      case 11:
        return 1e308;
      case 12:
        return -1e308;
      case 13:
        return 1e-308;
      case 14:
        return 9e18;
      case 15:
        return std::int64_t{1} << below(63);
      case 16:
        return INT64_MIN;
      case 17:
        return UINT64_MAX;
      case 18:
        return 2147483647;
      case 19:
        return std::vector<int>(below(2) == 0 ? 100 : 30'000, 1);
      default:
        return std::string(kMark);
    }
  }

  /// `depth` open brackets, sometimes closed again.
  std::string nested(std::size_t depth) {
    std::string text;
    const bool objects = below(2) == 0, closed = below(2) == 0;
    for (std::size_t i = 0; i < depth; ++i) text += objects ? "{\"a\":" : "[";
    if (!closed) return text;
    text += '1';
    return text + std::string(depth, objects ? '}' : ']');
  }

 private:
  static constexpr std::string_view kMark = "\u2591raw\u2591";

  /// What stands in a text where a value is expected, and may be none of JSON.
  std::string raw_value() {
    switch (below(14)) {
      case 0:
        return "NaN";
      case 1:
        return "-Infinity";
      case 2:
        return "1e999";
      case 3:
        return "-1e999";
      case 4:
        return std::string(400, '9');
      case 5:
        return "0." + std::string(2000, '3');
      case 6:
        return nested(5'000);
      case 7:
        return nested(150);
      case 8:
        return R"({"a": 1, "a": 2})";
      case 9:
        return "18446744073709551616";
      case 10:
        return "007";
      case 11:
        return "'single'";
      case 12:
        return "\"\\ud800\"";
      default:
        return "\"\\u0000\"";
    }
  }
  std::string bad_text() {
    static const std::vector<std::string> all{std::string(1, '\0'),
                                              "\xFF\xFE",
                                              "\xC3",
                                              "\xED\xA0\x80",
                                              "\xF4\x90\x80\x80",
                                              "\r",
                                              "\x1b[31m",
                                              "\u202E",
                                              "\"",
                                              ",,,,",
                                              ";",
                                              "\t\t",
                                              "=1+1"};
    return all[below(all.size())];
  }
  std::string bad_string() {
    static const std::vector<std::string> all{"..",
                                              "/dev/zero",
                                              "-",
                                              "a\nb",
                                              "\u202Eabc",
                                              "nan",
                                              "inf",
                                              "1e999",
                                              std::string(1, '\0'),
                                              "'; DROP TABLE meta; --",
                                              "%s%n%x",
                                              "{0}{1}",
                                              "\u0301\u0301",
                                              "h100-sxm",
                                              "bf16",
                                              std::string(5000, '/')};
    return all[below(all.size())];
  }

  using Places = std::vector<nlohmann::ordered_json*>;
  static void collect(nlohmann::ordered_json& value, Places& places) {
    constexpr std::size_t kEnough = 20'000;
    if (places.size() > kEnough) return;
    places.push_back(&value);
    if (value.is_structured())
      for (auto& inner : value) collect(inner, places);
  }
  void change_value(nlohmann::ordered_json& document) {
    Places places;
    collect(document, places);
    nlohmann::ordered_json& place = *places[below(places.size())];
    switch (below(8)) {
      case 0:  // what stands elsewhere
        place = nlohmann::ordered_json(*places[below(places.size())]);
        break;
      case 1:
        if (place.is_object() && !place.empty()) {
          auto member = place.begin();
          std::advance(member, static_cast<std::ptrdiff_t>(below(place.size())));
          place.erase(member);
        } else if (place.is_array() && !place.empty()) {
          place.erase(below(place.size()));
        } else {
          place = value();
        }
        break;
      case 2:
        if (place.is_array()) {
          const auto again = place.empty() ? value() : place[below(place.size())];
          for (std::size_t i = 0, count = below(2) == 0 ? 1 : 300; i < count; ++i) place.push_back(again);
        } else if (place.is_object()) {
          place["key " + std::to_string(below(10))] = value();
        } else {
          place = nlohmann::ordered_json::array({place});
        }
        break;
      case 3:
        if (place.is_number()) {
          place = place.get<double>() * (below(2) == 0 ? -1.0 : 1e6);
          break;
        }
        [[fallthrough]];
      default:
        place = value();
    }
  }
  void change_cell(std::vector<std::vector<std::string>>& rows) {
    const std::size_t r = below(3) == 0 ? 0 : below(rows.size());
    std::vector<std::string>& row = rows[r];
    const std::size_t c = below(row.size());
    switch (below(9)) {
      case 0:
        row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
        if (row.empty()) row.emplace_back();
        break;
      case 1:
        row.insert(row.end(), below(2) == 0 ? 1 : 5'000, "x");
        break;
      case 2:
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(r), std::vector<std::string>(row));
        break;
      case 3:
        std::swap(row[c], row[below(row.size())]);
        break;
      case 4:
        row[c] = '"' + row[c];
        break;
      case 5:
        row[c] = raw_value();
        break;
      case 6:
        row[c] = bad_text() + row[c];
        break;
      case 7:
        row[c] = bad_string();
        break;
      default: {
        const auto odd = value();
        row[c] = odd.is_string() ? odd.get<std::string>() : odd.dump();
      }
    }
  }

  std::mt19937_64 m_random;
  bool m_changes = true;
};

}  // namespace astrolabe::tests
