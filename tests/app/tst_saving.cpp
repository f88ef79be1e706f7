// Nothing is lost: places that cannot be written, older and newer files, files open twice, recent files.

#include <sys/mount.h>

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include "app/session.h"
#include "core/base/error_codes.h"
#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "core/plan/scenarios.h"
#include "tests/app/held_reading.h"
#include "tests/app/saving_desk.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/adopt_plan.h"
#include "ui/document/commands/commands.h"
#include "ui/render/quoting.h"
#include "ui/render/theme.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace tst_saving {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::keeping;

class SavingTest : public KeepingTest {
  Q_OBJECT

 private slots:
  void initTestCase() { dress(); }

  /// The window goes on while a long file is read: what is changed then is not thrown away unasked.
  void whatIsChangedWhileAFileIsReadIsAskedFor() {
    const QString path = at("slow.astrolabe");
    QVERIFY(plan::write_plan(plan::PlanFile{plan::sample_plan()}, path.toStdString()));
    auto window = opened();
    window->setAskOnClose(true);
    QString asked;
    app::HeldReading held;
    held.meanwhile([&] {
      edit(*window, 9);
      ui::whenAsked(window.get(), [&](QWidget* box) {
        asked = box->objectName();
        box->close();
      });
    });
    QVERIFY(!window->openFile(path));
    QCOMPARE(asked, u"unsavedDialog"_s);
    QCOMPARE(window->document().path(), QString());
    QCOMPARE(window->document().plan().cluster.pools.front().nodes, 9);
    QVERIFY(window->isWindowModified());
  }

  void A25_aFullDiskIsTold() {
    const QString disk = at("disk");
    QVERIFY(QDir().mkpath(disk));
    if (::mount("tmpfs", qPrintable(disk), "tmpfs", 0, "size=256k") != 0)
      QSKIP("a small disk can be mounted by an administrator only");
    const QString path = disk + u"/plan.astrolabe"_s;
    auto window = opened();
    window->unsavedWork().setFolder(at("copies25"));
    const bool saved = window->saveFile(path);
    const QByteArray before = content(path);
    QFile filler(disk + u"/filler"_s);
    if (filler.open(QIODevice::WriteOnly)) filler.write(QByteArray(400'000, 'x'));
    filler.close();
    edit(*window);
    const bool again = window->saveFile(path);
    const QByteArray after = content(path);
    const QStringList files = QDir(disk).entryList(QDir::Files);
    const ui::Message message = fileBanner(*window).message();
    ::umount(qPrintable(disk));
    QVERIFY(saved);
    QVERIFY(!again);
    QCOMPARE(after, before);
    QVERIFY(!before.isEmpty());
    QCOMPARE(files.size(), 2);  // no half-written file beside it
    QCOMPARE(message.code, u"AST-F404"_s);
    QVERIFY2(message.title.contains(u"full"_s) && message.title.contains(u"needs"_s),
             qPrintable(message.title));
    QVERIFY(message.body.contains(u"recovery copy"_s));
    QVERIFY(window->isWindowModified());
    pressNamed(*window, "fileBanner.dismiss");
  }

  void A25_readOnlyIsToldAndLeftAlone() {
    const QString path = at("locked.astrolabe");
    auto window = opened();
    QVERIFY(window->saveFile(path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::ReadGroup));
    const QByteArray before = content(path);
    QVERIFY(window->openFile(path));
    QVERIFY(fileBanner(*window).message().title.contains(u"read-only"_s));
    edit(*window);
    QVERIFY(!window->saveFile(path));
    QCOMPARE(fileBanner(*window).message().code, u"AST-F404"_s);
    QVERIFY(fileBanner(*window).message().title.contains(u"read-only"_s));
    QVERIFY(window->isWindowModified());
    QCOMPARE(content(path), before);
  }

  void A26_theOlderFormatIsKeptAtTheFirstSave() {
    const QString path = at("older.astrolabe");
    QVERIFY(QFile::copy(u"" ASTROLABE_SOURCE_DIR "/tests/data/format1.astrolabe"_s, path));
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    const QByteArray before = content(path);
    auto window = opened();
    QVERIFY(window->openFile(path));
    QCOMPARE(content(path), before);
    edit(*window);
    QVERIFY(window->saveFile(path));
    QCOMPARE(content(path + u".bak"_s), before);
    QCOMPARE(plan::read_plan(path.toStdString())->format, plan::kFormat);
    edit(*window, 8);
    QVERIFY(window->saveFile(path));
    QCOMPARE(content(path + u".bak"_s), before);  // the second save leaves it
  }

  void A26_newerAndTruncatedFilesAreUnchanged() {
    const QString path = at("whole.astrolabe");
    auto window = opened();
    QVERIFY(window->saveFile(path));
    QByteArray newer = content(path);
    newer[63] = 9;  // user_version, big-endian at byte 60
    const plan::Plan before = window->document().plan();
    for (const auto& [bytes, code] :
         {std::pair{newer, code::newer_format}, std::pair{content(path).first(5000), code::damaged_plan}}) {
      QFile file(at("other.astrolabe"));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(bytes);
      file.close();
      QVERIFY(!window->openFile(at("other.astrolabe")));
      QCOMPARE(fileBanner(*window).message().code, QString::fromLatin1(code.data(), qsizetype(code.size())));
      QCOMPARE(content(at("other.astrolabe")), bytes);
      QVERIFY(window->document().plan() == before);
    }
  }

  /// A copy of the file taken while its plan is open and being edited is the last save, whole, without
  /// files beside it.
  void A27_aCopyTakenWhileOpenIsTheLastSave() {
    const QString path = at("open.astrolabe"), copy = at("taken.astrolabe"), copies = at("copies27");
    auto window = opened();
    window->unsavedWork().setFolder(copies);
    edit(*window, 5);
    QVERIFY(window->saveFile(path));
    const plan::Plan saved = window->document().plan();
    edit(*window, 9);
    QTRY_COMPARE_WITH_TIMEOUT(QDir(copies).entryList({u"*.astrolabe"_s}).size(), 1, 3000);
    QVERIFY(QFile::copy(path, copy));
    QCOMPARE(QDir(m_folder.path()).entryList({u"open.astrolabe*"_s}), QStringList{u"open.astrolabe"_s});
    const auto taken = plan::read_plan(copy.toStdString());
    QVERIFY(taken.has_value());
    QVERIFY(taken->plan == saved);
    auto second = opened();
    QVERIFY(second->openFile(copy));
    QCOMPARE(second->document().plan().cluster.pools.front().nodes, 5);
    QCOMPARE(window->document().plan().cluster.pools.front().nodes, 9);
  }

  /// A folder of preferences that cannot be written is told once; choosing, editing and saving go on.
  void A78_preferencesThatCannotBeKeptAreToldOnce() {
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    QFile blocked(at("no-folder"));  // a file where the folder should be: nobody can write below it
    QVERIFY(blocked.open(QIODevice::WriteOnly));
    blocked.close();
    qputenv("XDG_CONFIG_HOME", blocked.fileName().toUtf8());
    QStandardPaths::setTestModeEnabled(false);
    app::Session session;
    qputenv("XDG_CONFIG_HOME", before);
    QStandardPaths::setTestModeEnabled(true);
    auto window = opened();
    int told = 0;
    connect(&session, &app::Session::notKept, window.get(), [&](const QString& file) {
      ++told;
      window->preferences().tellNotKept(file);
    });
    connect(window.get(), &MainWindow::preferencesChosen, &session, &app::Session::setPreferences);
    window->actions()["actionThemeDark"]->trigger();
    window->actions()["actionThemeLight"]->trigger();
    QCOMPARE(told, 1);
    QVERIFY(fileBanner(*window).isVisible());
    QVERIFY(fileBanner(*window).message().body.contains(u"no-folder"_s));
    QVERIFY(!ui::currentTheme().isDark());  // chosen all the same
    pressNamed(*window, "fileBanner.dismiss");
    QVERIFY(fileBanner(*window).isHidden());
    edit(*window);
    QVERIFY(window->saveFile(at("kept-anyway.astrolabe")));
    QCOMPARE(told, 1);
  }

  /// The file holds the answer to the question that it asks, or none.
  void anAnswerStandsBesideItsQuestionOnly() {
    const QString path = at("answered.astrolabe");
    auto window = opened();
    ui::PlanDocument& document = window->document();
    window->bridge().run();
    QTRY_COMPARE_WITH_TIMEOUT(window->bridge().state(), ui::SearchBridge::State::Finished, 60'000);
    const auto kept = [&] {
      return window->saveFile(path) ? plan::read_plan(path.toStdString()).value() : plan::PlanFile();
    };
    const std::string answer = kept().answer;
    QVERIFY(!answer.empty());
    edit(*window);
    QCOMPARE(kept().answer, std::string());
    document.undoStack().undo();
    QCOMPARE(kept().answer, answer);
    // Another scenario is shown, which nobody has searched.
    const int first = document.plan().id;
    plan::Plan both = document.plan();
    plan::Scenario second = both;
    second.cluster.pools.front().nodes = 2;
    const int added = plan::add_scenario(both, second);
    document.undoStack().push(new ui::AdoptPlan(document, both, u"a scenario"_s));
    QCOMPARE(document.plan().id, added);
    plan::PlanFile file = kept();
    QCOMPARE(file.answer, std::string());
    QCOMPARE(file.other_answers.size(), std::size_t(1));
    QCOMPARE(file.other_answers.at(first), answer);
    // Opened again, they are still those of their scenarios.
    auto again = opened();
    QVERIFY(window->saveFile(at("moved.astrolabe")));
    QVERIFY(again->openFile(path));
    edit(*again);
    QVERIFY(again->saveFile(path));
    file = plan::read_plan(path.toStdString()).value();
    QCOMPARE(file.answer, std::string());
    QCOMPARE(file.other_answers.at(first), answer);
  }

  /// A plan's name is no path: what is proposed for its files lies in the folder of documents.
  void namesOfPlansProposeNamesOfFiles() {
    for (const auto& [name, file] : {std::pair(u"Q3/Q4: H100 or B200?"_s, u"Q3-Q4- H100 or B200-"_s),
                                     {u"../../etc/passwd"_s, u"-.-..-etc-passwd"_s},
                                     {u".."_s, u"-."_s},
                                     {u" \n "_s, u"-"_s}})
      QCOMPARE(ui::fileNameText(name), file);
    const QString wide(300, QChar(0x7532));  // three bytes each
    QCOMPARE(ui::fileNameText(wide).size(), 66);
    auto window = opened();
    plan::Plan named = plan::sample_plan();
    named.name = "Q3/Q4";
    window->openPlan(named);
    QString proposed;
    ui::whenAsked(this, [&](QWidget* asked) {
      proposed = asked->findChild<QLineEdit*>(u"fileNameEdit"_s)->text();
      asked->close();
    });
    window->actions()["actionExportBill"]->trigger();
    QVERIFY2(proposed.startsWith(u"Q3-Q4."_s), qPrintable(proposed));
  }

  /// An export that finds no room says so of its own file, and is written elsewhere; the plan stays as it is.
  void anExportThatFailsIsWrittenElsewhere() {
    const QString plan = at("exporting.astrolabe"), elsewhere = at("elsewhere.bill.csv");
    auto window = opened();
    QVERIFY(window->saveFile(plan));
    edit(*window);
    const QByteArray before = content(plan);
    ui::saveAs(this, u"/nonexistent/folder/lost.bill.csv"_s);
    window->actions()["actionExportBill"]->trigger();
    QCOMPARE(fileBanner(*window).message().code, u"AST-F404"_s);
    QVERIFY2(fileBanner(*window).message().title.contains(u"lost.bill.csv"_s),
             qPrintable(fileBanner(*window).message().title));
    pressNamed(*window, "fileBanner.copyDetails");
    QVERIFY(QApplication::clipboard()->text().contains(u"AST-F404"_s));
    ui::saveAs(this, elsewhere);
    pressNamed(*window, "fileBanner.saveElsewhere");
    QTRY_VERIFY(QFile::exists(elsewhere));
    QVERIFY(content(elsewhere).contains("h100"));
    QVERIFY(fileBanner(*window).isHidden());
    QCOMPARE(content(plan), before);
    QCOMPARE(window->document().path(), plan);
    QVERIFY(window->isWindowModified());
  }

  /// A figure that a full disk has no room for: how much it needs is told.
  void anExportOnAFullDiskTellsItsSize() {
    const QString disk = at("small");
    QVERIFY(QDir().mkpath(disk));
    if (::mount("tmpfs", qPrintable(disk), "tmpfs", 0, "size=64k") != 0)
      QSKIP("a small disk can be mounted by an administrator only");
    QFile filler(disk + u"/filler"_s);
    if (filler.open(QIODevice::WriteOnly)) filler.write(QByteArray(400'000, 'x'));
    filler.close();
    auto window = opened();
    ui::saveAs(this, disk + u"/cluster.pdf"_s);
    window->actions()["actionExportCanvas"]->trigger();
    const ui::Message message = fileBanner(*window).message();
    ::umount(qPrintable(disk));
    QCOMPARE(message.code, u"AST-F404"_s);
    QVERIFY2(message.title.startsWith(u"cluster.pdf"_s) && message.title.contains(u"needs"_s),
             qPrintable(message.title));
  }

  void A28_aFileOpenInAnotherWindow() {
    const QString path = at("shared.astrolabe");
    auto first = opened();
    QVERIFY(first->saveFile(path));
    auto second = opened();
    const plan::Plan before = second->document().plan();
    QVERIFY(!second->openFile(path));
    QCOMPARE(fileBanner(*second).message().code, u"AST-F403"_s);
    QVERIFY(second->document().plan() == before);
    QCOMPARE(MainWindow::showing(path), first.get());
    pressNamed(*second, "fileBanner.openCopy");
    QVERIFY(second->document().plan().cluster == first->document().plan().cluster);
    QVERIFY(second->document().path().isEmpty());  // it cannot write over the other's file
  }

  /// The plan of another window is not written over: it is shown, or the plan goes elsewhere.
  void aPlanOpenElsewhereIsNotSavedOver() {
    const QString path = at("taken.astrolabe"), mine = at("mine.astrolabe");
    auto first = opened();
    QVERIFY(first->saveFile(path));
    auto second = opened();
    edit(*second, 3);
    const QByteArray before = content(path);
    QVERIFY(!second->saveFile(path));
    QCOMPARE(content(path), before);
    QCOMPARE(fileBanner(*second).message().code, u"AST-F403"_s);
    QVERIFY(second->isWindowModified());
    ui::saveAs(this, mine);
    pressNamed(*second, "fileBanner.saveElsewhere");
    QTRY_COMPARE(second->document().path(), mine);
    QVERIFY(!second->saveFile(path));
    pressNamed(*second, "fileBanner.showIt");
    QTRY_COMPARE(QApplication::activeWindow(), first.get());
  }

  void A29_titleFollowsTheState() {
    auto window = opened();
    QVERIFY(window->saveFile(at("title.astrolabe")));
    QVERIFY(window->windowTitle().startsWith(u"title.astrolabe[*]"_s));
    QVERIFY(!window->isWindowModified());
    edit(*window);
    QVERIFY(window->isWindowModified());
    window->document().undoStack().undo();
    QVERIFY(!window->isWindowModified());
  }

  void A30_recentFiles() {
    qputenv("XDG_STATE_HOME", m_folder.filePath(u"state"_s).toUtf8());
    QStringList paths;
    for (int i = 0; i < 12; ++i) {
      paths << m_folder.filePath(u"recent%1.astrolabe"_s.arg(i));
      QFile file(paths.back());
      QVERIFY(file.open(QIODevice::WriteOnly));
    }
    {
      app::Session session;
      for (const QString& path : paths) session.addRecentFile(path);
      session.addRecentFile(paths[5]);
      session.setPinned(paths[2], true);
    }
    app::Session session;  // a later start
    const QStringList recent = session.recentFiles();
    QCOMPARE(recent.size(), app::Session::kRecentFiles);
    QCOMPARE(QSet<QString>(recent.begin(), recent.end()).size(), recent.size());
    QCOMPARE(recent[0], paths[2]);  // pinned
    QCOMPARE(recent[1], paths[5]);  // used last
    QCOMPARE(recent[2], paths[11]);
    QVERIFY(QFile::remove(paths[11]));
    auto window = opened();
    window->recentPlans().set(recent, session.pinnedFiles());
    const QList<QAction*> entries = window->findChild<QMenu*>(u"menu.recent"_s)->actions();
    QCOMPARE(entries.size(), qsizetype(app::Session::kRecentFiles));
    QVERIFY(entries[1]->isEnabled());
    QVERIFY(!entries[2]->isEnabled());  // it is gone
  }
};

}  // namespace tst_saving

ASTROLABE_TEST(tst_saving, SavingTest)
#include "tst_saving.moc"
