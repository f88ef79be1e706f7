#pragma once
// Fixed points by secants: a few rounds where repeated substitution takes many.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace astrolabe::serving {

/// The x with map(x) = x that repeated substitution from `start` leads to, for a map that grows with x:
/// secants, which from below do not pass the root of a convex map, kept between the points that enclose the
/// root once one has passed it. Ends where map(x) is within `tolerance` of x (relative), after `rounds`, or
/// beyond `most`, which is asked no more. The last x that was asked, or the one beyond `most`.
template <class Map>
double rising_fixed_point(double start, double most, double tolerance, int rounds, Map&& map) {
  constexpr double kLeap = 8.0;  // times a plain step that a secant may go
  double x = start, gap = map(x) - x;
  double below = -std::numeric_limits<double>::infinity(), above = std::numeric_limits<double>::infinity();
  double last = x, last_gap = gap;
  for (int round = 1; round < rounds && std::abs(gap) > tolerance * x; ++round) {
    (gap > 0.0 ? below : above) = x;
    double next = x + gap;
    if (round > 1) {
      const double slope = (gap - last_gap) / (x - last);
      next = slope < 0.0 ? x - gap / slope : x + kLeap * gap;
      if (std::abs(next - x) > kLeap * std::abs(gap)) next = x + kLeap * gap;
    }
    if (next <= below || next >= above)
      next = std::isfinite(below) && std::isfinite(above) ? 0.5 * (below + above) : x + gap;
    last = x;
    last_gap = gap;
    x = next;
    if (x > most) break;
    gap = map(x) - x;
  }
  return x;
}

using Pair = std::array<double, 2>;

/// What a map makes of two values, and which of its smooth pieces did: secants join points of one piece.
struct Image {
  Pair values{};
  int piece = 0;
};

/// Secants through the last three points of a map of two values (Anderson's acceleration of depth two).
/// Points and steps are relative.
class TwoSecants {
 public:
  void forget() { m_known = 0; }
  /// A step was made and the gap between map and point changed.
  void learn(const Pair& step, const Pair& change) {
    m_steps[1] = m_steps[0];
    m_changes[1] = m_changes[0];
    m_steps[0] = step;
    m_changes[0] = change;
    m_known = m_known < 2 ? m_known + 1 : 2;
  }
  /// The step that closes `gap` where the map is as flat as the secants say; half of it without any.
  Pair step(const Pair& gap) const {
    if (m_known == 0) return half(gap);
    const Pair &one = m_changes[0], &other = m_changes[1];
    const double square = one[0] * one[0] + one[1] * one[1];
    if (m_known == 2) {
      const double det = one[0] * other[1] - one[1] * other[0];
      if (det * det > kFlat * square * (other[0] * other[0] + other[1] * other[1])) {
        const double a = (gap[0] * other[1] - gap[1] * other[0]) / det;
        const double b = (one[0] * gap[1] - one[1] * gap[0]) / det;
        return {-a * m_steps[0][0] - b * m_steps[1][0], -a * m_steps[0][1] - b * m_steps[1][1]};
      }
    }
    if (square <= 0.0) return half(gap);
    const double a = (gap[0] * one[0] + gap[1] * one[1]) / square;
    return {0.5 * (gap[0] - a * one[0]) - a * m_steps[0][0], 0.5 * (gap[1] - a * one[1]) - a * m_steps[0][1]};
  }
  static Pair half(const Pair& gap) { return {0.5 * gap[0], 0.5 * gap[1]}; }

 private:
  static constexpr double kFlat = 1e-6;  // squared sine between two changes, below which they are one
  Pair m_steps[2]{}, m_changes[2]{};     // the latest first
  int m_known = 0;
};

/// The fixed point of a map of two positive values near `start`: a half step to the map, then secants; half
/// steps again where those lead away or the map changes its piece. Ends where both values together are within
/// `tolerance` of the map (relative) or after `rounds`. The map at the last point that was asked.
template <class Map>
Pair fixed_point_of_two(const Pair& start, double tolerance, int rounds, Map&& map) {
  constexpr double kLongest = 0.6, kEndless = 1e12;  // of a value that a step may change
  constexpr double kWorse = 1.5;
  Pair x = start, best = start, best_gap{}, went{}, last_gap{};
  Image image{start, 0};
  TwoSecants secants;
  double least = std::numeric_limits<double>::infinity();
  int last_piece = 0;
  for (int round = 0; round < rounds; ++round) {
    image = map(x);
    Pair gap{image.values[0] / x[0] - 1.0, image.values[1] / x[1] - 1.0};
    const double size = std::abs(gap[0]) + std::abs(gap[1]);
    if (size < tolerance) break;
    if (round > 0 && image.piece == last_piece)
      secants.learn(went, {gap[0] - last_gap[0], gap[1] - last_gap[1]});
    else
      secants.forget();
    if (size > kWorse * least && image.piece == last_piece) {
      secants.forget();
      x = best;
      gap = best_gap;
    }
    Pair step = secants.step(gap);
    // A long secant goes as far as is allowed where it leads the way of the map, else a half step.
    const double largest = std::max(std::abs(step[0]), std::abs(step[1]));
    if (!(largest < kLongest)) {
      const bool leads = step[0] * gap[0] + step[1] * gap[1] > 0.0 && largest < kEndless;
      secants.forget();
      step = leads ? Pair{step[0] / largest * kLongest, step[1] / largest * kLongest} : TwoSecants::half(gap);
      for (double& one : step) one = std::max(one, -0.5);
    }
    if (size < least) {
      least = size;
      best = x;
      best_gap = gap;
    }
    went = step;
    last_gap = gap;
    last_piece = image.piece;
    for (std::size_t i = 0; i < 2; ++i) x[i] *= 1.0 + step[i];
  }
  return image.values;
}

}  // namespace astrolabe::serving
