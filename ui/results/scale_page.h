#pragma once
// How figures grow with a number of something, as a view.

#include "ui/results/plot_page.h"

namespace astrolabe::ui {

struct ScalePlot;

/// What its lines are of, and which numbers, those who derive from it say.
class ScalePage : public PlotPage {
  Q_OBJECT

 protected:
  using PlotPage::PlotPage;
  /// As setUp(), with the plot high enough to tell its lines apart.
  void setUpScale(const Names& names, const std::function<void(QWidget* bar, FlowRow* row)>& ask);
  /// What is drawn, while hasFigure().
  virtual ScalePlot scale(const Theme& theme) const = 0;
  void draw(const Theme& theme) override;
  /// How many points are known while the others are worked out.
  void tellCounts(std::size_t known, std::size_t all);
};

}  // namespace astrolabe::ui
