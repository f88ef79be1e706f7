// Where panels and bars stand: reset to what a first start shows, kept while they are made anew, brought back
// by the next start, and left alone by a start after one that ended too early.

#include <QDockWidget>
#include <QLockFile>
#include <QMap>
#include <QPointer>
#include <QProcess>
#include <QSettings>
#include <QStatusBar>
#include <QSysInfo>
#include <QToolBar>

#include "app/kept_settings.h"
#include "tests/app/filled_window.h"
#include "tests/app/windows_desk.h"
#include "tests/ui/text_size.h"
#include "ui/render/money.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;

namespace tst_layouts {

namespace {

QDockWidget* dockOf(const MainWindow& window, const char* name) {
  return window.findChild<QDockWidget*>(QLatin1StringView(name));
}

/// What a person sees of the panels and bars, by name; with their places where `places`.
QMap<QString, QString> seen(const MainWindow& window, bool places = true) {
  QMap<QString, QString> all;
  const auto words = [&](const QWidget& widget) {
    const QRect at = widget.geometry();
    return places ? u" %1,%2 %3x%4"_s.arg(at.x()).arg(at.y()).arg(at.width()).arg(at.height()) : QString();
  };
  for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
    QStringList behind;
    for (const QDockWidget* other : window.tabifiedDockWidgets(const_cast<QDockWidget*>(dock)))
      behind << other->objectName();
    behind.sort();
    QString& text = all[dock->objectName()];
    text = u"%1 %2 side %3 with %4"_s
               .arg(dock->isHidden() ? u"hidden"_s : u"shown"_s,
                    dock->isFloating() ? u"floating"_s : u"docked"_s)
               .arg(int(window.dockWidgetArea(const_cast<QDockWidget*>(dock))))
               .arg(behind.join(u' '));
    if (dock->isVisible() && (dock->isFloating() || window.rect().intersects(dock->geometry())))
      text += words(*dock);  // the toolkit puts one that is behind another outside the window
  }
  const auto* bar = window.findChild<QToolBar*>(u"toolBar"_s);
  all[u"toolBar"_s] = (bar->isVisible() ? u"shown"_s : u"hidden"_s) + words(*bar);
  all[u"centre"_s] = words(*window.centralWidget());
  all[u"statusBar"_s] = words(*window.statusBar());
  return all;
}

QString difference(const QMap<QString, QString>& wanted, const QMap<QString, QString>& found) {
  QStringList lines;
  for (const QString& name : (wanted.keys() + found.keys()))
    if (wanted[name] != found[name]) lines << u"%1: %2, not %3"_s.arg(name, found[name], wanted[name]);
  lines.removeDuplicates();
  return lines.join(u'\n');
}

/// All that a person can do to them.
void disturb(MainWindow& window) {
  window.findChild<QToolBar*>(u"toolBar"_s)->hide();
  dockOf(window, "runDock")->hide();
  dockOf(window, "resultsDock")->close();
  dockOf(window, "outlineDock")->show();
  dockOf(window, "paletteDock")->setFloating(true);
  dockOf(window, "paletteDock")->move(700, 300);
  window.addDockWidget(Qt::LeftDockWidgetArea, dockOf(window, "goalDock"));
  window.tabifyDockWidget(dockOf(window, "outlineDock"), dockOf(window, "modelDock"));
}

/// As a person changes what the panels were made for; each makes them anew.
void changeText(MainWindow&) {
  QFont font = QApplication::font();
  font.setPointSize(font.pointSize() + 3);
  QApplication::setFont(font);
}
void changeLanguage(MainWindow& window) {
  QEvent other(QEvent::LanguageChange);
  QApplication::sendEvent(&window, &other);
}
void changeCurrency(MainWindow& window) {
  ui::Preferences preferences;
  preferences.currency = {u"EUR"_s, 0.9, QDate(2026, 11, 1)};
  window.preferences().set(preferences);
}

}  // namespace

class LayoutsTest : public app::HomeTest {
  Q_OBJECT

  QFont m_font;
  using Change = void (*)(MainWindow&);

  static std::unique_ptr<MainWindow> shown(QSize size) {
    auto window = std::make_unique<MainWindow>();
    window->setAskOnClose(false);
    window->bridge().setLive(false);
    window->openSample();
    window->resize(size);
    window->show();
    return window;
  }
  static bool rests(MainWindow& window) {
    QByteArray layout;
    int same = 0;
    return QTest::qWaitFor(
        [&] {
          const QByteArray now = window.panelLayout().saved();
          same = now == layout ? same + 1 : 0;
          layout = now;
          return window.panelLayout().isSettled() && same > 10;
        },
        60'000);
  }
  /// Does it, and waits for the new panels.
  static bool remade(MainWindow& window, Change change) {
    const QPointer<QDockWidget> old = dockOf(window, "goalDock");
    change(window);
    return QTest::qWaitFor([&] { return !old; }, 60'000) && rests(window);
  }

 private slots:
  void initTestCase() {
    ui::dress();
    m_font = QApplication::font();
  }
  void init() { enter(); }
  void cleanup() {
    QApplication::setFont(m_font);
    ui::setCurrentCurrency({});
    leave();
  }

  void resetShowsWhatAFirstStartShows_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("large") << QSize(1600, 1000);
    QTest::newRow("panels behind each other") << QSize(1100, 700);
  }
  void resetShowsWhatAFirstStartShows() {
    QFETCH(QSize, size);
    auto window = shown(size);
    QVERIFY(rests(*window));
    const QMap<QString, QString> first = seen(*window);
    QVERIFY(first[u"toolBar"_s].startsWith(u"shown"_s) && first[u"runDock"_s].startsWith(u"shown docked"_s));
    QVERIFY(first[u"outlineDock"_s].startsWith(u"hidden docked"_s));
    disturb(*window);
    QVERIFY(rests(*window));
    QVERIFY(!window->findChild<QToolBar*>(u"toolBar"_s)->isVisible());
    QVERIFY(dockOf(*window, "paletteDock")->isFloating() && !dockOf(*window, "runDock")->isVisible());
    window->actions()["actionResetLayout"]->trigger();
    QVERIFY(rests(*window));
    const QString other = difference(first, seen(*window));
    QVERIFY2(other.isEmpty(), qPrintable(other));
    QVERIFY(window->actions()["actionShowResults"]->isChecked());
    QVERIFY(!window->actions()["actionShowOutline"]->isChecked());
  }

  void madeAnew_data() {
    QTest::addColumn<Change>("change");
    QTest::newRow("text size") << &changeText;
    QTest::newRow("language") << &changeLanguage;
    QTest::newRow("currency") << &changeCurrency;
  }
  /// Panels that are made anew stand where the old ones stood, and a reset afterwards is that of a window
  /// which begins so.
  void madeAnew() {
    QFETCH(Change, change);
    auto window = shown({1600, 1000});
    QVERIFY(rests(*window));
    dockOf(*window, "modelDock")->setFloating(true);
    dockOf(*window, "resultsDock")->hide();
    dockOf(*window, "outlineDock")->show();
    window->addDockWidget(Qt::RightDockWidgetArea, dockOf(*window, "paletteDock"));
    QVERIFY(rests(*window));
    const QMap<QString, QString> before = seen(*window, false);
    QVERIFY(remade(*window, change));
    QString other = difference(before, seen(*window, false));
    QVERIFY2(other.isEmpty(), qPrintable(other));
    for (const QDockWidget* dock :
         window->findChildren<QDockWidget*>())  // also the one that floats is painted
      QVERIFY2(dock->updatesEnabled() && dock->widget()->updatesEnabled(), qPrintable(dock->objectName()));
    disturb(*window);
    QVERIFY(rests(*window));
    window->actions()["actionResetLayout"]->trigger();
    QVERIFY(rests(*window));
    auto fresh = shown({1600, 1000});
    QVERIFY(rests(*fresh));
    other = difference(seen(*fresh), seen(*window));
    QVERIFY2(other.isEmpty(), qPrintable(other));
  }

  void A82_leftMaximisedOrFull_data() {
    QTest::addColumn<int>("state");
    QTest::newRow("maximised") << int(Qt::WindowMaximized);
    QTest::newRow("full screen") << int(Qt::WindowFullScreen);
  }
  /// A window that was left so opens so, its panels where they were, and lives through what makes them anew.
  void A82_leftMaximisedOrFull() {
    QFETCH(int, state);
    app::Session session;
    QMap<QString, QString> before;
    {
      MainWindow window;
      window.setAskOnClose(false);
      window.bridge().setLive(false);
      session.restore(window);
      window.openSample();
      window.setWindowState(Qt::WindowState(state));
      window.show();
      QVERIFY(rests(window));
      dockOf(window, "goalDock")->hide();
      window.resizeDocks({dockOf(window, "paletteDock")}, {350}, Qt::Horizontal);
      QVERIFY(rests(window));
      before = seen(window);
      session.store(window);
    }
    MainWindow next;
    next.setAskOnClose(false);
    next.bridge().setLive(false);
    session.restore(next);
    next.openSample();
    next.show();
    next.resize(next.size() + QSize(40, 40));  // as a desktop sizes it that is about to maximise it
    QVERIFY(rests(next));
    QCOMPARE(int(next.windowState() & ~Qt::WindowActive), state);
    QCOMPARE(next.actions()["actionFullScreen"]->isChecked(), state == Qt::WindowFullScreen);
    QCOMPARE(dockOf(next, "paletteDock")->width(), 350);
    QVERIFY(dockOf(next, "goalDock")->isHidden());
    QVERIFY(remade(next, &changeLanguage));
    QCOMPARE(dockOf(next, "paletteDock")->width(), 350);
    const QString other = difference(before, seen(next));
    if (next.size() == QSize(1920, 1080)) QVERIFY2(other.isEmpty(), qPrintable(other));
  }

  /// Panels that a person put behind each other stay so in a window with room for both; those that had no
  /// room come apart with it.
  void tabsOfAPersonStay() {
    auto window = shown({1600, 1000});
    QVERIFY(rests(*window));
    QDockWidget *model = dockOf(*window, "modelDock"), *goal = dockOf(*window, "goalDock");
    window->tabifyDockWidget(model, goal);
    window->resize(1500, 950);
    QVERIFY(rests(*window));
    QVERIFY(window->tabifiedDockWidgets(model).contains(goal));
    window->panelLayout().reset();
    QVERIFY(window->tabifiedDockWidgets(model).isEmpty());
    window->resize(1100, 700);
    QTRY_VERIFY(window->tabifiedDockWidgets(model).contains(goal));
    window->resize(1500, 950);
    QTRY_VERIFY(window->tabifiedDockWidgets(model).isEmpty());
    // Where they stand on two sides, none is taken from there.
    window->addDockWidget(Qt::LeftDockWidgetArea, model);
    window->resize(1100, 700);
    QVERIFY(rests(*window));
    QCOMPARE(window->dockWidgetArea(model), Qt::LeftDockWidgetArea);
    QCOMPARE(window->dockWidgetArea(goal), Qt::RightDockWidgetArea);
  }

  /// What a start with text of another size makes of the panels is nothing to the next start.
  void passingTextLeavesNoMarks() {
    const auto start = [](bool passing, auto act) {
      app::Session session;
      session.setPassingText(passing);
      MainWindow window;
      window.setAskOnClose(false);
      window.bridge().setLive(false);
      session.restore(window);
      window.openSample();
      window.show();
      QVERIFY(rests(window));
      act(window);
      session.store(window);
    };
    start(false, [](MainWindow& window) { dockOf(window, "goalDock")->hide(); });
    {
      const auto text = ui::TextSize::points(24);
      start(true, [](MainWindow& window) {
        QVERIFY(!dockOf(window, "goalDock")->isHidden());
        dockOf(window, "modelDock")->hide();
      });
    }
    start(false, [](MainWindow& window) {
      QVERIFY(dockOf(window, "goalDock")->isHidden());
      QVERIFY(!dockOf(window, "modelDock")->isHidden());
    });
  }

  /// Full screen is left for what was before it.
  void fullScreenIsLeftForMaximised() {
    auto window = shown({1280, 800});
    window->setWindowState(Qt::WindowMaximized);
    QVERIFY(rests(*window));
    window->actions()["actionFullScreen"]->trigger();
    QTRY_VERIFY(window->isFullScreen());
    window->actions()["actionFullScreen"]->trigger();
    QTRY_VERIFY(!window->isFullScreen() && window->isMaximized());
  }

  /// The mark of a start stands until its window does; what an ended process left of it sets the layout
  /// aside.
  void aStartThatEndedEarly() {
    const QString mark = app::Session::stateFolder() + u"/starting"_s;
    const QString state = app::Session::stateFolder() + u"/window.ini"_s;
    {
      app::Session session;
      prefer(session, ui::AtStart::Sample);
      app::Windows windows(session);
      MainWindow& window = windows.open();
      window.setAskOnClose(false);
      QVERIFY(QFile::exists(mark));
      QTRY_VERIFY(window.panelLayout().isSettled());
      QVERIFY(!QFile::exists(mark));
      QVERIFY(!window.findChild<QWidget*>(u"layoutBanner"_s)->isVisible());
      dockOf(window, "paletteDock")->hide();
      window.close();
    }
    QVERIFY(QSettings(state, QSettings::IniFormat).contains(u"layout"_s));
    // One that starts beside it is none that has ended.
    {
      QLockFile other(mark);
      QVERIFY(other.tryLock(0));
      app::Session session;
      app::Windows windows(session);
      MainWindow& window = windows.open();
      QTRY_VERIFY(window.panelLayout().isSettled());
      QVERIFY(dockOf(window, "paletteDock")->isHidden());
      QVERIFY(QFile::exists(mark));
      window.setAskOnClose(false);
      window.close();
    }
    QVERIFY(!QFile::exists(mark));
    QProcess gone;
    gone.start(u"true"_s, {});
    QVERIFY(gone.waitForStarted());
    const QByteArray number = QByteArray::number(gone.processId());
    gone.waitForFinished();
    put(u"mark"_s, number + '\n' + QCoreApplication::applicationName().toUtf8() + '\n' +
                       QSysInfo::machineHostName().toUtf8() + '\n');
    QVERIFY(QFile::rename(at(u"mark"_s), mark));
    const QByteArray layout = QSettings(state, QSettings::IniFormat).value(u"layout"_s).toByteArray();
    app::Session session;
    app::Windows windows(session);
    MainWindow& window = windows.open();
    window.setAskOnClose(false);
    auto* banner = window.findChild<ui::Banner*>(u"layoutBanner"_s);
    QVERIFY(banner->isVisible());
    QVERIFY(banner->message().title.contains(u"without the saved layout"_s));
    QVERIFY(!dockOf(window, "paletteDock")->isHidden());
    QCOMPARE(QSettings(state, QSettings::IniFormat).value(u"aside/layout"_s).toByteArray(), layout);
    QVERIFY(!QSettings(state, QSettings::IniFormat).contains(u"layout"_s));
    QTRY_VERIFY(window.panelLayout().isSettled());
    QVERIFY(!QFile::exists(mark));
    // It is told until it was read, also by panels that are made anew.
    QVERIFY(remade(window, &changeLanguage));
    QVERIFY(window.findChild<ui::Banner*>(u"layoutBanner"_s)->isVisible());
    ui::pressNamed(window, "layoutBanner.dismiss");
    QVERIFY(remade(window, &changeLanguage));
    QVERIFY(!window.findChild<ui::Banner*>(u"layoutBanner"_s)->isVisible());
    window.close();
    QVERIFY(QSettings(state, QSettings::IniFormat).contains(u"layout"_s));
  }

  /// How a window stands is kept while it is used: a crash finds it.
  void keptWhileItIsUsed() {
    const auto kept = [](const QString& key) {
      return app::KeptSettings(app::Session::stateFolder() + u"/window.ini"_s).value(key).toByteArray();
    };
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    app::Windows windows(session);
    MainWindow& window = windows.open();
    window.setAskOnClose(false);
    QTRY_VERIFY(window.panelLayout().isSettled());
    for (const char* name : {"paletteDock", "modelDock", "goalDock", "resultsDock"}) {
      QVERIFY(window.actions()["actionDocks"]->isChecked());
      dockOf(window, name)->hide();
    }
    QVERIFY(!window.actions()["actionDocks"]->isChecked());  // the next press shows them
    QTRY_COMPARE(kept(u"layout"_s), window.panelLayout().saved());
    window.setWindowState(Qt::WindowFullScreen);
    QTRY_VERIFY(window.isFullScreen());
    QTRY_COMPARE(kept(u"geometry"_s), window.saveGeometry());
    window.close();
  }

  /// A window that was closed before it stood leaves what is kept as it is.
  void closedBeforeItStands() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    app::Windows windows(session);
    MainWindow& window = windows.open();
    window.setAskOnClose(false);
    window.close();
    QVERIFY(!QFile::exists(app::Session::stateFolder() + u"/starting"_s));
    QVERIFY(!QSettings(app::Session::stateFolder() + u"/window.ini"_s, QSettings::IniFormat)
                 .contains(u"layout"_s));
  }
};

}  // namespace tst_layouts

ASTROLABE_TEST(tst_layouts, LayoutsTest)
#include "tst_layouts.moc"
