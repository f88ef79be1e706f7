#pragma once
// An open part of the space, how a configuration is told from others, and what cuts both.

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <memory>

#include "core/base/units.h"
#include "core/search/pareto.h"
#include "core/strategy/problem.h"

namespace astrolabe::search {

enum class Level : std::uint8_t { family, kind, pipeline, mixture, configuration };

/// An open part of the space. Counts are of configurations that break no rule.
struct Node {
  static constexpr std::size_t kMostPools = 8;
  double bound = 0.0;  ///< of the objective
  double step = 0.0;   ///< lower bound, seconds
  double usd = 0.0;    ///< lower bound of the step's price, USD x seconds / hour; 0 without prices
  std::uint64_t count = 0;
  std::uint32_t family = 0;
  std::uint32_t kind = 0;     ///< of the family's settings
  std::uint32_t setting = 0;  ///< of the kind's bucket
  std::uint16_t stages = 0;
  std::uint16_t order = 0;  ///< permutation of the family's pools
  Level level = Level::family;
  bool refined = false;                             ///< a configuration whose bound comes from its own splits
  bool ordered = true;                              ///< false: orders of the pools may still raise its bound
  std::uint8_t fixed = 0;                           ///< uses whose stages are decided
  std::array<std::uint16_t, kMostPools> mixture{};  ///< stages of each use of the family
  bool over_limit = false;                          ///< its GPUs draw or cost more than the job allows
  /// Takes over bounds that are known to hold for it as well.
  void raise(const Node& other) {
    bound = std::max(bound, other.bound);
    step = std::max(step, other.step);
    usd = std::max(usd, other.usd);
    over_limit = over_limit || other.over_limit;
  }
};

/// Tells strategies apart. Configurations that differ in recomputation only share a key: where nothing has to
/// be recomputed they are the same strategy.
struct ConfigurationKey {
  std::uint32_t family = 0;
  std::uint16_t stages = 0, order = 0;
  std::uint64_t setting = 0;
  std::array<std::uint16_t, Node::kMostPools> mixture{};
  auto operator<=>(const ConfigurationKey&) const = default;
};

/// What an answer must stay below to matter.
struct Cutoff {
  strategy::Objective objective = strategy::Objective::throughput;
  double value = 1e300;                ///< of the objective
  std::shared_ptr<const Front> front;  ///< for Objective::pareto
  double tokens = 0.0;                 ///< of a step
  double longest_step = 1e300;         ///< that the deadline allows
  double most_usd = 1e300;             ///< that the budget allows, as Node::usd
  void set_limits(const strategy::Job& job);
  /// Steps above it do not matter to plans that pay so many GPUs with so many USD an hour; rounded up where
  /// money counts, so that ties stay.
  double longest(int paid, double usd_per_hour) const;
  bool limits() const { return longest_step < 1e300 || most_usd < 1e300; }
  bool breaks_limit(const Node& node) const {
    return node.over_limit || node.step > longest_step || node.usd > most_usd;
  }
  /// No strategy of the node is faster or cheaper.
  FrontPoint corner_of(const Node& node) const {
    return {tokens / node.step, node.usd * 1e12 / (tokens * kSecondsPerHour)};
  }
  bool cuts(const Node& node) const {
    if (node.bound <= value) return false;
    if (objective != strategy::Objective::pareto) return true;
    return dominates(*front, corner_of(node));
  }
};

}  // namespace astrolabe::search
