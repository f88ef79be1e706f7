#include "tests/architecture/house.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace astrolabe::tests {
namespace {

namespace fs = std::filesystem;
using Rooms = std::set<std::string, std::less<>>;

// What each room may include beside itself. Two keys are single faces of a room: "core/engine" is
// core/engine.h, the front door, and "core/cost values" are the two value headers of cost that leave core.
const std::map<std::string, Rooms, std::less<>>& house() {
  static const Rooms values{"core/base",     "core/hardware",    "core/model",
                            "core/strategy", "core/cost values", "core/plan"};
  const auto with = [](Rooms rooms, const Rooms& more) {
    rooms.insert(more.begin(), more.end());
    return rooms;
  };
  static const std::map<std::string, Rooms, std::less<>> arrows{
      {"core/base", {}},
      {"core/hardware", {"core/base"}},
      {"core/model", {"core/base", "core/hardware"}},
      {"core/strategy", {"core/base", "core/hardware", "core/model"}},
      {"core/cost", {"core/base", "core/hardware", "core/model", "core/strategy"}},
      {"core/verify", {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost"}},
      {"core/search",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost", "core/verify"}},
      {"core/spmd", {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost"}},
      {"core/plan",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost", "core/search",
        "core/spmd"}},
      {"core/engine",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost", "core/verify",
        "core/search", "core/spmd", "core/plan"}},
      {"ui/render", with(values, {"core/engine"})},
      {"ui/document", with(values, {"core/engine", "ui/render"})},
      {"ui/canvas", with(values, {"core/engine", "ui/render", "ui/document"})},
      {"ui/results", with(values, {"core/engine", "ui/render", "ui/document"})},
      {"ui/compare", with(values, {"core/engine", "ui/render", "ui/document", "ui/canvas"})},
      {"ui/shell",
       with(values, {"core/engine", "ui/render", "ui/document", "ui/canvas", "ui/results", "ui/compare"})},
      {"app/verify", {"core/base", "core/verify"}},
      {"app",
       with(values, {"core/engine", "ui/render", "ui/document", "ui/canvas", "ui/results", "ui/compare", "ui/shell"})},
  };
  return arrows;
}

bool is_source(const fs::path& path) { return path.extension() == ".h" || path.extension() == ".cpp"; }

std::vector<fs::path> files_under(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (auto it = fs::recursive_directory_iterator(folder); it != fs::recursive_directory_iterator(); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (name == "build" || name == ".git" || name == ".cache")) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file()) {
      files.push_back(it->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string below(const fs::path& path, const fs::path& root) {
  return path.lexically_relative(root).generic_string();
}

/// The name by which `included` is known to the arrows.
std::string face_of(const std::string& included) {
  if (included == "core/cost/evaluation.h" || included == "core/cost/timeline.h") return "core/cost values";
  return room_of(included);
}

bool is_allowed(const std::string& from, const std::string& included) {
  const std::string to = room_of(included);
  if (to == from) return true;
  // The verifier makes its own bounds.
  for (const char* bounds : {"bound.h", "floor.h", "windows.h", "last_run.h", "zero_bubble.h"})
    if (from == "core/verify" && included == std::string("core/cost/") + bounds) return false;
  const auto room = house().find(from);
  return room != house().end() && (room->second.contains(to) || room->second.contains(face_of(included)));
}

template <class Visit>
void each_line(const fs::path& file, const Visit& visit) {
  std::ifstream in(file);
  int number = 0;
  for (std::string line; std::getline(in, line);) visit(++number, line);
}

}  // namespace

std::string room_of(const std::string& path) {
  if (path.starts_with("app/verify/")) return "app/verify";
  if (path.starts_with("app/")) return "app";
  if (path.starts_with("core/engine.")) return "core/engine";
  if (!path.starts_with("core/") && !path.starts_with("ui/")) return "";
  const std::size_t second = path.find('/', path.find('/') + 1);
  return second == std::string::npos ? "" : path.substr(0, second);
}

Findings forbidden_includes(const fs::path& root) {
  static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  static const std::regex qt(R"(^(Q[A-Z]\w*|Qt[A-Z]\w*/.*|q\w+\.h|qcustomplot.*)$)");
  Findings findings;
  for (const char* top : {"core", "ui", "app"}) {
    for (const fs::path& file : files_under(root / top)) {
      if (!is_source(file)) continue;
      const std::string name = below(file, root);
      const std::string from = room_of(name);
      if (!house().contains(from)) {
        findings.push_back({name, 0, "stands in no room of the house"});
        continue;
      }
      each_line(file, [&](int number, const std::string& line) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) return;
        const std::string included = match[2];
        if (from.starts_with("core/") && std::regex_match(included, qt)) {
          findings.push_back({name, number, "core includes Qt: " + included});
        } else if (included.find("..") != std::string::npos) {
          findings.push_back({name, number, "climbs out of its folder: " + included});
        } else if (match[1] == "\"" && included.find('/') != std::string::npos &&
                   !is_allowed(from, included)) {
          findings.push_back({name, number, std::string(from).append(" must not know ").append(included)});
        }
      });
    }
  }
  return findings;
}

Findings unlisted_sources(const fs::path& root) {
  static const std::regex source(R"([\w./-]+\.(cpp|h)\b)");
  Findings findings;
  std::set<fs::path> named;
  for (const char* top : {"core", "ui", "app", "tests", "resources"}) {
    for (const fs::path& list : files_under(root / top)) {
      if (list.filename() != "CMakeLists.txt") continue;
      each_line(list, [&](int number, const std::string& line) {
        const std::string code = line.substr(0, line.find('#'));
        // Names with variables are put together by CMake, which itself stops on a missing one.
        if (code.find("${") != std::string::npos) return;
        for (std::sregex_iterator it(code.begin(), code.end(), source), end; it != end; ++it) {
          const fs::path path = (list.parent_path() / it->str()).lexically_normal();
          named.insert(path);
          if (!fs::exists(path))
            findings.push_back({below(list, root), number, "names a missing file: " + it->str()});
        }
      });
    }
  }
  for (const char* top : {"core", "ui", "app"})
    for (const fs::path& file : files_under(root / top))
      if (file.extension() == ".cpp" && !named.contains(file.lexically_normal()))
        findings.push_back({below(file, root), 0, "is in no CMakeLists.txt"});
  return findings;
}

Findings rooms_without_readme(const fs::path& root) {
  Findings findings;
  for (const char* room : {"app", "core", "i18n", "packaging", "resources", "tests", "ui"})
    if (!files_under(root / room).empty() && !fs::exists(root / room / "README.md"))
      findings.push_back({room, 0, "has no README.md"});
  if (!fs::exists(root / "README.md")) findings.push_back({"README.md", 0, "is missing"});
  return findings;
}

Findings unguarded_headers(const fs::path& root) {
  Findings findings;
  for (const char* top : {"core", "ui", "app", "tests"})
    for (const fs::path& file : files_under(root / top))
      if (file.extension() == ".h" && text_of(file).find("#pragma once") == std::string::npos)
        findings.push_back({below(file, root), 0, "has no #pragma once"});
  return findings;
}

Findings machine_paths(const fs::path& root) {
  // Put together from parts, so that this file does not find itself. Owners of one letter are examples.
  static const std::regex machine(std::string("(^|[\\s\"'(=:])/(") +
                                  "(work|root)/[\\w.-]+|(home|Users)/[\\w.-]{2,})");
  static const std::array<std::string_view, 9> text_files{".h",     ".cpp", ".md", ".txt", ".json",
                                                          ".cmake", ".sh",  ".ts", ".csv"};
  Findings findings;
  for (const fs::path& file : files_under(root)) {
    if (std::find(text_files.begin(), text_files.end(), file.extension().string()) == text_files.end())
      continue;
    each_line(file, [&](int number, const std::string& line) {
      if (std::regex_search(line, machine))
        findings.push_back({below(file, root), number, "names a folder of one machine"});
    });
  }
  return findings;
}

}  // namespace astrolabe::tests
