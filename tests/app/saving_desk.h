#pragma once
// A window with the sample and an edit of it, for tests of files and of what keeps unsaved work.

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "tests/app/sample_window.h"
#include "ui/document/commands/commands.h"
#include "ui/document/recovery.h"

namespace astrolabe::keeping {

using namespace Qt::StringLiterals;
using ui::MainWindow;
using ui::RecoveryKeeper;

inline std::unique_ptr<MainWindow> opened() {
  auto window = std::make_unique<MainWindow>();
  window->setAskOnClose(false);
  window->bridge().setLive(false);
  window->openSample();
  window->show();
  return window;
}

inline void edit(MainWindow& window, int nodes = 7) {
  auto& document = window.document();
  document.undoStack().push(new ui::SetNodeCount(document, document.plan().cluster.pools.front().id, nodes));
}

inline QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Copies of a program that has gone: the same files without the lock that a living one holds.
inline QList<ui::LeftBehind> orphaned(const QString& from, const QString& to) {
  for (const QFileInfo& file : QDir(from).entryInfoList(QDir::Files))
    if (file.suffix() != u"lock"_s) QFile::copy(file.filePath(), to + u'/' + file.fileName());
  return RecoveryKeeper::leftBehind(to);
}

/// A folder for the files of a test, and the looks of windows.
class KeepingTest : public QObject {
 protected:
  QTemporaryDir m_folder;
  QString at(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
  static void dress() {
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new ui::AstrolabeStyle);
    ui::applyTheme(ui::ThemeMode::Light);
  }
};

}  // namespace astrolabe::keeping
