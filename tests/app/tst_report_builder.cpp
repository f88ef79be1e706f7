// The report as it is set up: sections ticked and moved, title, author, note, paper; pages that are the PDF.

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPrintPreviewWidget>
#include <QProcess>
#include <QPushButton>
#include <QSemaphore>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QTimer>
#include <QToolButton>
#include <memory>

#include "core/plan/plan_file.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/set_report.h"
#include "ui/render/spoken_in.h"
#include "ui/shell/main_window.h"
#include "ui/shell/report_builder.h"
#include "ui/shell/theme_mode.h"
#include "ui/shell/waiting_note.h"

namespace tst_report_builder {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;
using ui::ReportBuilder;
using ui::ReportPart;

namespace {

constexpr int kPatienceMs = 120'000;

ui::ReportSettings kept(MainWindow& window) { return ui::reportSettings(window.document().plan().report); }

}  // namespace

/// While it is held, nothing of what would change the answer becomes known: the one thread that works it out
/// is taken.
class HeldSensitivity {
 public:
  explicit HeldSensitivity(ui::ReportFlow& flow) {
    QSemaphore begun;
    flow.findChild<QThreadPool*>()->start([&begun, goOn = m_goOn] {
      begun.release();
      goOn->acquire();
    });
    begun.acquire();
  }
  ~HeldSensitivity() { release(); }
  Q_DISABLE_COPY_MOVE(HeldSensitivity)
  void release() { m_goOn->release(); }

 private:
  std::shared_ptr<QSemaphore> m_goOn = std::make_shared<QSemaphore>();  // the thread outlives this
};

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
  /// The file that the builder writes.
  QByteArray exported(const QString& name) {
    const QString path = m_folder.filePath(name);
    ui::saveAs(this, path);
    QTest::mouseClick(part<QPushButton>("export"), Qt::LeftButton);
    if (!QTest::qWaitFor([&] { return QFile::exists(path); }, kPatienceMs)) return {};
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  /// The words of the PDF that the builder writes.
  QString written(const QString& name) {
    if (exported(name).isEmpty()) return {};
    const QString path = m_folder.filePath(name);
    QProcess text;
    text.start(u"pdftotext"_s, {u"-layout"_s, path, u"-"_s});
    if (!text.waitForFinished(kPatienceMs)) return {};
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

  /// While what would change the answer is worked out, a second report is told to wait. One whose answer was
  /// replaced meanwhile is not made.
  void oneReportAtATime() {
    using State = ui::SearchBridge::State;
    m_builder->close();
    const auto* told = m_window->findChild<QLabel*>(u"statusBar.message"_s);
    const plan::Snapshot answer = *m_window->bridge().snapshot();
    m_window->bridge().show(State::Finished, answer);  // nothing is worked out for this one yet
    QString second, asked;
    QTimer::singleShot(0, m_window.get(), [&] {
      m_window->actions()["actionExportReport"]->trigger();
      second = told->text();
    });
    ui::whenAsked(m_window.get(), [&](QWidget* dialog) {
      asked = dialog->objectName();
      dialog->close();
    });
    m_window->actions()["actionPrint"]->trigger();
    QVERIFY2(second.contains(u"already"_s), qPrintable(second));
    QCOMPARE(asked, u"printDialog"_s);

    m_window->bridge().show(State::Finished, answer);
    asked.clear();
    QTimer::singleShot(0, m_window.get(), [&] { m_window->bridge().show(State::Finished, answer); });
    ui::whenAsked(m_window.get(), [&](QWidget* dialog) {
      asked = dialog->objectName();
      dialog->close();
    });
    m_window->actions()["actionPrint"]->trigger();
    QCOMPARE(asked, QString());
    QVERIFY2(told->text().contains(u"changed meanwhile"_s), qPrintable(told->text()));
  }

  void whoWaitsForTheReportIsAsked_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<bool>("made");
    QTest::addColumn<bool>("whole");
    QTest::newRow("nothing is answered") << QString() << true << true;
    QTest::newRow("without it") << u"waitingNote.goOn"_s << true << false;
    QTest::newRow("no report") << u"waitingNote.cancel"_s << false << false;
    QTest::newRow("the window is closed") << u"close"_s << false << false;
  }
  /// What would change the answer takes its time: a note asks who waits. Unanswered, the report has all that
  /// was chosen.
  void whoWaitsForTheReportIsAsked() {
    QFETCH(QString, answer);
    QFETCH(bool, made);
    QFETCH(bool, whole);
    m_builder->close();
    const plan::Snapshot found = *m_window->bridge().snapshot();
    m_window->bridge().show(ui::SearchBridge::State::Finished, found);  // nothing is worked out for this one
    m_window->report().setPatience(0);
    HeldSensitivity held(m_window->report());
    const QString path =
        m_folder.filePath(u"asked %1.html"_s.arg(QLatin1StringView(QTest::currentDataTag())));
    bool asked = false;
    QTimer look;
    connect(&look, &QTimer::timeout, this, [&] {
      auto* note = m_window->findChild<ui::WaitingNote*>();
      if (note == nullptr || !note->isVisible()) return;
      look.stop();
      asked = true;
      if (answer == u"close"_s)
        m_window->close();
      else if (!answer.isEmpty())
        QTest::mouseClick(note->findChild<QPushButton*>(answer), Qt::LeftButton);
      else
        held.release();
    });
    look.start(0);
    ui::saveAs(this, path);
    m_window->actions()["actionExportReport"]->trigger();
    QVERIFY(asked);
    QVERIFY(m_window->findChild<ui::WaitingNote*>() == nullptr);
    if (made) QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), kPatienceMs);
    QCOMPARE(QFile::exists(path), made);
    if (!made) return;
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()).contains(u"What would change the answer"_s), whole);
  }

  void A56_whatIsTickedStandsInThePdf() {
    const QStringList names{u"What was asked"_s,
                            u"The cluster"_s,
                            u"Winner and runners-up"_s,
                            u"Why it won"_s,
                            u"What would change the answer"_s,
                            u"Assumed values"_s,
                            u"Constants of the model"_s};
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
    // The pages shown are those of the file.
    QTRY_VERIFY_WITH_TIMEOUT(less.contains(u"Page 1 of %1"_s.arg(m_builder->pages())), kPatienceMs);
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
    QVERIFY(order[3] == ReportPart::strategies && order[4] == ReportPart::cluster);
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
    QVERIFY(kept(*m_window).paper == ui::ReportPaper::a4);
    QTest::keyClick(paper, Qt::Key_Down);
    QCOMPARE(kept(*m_window).title, u"Cluster for spring"_s);
    QVERIFY(kept(*m_window).isLetter());
    const QString text = written(u"letter.pdf"_s);
    QVERIFY(text.contains(u"Cluster for spring"_s));
    QVERIFY(text.contains(u"Prepared by A. Planner"_s));
    QVERIFY(text.contains(u"Prices hold until March."_s));
    QProcess info;
    info.start(u"pdfinfo"_s, {m_folder.filePath(u"letter.pdf"_s)});
    QVERIFY(info.waitForFinished(kPatienceMs));
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
  /// A view of the results goes into the appendix, as a table or as a drawing; the builder names it anew and
  /// takes it out.
  void viewsAreAddedRenamedAndTakenOut() {
    auto* added = part<QListWidget>("added");
    QVERIFY(!added->isVisible());
    const QByteArray before = exported(u"views-0.html"_s);
    QVERIFY(!before.contains(">Ranking</h2>"));
    QAction* add = m_window->actions()["actionReportAddView"];
    QVERIFY(add->isEnabled());
    add->trigger();
    QCOMPARE(added->count(), 1);
    QCOMPARE(added->item(0)->text(), u"Ranking"_s);
    QVERIFY(added->isVisible());
    auto* tabs = m_window->findChild<QTabWidget*>(u"resultsTabs"_s);
    tabs->setCurrentIndex(tabs->indexOf(m_window->findChild<QWidget*>(u"paretoView"_s)));
    add->trigger();
    QCOMPARE(added->count(), 2);
    const QByteArray both = exported(u"views-1.html"_s);
    QVERIFY(both.contains(">Ranking</h2>"));
    QVERIFY(both.count("<table") > before.count("<table"));
    QCOMPARE(both.count("<svg"), before.count("<svg") + 1);
    QVERIFY(both.indexOf(">Ranking</h2>") > both.indexOf(">Data sources</h2>"));
    added->setCurrentRow(0);
    added->setFocus();
    QTest::keyClick(added, Qt::Key_F2);
    auto* editor = added->viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, u"Twenty best"_s);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(added->item(0)->text(), u"Twenty best"_s);
    const QByteArray named = exported(u"views-2.html"_s);
    QVERIFY(named.contains(">Twenty best</h2>") && !named.contains(">Ranking</h2>"));
    added->setCurrentRow(1);
    QTest::mouseClick(part<QPushButton>("removeAdded"), Qt::LeftButton);
    QCOMPARE(added->count(), 1);
    QTest::mouseClick(part<QPushButton>("removeAdded"), Qt::LeftButton);
    QVERIFY(!added->isVisible());
    const QByteArray after = exported(u"views-3.html"_s);
    QVERIFY(!after.contains(">Twenty best</h2>"));
    QCOMPARE(after.count("<svg"), before.count("<svg"));
  }
  /// Of a long table the report has the first rows, and says of how many.
  void aLongTableIsCut() {
    auto* tabs = m_window->findChild<QTabWidget*>(u"resultsTabs"_s);
    tabs->setCurrentIndex(tabs->indexOf(m_window->findChild<QWidget*>(u"timelinePage"_s)));
    auto* asTable = m_window->findChild<QToolButton*>(u"timelineAsTable"_s);
    QVERIFY(asTable);
    asTable->setChecked(true);
    const int rows = m_window->findChild<QTableView*>(u"timelineView.table"_s)->model()->rowCount();
    QVERIFY(rows > 100);
    m_window->actions()["actionReportAddView"]->trigger();
    const QString page = QString::fromUtf8(exported(u"long.html"_s));
    const QString told = u": the first 100 of %1 rows."_s.arg(QLocale().toString(rows));
    const qsizetype at = page.indexOf(told);
    QVERIFY2(at > 0, qPrintable(told));
    const QString table = page.mid(at, page.indexOf(u"</table>"_s, at) - at);
    QCOMPARE(table.count(u"<tr>"_s), qsizetype(101));  // the headings and a hundred
    asTable->setChecked(false);
  }
  /// A logo is chosen from a file, told why it cannot be one, and taken out.
  void aLogo() {
    QImage image(60, 20, QImage::Format_RGB32);
    image.fill(Qt::blue);
    const QString good = m_folder.filePath(u"logo.png"_s), bad = m_folder.filePath(u"bad.png"_s);
    QVERIFY(image.save(good));
    QFile text(bad);
    QVERIFY(text.open(QIODevice::WriteOnly) && text.write("no picture") > 0);
    text.close();
    QVERIFY(!part<QPushButton>("noLogo")->isEnabled());
    ui::saveAs(this, bad);
    QTest::mouseClick(part<QPushButton>("logo"), Qt::LeftButton);
    QVERIFY2(part<QLabel>("state")->text().contains(u"neither PNG nor SVG"_s),
             qPrintable(part<QLabel>("state")->text()));
    QVERIFY(kept(*m_window).logo.isEmpty());
    ui::saveAs(this, good);
    QTest::mouseClick(part<QPushButton>("logo"), Qt::LeftButton);
    QFile picture(good);
    QVERIFY(picture.open(QIODevice::ReadOnly));
    QVERIFY(kept(*m_window).logo == picture.readAll());
    QVERIFY(exported(u"logo.html"_s).contains("data:image/png;base64,"));
    QTest::mouseClick(part<QPushButton>("noLogo"), Qt::LeftButton);
    QVERIFY(kept(*m_window).logo.isEmpty());
    QVERIFY(!exported(u"no-logo.html"_s).contains("data:image/png;base64,"));
  }
  /// A character that no font has: said beside the pages, which are not drawn with a gap.
  void aMissingCharacterIsTold() {
    auto& document = m_window->document();
    ui::ReportSettings odd;
    odd.title = u"Plan \u0378"_s;  // not assigned
    document.undoStack().push(new ui::SetReport(document, ui::toJson(odd), ui::nextGesture()));
    QTRY_VERIFY2_WITH_TIMEOUT(part<QLabel>("state")->text().contains(u"No font here has"_s),
                              qPrintable(part<QLabel>("state")->text()), kPatienceMs);
    document.undoStack().undo();
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("state")->text().contains(u"page"_s) && m_builder->pages() > 5,
                             kPatienceMs);
  }
  /// A section that was left out comes back with the first view that is added: one undo step.
  void anAddedViewBringsItsSection() {
    tick(ReportPart::appendix);
    QVERIFY(!kept(*m_window).has(ReportPart::appendix));
    m_window->actions()["actionReportAddView"]->trigger();
    QVERIFY(kept(*m_window).has(ReportPart::appendix));
    m_window->document().undoStack().undo();
    QVERIFY(!kept(*m_window).has(ReportPart::appendix));
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

  /// Language and currency of the report are its own: kept with the plan, the window speaks on as it did.
  void languageAndCurrency() {
    auto* currency = part<QComboBox>("currency");
    QCOMPARE(currency->itemText(0), u"As in the window (USD)"_s);
    const ui::Currency euro{u"EUR"_s, 0.8, QDate(2026, 11, 2)};
    ui::ReportSettings settings;
    settings.currency = euro;
    settings.language = u"zh_CN"_s;
    const ui::ReportSettings read = ui::reportSettings(ui::toJson(settings));
    QVERIFY(read == settings);
    ui::ReportSettings odd;
    odd.currency = ui::Currency{u"EUR"_s, -1.0, {}};
    QVERIFY(!ui::reportSettings(ui::toJson(odd)).currency);
    {
      const ui::SpokenIn spoken(settings);
      QCOMPARE(ui::currentCurrency(), euro);
    }
    QVERIFY(ui::currentCurrency().isDollar());
    m_window->document().undoStack().push(new ui::SetReport(m_window->document(), ui::toJson(settings), 7));
    QVERIFY2(currency->currentText().startsWith(u"EUR, at 0.8"_s), qPrintable(currency->currentText()));
    const QByteArray web = exported(u"euro.html"_s);
    QVERIFY(web.contains("\xe2\x82\xac") && !web.contains("$/1T"));  // the sign of the euro
    currency->setCurrentIndex(0);
    emit currency->activated(0);
    QVERIFY(!kept(*m_window).currency);
  }
};

}  // namespace tst_report_builder

ASTROLABE_TEST(tst_report_builder, ReportBuilderTest)
#include "tst_report_builder.moc"
