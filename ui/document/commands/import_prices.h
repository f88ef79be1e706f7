#pragma once
// Prices of the user from a table.

#include <utility>
#include <vector>

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

/// Puts `quotes` in place of the user's quotes; `what` says which edit that is.
class SetQuotes : public PlanCommand {
 public:
  SetQuotes(PlanDocument& document, std::vector<hardware::Quote> quotes, const QString& what)
      : PlanCommand(document, what), m_quotes(std::move(quotes)) {}

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.own_types.quotes, m_quotes); }

 private:
  std::vector<hardware::Quote> m_quotes;
};

}  // namespace astrolabe::ui
