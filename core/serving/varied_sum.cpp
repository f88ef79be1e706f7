#include "core/serving/varied_sum.h"

#include <algorithm>
#include <cmath>

#include "core/serving/gamma_tail.h"

namespace astrolabe::serving {

namespace {

constexpr double kLeastTime = 1e-9;  // ms
constexpr std::size_t kStretches = kPromptShares.size() - 1;

double share_of(std::size_t stretch) { return kPromptShares[stretch + 1] - kPromptShares[stretch]; }

/// The own time that a share lies below.
double own_at(const PromptTimes& own, double share) {
  std::size_t i = 0;
  while (i + 1 < kStretches && kPromptShares[i + 1] < share) ++i;
  return own[i] + (own[i + 1] - own[i]) * std::clamp((share - kPromptShares[i]) / share_of(i), 0.0, 1.0);
}

class VariedSum {
 public:
  VariedSum(const PromptTimes& own, const SharedWait& wait) : m_own(own), m_wait(wait) {}

  double mean() const {
    double sum = m_wait.share * m_wait.mean;
    for (std::size_t i = 0; i < kStretches; ++i) sum += share_of(i) * 0.5 * (m_own[i] + m_own[i + 1]);
    return sum;
  }

  /// What a share lies below: not before the own time alone does, and not beyond the sum of own time and wait
  /// of which half of the others are beyond each.
  double at(double share) const {
    constexpr int kCuts = 40;
    constexpr double kLeastCut = 1e-4;
    constexpr double kNear = 1e-6;  // relative
    const double half = 0.5 * (1.0 - share);
    double low = own_at(m_own, share);
    double high = own_at(m_own, 1.0 - half);
    if (m_wait.share > half) high += gamma_quantile(m_wait.mean, m_wait.variance, 1.0 - half / m_wait.share);
    double under = below(low) - share, over = below(high) - share;
    if (under >= 0.0 || over <= 0.0) return under >= 0.0 ? low : high;
    // False position; an end that stays weighs half (Illinois).
    int stays = 0;
    for (int round = 0; round < kCuts && high - low > kNear * high; ++round) {
      const double middle =
          low + (high - low) * std::clamp(under / (under - over), kLeastCut, 1.0 - kLeastCut);
      const double found = below(middle) - share;
      if (found < 0.0) {
        low = middle;
        under = found;
        if (stays == 1) over *= 0.5;
        stays = 1;
      } else {
        high = middle;
        over = found;
        if (stays == -1) under *= 0.5;
        stays = -1;
      }
    }
    return low + (high - low) * under / (under - over);
  }

 private:
  /// Share of the sums that are below `time`.
  double below(double time) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < kStretches; ++i) {
      const double from = m_own[i], to = m_own[i + 1];
      if (time <= from) break;
      const double alone = to > time ? (time - from) / (to - from) : 1.0;
      double waits = 0.0;
      if (const double left = time - 0.5 * (from + to); m_wait.share > 0.0 && left > kLeastTime)
        waits = 1.0 - gamma_beyond(m_wait.mean, m_wait.variance, left);
      sum += share_of(i) * ((1.0 - m_wait.share) * alone + m_wait.share * waits);
    }
    return sum;
  }

  const PromptTimes& m_own;
  SharedWait m_wait;
};

}  // namespace

Spread varied_sum(const PromptTimes& own, const SharedWait& wait) {
  const VariedSum sum(own, wait);
  return {sum.mean(), sum.at(0.5), sum.at(0.9), sum.at(0.99)};
}

}  // namespace astrolabe::serving
