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
  /// Of a promise, seconds at its quantile; of traffic, requests a second or in flight; of memory, GiB of a
  /// rank.
  double found = 0.0, limit = 0.0;
  bool of_any_load = false;  ///< also one request alone misses it, on all layouts of these machines
  std::string term;          ///< the part of a step that takes longest: "products", "decode_attention", …
  double term_seconds = 0.0;
  /// Nodes of the pool `nodes_pool` in all, the other pools as they are, with which the same search has an
  /// answer, while with one fewer it has none; 0: no number of nodes of one pool does.
  int nodes_needed = 0, nodes_pool = 0;
  int nodes_there = 0;  ///< of that pool
  std::optional<serving::Worker> prefill{};  ///< where `worker` decodes alone
  int spares = 0;                            ///< copies that `found` does without
  int kept_spares = -1;  ///< so many in place of `spares`, all else as asked, have an answer; below 0: none
  /// Of traffic, the promise that `worker` breaks first where more comes than `found`, and its seconds there;
  /// none: more cannot be carried at all, or nothing is.
  Missed breaks = Missed::none;
  double breaks_seconds = 0.0;
  double quantile = 0.5;                     ///< of requests for which a promise holds
  /// Seconds of the promise `missed` that these machines keep, all else as asked; 0: none, or no promise.
  double kept_promise = 0.0;
  serving::Binds binds = serving::Binds::none;  ///< of `worker`, where it comes nearest
};

struct Layout;

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
/// whose shares are in proportion to what the groups can do; offline that with the most tokens/s. `best`
/// holds each layout once, with its best number of copies. Same answer for any number of threads.
Findings find_fleets(const Question& question, const Settings& settings);

/// Whether find_fleets() has an answer: the same search, ended by its first. `layouts`: those of all pools,
/// which may be of a question with other traffic, promises or nodes.
bool has_answer(const Question& question, const std::vector<Layout>& layouts, const Settings& settings);

}  // namespace astrolabe::deploy
