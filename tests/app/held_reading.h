#pragma once
// Plans whose reading beside the window has begun and does not end before a test wants it to.

#include <sqlite3.h>
#include <QCoreApplication>
#include <QThread>
#include <QTimer>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace astrolabe::app {

/// While one lives, whatever opens a database on another thread than the window's waits until release().
class HeldReading {
 public:
  HeldReading() {
    const std::lock_guard lock(gate().mutex);
    gate().held = true;
    sqlite3_auto_extension(entry());
  }
  ~HeldReading() {
    release();
    sqlite3_cancel_auto_extension(entry());
  }
  Q_DISABLE_COPY_MOVE(HeldReading)

  bool isWaiting() const {
    const std::lock_guard lock(gate().mutex);
    return gate().waiting > 0;
  }
  void release() {
    const std::lock_guard lock(gate().mutex);
    gate().held = false;
    gate().moved.notify_all();
  }
  /// Does this as soon as a reading waits, then lets it go on.
  void meanwhile(const std::function<void()>& act) {
    QObject::connect(&m_look, &QTimer::timeout, &m_look, [this, act] {
      if (!isWaiting()) return;
      m_look.stop();
      act();
      release();
    });
    m_look.start(5);
  }

 private:
  struct Gate {
    std::mutex mutex;
    std::condition_variable moved;
    bool held = false;
    int waiting = 0;
  };
  static Gate& gate() {
    static Gate one;  // a thread that was let go may still look at it
    return one;
  }
  static int wait(sqlite3*, char**, const sqlite3_api_routines*) {
    if (QThread::currentThread() == QCoreApplication::instance()->thread()) return SQLITE_OK;
    std::unique_lock lock(gate().mutex);
    ++gate().waiting;
    gate().moved.wait(lock, [] { return !gate().held; });
    --gate().waiting;
    return SQLITE_OK;
  }
  static void (*entry())() { return reinterpret_cast<void (*)()>(&wait); }

  QTimer m_look;
};

}  // namespace astrolabe::app
