#pragma once
// Limits that no strategy can keep, seen before any search: sums over the GPUs that have to be used.

#include <QString>
#include <map>
#include <string>

#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// Sentences by the key of the limit ("power_kw", "usd_per_hour"), each with the smallest value that would
/// do. Empty while the search may leave GPUs unused, since then nobody knows how few it takes.
std::map<std::string, QString> contradictions(const strategy::Problem& problem);

/// Sequences of a batch given in tokens, or why there are no whole ones: the two nearest that are.
struct BatchInTokens {
  int sequences = 0;
  QString problem;
};
BatchInTokens batchFromTokens(double tokens, int sequenceLength);

}  // namespace astrolabe::ui
