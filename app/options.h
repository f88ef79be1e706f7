#pragma once
// What the command line of the window program says.

#include <QSize>
#include <QString>
#include <QStringList>

namespace astrolabe::app {

struct Options {
  QString screenshot, theme, language;
  QSize size;  ///< not valid: that of the last start, of a picture 1280 x 800
  int points = 0;
  bool resetLayout = false;
  bool reverse = false;
  bool present = false;
  QStringList files;
};

/// The arguments without those that the toolkit takes for itself (-platform, -style, -session and others,
/// with one dash or two): it reads them when its application is made.
QStringList withoutToolkitOptions(const QStringList& arguments);
/// Reads the options; ends the program for --help, --version and wrong ones.
Options readOptions(const QStringList& arguments);

}  // namespace astrolabe::app
