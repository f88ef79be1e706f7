#include "ui/shell/exports.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <atomic>
#include <memory>
#include <stop_token>

#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "ui/render/quoting.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_trouble.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

/// Takes what is written and keeps its size alone.
class ByteCounter : public QIODevice {
 public:
  ByteCounter() { open(QIODevice::WriteOnly); }
  qint64 bytes() const { return m_bytes; }

 protected:
  qint64 readData(char*, qint64) override { return -1; }
  qint64 writeData(const char*, qint64 size) override {
    m_bytes += size;
    return size;
  }

 private:
  qint64 m_bytes = 0;
};

/// `write`, and behind it how many bytes it takes, also where they did not find room.
Write withSize(const Write& write, const std::shared_ptr<std::atomic<qint64>>& needed) {
  return [write, needed](QIODevice& file, const std::stop_token& stop) {
    if (write(file, stop)) {
      *needed = file.pos();
      return true;
    }
    if (ByteCounter counter; !stop.stop_requested() && write(counter, stop)) *needed = counter.bytes();
    return false;
  };
}

}  // namespace

Exports::Exports(const PlanDocument& document, QWidget& window) : m_document(document), m_window(window) {}

QString Exports::ask(const QString& title, const QString& ending, const QString& filter) {
  QString start = m_document.path().isEmpty()
                      ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + u'/' +
                            fileNameText(m_document.displayName())
                      : m_document.path();
  if (start.endsWith(u".astrolabe"_s)) start.chop(10);
  return QFileDialog::getSaveFileName(&m_window, title, start + ending, filter);
}

void Exports::offer(const QString& title, const QString& ending, const QString& filter,
                    const QByteArray& bytes) {
  const QString path = ask(title, ending, filter);
  if (!path.isEmpty()) writeText(path, bytes.toStdString());
}

void Exports::writeText(const QString& path, const std::string& text) {
  Result<void> written = checkWindowPlace(path);
  if (written) written = write_file(path.toStdString(), text);
  if (written)
    emit told(tr("Wrote %1").arg(QFileInfo(path).fileName()));
  else
    tellNotWritten(written.error(), qint64(text.size()),
                   [this, text](const QString& other) { writeText(other, text); });
}

void Exports::offerFigure(const QString& title, const Figure& figure) {
  const QString path = ask(title, u".svg"_s, tr("Vector drawing (*.svg);;PDF (*.pdf);;Picture (*.png)"));
  if (!path.isEmpty()) write(path, [figure](const QString& place) { return writeFigure(figure, place); });
}

void Exports::write(const QString& path, const WriteExport& write) {
  Result<void> written = checkWindowPlace(path);
  if (written) written = write(path);
  if (written) {
    emit told(tr("Wrote %1").arg(QFileInfo(path).fileName()));
    return;
  }
  if (written.error().code != code::cannot_save) return tellTrouble(*m_banner, written.error());
  Error error = written.error();
  error.file = path.toStdString();
  const QTemporaryDir elsewhere;
  const QString trial = elsewhere.filePath(QFileInfo(path).fileName());
  const qint64 needed = elsewhere.isValid() && write(trial) ? QFileInfo(trial).size() : 0;
  tellNotWritten(error, needed, [this, write](const QString& other) { this->write(other, write); });
}

void Exports::writeLong(const QString& path, const Write& write) {
  if (const Result<void> place = checkWindowPlace(path); !place)
    return tellNotWritten(place.error(), 0, [this, write](const QString& other) { writeLong(other, write); });
  const QPointer<Exports> exports(this);
  const auto needed = std::make_shared<std::atomic<qint64>>(0);
  const Result<Written> end = writeBeside(*m_banner, path, withSize(write, needed));
  if (!exports) return;  // the window was closed meanwhile
  if (!end)
    return tellNotWritten(end.error(), *needed,
                          [this, write](const QString& other) { writeLong(other, write); });
  const QString name = QFileInfo(path).fileName();
  emit told(*end == Written::Whole ? tr("Wrote %1").arg(name) : tr("Cancelled: %1 is as it was").arg(name));
}

/// `again` writes it to another place.
void Exports::tellNotWritten(const Error& error, qint64 needed, const Again& again) {
  m_banner->say(Banner::Kind::Error, exportFailure(error, needed));
  m_banner->addButton(u"fileBanner.saveElsewhere"_s, tr("Save elsewhere…"),
                      [this, again, file = QString::fromStdString(error.file)] {
                        const QString path =
                            QFileDialog::getSaveFileName(&m_window, tr("Save elsewhere"), file);
                        if (path.isEmpty()) return;
                        m_banner->clear();
                        again(path);
                      });
  endTrouble(*m_banner, error);
}

}  // namespace astrolabe::ui
