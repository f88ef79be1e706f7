#pragma once
// Which pools there are: add (also paste and duplicate), remove, rename.

#include <vector>

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Adds pools with their tiles and the links to every other pool that can be assumed. Ids that are taken get
/// a number. Links given between the pools themselves (paste) are kept. With `rack` they stand in it. Where
/// the first hardware of a plan is machines that nobody rents and that have a price to buy, and nobody stated
/// the cost basis, they count as bought.
class AddPools : public ClusterCommand {
 public:
  enum class How { Add, Paste, Duplicate };
  AddPools(PlanDocument& document, std::vector<hardware::PoolSpec> pools,
           const std::vector<plan::Position>& positions, How how = How::Add,
           std::vector<hardware::BetweenPools> links = {}, const std::string& rack = {});
  /// Ids that what was added got.
  const std::vector<std::string>& ids() const { return m_ids; }

 protected:
  void swapWith(plan::Plan& plan) override;
  std::vector<std::string> m_ids;

 private:
  hardware::CostBasis m_basis;
};

/// Removes pools with their links, tiles and limits.
class RemovePools : public ClusterCommand {
 public:
  RemovePools(PlanDocument& document, const std::vector<std::string>& ids, bool cut = false);
};

/// Gives a pool another id in everything that knows it. Precondition: `to` is free and not empty.
class RenamePool : public PlanCommand {
 public:
  RenamePool(PlanDocument& document, const std::string& from, const std::string& to);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  plan::Scenario m_next;  ///< as it will be: only what knows pools by their ids
  std::string m_presentation;
};

}  // namespace astrolabe::ui
