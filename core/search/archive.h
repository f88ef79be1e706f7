#pragma once
// What a search keeps beside its ranking, for views: a bounded picture of what it evaluated and the nearest
// of what it had to reject. Neither steers the search.

#include <mutex>
#include <vector>

#include "core/search/progress.h"

namespace astrolabe::search {

/// Safe to use from several threads.
class Archive {
 public:
  static constexpr std::size_t kSeen = 16384;     ///< points kept; beyond, every second goes
  static constexpr std::size_t kRejected = 1000;  ///< rows kept, the nearest to being possible

  void saw(const cost::Evaluation& evaluation);
  void forget_rejected();
  void rejected(double excess, const cost::Violation& violation, const strategy::Strategy& strategy);
  std::vector<SeenPoint> seen() const;
  /// Nearest first; equals in the order of the strategies.
  std::vector<Rejected> rejected() const;

 private:
  mutable std::mutex m_mutex;
  std::vector<SeenPoint> m_seen;
  std::size_t m_stride = 1, m_count = 0;
  std::vector<Rejected> m_rejected;  ///< a heap, the farthest at the front
};

}  // namespace astrolabe::search
