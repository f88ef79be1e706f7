#pragma once
// Reads from a turn of the wheel how far to zoom or move a time axis.

#include <QWheelEvent>
#include <cmath>

namespace astrolabe::ui {

/// Ctrl zooms by a quarter a notch, Shift and a sideways wheel move by a tenth of what is shown; anything
/// else is up and down, and neither.
struct AxisWheel {
  double zoom = 1.0;  ///< factor; 1: none
  double pan = 0.0;   ///< share of what is shown
  bool taken = false;

  explicit AxisWheel(const QWheelEvent& event) {
    const double notches = event.angleDelta().y() / 120.0, sideways = event.angleDelta().x() / 120.0;
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
      zoom = std::pow(1.25, notches);
    } else if (event.modifiers().testFlag(Qt::ShiftModifier) || sideways != 0.0) {
      pan = -0.1 * (sideways != 0.0 ? sideways : notches);
    } else {
      return;
    }
    taken = true;
  }
};

}  // namespace astrolabe::ui
