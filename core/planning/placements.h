#pragma once
// The kind of plan that serves one copy of a model whose layers lie over unequal machines (Helix).

#include <memory>
#include <string>
#include <vector>

#include "core/placement/placement.h"
#include "core/planning/leading.h"
#include "core/planning/planner.h"

namespace astrolabe::planning {

inline constexpr std::string_view kPlacement = "placement";

/// Requests leave `from` for each of `to` in these shares, which add up to 1.
struct RouteWords {
  std::string from;  ///< "coordinator" or "pool/index"
  std::vector<std::pair<std::string, double>> to;
};

/// What a layout of layers comes to; a value that never changes.
struct PlacedLayers {
  std::shared_ptr<const placement::Network> network;
  placement::Placed placed;
  double upper_bound_tokens_per_second = 0.0;  ///< that no layout on these machines exceeds
  /// At a rate: what no set of machines that serves it is below. No price: not known.
  std::optional<double> least_usd_per_hour, least_gpus;
  double output_share = 0.0;                 ///< output tokens of all tokens that flow
  double tokens_of_a_request = 0.0;          ///< prompt and output
  double gap() const;                        ///< of the flow to the bound, as a share of the bound
  double served_gap() const;                 ///< of what is served where users limit it, else gap()
  std::vector<std::string> min_cut() const;  ///< names of machines and links
  std::vector<RouteWords> routes() const;
};

class PlacementLayout : public Layout {
 public:
  explicit PlacementLayout(std::shared_ptr<const PlacedLayers> layers) : m_layers(std::move(layers)) {}
  /// Never null.
  const PlacedLayers& layers() const { return *m_layers; }

  std::string_view kind() const override { return kPlacement; }
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;

 private:
  std::shared_ptr<const PlacedLayers> m_layers;
};

/// What the planner of placements found. `options` have the largest flow first; each other one has a shorter
/// chain than all before it. At a rate one more may be on fewer machines, the cheapest known that serve it.
struct FoundPlacements : Found {
  std::shared_ptr<const placement::Network> network;  ///< null: the question failed
  double upper_bound_tokens_per_second = 0.0;
  long evaluated = 0;
};

/// Whether a job asks for one copy whose layers lie over machines.
bool lays_layers(const strategy::Job& job);

/// It declines with "no_serving" what is not to be served, and with "no_placement" what is to be served by
/// replicas. The figures that all kinds have are those of deployments: `step` is the seconds that a GPU takes
/// for an output token, `tokens_per_second` are output tokens that are served, no more than are asked for,
/// and dollars are of these. The time per token that is promised limits chain_seconds, and so does an E-th of
/// the time of a request of E output tokens; a promise that is not kept is a violation of the rule
/// "promises.tpot_seconds" or its like.
const LeadingPlanner& placement_planner();

}  // namespace astrolabe::planning
