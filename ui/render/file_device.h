#pragma once
// Files of the window are written as those of the command line: core/base/file_write.

#include <QByteArray>
#include <QIODevice>
#include <QString>

#include "core/base/file_write.h"

namespace astrolabe::ui {

/// A new file for those who write into devices. Its place holds what it held before until keep().
class FileDevice : public QIODevice {
 public:
  explicit FileDevice(const QString& path) : m_writer(path.toStdString()) {}

  /// For writing only. False where nothing can be written: failure() says why.
  bool open(OpenMode mode) override;
  /// Why it takes no more.
  Error failure() const { return m_writer.error().value_or(Error{}); }
  /// The file takes its place. Errors: those of FileWriter.
  Result<void> keep() { return m_writer.keep(); }

 protected:
  qint64 readData(char*, qint64) override { return -1; }
  qint64 writeData(const char* bytes, qint64 size) override;

 private:
  FileWriter m_writer;
};

Result<void> writeBytes(const QString& path, const QByteArray& bytes);

}  // namespace astrolabe::ui
