// The whole window, started as a person starts it the first time: the sample is searched without a click.

#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSet>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "core/plan/plan_file.h"
#include "ui/render/theme.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;
using State = ui::SearchBridge::State;

namespace {

void collect(const QMenu* menu, QSet<QString>& names) {
  for (const QAction* action : menu->actions()) {
    if (action->menu()) collect(action->menu(), names);
    names << action->objectName();
  }
}

std::unique_ptr<MainWindow> opened() {
  auto window = std::make_unique<MainWindow>();
  window->setAskOnClose(false);
  window->openSample();
  window->show();
  return window;
}

bool ended(MainWindow& window) {
  return QTest::qWaitFor(
      [&] { return window.bridge().state() == State::Finished && !window.bridge().isStale(); }, 30'000);
}

}  // namespace

class WindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale::c());
    ui::applyTheme(ui::ThemeMode::Light);
    QApplication::setStyle(new ui::AstrolabeStyle);
    ui::applyTheme(ui::ThemeMode::Light);
  }

  void A01_firstStartFinishesTheSample() {
    auto window = std::make_unique<MainWindow>();
    window->setAskOnClose(false);
    QElapsedTimer clock;
    window->openSample();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    clock.start();
    QVERIFY(ended(*window));
    qInfo("search ended %lld ms after the window was shown", clock.elapsed());
    QVERIFY2(clock.elapsed() < 1000, qPrintable(u"%1 ms"_s.arg(clock.elapsed())));
    const plan::SnapshotPtr snapshot = window->bridge().snapshot();
    QVERIFY(snapshot);
    QVERIFY(!snapshot->best.empty());
    QCOMPARE(window->selection().rank(), 0);
    QVERIFY(window->findChild<QWidget*>(u"rankingView"_s));
    QVERIFY(window->findChild<QLabel*>(u"runBar.best"_s)->text() != u"—"_s);
    QVERIFY(!window->isWindowModified());
    QVERIFY(window->windowTitle().contains(u"Astrolabe"_s));
  }

  void everyActionStandsInAMenu() {
    auto window = opened();
    QSet<QString> names;
    for (const QAction* action : window->menuBar()->actions()) {
      QVERIFY(action->menu());
      collect(action->menu(), names);
    }
    for (const QAction* action : window->actions().all())
      QVERIFY2(names.contains(action->objectName()), qPrintable(action->objectName()));
  }

  void A86_namesThatOthersRelyOn() {
    auto window = opened();
    for (const char* name :
         {"paletteView", "clusterView", "modelPanel", "goalPanel", "runBar", "runBar.state",
          "runBar.evaluated", "runBar.pruned", "runBar.elapsed", "runBar.best", "runBar.bound", "runBar.gap",
          "rankingView", "paletteDock", "modelDock", "goalDock", "resultsDock", "toolBar", "statusBar"})
      QVERIFY2(window->findChild<QWidget*>(QLatin1StringView(name)), name);
  }

  void everyControlHasANameAndATabStop() {
    auto window = opened();
    for (QWidget* widget : window->findChildren<QWidget*>()) {
      const auto* button = qobject_cast<QAbstractButton*>(widget);
      if (!widget->isVisibleTo(window.get()) || !button) continue;
      if (widget->objectName().startsWith(u"qt_"_s) ||
          widget->parentWidget()->objectName().startsWith(u"qt_"_s))
        continue;
      if (QByteArray(widget->parentWidget()->metaObject()->className()).contains("QTabBar")) continue;
      if (QByteArray(widget->metaObject()->className()).contains("LineEditIcon")) continue;
      const QString told = widget->objectName() + u" / "_s + button->text();
      QVERIFY2(!widget->objectName().isEmpty(), qPrintable(told));
      QVERIFY2(!widget->accessibleName().isEmpty() || !button->text().isEmpty(), qPrintable(told));
      QVERIFY2(widget->focusPolicy() & Qt::TabFocus, qPrintable(told));
    }
  }

  void editsMarkTheTitleAndUndoClearsIt() {
    auto window = opened();
    QVERIFY(ended(*window));
    plan::Plan next = window->document().plan();
    auto* panel = window->findChild<ui::ModelPanel*>(u"modelPanel"_s);
    QVERIFY(panel->loadPreset(u"llama-3.1-8b"_s));
    QVERIFY(window->isWindowModified());
    QVERIFY(window->bridge().isStale());
    QVERIFY(!window->findChild<QLabel*>(u"runBar.stale"_s)->isHidden());
    window->actions()["actionUndo"]->trigger();
    QVERIFY(!window->isWindowModified());
    QVERIFY(window->document().plan() == next);
    QVERIFY(ended(*window));
    QVERIFY(!window->bridge().isStale());
  }

  void A23_savedPlansReopen() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.astrolabe"_s);
    auto window = opened();
    QVERIFY(ended(*window));
    QVERIFY(window->findChild<ui::ModelPanel*>(u"modelPanel"_s)->loadPreset(u"llama-3.1-8b"_s));
    QSignalSpy used(window.get(), &MainWindow::fileUsed);
    QVERIFY(window->saveFile(path));
    QCOMPARE(used.size(), 1);
    QVERIFY(!window->isWindowModified());
    const auto file = plan::read_plan(path.toStdString());
    QVERIFY(file.has_value());
    QVERIFY(file->plan == window->document().plan());
    const plan::Plan saved = window->document().plan();
    window->close();  // a file is open in one window at a time
    auto second = std::make_unique<MainWindow>();
    second->setAskOnClose(false);
    QVERIFY(second->openFile(path));
    QVERIFY(second->document().plan() == saved);
  }

  void aWrongFileChangesNothing() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"wrong.astrolabe"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "not a plan at all, but long enough to hold a header of a hundred bytes if it were one, which it is "
        "not");
    file.close();
    auto window = opened();
    const plan::Plan before = window->document().plan();
    QVERIFY(!window->openFile(path));
    QVERIFY(window->document().plan() == before);
    auto* banner = window->findChild<ui::Banner*>(u"fileBanner"_s);
    QVERIFY(banner->isVisible());
    QCOMPARE(banner->message().code, u"AST-F402"_s);
  }

  void savingIntoNothingIsTold() {
    auto window = opened();
    QVERIFY(window->findChild<ui::ModelPanel*>(u"modelPanel"_s)->loadPreset(u"llama-3.1-8b"_s));
    QVERIFY(!window->saveFile(u"/nonexistent/folder/a.astrolabe"_s));
    QVERIFY(window->isWindowModified());
    QCOMPARE(window->findChild<ui::Banner*>(u"fileBanner"_s)->message().code, u"AST-F404"_s);
  }

  void A69_themesSwitchWithoutRestart() {
    auto window = opened();
    QVERIFY(!ui::currentTheme().isDark());
    window->actions()["actionToggleTheme"]->trigger();
    QVERIFY(ui::currentTheme().isDark());
    QCOMPARE(QApplication::palette().color(QPalette::Window), ui::currentTheme().window);
    window->actions()["actionToggleTheme"]->trigger();
    QVERIFY(!ui::currentTheme().isDark());
  }

  void A18_closingWhileSearchingIsQuick() {
    auto window = opened();
    QElapsedTimer clock;
    clock.start();
    window->close();
    window.reset();
    QVERIFY2(clock.elapsed() < 500, qPrintable(u"%1 ms"_s.arg(clock.elapsed())));
  }

  void A82_nothingIsLostInASmallWindow() {
    auto window = opened();
    window->resize(1024, 680);
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QCOMPARE(window->size(), QSize(1024, 680));
    QVERIFY(ended(*window));
    for (const char* name : {"runBar.state", "runBar.best", "runBar.gap"}) {
      const auto* widget = window->findChild<QWidget*>(QLatin1StringView(name));
      const QRect place(widget->mapTo(window.get(), QPoint()), widget->size());
      QVERIFY2(window->rect().contains(place), name);
      QVERIFY2(widget->isVisible(), name);
    }
  }
};

QTEST_MAIN(WindowTest)
#include "tst_window.moc"
