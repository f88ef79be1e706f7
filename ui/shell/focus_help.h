#pragma once
// What a control is for: told by the glossary or beside the control that has the focus, or beside the one
// that is pointed at.

#include <QString>

class QWidget;

namespace astrolabe::ui {

class Announcer;

/// The term of the glossary that the control with the focus is about. Empty where there is none: then its
/// words were shown beside it and said.
QString helpOnFocus(Announcer& announcer);
/// The next click in `window` tells what is clicked.
void beginWhatsThis(QWidget& window);

}  // namespace astrolabe::ui
