#pragma once
// The lines of a worked figure, read back and computed.

#include <QString>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <optional>

#include "tests/ui/calculator.h"
#include "ui/render/worked_figure.h"

namespace astrolabe::ui {

inline bool nearlyEqual(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

/// What is wrong with the lines of a figure whose value is `expected`; empty for nothing. `rounding`: what
/// may lie between both sides beside the twelfth digit.
inline QString mistake(const WorkedFigure& figure, std::optional<double> expected, double rounding = 0.0) {
  using namespace Qt::StringLiterals;
  const auto same = [&](double a, double b) { return nearlyEqual(a, b) || std::abs(a - b) <= rounding; };
  if (figure.worked.isEmpty()) return u"no line"_s;
  for (const QString& line : figure.worked) {
    const QStringList sides = line.split(u" = "_s);
    if (sides.size() != 2) return u"no equation: "_s + line;
    const double left = Calculator::of(sides[0]), right = Calculator::of(sides[1]);
    if (!same(left, right))
      return u"%1: %2 is not %3"_s.arg(line).arg(left, 0, 'g', 17).arg(right, 0, 'g', 17);
  }
  const double first = Calculator::of(figure.worked.front().section(u" = "_s, 1));
  if (expected && !same(first, *expected))
    return u"%1 is not %2"_s.arg(figure.worked.front()).arg(*expected, 0, 'g', 17);
  return {};
}

/// The input of that letter whose name has those words; null for none.
inline const FormulaInput* inputOf(const WorkedFigure& figure, const QString& letter,
                                   const QString& within = {}) {
  for (const FormulaInput& input : figure.inputs)
    if (input.letter == letter && input.name.contains(within)) return &input;
  return nullptr;
}

}  // namespace astrolabe::ui
