#pragma once
// One running program for each person: a second start hands its files to the first and ends.

#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <deque>
#include <functional>

namespace astrolabe::app {

/// Requests of second starts are served one after the other, in the order in which they came: each from the
/// loop of events alone, never from within what a socket tells, and none while another is served, whatever
/// loops run inside. A request is acknowledged as its turn comes, so that nothing that was acknowledged is
/// left undone; who hangs up before gets nothing opened.
class SingleInstance : public QObject {
  Q_OBJECT

 public:
  /// `key` tells programs of different state folders apart.
  explicit SingleInstance(const QString& key, QObject* parent = nullptr);
  ~SingleInstance() override;

  /// True when a running program took the files (absolute paths, may be none): this one has nothing to do.
  /// One that is busy is waited for as long as it lives; meanwhile `waits` is asked again and again, and
  /// where it says no, that program opens nothing.
  bool handOver(const QStringList& files, bool present = false,
                const std::function<bool()>& waits = {}) const;
  /// Where the running program is found: a place of this person alone, by the desktop's rules
  /// ($XDG_RUNTIME_DIR), or else in the state folder. Empty where neither is safe: then each start is its
  /// own.
  QString place() const { return m_name; }
  /// From now on second starts hand their files to us. False, and nothing changed, where another program has
  /// the place; `instead`: it is taken from that one all the same.
  bool listen(bool instead = false);
  /// From now on a second start is its own; requests that were not acknowledged are sent away.
  void close();
  /// While it says no, requests wait; retry() when that may have changed.
  void setReady(std::function<bool()> ready) { m_ready = std::move(ready); }
  /// Serves what waits as soon as the loop of events turns.
  void retry();
  /// A request is being served.
  bool isServing() const { return m_serving; }

 signals:
  void filesReceived(const QStringList& files, bool present);
  /// A request was served, and what it opened has been read.
  void served();

 private:
  struct Request {
    QPointer<QLocalSocket> from;
    QStringList files;
    bool present = false;
  };
  void take();
  void read(QLocalSocket* socket);
  void serve();

  QString m_name;
  QLocalServer m_server;
  quint64 m_own = 0;  ///< the socket's file, as the system numbers it
  int m_sockets = 0;  ///< of second starts
  std::deque<Request> m_waiting;
  std::function<bool()> m_ready;
  bool m_serving = false;
};

}  // namespace astrolabe::app
