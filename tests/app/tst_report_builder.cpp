// The report as it is set up: sections ticked and moved, title, author, note, paper; pages that are the PDF.

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPrintPreviewWidget>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "core/plan/plan_file.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/commands.h"
#include "ui/shell/main_window.h"
#include "ui/shell/report_builder.h"
#include "ui/shell/theme_mode.h"

namespace tst_report_builder {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;
using ui::ReportBuilder;
using ui::ReportPart;

namespace {

constexpr int kPatienceMs = 30000;

ui::ReportSettings kept(MainWindow& window) { return ui::reportSettings(window.document().plan().report); }

}  // namespace

class ReportBuilderTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> m_window;
  ReportBuilder* m_builder = nullptr;
  QTemporaryDir m_folder;

  template <class Widget>
  Widget* part(const char* name) const {
    return m_builder->findChild<Widget*>(u"reportBuilder."_s + QLatin1StringView(name));
  }
  QListWidget& parts() const { return *part<QListWidget>("parts"); }
  int rowOf(ReportPart wanted) const {
    for (int row = 0; row < parts().count(); ++row)
      if (parts().item(row)->data(Qt::UserRole).toInt() == int(wanted)) return row;
    return -1;
  }
  /// A click into the box of a section.
  void tick(ReportPart wanted) const {
    QListWidget& list = parts();
    const QRect place = list.visualItemRect(list.item(rowOf(wanted)));
    list.scrollToItem(list.item(rowOf(wanted)));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      QPoint(list.visualItemRect(list.item(rowOf(wanted))).left() + place.height() / 2,
                             list.visualItemRect(list.item(rowOf(wanted))).center().y()));
  }
  /// The words of the PDF that the builder writes.
  QString written(const QString& name) {
    const QString path = m_folder.filePath(name);
    ui::saveAs(this, path);
    QTest::mouseClick(part<QPushButton>("export"), Qt::LeftButton);
    if (!QTest::qWaitFor([&] { return QFile::exists(path); }, kPatienceMs)) return {};
    QProcess text;
    text.start(u"pdftotext"_s, {u"-layout"_s, path, u"-"_s});
    text.waitForFinished();
    return QString::fromUtf8(text.readAllStandardOutput());
  }

 private slots:
  void initTestCase() {
    ui::dress();
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  }
  void init() {
    m_window = ui::opened();
    m_window->bridge().run();
    QVERIFY(ui::finished(*m_window));
    m_window->actions()["actionReportBuilder"]->trigger();
    m_builder = m_window->findChild<ReportBuilder*>();
    QVERIFY(m_builder && m_builder->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(m_builder->pages() > 5, kPatienceMs);
  }
  void cleanup() { m_window.reset(); }

  void A56_whatIsTickedStandsInThePdf() {
    const QStringList names{u"What was asked"_s, u"The cluster"_s, u"Winner and runners-up"_s,
                            u"Assumed values"_s, u"Constants of the model"_s};
    const QString whole = written(u"whole.pdf"_s);
    for (const QString& name : names) QVERIFY2(whole.contains(name), qPrintable(name));
    const int pages = m_builder->pages();
    tick(ReportPart::constants);
    tick(ReportPart::question);
    QVERIFY(!kept(*m_window).has(ReportPart::constants));
    QVERIFY(!kept(*m_window).has(ReportPart::question));
    QTRY_VERIFY_WITH_TIMEOUT(m_builder->pages() < pages, kPatienceMs);
    const QString less = written(u"less.pdf"_s);
    QVERIFY(!less.contains(u"Constants of the model"_s) && !less.contains(u"What was asked"_s));
    for (const char* name : {"The cluster", "Winner and runners-up", "Assumed values"})
      QVERIFY2(less.contains(QLatin1StringView(name)), name);
    QVERIFY(
        less.contains(u"Page 1 of %1"_s.arg(m_builder->pages())));  // the pages shown are those of the file
    tick(ReportPart::question);
    QVERIFY(kept(*m_window).has(ReportPart::question));
  }
  void sectionsAreMoved() {
    parts().setCurrentRow(rowOf(ReportPart::strategies));
    while (rowOf(ReportPart::strategies) > rowOf(ReportPart::cluster))
      QTest::mouseClick(part<QPushButton>("up"), Qt::LeftButton);
    const QString text = written(u"moved.pdf"_s);
    QVERIFY(text.indexOf(u"Winner and runners-up"_s) < text.indexOf(u"Pools of equal nodes"_s));
    QVERIFY(text.indexOf(u"Winner and runners-up"_s) > text.indexOf(u"What was asked"_s));
    const std::vector<ReportPart> order = kept(*m_window).parts;
    QVERIFY(order[2] == ReportPart::strategies && order[3] == ReportPart::cluster);
    // All of it is one undo step of the plan, and the list follows.
    QCOMPARE(m_window->document().undoStack().count(), 1);
    m_window->document().undoStack().undo();
    QVERIFY(kept(*m_window) == ui::ReportSettings());
    QVERIFY(rowOf(ReportPart::strategies) > rowOf(ReportPart::cluster));
    QVERIFY(!m_window->bridge().isStale());  // no question has changed
  }
  void titleAuthorNoteAndPaper() {
    QTest::keyClicks(part<QLineEdit>("title"), u"Cluster for spring"_s);
    QTest::keyClicks(part<QLineEdit>("author"), u"A. Planner"_s);
    QTest::keyClicks(part<QPlainTextEdit>("note"), u"Prices hold until March."_s);
    auto* paper = part<QComboBox>("paper");
    paper->setFocus();
    QTest::keyClick(paper, Qt::Key_Down);
    QCOMPARE(kept(*m_window).title, u"Cluster for spring"_s);
    QVERIFY(kept(*m_window).letter);
    const QString text = written(u"letter.pdf"_s);
    QVERIFY(text.contains(u"Cluster for spring"_s));
    QVERIFY(text.contains(u"Prepared by A. Planner."_s));
    QVERIFY(text.contains(u"Prices hold until March."_s));
    QProcess info;
    info.start(u"pdfinfo"_s, {m_folder.filePath(u"letter.pdf"_s)});
    info.waitForFinished();
    const QString facts = QString::fromUtf8(info.readAllStandardOutput());
    QVERIFY2(facts.contains(u"612 x 792 pts (letter)"_s), qPrintable(facts));
    QVERIFY(facts.contains(u"Cluster for spring"_s));
  }
  void A23_settingsAreSavedWithThePlan() {
    QTest::keyClicks(part<QLineEdit>("title"), u"Kept"_s);
    tick(ReportPart::timeline);
    const QString path = m_folder.filePath(u"kept.astrolabe"_s);
    QVERIFY(m_window->saveFile(path));
    const auto read = plan::read_plan(path.toStdString());
    QVERIFY(read.has_value());
    const ui::ReportSettings settings = ui::reportSettings(read->plan.report);
    QCOMPARE(settings.title, u"Kept"_s);
    QVERIFY(!settings.has(ReportPart::timeline) && settings.has(ReportPart::summary));
    QCOMPARE(settings.parts.size(), ui::allReportParts().size() - 1);
  }
  void settingsOfFiles() {
    ui::ReportSettings settings;
    QVERIFY(ui::toJson(settings).empty());
    settings.note = u"“quoted”\nline"_s;
    settings.parts = {ReportPart::constants, ReportPart::summary};
    QVERIFY(ui::reportSettings(ui::toJson(settings)) == settings);
    // What a later version may write is left out; broken text counts as nothing set.
    const ui::ReportSettings later =
        ui::reportSettings(R"({"parts": ["summary", "holograms", "summary"], "title": 3})");
    QVERIFY(later.parts == std::vector{ReportPart::summary});
    QVERIFY(later.title.isEmpty());
    QVERIFY(ui::reportSettings("{") == ui::ReportSettings());
  }
  void nothingTickedCannotBeWritten() {
    for (const ReportPart each : ui::allReportParts()) tick(each);
    QVERIFY(!part<QPushButton>("export")->isEnabled());
    QVERIFY(part<QLabel>("state")->text().contains(u"Tick a section"_s));
    QTest::mouseClick(part<QPushButton>("all"), Qt::LeftButton);
    QVERIFY(part<QPushButton>("export")->isEnabled());
    QVERIFY(kept(*m_window).parts == ui::allReportParts());
  }
  void aStaleAnswerIsNotReported() {
    m_window->bridge().setLive(false);
    auto& document = m_window->document();
    document.undoStack().push(new ui::SetNodeCount(document, document.plan().cluster.pools.front().id, 3));
    QTRY_VERIFY(!part<QPushButton>("export")->isEnabled());
    QVERIFY(part<QLabel>("state")->text().contains(u"run the search"_s));
    document.undoStack().undo();
    QTRY_VERIFY(part<QPushButton>("export")->isEnabled());
  }
  void scenariosAreComparedWhereThereAreSeveral() {
    QVERIFY(!written(u"one.pdf"_s).contains(u"The options compared"_s));
    m_window->actions()["actionScenarioDuplicate"]->trigger();
    QTRY_VERIFY(part<QPushButton>("export")->isEnabled());
    QVERIFY(written(u"two.pdf"_s).contains(u"The options compared"_s));
    tick(ReportPart::options);
    QVERIFY(!written(u"without.pdf"_s).contains(u"The options compared"_s));
  }
  /// ASTROLABE_KEEP_PICTURES=folder keeps pictures to look at.
  void pictures() {
    const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES");
    if (folder.isEmpty()) QSKIP("no folder for pictures");
    for (const auto& [name, mode] :
         {std::pair(u"light"_s, ui::ThemeMode::Light), {u"dark"_s, ui::ThemeMode::Dark}}) {
      ui::applyTheme(mode);
      m_builder->resize(1120, 780);
      QTest::qWait(800);
      QVERIFY(m_builder->grab().save(QDir(folder).filePath(u"builder-%1.png"_s.arg(name))));
    }
    ui::applyTheme(ui::ThemeMode::Light);
  }
};

}  // namespace tst_report_builder

ASTROLABE_TEST(tst_report_builder, ReportBuilderTest)
#include "tst_report_builder.moc"
