#pragma once
// The network between two pools.

#include <optional>

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Sets (or, with an empty bandwidth, removes) the link between two pools. GB/s per node of the slower side,
/// and the latency of a message in microseconds where it is known.
class SetLink : public PlanCommand {
 public:
  SetLink(PlanDocument& document, const std::string& a, const std::string& b,
          std::optional<double> gbPerSecond, std::optional<double> latencyUs = {});

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.cluster.between_pools, m_links); }

 private:
  std::vector<hardware::BetweenPools> m_links;
};

}  // namespace astrolabe::ui
