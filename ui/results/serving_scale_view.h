#pragma once
// What more traffic takes: GPUs and money of the best deployment against requests a second or users.

#include <memory>

#include "core/planning/serving_moves.h"
#include "ui/results/scale_page.h"

namespace astrolabe::ui {

using TrafficScalePtr = std::shared_ptr<const planning::TrafficScale>;

/// Asks when it is looked at after the planner has answered. Points are drawn as they are found.
class ServingScaleView : public ScalePage {
  Q_OBJECT

 public:
  explicit ServingScaleView(PlannerBridge& bridge, QWidget* parent = nullptr);

  bool hasFigure() const override;
  /// What is drawn; null for none.
  TrafficScalePtr found() const { return m_found; }

 private:
  QString workingText() const override;
  QString nothingText() const override;
  void ask() override;
  void take(const TrafficScalePtr& found);
  ScalePlot scale(const Theme& theme) const override;
  PlotTable cells() const override;

  PlannerBridge& m_bridge;
  TrafficScalePtr m_found;
  QString m_refused;  ///< why there is nothing to be drawn
};

}  // namespace astrolabe::ui
