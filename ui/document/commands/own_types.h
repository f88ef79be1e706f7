#pragma once
// GPU and node types of the user.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Adds a GPU type of the user's own with its prices, or puts it in place of the one with the same id.
class AddGpuType : public PlanCommand {
 public:
  AddGpuType(PlanDocument& document, hardware::Gpu gpu,
             const std::optional<hardware::GpuPrice>& purchase = {},
             const std::optional<hardware::GpuRent>& rent = {});

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.own_types, m_types); }

 private:
  hardware::OwnTypes m_types;
};

/// Adds a node type of the user's own, or puts it in place of the one with the same id.
class AddNodeType : public PlanCommand {
 public:
  AddNodeType(PlanDocument& document, hardware::NodeType node);

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.own_types, m_types); }

 private:
  hardware::OwnTypes m_types;
};

}  // namespace astrolabe::ui
