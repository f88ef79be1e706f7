#include "app/single_instance.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QScopedValueRollback>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <cerrno>
#include <utility>

namespace astrolabe::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kLookMs = 50;                  ///< between two questions whether to wait on
constexpr int kSilentMs = 30'000;            ///< who connected and asks nothing is sent away
constexpr int kMostSockets = 64;             ///< at once; further starts wait in the system's queue
constexpr qint64 kLongestMessage = 1 << 20;  ///< bytes: a thousand long paths
constexpr qsizetype kLongestPlace = 100;     ///< bytes: the system takes 107 for a socket, a lock needs some
constexpr QLatin1StringView kPresent = "--present"_L1;  ///< among the paths, which are absolute
constexpr QByteArrayView kTaken = "taken\n";
constexpr char kAsked[] = "asked";  ///< property of a socket: its request has been read

/// A folder in which nobody else can put a socket of this name.
bool isOwn(const QString& folder) {
  struct stat facts {};
  if (!QDir::isAbsolutePath(folder)) return false;
  if (::stat(QFile::encodeName(folder).constData(), &facts) != 0) return false;
  return S_ISDIR(facts.st_mode) && facts.st_uid == ::geteuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Who looks for the running program and takes its place does both with this lock held. It goes with the
/// program that holds it.
class Turn {
 public:
  explicit Turn(const QString& place)
      : m_file(::open(QFile::encodeName(place + u".turn"_s).constData(), O_CREAT | O_RDWR | O_CLOEXEC,
                      S_IRUSR | S_IWUSR)) {
    while (m_file >= 0 && ::flock(m_file, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Turn() {
    if (m_file >= 0) ::close(m_file);
  }
  Q_DISABLE_COPY_MOVE(Turn)

 private:
  int m_file;
};

/// 0: there is no such file.
quint64 numberOf(const QString& file) {
  struct stat facts {};
  return ::stat(QFile::encodeName(file).constData(), &facts) == 0 ? facts.st_ino : 0;
}

enum class Connected { Yes, No, NotYet };  ///< No: nobody listens there

Connected connectTo(QLocalSocket& socket, const QString& place) {
  socket.connectToServer(place);  // the system connects, also to a program that is busy
  if (socket.waitForConnected(kLookMs)) return Connected::Yes;
  const QLocalSocket::LocalSocketError why = socket.error();
  const bool nobody = why == QLocalSocket::ConnectionRefusedError ||
                      why == QLocalSocket::ServerNotFoundError || why == QLocalSocket::SocketAccessError;
  const bool waits = socket.state() == QLocalSocket::ConnectingState;  // the queue of the place is full
  socket.abort();
  return waits && !nobody ? Connected::NotYet : Connected::No;
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

SingleInstance::~SingleInstance() { close(); }

/// One line of JSON: the paths. The answer says that their turn has come. A program that has ended refuses or
/// hangs up at once; that one only takes long must not make a second one, which would open the same plans and
/// take its place.
bool SingleInstance::handOver(const QStringList& files, bool present,
                              const std::function<bool()>& waits) const {
  if (m_name.isEmpty()) return false;
  QLocalSocket socket;
  Connected connected = Connected::NotYet;
  while ((connected = connectTo(socket, m_name)) == Connected::NotYet) {
    if (waits && !waits()) return false;
    QThread::msleep(kLookMs);
  }
  if (connected == Connected::No) return false;
  socket.write(QJsonDocument(QJsonArray::fromStringList(present ? files + QStringList{kPresent} : files))
                   .toJson(QJsonDocument::Compact) +
               '\n');
  while (!socket.canReadLine()) {
    if (socket.waitForReadyRead(kLookMs)) continue;
    if (socket.state() != QLocalSocket::ConnectedState || (waits && !waits())) break;
  }
  return socket.canReadLine() && socket.readLine() == kTaken;
}

bool SingleInstance::listen(bool instead) {
  if (m_name.isEmpty()) return true;
  const Turn turn(m_name);
  QLocalSocket other;
  if (!instead && connectTo(other, m_name) != Connected::No) return false;
  QLocalServer::removeServer(m_name);  // of a program that ended without a word
  m_server.listen(m_name);
  m_own = numberOf(m_name);
  return true;
}

void SingleInstance::close() {
  m_waiting.clear();
  if (m_server.isListening()) {
    const Turn turn(m_name);
    // The server takes away the file of its place. Where that is another program's by now it stays.
    const QString aside = m_name + u".aside"_s;
    const bool lost = numberOf(m_name) != m_own && QFile::rename(m_name, aside);
    m_server.close();
    if (lost) QFile::rename(aside, m_name);
  }
  qDeleteAll(m_server.findChildren<QLocalSocket*>());
}

void SingleInstance::take() {
  while (m_sockets < kMostSockets) {
    QLocalSocket* socket = m_server.nextPendingConnection();
    if (!socket) return;
    ++m_sockets;
    socket->setReadBufferSize(kLongestMessage);
    connect(socket, &QObject::destroyed, this, [this] {
      --m_sockets;
      QMetaObject::invokeMethod(this, &SingleInstance::take, Qt::QueuedConnection);
    });
    connect(socket, &QLocalSocket::disconnected, this, [this, socket] {
      std::erase_if(m_waiting, [socket](const Request& request) { return request.from == socket; });
      socket->deleteLater();
    });
    connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(socket); });
    QTimer::singleShot(kSilentMs, socket, [socket] {
      if (socket->property(kAsked).toBool()) return;
      socket->waitForReadyRead(0);  // what came while this program had no time
      if (!socket->property(kAsked).toBool()) socket->abort();
    });
    read(socket);
  }
}

/// Only notes what is asked for.
void SingleInstance::read(QLocalSocket* socket) {
  if (socket->property(kAsked).toBool()) return;
  if (!socket->canReadLine()) {
    if (socket->bytesAvailable() >= kLongestMessage) socket->abort();
    return;
  }
  socket->setProperty(kAsked, true);
  const QJsonDocument message = QJsonDocument::fromJson(socket->readLine());
  if (!message.isArray()) return socket->abort();
  Request request{socket, {}, message.array().contains(QJsonValue(kPresent))};
  for (const auto& value : message.array())
    if (QDir::isAbsolutePath(value.toString())) request.files << value.toString();
  m_waiting.push_back(std::move(request));
  retry();
}

void SingleInstance::retry() {  // also in a loop of events inside another
  QMetaObject::invokeMethod(this, &SingleInstance::serve, Qt::QueuedConnection);
}

/// The request whose turn it is; the next one from the loop of events.
void SingleInstance::serve() {
  if (m_serving || m_waiting.empty() || (m_ready && !m_ready())) return;
  const Request request = std::move(m_waiting.front());
  m_waiting.pop_front();
  if (!m_waiting.empty()) retry();
  if (!request.from || request.from->state() != QLocalSocket::ConnectedState) return;
  request.from->write(kTaken.data(), kTaken.size());
  request.from->flush();
  if (!request.from || request.from->state() != QLocalSocket::ConnectedState)
    return;  // nobody waits for it any more
  {
    const QScopedValueRollback serving(m_serving, true);
    emit filesReceived(request.files, request.present);
  }
  retry();
  emit served();
}

}  // namespace astrolabe::app
