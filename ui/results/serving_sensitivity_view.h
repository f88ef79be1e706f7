#pragma once
// How far the best deployment, or layout of layers, holds: a tornado of traffic, lengths, promises, prices,
// links and speeds, and the values at which another one takes over.

#include <memory>

#include "core/planning/serving_moves.h"
#include "ui/results/moved_figures.h"

namespace astrolabe::ui {

using ServingSensitivityPtr = std::shared_ptr<const planning::ServingSensitivity>;

/// Asks when it is looked at after the planner has answered, and again when the answer, the figure or the
/// change is another one. Bars end where the best at that value lies, whichever it is. Named
/// "servingSensitivity", or "placementSensitivity".
class ServingSensitivityView : public TornadoPage {
  Q_OBJECT

 public:
  explicit ServingSensitivityView(PlannerBridge& bridge, QWidget* parent = nullptr);

  bool hasFigure() const override { return m_found && !m_found->swings.empty(); }
  /// What is drawn; null for none.
  ServingSensitivityPtr found() const { return m_found; }

 private:
  QString workingText() const override;
  QString nothingText() const override;
  void ask() override;
  bool isOld() const override;
  void take(const ServingSensitivityPtr& found);
  ToldMoves told() const;
  Tornado tornado() const override;
  PlotTable cells() const override;

  PlannerBridge& m_bridge;
  std::vector<planning::ServingMetric> m_metrics;
  planning::FoundPtr m_foundOf;  ///< what is drawn is of
  ServingSensitivityPtr m_found;
  serving::Traffic::Kind m_kind = serving::Traffic::Kind::rate;
  std::optional<strategy::Objective> m_objective;  ///< what ranks by it was shown at first
};

}  // namespace astrolabe::ui
