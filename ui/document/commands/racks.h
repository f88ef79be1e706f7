#pragma once
// Racks: pools that stand together. They change no question.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

inline constexpr int kMostSlots = 100000;  ///< of a rack, as many as nodes of a pool

/// Other racks in place of those of the plan: grouped, renamed, fed otherwise or dissolved.
class SetRacks : public PlanCommand {
 public:
  SetRacks(PlanDocument& document, std::vector<plan::Rack> racks, const QString& label)
      : PlanCommand(document, label), m_racks(std::move(racks)) {}

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.racks, m_racks); }

 private:
  std::vector<plan::Rack> m_racks;
};

/// A rack by name, and the one in which a pool stands; null when there is none.
const plan::Rack* findRack(const plan::Plan& plan, const std::string& name);
const plan::Rack* rackOf(const plan::Plan& plan, const std::string& pool);
/// "R1", "R2", …: a name that no rack of the plan has.
std::string freeRackName(const plan::Plan& plan);
/// `wanted`, or with a number where one of the racks is called so, as freePoolId() does.
std::string freeRackName(const std::vector<plan::Rack>& racks, const std::string& wanted);
/// The edit that puts pools into the rack `name`, made if there is none; an empty name takes them out of
/// theirs. Racks that lose their last pool go.
SetRacks* putIntoRack(PlanDocument& document, const std::vector<std::string>& pools, const std::string& name);
/// The edit that puts pools into a new rack, fed with `kilowatts` where that is known.
SetRacks* makeRack(PlanDocument& document, const std::vector<std::string>& pools,
                   std::optional<double> kilowatts);
/// Dissolves racks; their pools stay.
SetRacks* removeRacks(PlanDocument& document, const std::vector<std::string>& names);
/// Precondition: `to` is free and not empty.
SetRacks* renameRack(PlanDocument& document, const std::string& from, const std::string& to);
SetRacks* setRackPower(PlanDocument& document, const std::string& name, std::optional<double> kilowatts);
/// How many nodes fit, kMostSlots at most; empty: not stated.
SetRacks* setRackSlots(PlanDocument& document, const std::string& name, std::optional<int> nodes);

}  // namespace astrolabe::ui
