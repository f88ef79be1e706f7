#pragma once
// How well one colour stands out from another.

#include <QColor>
#include <algorithm>
#include <cmath>

namespace astrolabe::ui {

/// Contrast of two colours, WCAG 2: (L1 + 0.05) / (L2 + 0.05) with L the relative luminance.
inline double contrast(const QColor& one, const QColor& other) {
  const auto light = [](const QColor& colour) {
    const auto linear = [](double v) {
      return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
  };
  const double a = light(one), b = light(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

}  // namespace astrolabe::ui
