#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/results/pareto_data.h"

namespace astrolabe::ui {

/// Layouts that a person typed or edited: strategies, and what a plan holds of other kinds. The plan keeps
/// them; each change is one undo step. They are predicted by the engine for every new question, so that they
/// stand beside what the search finds.
class MyLayouts : public QObject {
  Q_OBJECT

 public:
  MyLayouts(PlanDocument& document, StrategySelection& selection, QObject* parent = nullptr);
  /// Adds a strategy (once) and selects it.
  void add(const strategy::Strategy& strategy);
  void replace(const strategy::Strategy& old, const strategy::Strategy& strategy);
  void remove(const strategy::Strategy& strategy);
  bool contains(const strategy::Strategy& strategy) const;
  /// The layouts that the question at hand can be asked of, predicted; possible or not.
  const MineList& predicted() const { return m_predicted; }

 signals:
  void changed();

 private:
  /// One of the plan's list that names pools and layers of the question at hand.
  struct Known {
    std::size_t place = 0;  ///< in the plan's list
    planning::LayoutPtr layout;
  };
  void follow();
  void predict();
  const Known* find(const strategy::Strategy& strategy) const;
  void set(std::vector<std::string> layouts);

  PlanDocument& m_document;
  StrategySelection& m_selection;
  std::vector<std::string> m_texts;  ///< the plan's list when it was last read
  std::vector<Known> m_known;
  MineList m_predicted;
  std::shared_ptr<const strategy::Problem> m_problem;
};

}  // namespace astrolabe::ui
