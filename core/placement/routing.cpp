#include "core/placement/routing.h"

#include <algorithm>
#include <utility>

#include "core/base/units.h"

namespace astrolabe::placement {

namespace {

constexpr double kRest = 1e-9;  ///< of the flow

}  // namespace

std::vector<Route> routes_of(const Flow& flow) {
  std::vector<Route> routes;
  for (const LinkFlow& link : flow.links) {  // by `from`, the coordinator first
    if (routes.empty() || routes.back().from != link.from) routes.push_back({link.from, {}});
    routes.back().shares.push_back({link.to, link.tokens_per_second});
  }
  for (Route& route : routes) {
    double sum = 0.0;
    for (const Share& share : route.shares) sum += share.share;
    for (Share& share : route.shares) share.share /= sum;
    std::stable_sort(route.shares.begin(), route.shares.end(),
                     [](const Share& a, const Share& b) { return a.share > b.share; });
  }
  return routes;
}

RoundRobin::RoundRobin(std::vector<Share> shares)
    : m_shares(std::move(shares)), m_owed(m_shares.size(), 0.0) {}

int RoundRobin::next() {
  std::size_t most = 0;
  for (std::size_t i = 0; i < m_shares.size(); ++i) {
    m_owed[i] += m_shares[i].share;
    if (m_owed[i] > m_owed[most]) most = i;
  }
  if (m_shares.empty()) return kCoordinator;
  m_owed[most] -= 1.0;
  return m_shares[most].to;
}

std::vector<Path> paths_of(const Flow& flow) {
  std::vector<LinkFlow> left = flow.links;
  std::vector<Path> paths;
  const double least = kRest * flow.tokens_per_second;
  while (paths.size() <= flow.links.size()) {
    Path path;
    std::vector<std::size_t> taken;
    int from = kCoordinator;
    double width = kBeyond;
    do {  // along the widest link
      std::size_t widest = left.size();
      for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i].from == from && left[i].tokens_per_second > least &&
            (widest == left.size() || left[i].tokens_per_second > left[widest].tokens_per_second))
          widest = i;
      if (widest == left.size()) return paths;
      taken.push_back(widest);
      width = std::min(width, left[widest].tokens_per_second);
      from = left[widest].to;
      if (from != kCoordinator) path.machines.push_back(from);
    } while (from != kCoordinator && taken.size() <= left.size());
    for (const std::size_t link : taken) left[link].tokens_per_second -= width;
    path.tokens_per_second = width;
    paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace astrolabe::placement
