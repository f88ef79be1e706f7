#include "core/cost/routes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/cost/constants.h"

namespace astrolabe::cost {

namespace c = constants;

double Route::seconds(double parameters, double bytes) const {
  if (ways.empty() || parameters <= 0.0) return 0.0;
  return ways.seconds(parameters * bytes, std::min(std::ceil(parameters / bucket), most_calls));
}

double bucket_over(double ranks) {
  return std::max(c::bucket_parameters, c::bucket_parameters_per_rank * ranks);
}

Route route_of(Collective collective, double bytes, Group group, const hardware::Pool& pool,
               const Device& device, const Coefficients& k) {
  Route route;
  route.inside = inside_domain(group, pool);
  route.bucket = bucket_over(group.size);
  const double call = route.bucket * bytes;
  if (const auto tabled = tabled_seconds(device, to_string(collective), call, group, pool)) {
    route.ways = Ways(*tabled * c::tabled_share / k.tensor_share / call);
    return route;
  }
  const double step = c::ring_step_seconds;
  route.ways = Ways(collective, group, pool, {k.tensor_share, k.network_share, step, step});
  if (straddles(group, pool))
    route.ways.no_sooner_than(route_of(collective, bytes, {group.size, group.stride}, pool, device, k).ways);
  return route;
}

const TailRoutes& RouteTable::find(const Key& key, const std::function<TailRoutes()>& make) {
  std::uint64_t hash = key.sums ? 1 : 0;
  for (const int part : {key.tensor_parallel, key.expert_stride, key.dense_ranks, key.dense_shards,
                         key.expert_ranks, key.expert_shards, key.stages, key.straddles ? 1 : 0})
    hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9E3779B97F4A7C15U;
  std::atomic<const Known::value_type*>& slot = m_slots[(hash >> 40U) % kSlots];
  const Known::value_type* known = slot.load(std::memory_order_acquire);
  if (known != nullptr && known->first == key) return known->second;
  const std::lock_guard lock(m_mutex);
  auto found = m_known.find(key);
  if (found == m_known.end()) found = m_known.emplace(key, make()).first;
  slot.store(&*found, std::memory_order_release);
  return found->second;
}

}  // namespace astrolabe::cost
