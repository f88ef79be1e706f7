#pragma once
// How a question is to be answered: how long, how thoroughly, by how many workers.

#include <cstdint>
#include <memory>

#include "core/base/json.h"
#include "core/strategy/problem.h"

namespace astrolabe {

/// What one search leaves to the next: tables, of which an edit uses again all that it does not touch, and
/// the best strategies, which the next search cuts with. For searches one after the other.
class Carried;
std::shared_ptr<Carried> make_carried();

struct SearchOptions {
  strategy::Objective objective = strategy::Objective::throughput;
  int top = 20;
  int threads = 0;          ///< 0: all cores
  double time_limit = 0.0;  ///< seconds, 0: none
  double tolerance = 0.0;
  bool exhaustive = false;    ///< evaluate all that rules, limits and memory allow
  bool brute_splits = false;  ///< with exhaustive: every layer split
  std::uint64_t seed = 0;
  /// Where moves_state() says so, the optimizer's state may lie on any GPU, as plan, why, sweep and export ask;
  /// false: every stage holds its own, as in the window, which proves that at once, and in certificates.
  bool state_anywhere = false;
  /// Snapshot::rejected is filled also where there is an answer: for those who show it.
  bool near_answers = true;
  std::shared_ptr<Carried> carried;  ///< of the search before; null: start cold
  /// A planner that gives up its proof after a while goes on to the end.
  bool to_the_end = false;
  Json settings;  ///< of one planner, which says what it reads there; null: as usual
};

}  // namespace astrolabe
