// The house as it stands keeps its rules, and a tree that breaks one is caught.

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

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
  QTest::newRow("header guards") << Check{unguarded_headers};
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
  write(root / "app/main.cpp", "#include \"ui/shell/main_window.h\"\n");
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
  QCOMPARE(unlisted_sources(root),
           (Findings{{"core/CMakeLists.txt", 2, "names a missing file: base/gone.cpp"},
                     {"core/base/extra.cpp", 0, "is in no CMakeLists.txt"}}));
  QCOMPARE(rooms_without_readme(root), (Findings{{"core", 0, "has no README.md"}}));
  QCOMPARE(unguarded_headers(root), (Findings{{"core/base/open.h", 0, "has no #pragma once"}}));
  QCOMPARE(machine_paths(root), (Findings{{"README.md", 1, "names a folder of one machine"}}));
}

}  // namespace tst_architecture

ASTROLABE_TEST(tst_architecture, TestArchitecture)
#include "tst_architecture.moc"
