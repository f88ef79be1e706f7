#include "core/cost/last_run.h"

#include <algorithm>
#include <cmath>

#include "core/cost/schedule.h"

namespace astrolabe::cost {

namespace {

constexpr double kHair = 1.0 + 1e-12;  // what rounding makes of n tau
constexpr double kSlack = 1.0 - 1e-9;  // what rounding makes of sums

/// The layers of a run under a bottleneck.
class Dealing {
 public:
  explicit Dealing(const LastRun& run) : m_run(run), m_least_sum(run.beside), m_spare(run.layers) {
    for (int k = 0; k < run.count; ++k) {
      int at = k;
      for (; at > 0 && pool(k).pass < pool(m_by_pass[static_cast<std::size_t>(at - 1)]).pass; --at)
        m_by_pass[static_cast<std::size_t>(at)] = m_by_pass[static_cast<std::size_t>(at - 1)];
      m_by_pass[static_cast<std::size_t>(at)] = k;
    }
    int bare = run.bare;
    for (int i = run.count; i-- > 0;) {
      const auto k = static_cast<std::size_t>(m_by_pass[static_cast<std::size_t>(i)]);
      const RunPool& at = run.pools[k];
      const int sure = std::max(0, at.fewest - bare);
      bare -= at.fewest - sure;
      m_sure[k] = sure;
      m_inverse[k] = kHair / at.layer;
      m_spare -= sure;
      m_least_sum += sure * at.pass;
      if (at.fewest > run.bare) longest_layer = std::max(longest_layer, at.layer);
    }
  }
  /// S; `room`: layers that have a place; `next`: the bottleneck from which there is more.
  double sum(double bottleneck, long& room, double& next) const {
    double seconds = m_least_sum;
    int left = m_spare;
    room = 0;
    next = kNoRoom;
    for (int i = 0; i < m_run.count; ++i) {
      const int k = m_by_pass[static_cast<std::size_t>(i)];
      const RunPool& at = pool(k);
      const double within = bottleneck * m_inverse[static_cast<std::size_t>(k)];
      int whole = at.holds;
      if (within < at.holds) {
        whole = static_cast<int>(within);
        next = std::min(next, (whole + 1.0) * at.layer);
      }
      const long here = static_cast<long>(at.most) * whole;
      room += here;
      const auto more = static_cast<int>(
          std::min<long>(left, std::max<long>(0, here - m_sure[static_cast<std::size_t>(k)])));
      seconds += more * at.pass;
      left -= more;
    }
    return seconds;
  }
  double longest_layer = 0.0;  ///< that surely has a place on some stage

 private:
  const RunPool& pool(int k) const { return m_run.pools[static_cast<std::size_t>(k)]; }
  const LastRun& m_run;
  std::array<int, LastRun::kMostPools> m_by_pass{}, m_sure{};
  std::array<double, LastRun::kMostPools> m_inverse{};  ///< layers a second, a hair more
  double m_least_sum = 0.0;
  int m_spare = 0;  ///< layers beyond those that stages surely hold
};

}  // namespace

double walks_bound(double sum, double bottleneck, double micro_batches, double stages, double backward) {
  const double rest = micro_batches - 1.0;
  double bound = std::max(sum + rest * backward * bottleneck, micro_batches * bottleneck);
  if (micro_batches >= stages)
    bound = std::max(bound, sum + (micro_batches - stages + (stages - 1.0) * backward) * bottleneck);
  const double most = std::floor(rest / stages);
  if (most >= 1.0) {
    bound = std::max(bound, 2.0 * sum + (rest - stages) * bottleneck);
    bound = std::max(bound, (1.0 + most) * sum + (rest - most * stages) * bottleneck);
  }
  return bound;
}

double LastRun::lower_bound(double enough) const {
  const Dealing dealing(*this);
  int stages = 0;
  long held = 0;
  double rate = 0.0;
  for (int k = 0; k < count; ++k) {
    const RunPool& pool = pools[static_cast<std::size_t>(k)];
    stages += pool.most;
    held += static_cast<long>(pool.most) * pool.holds;
    rate += pool.most / pool.layer;
  }
  if (held < layers) return kNoRoom;
  const bool apart = weights_apart(schedule);
  const double rest = apart ? zero_bubble_rest(stages, micro_batches, layer_shares) : 0.0;
  const double at_least = apart ? zero_bubble_rest(stages, micro_batches, shares) * average : 0.0;
  const auto form = [&](double sum, double of_run) {
    const double bottleneck = std::max(of_run, average);
    if (schedule == strategy::Schedule::gpipe) return sum + (micro_batches - 1.0) * bottleneck;
    if (!apart) return walks_bound(sum, bottleneck, micro_batches, stages, backward_share);
    const double dwelling = std::max(rest * of_run, at_least);
    const double bound = std::max({micro_batches * bottleneck, sum + dwelling,
                                   zero_bubble_rounds(sum, bottleneck, micro_batches, stages)});
    if (!any_schedule) return bound;
    return std::min({bound, walks_bound(sum, bottleneck, micro_batches, stages, backward_share),
                     sum + (micro_batches - 1.0) * bottleneck});
  };
  long room = 0;
  double next = kNoRoom;
  const double unlimited = dealing.sum(kNoRoom, room, next);
  double bottleneck = std::max(dealing.longest_layer, layers / rate);
  const double first = form(unlimited, bottleneck);
  if (first * kSlack >= enough) return first * kSlack;
  double sum = dealing.sum(bottleneck, room, next);
  while (room < layers) {
    bottleneck = next;
    sum = dealing.sum(bottleneck, room, next);
  }
  double best = kNoRoom;
  constexpr int kMostSteps = 200;
  for (int steps = 0;; ++steps) {
    best = std::min(best, form(sum, bottleneck));
    if (next >= kNoRoom || sum <= unlimited * kHair) break;
    const double later = form(unlimited, next);
    if (later >= best) break;
    if (steps > kMostSteps || later * kSlack >= enough) {
      best = later;  // below all that was not looked at
      break;
    }
    bottleneck = next;
    sum = dealing.sum(bottleneck, room, next);
  }
  return best * kSlack;
}

}  // namespace astrolabe::cost
