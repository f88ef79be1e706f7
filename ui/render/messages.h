#pragma once
// The one place where an error code becomes words, for the window and the command line.

#include <QString>
#include <QStringList>

#include "core/base/result.h"

namespace astrolabe::ui {

/// A message in the parts in which panels show it.
struct Message {
  QString title;  ///< what failed, with the object's name
  QString body;   ///< where and why, with the offending value, then what to do
  QString code;
  QString plain() const;  ///< one line: title, body, code
};

Message messageFor(const Error& error);
QString wantedText(const Wanted& wanted);

}  // namespace astrolabe::ui
