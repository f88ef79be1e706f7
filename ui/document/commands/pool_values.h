#pragma once
// The values of pools: count, GPUs, price, network. Of several pools at once each is one command, which looks
// at the links once; its text names a single pool, that of several is the caller's.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/document/commands/plan_command.h"
#include "ui/document/commands/pool_marks.h"

namespace astrolabe::ui {

/// Sets the numbers of nodes of pools; the steps of one gesture are one undo step. Precondition: nodes >= 1.
class SetNodeCount : public PlanCommand {
 public:
  /// By pool. Precondition: not empty.
  SetNodeCount(PlanDocument& document, std::map<std::string, int> nodes, quint64 gesture = nextGesture());
  SetNodeCount(PlanDocument& document, const std::string& pool, int nodes, quint64 gesture = nextGesture());
  int id() const override { return kSetNodeCountId; }
  bool mergeWith(const QUndoCommand* next) override;

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::map<std::string, int> m_nodes;                     ///< by pool
  std::vector<hardware::MachineLinkSpec> m_machineLinks;  ///< without those of machines that go
  std::map<std::string, PoolMarks> m_marks;               ///< the same, by pool
  quint64 m_gesture;
};

/// Another GPU or node type for pools. Own figures of the old type (price, network and its price, GPUs per
/// node) go with it, and so does a name that said what the pool held: its id becomes that of what it holds
/// now.
class ReplaceGpus : public PlanCommand {
 public:
  /// `gpu` or `node` is a catalogue id, the other one empty. A GPU keeps the node's count and network, and
  /// what that costs. `unit`: GPUs of the nodes that are had at once, 0 where that is one; the pool gets as
  /// many nodes as make whole ones.
  ReplaceGpus(PlanDocument& document, const std::vector<std::string>& pools, const std::string& gpu,
              const std::string& node, int unit = 0);
  ReplaceGpus(PlanDocument& document, const std::string& pool, const std::string& gpu,
              const std::string& node);
  /// What the pools are called afterwards, in the order in which they were given.
  const std::vector<std::string>& ids() const { return m_ids; }

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  plan::Scenario m_next;  ///< as it will be: only what knows pools by their ids
  std::string m_presentation;
  std::vector<std::string> m_ids;
};

/// Own price of a GPU in USD, of an hour of rent or of the purchase, or back to the catalogue's (empty).
class SetPoolPrice : public PlanCommand {
 public:
  SetPoolPrice(PlanDocument& document, const std::vector<std::string>& pools, std::optional<double> usd,
               hardware::CostBasis basis = hardware::CostBasis::rent);
  SetPoolPrice(PlanDocument& document, const std::string& pool, std::optional<double> usd,
               hardware::CostBasis basis = hardware::CostBasis::rent);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::map<std::string, std::optional<double>> m_prices;
  std::map<std::string, std::optional<double>> m_nodePrices;  ///< of basis buy  ///< by pool
  std::optional<double> hardware::PoolSpec::*m_field;
};

/// What a node's share of the network between nodes costs to buy in USD, or no price of it (empty).
class SetNetworkPrice : public PlanCommand {
 public:
  SetNetworkPrice(PlanDocument& document, const std::vector<std::string>& pools, std::optional<double> usd);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::map<std::string, std::optional<double>> m_prices;  ///< by pool
};

/// Watts that each GPU of a pool is held at, or none below what it is made for (empty).
class SetPowerLimit : public PlanCommand {
 public:
  SetPowerLimit(PlanDocument& document, const std::string& pool, std::optional<double> watts);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::string m_pool;
  std::optional<double> m_watts;
};

/// Own memory of a node's host in GiB, or back to the catalogue's (empty).
class SetHostMemory : public PlanCommand {
 public:
  SetHostMemory(PlanDocument& document, const std::string& pool, std::optional<double> gib);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::string m_pool;
  std::optional<double> m_gib;
};

/// Own power of a whole machine in kW, or back to what is known or estimated of it (empty).
class SetNodePower : public PlanCommand {
 public:
  SetNodePower(PlanDocument& document, const std::string& pool, std::optional<double> kilowatts);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::string m_pool;
  std::optional<double> m_kilowatts;
};

/// Of whom and where a pool is had, and how often spot takes its nodes away: those of `as`.
class SetSeller : public PlanCommand {
 public:
  SetSeller(PlanDocument& document, hardware::PoolSpec as);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  hardware::PoolSpec m_as;
};

/// What is rented or bought of pools at once: PoolSpec::kWholeNode, 1 for single GPUs, or so many of them.
class SetUnit : public PlanCommand {
 public:
  SetUnit(PlanDocument& document, const std::vector<std::string>& pools, int unit);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::map<std::string, int> m_units;
};

/// All pools of all scenarios that are paid by single GPUs, by whole nodes instead.
class PayWholeNodes : public PlanCommand {
 public:
  explicit PayWholeNodes(PlanDocument& document);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::map<std::pair<int, std::string>, int> m_units;  ///< by scenario and pool
};

/// Whether the switches of the pools' networks add up gradients.
class SetNetworkReduction : public PlanCommand {
 public:
  SetNetworkReduction(PlanDocument& document, const std::vector<std::string>& pools, bool on);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::map<std::string, bool> m_values;  ///< by pool
};

/// Own network of a whole node in GB/s, or back to the catalogue's (empty). Adds links that become known.
class SetPoolNetwork : public PlanCommand {
 public:
  SetPoolNetwork(PlanDocument& document, const std::vector<std::string>& pools,
                 std::optional<double> gbPerSecond);
  SetPoolNetwork(PlanDocument& document, const std::string& pool, std::optional<double> gbPerSecond);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::map<std::string, std::optional<double>> m_networks;  ///< by pool
  std::vector<hardware::BetweenPools> m_links;
};

}  // namespace astrolabe::ui
