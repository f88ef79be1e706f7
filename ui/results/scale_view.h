#pragma once
// How far more nodes carry: time and cost of the job against the number of nodes of a pool.

#include <memory>
#include <vector>

#include "core/plan/scale.h"
#include "core/planning/option.h"
#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/results/scale_page.h"

class QComboBox;

namespace astrolabe::ui {

using ScalePtr = std::shared_ptr<const plan::Scale>;

/// Asks when it is looked at after a search has ended, and again when the question or the pool is another
/// one. Points are drawn as they are found; hollow ones break a limit of the job.
class ScaleView : public ScalePage {
  Q_OBJECT

 public:
  ScaleView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);

  bool hasFigure() const override { return m_found && !m_found->points.empty(); }
  /// The results that are drawn; null for none.
  ScalePtr found() const { return m_found; }
  /// The best of each other kind of plan for the cluster as it is, which is told where it is faster.
  void setOthers(std::vector<planning::OptionPtr> others);

 private:
  QString workingText() const override;
  QString nothingText() const override;
  void listPools();
  void follow();
  void catchUp() override { follow(); }
  void ask() override;
  void showFound(const ScalePtr& scale);
  QStringList toldSentences() const;
  ScalePlot scale(const Theme& theme) const override;
  void addLimits(ScalePlot& shown, const Theme& theme, double hoursOfUnit, double usdOfUnit) const;
  PlotTable cells() const override;

  PlanDocument& m_document;
  StrategySelection& m_selection;
  ScalePtr m_found;
  std::vector<planning::OptionPtr> m_others;
  quint64 m_asked = 0;  ///< revision of the question
  std::string m_askedPool;
  QComboBox* m_pool = nullptr;
};

}  // namespace astrolabe::ui
