#pragma once
// Of which catalogue a plan is asked.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Today's catalogue in place of the rows that the plan was saved with.
class UseTodaysCatalogue : public PlanCommand {
 public:
  explicit UseTodaysCatalogue(PlanDocument& document)
      : PlanCommand(document, CommandText::tr("Use today's catalogue")) {}

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.catalogue, m_rows); }

 private:
  hardware::CatalogueRows m_rows;  ///< none: today's
};

}  // namespace astrolabe::ui
