#pragma once
// Time and money of an iteration: the placements that no other beats in both, the others dim behind them.

#include <memory>

#include "core/planning/post_trainings.h"
#include "ui/results/walked_plot.h"

namespace astrolabe::ui {

using PostTrainingsPtr = std::shared_ptr<const planning::FoundPostTrainings>;

class PostTrainingPareto : public WalkedPlot {
  Q_OBJECT

 public:
  explicit PostTrainingPareto(QWidget* parent);
  void setFound(const PostTrainingsPtr& found, const planning::LayoutPtr& chosen, bool stale);
  void draw(const Theme& theme);
  /// The option of an object.
  planning::OptionPtr optionAt(int index) const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  bool isOnFrontier(const planning::OptionPtr& option) const;

  PostTrainingsPtr m_found;
  planning::LayoutPtr m_chosen;
  std::vector<planning::OptionPtr> m_drawn;  ///< with a price, from the shortest iteration on
  bool m_stale = false;
};

}  // namespace astrolabe::ui
