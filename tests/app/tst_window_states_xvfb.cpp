// However a window is left, it opens again, on a real X server under a window manager: maximised, full
// screen, with panels moved, hidden, floating and tabbed, in every text size, language, theme and currency,
// on a screen that is gone, after a start that was killed; and random walks with starts between. A slice of
// it, unless ASTROLABE_FULL is set.

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QSettings>
#include <QSysInfo>
#include <functional>
#include <optional>
#include <utility>

#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "tests/program/driven_window.h"
#include "tests/program/walk_driver.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;
using tests::Desk;
using tests::DrivenWindow;
using tests::Standing;

namespace {

constexpr QSize kSizes[] = {{1280, 800}, {1920, 1080}, {2560, 1440}};
constexpr int kMaximised = Qt::WindowMaximized, kFullScreen = Qt::WindowFullScreen;

bool isFull() { return qEnvironmentVariableIsSet("ASTROLABE_FULL"); }

QJsonObject panel(const Standing& standing, const char* name) {
  return standing.panels[QLatin1StringView(name)].toObject();
}
bool is(const Standing& standing, const char* name, const char* fact) {
  return panel(standing, name)[QLatin1StringView(fact)].toBool();
}
QRect rectOf(const QJsonValue& value) {
  const QJsonArray sides = value.toArray();
  return {sides[0].toInt(), sides[1].toInt(), sides[2].toInt(), sides[3].toInt()};
}

/// A state, how a person brings a window of the first layout into it, and whether it is in it.
struct State {
  const char* name;
  std::function<void(DrivenWindow&, Desk&)> enter;
  std::function<bool(const Standing&)> holds;
};

void drag(DrivenWindow& window, const QString& panel, QPoint to) {
  window.drag(window.place(panel).topLeft() + QPoint(60, 14), to);
}

const State kStates[] = {
    {"maximised", [](DrivenWindow& w, Desk&) { w.keys({u"super+m"_s}); },
     [](const Standing& s) { return s.state == kMaximised; }},
    {"full screen", [](DrivenWindow& w, Desk&) { w.keys({u"F11"_s}); },
     [](const Standing& s) { return s.state == kFullScreen; }},
    {"full screen by its frame", [](DrivenWindow& w, Desk&) { w.keys({u"super+f"_s}); },
     [](const Standing& s) { return s.state == kFullScreen; }},
    {"maximised, then full screen",
     [](DrivenWindow& w, Desk&) {
       w.keys({u"super+m"_s});
       w.settle();
       w.keys({u"F11"_s});
     },
     [](const Standing& s) { return (s.state & kFullScreen) != 0; }},
    {"moved and sized",
     [](DrivenWindow& w, Desk& d) {
       const QString id = w.ask(u"look"_s)[u"main"_s].toArray()[0].toObject()[u"id"_s].toString();
       d.x.tool({u"windowsize"_s, id, u"1130"_s, u"710"_s});
       w.settle();
       d.x.tool({u"windowmove"_s, id, u"90"_s, u"40"_s});
     },
     [](const Standing& s) { return s.place.size() == QSize(1130, 710); }},
    {"without panels", [](DrivenWindow& w, Desk&) { w.keys({u"F9"_s}); },
     [](const Standing& s) { return !is(s, "paletteDock", "shown") && !is(s, "resultsDock", "shown"); }},
    {"another panel", [](DrivenWindow& w, Desk&) { w.choose(u"actionShowOutline"_s); },
     [](const Standing& s) { return is(s, "outlineDock", "shown"); }},
    {"a panel floating",
     [](DrivenWindow& w, Desk&) { w.click(w.place(u"paletteDock"_s).topLeft() + QPoint(60, 14), 2); },
     [](const Standing& s) { return is(s, "paletteDock", "floating"); }},
    {"maximised with a panel floating",
     [](DrivenWindow& w, Desk& d) {
       w.keys({u"super+m"_s});
       w.stands();
       drag(w, u"paletteDock"_s, QPoint(d.size().width() / 2, 300));
     },
     [](const Standing& s) { return s.state == kMaximised && is(s, "paletteDock", "floating"); }},
    {"a panel moved",
     [](DrivenWindow& w, Desk&) {
       drag(w, u"paletteDock"_s, w.standing().place.topRight() + QPoint(-8, w.standing().place.height() / 2));
     },
     [](const Standing& s) { return panel(s, "paletteDock")[u"area"_s].toInt() == Qt::RightDockWidgetArea; }},
    {"panels tabbed",
     [](DrivenWindow& w, Desk&) {
       w.keys({u"super+m"_s});
       w.stands();
       if (!w.place(u"goalDock"_s).isEmpty()) drag(w, u"goalDock"_s, w.place(u"paletteDock"_s).center());
     },
     [](const Standing& s) { return panel(s, "goalDock")[u"tabs"_s].toString() == "paletteDock"_L1; }},
    {"a view beside the others", [](DrivenWindow& w, Desk&) { w.keys({u"ctrl+shift+b"_s}); },
     [](const Standing&) { return true; }},
};

/// A picture to look at, where they are asked for.
void keep(const Desk& desk, const QString& name) {
  if (const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES"); !folder.isEmpty())
    desk.x.screen().save(u"%1/%2 %3.png"_s.arg(folder, name).arg(desk.size().height()).replace(u' ', u'-'));
}

/// What the program likes, as it keeps it.
void prefer(const QString& home, const QVariantMap& wishes) {
  QSettings settings(home + u"/config/astrolabe/astrolabe.ini"_s, QSettings::IniFormat);
  for (auto wish = wishes.begin(); wish != wishes.end(); ++wish) settings.setValue(wish.key(), wish.value());
}

/// The mark of a start whose process has ended.
bool markStart(const QString& home) {
  QProcess gone;
  gone.start(u"true"_s, {});
  if (!gone.waitForStarted()) return false;
  const qint64 id = gone.processId();
  gone.waitForFinished();
  QDir().mkpath(home + u"/state/astrolabe"_s);
  QFile mark(home + u"/state/astrolabe/starting"_s);
  return mark.open(QIODevice::WriteOnly) && mark.write(QByteArray::number(id) + "\nastrolabe\n" +
                                                       QSysInfo::machineHostName().toUtf8() + '\n') > 0;
}

}  // namespace

class WindowStatesTest : public QObject {
  Q_OBJECT

  /// Back to a window of the first layout that is neither maximised nor full screen.
  static bool plain(DrivenWindow& window, Desk& desk) {
    const auto leave = [&](int state, const QString& key) {
      if ((window.standing().state & state) == 0) return true;
      window.keys({key});
      return window.comes([&](const Standing& s) { return (s.state & state) == 0; });
    };
    window.activate();
    if (!leave(kFullScreen, u"super+f"_s) || !leave(kMaximised, u"super+m"_s)) return false;
    const QString id = window.ask(u"look"_s)[u"main"_s].toArray()[0].toObject()[u"id"_s].toString();
    const QSize first = m_first.place.size();
    desk.x.tool({u"windowsize"_s, id, QString::number(first.width()), QString::number(first.height())});
    if (!window.comes([&](const Standing& s) { return s.place.size() == first; })) return false;
    if (!window.choose(u"actionResetLayout"_s))
      return window.fail(u"the layout cannot be reset, %1 waits"_s.arg(window.waiting()));
    return window.stands();
  }
  static inline Standing m_first;

 private slots:
  void everyStateOpensAgain_data() {
    QTest::addColumn<int>("which");
    for (int which = 0; which < 3; ++which)
      QTest::addRow("%dx%d", kSizes[which].width(), kSizes[which].height()) << which;
  }
  /// Quit and started again in each state, and put back to what a first start shows afterwards.
  void everyStateOpensAgain() {
    QFETCH(int, which);
    Desk desk;
    QVERIFY2(desk.start(kSizes[which]), "Xvfb or openbox is missing: install the packages xvfb and openbox");
    prefer(desk.x.home.path(), {{u"hints"_s, false}});
    auto window = std::make_unique<DrivenWindow>(desk);
    QVERIFY2(window->start(), qPrintable(window->trouble()));
    m_first = window->standing();
    const QJsonObject main = window->ask(u"look"_s)[u"main"_s].toArray()[0].toObject();
    QVERIFY(QRect(QPoint(), kSizes[which]).contains(rectOf(main[u"frame"_s])));
    QVERIFY(m_first.place.width() >= kSizes[which].width() * 0.8);
    int number = 0;
    for (const State& state : kStates) {
      const bool always = qstrcmp(state.name, "maximised") == 0 || qstrcmp(state.name, "full screen") == 0;
      if (!isFull() && !always && number++ % 3 != which) continue;
      QVERIFY2(window->trouble().isEmpty(), qPrintable(window->trouble()));
      window->activate();
      state.enter(*window, desk);
      QVERIFY2(window->comes(state.holds),
               qPrintable(QLatin1StringView(state.name) + u": "_s + window->trouble()));
      const Standing before = window->standing();
      QVERIFY2(window->quit(), qPrintable(QLatin1StringView(state.name) + u": "_s + window->trouble()));
      window = std::make_unique<DrivenWindow>(desk);
      QVERIFY2(window->start(), qPrintable(QLatin1StringView(state.name) + u": "_s + window->trouble()));
      const QStringList other = tests::differences(before, window->standing(), desk.size());
      QVERIFY2(other.isEmpty(), qPrintable(QLatin1StringView(state.name) + u": "_s + other.join(u", "_s)));
      keep(desk, u"state %1"_s.arg(QLatin1StringView(state.name)));
      QVERIFY2(plain(*window, desk), qPrintable(QLatin1StringView(state.name) + u": "_s + window->trouble()));
      keep(desk, u"reset after %1"_s.arg(QLatin1StringView(state.name)));
      const QStringList kept = tests::differences(m_first, window->standing(), desk.size());
      QVERIFY2(kept.isEmpty(),
               qPrintable(u"reset after %1: "_s.arg(QLatin1StringView(state.name)) + kept.join(u", "_s)));
    }
    QVERIFY2(window->quit(), qPrintable(window->trouble()));
  }

  void everyLookOpensAgain_data() { everyStateOpensAgain_data(); }
  /// Maximised, in every text size, language, theme and currency.
  void everyLookOpensAgain() {
    QFETCH(int, which);
    Desk desk;
    QVERIFY(desk.start(kSizes[which]));
    prefer(desk.x.home.path(), {{u"hints"_s, false}});
    {
      DrivenWindow window(desk);
      QVERIFY2(window.start(), qPrintable(window.trouble()));
      window.keys({u"super+m"_s});
      QVERIFY2(window.comes([](const Standing& s) { return s.state == kMaximised; }) && window.quit(),
               qPrintable(window.trouble()));
    }
    const QStringList languages{u"en"_s, u"zh_CN"_s}, themes{u"light"_s, u"dark"_s, u"high-contrast"_s};
    const QList<int> usual{8, 24};
    int turn = 0;
    for (int points = 8; points <= 24; ++points) {
      if (!isFull() && points != usual.value(which)) continue;
      QVariantMap wishes{{u"points"_s, points},
                         {u"language"_s, languages[(turn + which) % 2]},
                         {u"theme"_s, themes[(turn + which) % 3]},
                         {u"currency"_s, turn % 2 ? u"USD"_s : u"EUR"_s},
                         {u"currencyPerUsd"_s, turn % 2 ? 1.0 : 0.9},
                         {u"currencyDate"_s, u"2026-11-01"_s}};
      ++turn;
      prefer(desk.x.home.path(), wishes);
      DrivenWindow window(desk);
      QVERIFY2(window.start(), qPrintable(QString::number(points) + u" pt: "_s + window.trouble()));
      const Standing now = window.standing();
      QCOMPARE(now.points, points);
      QCOMPARE(now.state, kMaximised);
      for (const char* name : {"toolBar", "runDock", "resultsDock", "paletteDock", "modelDock", "goalDock"})
        QVERIFY2(is(now, name, "shown"), name);
      keep(desk, u"text %1"_s.arg(points));
      QVERIFY2(window.quit(), qPrintable(window.trouble()));
    }
  }

  /// Left in the far corner of a large screen, begun on a small one.
  void aScreenThatIsGone() {
    const QTemporaryDir home;
    prefer(home.path(), {{u"hints"_s, false}});
    {
      Desk large;
      QVERIFY(large.start(kSizes[2], home.path()));
      DrivenWindow window(large);
      QVERIFY2(window.start({u"--size"_s, u"1300x800"_s}), qPrintable(window.trouble()));
      QCOMPARE(window.standing().place.size(), QSize(1300, 800));
      const QString id = window.ask(u"look"_s)[u"main"_s].toArray()[0].toObject()[u"id"_s].toString();
      large.x.tool({u"windowmove"_s, id, u"1240"_s, u"600"_s});
      QVERIFY(window.stands());
      drag(window, u"modelDock"_s, {2300, 500});
      QVERIFY2(window.comes([](const Standing& s) { return is(s, "modelDock", "floating"); }),
               qPrintable(window.trouble()));
      QVERIFY2(window.quit(), qPrintable(window.trouble()));
    }
    Desk small;
    QVERIFY(small.start(kSizes[0], home.path()));
    DrivenWindow window(small);
    QVERIFY2(window.start(), qPrintable(window.trouble()));
    const QRect screen(QPoint(), kSizes[0]);
    QVERIFY(screen.contains(rectOf(window.ask(u"look"_s)[u"main"_s].toArray()[0].toObject()[u"frame"_s])));
    QVERIFY(is(window.standing(), "modelDock", "floating"));
    QVERIFY(screen.contains(rectOf(panel(window.standing(), "modelDock")[u"rect"_s])));
    QVERIFY2(window.quit(), qPrintable(window.trouble()));
  }

  /// A size on the command line is that of the window, also of one that was maximised.
  void aSizeAlone() {
    Desk desk;
    QVERIFY(desk.start(kSizes[1]));
    for (const bool maximise : {true, false}) {
      DrivenWindow window(desk);
      QVERIFY2(window.start({u"--size"_s, u"1111x777"_s}), qPrintable(window.trouble()));
      QCOMPARE(window.standing().place.size(), QSize(1111, 777));
      QCOMPARE(window.standing().state, 0);
      if (maximise) window.keys({u"super+m"_s});
      QVERIFY2(window.stands() && window.quit(), qPrintable(window.trouble()));
    }
  }

  /// In another size of text the window of rules is made anew beside the preferences, which keep the keys.
  void preferencesKeepTheKeys() {
    Desk desk;
    QVERIFY(desk.start(kSizes[1]));
    prefer(desk.x.home.path(), {{u"hints"_s, false}});
    DrivenWindow window(desk);
    QVERIFY2(window.start(), qPrintable(window.trouble()));
    const int points = window.standing().points;
    QVERIFY2(window.choose(u"actionRules"_s) && window.stands(), qPrintable(window.trouble()));
    window.activate();
    window.keys({u"ctrl+comma"_s});
    const auto asks = [&] { return window.waiting() == u"preferencesDialog" || !window.trouble().isEmpty(); };
    QVERIFY(QTest::qWaitFor(asks, 30'000));
    QRect field;
    const auto placed = [&] {  // the window manager moves it once it is shown
      const QRect now = window.place(u"preferencesDialog.points"_s);
      const bool still = !now.isEmpty() && now == std::exchange(field, now);
      QTest::qWait(300);
      return still;
    };
    QVERIFY(QTest::qWaitFor(placed, 30'000));
    window.click(QPoint(field.left() + 8, field.center().y()));
    window.keys({u"Up"_s, u"Up"_s, u"Up"_s, u"Up"_s});
    QVERIFY2(window.comes([&](const Standing& s) { return s.points != points; }),
             qPrintable(window.trouble()));
    QVERIFY2(window.closeDialogs(), qPrintable(window.trouble()));
    QVERIFY2(window.quit(), qPrintable(window.trouble()));
  }

  /// A preview that waited for figures comes while a menu is open: it has the keys.
  void aDialogThatComesLate() {
    Desk desk;
    QVERIFY(desk.start(kSizes[1]));
    prefer(desk.x.home.path(), {{u"hints"_s, false}});
    const QString path = desk.x.home.filePath(u"two.astrolabe"_s);
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    QVERIFY(plan::write_plan(file, path.toStdString()).has_value());
    DrivenWindow window(desk);
    QVERIFY2(window.start({path}), qPrintable(window.trouble()));
    const auto offered = [&] {
      const QJsonArray names = window.ask(u"actions"_s)[u"actions"_s].toArray();
      return names.contains(u"actionPrintPreview"_s) || !window.trouble().isEmpty();
    };
    QVERIFY(QTest::qWaitFor(offered, 60'000));
    window.activate();
    QVERIFY2(window.choose(u"actionPrintPreview"_s), qPrintable(window.trouble()));
    window.keys({u"alt+f"_s});
    const auto comes = [&] { return window.waiting() == u"printPreview" || !window.trouble().isEmpty(); };
    QVERIFY(QTest::qWaitFor(comes, 60'000));
    const auto keys = [&] {
      return window.ask(u"look"_s)[u"active"_s].toString() == u"printPreview" || !window.trouble().isEmpty();
    };
    QVERIFY2(QTest::qWaitFor(keys, 30'000), qPrintable(window.ask(u"look"_s)[u"active"_s].toString()));
    QVERIFY2(window.closeDialogs(), qPrintable(window.trouble()));
    QVERIFY2(window.quit(), qPrintable(window.trouble()));
  }

  /// It comes back as it stood, also from full screen: that does not wait for a quit.
  void aCrashComesBackAsItStood() {
    Desk desk;
    QVERIFY(desk.start(kSizes[1]));
    prefer(desk.x.home.path(), {{u"hints"_s, false}});
    const QList<std::pair<QStringList, int>> turns{{{u"F11"_s}, kFullScreen},
                                                   {{u"F11"_s, u"F9"_s, u"super+m"_s}, kMaximised},
                                                   {{u"super+m"_s, u"F9"_s}, 0}};
    auto window = std::make_unique<DrivenWindow>(desk);
    QVERIFY2(window->start(), qPrintable(window->trouble()));
    for (const auto& [keys, state] : turns) {
      for (const QString& key : keys) {
        window->activate();
        window->keys({key});
        QVERIFY2(window->stands(), qPrintable(window->trouble()));
      }
      QVERIFY2(window->comes([state = state](const Standing& s) {
        return s.state == state && is(s, "paletteDock", "shown") == (state != kMaximised);
      }),
               qPrintable(window->trouble()));
      QVERIFY2(window->kept(), qPrintable(window->trouble()));
      const Standing before = window->standing();
      window->kill();
      window = std::make_unique<DrivenWindow>(desk);
      QVERIFY2(window->start(), qPrintable(window->trouble()));
      QVERIFY(window->place(u"layoutBanner"_s).isEmpty());
      const QStringList other = tests::differences(before, window->standing(), desk.size());
      QVERIFY2(other.isEmpty(), qPrintable(other.join(u", "_s)));
    }
    QVERIFY2(window->quit(), qPrintable(window->trouble()));
  }

  /// One that ended before its window stood: the next does without the saved layout, says so, and the one
  /// after that is as ever.
  void aStartThatEndsEarly() {
    Desk desk;
    QVERIFY(desk.start(kSizes[1]));
    const QString home = desk.x.home.path();
    prefer(home, {{u"hints"_s, false}});
    auto window = std::make_unique<DrivenWindow>(desk);
    QVERIFY2(window->start(), qPrintable(window->trouble()));
    const Standing first = window->standing();
    QVERIFY(!QFile::exists(home + u"/state/astrolabe/starting"_s));
    window->keys({u"F9"_s, u"super+m"_s});
    QVERIFY2(window->comes(
                 [](const Standing& s) { return s.state == kMaximised && !is(s, "paletteDock", "shown"); }),
             qPrintable(window->trouble()));
    QVERIFY2(window->quit(), qPrintable(window->trouble()));
    QVERIFY(markStart(home));
    window = std::make_unique<DrivenWindow>(desk);
    QVERIFY2(window->start(), qPrintable(window->trouble()));
    const auto told = [&] {
      return !window->place(u"layoutBanner"_s).isEmpty() || !window->trouble().isEmpty();
    };
    QVERIFY2(QTest::qWaitFor(told, 30'000), qPrintable(window->trouble()));
    Standing now = window->standing();
    QCOMPARE(now.state, 0);
    QVERIFY(is(now, "paletteDock", "shown") && is(now, "resultsDock", "shown"));
    keep(desk, u"set aside"_s);
    QVERIFY(!QFile::exists(home + u"/state/astrolabe/starting"_s));
    QVERIFY(
        QSettings(home + u"/state/astrolabe/window.ini"_s, QSettings::IniFormat).contains(u"aside/layout"_s));
    QVERIFY(window->click(u"layoutBanner.dismiss"_s));
    QVERIFY2(window->stands(), qPrintable(window->trouble()));
    const QStringList other = tests::differences(first, window->standing(), desk.size());
    QVERIFY2(other.isEmpty(), qPrintable(other.join(u", "_s)));
    QVERIFY2(window->quit(), qPrintable(window->trouble()));
    // Killed at many moments: whatever it leaves, the next one opens.
    const int kills = isFull() ? 40 : 3;
    for (int turn = 0; turn < kills; ++turn) {
      QProcess victim;
      desk.x.start(victim, {});
      QTest::qWait(20 + turn * (isFull() ? 20 : 150));
      victim.kill();
      victim.waitForFinished();
      if (turn % 4 != 0 && turn + 1 < kills) continue;
      DrivenWindow next(desk);
      QVERIFY2(next.start(), qPrintable(next.trouble()));
      now = next.standing();
      for (const char* name : {"toolBar", "runDock", "resultsDock", "paletteDock", "modelDock", "goalDock"})
        QVERIFY2(is(now, name, "shown"), name);
      QVERIFY2(next.quit(), qPrintable(next.trouble()));
    }
  }

  /// ASTROLABE_WALK=seed:actions:WxH walks one again.
  void randomWalk_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("actions");
    QTest::addColumn<QSize>("size");
    const QStringList again = qEnvironmentVariable("ASTROLABE_WALK").split(u':');
    if (again.size() == 3) {
      const QStringList sides = again[2].split(u'x');
      QTest::newRow("again") << again[0].toInt() << again[1].toInt()
                             << QSize(sides.value(0).toInt(), sides.value(1).toInt());
      return;
    }
    for (int seed = 1; seed <= (isFull() ? 9 : 1); ++seed)
      QTest::addRow("%d", seed) << seed << (isFull() ? 300 : 40) << kSizes[seed % 3];
  }
  void randomWalk() {
    QFETCH(int, seed);
    QFETCH(int, actions);
    QFETCH(QSize, size);
    tests::Walk walk(seed, actions, size);
    QVERIFY2(walk.run(), qPrintable(walk.report()));
    qInfo("%d actions, %d starts between, %d compared with sizes", actions, walk.restarts(), walk.compared());
  }
};

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");       // of this process; the program gets the X server
  qputenv("QTEST_FUNCTION_TIMEOUT", "7200000");  // milliseconds, for a long walk
  QCoreApplication application(argc, argv);
  WindowStatesTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_window_states_xvfb.moc"
