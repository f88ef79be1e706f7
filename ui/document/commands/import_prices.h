#pragma once
// Prices of the user from a table.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Lays imported types and prices over the user's own ones. `prices` is the number of rows that gave one.
class ImportPrices : public PlanCommand {
 public:
  ImportPrices(PlanDocument& document, const hardware::OwnTypes& imported, int prices);

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.own_types, m_types); }

 private:
  hardware::OwnTypes m_types;
};

}  // namespace astrolabe::ui
