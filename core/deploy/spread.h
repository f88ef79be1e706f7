#pragma once
// Fleets over several pools for requests in flight, exactly, and for offline runs.

#include <functional>
#include <vector>

#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

/// Copies of one layout as a part of a fleet for requests in flight.
struct SpreadPart {
  const Layout* layout = nullptr;
  int copies = 0, gpus = 0, paid = 0;
  double each = 0.0;     ///< requests in flight that one copy holds within the promises
  double most = 0.0;     ///< tokens/s of all copies with so many
  double fastest = 0.0;  ///< tokens/s of one request alone
  double cost = 0.0;     ///< that the objective makes small: GPUs, USD an hour, paid GPUs
  double capacity() const { return copies * each; }
};

/// A fleet with a part of each of some pools. Each part gets requests in proportion to its capacity.
struct SpreadFleet {
  std::vector<SpreadPart> parts;
  double cost = 0.0, tokens = 0.0, capacity = 0.0;
  int gpus = 0;
};

struct SpreadQuestion {
  std::vector<std::vector<SpreadPart>> menus;  ///< by pool
  double in_flight = 0.0;
  double fixed_cost = 0.0;  ///< of the cluster, whatever is used of it
  bool of_tokens = true;    ///< cost a token is made small; else cost, then GPUs a token
  int spare = 0, most = 1, max_gpus = 1 << 30;
  bool all = false;  ///< without bounds: the twin
  /// Tokens/s of all copies of a part with `load` requests in flight on each; it grows with the load, and no
  /// request is faster than alone.
  std::function<double(const SpreadPart& part, double load)> tokens = {};
  std::function<bool(const std::vector<int>& paid)> admits = {};  ///< paid GPUs by pool
};

/// The order of spreads by what the question makes small.
bool before(const SpreadFleet& a, const SpreadFleet& b, bool of_tokens);

/// The `most` best spreads of two pools or more that hold `in_flight` within the promises, also where the
/// `spare` most able copies are lost. Branch and bound: cost over tokens beats the last of the best, v, only
/// where cost - v x tokens is below 0; what other pools can take from that at most is known, and no part
/// makes more tokens than full, nor than its requests do alone.
std::vector<SpreadFleet> best_spreads(const SpreadQuestion& question, const std::stop_token& stop);

/// Fleets over several pools for requests in flight.
std::vector<Fleet> spread_fleets(const Question& question, const Prices& prices,
                                 const std::vector<Layout>& layouts, const Settings& settings);

/// Offline: the most tokens/s of all pools together, each with one layout, within promises and limits; none
/// where less than two pools have a part in it. Tokens/s of pools add up, as they share nothing.
std::optional<Fleet> widest_fleet(const Question& question, const Prices& prices,
                                  const std::vector<Layout>& layouts, const std::stop_token& stop);

}  // namespace astrolabe::deploy
