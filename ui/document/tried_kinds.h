#pragma once
// Plans of other kinds than strategies for what is tried beside a plan.

#include <memory>
#include <vector>

#include "ui/document/planner_bridge.h"
#include "ui/document/search_bridge.h"

namespace astrolabe::ui {

/// Looks for every kind that may rank and does not take long, once the search of what is tried is over.
class TriedKinds : public QObject {
  Q_OBJECT

 public:
  /// Both outlive it.
  TriedKinds(PlanDocument& trial, const SearchBridge& bridge, QObject* parent = nullptr);
  ~TriedKinds() override;

  /// What stands before the best strategy of the search; null: none of those found so far, or nothing was
  /// searched.
  planning::OptionPtr leader() const;
  /// True where it looks for options of that kind.
  bool looksFor(std::string_view kind) const;
  /// Nothing is looked for any more.
  bool isOver() const;

 signals:
  void changed();

 private:
  planning::QuestionPtr question() const;
  void want();

  PlanDocument& m_trial;
  const SearchBridge& m_bridge;
  std::vector<std::unique_ptr<PlannerBridge>> m_planners;
};

}  // namespace astrolabe::ui
