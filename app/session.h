#pragma once
// What is remembered between starts: preferences, recent files, window layout. XDG folders only.

#include <QByteArray>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <utility>

#include "ui/shell/main_window.h"

namespace astrolabe::app {

class KeptSettings;

/// Preferences live in $XDG_CONFIG_HOME/astrolabe, the rest in $XDG_STATE_HOME/astrolabe.
class Session : public QObject {
  Q_OBJECT

 public:
  static constexpr int kRecentFiles = 10;

  explicit Session(QObject* parent = nullptr);

  ui::Preferences preferences() const;
  void setPreferences(const ui::Preferences& preferences);

  /// Pinned files first, then the others, newest first.
  QStringList recentFiles() const;
  QStringList pinnedFiles() const;
  /// The plan that was used last; empty where there is none or it is gone.
  QString lastFile() const;
  /// The plans of the windows that the desktop ends, and once for the start that brings them back.
  void setOpenFiles(const QStringList& paths);
  QStringList takeOpenFiles();
  /// Puts `path` first; the list keeps ten and no file twice, and pinned files stay.
  void addRecentFile(const QString& path);
  void setPinned(const QString& path, bool pinned);

  /// Gives a window its saved place and layout, or a first one when there is none. From here to endStart() a
  /// mark stands in the state folder: a start that finds that of a process which has ended sets the saved
  /// layout aside and does without.
  void restore(ui::MainWindow& window);
  /// A window that was given its layout stands, or is gone.
  void endStart();
  /// Whether this start did without the saved layout and it was not told yet.
  bool takeSetAside() { return std::exchange(m_setAside, false); }
  /// Keeps how a window stands, once it does.
  void storeLayout(ui::MainWindow& window);
  /// Keeps how a window stands, once it does, with its ranking and how it searches.
  void store(ui::MainWindow& window);
  void forgetLayout();
  /// Text has a size for this start alone: windows stand as at first, and how they are left is not kept, as
  /// panels and columns of another size of text would be no good to the next start.
  void setPassingText(bool passing) { m_passing = passing; }
  /// How columns of price tables were read, as the window tells it.
  QByteArray priceMappings() const;
  void setPriceMappings(const QByteArray& mappings);

  /// Folder for what must survive a crash but is not the user's own file.
  static QString stateFolder();

 signals:
  void recentFilesChanged(const QStringList& paths);
  /// The first time that something could not be kept; the program goes on without.
  void notKept(const QString& file);

 private:
  void check(KeptSettings& settings);
  void putLayout(KeptSettings& settings, ui::MainWindow& window) const;
  void beginStart();

  QString m_configFile;
  QString m_stateFile;
  QLockFile m_startMark;
  int m_starting = 0;  ///< windows that do not stand yet
  bool m_told = false, m_setAside = false, m_passing = false;
};

}  // namespace astrolabe::app
