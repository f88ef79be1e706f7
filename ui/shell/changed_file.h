#pragma once
// Asks what to do where another program wrote the file that a plan is about to be saved in.

#include <QString>

class QWidget;

namespace astrolabe::ui {

enum class ChangedFile {
  Reload,     ///< the plan in the file takes the place of this one
  KeepBoth,   ///< this one is saved under another name
  Overwrite,  ///< what the other program saved is lost
  Cancel
};

/// Asks over `window`. `changes`: the plan has some that are not saved.
ChangedFile askAboutChangedFile(QWidget& window, const QString& path, bool changes);

/// A name beside a file under which there is none yet: "plan (2).astrolabe".
QString freeNameBeside(const QString& path);

}  // namespace astrolabe::ui
