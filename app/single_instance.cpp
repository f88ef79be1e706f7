#include "app/single_instance.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocalSocket>

namespace astrolabe::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kPatienceMs = 2000;  ///< a program that does not answer by then is no company
constexpr qint64 kLongestMessage = 1 << 20;  ///< bytes: a thousand long paths
constexpr QByteArrayView kTaken = "taken\n";

}  // namespace

SingleInstance::SingleInstance(const QString& key, QObject* parent) : QObject(parent) {
  const QByteArray digest = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha256).toHex();
  m_name = u"astrolabe-"_s + QString::fromLatin1(digest.first(16));
  m_server.setSocketOptions(QLocalServer::UserAccessOption);
  connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::take);
}

/// One line of JSON: the paths. The answer says that they were taken.
bool SingleInstance::handOver(const QStringList& files) const {
  QLocalSocket socket;
  socket.connectToServer(m_name);
  if (!socket.waitForConnected(kPatienceMs)) return false;
  socket.write(QJsonDocument(QJsonArray::fromStringList(files)).toJson(QJsonDocument::Compact) + '\n');
  if (!socket.waitForBytesWritten(kPatienceMs)) return false;
  while (!socket.canReadLine())
    if (!socket.waitForReadyRead(kPatienceMs)) return false;
  return socket.readLine() == kTaken;
}

void SingleInstance::listen() {
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
    emit filesReceived(files);
  };
  connect(socket, &QLocalSocket::readyRead, this, read);
  read();
}

}  // namespace astrolabe::app
