#pragma once
// Deployments of which none is both faster for a user and makes more of a GPU.

#include <algorithm>
#include <utility>
#include <vector>

#include "core/deploy/candidate.h"

namespace astrolabe::deploy {

/// Points of a frontier that lie closer than this in both figures count as one.
inline constexpr double kFrontierResolution = 1e-3;

/// Kept in order of time per token, rising; GPU seconds of a token fall.
class Hull {
 public:
  /// Whether one that is kept is as good in both figures but for the resolution. ms, and seconds.
  bool beaten(double tpot, double gpu_seconds) const {
    constexpr double kAsGood = 1.0 + kFrontierResolution;
    // The last of those at most as slow has the least GPU seconds.
    auto at = std::upper_bound(m_kept.begin(), m_kept.end(), tpot * kAsGood,
                               [](double value, const Candidate& one) { return value < one.tpot; });
    return at != m_kept.begin() && std::prev(at)->gpu_seconds() <= gpu_seconds * kAsGood;
  }
  void insert(const Candidate& candidate) {
    if (beaten(candidate.tpot, candidate.gpu_seconds())) return;
    std::erase_if(m_kept, [&](const Candidate& one) {
      return one.tpot >= candidate.tpot && one.gpu_seconds() >= candidate.gpu_seconds();
    });
    m_kept.insert(std::upper_bound(m_kept.begin(), m_kept.end(), candidate.tpot,
                                   [](double value, const Candidate& one) { return value < one.tpot; }),
                  candidate);
  }
  std::vector<Candidate> take() { return std::move(m_kept); }

 private:
  std::vector<Candidate> m_kept;
};

}  // namespace astrolabe::deploy
