#pragma once

#include <QFont>

#include "ui/render/theme.h"

namespace astrolabe::ui {

/// Zoom below which text, then all detail goes.
inline constexpr double kNoText = 0.4, kRectangleOnly = 0.15;

/// The application's family at a size in scene pixels: tiles have fixed measures, the zoom scales them.
inline QFont tileFont(double pixels, QFont::Weight weight) {
  QFont face = font(TextRole::Body);
  face.setPixelSize(qRound(pixels));
  face.setWeight(weight);
  return face;
}

}  // namespace astrolabe::ui
