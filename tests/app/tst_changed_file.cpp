// Another program saved the plan meanwhile: it is seen before it is lost, and nothing else is taken for it.

#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/app/saving_desk.h"
#include "tests/program/test_program.h"
#include "ui/shell/banner.h"
#include "ui/shell/changed_file.h"

namespace tst_changed_file {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::keeping;

int nodesIn(const QString& path) {
  const auto file = plan::read_plan(path.toStdString());
  return file ? file->plan.cluster.pools.front().nodes : -1;
}
std::size_t scenariosIn(const QString& path) {
  const auto file = plan::read_plan(path.toStdString());
  return file ? plan::scenarios(file->plan).size() : 0;
}
int nodesOf(MainWindow& window) { return window.document().plan().cluster.pools.front().nodes; }

/// Another program adds a scenario of 3 nodes to a saved plan.
void addElsewhere(const QString& path) {
  auto file = plan::read_plan(path.toStdString());
  QVERIFY(file);
  plan::Scenario second = file->plan;
  second.cluster.pools.front().nodes = 3;
  plan::add_scenario(file->plan, second);
  QVERIFY(plan::write_plan(*file, path.toStdString()));
}

QString folderOf(const QString& path) { return QFileInfo(path).absolutePath(); }

class ChangedFileTest : public KeepingTest {
  Q_OBJECT

  /// Presses this button of the question as soon as it is asked; the names of what was asked.
  QStringList m_asked;
  void answer(QWidget* owner, const char* button) {
    ui::whenAsked(owner, [this, button](QWidget* box) {
      m_asked << box->objectName();
      auto* pressed = box->findChild<QPushButton*>(QLatin1StringView(button));
      if (pressed == nullptr) return box->close(), void();
      QTest::mouseClick(pressed, Qt::LeftButton);
    });
  }
  /// A window with a plan of 7 nodes, not saved yet, over one of 5 to which another program added a scenario.
  std::unique_ptr<MainWindow> overtaken(const QString& path) {
    auto window = opened();
    window->unsavedWork().setFolder(folderOf(path) + u"/copies"_s);
    edit(*window, 5);
    if (!window->saveFile(path)) qFatal("not saved");
    edit(*window, 7);
    addElsewhere(path);
    return window;
  }
  QString place(const char* name) const {
    QDir().mkpath(at(name));
    return at(name) + u"/plan.astrolabe"_s;
  }

 private slots:
  void initTestCase() { dress(); }
  void init() { m_asked.clear(); }

  /// By the keys of a person: Ctrl+S asks, Esc leaves both as they are.
  void cancelLeavesBoth() {
    const QString path = place("cancel");
    auto window = overtaken(path);
    const QByteArray theirs = content(path);
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    QString text;
    ui::whenAsked(window.get(), [&](QWidget* box) {
      m_asked << box->objectName();
      auto* message = qobject_cast<QMessageBox*>(box);
      if (message != nullptr) text = message->text();
      QTest::keyClick(box, Qt::Key_Escape);
    });
    QTest::keySequence(window.get(), QKeySequence(QKeySequence::Save));
    QTRY_COMPARE(m_asked, QStringList{u"changedFileDialog"_s});
    QVERIFY2(text.contains(u"plan.astrolabe"_s), qPrintable(text));
    QCOMPARE(content(path), theirs);
    QCOMPARE(nodesOf(*window), 7);
    QVERIFY(window->isWindowModified());
    answer(window.get(), "changedFile.cancel");
    QVERIFY(!window->saveFile(path));  // it is asked again
    QCOMPARE(m_asked.size(), 2);
  }

  void overwriteIsAsked() {
    const QString path = place("overwrite");
    auto window = overtaken(path);
    QCOMPARE(scenariosIn(path), std::size_t(2));
    answer(window.get(), "changedFile.overwrite");
    QVERIFY(window->saveFile(path));
    QCOMPARE(m_asked, QStringList{u"changedFileDialog"_s});
    QCOMPARE(nodesIn(path), 7);
    QCOMPARE(scenariosIn(path), std::size_t(1));
    QVERIFY(!window->isWindowModified());
    edit(*window, 8);
    QVERIFY(window->saveFile(path));  // our own save is no one else's
    QCOMPARE(m_asked.size(), 1);
  }

  /// The safe answer is the one that Enter gives: the plan goes beside the other one, under a name that is
  /// free.
  void keepBothSavesBeside() {
    const QString path = place("both"), beside = folderOf(path) + u"/plan (2).astrolabe"_s;
    auto window = overtaken(path);
    const QByteArray theirs = content(path);
    QString proposed;
    ui::whenAsked(window.get(), [&](QWidget* box) {
      m_asked << box->objectName();
      ui::whenAsked(window.get(), [&](QWidget* next) {
        auto* dialog = qobject_cast<QFileDialog*>(next);
        if (dialog == nullptr) return next->close(), void();
        proposed = dialog->selectedFiles().value(0);
        QMetaObject::invokeMethod(dialog, "accept");
      });
      QTest::keyClick(box, Qt::Key_Return);
    });
    QVERIFY(window->saveFile(path));
    QCOMPARE(proposed, beside);
    QCOMPARE(content(path), theirs);
    QCOMPARE(nodesIn(beside), 7);
    QCOMPARE(window->document().path(), beside);
    QVERIFY(!window->isWindowModified());
    QCOMPARE(ui::freeNameBeside(path), folderOf(path) + u"/plan (3).astrolabe"_s);
    edit(*window, 8);
    QVERIFY(window->saveFile(beside));
    QCOMPARE(m_asked.size(), 1);
  }

  /// What the other program saved is shown; the own work waits in a copy, comes back by one button, and is
  /// still not saved over the other's unasked.
  void reloadKeepsACopy() {
    const QString path = place("reload"), copies = folderOf(path) + u"/copies"_s;
    auto window = overtaken(path);
    const QByteArray theirs = content(path);
    answer(window.get(), "changedFile.reload");
    QVERIFY(!window->saveFile(path));
    QCOMPARE(nodesOf(*window), 3);  // the scenario that the other program showed last
    QCOMPARE(plan::scenarios(window->document().plan()).size(), std::size_t(2));
    QVERIFY(!window->isWindowModified());
    QCOMPARE(content(path), theirs);
    const QList<ui::LeftBehind> kept = RecoveryKeeper::leftBehind(copies);
    QCOMPARE(kept.size(), 1);
    QVERIFY(kept.front().aside);
    QCOMPARE(kept.front().path, path);
    QCOMPARE(nodesIn(kept.front().copy), 7);
    QVERIFY(fileBanner(*window).message().title.contains(u"read again"_s));
    pressNamed(*window, "fileBanner.restore");
    QCOMPARE(nodesOf(*window), 7);
    QVERIFY(window->isWindowModified());
    QVERIFY(RecoveryKeeper::leftBehind(copies).isEmpty());  // the window keeps it again
    answer(window.get(), "changedFile.cancel");
    QVERIFY(!window->saveFile(path));
    QCOMPARE(m_asked.size(), 2);
    QCOMPARE(content(path), theirs);
  }

  /// Without changes of one's own there is nothing to keep.
  void reloadOfAnUnchangedPlan() {
    const QString path = place("unchanged"), copies = folderOf(path) + u"/copies"_s;
    auto window = opened();
    window->unsavedWork().setFolder(copies);
    QVERIFY(window->saveFile(path));
    addElsewhere(path);
    answer(window.get(), "changedFile.reload");
    QVERIFY(!window->saveFile(path));
    QCOMPARE(scenariosIn(path), std::size_t(2));
    QCOMPARE(plan::scenarios(window->document().plan()).size(), std::size_t(2));
    QVERIFY(RecoveryKeeper::leftBehind(copies).isEmpty());
    QVERIFY(fileBanner(*window).isHidden());
    edit(*window, 9);
    QVERIFY(window->saveFile(path));
    QCOMPARE(m_asked.size(), 1);
  }

  /// Neither a copy that cannot be written nor a file that cannot be read takes the work.
  void reloadTakesNothingThatIsNotKept() {
    const QString path = place("unkept"), blocked = folderOf(path) + u"/blocked"_s;
    auto window = overtaken(path);
    QFile file(blocked);
    QVERIFY(file.open(QIODevice::WriteOnly));
    window->unsavedWork().setFolder(blocked + u"/copies"_s);
    answer(window.get(), "changedFile.reload");
    QVERIFY(!window->saveFile(path));
    QCOMPARE(nodesOf(*window), 7);
    QVERIFY(window->isWindowModified());
    QVERIFY2(fileBanner(*window).message().title.contains(u"not read again"_s),
             qPrintable(fileBanner(*window).message().title));
    pressNamed(*window, "fileBanner.dismiss");

    window->unsavedWork().setFolder(folderOf(path) + u"/copies"_s);
    QFile damaged(path);
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("no plan") > 0);
    damaged.close();
    answer(window.get(), "changedFile.reload");
    QVERIFY(!window->saveFile(path));
    QCOMPARE(nodesOf(*window), 7);
    QVERIFY(window->isWindowModified());
    QCOMPARE(fileBanner(*window).message().code, u"AST-F402"_s);
    QCOMPARE(content(path), QByteArray("no plan"));
  }

  /// Saves of one's own, a touch, a copy put in its place, another spelling of its path: nothing is asked.
  void whatIsNoChangeIsNotAsked() {
    const QString path = place("calm"), link = folderOf(path) + u"/link.astrolabe"_s,
                  other = folderOf(path) + u"/other.astrolabe"_s;
    auto window = opened();
    int nodes = 10;
    const auto saves = [&](const QString& where) {
      edit(*window, ++nodes);
      answer(window.get(), "changedFile.cancel");
      const bool saved = window->saveFile(where);
      return saved && nodesIn(where) == nodes && m_asked.isEmpty();
    };
    QVERIFY(saves(path));
    QVERIFY(saves(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(1), QFileDevice::FileModificationTime));
    file.close();
    QVERIFY(saves(path));
    QVERIFY(QFile::rename(path, other) && QFile::copy(other, path));
    QVERIFY(saves(path));
    QVERIFY(QFile::link(path, link));
    QVERIFY(saves(link));
    QVERIFY(window->openFile(path));
    QVERIFY(saves(path));
    QVERIFY(saves(other));  // the dialog for files asks of another file
    QVERIFY(saves(folderOf(path) + u"/fresh.astrolabe"_s));
    QVERIFY(QFileInfo(link).isSymLink());
  }

  /// It is written again where it was, and that is told.
  void aFileThatIsGoneIsWrittenAgain() {
    const QString path = place("gone");
    auto window = opened();
    QVERIFY(window->saveFile(path));
    edit(*window, 6);
    QVERIFY(QFile::remove(path));
    answer(window.get(), "changedFile.cancel");
    QVERIFY(window->saveFile(path));
    QVERIFY(m_asked.isEmpty());
    QCOMPARE(nodesIn(path), 6);
    const QString told = window->findChild<QLabel*>(u"statusBar.message"_s)->text();
    QVERIFY2(told.contains(u"again"_s), qPrintable(told));
    edit(*window, 8);
    QVERIFY(QDir(folderOf(path)).removeRecursively());
    QVERIFY(!window->saveFile(path));
    QVERIFY2(fileBanner(*window).message().title.contains(u"folder"_s),
             qPrintable(fileBanner(*window).message().title));
    QVERIFY(window->isWindowModified());
  }

  /// A plan that was to be new: another program made the file meanwhile.
  void aNewPlanWhosePlaceIsTaken() {
    const QString path = place("taken");
    auto window = opened();
    QVERIFY(window->openFile(path));  // there is none yet
    QVERIFY(plan::write_plan({plan::sample_plan()}, path.toStdString()));
    const QByteArray theirs = content(path);
    answer(window.get(), "changedFile.cancel");
    QVERIFY(!window->saveFile(path));
    QCOMPARE(m_asked, QStringList{u"changedFileDialog"_s});
    QCOMPARE(content(path), theirs);
  }

  /// Between a crash and the next start another program saved the plan: the work that comes back does not go
  /// over it. Where nobody did, nothing is asked.
  void afterACrash() {
    for (const bool other : {false, true}) {
      const QString path = place(other ? "crash-other" : "crash-alone"), lived = folderOf(path) + u"/lived"_s,
                    left = folderOf(path) + u"/left"_s;
      QVERIFY(QDir().mkpath(left));
      QList<ui::LeftBehind> copies;
      {
        auto window = opened();
        window->unsavedWork().setFolder(lived);
        QVERIFY(window->saveFile(path));
        edit(*window, 9);
        window->prepareForLogout();
        copies = orphaned(lived, left);
      }
      if (other) addElsewhere(path);
      auto window = opened();
      window->unsavedWork().setFolder(folderOf(path) + u"/next"_s);
      window->unsavedWork().offer(copies);
      pressNamed(*window, "fileBanner.restore");
      QCOMPARE(nodesOf(*window), 9);
      m_asked.clear();
      answer(window.get(), "changedFile.cancel");
      QCOMPARE(window->saveFile(path), !other);
      QCOMPARE(m_asked.size(), other ? 1 : 0);
    }
  }

  /// Closing with a save that meets another program's: the window stays until it is settled.
  void closingWaitsForTheAnswer() {
    const QString path = place("closing");
    auto window = overtaken(path);
    window->setAskOnClose(true);
    ui::whenAsked(window.get(), [&](QWidget* box) {
      m_asked << box->objectName();
      answer(window.get(), "changedFile.cancel");
      QTest::mouseClick(qobject_cast<QMessageBox*>(box)->button(QMessageBox::Save), Qt::LeftButton);
    });
    QVERIFY(!window->close());
    QCOMPARE(m_asked, QStringList({u"unsavedDialog"_s, u"changedFileDialog"_s}));
    QVERIFY(window->isVisible());
    QCOMPARE(scenariosIn(path), std::size_t(2));
    window->setAskOnClose(false);
  }

  /// Each answer by the keyboard alone, in the order in which they are read, each with a name.
  void theQuestionByKeys() {
    const QString path = place("keys");
    auto window = overtaken(path);
    QStringList reached;
    ui::whenAsked(window.get(), [&](QWidget* box) {
      const QPointer<QWidget> asked(box);
      const bool active = QTest::qWaitForWindowActive(box);
      for (int turn = 0; turn < 4 && active; ++turn) {
        QWidget* focus = QApplication::focusWidget();
        const auto* button = qobject_cast<QPushButton*>(focus);
        if (button == nullptr || button->text().isEmpty()) break;
        reached << button->objectName();
        QTest::keyClick(focus, Qt::Key_Tab);
      }
      auto* overwrite = box->findChild<QPushButton*>(u"changedFile.overwrite"_s);
      overwrite->setFocus(Qt::TabFocusReason);
      QTest::keyClick(overwrite, Qt::Key_Space);
      if (asked && asked->isVisible()) asked->close();  // a key that does nothing is a failure, not a wait
    });
    QVERIFY(window->saveFile(path));
    reached.sort();
    QCOMPARE(reached, QStringList({u"changedFile.cancel"_s, u"changedFile.keepBoth"_s,
                                   u"changedFile.overwrite"_s, u"changedFile.reload"_s}));
    QCOMPARE(nodesIn(path), 7);
  }

  /// The longest name there is, with signs of four bytes at the cut.
  void aFreeNameOfALongName() {
    const QString name = QString::fromUcs4(U"\U0001F600").repeated(61) + u".astrolabe"_s;
    QVERIFY(name.toUtf8().size() <= 255);
    const QString free = QFileInfo(ui::freeNameBeside(at(name.toUtf8().constData()))).fileName();
    QVERIFY(free.endsWith(u" (2).astrolabe"_s));
    QVERIFY(free.toUtf8().size() <= 255);
    QVERIFY(QString::fromUtf8(free.toUtf8()) == free);
  }
};

}  // namespace tst_changed_file

ASTROLABE_TEST(tst_changed_file, ChangedFileTest)
#include "tst_changed_file.moc"
