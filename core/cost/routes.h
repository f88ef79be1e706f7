#pragma once
// The collectives of gradients and weights of a pool's ranks, found once for a problem.

#include <array>
#include <atomic>
#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>

#include "core/base/units.h"
#include "core/cost/coefficients.h"
#include "core/cost/collective.h"

namespace astrolabe::cost {

/// A collective over ranks that hold the same parameters, `stride` GPUs apart, bucket by bucket.
struct Route {
  Ways ways;                    ///< none: one rank, nothing moves
  double bucket = 1.0;          ///< parameters of one call
  double most_calls = kBeyond;  ///< however many buckets
  bool inside = false;          ///< one domain: over its links, else over the network
  double seconds(double parameters, double bytes) const;
  double without_latency(double parameters, double bytes) const {
    return parameters * bytes * ways.least_per_byte();
  }
};

/// The route of a collective over `ranks` ranks, each parameter `bytes` long: inside a domain at the pace of
/// the type's measured table where there is one; over two nodes no sooner than in one that holds the group.
Route route_of(Collective collective, double bytes, Group group, const hardware::Pool& pool,
               const Device& device, const Coefficients& k);

/// Parameters of one call where collectives over so many ranks go bucket by bucket.
double bucket_over(double ranks);

struct TailRoutes {
  Route dense_ranks, expert_ranks;    ///< all that hold the same: what reduces their gradients
  Route dense_shards, expert_shards;  ///< those over which state is sharded
  Route shard_groups;                 ///< one shard's ranks in all groups that hold the whole model: sums
};

/// Routes by what they depend on. Safe to use from several threads.
class RouteTable {
 public:
  struct Key {
    int tensor_parallel = 1, expert_stride = 1;
    int dense_ranks = 1, dense_shards = 1, expert_ranks = 1, expert_shards = 1;
    bool sums = false;
    int stages = 0;          ///< where state is dealt out by whole tensors: a stage owns fewer of more
    bool straddles = false;  ///< some of these groups lie in two nodes
    auto operator<=>(const Key&) const = default;
  };
  /// `make` is called for a key that was not asked for before.
  const TailRoutes& find(const Key& key, const std::function<TailRoutes()>& make);

 private:
  using Known = std::map<Key, TailRoutes>;
  static constexpr std::size_t kSlots = 1024;
  std::mutex m_mutex;  ///< of m_known
  Known m_known;
  /// Some of the known ones, by a hash of the key: found without a lock.
  std::array<std::atomic<const Known::value_type*>, kSlots> m_slots{};
};

}  // namespace astrolabe::cost
