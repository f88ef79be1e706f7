#include "ui/render/file_device.h"

#include <string_view>

namespace astrolabe::ui {

bool FileDevice::open(OpenMode mode) {
  return mode == WriteOnly && !m_writer.error() && QIODevice::open(mode);
}

qint64 FileDevice::writeData(const char* bytes, qint64 size) {
  return m_writer.write({bytes, static_cast<std::size_t>(size)}) ? size : -1;
}

Result<void> writeBytes(const QString& path, const QByteArray& bytes) {
  return write_file(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

}  // namespace astrolabe::ui
