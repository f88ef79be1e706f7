#include "tests/architecture/forbidden_lines.h"

#include <algorithm>
#include <array>
#include <regex>
#include <set>

#include "tests/architecture/house.h"
#include "tests/architecture/sources.h"

namespace astrolabe::tests {

namespace fs = std::filesystem;

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
