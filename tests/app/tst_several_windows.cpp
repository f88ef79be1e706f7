// Several windows at once: work of a crash in the window of its plan, preferences in all of them, files while
// another is read, plans that come back after a session, a second start.

#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSemaphore>
#include <QtTest>
#include <atomic>
#include <thread>

#include "app/single_instance.h"
#include "tests/app/held_reading.h"
#include "tests/app/windows_desk.h"
#include "tests/program/test_program.h"
#include "ui/render/theme.h"
#include "ui/shell/banner.h"
#include "ui/shell/preferences.h"
#include "ui/shell/presentation.h"
#include "ui/shell/reading.h"
#include "ui/shell/rules_dialog.h"
#include "ui/shell/waiting_note.h"

namespace tst_several_windows {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::app;

class SeveralWindowsTest : public HomeTest {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }
  void init() { enter(); }
  void cleanup() { leave(); }

  /// Two windows crashed: each copy comes back in a window of its own.
  void eachCopyGetsItsWindow() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    const QString folder = app::Windows::recoveryFolder();
    QVERIFY(folder.startsWith(m_home->path()));
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(QFile::rename(plan(u"a.astrolabe"_s, 5), folder + u"/a.astrolabe"_s));
    QVERIFY(QFile::rename(plan(u"b.astrolabe"_s, 6), folder + u"/b.astrolabe"_s));
    app::Windows windows(session);
    windows.start({}, false);
    windows.offerRecovery();
    MainWindow& first = *shownWindows().front();
    pressNamed(first, "fileBanner.restore");
    const int restored = nodesOf(first);
    QVERIFY(restored == 5 || restored == 6);
    QVERIFY(first.isWindowModified());
    QCOMPARE(shownWindows().size(), 1);
    pressNamed(first, "fileBanner.restore");
    QCOMPARE(shownWindows().size(), 2);
    QCOMPARE(nodesOf(first), restored);
    for (MainWindow* window : shownWindows())
      if (window != &first) {
        QCOMPARE(nodesOf(*window), 5 + 6 - restored);
        QVERIFY(window->isWindowModified());
      }
    QVERIFY(fileBanner(first).isHidden());
    QVERIFY(ui::RecoveryKeeper::leftBehind(folder).isEmpty());  // both windows keep their work now
  }

  /// After a session both plans stand open again: each copy goes into the window of its plan. One that cannot
  /// be read is told and holds up no other.
  void eachCopyGoesToTheWindowOfItsPlan() {
    const TwoWindows open(*this);
    MainWindow *const first = open.first, *const second = open.second;
    const QDateTime now = QDateTime::currentDateTime();
    first->unsavedWork().offer({{put(u"torn.astrolabe"_s, QByteArray(4096, 'x')), u"torn"_s, {}, now},
                                {plan(u"first.astrolabe"_s, 5), u"one"_s, open.one, now},
                                {plan(u"second.astrolabe"_s, 6), u"two"_s, open.two, now}});
    pressNamed(*first, "fileBanner.restore");
    QCOMPARE(fileBanner(*first).message().code, u"AST-F402"_s);
    pressNamed(*first, "fileBanner.dismiss");
    pressNamed(*first, "fileBanner.restore");
    QCOMPARE(nodesOf(*first), 5);
    pressNamed(*first, "fileBanner.restore");
    QCOMPARE(shownWindows().size(), 2);
    QCOMPARE(nodesOf(*first), 5);
    QCOMPARE(nodesOf(*second), 6);
    QCOMPARE(first->document().path(), open.one);
    QCOMPARE(second->document().path(), open.two);
    QVERIFY(first->isWindowModified() && second->isWindowModified());
    QVERIFY(fileBanner(*first).isHidden());
  }

  /// What is chosen in one window holds in the others: none of them takes it back with its next choice.
  void preferencesHoldInEveryWindow() {
    const TwoWindows open(*this);
    MainWindow *const first = open.first, *const second = open.second;
    ui::Preferences liked = open.session.preferences();
    liked.points = 15;
    liked.keys[u"actionRun"_s] = u"Ctrl+Alt+J"_s;
    emit first->preferencesChosen(liked);
    const QAction* run = second->actions()["actionRun"];
    QCOMPARE(run->shortcuts(), QList<QKeySequence>{QKeySequence(u"Ctrl+Alt+J"_s)});
    second->actions()["actionThemeDark"]->trigger();
    ui::applyTheme(ui::ThemeMode::Light);
    QCOMPARE(open.session.preferences().theme, ui::ThemeMode::Dark);
    QCOMPARE(open.session.preferences().points, 15);
    QCOMPARE(open.session.preferences().keys.value(u"actionRun"_s), u"Ctrl+Alt+J"_s);
    liked.keys.clear();
    emit first->preferencesChosen(liked);
    QCOMPARE(run->shortcuts(), ui::keysOf(*ui::specOf(u"actionRun"_s)));
  }

  /// Greys and patterns in place of hues are chosen by a key, drawn at once, and kept.
  void thePaletteForPrint() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    app::Windows windows(session);
    windows.start({plan(u"one.astrolabe"_s, 2)}, false);
    MainWindow& window = *shownWindows().front();
    window.actions()["actionPreferences"]->trigger();
    auto* page = window.findChild<ui::PreferencesDialog*>();
    auto* plots = page->findChild<QComboBox*>(u"preferencesDialog.plots"_s);
    const auto forward = [] { return ui::currentTheme().part(cost::Part::compute_forward).color; };
    QVERIFY(forward().saturation() > 0);
    QTest::keyClick(plots, Qt::Key_Down);
    QCOMPARE(ui::plotPalette(), ui::PlotPalette::Print);
    QCOMPARE(forward().saturation(), 0);
    QCOMPARE(session.preferences().plots, ui::PlotPalette::Print);
    QTest::keyClick(plots, Qt::Key_Up);
    QVERIFY(forward().saturation() > 0);
    QCOMPARE(session.preferences().plots, ui::PlotPalette::Colours);
    page->close();
  }

  /// A window that still reads its first file takes no second one.
  void aFileIsNotLostWhileAnotherIsRead() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    const QString one = plan(u"one.astrolabe"_s, 2);
    app::Windows windows(session);
    windows.start({}, false);
    MainWindow& first = *shownWindows().front();
    QVERIFY(first.files().isUntouched() && !first.files().isReading());
    const auto held = std::make_shared<QSemaphore>();
    bool busy = false;
    QTimer::singleShot(0, &first, [&] {
      busy = first.files().isReading();
      windows.openFiles({one});
      held->release();
    });
    QVERIFY(ui::readBeside(fileBanner(first), u"slow.astrolabe"_s, [held] { held->acquire(); }));
    QVERIFY(busy && !first.files().isReading());
    QCOMPARE(shownWindows().size(), 2);
    QCOMPARE(first.document().path(), QString());
    MainWindow* second = MainWindow::showing(one);
    QVERIFY(second && second != &first);
    QCOMPARE(nodesOf(*second), 2);
  }

  /// A second start, and Open in another window, name a plan that a window is still reading: that window
  /// comes to the front and no other gets the plan, nor is the plan saved over.
  void aPlanThatIsBeingReadIsOpenedOnce() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    const QString one = plan(u"one.astrolabe"_s, 2), two = plan(u"two.astrolabe"_s, 3);
    app::Windows windows(session);
    windows.start({two, two}, false);
    QCOMPARE(shownWindows().size(), 1);  // named twice in one start
    MainWindow& other = *shownWindows().front();
    MainWindow* reading = nullptr;
    qsizetype shown = 0;
    bool cameForStart = false, cameForOpen = false, opened = true, saved = true;
    QString told;
    const auto isInFront = [](const QWidget* window) {
      return QTest::qWaitFor([window] { return QApplication::activeWindow() == window; }, 60'000);
    };
    HeldReading held;
    held.meanwhile([&] {
      reading = MainWindow::showing(one);
      if (reading == nullptr) return;
      other.comeForward();
      if (!isInFront(&other)) return;
      windows.openFiles({one});
      cameForStart = isInFront(reading);
      other.comeForward();
      if (!isInFront(&other)) return;
      opened = other.openFile(one);
      cameForOpen = isInFront(reading) && fileBanner(other).isHidden();
      saved = other.saveFile(one);
      told = fileBanner(other).message().code;
      shown = shownWindows().size();
    });
    windows.openFiles({one});
    QVERIFY(reading != nullptr && reading != &other);
    QVERIFY(cameForStart && cameForOpen);
    QVERIFY(!opened && !saved);
    QCOMPARE(told, u"AST-F403"_s);
    QCOMPARE(shown, 2);
    QCOMPARE(shownWindows().size(), 2);
    QCOMPARE(reading->document().path(), one);
    QCOMPARE(nodesOf(*reading), 2);
    QCOMPARE(nodesOf(other), 3);
  }

  /// One file has one window however its path is spelled, whether it is there already or will be written: who
  /// asks for it again gets that window in front.
  void aFileOfSeveralNamesHasOneWindow() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    const QString one = plan(u"one.astrolabe"_s, 2), two = plan(u"two.astrolabe"_s, 3);
    const QString link = at(u"link.astrolabe"_s), aside = at(u"aside"_s);
    QVERIFY(QDir().mkpath(at(u"folder"_s)));
    QVERIFY(QFile::link(one, link) && QFile::link(m_home->path(), aside));
    app::Windows windows(session);
    windows.start({one, two, at(u"folder/../one.astrolabe"_s)}, false);
    QCOMPARE(shownWindows().size(), 2);
    MainWindow *const first = MainWindow::showing(one), *const second = MainWindow::showing(two);
    QVERIFY(first && second && first != second);
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), first, 30'000);
    for (const QString& name : {link, QString(aside + u"/one.astrolabe"_s)}) {
      second->comeForward();
      QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), second, 30'000);
      windows.openFiles({name});
      QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), first, 30'000);
      QCOMPARE(shownWindows().size(), 2);
      QVERIFY(!second->openFile(name));
      QCOMPARE(fileBanner(*second).message().code, u"AST-F403"_s);
      QVERIFY(!second->saveFile(name));
    }
    const QString later = at(u"later.astrolabe"_s);
    windows.openFiles({later, aside + u"/later.astrolabe"_s});
    QCOMPARE(shownWindows().size(), 3);
    MainWindow* third = MainWindow::showing(later);
    QVERIFY(third && third != first && third != second);
    QCOMPARE(third->document().path(), later);
    QVERIFY(!second->openFile(aside + u"/later.astrolabe"_s));
    QCOMPARE(fileBanner(*second).message().code, u"AST-F403"_s);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // buttons of the last message
    QVERIFY(second->findChild<QPushButton*>(u"fileBanner.showIt"_s));
    QVERIFY(!second->findChild<QPushButton*>(u"fileBanner.openCopy"_s));  // there is nothing to copy yet
    QVERIFY(!second->saveFile(later));
    QVERIFY(!QFile::exists(later));
    QVERIFY(third->saveFile(later));
    QCOMPARE(MainWindow::showing(aside + u"/later.astrolabe"_s), third);
  }

  /// A plan that a window was reading when it closed is not opened in it, nor searched.
  void aWindowThatClosesOpensNothingMore() {
    const TwoWindows open(*this);
    const QString three = plan(u"three.astrolabe"_s, 5);
    MainWindow& closing = *open.first;
    QVERIFY(ui::finished(closing));
    const quint64 revision = closing.document().revision();
    HeldReading held;
    held.meanwhile([&closing] { closing.close(); });
    QVERIFY(!closing.openFile(three));
    QVERIFY(!closing.isVisible() && open.second->isVisible());
    QCOMPARE(closing.document().path(), open.one);
    QCOMPARE(closing.document().revision(), revision);
    QTest::qWait(50);
    QCOMPARE(closing.bridge().state(), ui::SearchBridge::State::Finished);
  }

  /// Panels that float beside a window go with it, after their places were kept.
  void floatingPanelsGoWithTheirWindow() {
    const TwoWindows open(*this);
    MainWindow& closing = *open.first;
    auto* panel = closing.findChild<QDockWidget*>(u"outlineDock"_s);
    QVERIFY(panel);
    panel->show();
    panel->setFloating(true);
    QVERIFY(panel->isVisible() && panel->isFloating());
    QByteArray kept;
    connect(&closing, &MainWindow::closed, this, [&] { kept = closing.panelLayout().saved(); });
    QVERIFY(closing.close());
    QVERIFY(!panel->isVisible());
    QVERIFY(!kept.isEmpty() && kept != closing.panelLayout().saved());  // there it was still seen
    QVERIFY(open.second->isVisible());
  }

  /// Rules that were typed and not applied are asked for before their window goes, and may keep it.
  void typedRulesAreAskedForFirst() {
    const TwoWindows open(*this);
    MainWindow& closing = *open.first;
    closing.actions()["actionRules"]->trigger();
    const QPointer<ui::RulesDialog> rules = closing.findChild<ui::RulesDialog*>();
    QVERIFY(rules);
    rules->findChild<QPlainTextEdit*>(u"rulesDialog.text"_s)->setPlainText(u"own: pp <= 4"_s);
    QStringList asked;
    const auto answer = [&](QMessageBox::StandardButton with) {
      ui::whenAsked(this, [&asked, with](QWidget* box) {
        asked << box->objectName();
        auto* question = qobject_cast<QMessageBox*>(box);
        if (question == nullptr) return box->close(), void();
        QTest::mouseClick(question->button(with), Qt::LeftButton);
      });
    };
    answer(QMessageBox::Cancel);
    QVERIFY(!closing.close());
    QVERIFY(closing.isVisible() && rules && rules->isVisible());
    answer(QMessageBox::Discard);
    QVERIFY(closing.close());
    QVERIFY(!closing.isVisible() && (!rules || !rules->isVisible()));
    QCOMPARE(asked, (QStringList{u"rulesDialog.question"_s, u"rulesDialog.question"_s}));
    QVERIFY(closing.document().plan().job.rules.empty());
  }

  /// Nor is what the window showed before presented in place of the plan that it reads.
  void aPlanThatIsBeingReadIsPresentedWhenItIsThere() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    const QString one = plan(u"one.astrolabe"_s, 2);
    app::Windows windows(session);
    windows.start({}, false);
    MainWindow& window = *shownWindows().front();
    bool answered = false, tooEarly = false;
    HeldReading held;
    held.meanwhile([&] {
      answered = ui::finished(window);  // the sample's own search
      windows.openFiles({one}, true);
      QTest::qWait(50);
      tooEarly = window.findChild<ui::Presentation*>() != nullptr;
    });
    windows.openFiles({one});
    QVERIFY(answered && !tooEarly);
    QCOMPARE(shownWindows().size(), 1);
    QCOMPARE(nodesOf(window), 2);
    QTRY_VERIFY_WITH_TIMEOUT(window.findChild<ui::Presentation*>(), 60'000);
    QTest::keyClick(window.findChild<ui::Presentation*>(), Qt::Key_Escape);
    QTRY_VERIFY(!window.findChild<ui::Presentation*>());
  }

  /// The desktop ends its session: the plans that were open come back once.
  void windowsComeBackAfterALogout() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    const QString one = plan(u"one.astrolabe"_s, 2), two = plan(u"two.astrolabe"_s, 3);
    {
      app::Windows windows(session);
      windows.start({one, two}, false);
      windows.prepareForLogout();
    }
    {
      app::Session later;
      app::Windows windows(later);
      windows.start({}, false);
      QStringList open;
      for (MainWindow* window : shownWindows()) open << window->document().path();
      open.sort();
      QCOMPARE(open, (QStringList{one, two}));
    }
    app::Session later;
    app::Windows windows(later);
    windows.start({}, false);
    QCOMPARE(shownWindows().size(), 1);
    QCOMPARE(shownWindows().front()->document().path(), QString());
  }

  /// The desktop asks what is open in the middle of its session, too. Who then closes the program gets
  /// nothing back; a start with files named leaves the list to one without.
  void whatIsClosedByHandStaysClosed() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    const QString one = plan(u"one.astrolabe"_s, 2), two = plan(u"two.astrolabe"_s, 3);
    session.setOpenFiles({one});
    {
      app::Windows windows(session);
      windows.start({two}, false);
      QCOMPARE(shownWindows().size(), 1);
      QCOMPARE(shownWindows().front()->document().path(), two);
      windows.keepOpenFiles();
      windows.openFiles({one});
      QVERIFY(MainWindow::showing(one)->close());
      QCOMPARE(session.takeOpenFiles(), QStringList{two});  // another window is still there
      windows.keepOpenFiles();
      QVERIFY(shownWindows().front()->close());
      QCOMPARE(session.takeOpenFiles(), QStringList());
    }
    session.setOpenFiles({one});
    {
      app::Windows windows(session);
      windows.start({two}, false);
    }
    QCOMPARE(session.takeOpenFiles(), QStringList{one});
    app::Windows windows(session);  // closed by the end of the session
    windows.start({one}, false);
    windows.prepareForLogout();
    QVERIFY(shownWindows().front()->close());
    QCOMPARE(session.takeOpenFiles(), QStringList{one});
  }

  /// The meeting place of starts is the person's own folder, and no name that somebody else can take.
  void aSecondStartMeetsTheFirstInAPlaceOfItsOwn() {
    const QString runtime = at(u"xdg_runtime_dir"_s), key = at(u"state"_s);
    QVERIFY(QDir().mkpath(runtime));
    const auto place = [&] { return app::SingleInstance(key).place(); };
    QFile::setPermissions(runtime, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY2(place().startsWith(runtime + u'/'), qPrintable(place()));
    QFile::setPermissions(runtime, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther |
                                       QFile::WriteOther | QFile::ExeOther);
    QVERIFY2(place().startsWith(key + u"/run/"_s), qPrintable(place()));
    qunsetenv("XDG_RUNTIME_DIR");
    QVERIFY2(place().startsWith(key + u"/run/"_s), qPrintable(place()));
    QCOMPARE(QFile::permissions(key + u"/run"_s) & (QFile::ReadOther | QFile::WriteOther | QFile::WriteGroup),
             QFile::Permissions());
    const QString far = at(QString(120, u'x'));  // no system takes so long a name: every start is its own
    QCOMPARE(app::SingleInstance(far).place(), QString());
    QVERIFY(!app::SingleInstance(far).handOver({}));

    app::SingleInstance first(key);
    QStringList files;
    bool present = false;
    connect(&first, &app::SingleInstance::filesReceived, this, [&](const QStringList& paths, bool shown) {
      files = paths;
      present = shown;
    });
    first.listen();
    std::atomic<int> taken{-1};
    std::thread second([&] { taken = app::SingleInstance(key).handOver({u"/a.astrolabe"_s}, true) ? 1 : 0; });
    QTRY_VERIFY_WITH_TIMEOUT(taken >= 0, 60'000);
    second.join();
    QCOMPARE(taken.load(), 1);
    QCOMPARE(files, QStringList{u"/a.astrolabe"_s});
    QVERIFY(present);
  }

  /// A program that has no time for several seconds is no reason to start another one. Who waits no longer
  /// gets nothing opened behind their back.
  void aSecondStartWaitsForABusyProgram() {
    const QString key = at(u"state"_s);
    auto first = std::make_unique<app::SingleInstance>(key);
    QStringList files;
    connect(first.get(), &app::SingleInstance::filesReceived, this,
            [&](const QStringList& paths) { files << paths; });
    first->listen();
    std::atomic<int> asked{0}, taken{-1};
    const auto start = [&](const QString& file, int patience) {
      asked = 0;
      taken = -1;
      return std::thread([&asked, &taken, key, file, patience] {
        const auto waits = [&asked, patience] { return ++asked != patience; };
        taken = app::SingleInstance(key).handOver({file}, false, waits) ? 1 : 0;
      });
    };
    constexpr int kNever = -1, kThreeSeconds = 60;  // it is asked at most twenty times a second
    std::thread patient = start(u"/patient.astrolabe"_s, kNever);
    while (asked < kThreeSeconds && taken < 0) QThread::msleep(10);  // and no event is looked at
    QCOMPARE(taken.load(), -1);
    QTRY_VERIFY_WITH_TIMEOUT(taken >= 0, 60'000);
    patient.join();
    QCOMPARE(taken.load(), 1);
    QCOMPARE(files, QStringList{u"/patient.astrolabe"_s});

    std::thread impatient = start(u"/impatient.astrolabe"_s, 2);
    impatient.join();
    QCOMPARE(taken.load(), 0);
    std::thread next = start(u"/next.astrolabe"_s, kNever);
    QTRY_VERIFY_WITH_TIMEOUT(taken >= 0, 60'000);
    next.join();
    QCOMPARE(files, (QStringList{u"/patient.astrolabe"_s, u"/next.astrolabe"_s}));

    std::thread left = start(u"/left.astrolabe"_s, kNever);
    while (asked < 2 && taken < 0) QThread::msleep(10);
    first.reset();  // it ends and has taken nothing: whoever waited is alone
    left.join();
    QCOMPARE(taken.load(), 0);
  }

  /// What is seen while it is waited for: nothing at first, then a note that a person may answer.
  void waitingIsSeenAndCanBeEnded() {
    using ui::WaitingNote;
    const auto note = [](int quiet) {
      return std::make_unique<WaitingNote>(u"busy"_s, u"more"_s, u"go on"_s, u"none"_s, quiet);
    };
    const auto patient = note(600'000);
    auto one = note(0);
    QTRY_VERIFY_WITH_TIMEOUT(one->isVisible(), 30'000);
    QVERIFY(!patient->isVisible());
    QVERIFY(one->choice() == WaitingNote::Choice::Wait && !one->isModal());
    QTest::mouseClick(one->findChild<QPushButton*>(u"waitingNote.goOn"_s), Qt::LeftButton);
    QVERIFY(!one->isVisible() && one->choice() == WaitingNote::Choice::GoOn);
    one = note(0);
    QTRY_VERIFY_WITH_TIMEOUT(one->isVisible(), 30'000);
    QTest::keyClick(one.get(), Qt::Key_Escape);
    QVERIFY(!one->isVisible() && one->choice() == WaitingNote::Choice::Cancel);
    QVERIFY(patient->choice() == WaitingNote::Choice::Wait);
  }
};

}  // namespace tst_several_windows

ASTROLABE_TEST(tst_several_windows, SeveralWindowsTest)
#include "tst_several_windows.moc"
