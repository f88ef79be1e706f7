#pragma once
// From seconds to pixels, with a folded stretch of repeats of fixed width. No widget, no painter.

#include <algorithm>
#include <vector>

namespace astrolabe::ui {

struct TimeAxis {
  double left = 0.0, width = 1.0;  ///< pixels
  double begin = 0.0, end = 1.0;   ///< seconds shown
  double foldBegin = 0.0, foldEnd = 0.0;
  double foldWidth = 0.0;  ///< pixels; 0 when nothing is folded

  /// The fold takes part only where it lies inside what is shown.
  bool folded() const {
    return foldWidth > 0.0 && foldEnd > foldBegin && foldBegin >= begin && foldEnd <= end;
  }
  /// Pixels a second outside the fold.
  double scale() const {
    const double seconds = end - begin - (folded() ? foldEnd - foldBegin : 0.0);
    const double pixels = width - (folded() ? foldWidth : 0.0);
    return seconds > 0.0 ? std::max(pixels, 1.0) / seconds : 0.0;
  }
  double xOf(double seconds) const {
    double x = left + (seconds - begin) * scale();
    if (!folded() || seconds <= foldBegin) return x;
    if (seconds >= foldEnd) return left + (seconds - begin - (foldEnd - foldBegin)) * scale() + foldWidth;
    return xOf(foldBegin) + foldWidth * (seconds - foldBegin) / (foldEnd - foldBegin);
  }
  double secondsAt(double x) const {
    if (scale() <= 0.0) return begin;
    if (!folded() || x <= xOf(foldBegin)) return begin + (x - left) / scale();
    if (x >= xOf(foldEnd)) return begin + (x - left - foldWidth) / scale() + (foldEnd - foldBegin);
    return foldBegin + (x - xOf(foldBegin)) / foldWidth * (foldEnd - foldBegin);
  }
  /// Round distances between marks: 1, 2 or 5 times a power of ten, at least `least` pixels apart.
  double step(double least) const {
    const double wanted = scale() > 0.0 ? least / scale() : 1.0;
    double power = 1e-9;
    while (power * 10.0 < wanted) power *= 10.0;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
      if (power * factor >= wanted) return power * factor;
    return power * 10.0;
  }
};

}  // namespace astrolabe::ui
