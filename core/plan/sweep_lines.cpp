#include "core/plan/sweep_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/file_lines.h"
#include "core/base/file_mark.h"

namespace astrolabe::plan {

namespace {

Error line_error(std::int64_t number, std::string found, std::string wanted) {
  return Error{std::string(code::usage),
               {},
               "line " + std::to_string(number),
               std::move(found),
               {Wanted::Kind::text, {std::move(wanted)}}};
}

/// Into how many parts a sweep was cut, as the steps from case to case in its files tell; 0: they don't.
std::size_t parts_told(const std::vector<std::vector<std::size_t>>& parts) {
  std::size_t step = 0;
  for (const std::vector<std::size_t>& cases : parts)
    for (std::size_t i = 1; i < cases.size(); ++i)
      step = std::gcd(step, std::max(cases[i], cases[0]) - std::min(cases[i], cases[0]));
  return step > 1 ? step : 0;
}

}  // namespace

std::string hash_text(std::string_view text) { return fmt::format("{:016x}", content_hash(text)); }

Json line_head(const SweepLine& line, Json inputs) {
  return Json{
      {"case", line.number},           {"cases", line.sweep.cases},         {"inputs_hash", line.inputs_hash},
      {"version", line.sweep.version}, {"catalogue", line.sweep.catalogue}, {"grid", line.sweep.grid},
      {"inputs", std::move(inputs)}};
}

Result<SweepLine> read_sweep_line(std::string_view text, std::int64_t number) {
  const auto wrong = [&](std::string found) {
    return tl::unexpected<Error>(line_error(number, std::move(found), "a line that sweep wrote"));
  };
  const auto json = parse_json(text, code::broken_json);
  if (!json) return wrong("no JSON");
  if (!json->is_object()) return wrong(shown(*json));
  SweepLine line;
  for (const auto& [key, into] : {std::pair("inputs_hash", &line.inputs_hash),
                                  {"version", &line.sweep.version},
                                  {"catalogue", &line.sweep.catalogue},
                                  {"grid", &line.sweep.grid},
                                  {"status", &line.status}}) {
    if (!json->contains(key) || !(*json)[key].is_string()) return wrong(std::string("no ") + key);
    *into = (*json)[key].get<std::string>();
  }
  for (const auto& [key, into] : {std::pair("case", &line.number), {"cases", &line.sweep.cases}}) {
    if (!json->contains(key) || !(*json)[key].is_number_unsigned()) return wrong(std::string("no ") + key);
    *into = (*json)[key].get<std::size_t>();
  }
  if (line.number >= line.sweep.cases)
    return wrong(fmt::format("case {} of {}", line.number + 1, line.sweep.cases));
  return line;
}

Error other_sweep(const SweepIdentity& found, const SweepIdentity& wanted, const std::string& file,
                  const std::string& of) {
  const auto told = [&](const char* where, const std::string& has, const std::string& needed) {
    return Error{std::string(code::usage),
                 file,
                 where,
                 has,
                 {Wanted::Kind::text, {fmt::format("{}, the {} of {}", needed, where, of)}}};
  };
  if (found.version != wanted.version) return told("version", found.version, wanted.version);
  if (found.catalogue != wanted.catalogue) return told("catalogue", found.catalogue, wanted.catalogue);
  if (found.grid != wanted.grid) return told("grid", found.grid, wanted.grid);
  return told("cases", std::to_string(found.cases), std::to_string(wanted.cases));
}

Result<void> SweepShards::read(const std::string& file) {
  Part part{file, {}, false};
  const bool is_first = m_parts.empty() || m_lines.empty();
  const auto found = read_lines(file, [&](std::int64_t number, std::string_view text) -> Result<void> {
    auto line = read_sweep_line(text, number);
    if (!line) return tl::unexpected<Error>(std::move(line.error()).in_file(file));
    if (is_first && part.cases.empty()) m_sweep = line->sweep;
    if (line->sweep != m_sweep)
      return tl::unexpected<Error>(
          other_sweep(line->sweep, m_sweep, file, m_parts.empty() ? "its first line" : m_parts.front().file));
    if (!m_lines.emplace(line->number, text).second)
      return tl::unexpected<Error>(
          line_error(number, fmt::format("case {} again", line->number + 1), "each case once").in_file(file));
    part.cases.push_back(line->number);
    return {};
  });
  if (!found) return tl::unexpected<Error>(found.error());
  part.torn = found->torn > 0;
  m_parts.push_back(std::move(part));
  return {};
}

Result<std::string> SweepShards::whole() const {
  std::vector<std::size_t> missing;
  for (std::size_t number = 0; number < m_sweep.cases; ++number)
    if (!m_lines.contains(number)) missing.push_back(number);
  std::vector<std::vector<std::size_t>> parts;
  std::string unfinished, file;
  for (const Part& part : m_parts) {
    parts.push_back(part.cases);
    if (!part.torn && !part.cases.empty()) continue;
    unfinished += fmt::format("; {} {}", part.file, part.torn ? "ends in a torn line" : "holds no line");
    if (file.empty()) file = part.file;
  }
  if (!missing.empty() || m_lines.empty())
    return tl::unexpected<Error>(
        Error{std::string(code::usage),
              file.empty() && !m_parts.empty() ? m_parts.back().file : file,
              "rows",
              (m_lines.empty() ? "no case" : missing_text(missing, parts)) + unfinished,
              {Wanted::Kind::text,
               {"every shard of the sweep, those that were stopped to their end with --resume"}}});
  std::string all;
  for (const auto& [number, line] : m_lines) {
    all += line;
    all += '\n';
  }
  return all;
}

std::string missing_text(const std::vector<std::size_t>& missing,
                         const std::vector<std::vector<std::size_t>>& parts) {
  constexpr std::size_t kNamed = 10;
  std::string text = "no case ";
  for (std::size_t i = 0; i < std::min(missing.size(), kNamed); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(missing[i] + 1);
  if (missing.size() > kNamed) text += fmt::format(" and {} more", missing.size() - kNamed);
  const std::size_t of = parts_told(parts);
  if (of == 0) return text;
  std::set<std::size_t> lacking;
  for (const std::size_t number : missing) lacking.insert(number % of + 1);
  text += lacking.size() == 1 ? " (part " : " (parts ";
  std::size_t named = 0;
  for (const std::size_t part : lacking) {
    if (named == kNamed) {
      text += fmt::format(" and {} more", lacking.size() - kNamed);
      break;
    }
    text += fmt::format("{}{}/{}", named++ == 0 ? "" : ", ", part, of);
  }
  return text + ')';
}

}  // namespace astrolabe::plan
