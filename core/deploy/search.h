#pragma once
// Which deployments serve a traffic within promises: the best for the objective, proven, and the frontier.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/deploy/candidate.h"
#include "core/deploy/fleet.h"
#include "core/deploy/question.h"

namespace astrolabe::deploy {

/// Aggregated deployments of one pool each: layouts with every number of copies, each once, whatever its
/// limit of sequences. Workers apart and fleets over several pools are none of them.
struct Counts {
  std::int64_t total = 0;  ///< the sum of the others
  std::int64_t rejected_by_memory = 0, rejected_by_limit = 0, cut_by_bound = 0, evaluated = 0;
};

/// Why nothing keeps the promises, of the pool that comes nearest.
struct Shortfall {
  Missed missed = Missed::memory;
  int pool = 0;
  serving::Worker worker;  ///< that comes nearest
  /// Of a promise, seconds; of traffic, requests a second or in flight; of memory, GiB of a rank.
  double found = 0.0, limit = 0.0;
  bool of_any_load = false;  ///< also one request alone misses it: no number of machines helps
  std::string term;          ///< the part of a step that takes longest: "products", "decode_attention", …
  double term_seconds = 0.0;
  int nodes_needed = 0;                      ///< that would do; 0: not known
  std::optional<serving::Worker> prefill{};  ///< where `worker` decodes alone
  int spares = 0;                            ///< copies that `found` does without
};

struct Findings {
  std::vector<Fleet> best;             ///< the best first, all within promises and limits
  std::vector<Fleet> frontier;         ///< from the most to the fewest tokens/s of a user
  std::optional<Shortfall> shortfall;  ///< where `best` is empty
  Counts counts;
  bool stopped = false;  ///< there may be better ones
  double gap = 0.0;      ///< by which one may be better at most, as a share of the best's value; 1: not known
};

struct Settings {
  int top = 20;
  int frontier = 0;  ///< most points of the frontier, its ends among them; 0: all
  int threads = 1;
  bool exhaustive = false;    ///< every deployment by a prediction of its own; fleets over pools, too
  bool disaggregated = true;  ///< also prefill and decode workers
  std::stop_token stop = {};
  std::function<void(const Findings&)> publish = {};  ///< what is known so far; from the calling thread
};

/// Over one pool: aggregated deployments (layouts x copies) and disaggregated ones (prefill layout x decode
/// layout x workers of each, as one group). Also fleets with one aggregated group on each of several pools,
/// whose shares are in proportion to what the groups can do; offline that with the most tokens/s. `best` holds
/// each layout once, with its best number of copies. Same answer for any number of threads.
Findings find_fleets(const Question& question, const Settings& settings);

}  // namespace astrolabe::deploy
