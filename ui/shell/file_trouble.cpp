#include "ui/shell/file_trouble.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QStorageInfo>

#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "core/base/json.h"
#include "ui/shell/banner.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct TroubleText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::FileTrouble)
};

/// What keeps a file from being written.
enum class Obstacle { ReadOnly, NoFolder, ReadOnlyDisk, FullDisk, Other };

Obstacle obstacleOf(const Error& error, qint64 needed) {
  const std::string_view found(error.found);
  if (error.code != code::cannot_save) return Obstacle::Other;
  if (found.starts_with(obstacle::read_only)) return Obstacle::ReadOnly;
  if (found.starts_with(obstacle::no_folder)) return Obstacle::NoFolder;
  if (found.starts_with(obstacle::read_only_disk)) return Obstacle::ReadOnlyDisk;
  return found.starts_with(obstacle::full_disk) && needed > 0 ? Obstacle::FullDisk : Obstacle::Other;
}

qint64 freeBeside(const QFileInfo& file) { return QStorageInfo(file.absolutePath()).bytesAvailable(); }

QString fileSizeText(qint64 bytes) {
  return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

}  // namespace

QString detailsOf(const Error& error) { return QString::fromStdString(text_of(error_json(error), 1)); }

void offerDetails(Banner& banner, const QString& details) {
  banner.addButton(
      banner.objectName() + u".copyDetails"_s, TroubleText::tr("Copy details"),
      [text = banner.message().plain() + u'\n' + details] { QGuiApplication::clipboard()->setText(text); });
}

void addDismiss(Banner& banner) {
  banner.addButton(banner.objectName() + u".dismiss"_s, TroubleText::tr("Dismiss"),
                   [&banner] { banner.clear(); });
}

void endTrouble(Banner& banner, const Error& error) {
  offerDetails(banner, detailsOf(error));
  addDismiss(banner);
}

void tellTrouble(Banner& banner, const Error& error) {
  banner.say(Banner::Kind::Error, messageFor(error));
  endTrouble(banner, error);
}

bool isReadOnly(const QString& path) {
  const Result<void> place = check_place(path.toStdString());
  return !place && place.error().found == obstacle::read_only;
}

Result<void> checkWindowPlace(const QString& path) {
  const QFileInfo file(path);
  if (!file.exists() || file.isFile() || file.isDir()) return {};
  return tl::unexpected<Error>(Error{std::string(code::cannot_save),
                                     path.toStdString(),
                                     {},
                                     "not a regular file",
                                     {Wanted::Kind::text, {"a place with room that can be written"}}});
}

Message saveFailure(const Error& error, std::optional<qint64> kept) {
  const QFileInfo file(QString::fromStdString(error.file));
  const qint64 needed = kept.value_or(0);
  Message message = messageFor(error);
  switch (obstacleOf(error, needed)) {
    case Obstacle::ReadOnly:
      message.title = TroubleText::tr("Not saved: %1 is read-only.").arg(file.fileName());
      break;
    case Obstacle::NoFolder:
      message.title = TroubleText::tr("Not saved: the folder of %1 does not exist.").arg(file.fileName());
      break;
    case Obstacle::ReadOnlyDisk:
      message.title = TroubleText::tr("Not saved: the disk of %1 is read-only.").arg(file.fileName());
      break;
    case Obstacle::FullDisk:
      message.title = TroubleText::tr("Not saved: the disk is full (needs %1, %2 free).")
                          .arg(fileSizeText(needed), fileSizeText(freeBeside(file)));
      break;
    case Obstacle::Other:
      return message;
  }
  message.body =
      kept ? TroubleText::tr("Your work is kept in the recovery copy. What was there before is unchanged.")
           : TroubleText::tr("What was there before is unchanged.");
  return message;
}

Message exportFailure(const Error& error, qint64 needed) {
  const QFileInfo file(QString::fromStdString(error.file));
  const QString name = file.fileName();
  Message message = messageFor(error);
  switch (obstacleOf(error, needed)) {
    case Obstacle::ReadOnly:
      message.title = TroubleText::tr("%1 was not written: it is read-only.").arg(name);
      break;
    case Obstacle::NoFolder:
      message.title = TroubleText::tr("%1 was not written: its folder does not exist.").arg(name);
      break;
    case Obstacle::ReadOnlyDisk:
      message.title = TroubleText::tr("%1 was not written: its disk is read-only.").arg(name);
      break;
    case Obstacle::FullDisk:
      message.title = TroubleText::tr("%1 was not written: the disk is full (needs %2, %3 free).")
                          .arg(name, fileSizeText(needed), fileSizeText(freeBeside(file)));
      break;
    case Obstacle::Other:
      if (error.code == code::cannot_save) message.title = TroubleText::tr("%1 was not written.").arg(name);
      return message;
  }
  message.body = TroubleText::tr("What was there before is unchanged. The plan is as it was.");
  return message;
}

}  // namespace astrolabe::ui
