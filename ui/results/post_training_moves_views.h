#pragma once
// How far the best placement holds when a value changes, and what more machines or fewer do to an iteration.

#include <memory>

#include "core/planning/post_training_moves.h"
#include "ui/results/moved_figures.h"
#include "ui/results/scale_page.h"

namespace astrolabe::ui {

using PostTrainingSensitivityPtr = std::shared_ptr<const planning::PostTrainingSensitivity>;
using MachineSharesPtr = std::shared_ptr<const planning::MachineShares>;

/// Asks when it is looked at after the planner has answered, and again when the answer, the figure or the
/// change is another one. Bars end where the best at that value lies. Named "postTrainingSensitivity".
class PostTrainingSensitivityView : public TornadoPage {
  Q_OBJECT

 public:
  explicit PostTrainingSensitivityView(PlannerBridge& bridge, QWidget* parent = nullptr);
  bool hasFigure() const override { return m_found && !m_found->swings.empty(); }
  /// What is drawn; null for none.
  PostTrainingSensitivityPtr found() const { return m_found; }

 private:
  QString workingText() const override;
  QString nothingText() const override;
  void ask() override;
  bool isOld() const override;
  void take(const PostTrainingSensitivityPtr& found);
  ToldMoves told() const;
  Tornado tornado() const override;
  PlotTable cells() const override;

  PlannerBridge& m_bridge;
  planning::FoundPtr m_foundOf;  ///< what is drawn is of
  PostTrainingSensitivityPtr m_found;
  std::optional<strategy::Objective> m_objective;  ///< what ranks by it was shown at first
};

/// Time and money of an iteration against GPUs. Asks when it is looked at after the planner has answered.
/// Named "postTrainingScale".
class PostTrainingScaleView : public ScalePage {
  Q_OBJECT

 public:
  explicit PostTrainingScaleView(PlannerBridge& bridge, QWidget* parent = nullptr);
  bool hasFigure() const override;
  /// What is drawn; null for none.
  MachineSharesPtr found() const { return m_found; }

 private:
  QString workingText() const override;
  QString nothingText() const override;
  void ask() override;
  void take(const MachineSharesPtr& found);
  ScalePlot scale(const Theme& theme) const override;
  PlotTable cells() const override;

  PlannerBridge& m_bridge;
  MachineSharesPtr m_found;
};

}  // namespace astrolabe::ui
