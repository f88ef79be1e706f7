#pragma once
// A file to be written with every kind of trouble in the way, whoever writes it.

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include "tests/program/full_device.h"
#include "tests/program/tight_place.h"

namespace astrolabe::tests {

/// The place with what stands there before, and what may stand there afterwards.
class TroubledTarget {
 public:
  /// In `folder`, which is made.
  TroubledTarget(Trouble kind, const QString& folder, const QString& ending)
      : linked(kind == Trouble::Link || kind == Trouble::ReadOnlyLink),
        succeeds(kind == Trouble::LongName || kind == Trouble::Link || kind == Trouble::Permissions),
        m_kind(kind),
        m_folder(folder) {
    if (kind == Trouble::LockedFolder && !LockedFolder::holds()) {
      missing = "the system's administrator may write anywhere";
      return;
    }
    const QString real = folder + QStringLiteral("/real"), name = kind == Trouble::LongName
                                                                      ? QString(250 - ending.size(), u'x')
                                                                      : QStringLiteral("target");
    path = folder + u'/' + name + ending;
    m_file = linked ? real : path;
    QVERIFY(QDir().mkpath(folder));
    if (kind == Trouble::FullDevice) {
      const std::string full = full_device(folder.toStdString());
      if (full.empty()) {
        missing = "no such device may be made here";
        return;
      }
      QVERIFY(QFile::link(QString::fromStdString(full), path));
    } else {
      QFile old(m_file);
      QVERIFY(old.open(QIODevice::WriteOnly) && old.write(kOld) == kOld.size());
    }
    if (linked) QVERIFY(QFile::link(real, path));
    if (kind == Trouble::ReadOnly || kind == Trouble::ReadOnlyLink)
      QCOMPARE(::chmod(m_file.toUtf8(), 0444), 0);
    if (kind == Trouble::Permissions) QCOMPARE(::chmod(m_file.toUtf8(), 0640), 0);
    if (kind == Trouble::Vanished) QVERIFY(QDir(folder).removeRecursively());
    if (kind != Trouble::FullDevice) m_before = all_in(folder);
  }

  QString path;
  bool linked, succeeds;
  const char* missing = nullptr;  ///< why there is no such trouble on this system; null: there is

  /// After it was written: something new, as what stood there was, with nothing hidden beside it.
  void checkWritten() const {
    QFile file(path);
    const QByteArray now = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no file");
    QVERIFY(now != kOld && now.size() > 40);
    QCOMPARE(QFileInfo(path).isSymLink(), linked);
    struct stat found {};
    QCOMPARE(::stat(m_file.toUtf8(), &found), 0);
    if (m_kind == Trouble::Permissions) QCOMPARE(found.st_mode & 07777U, 0640U);
    for (const QString& entry : QDir(m_folder).entryList(QDir::Files | QDir::Hidden))
      QVERIFY2(!entry.startsWith(u'.'), qPrintable(entry));
  }
  /// After it could not be written: what stood there, and nothing else.
  void checkKept() const {
    if (m_kind == Trouble::FullDevice)
      QVERIFY(QFileInfo(path).isSymLink());
    else
      QCOMPARE(all_in(m_folder), m_before);
  }

 private:
  static inline const QByteArray kOld = "what stood there before\n";

  Trouble m_kind;
  QString m_folder, m_file;
  QByteArray m_before;
};

}  // namespace astrolabe::tests
