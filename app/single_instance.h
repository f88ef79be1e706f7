#pragma once
// One running program for each person: a second start hands its files to the first and ends.

#include <QLocalServer>
#include <QObject>
#include <QStringList>

namespace astrolabe::app {

class SingleInstance : public QObject {
  Q_OBJECT

 public:
  /// `key` tells programs of different state folders apart.
  explicit SingleInstance(const QString& key, QObject* parent = nullptr);

  /// True when a running program took the files (absolute paths, may be none): this one has nothing to do.
  bool handOver(const QStringList& files) const;
  /// From now on second starts hand their files to us.
  void listen();

 signals:
  void filesReceived(const QStringList& files);

 private:
  void take();
  QString m_name;
  QLocalServer m_server;
};

}  // namespace astrolabe::app
