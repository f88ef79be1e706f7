#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/results/pareto_data.h"

namespace astrolabe::ui {

/// Layouts that a person keeps, most of them strategies that were typed or edited. The plan keeps them; each
/// change is one undo step. They are predicted by the engine for every new question, so that they stand
/// beside what the search finds.
class MyLayouts : public QObject {
  Q_OBJECT

 public:
  MyLayouts(PlanDocument& document, StrategySelection& selection, QObject* parent = nullptr);
  /// Adds a layout (once) and selects it.
  void add(const planning::LayoutPtr& layout);
  void replace(const planning::LayoutPtr& old, const planning::LayoutPtr& layout);
  void remove(const planning::LayoutPtr& layout);
  bool contains(const planning::LayoutPtr& layout) const;
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
  const Known* find(const planning::LayoutPtr& layout) const;
  void set(std::vector<std::string> layouts);

  PlanDocument& m_document;
  StrategySelection& m_selection;
  std::vector<std::string> m_texts;  ///< the plan's list when it was last read
  std::vector<Known> m_known;
  MineList m_predicted;
  std::shared_ptr<const strategy::Problem> m_problem;
};

}  // namespace astrolabe::ui
