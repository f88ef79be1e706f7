#pragma once
// When GPUs send: slots in which each sends to one and receives from one, and the bounds they are held
// against.

#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/exchange/traffic.h"

namespace astrolabe::exchange {

/// A time in which every pair sends without a break, at the lower of its two rates.
struct Slot {
  double seconds = 0.0;
  std::vector<std::pair<int, int>> pairs;  ///< from, to
};

struct Schedule {
  double bound_seconds = 0.0;     ///< no way to send ends earlier: see bound_seconds()
  double makespan_seconds = 0.0;  ///< sum of the slots
  int rounds = 0;                 ///< perfect matchings, n^2 - 2n + 2 at most
  std::vector<Slot> all_slots;    ///< a round is divided where a pair has no more to send
  double gap() const { return bound_seconds > 0.0 ? makespan_seconds / bound_seconds - 1.0 : 0.0; }
};

/// max over GPUs of max(sent, received) / rate: a lower bound for any way to send over a network that never
/// blocks, and reached where all pairs send at once at rate entry / bound. `rates`: units of traffic a second
/// and GPU, as many as it has.
double bound_seconds(const Traffic& traffic, const std::vector<double>& rates);

/// The shortest schedule in which a GPU sends to one and receives from one at a time, pairs at the lower of
/// their rates. With equal rates its makespan is the bound; with unequal ones it is the largest row or column
/// sum of entry / min(rate, rate), and gap() tells how far above the bound that is. Gonzalez and Sahni, JACM
/// 1976 (preemptive open shop); perfect matchings of the padded matrix as by Birkhoff and von Neumann, large
/// entries first, so that slots are few. Times are whole multiples of 2^-50 of the makespan.
Schedule schedule(const Traffic& traffic, const std::vector<double>& rates);

/// Units a second of each pair where all send at once and end together at bound_seconds(); row by row.
std::vector<double> fluid_rates(const Traffic& traffic, const std::vector<double>& rates);

/// What takes how long where every GPU sends to GPU 0, 1, 2, … in this order, the whole of an entry at once,
/// and receivers take one at a time, of those who wait the one that came first.
double in_order_seconds(const Traffic& traffic, const std::vector<double>& rates);

/// GPUs in nodes of `gpus_per_node` each: links inside, network cards between.
struct Tiers {
  int gpus_per_node = 1;
  double link_rate = 0.0;     ///< of a GPU, units a second
  double network_rate = 0.0;  ///< of a GPU's card
};
/// Lower bounds of an exchange over both tiers, seconds.
struct TierBounds {
  double inside = 0.0;     ///< most of a GPU with its node, over its links
  double node = 0.0;       ///< most of a node with the others, over all its cards together
  double own_cards = 0.0;  ///< most of a GPU with other nodes, over its own card
  /// Where GPUs of a node may pass data on to each other's cards.
  double shared_cards() const { return inside > node ? inside : node; }
  /// Where each uses its own.
  double seconds() const { return inside > own_cards ? inside : own_cards; }
};
TierBounds tier_bounds(const Traffic& traffic, const Tiers& tiers);

/// {"bound_seconds", "makespan_seconds", "gap", "rounds", "slots": [{"seconds", "pairs"}]}
Json to_json(const Schedule& schedule);

}  // namespace astrolabe::exchange
