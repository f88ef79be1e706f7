// ui/results/program_*: text, tables and files of a distributed program hold what its report holds.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/exports/program_files.h"
#include "core/plan/program_lines.h"
#include "tests/program/test_program.h"
#include "tests/ui/program_desk.h"
#include "ui/results/program_timeline.h"

namespace tst_program_text {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestProgramText : public QObject, ProgramDesk {
  Q_OBJECT

 private slots:
  void cleanupTestCase() { close(); }

  void tablesHoldTheSame() {
    Shown shown(small());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    const plan::ProgramReport& report = *reportOf(shown.bridge);
    auto* collectives = shown.child<QTableView>("programCollectives");
    QCOMPARE(collectives->model()->rowCount(), int(report.collectives.size()));
    collectives->selectRow(1);
    QCOMPARE(shown.page.timeline().selected(), report.collectives[1].event);
    QCOMPARE(shown.child<QTableView>("programTensors")->model()->rowCount(), int(report.tensors.size()));
    shown.page.setShowTable(true);
    auto* blocks = shown.child<QTableView>("programEvents");
    QVERIFY(blocks->isVisible());
    QVERIFY(!shown.page.timeline().isVisible());
    QCOMPARE(blocks->model()->rowCount(), int(report.events.size()));
    // Communication of the first collective, in milliseconds.
    const int row = report.collectives[0].event;
    QCOMPARE(blocks->model()->index(row, blocks->model()->columnCount() - 1).data().toString(),
             QLocale().toString(1e3 * report.collectives[0].length.value, 'f', 3));
    auto* choice = shown.child<QTabBar>("programChoice");
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Right);
    QVERIFY(shown.child<QTableView>("programCode")->isVisible());
    QTest::keyClick(choice, Qt::Key_Right);
    QVERIFY(shown.child<QTableView>("programTensors")->isVisible());
  }

  /// Layers that are alike stand once; a line and its block of the timeline are chosen together; what is
  /// copied are the lines.
  void textOfTheProgram() {
    Shown shown(small());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    const plan::ProgramReport& report = *reportOf(shown.bridge);
    const std::vector<plan::ProgramLine> lines = plan::program_lines(report);
    auto* code = shown.child<QTableView>("programCode");
    QCOMPARE(code->model()->rowCount(), int(lines.size()));
    QVERIFY(lines.size() < report.synthesis().program.instructions.size() / 2);
    const auto loop = std::find_if(lines.begin(), lines.end(), [](const plan::ProgramLine& line) {
      return line.text.starts_with("for ");
    });
    QVERIFY(loop != lines.end() && loop->heads);
    QCOMPARE((loop + 1)->depth, 1);
    for (int row = 0; row < int(lines.size()); ++row) {
      const int event = lines[std::size_t(row)].event;
      if (event < 0) continue;
      code->selectRow(row);
      QCOMPARE(shown.page.timeline().selected(), event);
    }
    const int first = std::find_if(lines.begin(), lines.end(), [](const plan::ProgramLine& line) {
                        return line.event >= 0;
                      })->event;
    shown.page.timeline().select(first);
    QCOMPARE(lines[std::size_t(code->currentIndex().row())].event, first);
    shown.child<QTabBar>("programChoice")->setCurrentIndex(1);
    QCOMPARE(shown.page.copyText(), QString::fromStdString(plan::lines_text(lines)));
  }

  /// Beside the views where there is room, among them where there is not; never in both places.
  void textStandsBesideWhereThereIsRoom() {
    Shown shown(small());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    auto* choice = shown.child<QTabBar>("programChoice");
    auto* code = shown.child<QTableView>("programCode");
    shown.page.resize(900, 420);
    QTRY_VERIFY(choice->isTabVisible(1));
    QVERIFY(!code->isVisible());
    choice->setCurrentIndex(1);
    QVERIFY(code->isVisible());
    shown.page.resize(1500, 420);
    QTRY_VERIFY(!choice->isTabVisible(1));
    QCOMPARE(choice->currentIndex(), 0);
    QVERIFY(code->isVisible() && shown.page.timeline().isVisible());
    shown.child<QPushButton>("programCopy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString::fromStdString(plan::lines_text(plan::program_lines(*reportOf(shown.bridge)))));
    shown.page.resize(900, 420);
    QTRY_VERIFY(choice->isTabVisible(1));
    QVERIFY(!code->isVisible());
  }

  void writesTextJsonAndPyTorch() {
    QVERIFY(ranked().wait());
    ResultsPanel& panel = ranked().panel;
    QSignalSpy offered(&panel, &ResultsPanel::fileOffered);
    QVERIFY(panel.findChild<QToolButton*>(u"programExport"_s)->isEnabled());
    const plan::ProgramReport& report = *reportOf(ranked().programs());
    for (const char* name : {"programExport.text", "programExport.json", "programExport.pytorch"})
      panel.findChild<QAction*>(QLatin1String(name))->trigger();
    QCOMPARE(offered.count(), 3);
    QCOMPARE(offered[0][3].toByteArray(), QByteArray::fromStdString(exports::program_text(report)));
    QCOMPARE(nlohmann::json::parse(offered[1][3].toByteArray().toStdString())["step_seconds"].get<double>(),
             report.step.value);
    QCOMPARE(offered[2][3].toByteArray(), QByteArray::fromStdString(*exports::program_script(report)));
  }
};

}  // namespace tst_program_text

ASTROLABE_TEST(tst_program_text, TestProgramText)
#include "tst_program_text.moc"
