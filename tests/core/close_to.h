#pragma once
// Figures against sums written out.

#include <QtTest>
#include <algorithm>
#include <cmath>

namespace astrolabe::tests {

/// `tolerance` is a share of the expected value.
inline void checkNear(double found, double expected, double tolerance) {
  QVERIFY2(std::fabs(found - expected) <= tolerance * std::max(1e-30, std::fabs(expected)),
           qPrintable(QStringLiteral("%1, expected %2").arg(found, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

namespace exact {

/// Equal but for the order in which a sum is taken.
inline void checkClose(double found, double expected, double tolerance = 1e-12) {
  checkNear(found, expected, tolerance);
}

}  // namespace exact

}  // namespace astrolabe::tests
