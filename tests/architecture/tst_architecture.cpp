// The house as it stands keeps its rules, and a tree that breaks one is caught.

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/architecture/forbidden_lines.h"
#include "tests/architecture/house.h"
#include "tests/program/test_program.h"

namespace tst_architecture {

using namespace astrolabe::tests;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

QByteArray shown(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings)
    text += "\n" + finding.file + ":" + std::to_string(finding.line) + ": " + finding.what;
  return QByteArray::fromStdString(text);
}

}  // namespace

class TestArchitecture : public QObject {
  Q_OBJECT

 private slots:
  void houseKeeps_data();
  void houseKeeps();
  void badIncludeIsCaught_data();
  void badIncludeIsCaught();
  void goodIncludesPass();
  void otherRulesAreCaught();
};

using Check = Findings (*)(const fs::path&);
void TestArchitecture::houseKeeps_data() {
  QTest::addColumn<Check>("check");
  QTest::newRow("arrows") << Check{forbidden_includes};
  QTest::newRow("lists of sources") << Check{unlisted_sources};
  QTest::newRow("readme of each room") << Check{rooms_without_readme};
  QTest::newRow("every folder named") << Check{unnamed_folders};
  QTest::newRow("benchmarks by their names") << Check{unknown_benchmarks};
  QTest::newRow("header guards") << Check{unguarded_headers};
  QTest::newRow("whole comments") << Check{torn_comments};
  QTest::newRow("comments that stand alone") << Check{leaning_comments};
  QTest::newRow("labels of sources") << Check{false_labels};
  QTest::newRow("codes by name") << Check{nameless_codes};
  QTest::newRow("units by name") << Check{nameless_units};
  QTest::newRow("one way to write a file") << Check{other_writers};
  QTest::newRow("one way to read") << Check{other_readers};
  QTest::newRow("waits that sleep") << Check{spinning_waits};
  QTest::newRow("one way beside the window") << Check{other_threads};
  QTest::newRow("no machine paths") << Check{machine_paths};
}

void TestArchitecture::houseKeeps() {
  QFETCH(Check, check);
  QVERIFY(fs::exists(fs::path(ASTROLABE_SOURCE_DIR) / "core" / "engine.h"));
  const Findings findings = check(ASTROLABE_SOURCE_DIR);
  QVERIFY2(findings.empty(), shown(findings).constData());
}

void TestArchitecture::badIncludeIsCaught_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("include");
  QTest::newRow("backwards in core") << "core/hardware/bad.h"
                                     << "\"core/search/search.h\"";
  QTest::newRow("cost asks plan") << "core/cost/bad.cpp"
                                  << "\"core/plan/snapshot.h\"";
  QTest::newRow("calibration asks plan") << "core/calibration/bad.cpp"
                                         << "\"core/plan/plan_file.h\"";
  QTest::newRow("spmd asks onnx") << "core/spmd/bad.h"
                                  << "\"core/onnx/reader.h\"";
  QTest::newRow("plan asks exports") << "core/plan/bad.cpp"
                                     << "\"core/exports/trace.h\"";
  QTest::newRow("base asks model") << "core/base/bad.h"
                                   << "\"core/model/graph.h\"";
  QTest::newRow("core asks ui") << "core/plan/bad.cpp"
                                << "\"ui/render/theme.h\"";
  QTest::newRow("a room asks the front door") << "core/search/bad.cpp"
                                              << "\"core/engine.h\"";
  QTest::newRow("Qt class in core") << "core/model/bad.cpp"
                                    << "<QString>";
  QTest::newRow("Qt module in core") << "core/model/bad.cpp"
                                     << "<QtCore/QString>";
  QTest::newRow("qglobal in core") << "core/base/bad.h"
                                   << "<qglobal.h>";
  QTest::newRow("canvas asks results") << "ui/canvas/bad.cpp"
                                       << "\"ui/results/ranking_model.h\"";
  QTest::newRow("results ask shell") << "ui/results/bad.cpp"
                                     << "\"ui/shell/main_window.h\"";
  QTest::newRow("render asks document") << "ui/render/bad.h"
                                        << "\"ui/document/plan_document.h\"";
  QTest::newRow("render asks search") << "ui/render/bad.cpp"
                                      << "\"core/search/search.h\"";
  QTest::newRow("ui asks the search") << "ui/shell/bad.cpp"
                                      << "\"core/search/search.h\"";
  QTest::newRow("ui asks a formula") << "ui/canvas/bad.cpp"
                                     << "\"core/cost/memory.h\"";
  QTest::newRow("ui asks the fit") << "ui/document/bad.cpp"
                                   << "\"core/calibration/fit.h\"";
  QTest::newRow("app asks a table of the plan file") << "app/cli/bad.cpp"
                                                     << "\"core/plan/plan_tables.h\"";
  QTest::newRow("app asks the search") << "app/cli/bad.cpp"
                                       << "\"core/search/partition.h\"";
  QTest::newRow("ui asks app") << "ui/shell/bad.cpp"
                               << "\"app/session.h\"";
  QTest::newRow("around the wall") << "ui/shell/bad.cpp"
                                   << "\"../../core/search/search.h\"";
  QTest::newRow("spaces") << "core/base/bad.h"
                          << "  \"core/plan/snapshot.h\"";
}

void TestArchitecture::badIncludeIsCaught() {
  QFETCH(QString, file);
  QFETCH(QString, include);
  const QTemporaryDir tree;
  const fs::path root = tree.path().toStdString();
  write(root / "core/engine.h", "#pragma once\n#include \"core/plan/snapshot.h\"\n");
  QVERIFY(forbidden_includes(root).empty());
  write(root / file.toStdString(), "#pragma once\n#include " + include.toStdString() + "\n");
  const Findings findings = forbidden_includes(root);
  QCOMPARE(findings.size(), std::size_t{1});
  QCOMPARE(findings.front().file, file.toStdString());
  QCOMPARE(findings.front().line, 2);
}

void TestArchitecture::goodIncludesPass() {
  const QTemporaryDir tree;
  const fs::path root = tree.path().toStdString();
  write(root / "core/cost/a.h", "#include <vector>\n#include \"core/strategy/problem.h\"\n");
  write(root / "core/plan/a.h", "#include \"core/search/search.h\"\n");
  write(root / "ui/render/a.h", "#include <QPainter>\n#include \"core/cost/timeline.h\"\n");
  write(root / "ui/results/a.h", "#include \"core/engine.h\"\n#include \"ui/document/plan_document.h\"\n");
  write(root / "app/main.cpp", "#include \"ui/shell/main_window.h\"\n#include \"core/plan/shard.h\"\n");
  const Findings findings = forbidden_includes(root);
  QVERIFY2(findings.empty(), shown(findings).constData());
}

void TestArchitecture::otherRulesAreCaught() {
  const QTemporaryDir tree;
  const fs::path root = tree.path().toStdString();
  write(root / "README.md", "Built in " + std::string("/ho") + "me/someone/astrolabe\n");
  write(root / "core/CMakeLists.txt", "add_library(core\n  base/gone.cpp  # base/remark.cpp\n)\n");
  write(root / "core/base/extra.cpp", "");
  write(root / "core/base/open.h", "int open();\n");
  write(root / "core/base/torn.cpp",
        "// --- Words\n// ----\n// from core/"
        " base.h, and/or not\n// --- More\n");
  QCOMPARE(unlisted_sources(root),
           (Findings{{"core/CMakeLists.txt", 2, "names a missing file: base/gone.cpp"},
                     {"core/base/extra.cpp", 0, "is in no CMakeLists.txt"},
                     {"core/base/torn.cpp", 0, "is in no CMakeLists.txt"}}));
  QCOMPARE(rooms_without_readme(root), (Findings{{"core", 0, "has no README.md"}}));
  write(root / "core/cost/a.h", "#pragma once\n");
  write(root / "ui/README.md", "| `shell/` | the window |\n");
  write(root / "ui/shell/a.h", "#pragma once\n");
  write(root / "CONTRIBUTING.md", "Rooms, in order: `core/` base, plan, the rest\n");
  QCOMPARE(unnamed_folders(root), (Findings{{"core/README.md", 0, "does not name base"},
                                            {"core/README.md", 0, "does not name cost"},
                                            {"CONTRIBUTING.md", 0, "does not name core/cost"}}));
  write(root / "tests/benchmarks/CMakeLists.txt", "add_executable(astrolabe_bench_frames frames.cpp)\n");
  write(root / "tests/benchmarks/frames.cpp", "");
  write(root / "tests/README.md", "Frames:\n`astrolabe_bench_frames`, `astrolabe_frames_bench`\n");
  QCOMPARE(unknown_benchmarks(root),
           (Findings{{"tests/README.md", 2, "names no benchmark: astrolabe_frames_bench"}}));
  QCOMPARE(unguarded_headers(root), (Findings{{"core/base/open.h", 0, "has no #pragma once"}}));
  QCOMPARE(torn_comments(root), (Findings{{"core/base/torn.cpp", 2, "a ruler on a line of its own"},
                                          {"core/base/torn.cpp", 3, "a path with a gap in it"}}));
  // In parts, so that this file is not found.
  const std::string alike = "// The", few = "///< Of";
  write(root / "core/base/lean.h", "#pragma once\n" + alike + " same of b.\nint a;\n// Of a, not in\n" +
                                       alike + " same way.\nint b;  " + few + " these, the last.\n");
  QCOMPARE(leaning_comments(root),
           (Findings{{"core/base/lean.h", 2, "a comment that leans on another: " + alike.substr(3) + " same"},
                     {"core/base/lean.h", 6, "a comment that leans on another: Of these"}}));
  write(root / "app/parts.cpp", "void Window::build() {}\nvoid Window::load(\n    int) {}\n");
  write(root / "app/parts.h",
        "#pragma once\nclass Window {\n  // parts.cpp\n  void build();\n  void say() { build(); }\n"
        "  void load(int a,\n            int save(int));\n  int save();  ///< elsewhere\n\n  void close();\n"
        "  // gone.cpp\n  QList<int> rows();\n};\n");
  QCOMPARE(false_labels(root), (Findings{{"app/parts.h", 8, "save is not in parts.cpp"},
                                         {"app/parts.h", 12, "rows is not in gone.cpp"}}));
  write(root / "core/base/codes.h", "#pragma once\nconst char* defect = \"AST-S399\";\n");
  write(root / "ui/shell/bad.h", "#pragma once\nconst char* defect = \"AST-S399\";  // not \"AST-\"\n");
  QCOMPARE(nameless_codes(root), (Findings{{"ui/shell/bad.h", 2, "an error code without its name"}}));
  write(root / "core/base/units.h", "#pragma once\nconstexpr double kSecondsPerHour = 3600.0;\n");
  write(root / "app/hours.h", "#pragma once\nconstexpr double kDay = 24 * 3600.0;\n");
  write(root / "core/search/cut.h", "#pragma once\nconstexpr double kNever = 1e300;\n");
  write(root / "core/verify/cut.h", "#pragma once\nconstexpr double kNever = 1e300;\n");
  QCOMPARE(nameless_units(root), (Findings{{"core/verify/cut.h", 2, "a unit written out: 1e300"},
                                           {"app/hours.h", 2, "a unit written out: 3600.0"}}));
  write(root / "core/base/file_write.cpp", "int file = open(path, O_CREAT);\n");
  write(root / "ui/render/save.cpp",
        "#include <QSaveFile>\nstd::ofstream out(path);\nstd::ifstream in(path);\n");
  QCOMPARE(other_writers(root), (Findings{{"ui/render/save.cpp", 1, "writes a file in a way of its own"},
                                          {"ui/render/save.cpp", 2, "writes a file in a way of its own"}}));
  write(root / "core/base/file_read.cpp", "int a = ::open(path, O_RDONLY);\n");
  write(root / "app/reader.cpp",
        "std::ifstream in(path);\nif (fs::exists(path, fault)) return;\nif (fs::exists(path)) return;\n"
        "const Json json = Json::parse(text, nullptr, false);\nif (fs::exists(status)) return;\n");
  QCOMPARE(other_readers(root), (Findings{{"ui/render/save.cpp", 3, "reads in a way of its own"},
                                          {"app/reader.cpp", 1, "reads in a way of its own"},
                                          {"app/reader.cpp", 3, "a call of the file system that throws"},
                                          {"app/reader.cpp", 4, "reads in a way of its own"}}));
  const std::string asleep = "processEvents(QEventLoop::WaitForMoreEvents";
  write(root / "ui/shell/wait.cpp", asleep + ");\n" + asleep + ", 20);\n");
  QCOMPARE(spinning_waits(root),
           (Findings{{"ui/shell/wait.cpp", 2, "waits for events and a time, which spins"}}));
  write(root / "ui/document/latest.h", "#pragma once\n#include <QThreadPool>\nQThreadPool m_pool;\n");
  write(root / "ui/document/asker.cpp",
        "int threads = QThread::idealThreadCount();\nstd::jthread m_thread;\nstd::this_thread::yield();\n"
        "QThreadPool m_pool;\n");
  write(root / "core/thread.cpp", "std::jthread worker;\n");
  QCOMPARE(other_threads(root),
           (Findings{{"ui/document/asker.cpp", 2, "works beside the window in a way of its own"},
                     {"ui/document/asker.cpp", 4, "works beside the window in a way of its own"}}));
  QCOMPARE(machine_paths(root), (Findings{{"README.md", 1, "names a folder of one machine"}}));
}

}  // namespace tst_architecture

ASTROLABE_TEST(tst_architecture, TestArchitecture)
#include "tst_architecture.moc"
