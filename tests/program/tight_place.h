#pragma once
// Places in which a file cannot be written, for programs that a test starts. None needs an administrator.

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <csignal>

namespace astrolabe::tests {

/// What may be wrong with a place, and what may be odd about one that can be written.
enum class Trouble {
  Full,
  ReadOnly,
  Vanished,
  FullDevice,
  ReadOnlyLink,
  LockedFolder,
  LongName,
  Link,
  Permissions
};
inline constexpr const char* kTroubles[] = {
    "full",      "read-only", "vanished folder", "full device", "link to read-only", "locked folder",
    "long name", "link",      "permissions"};

/// Every writer meets the first three, one of the next three and one of the last three, in turn; with
/// ASTROLABE_FULL=1 all of them.
inline bool in_slice(int writer, int trouble) {
  return trouble < 3 || trouble % 3 == writer % 3 || qEnvironmentVariableIsSet("ASTROLABE_FULL");
}

/// In a program that is started: files end after so many bytes, as on a full disk.
inline void limit_files(QProcess& process, rlim_t bytes) {
  process.setChildProcessModifier([bytes] {
    const rlimit tight{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &tight);
  });
}

/// Everything in a folder and below with its content, in order: what is to be the same afterwards.
inline QByteArray all_in(const QString& folder) {
  QByteArray all;
  const QDir dir(folder);
  for (const QFileInfo& entry :
       dir.entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name)) {
    all +=
        entry.fileName().toUtf8() + (entry.isSymLink() ? " -> " + entry.symLinkTarget().toUtf8() : "") + '\n';
    if (entry.isSymLink()) continue;
    if (entry.isDir()) all += all_in(entry.filePath());
    if (QFile file(entry.filePath()); entry.isFile() && file.open(QIODevice::ReadOnly))
      all += file.readAll() + '\n';
  }
  return all;
}

/// Nobody may make a file in the folder while one lives; an administrator may all the same.
class LockedFolder {
 public:
  explicit LockedFolder(const QString& folder) : m_folder(folder.toUtf8()) {
    ::chmod(m_folder.constData(), 0500);
  }
  ~LockedFolder() { ::chmod(m_folder.constData(), 0700); }
  Q_DISABLE_COPY_MOVE(LockedFolder)
  static bool holds() { return ::geteuid() != 0; }

 private:
  QByteArray m_folder;
};

}  // namespace astrolabe::tests
