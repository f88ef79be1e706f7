#include "app/single_instance.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocalSocket>

namespace astrolabe::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kConnectMs = 2000;             ///< the system connects, also to a program that is busy
constexpr int kLookMs = 50;                  ///< between two questions whether to wait on
constexpr qint64 kLongestMessage = 1 << 20;  ///< bytes: a thousand long paths
constexpr qsizetype kLongestPlace = 100;     ///< bytes: the system takes 107 for a socket, a lock needs some
constexpr QLatin1StringView kPresent = "--present"_L1;  ///< among the paths, which are absolute
constexpr QByteArrayView kTaken = "taken\n";

/// A folder in which nobody else can put a socket of this name.
bool isOwn(const QString& folder) {
  struct stat facts {};
  if (!QDir::isAbsolutePath(folder)) return false;
  if (::stat(QFile::encodeName(folder).constData(), &facts) != 0) return false;
  return S_ISDIR(facts.st_mode) && facts.st_uid == ::geteuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

SingleInstance::SingleInstance(const QString& key, QObject* parent) : QObject(parent) {
  const QByteArray digest = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha256).toHex();
  const QString name = u"/astrolabe-"_s + QString::fromLatin1(digest.first(16));
  const QString own = key + u"/run"_s;
  if (QDir::isAbsolutePath(key) && QDir().mkpath(own))
    QFile::setPermissions(own, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  for (const QString& folder : {qEnvironmentVariable("XDG_RUNTIME_DIR"), own})
    if (m_name.isEmpty() && isOwn(folder) && QFile::encodeName(folder + name).size() < kLongestPlace)
      m_name = folder + name;
  m_server.setSocketOptions(QLocalServer::UserAccessOption);
  connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::take);
}

/// One line of JSON: the paths. The answer says that they were taken. A program that has ended refuses or
/// hangs up at once; that one only takes long must not make a second one, which would open the same plans and
/// take its place.
bool SingleInstance::handOver(const QStringList& files, bool present,
                              const std::function<bool()>& waits) const {
  if (m_name.isEmpty()) return false;
  QLocalSocket socket;
  socket.connectToServer(m_name);
  if (!socket.waitForConnected(kConnectMs)) return false;
  socket.write(QJsonDocument(QJsonArray::fromStringList(present ? files + QStringList{kPresent} : files))
                   .toJson(QJsonDocument::Compact) +
               '\n');
  while (!socket.canReadLine()) {
    if (socket.waitForReadyRead(kLookMs)) continue;
    if (socket.state() != QLocalSocket::ConnectedState || (waits && !waits())) break;
  }
  return socket.canReadLine() && socket.readLine() == kTaken;
}

void SingleInstance::listen() {
  if (m_name.isEmpty()) return;
  QLocalServer::removeServer(m_name);  // of a program that ended without a word
  m_server.listen(m_name);
}

void SingleInstance::take() {
  QLocalSocket* socket = m_server.nextPendingConnection();
  if (!socket) return;
  socket->setReadBufferSize(kLongestMessage);
  connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
  const auto read = [this, socket] {
    if (!socket->canReadLine()) return;
    const QJsonDocument message = QJsonDocument::fromJson(socket->readLine());
    if (!message.isArray()) return socket->abort();
    QStringList files;
    for (const auto& value : message.array())
      if (QDir::isAbsolutePath(value.toString())) files << value.toString();
    socket->write(kTaken.data(), kTaken.size());
    socket->flush();
    if (socket->state() != QLocalSocket::ConnectedState) return;  // nobody waits for it any more
    emit filesReceived(files, message.array().contains(QJsonValue(kPresent)));
  };
  connect(socket, &QLocalSocket::readyRead, this, read);
  read();
}

}  // namespace astrolabe::app
