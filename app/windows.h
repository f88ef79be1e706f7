#pragma once
// Every window of the program: which one a file opens in, and what they share.

#include <QObject>
#include <QSize>
#include <QStringList>
#include <memory>
#include <vector>

#include "app/session.h"

namespace astrolabe::app {

class Windows : public QObject {
  Q_OBJECT

 public:
  explicit Windows(Session& session, QObject* parent = nullptr);

  /// A new window with the sample, or with a plan or model where `file` names one.
  ui::MainWindow& open(const QString& file = {});
  /// A new window of a given size that remembers and asks nothing: for pictures.
  ui::MainWindow& openForPicture(const QString& file, QSize size);
  /// The first windows: one for each file, which comes forward where that is named again, however its path is
  /// spelled; without any those that the desktop's last session ended with, or what the person wants to begin
  /// with. `present`: the last of them is presented as soon as it is answered. The first has `size` where
  /// that is valid, else its saved place.
  void start(const QStringList& files, bool present, QSize size = {});
  /// What a second start asks for: shows the window that has the file or is reading it, else opens it where
  /// nothing is lost, else in a new window. Without files the newest window comes forward.
  void openFiles(const QStringList& files, bool present = false);
  /// Offers the work that an earlier start left behind.
  void offerRecovery();
  void prepareForLogout();
  /// Remembers which plans are open, for the start after the desktop has ended this one.
  void keepOpenFiles();
  /// Writes the recovery copies and shows nothing: for a display that has gone, or a program that has to go.
  void keepWork();
  /// A window is asked to close and has not answered yet: it may ask a person first.
  bool isClosing() const;
  bool isAnyShown() const;

  static QString recoveryFolder();

 signals:
  /// A window that was asked to close has closed or stays.
  void closeAnswered();
  /// In any window.
  void preferencesChosen(const astrolabe::ui::Preferences& preferences);

 private:
  ui::MainWindow& add();
  /// A window, wired and shown, that `file` is going to be opened in.
  ui::MainWindow& make(const QString& file = {});
  /// With the sample, or with nothing where a plan is to take its place: were that refused, the sample's
  /// numbers would stand there as the plan's.
  static void begin(ui::MainWindow& window, const QString& file);
  /// A person closes the last window: nothing comes back at the next start.
  void forgetOpenFiles(const ui::MainWindow& closing);

  Session& m_session;
  QSize m_firstSize;
  bool m_loggingOut = false;
  std::vector<std::unique_ptr<ui::MainWindow>> m_windows;
};

}  // namespace astrolabe::app
