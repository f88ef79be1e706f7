#pragma once
// A proof that no configuration of a question beats its answer, as a file: README.md of this room.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/strategy/problem.h"

namespace astrolabe::verify {

enum class Verdict : std::uint8_t {
  cut,        ///< every configuration of the node has at least its bound
  no_room,    ///< none of them fits
  refuted,    ///< a configuration none of whose splits fits, keeps the limits and beats the incumbent
  evaluated,  ///< the same, told with its best split, `layers`: the incumbent and what equals it
  limit       ///< all of them break the deadline or a limit on money
};

/// A part of the space. Its path, as far as it goes: family, kind, stages, setting, stages of all pools but
/// the slowest (the fastest first), order of the pools.
struct Node {
  std::vector<std::uint32_t> path;
  Verdict verdict = Verdict::cut;
  std::uint64_t count = 0;  ///< configurations that break no rule
  /// Of Verdict::cut, as far as the goal counts it, rounded down: least step in units of
  /// Certificate::unit_seconds(), least price of it in those of unit_usd().
  std::uint64_t seconds = 0, usd = 0;
  std::uint64_t gpus = 0;        ///< fewest that a pipeline of the node uses
  std::vector<int> layers = {};  ///< of Verdict::evaluated, a stage each
  bool operator==(const Node&) const = default;
};

/// An answer: the fastest strategy, the cheapest, the one on the fewest GPUs, or one of those that come next;
/// or one of the set of time and money.
struct Incumbent {
  Json strategy;
  double step = 0.0;  ///< seconds
  double usd = 0.0;   ///< price of a step: seconds times USD an hour; 0 where money does not count
  int gpus = 0;       ///< 0 where they do not count
  bool operator==(const Incumbent&) const = default;
};

struct Certificate {
  Json question;  ///< what core/verify/question.h reads
  strategy::Objective objective = strategy::Objective::throughput;
  /// Of the set of time and money the fastest first; of the other goals the first places in order. None when
  /// nothing fits.
  std::vector<Incumbent> incumbents;
  std::uint64_t total = 0, rejected_by_rule = 0;
  /// Of each kind the settings (indices within a group) that share all a layer's time depends on.
  std::vector<std::vector<std::uint64_t>> kinds;
  std::vector<Node> nodes;  ///< ascending by path
  bool feasible() const { return !incumbents.empty(); }
  bool counts_time() const { return objective != strategy::Objective::money; }
  bool counts_money() const {
    return objective == strategy::Objective::money || objective == strategy::Objective::pareto;
  }
  bool counts_gpus() const { return objective == strategy::Objective::gpus; }
  /// No better than the last place; of the set of time and money: some incumbent takes no longer and costs no
  /// more.
  bool covers(double seconds, double usd, double gpus) const;
  /// Pipelines on so many GPUs that cost so many USD an hour are covered from this step on, seconds; kBeyond
  /// where they never are.
  double covered_from(double usd_per_hour, int gpus) const;
  /// Bounds are told to one part in 2^24 of the least step and of the least price.
  double unit_seconds() const;
  double unit_usd() const;
};

std::string encode(const Certificate& certificate);
/// Errors: not_a_certificate for other files, damaged_certificate for a truncated or changed one,
/// newer_format.
Result<Certificate> decode(std::string_view bytes);

}  // namespace astrolabe::verify
