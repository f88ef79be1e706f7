#pragma once

#include <QColor>
#include <QPixmap>
#include <QString>

class QWidget;

namespace astrolabe::ui {

/// The line icon `name` at `side` device-independent pixels in one colour, sharp at the device-pixel ratio of
/// `on`.
QPixmap tintedIcon(const QString& name, const QColor& color, int side, const QWidget* on);

/// Colour of a label's text, whatever ground its panel has.
void setInk(QWidget* label, const QColor& ink);

}  // namespace astrolabe::ui
