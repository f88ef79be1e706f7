#pragma once
// A random walk through the real program under a window manager: keys, menus, panels, the frame of the
// window, preferences, dialogs, hardware, presenting, quitting and starting again. A seed makes it the same
// walk again.

#include <QFile>
#include <functional>
#include <memory>
#include <random>

#include "tests/program/driven_window.h"

namespace astrolabe::tests {

class Walk {
 public:
  /// On a screen of this size. Its log is written to a file below the build folder as it goes.
  Walk(quint32 seed, int actions, QSize screen);
  /// False at the first action after which the program has ended, does not answer, said a warning, lost its
  /// window, or did not stand after a start as it stood before.
  bool run();
  /// What went wrong, the last actions, the file with all of them, and how to walk there again.
  QString report() const;
  int restarts() const { return m_restarts; }
  /// Restarts after which the sizes of panels were compared, too: what they hold asked for the same room.
  int compared() const { return m_compared; }

 private:
  struct Way {
    const char* what;
    int often;  ///< parts of the sum of all
    bool (Walk::*go)();
  };
  static const Way kWays[];

  int any(int below) { return int(m_random() % quint32(below)); }
  template <class List>
  auto one(const List& list) {
    return list[any(int(std::size(list)))];
  }
  void log(const QString& line);
  bool step();
  bool begin();
  /// Whether it still stands as it can: with a window and all its panels.
  bool isWhole();

  bool pressKeys();
  bool chooseEntry();
  bool dragPanel();
  bool togglePanel();
  bool resetLayout();
  bool useFrame();
  bool moveWindow();
  bool changePreference();
  bool addHardware();
  bool deleteHardware();
  bool undoSome();
  bool present();
  bool save();
  bool startAgain();
  bool killAndStart();
  /// Ends the program by `end`, starts it and compares.
  bool againAfter(const std::function<bool()>& end);

  quint32 m_seed;
  int m_actions;
  QSize m_screen;
  std::mt19937 m_random;
  Desk m_desk;
  std::unique_ptr<DrivenWindow> m_window;
  QFile m_file;
  QStringList m_log;
  QString m_why;
  int m_restarts = 0, m_compared = 0;
};

}  // namespace astrolabe::tests
