#pragma once

#include <QFont>
#include <QPainter>
#include <cmath>

#include "ui/render/theme.h"

namespace astrolabe::ui {

/// Zoom below which text, then all detail goes.
inline constexpr double kNoText = 0.4, kRectangleOnly = 0.15;

/// The zoom at which an item is drawn, in whole per cent as the window says it: alike for all items, wherever
/// they stand.
inline double drawnZoom(const QPainter& painter) {
  return std::round(painter.worldTransform().m11() * 100.0) / 100.0;
}

/// The application's family at a size in scene pixels: tiles have fixed measures, the zoom scales them.
inline QFont tileFont(double pixels, QFont::Weight weight) {
  QFont face = font(TextRole::Body);
  face.setPixelSize(qRound(pixels));
  face.setWeight(weight);
  return face;
}

}  // namespace astrolabe::ui
