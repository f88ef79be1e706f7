// The window's care for unsaved work: the copy it keeps, what it offers after a crash, what it says when a
// save fails.

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QSignalBlocker>
#include <QStorageInfo>

#include "core/base/error_codes.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

/// "14:31" today, date and time otherwise.
QString whenText(const QDateTime& when) {
  const QLocale locale;
  return when.date() == QDate::currentDate() ? locale.toString(when.time(), QLocale::ShortFormat)
                                             : locale.toString(when, QLocale::ShortFormat);
}

/// What keeps a file from being written, as far as one can see.
enum class Obstacle { ReadOnly, NoFolder, ReadOnlyDisk, FullDisk, Other };

Obstacle obstacleOf(const Error& error, const QFileInfo& file, qint64 needed) {
  if (error.found == "read-only" || (file.exists() && !file.isWritable())) return Obstacle::ReadOnly;
  if (!QFileInfo(file.absolutePath()).isDir()) return Obstacle::NoFolder;
  const QStorageInfo disk(file.absolutePath());
  if (disk.isValid() && disk.isReadOnly()) return Obstacle::ReadOnlyDisk;
  return disk.isValid() && disk.bytesAvailable() < needed ? Obstacle::FullDisk : Obstacle::Other;
}

qint64 freeBeside(const QFileInfo& file) { return QStorageInfo(file.absolutePath()).bytesAvailable(); }

QString sizeText(qint64 bytes) { return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat); }

}  // namespace

void MainWindow::setRecoveryFolder(const QString& folder) { m_recovery.setFolder(folder); }

void MainWindow::connectRecovery() {
  m_openedAt = QDateTime::currentDateTime();
  connect(&m_document, &PlanDocument::wasReset, this, [this] { m_openedAt = QDateTime::currentDateTime(); });
  connect(&m_document, &PlanDocument::planChanged, this, [this] {
    m_autosavedText.clear();
    m_loggingOut = false;  // the session went on
  });
  connect(&m_recovery, &RecoveryKeeper::written, this, [this](const QDateTime& when) {
    m_autosavedText = tr("Autosaved %1", "a time").arg(whenText(when));
    updateTitle();
  });
  connect(&m_recovery, &RecoveryKeeper::failed, this,
          [this] { say(tr("No recovery copy could be written in %1.").arg(m_recovery.folder())); });
  connect(&m_bridge, &SearchBridge::stateChanged, this,
          [this] { m_recovery.setSearching(m_bridge.state() == State::Searching); });
}

void MainWindow::offerRecovery(const QList<LeftBehind>& copies) {
  m_leftBehind = copies;
  if (!copies.isEmpty()) offerNextRecovery();  // else what opening had to say stays
}

void MainWindow::offerNextRecovery() {
  m_fileBanner->clear();
  if (m_leftBehind.isEmpty()) return tellCatalogue();
  const LeftBehind copy = m_leftBehind.takeFirst();
  Message message;
  message.title = tr("Astrolabe closed unexpectedly.");
  message.body = tr("“%1” has changes from %2 that were not saved.").arg(copy.name, whenText(copy.changed));
  m_fileBanner->say(Banner::Kind::Warning, message);
  QPushButton* restore = m_fileBanner->addButton(u"fileBanner.restore"_s, tr("Restore"),
                                                 [this, copy] { restoreLeftBehind(copy); });
  m_fileBanner->addButton(u"fileBanner.discard"_s, tr("Discard"), [this, copy] {
    RecoveryKeeper::remove(copy);
    offerNextRecovery();
  });
  m_fileBanner->addButton(u"fileBanner.later"_s, tr("Later"), [this] { offerNextRecovery(); });
  restore->show();
  restore->setFocus(Qt::OtherFocusReason);
}

/// Into the window that shows the plan as it was saved, or into this one where it shows nothing else, else
/// into one of its own: no work takes the place of other.
void MainWindow::restoreLeftBehind(const LeftBehind& copy) {
  Result<plan::PlanFile> file = plan::read_plan(copy.copy.toStdString());
  if (!file) {
    m_fileBanner->say(Banner::Kind::Error, messageFor(file.error()));
    offerDetails(*m_fileBanner, detailsOf(file.error()));
    m_fileBanner->addButton(u"fileBanner.dismiss"_s, tr("Dismiss"), [this] { offerNextRecovery(); });
    return;
  }
  const bool same = !m_document.isModified() && m_document.path() == copy.path;
  MainWindow* window = showing(copy.path);
  if (window == nullptr || window->m_document.isModified())
    window = isUntouched() || same || !m_newWindow ? this : m_newWindow();
  if (!window->takeLeftBehind(copy, std::move(*file))) return;
  if (window != this) window->tellCatalogue();
  const bool last = m_leftBehind.isEmpty();
  offerNextRecovery();
  if (last) window->m_canvas->view().setFocus(Qt::OtherFocusReason);  // the button that had it is gone
}

/// The copy goes only when this window holds its work and has written a copy of its own. False: what the
/// window shows was to stay.
bool MainWindow::takeLeftBehind(const LeftBehind& copy, plan::PlanFile file) {
  if (!mayDiscard()) return false;
  // Two copies of one plan: the second is not saved over the first unasked.
  m_document.restore(std::move(file), showing(copy.path, this) != nullptr ? QString() : copy.path);
  if (m_recovery.writeNow()) RecoveryKeeper::remove(copy);
  say(tr("Restored “%1”").arg(copy.name));
  return true;
}

void MainWindow::prepareForLogout() { m_loggingOut = m_recovery.writeNow(); }

void MainWindow::keepWork() {
  const QSignalBlocker unseen(m_recovery);
  m_recovery.writeNow();
}

MainWindow* MainWindow::showing(const QString& path, const MainWindow* except) {
  const QString wanted = QFileInfo(path).canonicalFilePath();
  if (wanted.isEmpty()) return nullptr;
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    auto* window = qobject_cast<MainWindow*>(widget);
    if (!window || window == except || !window->isVisible()) continue;
    if (QFileInfo(window->m_document.path()).canonicalFilePath() == wanted) return window;
  }
  return nullptr;
}

void MainWindow::comeForward() {
  if (isMinimized()) showNormal();
  show();
  raise();
  activateWindow();
}

/// Why the plan was not saved, with the room it needs, and where the work is meanwhile.
Message MainWindow::saveFailure(const Error& error) {
  const bool kept = m_recovery.writeNow() && m_document.isModified();
  const QFileInfo file(QString::fromStdString(error.file));
  const qint64 needed = kept ? QFileInfo(m_recovery.copy()).size() : 0;
  Message message = messageFor(error);
  switch (obstacleOf(error, file, needed)) {
    case Obstacle::ReadOnly:
      message.title = tr("Not saved: %1 is read-only.").arg(file.fileName());
      break;
    case Obstacle::NoFolder:
      message.title = tr("Not saved: the folder of %1 does not exist.").arg(file.fileName());
      break;
    case Obstacle::ReadOnlyDisk:
      message.title = tr("Not saved: the disk of %1 is read-only.").arg(file.fileName());
      break;
    case Obstacle::FullDisk:
      message.title = tr("Not saved: the disk is full (needs %1, %2 free).")
                          .arg(sizeText(needed), sizeText(freeBeside(file)));
      break;
    case Obstacle::Other:
      return message;
  }
  message.body = kept ? tr("Your work is kept in the recovery copy. What was there before is unchanged.")
                      : tr("What was there before is unchanged.");
  return message;
}

/// Why an export was not written, with the room it needs.
Message MainWindow::exportFailure(const Error& error, qint64 needed) {
  const QFileInfo file(QString::fromStdString(error.file));
  const QString name = file.fileName();
  Message message = messageFor(error);
  switch (obstacleOf(error, file, needed)) {
    case Obstacle::ReadOnly:
      message.title = tr("%1 was not written: it is read-only.").arg(name);
      break;
    case Obstacle::NoFolder:
      message.title = tr("%1 was not written: its folder does not exist.").arg(name);
      break;
    case Obstacle::ReadOnlyDisk:
      message.title = tr("%1 was not written: its disk is read-only.").arg(name);
      break;
    case Obstacle::FullDisk:
      message.title = tr("%1 was not written: the disk is full (needs %2, %3 free).")
                          .arg(name, sizeText(needed), sizeText(freeBeside(file)));
      break;
    case Obstacle::Other:
      if (error.code == code::cannot_save) message.title = tr("%1 was not written.").arg(name);
      return message;
  }
  message.body = tr("What was there before is unchanged. The plan is as it was.");
  return message;
}

}  // namespace astrolabe::ui
