#include "ui/document/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>
#include <algorithm>
#include <utility>

#include "core/base/file_read.h"
#include "ui/render/file_device.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

QString beside(const QString& copy, QLatin1StringView ending) {
  return copy.chopped(QFileInfo(copy).suffix().size() + 1) + ending;
}
QString factsOf(const QString& copy) { return beside(copy, ".json"_L1); }
QString lockOf(const QString& copy) { return beside(copy, ".lock"_L1); }

/// A copy with what is known of it.
LeftBehind copyAt(const QString& path) {
  LeftBehind copy{path, {}, {}, QFileInfo(path).lastModified(), {}, false};
  if (const auto facts = read_file(factsOf(path).toStdString(), file_limit::kMib)) {
    const QJsonObject told = QJsonDocument::fromJson(QByteArray::fromStdString(*facts)).object();
    copy.name = told[u"name"_s].toString();
    copy.path = told[u"path"_s].toString();
    copy.aside = told[u"aside"_s].toBool();
    const QJsonObject file = told[u"file"_s].toObject();
    copy.mark.exists = !file.isEmpty();
    copy.mark.size = file[u"size"_s].toString().toULongLong();
    copy.mark.hash = file[u"hash"_s].toString().toULongLong();
  }
  if (copy.name.isEmpty()) copy.name = QCoreApplication::translate("Recovery", "Untitled");
  return copy;
}

}  // namespace

RecoveryKeeper::RecoveryKeeper(PlanDocument& document, QObject* parent)
    : QObject(parent), m_document(document), m_id(QUuid::createUuid().toString(QUuid::WithoutBraces)) {
  m_afterEdit.setSingleShot(true);
  m_afterEdit.setInterval(kAfterEditMs);
  m_inSearch.setInterval(kInSearchMs);
  connect(&m_afterEdit, &QTimer::timeout, this, [this] { writeNow(); });
  connect(&m_inSearch, &QTimer::timeout, this, [this] { writeNow(); });
  connect(&m_document, &PlanDocument::planChanged, this, [this] { changed(); });
  connect(&m_document, &PlanDocument::pathChanged, this, [this] { changed(); });
}

void RecoveryKeeper::setFolder(const QString& folder) {
  if (!m_folder.isEmpty()) discard();
  m_lock.reset();
  m_folder = folder;
  if (folder.isEmpty()) return;
  QDir().mkpath(folder);
  holdLock();
  changed();
}

/// Held as long as this program lives: a next start takes only copies that nobody holds.
void RecoveryKeeper::holdLock() {
  m_lock = std::make_unique<QLockFile>(lockOf(copy()));
  m_lock->setStaleLockTime(0);
  m_lock->tryLock(0);
}

void RecoveryKeeper::setSearching(bool searching) {
  if (searching && !m_inSearch.isActive()) m_inSearch.start();
  if (!searching) m_inSearch.stop();
}

QString RecoveryKeeper::copy() const { return m_folder + u'/' + m_id + u".astrolabe"_s; }

/// Work that is saved needs no copy; unsaved work gets one soon, however many edits follow each other.
void RecoveryKeeper::changed() {
  if (m_folder.isEmpty()) return;
  if (!m_document.isModified())
    discard();
  else if (!m_afterEdit.isActive())
    m_afterEdit.start();
}

bool RecoveryKeeper::writeNow() {
  m_afterEdit.stop();
  if (m_folder.isEmpty()) return false;
  return !m_document.isModified() || write(false);
}

bool RecoveryKeeper::write(bool aside) {
  const QDateTime now = QDateTime::currentDateTime();
  const FileMark& mark = m_document.mark();
  QJsonObject facts{{u"name"_s, m_document.displayName()},
                    {u"path"_s, m_document.path()},
                    {u"changed"_s, now.toString(Qt::ISODate)},
                    {u"aside"_s, aside}};
  if (mark.exists)  // numbers of 64 bits are text: those of JSON have 53
    facts[u"file"_s] =
        QJsonObject{{u"size"_s, QString::number(mark.size)}, {u"hash"_s, QString::number(mark.hash)}};
  Result<void> kept = writeBytes(factsOf(copy()), QJsonDocument(facts).toJson());
  if (kept) kept = plan::write_plan(m_document.file(), copy().toStdString());
  if (!kept) {
    emit failed(kept.error());
    return false;
  }
  emit written(now);
  return true;
}

std::optional<LeftBehind> RecoveryKeeper::putAside() {
  m_afterEdit.stop();
  if (m_folder.isEmpty() || !write(true)) return {};
  const QString kept = copy();
  m_lock.reset();
  m_id = QUuid::createUuid().toString(QUuid::WithoutBraces);
  holdLock();
  return copyAt(kept);
}

void RecoveryKeeper::discard() {
  m_afterEdit.stop();
  if (m_folder.isEmpty()) return;
  QFile::remove(copy());
  QFile::remove(factsOf(copy()));
}

QList<LeftBehind> RecoveryKeeper::leftBehind(const QString& folder) {
  QList<LeftBehind> found;
  for (const QFileInfo& file : QDir(folder).entryInfoList({u"*.astrolabe"_s}, QDir::Files)) {
    QLockFile lock(lockOf(file.filePath()));
    lock.setStaleLockTime(0);  // an old lock is void only when its program has gone
    if (!lock.tryLock(0)) continue;
    lock.unlock();
    found << copyAt(file.filePath());
  }
  std::sort(found.begin(), found.end(),
            [](const LeftBehind& a, const LeftBehind& b) { return a.changed > b.changed; });
  return found;
}

void RecoveryKeeper::remove(const LeftBehind& copy) {
  for (const QString& file : {copy.copy, factsOf(copy.copy), lockOf(copy.copy)}) QFile::remove(file);
}

}  // namespace astrolabe::ui
