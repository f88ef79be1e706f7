#pragma once
// Layers over unequal machines: what is asked of them, and layouts as options.

#include <memory>
#include <vector>

#include "core/model/architecture.h"
#include "core/placement/find.h"
#include "core/planning/option.h"
#include "core/serving/question.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// A question as machines see it.
struct PlacementQuestion {
  strategy::Problem problem;
  strategy::Objective objective = strategy::Objective::throughput;
  serving::ServeJob job;
  std::shared_ptr<const placement::Network> network;
  double longest_chain =
      0.0;  ///< seconds that the promises leave a token for one way; 0: nothing is promised
  double tokens_of_a_request() const { return job.traffic.input.mean + job.traffic.output.mean; }
};
/// Errors: those of make_network().
Result<PlacementQuestion> placement_question(const strategy::Problem& problem, strategy::Objective objective,
                                             const serving::ServeJob& job,
                                             const model::Architecture& architecture);
/// The layouts found, as the planner has them.
struct PlacementsFound {
  std::vector<OptionPtr> options;
  double upper_bound_tokens_per_second = 0.0;
  long evaluated = 0;
  bool stopped_early = false, proven = false;
};
/// At a rate also the cheapest machines known for it where `fewer_machines` says so.
PlacementsFound find_placements(const PlacementQuestion& asked, placement::FindOptions options,
                                bool fewer_machines = true);
/// A layout of the network as an option. Precondition: an interval for each of its machines.
Option placed_option(const PlacementQuestion& asked, placement::Layout layout);

}  // namespace astrolabe::planning
