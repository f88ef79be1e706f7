#pragma once
// How far the best deployment holds: a tornado of traffic, lengths, promises, prices and speeds, and the
// values at which another deployment takes over.

#include <memory>

#include "core/planning/deployment_moves.h"
#include "ui/document/latest.h"
#include "ui/document/planner_bridge.h"
#include "ui/results/plot_page.h"

class QComboBox;
class QSpinBox;

namespace astrolabe::ui {

using ServingSensitivityPtr = std::shared_ptr<const planning::ServingSensitivity>;

/// Asks when it is looked at after the planner has answered, and again when the answer, the figure or the
/// change is another one. Bars end where the best deployment at that value lies, whichever it is.
class ServingSensitivityView : public PlotPage {
  Q_OBJECT

 public:
  explicit ServingSensitivityView(PlannerBridge& bridge, QWidget* parent = nullptr);

  bool hasFigure() const override { return m_found && !m_found->swings.empty(); }
  bool isWorking() const override { return m_latest.isWorking(); }
  /// What is drawn; null for none.
  ServingSensitivityPtr found() const { return m_found; }

 private:
  void addBoxes(QWidget* bar, FlowRow* row);
  QString workingText() const override;
  QString nothingText() const override;
  void follow();
  void catchUp() override { ask(); }
  void ask();
  void stop();
  void take(const ServingSensitivityPtr& found);
  void draw(const Theme& theme) override;
  void drawAxes(double least, double most, const QStringList& names);
  void fillCells();

  PlannerBridge& m_bridge;
  planning::FoundPtr m_asked, m_foundOf;  ///< what is asked about now, and what is drawn
  ServingSensitivityPtr m_found;
  serving::Traffic::Kind m_kind = serving::Traffic::Kind::rate;
  QComboBox* m_metric = nullptr;
  QSpinBox* m_change = nullptr;
  bool m_chosen = false;  ///< somebody picked the figure; else it is what ranks
  Latest m_latest;
};

}  // namespace astrolabe::ui
