#pragma once
// Why layers lie over machines as they do: what limits the flow and what more of it would give, and why
// another layout is not first.

#include <memory>

#include "core/planning/placements.h"
#include "ui/results/kinds.h"
#include "ui/results/text_table.h"
#include "ui/results/why_sides.h"

namespace astrolabe::ui {

/// Left: the sentences of the first, and a table of what limits it. Right: another layout that was found.
/// Children: placementWhy.chosen, .limits, .pick, .verdict, .pickedLimits, .words.
class PlacementWhyPage : public KindPage {
  Q_OBJECT

 public:
  PlacementWhyPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent = nullptr);
  planning::OptionPtr option() const override;
  QString copyText() const override;
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override { m_sides.setStale(stale); }

 private:
  void refresh();
  void fillPicks();
  void pick(int index);

  PlannerBridge& m_bridge;
  StrategySelection* m_selection = nullptr;
  std::shared_ptr<const planning::FoundPlacements> m_found;
  TextTable m_limits, m_pickedLimits;
  WhySides m_sides;
};

}  // namespace astrolabe::ui
