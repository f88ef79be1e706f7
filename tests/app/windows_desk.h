#pragma once
// Windows of the program as it starts them, in an empty home: for tests.

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <map>
#include <optional>

#include "app/session.h"
#include "app/windows.h"
#include "core/plan/samples.h"
#include "tests/app/sample_window.h"

namespace astrolabe::app {

using ui::MainWindow;

inline QList<MainWindow*> shownWindows() {
  QList<MainWindow*> shown;
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (auto* window = qobject_cast<MainWindow*>(widget); window && window->isVisible()) shown << window;
  return shown;
}

inline int nodesOf(MainWindow& window) { return window.document().plan().cluster.pools.front().nodes; }

/// A home of its own for each test, which its session and windows live in.
class HomeTest : public QObject {
 protected:
  std::unique_ptr<QTemporaryDir> m_home;
  std::map<const char*, QByteArray> m_before;

  QString at(const QString& name) const { return m_home->filePath(name); }
  QString put(const QString& name, const QByteArray& content) const {
    QFile file(at(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
      qFatal("can't write %s", qPrintable(name));
    return file.fileName();
  }
  /// The sample with so many nodes in its first pool.
  QString plan(const QString& name, int nodes) const {
    plan::PlanFile file{plan::sample_plan()};
    file.plan.cluster.pools.front().nodes = nodes;
    if (!plan::write_plan(file, at(name).toStdString())) qFatal("can't write %s", qPrintable(name));
    return at(name);
  }
  static void prefer(Session& session, ui::AtStart begin) {
    ui::Preferences liked = session.preferences();
    liked.hints = false;
    liked.atStart = begin;
    session.setPreferences(liked);
  }

  /// A plan of two nodes and one of three, each in its window.
  struct TwoWindows {
    explicit TwoWindows(const HomeTest& home)
        : one(home.plan(QStringLiteral("one.astrolabe"), 2)),
          two(home.plan(QStringLiteral("two.astrolabe"), 3)) {
      prefer(session, ui::AtStart::Sample);
      windows.emplace(session);
      windows->start({one, two}, false);
      first = MainWindow::showing(one);
      second = MainWindow::showing(two);
      if (first == nullptr || second == nullptr || first == second) qFatal("two plans are no two windows");
    }
    Session session;
    QString one, two;
    std::optional<Windows> windows;
    MainWindow *first = nullptr, *second = nullptr;
  };

  void enter() {
    m_home = std::make_unique<QTemporaryDir>();
    if (!m_home->isValid()) qFatal("no folder for tests");
    for (const char* name : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"}) {
      m_before[name] = qgetenv(name);
      qputenv(name, at(QString::fromLatin1(name).toLower()).toUtf8());
    }
    QStandardPaths::setTestModeEnabled(false);
  }
  void leave() {
    for (const auto& [name, value] : m_before)
      if (value.isEmpty())
        qunsetenv(name);
      else
        qputenv(name, value);
    QStandardPaths::setTestModeEnabled(true);
  }
};

}  // namespace astrolabe::app
