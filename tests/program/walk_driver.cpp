#include "tests/program/walk_driver.h"

#include <QDir>
#include <QImage>
#include <QJsonArray>
#include <QSet>

#include "core/plan/plan_file.h"
#include "core/plan/samples.h"

namespace astrolabe::tests {
namespace {

using namespace Qt::StringLiterals;

constexpr const char* kKeys[] = {"F6",           "shift+F6",
                                 "F9",           "F11",
                                 "alt+1",        "alt+2",
                                 "alt+3",        "alt+4",
                                 "alt+5",        "alt+6",
                                 "alt+7",        "alt+8",
                                 "ctrl+plus",    "ctrl+minus",
                                 "ctrl+0",       "ctrl+9",
                                 "ctrl+8",       "ctrl+shift+l",
                                 "ctrl+shift+n", "ctrl+Next",
                                 "ctrl+Prior",   "ctrl+Return",
                                 "ctrl+period",  "ctrl+shift+b",
                                 "ctrl+shift+t", "ctrl+b",
                                 "Escape",       "Tab",
                                 "shift+Tab",    "Down",
                                 "Up",           "c",
                                 "ctrl+shift+f", "ctrl+shift+Return",
                                 "ctrl+i",       "F1",
                                 "ctrl+k",       "ctrl+m",
                                 "alt+Return",   "ctrl+shift+c",
                                 "ctrl+shift+r"};
constexpr const char* kPanels[] = {"paletteDock", "modelDock", "goalDock", "outlineDock"};
constexpr const char* kPanelEntries[] = {"actionShowPalette", "actionShowOutline", "actionShowModel",
                                         "actionShowGoal",    "actionShowResults", "actionDocks"};
/// What ends the program, and what only waits for the next click.
constexpr const char* kElsewhere[] = {"actionQuit", "actionClose", "actionWhatsThis"};
constexpr const char* kFields[] = {"theme",    "plots",    "points",  "points",   "points",
                                   "language", "language", "numbers", "currency", "atStart"};
constexpr const char* kHardware[] = {"h200", "a100", "b200", "l40", "mi300", "v100", "gb200"};
constexpr int kToldActions = 25;

QString latin(const char* text) { return QString::fromLatin1(text); }

}  // namespace

const Walk::Way Walk::kWays[] = {{"press keys", 24, &Walk::pressKeys},
                                 {"choose from the menus", 20, &Walk::chooseEntry},
                                 {"drag a panel", 10, &Walk::dragPanel},
                                 {"show or hide a panel", 6, &Walk::togglePanel},
                                 {"reset the layout", 2, &Walk::resetLayout},
                                 {"use the frame", 10, &Walk::useFrame},
                                 {"move the window", 8, &Walk::moveWindow},
                                 {"change a preference", 8, &Walk::changePreference},
                                 {"add hardware", 4, &Walk::addHardware},
                                 {"delete hardware", 3, &Walk::deleteHardware},
                                 {"undo and redo", 4, &Walk::undoSome},
                                 {"present", 3, &Walk::present},
                                 {"save", 2, &Walk::save},
                                 {"quit and start again", 5, &Walk::startAgain},
                                 {"kill and start again", 1, &Walk::killAndStart}};

Walk::Walk(quint32 seed, int actions, QSize screen)
    : m_seed(seed), m_actions(actions), m_screen(screen), m_random(seed) {
  const QString folder = u"" ASTROLABE_BINARY_DIR "/walks"_s;
  QDir().mkpath(folder);
  m_file.setFileName(u"%1/%2-%3x%4.log"_s.arg(folder).arg(seed).arg(screen.width()).arg(screen.height()));
}

void Walk::log(const QString& line) {
  m_log << line;
  m_file.write(line.toUtf8() + '\n');
  m_file.flush();
}

QString Walk::report() const {
  return u"%1\nthe last actions:\n%2\nall of them: %3\nagain: ASTROLABE_WALK=%4:%5:%6x%7 "
         "tests/app/tst_window_states_xvfb randomWalk"_s
             .arg(m_why,
                  QStringList(m_log.mid(std::max<qsizetype>(0, m_log.size() - kToldActions))).join(u'\n'),
                  m_file.fileName())
             .arg(m_seed)
             .arg(m_actions)
             .arg(m_screen.width())
             .arg(m_screen.height());
}

bool Walk::run() {
  if (!m_file.open(QIODevice::WriteOnly)) return m_why = u"its log cannot be written"_s, false;
  if (!m_desk.start(m_screen)) return m_why = u"Xvfb or openbox is missing"_s, false;
  const QString path = m_desk.x.home.filePath(u"walked.astrolabe"_s);
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  if (!plan::write_plan(file, path.toStdString())) return m_why = u"no plan can be written"_s, false;
  log(u"start"_s);
  m_window = std::make_unique<DrivenWindow>(m_desk);
  bool good = m_window->start({path}) && isWhole();
  const QString pictures = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES");
  constexpr int kBetweenPictures = 10;
  for (int done = 0; good && done < m_actions; ++done) {
    m_log << QString::number(done + 1);
    good = step();
    if (!pictures.isEmpty() && done % kBetweenPictures == 0)
      m_desk.x.screen().save(u"%1/walk-%2-%3.png"_s.arg(pictures).arg(m_seed).arg(done + 1));
  }
  if (good) {
    log(u"quit"_s);
    good = m_window->quit();
  }
  if (!good) {
    m_why = m_window->trouble().isEmpty() ? u"stopped"_s : m_window->trouble();
    log(m_why);
    m_desk.x.screen().save(m_file.fileName() + u".png"_s);
  } else {
    m_file.remove();
  }
  return good;
}

/// One action, and whether the program still stands.
bool Walk::step() {
  int sum = 0;
  for (const Way& way : kWays) sum += way.often;
  int at = any(sum);
  for (const Way& way : kWays) {
    at -= way.often;
    if (at >= 0) continue;
    log(u"%1 %2"_s.arg(m_log.takeLast(), latin(way.what)));
    return (this->*way.go)() && isWhole();
  }
  return false;
}

bool Walk::isWhole() {
  if (!m_window->settle()) return false;
  const Standing now = m_window->standing();
  if (now.place.isEmpty()) return m_window->fail(u"its window is gone"_s);
  for (const char* name : {"toolBar", "runDock"})
    if (!now.panels[QLatin1StringView(name)].toObject()[u"shown"_s].toBool())
      return m_window->fail(u"%1 is gone"_s.arg(latin(name)));
  for (const QString& name : now.panels.keys()) {
    const QJsonObject panel = now.panels[name].toObject();
    if (panel[u"floating"_s].toBool() && panel[u"shown"_s].toBool() && !panel[u"painted"_s].toBool())
      return m_window->fail(name + u" is not painted"_s);
  }
  return true;
}

bool Walk::begin() {
  ++m_restarts;
  m_window = std::make_unique<DrivenWindow>(m_desk);
  return m_window->start();
}

bool Walk::pressKeys() {
  QStringList keys;
  for (int count = 1 + any(3); count > 0; --count) keys << latin(one(kKeys));
  log(u"  "_s + keys.join(u' '));
  m_window->keys(keys);
  return m_window->settle() && m_window->closeDialogs();
}

bool Walk::chooseEntry() {
  QStringList names;
  for (const QJsonValue& name : m_window->ask(u"actions"_s)[u"actions"_s].toArray()) names << name.toString();
  for (const char* name : kElsewhere) names.removeAll(latin(name));
  if (names.isEmpty()) return m_window->trouble().isEmpty();
  const QString name = one(names);
  log(u"  "_s + name);
  m_window->activate();
  m_window->choose(name);
  if (!m_window->trouble().isEmpty()) return false;
  if (any(2) == 0 && !m_window->waiting().isEmpty()) {  // goes about in what came
    m_window->awaitKeys();
    QStringList keys;
    for (int count = any(5); count > 0; --count)
      keys << one(QStringList{u"Tab"_s, u"Down"_s, u"Up"_s, u"Right"_s});
    log(u"  "_s + keys.join(u' '));
    m_window->keys(keys);
  }
  return m_window->settle() && m_window->closeDialogs();
}

/// By its title to another side, over another panel, or out of the window.
bool Walk::dragPanel() {
  const Standing now = m_window->standing();
  const QString name = latin(one(kPanels));
  const QRect panel = m_window->place(name);
  if (panel.isEmpty()) return m_window->trouble().isEmpty();
  const QRect window = now.place;
  const QPoint grip = panel.topLeft() + QPoint(std::min(50, panel.width() / 4), 14);
  const QRect over = m_window->place(latin(one(kPanels)));
  const QPoint targets[] = {{window.left() + 12, window.center().y()},
                            {window.right() - 12, window.center().y()},
                            {window.center().x(), window.bottom() - 60},
                            window.center(),
                            over.isEmpty() ? window.center() : over.center(),
                            {window.left() + any(window.width()), window.top() + any(window.height())}};
  const QPoint to = one(targets);
  if (any(4) == 0) {
    log(u"  double click on the title of "_s + name);
    m_window->click(grip, 2);
  } else {
    log(u"  %1 to %2,%3"_s.arg(name).arg(to.x()).arg(to.y()));
    m_window->drag(grip, to);
  }
  return m_window->settle();
}

bool Walk::togglePanel() {
  const QString name = latin(one(kPanelEntries));
  log(u"  "_s + name);
  m_window->activate();
  m_window->choose(name);
  return m_window->settle() && m_window->closeDialogs();
}

/// Shows what a first start shows, in a window of any size.
bool Walk::resetLayout() {
  m_window->activate();
  if (const QRect place = m_window->standing().place; !QRect(QPoint(), m_screen).contains(place.topLeft())) {
    log(u"  to 0,0: its menus are not on the screen"_s);
    const QJsonObject window = m_window->ask(u"look"_s)[u"main"_s].toArray()[0].toObject();
    m_desk.x.tool({u"windowmove"_s, window[u"id"_s].toString(), u"0"_s, u"0"_s});
    const auto back = [&](const Standing& s) {
      return QRect(QPoint(), m_screen).contains(s.place.topLeft());
    };
    if (!m_window->comes(back)) return false;
  }
  if (!m_window->choose(u"actionResetLayout"_s)) return m_window->fail(u"the layout cannot be reset"_s);
  if (!m_window->stands()) return false;
  const QJsonObject panels = m_window->standing().panels;
  for (const QString& name : panels.keys()) {
    const QJsonObject panel = panels[name].toObject();
    if (panel[u"shown"_s].toBool() == (name == "outlineDock"_L1) || panel[u"floating"_s].toBool())
      return m_window->fail(name + u" does not stand as at first"_s);
  }
  return true;
}

bool Walk::useFrame() {
  const QString key = one(QStringList{u"super+m"_s, u"super+m"_s, u"super+f"_s, u"super+i"_s});
  log(u"  "_s + key);
  m_window->activate();
  m_window->keys({key});
  if (!m_window->settle()) return false;
  if (key == u"super+i"_s) m_window->activate();
  return m_window->settle();
}

bool Walk::moveWindow() {
  const QJsonObject window = m_window->ask(u"look"_s)[u"main"_s].toArray()[0].toObject();
  const QString id = window[u"id"_s].toString();
  const QString across = QString::number(any(m_screen.width()) - 200),
                down = QString::number(any(m_screen.height()));
  const QString wide = QString::number(900 + any(m_screen.width() - 800)),
                high = QString::number(600 + any(m_screen.height() - 500));
  const bool moved = any(2) == 0;
  log(moved ? u"  to %1,%2"_s.arg(across, down) : u"  %1 x %2"_s.arg(wide, high));
  m_desk.x.tool(moved ? QStringList{u"windowmove"_s, id, across, down}
                      : QStringList{u"windowsize"_s, id, wide, high});
  return m_window->settle();
}

bool Walk::changePreference() {
  m_window->activate();
  m_window->keys({u"ctrl+comma"_s});
  if (!m_window->settle()) return false;
  if (m_window->waiting() != u"preferencesDialog"_s) return m_window->closeDialogs();
  m_window->awaitKeys();
  const QString field = latin(one(kFields));
  QStringList keys;
  for (int count = 1 + any(4); count > 0; --count) keys << one(QStringList{u"Down"_s, u"Up"_s, u"Down"_s});
  log(u"  %1 %2"_s.arg(field, keys.join(u' ')));
  const QRect place = m_window->place(u"preferencesDialog.%1"_s.arg(field));
  if (!place.isEmpty()) {
    m_window->click(QPoint(place.left() + 8, place.center().y()));  // a list opens
    m_window->keys(keys);
    if (!m_window->settle()) return false;
    m_window->keys({u"Return"_s});
  }
  return m_window->settle() && m_window->closeDialogs() && m_window->stands();
}

bool Walk::addHardware() {
  const QString name = latin(one(kHardware));
  log(u"  "_s + name);
  m_window->activate();
  m_window->keys({u"ctrl+f"_s});
  m_window->type(name);
  m_window->keys({u"Down"_s, u"Down"_s, u"Return"_s});
  return m_window->settle() && m_window->closeDialogs();
}

bool Walk::deleteHardware() {
  const QRect canvas = m_window->place(u"clusterView"_s);
  if (canvas.isEmpty()) return m_window->trouble().isEmpty();
  m_window->click(canvas.topLeft() + QPoint(any(canvas.width()), any(canvas.height())));
  const QStringList keys = one(QList<QStringList>{{u"Delete"_s},
                                                  {u"ctrl+a"_s, u"Delete"_s},
                                                  {u"ctrl+a"_s, u"ctrl+d"_s},
                                                  {u"ctrl+a"_s, u"ctrl+shift+g"_s}});
  log(u"  "_s + keys.join(u' '));
  m_window->keys(keys);
  return m_window->settle() && m_window->closeDialogs();
}

bool Walk::undoSome() {
  QStringList keys;
  for (int count = 1 + any(6); count > 0; --count) keys << (any(3) ? u"ctrl+z"_s : u"ctrl+y"_s);
  log(u"  "_s + keys.join(u' '));
  m_window->activate();
  m_window->keys(keys);
  return m_window->settle();
}

bool Walk::present() {
  m_window->activate();
  m_window->keys({u"F5"_s});
  if (!m_window->settle()) return false;
  QStringList keys;
  for (int count = any(6); count > 0; --count)
    keys << one(QStringList{u"Right"_s, u"Right"_s, u"Left"_s, u"b"_s, u"h"_s});
  keys << u"Escape"_s << u"Escape"_s;
  log(u"  "_s + keys.join(u' '));
  m_window->keys(keys);
  return m_window->settle() && m_window->closeDialogs();
}

bool Walk::save() {
  m_window->activate();
  m_window->keys({u"ctrl+s"_s});
  return m_window->settle() && m_window->closeDialogs();
}

/// Quits the program and starts it again: everything stands as it stood.
bool Walk::startAgain() {
  return againAfter([this] { return m_window->quit(); });
}

/// Kills the program, once it is kept how it stands, and starts it again: everything stands as it stood.
bool Walk::killAndStart() {
  return againAfter([this] {
    if (!m_window->kept()) return false;
    m_window->kill();
    return true;
  });
}

bool Walk::againAfter(const std::function<bool()>& end) {
  if (!m_window->closeDialogs() || !m_window->stands()) return false;
  const auto windows = [this] { return m_window->ask(u"look"_s)[u"main"_s].toArray().size(); };
  const bool alone = windows() == 1;
  Standing before = m_window->standing();
  // One larger than the screen comes back as large as that, where panels may have to stand behind each other.
  const QJsonArray frame = m_window->ask(u"look"_s)[u"main"_s].toArray()[0].toObject()[u"frame"_s].toArray();
  const bool fits = frame[2].toInt() <= m_screen.width() && frame[3].toInt() <= m_screen.height();
  if (!end() || !begin()) return false;
  if (!alone || !fits || windows() != 1 || (before.state & Qt::WindowMinimized) != 0)
    return m_window->trouble().isEmpty();
  const Standing now = m_window->standing();
  // Another plan, or a banner, makes panels as large as what they hold has to be.
  if (now.needs == before.needs)
    ++m_compared;
  else
    before.place = {};
  const QStringList other = differences(before, now, m_screen);
  return other.isEmpty() || m_window->fail(u"after a start "_s + other.join(u", "_s));
}

}  // namespace astrolabe::tests
