#pragma once
// What more machines of each type, or fewer, let through.

#include <memory>

#include "core/planning/placement_scale.h"
#include "ui/results/scale_page.h"

namespace astrolabe::ui {

using MachineScalePtr = std::shared_ptr<const planning::MachineScale>;

/// A line for each pool, all through the layout as it is. Asks when it is looked at after the planner has
/// answered; points are drawn as they are found.
class PlacementScaleView : public ScalePage {
  Q_OBJECT

 public:
  explicit PlacementScaleView(PlannerBridge& bridge, QWidget* parent = nullptr);
  bool hasFigure() const override { return m_found && m_found->now && !m_found->points.empty(); }
  /// What is drawn; null for none.
  MachineScalePtr found() const { return m_found; }

 private:
  QString workingText() const override;
  QString nothingText() const override;
  void ask() override;
  void take(const MachineScalePtr& found);
  ScalePlot scale(const Theme& theme) const override;
  PlotTable cells() const override;

  PlannerBridge& m_bridge;
  MachineScalePtr m_found;
};

}  // namespace astrolabe::ui
