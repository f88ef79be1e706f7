#pragma once
// Bandwidths that were typed in bits where bytes are asked for.

#include <string>
#include <vector>

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// A bandwidth of the plan that is above the fastest link of the catalogue.
struct DoubtfulBandwidth {
  enum class Place { Inside, Network, Between };
  Place place = Place::Network;
  std::string a, b;          ///< pool, and the other one of a link between two
  double gbPerSecond = 0.0;  ///< as it was given
};

/// What `cluster`, resolved from the plan's own, warns of.
std::vector<DoubtfulBandwidth> doubtfulBandwidths(const plan::Plan& plan, const hardware::Cluster& cluster);

/// An eighth of a doubtful bandwidth, and of every one of its kind that was given alike.
class TakeAsBits : public PlanCommand {
 public:
  TakeAsBits(PlanDocument& document, const DoubtfulBandwidth& doubt);

 protected:
  void swapWith(plan::Plan& plan) override {
    std::swap(plan.cluster.pools, m_pools);
    std::swap(plan.cluster.between_pools, m_links);
  }

 private:
  std::vector<hardware::PoolSpec> m_pools;
  std::vector<hardware::BetweenPools> m_links;
};

}  // namespace astrolabe::ui
