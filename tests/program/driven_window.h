#pragma once
// The real program on an X server of its own with a window manager, driven by pointer and keys, and asked
// what it shows through its probe (window_probe.cpp).

#include <QJsonObject>
#include <QLocalSocket>
#include <QProcess>
#include <QRect>
#include <QString>
#include <QStringList>
#include <functional>

#include "tests/app/x_server.h"

namespace astrolabe::tests {

/// How a window stands, as its probe tells.
struct Standing {
  QRect place;         ///< on the screen, without the frame
  int state = 0;       ///< Qt::WindowStates
  QJsonObject panels;  ///< by name: shown, floating, area, tabs, rect
  int points = 0;      ///< size of its text
  QJsonObject needs;   ///< least sizes of its middle and of the panels shown in it, by name
};

/// What differs between two standings, one line each; sizes where the windows are equally large. Floating
/// panels may stand a little elsewhere, and those that reached beyond the screen are whole on it.
QStringList differences(const Standing& before, const Standing& after, QSize screen);

/// A screen with a window manager; a home that outlives it where one is given.
class Desk {
 public:
  /// False where server or manager cannot be started.
  bool start(QSize size, const QString& home = {});
  ~Desk();

  app::XServer x;
  QSize size() const { return m_size; }

 private:
  QProcess m_manager;
  QSize m_size;
};

/// One start of the program. Every call that looks at the program says false, or nothing, where it has ended,
/// does not answer or said a warning; why stands in trouble().
class DrivenWindow {
 public:
  explicit DrivenWindow(Desk& desk) : m_desk(desk) {}
  ~DrivenWindow();

  /// Starts it and waits until its window stands, by its own account, too, and has the keys.
  bool start(const QStringList& arguments = {});
  /// Asks it to end, by keys; gives up what is not saved.
  bool quit();
  /// Ends it as a crash of the system would.
  void kill();
  bool isRunning() const { return m_program.state() == QProcess::Running; }
  QProcess& process() { return m_program; }

  /// The answer of the probe; empty where none comes.
  QJsonObject ask(const QString& question);
  /// Until all that was pressed is done.
  bool settle();
  /// Until nothing moves any more.
  bool stands();
  /// Until the file that the next start reads says how it stands.
  bool kept();
  /// Until it stands like that; false, with trouble(), where it does not come to that.
  bool comes(const std::function<bool(const Standing&)>& holds);
  Standing standing();
  /// Of a widget that is in sight, by its name; null where there is none.
  QRect place(const QString& name);

  void keys(const QStringList& sequence);
  void type(const QString& text);
  void click(QPoint at, int times = 1);
  bool click(const QString& name, int times = 1);
  /// Pressed at one place, moved and let go at another; each move is handled before the next, however busy
  /// the machine is.
  bool drag(QPoint from, QPoint to);
  /// An entry of the menus, by the name of its action, through the menus: each turn is awaited. What stands
  /// over them is put away first.
  bool choose(const QString& action);
  /// Gives its first window the keys, and waits until it has them or something waits for an answer.
  void activate();
  /// Until the dialog that waits for an answer has the keys: it waits before the desktop has shown it, and
  /// what is pressed meanwhile goes to the window behind it and is lost.
  void awaitKeys();
  /// Closes dialogs and menus that are open; false where one stays.
  bool closeDialogs();
  /// Name of the dialog that waits for an answer, else of the menu that is open, else empty.
  QString waiting();

  /// What went wrong first; empty where nothing did.
  QString trouble() const { return m_trouble; }
  bool fail(const QString& why);

 private:
  bool listens();
  QJsonObject answer(const QString& question);
  void leave();
  bool uncover(QPoint at);
  void hear();

  Desk& m_desk;
  QProcess m_program;
  QLocalSocket m_probe;
  QString m_trouble;
  QByteArray m_heard;  ///< what it wrote to its standard error
};

}  // namespace astrolabe::tests
