// The window's care for unsaved work: the copy it keeps, what it offers after a crash, what it says when a
// save fails.

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QSignalBlocker>
#include <QStorageInfo>

#include "core/base/error_codes.h"
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

QString sizeText(qint64 bytes) { return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat); }

}  // namespace

void MainWindow::setRecoveryFolder(const QString& folder) { m_recovery.setFolder(folder); }

void MainWindow::connectRecovery() {
  m_openedAt = QDateTime::currentDateTime();
  connect(&m_document, &PlanDocument::wasReset, this, [this] { m_openedAt = QDateTime::currentDateTime(); });
  connect(&m_document, &PlanDocument::planChanged, this, [this] { m_autosavedText.clear(); });
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
  offerNextRecovery();
}

void MainWindow::offerNextRecovery() {
  m_fileBanner->clear();
  if (m_leftBehind.isEmpty()) return;
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

/// The copy goes only when this window holds its work and has written a copy of its own.
void MainWindow::restoreLeftBehind(const LeftBehind& copy) {
  Result<plan::PlanFile> file = plan::read_plan(copy.copy.toStdString());
  if (!file) return tellFileError(file.error());
  if (!mayDiscard()) return;
  m_document.restore(std::move(*file), copy.path);
  if (m_recovery.writeNow()) RecoveryKeeper::remove(copy);
  say(tr("Restored “%1”").arg(copy.name));
  offerNextRecovery();
}

void MainWindow::prepareForLogout() {
  m_loggingOut = m_recovery.writeNow();
  setAskOnClose(!m_loggingOut);
}

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

/// Why a file was not written, with the room it needs, and where the work is meanwhile.
Message MainWindow::saveFailure(const Error& error) {
  const bool kept = m_recovery.writeNow() && m_document.isModified();
  const QString path = QString::fromStdString(error.file);
  const QString name = QFileInfo(path).fileName();
  const QString folder = QFileInfo(path).absolutePath();
  const qint64 needed = kept ? QFileInfo(m_recovery.copy()).size() : 0;
  const QStorageInfo disk(folder);
  Message message = messageFor(error);
  if (error.found == "read-only")
    message.title = tr("Not saved: %1 is read-only.").arg(name);
  else if (!QFileInfo(folder).isDir())
    message.title = tr("Not saved: the folder of %1 does not exist.").arg(name);
  else if (disk.isValid() && disk.isReadOnly())
    message.title = tr("Not saved: the disk of %1 is read-only.").arg(name);
  else if (disk.isValid() && disk.bytesAvailable() < needed)
    message.title = tr("Not saved: the disk is full (needs %1, %2 free).")
                        .arg(sizeText(needed), sizeText(disk.bytesAvailable()));
  else
    return message;
  message.body = kept ? tr("Your work is kept in the recovery copy. What was there before is unchanged.")
                      : tr("What was there before is unchanged.");
  return message;
}

}  // namespace astrolabe::ui
