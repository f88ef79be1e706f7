#pragma once
// Time against money: the answers that no other beats in both.

#include <memory>
#include <mutex>
#include <vector>

#include "core/search/progress.h"

namespace astrolabe::search {

/// A front at one moment, fastest first, so cheaper and cheaper.
struct FrontPoint {
  double tokens_per_second = 0.0, usd_per_trillion_tokens = 0.0;
};
using Front = std::vector<FrontPoint>;
/// True when some point is at least as fast and as cheap as a corner, and better in one.
bool dominates(const Front& front, const FrontPoint& corner);
/// By what share the points of a front have to become shorter in time or cheaper, whichever is more, until
/// one of them is as fast and as cheap as `corner`: 0 where one is, 1 without points.
double shortfall(const Front& front, const FrontPoint& corner);

/// Keeps the non-dominated set of (tokens per second, USD per 10^12 tokens). Safe to use from several
/// threads; equal points keep the strategy that ranks first.
class ParetoFront {
 public:
  void insert(const cost::Evaluation& evaluation);
  std::shared_ptr<const Front> picture() const;
  /// By throughput, fastest first.
  std::vector<ParetoPoint> points() const;

 private:
  mutable std::mutex m_mutex;
  std::vector<ParetoPoint> m_points;  ///< fastest first, so cheaper and cheaper
  std::shared_ptr<const Front> m_picture = std::make_shared<const Front>();
};

}  // namespace astrolabe::search
