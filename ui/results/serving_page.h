#pragma once
// The deployment that is shown: the frontier it lies on, how it behaves under load, where the time of an
// iteration and of a request goes, and what fills the memory of a GPU.

#include "ui/results/option_page.h"
#include "ui/results/serving_plots.h"
#include "ui/results/text_table.h"

namespace astrolabe::ui {

class ExchangeView;

/// Frontier at the left; load, iteration, request, memory or the all-to-all of experts at the right, each
/// with its numbers as a table. Words in their place while there is no deployment.
class ServingPage : public OptionPage {
  Q_OBJECT

 public:
  enum View { LoadShown, IterationShown, RequestShown, MemoryShown, ExpertsShown };

  ServingPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent = nullptr);
  QString copyText() const override;
  Figure figure() const override;
  void setStale(bool stale) override;
  FrontierPlot& frontier() const { return *m_frontier; }
  LoadPlots& load() const { return *m_load; }

 private:
  bool take(const planning::FoundPtr& found) override;
  bool isOfKind(const planning::OptionPtr& option) const override;
  QString noneText() const override;
  void fill(const planning::OptionPtr& option) override;
  void makeUpwards();
  QWidget* left();
  QWidget* right();
  void refreshTitle(const deploy::Fleet& fleet);
  void showLoad(const deploy::Fleet& fleet);
  void showIteration(const deploy::Fleet& fleet);
  void showRequest(const deploy::Fleet& fleet);
  void showMemory(const deploy::Fleet& fleet);
  void fillFrontierTable();
  QString poolName(int pool) const;
  /// What a pool is asked; none where it cannot serve the model.
  std::optional<serving::Question> askedOf(int pool) const;
  std::vector<int> gpuIndices() const;

  PlanDocument& m_document;
  DeploymentsPtr m_found;
  FrontierPlot* m_frontier = nullptr;
  LoadPlots* m_load = nullptr;
  ExchangeView* m_experts = nullptr;
  LyingBars *m_iteration = nullptr, *m_first = nullptr, *m_whole = nullptr, *m_memory = nullptr;
  TextTable m_frontierRows, m_loadRows, m_iterationRows, m_requestRows, m_memoryRows;
};

}  // namespace astrolabe::ui
