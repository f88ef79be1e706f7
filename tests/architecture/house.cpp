#include "tests/architecture/house.h"

#include <map>
#include <regex>
#include <set>

#include "tests/architecture/sources.h"

namespace astrolabe::tests {
namespace {

namespace fs = std::filesystem;
using Rooms = std::set<std::string, std::less<>>;

// What each room may include beside itself. Keys that are no rooms are faces of a room: "core/engine" is
// core/engine.h, the front door; "core/cost values" are the value headers of cost that leave core; "core/plan
// values", "core/calibration values", "core/serving values", "core/deploy values" and "core/placement values"
// are those of plan, calibration, serving, deploy and placement that do, with the doors of jobs beside the
// search.
const std::map<std::string, Rooms, std::less<>>& house() {
  static const Rooms values{"core/base",
                            "core/hardware",
                            "core/model",
                            "core/strategy",
                            "core/runtimes",
                            "core/cost values",
                            "core/calibration values",
                            "core/serving values",
                            "core/exchange",
                            "core/deploy values",
                            "core/placement values",
                            "core/post_training values",
                            "core/replan values",
                            "core/plan values",
                            "core/exports",
                            "core/planning"};
  const auto with = [](Rooms rooms, const Rooms& more) {
    rooms.insert(more.begin(), more.end());
    return rooms;
  };
  static const std::map<std::string, Rooms, std::less<>> arrows{
      {"core/base", {}},
      {"core/hardware", {"core/base"}},
      {"core/model", {"core/base", "core/hardware"}},
      {"core/strategy", {"core/base", "core/hardware", "core/model"}},
      {"core/runtimes", {"core/base", "core/hardware", "core/model", "core/strategy"}},
      {"core/cost", {"core/base", "core/hardware", "core/exchange", "core/model", "core/strategy"}},
      {"core/mesh", {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost"}},
      {"core/replan",
       {"core/base", "core/hardware", "core/exchange", "core/model", "core/strategy", "core/cost"}},
      {"core/calibration", {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost"}},
      {"core/exchange", {"core/base", "core/hardware"}},
      {"core/serving", {"core/base", "core/hardware", "core/model", "core/exchange"}},
      {"core/deploy",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost", "core/exchange",
        "core/serving"}},
      {"core/placement", {"core/base", "core/hardware", "core/model", "core/exchange", "core/serving"}},
      {"core/post_training",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost", "core/exchange",
        "core/serving", "core/deploy"}},
      {"core/verify",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost", "core/mesh"}},
      {"core/search",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost", "core/mesh",
        "core/verify"}},
      {"core/spmd", {"core/base", "core/hardware", "core/model", "core/strategy", "core/cost"}},
      {"core/onnx", {"core/base", "core/hardware", "core/model", "core/strategy", "core/spmd"}},
      {"core/plan",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/runtimes", "core/cost",
        "core/calibration", "core/mesh", "core/spmd", "core/onnx", "core/search"}},
      {"core/exports",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/runtimes", "core/cost",
        "core/serving", "core/deploy", "core/post_training", "core/mesh", "core/spmd", "core/onnx",
        "core/plan"}},
      {"core/planning",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/runtimes", "core/cost",
        "core/calibration", "core/exchange", "core/serving", "core/deploy", "core/placement",
        "core/post_training", "core/mesh", "core/replan", "core/spmd", "core/search", "core/plan",
        "core/exports", "core/verify"}},
      {"core/engine",
       {"core/base", "core/hardware", "core/model", "core/strategy", "core/runtimes", "core/cost",
        "core/calibration", "core/spmd", "core/verify", "core/search", "core/plan", "core/planning"}},
      {"ui/render", with(values, {"core/engine"})},
      {"ui/controls", with(values, {"ui/render"})},
      {"ui/document", with(values, {"core/engine", "ui/render"})},
      {"ui/canvas", with(values, {"core/engine", "ui/render", "ui/controls", "ui/document"})},
      {"ui/results", with(values, {"core/engine", "ui/render", "ui/controls", "ui/document"})},
      {"ui/compare", with(values, {"core/engine", "ui/render", "ui/controls", "ui/document", "ui/canvas"})},
      {"ui/shell", with(values, {"core/engine", "ui/render", "ui/controls", "ui/document", "ui/canvas",
                                 "ui/results", "ui/compare"})},
      {"app/verify", {"core/base", "core/verify"}},
      {"app", with(values, {"core/engine", "ui/render", "ui/controls", "ui/document", "ui/canvas",
                            "ui/results", "ui/compare", "ui/shell"})},
  };
  return arrows;
}

/// The headers of core/plan that ui and app may include.
const Rooms& plan_faces() {
  static const Rooms faces{// values, and what reads and writes them
                           "answer", "contradictions", "decision", "fixes", "measured_plan", "model_source",
                           "order", "placed_step", "plan", "plan_file", "program_lines", "samples", "scale",
                           "scenarios", "sensitivity", "snapshot", "sweep_grid", "sweep_lines", "warnings",
                           "why",
                           // doors of jobs beside the search: distributed programs
                           "program_report", "program_summary", "shard"};
  return faces;
}

/// The headers of core/calibration that ui and app may include.
const Rooms& calibration_faces() {
  static const Rooms faces{"calibration", "kernel_tables", "model_constants", "validation"};
  return faces;
}

/// The headers of core/serving that ui and app may include.
const Rooms& serving_faces() {
  static const Rooms faces{"calibration", "constants",  "deployment", "expert_exchange",
                           "lengths",     "measured",   "predict",    "question",
                           "resources",   "simulation", "validation"};
  return faces;
}

/// The headers of core/deploy and core/placement that ui and app may include.
const Rooms& deploy_faces() {
  static const Rooms faces{"fleet", "load_curve"};
  return faces;
}
const Rooms& placement_faces() {
  static const Rooms faces{"limits", "placement"};
  return faces;
}
const Rooms& post_training_faces() {
  static const Rooms faces{"constants", "dataflow", "engines",  "find",         "iteration", "measured",
                           "parts",     "placing",  "question", "role_layouts", "rollout",   "sets"};
  return faces;
}
/// The headers of core/replan that ui and app may include.
const Rooms& replan_faces() {
  static const Rooms faces{"pipelines", "replan"};
  return faces;
}

/// The name by which `included` is known to the arrows.
std::string face_of(const std::string& included) {
  const std::string room = room_of(included), stem = fs::path(included).stem().string();
  if (room == "core/plan" && plan_faces().contains(stem)) return "core/plan values";
  if (room == "core/calibration" && calibration_faces().contains(stem)) return "core/calibration values";
  if (room == "core/deploy" && deploy_faces().contains(stem)) return "core/deploy values";
  if (room == "core/placement" && placement_faces().contains(stem)) return "core/placement values";
  if (room == "core/post_training" && post_training_faces().contains(stem))
    return "core/post_training values";
  if (room == "core/replan" && replan_faces().contains(stem)) return "core/replan values";
  if (room == "core/serving" && serving_faces().contains(stem)) return "core/serving values";
  for (const char* value : {"endless.h", "energy.h", "evaluation.h", "evidence.h", "money.h", "ownership.h",
                            "spares.h", "timeline.h", "useful_work.h"})
    if (included == std::string("core/cost/") + value) return "core/cost values";
  return room;
}

bool is_allowed(const std::string& from, const std::string& included) {
  const std::string to = room_of(included);
  if (to == from) return true;
  // The verifier makes its own bounds.
  for (const char* bounds : {"bound.h", "floor.h", "windows.h", "zero_bubble.h"})
    if (from == "core/verify" && included == std::string("core/cost/") + bounds) return false;
  for (const char* bounds : {"bound.h", "search.h"})
    if (from == "core/verify" && included == std::string("core/mesh/") + bounds) return false;
  const auto room = house().find(from);
  return room != house().end() && (room->second.contains(to) || room->second.contains(face_of(included)));
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

Findings unnamed_folders(const fs::path& root) {
  Findings findings;
  const std::string contributing = text_of(root / "CONTRIBUTING.md");
  for (const char* room : {"core", "resources", "tests", "ui"}) {
    const std::string readme = text_of(root / room / "README.md");
    std::set<std::string> folders;
    for (const fs::path& file : files_under(root / room)) {
      const fs::path inner = fs::relative(file, root / room);
      if (inner.has_parent_path()) folders.insert(inner.begin()->string());
    }
    for (const std::string& folder : folders) {
      if (readme.find('`' + folder + '`') == std::string::npos &&
          readme.find('`' + folder + "/`") == std::string::npos)
        findings.push_back({std::string(room) + "/README.md", 0, "does not name " + folder});
      if (std::string_view(room) == "core" && contributing.find(' ' + folder + ',') == std::string::npos)
        findings.push_back({"CONTRIBUTING.md", 0, "does not name core/" + folder});
    }
  }
  return findings;
}

Findings unknown_benchmarks(const fs::path& root) {
  static const std::regex built(R"(add_executable\((astrolabe_\w+))");
  static const std::regex named(R"(astrolabe_\w*(bench|accuracy)\w*)");
  std::set<std::string> known;
  each_line(root / "tests/benchmarks/CMakeLists.txt", [&](int, const std::string& line) {
    std::smatch match;
    if (std::regex_search(line, match, built)) known.insert(match[1]);
  });
  Findings findings;
  for (const char* top : {"core", "ui", "app", "tests"})
    for (const fs::path& file : files_under(root / top)) {
      if (file.filename() != "README.md") continue;
      each_line(file, [&](int number, const std::string& line) {
        for (std::sregex_iterator it(line.begin(), line.end(), named), end; it != end; ++it)
          if (!known.contains(it->str()))
            findings.push_back({below(file, root), number, "names no benchmark: " + it->str()});
      });
    }
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

}  // namespace astrolabe::tests
