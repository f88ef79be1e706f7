#pragma once
// The sample in a window that is given another task, for tests.

#include <QTabWidget>
#include <QTest>

#include "tests/app/sample_window.h"
#include "ui/results/kind_ranking.h"

namespace astrolabe::ui {

/// What tests of a task share; openFinished() before all of them.
class TaskWindow {
 protected:
  explicit TaskWindow(QString ranking) : m_ranking(std::move(ranking)) {}

  void openFinished() {
    dress();
    m_window = opened(true);
    QVERIFY(finished(*m_window));
  }
  KindRanking& ranking() const { return *m_window->findChild<KindRanking*>(m_ranking); }
  QTabWidget& tabs() const { return *m_window->findChild<QTabWidget*>(QStringLiteral("resultsTabs")); }
  QStringList titles() const {
    QStringList all;
    for (int i = 0; i < tabs().count(); ++i) all << tabs().tabText(i);
    return all;
  }
  /// Waits until the task is answered; false after too long.
  bool answered(int patienceMs) const {
    return QTest::qWaitFor(
        [this] {
          return ranking().rows().rowCount() > 0 && !m_window->bridge().isStale() &&
                 m_window->bridge().state() == SearchBridge::State::Finished;
        },
        patienceMs);
  }

  std::unique_ptr<MainWindow> m_window;

 private:
  QString m_ranking;  ///< the name of the task's own
};

}  // namespace astrolabe::ui
