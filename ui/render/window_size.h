#pragma once
// How large a window may be: what the design measures, as far as the screen reaches.

#include <QScreen>
#include <QSize>

#include "ui/render/theme.h"

namespace astrolabe::ui {

/// Token measures for the font in force, no larger than what `screen` has to give. Precondition: a screen.
inline QSize scaledOn(const QScreen* screen, double wide, double high) {
  constexpr double kShare = 0.9;  // the rest is the frame of the window
  return QSize(scaled(wide), scaled(high)).boundedTo(screen->availableSize() * kShare);
}

}  // namespace astrolabe::ui
