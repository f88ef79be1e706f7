#pragma once
// How far closed forms of serving lie from the simulation, over the cases of a test.

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/serving/traffic.h"

namespace astrolabe::tests {

/// Absolute relative errors of closed forms against the simulation.
struct Errors {
  std::vector<double> values;
  void add(double closed, double simulated) { values.push_back(std::fabs(closed / simulated - 1.0)); }
  double at(double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  }
};

inline void checkWithin(const char* what, Errors errors, double median, double p90) {
  QVERIFY2(errors.at(0.5) <= median && errors.at(0.9) <= p90,
           qPrintable(QStringLiteral("%1: %2 / %3 of %4, allowed %5 / %6")
                          .arg(QLatin1String(what))
                          .arg(errors.at(0.5))
                          .arg(errors.at(0.9))
                          .arg(errors.values.size())
                          .arg(median)
                          .arg(p90)));
}

/// Lengths of a published trace.
inline void take_profile(serving::Traffic& traffic, const char* id) {
  const serving::Profile* profile = serving::find_profile(id);
  traffic.input = profile->input;
  traffic.output = profile->output;
}
inline constexpr const char* kProfiles[] = {"azure-2023-conv", "arxiv-summarization (vidur)",
                                            "mooncake-synthetic_trace"};

inline void show(const char* what, Errors errors) {
  qInfo("%s: %.3f / %.3f of %zu", what, errors.at(0.5), errors.at(0.9), errors.values.size());
}

}  // namespace astrolabe::tests
