#pragma once

#include <QIcon>
#include <QString>

namespace astrolabe::ui {

/// The line icon resources/icons/<name>.svg as a scalable icon: stroke in text2 of the current theme,
/// `disabled` when disabled, onAccent when `onAccent`. Drawn when painted, so a theme switch needs no new
/// icon.
QIcon icon(const QString& name, bool onAccent = false);
/// Nothing, as large as an icon: words in a list with icons begin on one line.
QIcon noIcon();

}  // namespace astrolabe::ui
