#pragma once
// One copy of a model whose layers lie over unequal machines: what flows, what limits it, where requests go.

#include "core/planning/placements.h"
#include "ui/results/kinds.h"
#include "ui/results/text_table.h"

class QLabel;
class QStackedWidget;
class QTabBar;
class QTableView;

namespace astrolabe::ui {

/// Flow, bound and chain as words; machines, limits, routing and shorter chains as tables. Words in their
/// place while there is no layout.
class PlacementPage : public KindPage {
  Q_OBJECT

 public:
  PlacementPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent = nullptr);
  planning::OptionPtr option() const override;
  QString copyText() const override;
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override;

 private:
  void refresh();
  void fillMachines(const planning::PlacedLayers& layers);
  void fillLimits(const planning::PlacedLayers& layers);
  void fillRouting(const planning::PlacedLayers& layers);
  void fillChains();

  PlannerBridge& m_bridge;
  StrategySelection* m_selection = nullptr;
  QLabel *m_title = nullptr, *m_words = nullptr;
  QTabBar* m_choice = nullptr;
  QStackedWidget *m_stack = nullptr, *m_tables = nullptr;
  TextTable m_machines, m_limits, m_routing, m_chains;
};

/// What stands in place of layers over machines while there are none.
QString noLayersText(const PlannerBridge& bridge);

}  // namespace astrolabe::ui
