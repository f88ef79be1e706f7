#include "ui/render/duration_pair.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/render/numbers.h"
#include "ui/render/worked_inputs.h"

namespace astrolabe::ui {

std::array<QString, 2> durationTexts(double a, double b) {
  constexpr int kUsual = 3, kMost = 6;  // digits that count
  const std::array<QString, 2> usual{durationText(a), durationText(b)};
  if (usual[0] != usual[1] || a == b || !std::isfinite(a) || !std::isfinite(b)) return usual;
  const double size = std::max(std::abs(a), std::abs(b));  // both have one unit, as they read alike
  const double unit = size >= 1.0 ? 1.0 : size >= 1e-3 ? 1e-3 : 1e-6;
  const QString name = size >= 1.0    ? QStringLiteral("s")
                       : size >= 1e-3 ? QStringLiteral("ms")
                                      : QStringLiteral("µs");
  QLocale locale;
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  const int whole = static_cast<int>(std::floor(std::log10(size / unit))) + 1;
  for (int count = kUsual + 1; count <= kMost; ++count) {
    const auto text = [&](double seconds) {
      return numberWithUnit(locale.toString(seconds / unit, 'f', std::max(0, count - whole)), name);
    };
    if (text(a) != text(b)) return {text(a), text(b)};
  }
  return usual;
}

}  // namespace astrolabe::ui
