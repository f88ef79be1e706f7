// Nothing is lost: recovery copies, places that cannot be written, files open twice, recent files.

#include <sys/mount.h>

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "app/session.h"
#include "core/base/error_codes.h"
#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "core/plan/scenarios.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/adopt_plan.h"
#include "ui/document/commands/commands.h"
#include "ui/render/theme.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace tst_saving {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;
using ui::RecoveryKeeper;

namespace {

std::unique_ptr<MainWindow> opened() {
  auto window = std::make_unique<MainWindow>();
  window->setAskOnClose(false);
  window->bridge().setLive(false);
  window->openSample();
  window->show();
  return window;
}

void edit(MainWindow& window, int nodes = 7) {
  auto& document = window.document();
  document.undoStack().push(new ui::SetNodeCount(document, document.plan().cluster.pools.front().id, nodes));
}

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Copies of a program that has gone: the same files without the lock that a living one holds.
QList<ui::LeftBehind> orphaned(const QString& from, const QString& to) {
  for (const QFileInfo& file : QDir(from).entryInfoList(QDir::Files))
    if (file.suffix() != u"lock"_s) QFile::copy(file.filePath(), to + u'/' + file.fileName());
  return RecoveryKeeper::leftBehind(to);
}

}  // namespace

class SavingTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString at(const char* name) const { return m_folder.filePath(QLatin1StringView(name)); }

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new ui::AstrolabeStyle);
    ui::applyTheme(ui::ThemeMode::Light);
  }

  void A24_anEditIsInTheCopyWithinThreeSeconds() {
    const QString folder = at("copies");
    auto window = opened();
    window->setRecoveryFolder(folder);
    edit(*window);
    QTRY_VERIFY_WITH_TIMEOUT(QDir(folder).entryList({u"*.astrolabe"_s}).size() == 1, 3000);
    QVERIFY(RecoveryKeeper::leftBehind(folder).isEmpty());  // its program lives
    const QString copy = folder + u'/' + QDir(folder).entryList({u"*.astrolabe"_s}).front();
    const auto kept = plan::read_plan(copy.toStdString());
    QVERIFY(kept.has_value());
    QCOMPARE(kept->plan.cluster.pools.front().nodes, 7);
    QVERIFY(window->saveFile(at("good.astrolabe")));
    QVERIFY(!QFile::exists(copy));  // a good save takes it away
  }

  void A24_restoreLaterAndDiscard() {
    const QString lived = at("lived"), left = at("left");
    QVERIFY(QDir().mkpath(left));
    {
      auto window = opened();
      window->setRecoveryFolder(lived);
      QVERIFY(window->saveFile(at("eu-cluster.astrolabe")));
      edit(*window, 9);
      window->prepareForLogout();
      const QList<ui::LeftBehind> copies = orphaned(lived, left);
      QCOMPARE(copies.size(), 1);
      QCOMPARE(copies.front().name, u"eu-cluster.astrolabe"_s);
      QCOMPARE(copies.front().path, at("eu-cluster.astrolabe"));
    }
    auto window = opened();
    window->setRecoveryFolder(at("next"));
    window->offerRecovery(RecoveryKeeper::leftBehind(left));
    QVERIFY(fileBanner(*window).message().body.contains(u"eu-cluster"_s));
    pressNamed(*window, "fileBanner.later");
    QVERIFY(fileBanner(*window).isHidden());
    QCOMPARE(RecoveryKeeper::leftBehind(left).size(), 1);

    window->offerRecovery(RecoveryKeeper::leftBehind(left));
    pressNamed(*window, "fileBanner.restore");
    QCOMPARE(window->document().plan().cluster.pools.front().nodes, 9);
    QCOMPARE(window->document().path(), at("eu-cluster.astrolabe"));
    QVERIFY(window->isWindowModified());
    QVERIFY(RecoveryKeeper::leftBehind(left).isEmpty());  // the new window keeps it now
    QCOMPARE(QDir(at("next")).entryList({u"*.astrolabe"_s}).size(), 1);
    // The saved file is as it was: 4 nodes.
    QCOMPARE(plan::read_plan(at("eu-cluster.astrolabe").toStdString())->plan.cluster.pools.front().nodes, 4);

    const QList<ui::LeftBehind> again = orphaned(at("next"), left);
    QCOMPARE(again.size(), 1);
    window->offerRecovery(again);
    pressNamed(*window, "fileBanner.discard");
    QVERIFY(RecoveryKeeper::leftBehind(left).isEmpty());
  }

  /// The desktop goes on after all: closing asks as ever. At a real end it asks nothing and the copy stays.
  void A24_aLogoutThatIsCancelledTakesNothing() {
    const QString folder = at("logout");
    auto window = opened();
    window->setRecoveryFolder(folder);
    window->setAskOnClose(true);
    edit(*window);
    window->prepareForLogout();
    edit(*window, 9);
    QString asked;
    ui::whenAsked(window.get(), [&](QWidget* box) {
      asked = box->objectName();
      box->close();
    });
    QVERIFY(!window->close());
    QCOMPARE(asked, u"unsavedDialog"_s);
    QVERIFY(window->isVisible());
    window->prepareForLogout();
    QVERIFY(window->close());
    const QStringList copies = QDir(folder).entryList({u"*.astrolabe"_s});
    QCOMPARE(copies.size(), 1);
    const auto kept = plan::read_plan((folder + u'/' + copies.front()).toStdString());
    QVERIFY(kept.has_value());
    QCOMPARE(kept->plan.cluster.pools.front().nodes, 9);
  }

  /// The window goes on while a long file is read: what is changed then is not thrown away unasked.
  void whatIsChangedWhileAFileIsReadIsAskedFor() {
    plan::PlanFile large{plan::sample_plan()};
    large.answer = "{\"kept\": \"" + std::string(std::size_t{50} << 20, 'x') + "\"}";
    const QString path = at("large.astrolabe");
    QVERIFY(plan::write_plan(large, path.toStdString()));
    auto window = opened();
    window->setAskOnClose(true);
    bool edited = false;
    QString asked;
    QTimer::singleShot(0, window.get(), [&] {
      edit(*window, 9);
      edited = true;
      ui::whenAsked(window.get(), [&](QWidget* box) {
        asked = box->objectName();
        box->close();
      });
    });
    const bool read = window->openFile(path);
    if (!edited) QSKIP("the file was read at once");
    QVERIFY(!read);
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
    window->setRecoveryFolder(at("copies25"));
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
    window->setRecoveryFolder(copies);
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
      window->tellNotKept(file);
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
    window->setRecentFiles(recent, session.pinnedFiles());
    const QList<QAction*> entries = window->findChild<QMenu*>(u"menu.recent"_s)->actions();
    QCOMPARE(entries.size(), qsizetype(app::Session::kRecentFiles));
    QVERIFY(entries[1]->isEnabled());
    QVERIFY(!entries[2]->isEnabled());  // it is gone
  }

  void A81_loggingOutKeepsTheWorkAndAsksNothing() {
    const QString folder = at("left-behind"), left = at("left-behind-copies");
    QVERIFY(QDir().mkpath(left));
    auto window = std::make_unique<MainWindow>();
    window->bridge().setLive(false);
    window->openSample();
    window->setRecoveryFolder(folder);
    window->show();
    edit(*window, 11);
    window->prepareForLogout();
    QVERIFY(window->close());  // a question would wait for an answer here
    const QList<ui::LeftBehind> copies = orphaned(folder, left);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(plan::read_plan(copies.front().copy.toStdString())->plan.cluster.pools.front().nodes, 11);
  }
};

}  // namespace tst_saving

ASTROLABE_TEST(tst_saving, SavingTest)
#include "tst_saving.moc"
