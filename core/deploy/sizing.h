#pragma once
// Fleets over several pools: which copies on which, exactly, by branch and bound.

#include <memory>
#include <optional>
#include <vector>

#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

/// Copies of one layout as a part of a fleet, or workers apart, of which the layout is that of answers.
struct Part {
  const Layout* layout = nullptr;
  int copies = 0, gpus = 0, paid = 0;
  double each = 0.0;      ///< largest load of one copy within the promises
  double capacity = 0.0;  ///< of all copies
  double cost = 0.0;      ///< that the objective makes small: GPUs, USD an hour, paid GPUs
  double second = 0.0;    ///< that breaks ties: USD an hour, or GPUs
  /// Workers apart with their spares, which are in no `each`: their capacity is what they do without.
  std::shared_ptr<const serving::Deployment> apart = nullptr;
};

/// What an objective counts of so many paid and used GPUs of one pool, without what idle machines cost.
double cost_of(strategy::Objective objective, const Prices& prices, int pool, int gpus, int paid);

/// The parts that one pool may give, of which `layouts` are: of each layout that no other one with as few
/// GPUs surpasses in what a copy can do, every number of copies, and the workers apart of
/// capacities_of_pairs(), as the job and `settings` allow, without those that another part beats in GPUs,
/// paid GPUs and capacity. Exhaustive: no copies are left out.
std::vector<Part> menu_of(const Question& question, const Prices& prices, int pool,
                          const std::vector<Layout>& layouts, const Settings& settings);

/// A fleet with a part of each of some pools.
struct Mixture {
  std::vector<Part> parts;
  double cost = 0.0, second = 0.0, capacity = 0.0;
};

/// Least cost, then the second one, then most capacity.
bool before(const Mixture& a, const Mixture& b);

/// The `most` best mixtures of two pools or more whose capacity, without the `spare` most able copies, is at
/// least `demand`. Bound: what the rest of the demand costs at the best ratio of cost and capacity among the
/// pools that are left. `all`: without that bound. `admits`: whether the paid GPUs by pool are within limits.
struct MixtureQuestion {
  std::vector<std::vector<Part>> menus;  ///< by pool
  double demand = 0.0;
  int spare = 0, most = 1, max_gpus = 1 << 30;
  bool all = false;
  std::function<bool(const std::vector<int>& paid)> admits = {};
};
std::vector<Mixture> best_mixtures(const MixtureQuestion& question, const std::stop_token& stop);

/// Mixtures of layouts over pools as fleets.
std::vector<Fleet> mixed_fleets(const Question& question, const Prices& prices,
                                const std::vector<Layout>& layouts, const Settings& settings);

}  // namespace astrolabe::deploy
