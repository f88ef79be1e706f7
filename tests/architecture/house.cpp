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

/// The headers of core/plan that ui and app may include.
const Rooms& plan_faces() {
  static const Rooms faces{// values, and what reads and writes them
                           "answer", "contradictions", "decision", "fixes", "measured_plan", "model_source",
                           "order", "plan", "plan_file", "program_lines", "samples", "scale", "scenarios",
                           "sensitivity", "snapshot", "sweep_grid", "sweep_lines", "warnings", "why",
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
  for (const char* value :
       {"endless.h", "energy.h", "evaluation.h", "evidence.h", "spares.h", "timeline.h", "useful_work.h"})
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

Findings torn_comments(const fs::path& root) {
  static const std::regex ruler(R"(^//[/\s]*-{3,}\s*$)");
  static const std::regex gap(R"(\w/ \w)");
  Findings findings;
  for (const char* top : {"core", "ui", "app", "tests"})
    for (const fs::path& file : files_under(root / top))
      if (is_source(file))
        each_line(file, [&](int number, const std::string& line) {
          const std::size_t begin = line.find("//");
          if (begin == std::string::npos) return;
          const std::string comment = line.substr(begin);
          if (line.find_first_not_of(' ') == begin && std::regex_match(comment, ruler))
            findings.push_back({below(file, root), number, "a ruler on a line of its own"});
          if (std::regex_search(comment, gap))
            findings.push_back({below(file, root), number, "a path with a gap in it"});
        });
  return findings;
}

Findings leaning_comments(const fs::path& root) {
  static const std::regex leaning(R"(^//[/<\s]*(The same|Of these|As above|See above)\b)");
  Findings findings;
  for (const char* top : {"core", "ui", "app", "tests"})
    for (const fs::path& file : files_under(root / top)) {
      if (!is_source(file)) continue;
      bool goes_on = false;  // the line before is a comment and nothing else: a new line begins none
      each_line(file, [&](int number, const std::string& line) {
        const std::size_t begin = line.find("//");
        const bool whole_line = begin != std::string::npos && line.find_first_not_of(' ') == begin;
        std::smatch match;
        if (begin != std::string::npos && !(whole_line && goes_on)) {
          const std::string comment = line.substr(begin);
          if (std::regex_search(comment, match, leaning))
            findings.push_back(
                {below(file, root), number, "a comment that leans on another: " + match[1].str()});
        }
        goes_on = whole_line;
      });
    }
  return findings;
}

Findings false_labels(const fs::path& root) {
  static const std::regex label(R"(^\s*// (\w+\.cpp)$)");
  static const std::regex function(R"(^\s*[\w:<>&*, ]+[ *&](\w+)\([^{]*$)");
  Findings findings;
  for (const char* top : {"core", "ui", "app"})
    for (const fs::path& file : files_under(root / top)) {
      if (file.extension() != ".h") continue;
      std::string source;  // by the last label; empty: none is in force
      std::string text;
      bool begins = true;  // the line does not go on with the one before it
      each_line(file, [&](int number, const std::string& line) {
        const std::size_t first = line.find_first_not_of(' ');
        std::smatch match;
        if (std::regex_match(line, match, label)) {
          source = match[1];
          text = text_of(file.parent_path() / source);
          begins = true;
        } else if (first == std::string::npos) {
          source.clear();
        } else if (!source.empty() && line.compare(first, 2, "//") != 0) {
          if (begins && std::regex_match(line, match, function) &&
              text.find("::" + match[1].str() + "(") == std::string::npos)
            findings.push_back({below(file, root), number, match[1].str() + " is not in " + source});
          const std::string code = line.substr(0, line.find("//"));
          const std::size_t last = code.find_last_not_of(' ');
          begins = last != std::string::npos && std::string_view(";{}").find(code[last]) != std::string::npos;
        }
      });
    }
  return findings;
}

Findings nameless_codes(const fs::path& root) {
  static const std::regex code("\"AST-[A-Z]\\d+\"");
  Findings findings;
  for (const char* top : {"core", "ui", "app"})
    for (const fs::path& file : files_under(root / top)) {
      const std::string name = below(file, root);
      if (!is_source(file) || room_of(name) == "core/base") continue;
      each_line(file, [&](int number, const std::string& line) {
        if (line.find("\"AST-") != std::string::npos && std::regex_search(line, code))
          findings.push_back({name, number, "an error code without its name"});
      });
    }
  return findings;
}

Findings nameless_units(const fs::path& root) {
  Findings findings;
  for (const char* top : {"core", "ui", "app"})
    for (const fs::path& file : files_under(root / top)) {
      const std::string name = below(file, root);
      if (!is_source(file) || name == "core/base/units.h") continue;
      each_line(file, [&](int number, const std::string& line) {
        for (const char* written : {"1073741824", "1024.0 * 1024.0 * 1024.0", "3600.0", "1e300"}) {
          // The search has words of its own for what is never reached.
          if (room_of(name) == "core/search" && written == std::string_view("1e300")) continue;
          if (line.find(written) != std::string::npos)
            findings.push_back({name, number, std::string("a unit written out: ") + written});
        }
      });
    }
  return findings;
}

Findings other_writers(const fs::path& root) {
  static const std::regex writer(
      "QSaveFile|QTemporaryFile|ofstream|fopen\\(|O_CREAT|QFile::(copy|rename)|"
      "(^|[^\\w])(::|std::|fs::)(rename|copy_file)\\(");
  Findings findings;
  for (const char* top : {"core", "ui", "app"})
    for (const fs::path& file : files_under(root / top)) {
      const std::string name = below(file, root);
      // A start keeps a lock and a socket there: files without content. Lines are added one by one.
      if (!is_source(file) || name == "core/base/file_write.cpp" || name == "core/base/file_lines.cpp" ||
          name == "app/single_instance.cpp")
        continue;
      each_line(file, [&](int number, const std::string& line) {
        if (std::regex_search(line, writer))
          findings.push_back({name, number, "writes a file in a way of its own"});
      });
    }
  return findings;
}

Findings other_readers(const fs::path& root) {
  // What stands in the program's own resources is opened by the toolkit.
  static const std::set<std::string> resources{"ui/render/icons.cpp", "ui/render/theme.cpp"};
  static const std::regex reading(
      R"(ifstream|\bfopen\(|O_RDONLY|QIODevice::ReadOnly|[Jj]son::parse\(|from_(cbor|ubjson|msgpack|bson|bjdata)\(|sax_parse)");
  static const std::regex asking(
      R"(\b(fs|filesystem)::(exists|is_\w+|file_size|status|canonical|absolute|last_write_time|create_\w+|remove\w*|rename)\()");
  static const std::regex answered(R"(,\s*(fault|ignored|error)\)|\(status\)|\(\w*[Ss]tatus\))");
  Findings findings;
  for (const char* top : {"core", "ui", "app"})
    for (const fs::path& file : files_under(root / top)) {
      const std::string name = below(file, root);
      if (!is_source(file) || name.starts_with("core/base/")) continue;
      each_line(file, [&](int number, const std::string& line) {
        if (!resources.contains(name) && std::regex_search(line, reading))
          findings.push_back({name, number, "reads in a way of its own"});
        if (std::regex_search(line, asking) && !std::regex_search(line, answered))
          findings.push_back({name, number, "a call of the file system that throws"});
      });
    }
  return findings;
}

Findings spinning_waits(const fs::path& root) {
  // Put together from parts, so that this file does not find itself.
  static const std::regex spins(std::string("WaitForMore") + "Events\\s*,");
  Findings findings;
  for (const char* top : {"ui", "app", "tests"})
    for (const fs::path& file : files_under(root / top)) {
      if (!is_source(file)) continue;
      each_line(file, [&](int number, const std::string& line) {
        if (std::regex_search(line, spins))
          findings.push_back({below(file, root), number, "waits for events and a time, which spins"});
      });
    }
  return findings;
}

Findings other_threads(const fs::path& root) {
  // Files are read by a thread that is let go where a person cancels: it may hang for ever.
  static const std::set<std::string> own{"ui/document/latest.h", "ui/document/latest.cpp",
                                         "ui/shell/reading.cpp"};
  static const std::regex threads(
      R"(\bQThreadPool\b|\bQThread::create\b|\bstd::j?thread\b|\bstd::async\b|\bQtConcurrent\b)");
  Findings findings;
  for (const fs::path& file : files_under(root / "ui")) {
    const std::string name = below(file, root);
    if (!is_source(file) || own.contains(name)) continue;
    each_line(file, [&](int number, const std::string& line) {
      if (std::regex_search(line, threads))
        findings.push_back({name, number, "works beside the window in a way of its own"});
    });
  }
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
