#pragma once
// One running program for each person: a second start hands its files to the first and ends.

#include <QLocalServer>
#include <QObject>
#include <QStringList>
#include <functional>

namespace astrolabe::app {

class SingleInstance : public QObject {
  Q_OBJECT

 public:
  /// `key` tells programs of different state folders apart.
  explicit SingleInstance(const QString& key, QObject* parent = nullptr);

  /// True when a running program took the files (absolute paths, may be none): this one has nothing to do.
  /// One that is busy is waited for as long as it lives; meanwhile `waits` is asked again and again, and
  /// where it says no, that program opens nothing.
  bool handOver(const QStringList& files, bool present = false,
                const std::function<bool()>& waits = {}) const;
  /// Where the running program is found: a place of this person alone, by the desktop's rules
  /// ($XDG_RUNTIME_DIR), or else in the state folder. Empty where neither is safe: then each start is its
  /// own.
  QString place() const { return m_name; }
  /// From now on second starts hand their files to us.
  void listen();

 signals:
  void filesReceived(const QStringList& files, bool present);

 private:
  void take();
  QString m_name;
  QLocalServer m_server;
};

}  // namespace astrolabe::app
