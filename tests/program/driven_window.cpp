#include "tests/program/driven_window.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>
#include <cstdlib>

namespace astrolabe::tests {
namespace {

using namespace Qt::StringLiterals;

constexpr int kPatienceMs = 30'000;  ///< of a machine that has much else to do
constexpr int kTurnMs = 5'000;       ///< after which something is pressed once more
constexpr int kNearPixels = 2;       ///< sums of shares are rounded
constexpr int kFramePixels = 40;     ///< a floating panel may be put beside its frame

QRect rectOf(const QJsonValue& value) {
  const QJsonArray sides = value.toArray();
  return {sides[0].toInt(), sides[1].toInt(), sides[2].toInt(), sides[3].toInt()};
}

bool near(const QRect& a, const QRect& b, int pixels) {
  return std::abs(a.x() - b.x()) <= pixels && std::abs(a.y() - b.y()) <= pixels &&
         std::abs(a.width() - b.width()) <= kNearPixels && std::abs(a.height() - b.height()) <= kNearPixels;
}

/// Where a panel stands that is brought whole onto a screen.
QPoint inside(const QRect& place, QSize screen) {
  return {std::max(0, std::min(place.x(), screen.width() - place.width())),
          std::max(0, std::min(place.y(), screen.height() - place.height()))};
}

QString words(const QRect& rect) {
  return u"%1,%2 %3x%4"_s.arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
}

}  // namespace

QStringList differences(const Standing& before, const Standing& after, QSize screen) {
  QStringList found;
  const auto say = [&](const QString& what, const QString& was, const QString& is) {
    if (was != is) found << u"%1 was %2, is %3"_s.arg(what, was, is);
  };
  say(u"state"_s, QString::number(before.state), QString::number(after.state));
  say(u"text"_s, QString::number(before.points), QString::number(after.points));
  say(u"panels"_s, before.panels.keys().join(u' '), after.panels.keys().join(u' '));
  for (const QString& name : before.panels.keys()) {
    const QJsonObject was = before.panels[name].toObject(), is = after.panels[name].toObject();
    for (const char* fact : {"shown", "floating", "area", "tabs"})
      say(name + u' ' + QLatin1StringView(fact), was[QLatin1StringView(fact)].toVariant().toString(),
          is[QLatin1StringView(fact)].toVariant().toString());
    // What is hidden or behind another has the place of when it was seen last.
    if (!was[u"shown"_s].toBool() || (was.contains(u"front"_s) && !was[u"front"_s].toBool())) continue;
    if (!is.contains(u"front"_s) || is[u"front"_s].toBool()) {
      const bool floats = was[u"floating"_s].toBool();
      QRect here = rectOf(was[u"rect"_s]);
      const QRect there = rectOf(is[u"rect"_s]);
      if (floats) here.moveTopLeft(inside(here, screen));
      if ((floats || before.place.size() == after.place.size()) &&
          !near(here, there, floats ? kFramePixels : kNearPixels))
        say(name + u" stands"_s, words(here), words(there));
    }
  }
  return found;
}

bool Desk::start(QSize size, const QString& home) {
  m_size = size;
  if (!x.start(u"%1x%2x24"_s.arg(size.width()).arg(size.height()))) return false;
  if (!home.isEmpty()) {
    x.environment.insert(u"HOME"_s, home);
    for (const QString& folder : {u"CONFIG"_s, u"STATE"_s, u"DATA"_s, u"CACHE"_s})
      x.environment.insert(u"XDG_%1_HOME"_s.arg(folder), home + u'/' + folder.toLower());
  }
  m_manager.setProcessEnvironment(x.environment);
  m_manager.setProcessChannelMode(QProcess::MergedChannels);
  m_manager.start(u"openbox"_s,
                  {u"--config-file"_s, u"" ASTROLABE_SOURCE_DIR "/tests/program/openbox.xml"_s});
  if (!m_manager.waitForStarted()) return false;
  // It says how many desktops there are as soon as it manages them.
  return QTest::qWaitFor([this] { return x.tool({u"get_num_desktops"_s}) == u"1"_s; }, kPatienceMs);
}

Desk::~Desk() {
  m_manager.kill();
  m_manager.waitForFinished(3000);
}

DrivenWindow::~DrivenWindow() { kill(); }

bool DrivenWindow::fail(const QString& why) {
  if (m_trouble.isEmpty()) m_trouble = why;
  return false;
}

bool DrivenWindow::start(const QStringList& arguments) {
  static int starts = 0;
  QProcessEnvironment environment = m_desk.x.environment;
  const QString socket = m_desk.x.home.filePath(u"probe-%1"_s.arg(++starts));
  environment.insert(u"ASTROLABE_PROBE"_s, socket);
  environment.insert(u"QT_PLUGIN_PATH"_s, u"" ASTROLABE_BINARY_DIR "/tests/plugins"_s);
  environment.insert(u"QT_QPA_GENERIC_PLUGINS"_s, u"astrolabe_probe"_s);
  environment.insert(u"QT_MESSAGE_PATTERN"_s, u"%{type}: %{category}: %{message}"_s);
  m_program.setProcessEnvironment(environment);
  m_program.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe"_s, arguments);
  if (!m_program.waitForStarted()) return fail(u"the program cannot be started"_s);
  const auto connected = [&] {
    if (m_probe.state() != QLocalSocket::ConnectedState) m_probe.connectToServer(socket);
    return !isRunning() || m_probe.waitForConnected(100);
  };
  if (!QTest::qWaitFor(connected, kPatienceMs)) return fail(u"its probe does not answer"_s);
  const auto shown = [this] {
    return !ask(u"look"_s)[u"main"_s].toArray().isEmpty() || !m_trouble.isEmpty();
  };
  if (!QTest::qWaitFor(shown, kPatienceMs)) return fail(u"no window is shown"_s);
  const QString mark = environment.value(u"XDG_STATE_HOME"_s) + u"/astrolabe/starting"_s;
  const auto stood = [&] { return !QFile::exists(mark) || !listens(); };
  if (!QTest::qWaitFor(stood, kPatienceMs)) return fail(u"its start does not end"_s);
  if (!stands()) return false;
  activate();
  return m_trouble.isEmpty();
}

/// Reads what it wrote, and sees whether it runs.
void DrivenWindow::hear() {
  m_program.setReadChannel(QProcess::StandardError);
  while (m_program.canReadLine()) {
    const QByteArray line = m_program.readLine();
    m_heard += line;
    for (const char* bad : {"warning:", "critical:", "fatal:", "ASSERT", "terminate called"})
      if (line.contains(bad)) fail(u"it said "_s + QString::fromUtf8(line).trimmed());
  }
}

bool DrivenWindow::listens() {
  m_program.waitForReadyRead(0);
  hear();
  if (!isRunning()) {
    m_program.waitForFinished(1000);
    const bool crashed = m_program.exitStatus() == QProcess::CrashExit;
    return fail(u"the program has %1 %2"_s.arg(crashed ? u"crashed with signal"_s : u"ended with status"_s)
                    .arg(m_program.exitCode()));
  }
  return m_trouble.isEmpty();
}

QJsonObject DrivenWindow::ask(const QString& question) {
  if (!listens()) return {};
  const QJsonObject said = answer(question);
  if (said.isEmpty() && listens()) fail(u"no answer for %1 s"_s.arg(kPatienceMs / 1000));
  return said;
}

/// Empty where none comes, or the program ends meanwhile.
QJsonObject DrivenWindow::answer(const QString& question) {
  m_probe.write(question.toUtf8() + '\n');
  QElapsedTimer clock;
  clock.start();
  while (!m_probe.canReadLine() && !clock.hasExpired(kPatienceMs)) {
    if (m_probe.waitForReadyRead(50)) continue;
    m_program.waitForReadyRead(0);
    if (!isRunning() || m_probe.state() != QLocalSocket::ConnectedState) return {};
  }
  return QJsonDocument::fromJson(m_probe.readLine()).object();
}

/// What the X server has sent is there a moment later; an answer comes behind all that was there before.
bool DrivenWindow::settle() {
  constexpr int kMomentMs = 40;
  QTest::qWait(kMomentMs);
  for (int turn = 0; turn < 2; ++turn)
    if (ask(u"look"_s).isEmpty()) return false;
  return true;
}

bool DrivenWindow::stands() {
  constexpr int kLooks = 4, kBetweenMs = 60;
  QJsonObject before;
  int same = 0;
  for (int turn = 0; turn < kPatienceMs / kBetweenMs && same < kLooks; ++turn) {
    const QJsonObject now = ask(u"look"_s);
    if (now.isEmpty()) return false;
    same = now == before ? same + 1 : 0;
    before = now;
    QTest::qWait(kBetweenMs);
  }
  return same >= kLooks || fail(u"its window does not come to rest"_s);
}

bool DrivenWindow::kept() {
  const auto there = [this] { return ask(u"kept"_s)[u"kept"_s].toBool() || !m_trouble.isEmpty(); };
  if (!QTest::qWaitFor(there, kPatienceMs)) return fail(u"how it stands is not kept"_s);
  return m_trouble.isEmpty();
}

bool DrivenWindow::comes(const std::function<bool(const Standing&)>& holds) {
  const auto there = [&] { return !m_trouble.isEmpty() || holds(standing()); };
  if (!QTest::qWaitFor(there, kPatienceMs)) return fail(u"its window does not stand as awaited"_s);
  return m_trouble.isEmpty() && stands();
}

Standing DrivenWindow::standing() {
  const QJsonObject look = ask(u"look"_s);
  const QJsonObject window = look[u"main"_s].toArray()[0].toObject();
  return {rectOf(window[u"rect"_s]), window[u"state"_s].toInt(), window[u"panels"_s].toObject(),
          look[u"points"_s].toInt(), window[u"needs"_s].toObject()};
}

QRect DrivenWindow::place(const QString& name) {
  const QJsonObject found = ask(u"place "_s + name);
  return found.contains(u"rect"_s) ? rectOf(found[u"rect"_s]) : QRect();
}

void DrivenWindow::keys(const QStringList& sequence) {
  constexpr int kBetweenMs = 30;
  for (const QString& key : sequence) {
    m_desk.x.key(key);
    QTest::qWait(kBetweenMs);
  }
}

void DrivenWindow::type(const QString& text) { m_desk.x.tool({u"type"_s, u"--delay"_s, u"12"_s, text}); }

void DrivenWindow::click(QPoint at, int times) {
  m_desk.x.move(at);
  m_desk.x.tool({u"click"_s, u"--repeat"_s, QString::number(times), u"--delay"_s, u"60"_s, u"1"_s});
}

bool DrivenWindow::click(const QString& name, int times) {
  const QRect at = place(name);
  if (at.isEmpty()) return false;
  click(at.center(), times);
  return settle();
}

bool DrivenWindow::drag(QPoint from, QPoint to) {
  constexpr int kMoves = 8;
  m_desk.x.move(from);
  if (!settle()) return false;
  m_desk.x.tool({u"mousedown"_s, u"1"_s});
  for (int step = 1; step <= kMoves; ++step) {
    m_desk.x.move(from + (to - from) * step / kMoves);
    if (!settle()) return false;
  }
  m_desk.x.tool({u"mouseup"_s, u"1"_s});
  return settle();
}

/// From what stands over a place of its first window: dialogs beside it are closed; floating panels, and what
/// Escape does not close, are moved down.
bool DrivenWindow::uncover(QPoint at) {
  constexpr int kBelowPixels = 60;
  if (!waiting().isEmpty()) return m_trouble.isEmpty();
  const auto idsOf = [this](const QString& kind) {
    QStringList ids;
    for (const QJsonValue& each : ask(u"look"_s)[kind].toArray()) ids << each.toObject()[u"id"_s].toString();
    return ids;
  };
  const QStringList mains = idsOf(u"main"_s);
  for (const QJsonValue& each : ask(u"look"_s)[u"windows"_s].toArray()) {
    const QJsonObject window = each.toObject();
    const QRect place = rectOf(window[u"rect"_s]);
    const QString id = window[u"id"_s].toString();
    // Its frame stands above it.
    if (mains.contains(id) || !place.adjusted(0, -kFramePixels, 0, 0).contains(at)) continue;
    if (window[u"type"_s].toInt() == Qt::Dialog) {
      m_desk.x.tool({u"windowactivate"_s, id});
      if (!settle()) return false;
      keys({u"Escape"_s});
      if (!settle() || !closeDialogs()) return false;
    }
    if (idsOf(u"windows"_s).contains(id))
      m_desk.x.tool(
          {u"windowmove"_s, id, QString::number(place.x()), QString::number(at.y() + kBelowPixels)});
  }
  return settle();
}

bool DrivenWindow::choose(const QString& action) {
  constexpr int kSteps = 12;
  for (int step = 0; step < kSteps; ++step) {
    const QJsonObject next = ask(u"entry "_s + action);
    if (!next.contains(u"rect"_s)) return false;
    const QPoint at = rectOf(next[u"rect"_s]).center();
    if (!QRect(QPoint(), m_desk.size()).contains(at)) return false;
    if (step == 0 && !uncover(at)) return false;
    click(at);
    const auto onward = [&] { return ask(u"entry "_s + action) != next; };
    if (!QTest::qWaitFor(onward, kTurnMs)) continue;
    if (!settle()) return false;
    if (next[u"last"_s].toBool()) return true;
  }
  return false;
}

QString DrivenWindow::waiting() {
  const QJsonObject look = ask(u"look"_s);
  const QString popup = look[u"popup"_s].toString();
  return popup.isEmpty() ? look[u"modal"_s].toString() : popup;
}

void DrivenWindow::activate() {
  const auto window = [this] { return ask(u"look"_s)[u"main"_s].toArray()[0].toObject(); };
  const QString id = window()[u"id"_s].toString();
  if (id.isEmpty()) return;
  m_desk.x.tool({u"windowactivate"_s, id});
  const auto has = [&] {
    return window()[u"active"_s].toBool() || !waiting().isEmpty() || !m_trouble.isEmpty();
  };
  (void)QTest::qWaitFor(has, kTurnMs);
}

void DrivenWindow::awaitKeys() {
  const auto has = [this] {
    const QJsonObject look = ask(u"look"_s);
    const QString modal = look[u"modal"_s].toString();
    return modal.isEmpty() || modal == look[u"active"_s].toString() ||
           !look[u"popup"_s].toString().isEmpty() || !m_trouble.isEmpty();
  };
  (void)QTest::qWaitFor(has, kTurnMs);
}

bool DrivenWindow::closeDialogs() {
  constexpr int kMost = 12;
  for (int turn = 0; turn < kMost; ++turn) {
    if (waiting().isEmpty()) return m_trouble.isEmpty();
    awaitKeys();
    keys({u"Escape"_s});
    if (!settle()) return false;
  }
  const QJsonObject look = ask(u"look"_s);
  QStringList windows;
  for (const QJsonValue& each : look[u"windows"_s].toArray())
    windows << each[u"name"_s].toString() + u' ' + each[u"id"_s].toString();
  return fail(
      u"%1 cannot be closed, %2 of %3 has the keys; the server gives them to %4, the manager to %5, of %6"_s
          .arg(waiting(), look[u"focus"_s].toString(), look[u"active"_s].toString(),
               m_desk.x.tool({u"getwindowfocus"_s}), m_desk.x.tool({u"getactivewindow"_s}),
               windows.join(u", "_s)));
}

/// Gives up what is not saved, where that is asked. Anything else that waits came late, such as a preview
/// that waited for figures, and swallowed the keys: it is put away.
void DrivenWindow::leave() {
  const QJsonObject look = answer(u"look"_s);
  if (look.isEmpty()) return;
  if (look[u"modal"_s].toString() == u"unsavedDialog"_s) {
    for (const QJsonValue& each : answer(u"buttons"_s)[u"buttons"_s].toArray())
      if (each[u"discards"_s].toBool()) click(rectOf(each[u"rect"_s]).center());
  } else if (!look[u"modal"_s].toString().isEmpty() || !look[u"popup"_s].toString().isEmpty()) {
    keys({u"Escape"_s, u"ctrl+q"_s});
  }
}

bool DrivenWindow::quit() {
  if (!closeDialogs()) return false;
  activate();
  m_desk.x.key(u"ctrl+q"_s);
  constexpr int kBetweenMs = 50;
  QElapsedTimer clock;
  clock.start();
  while (!m_program.waitForFinished(kBetweenMs) && isRunning() && !clock.hasExpired(kPatienceMs)) leave();
  if (isRunning()) return fail(u"it does not end"_s);
  hear();
  m_probe.abort();
  const bool crashed = m_program.exitStatus() == QProcess::CrashExit;
  if (crashed || m_program.exitCode() != 0)
    return fail(u"it ended with %1 %2"_s.arg(crashed ? u"signal"_s : u"status"_s).arg(m_program.exitCode()));
  return m_trouble.isEmpty();
}

void DrivenWindow::kill() {
  m_probe.abort();
  m_program.kill();
  m_program.waitForFinished(kPatienceMs);
}

}  // namespace astrolabe::tests
