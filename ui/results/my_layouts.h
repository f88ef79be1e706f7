#pragma once

#include <QObject>
#include <vector>

#include "ui/document/selection.h"
#include "ui/results/pareto_data.h"

namespace astrolabe::ui {

/// Strategies a person typed or edited. They are predicted by the engine for every new question, so that they
/// stand beside what the search finds.
class MyLayouts : public QObject {
  Q_OBJECT

 public:
  explicit MyLayouts(StrategySelection& selection, QObject* parent = nullptr);
  /// Adds a strategy (once) and selects it.
  void add(const strategy::Strategy& strategy);
  void replace(const strategy::Strategy& old, const strategy::Strategy& strategy);
  void remove(const strategy::Strategy& strategy);
  bool contains(const strategy::Strategy& strategy) const;
  const std::vector<strategy::Strategy>& strategies() const { return m_strategies; }
  /// Those that the question at hand can be asked of, predicted; possible or not.
  const MineList& predicted() const { return m_predicted; }

 signals:
  void changed();

 private:
  void predict();
  StrategySelection& m_selection;
  std::vector<strategy::Strategy> m_strategies;
  MineList m_predicted;
  std::shared_ptr<const strategy::Problem> m_problem;
};

}  // namespace astrolabe::ui
