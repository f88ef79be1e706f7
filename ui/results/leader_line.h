#pragma once
// A line above a page that shows another plan than the one that stands first in the ranking.

#include <QLabel>

#include "ui/document/selection.h"

namespace astrolabe::ui {

/// Says what the page shows and which kind of plan leads; hidden where they are the same, or #1 leads.
class LeaderLine : public QLabel {
  Q_OBJECT

 public:
  /// On top of `page`, whose layout is a column; named after it: "breakdownView.leader".
  static LeaderLine* above(QWidget& page);
  /// `called`: "#1", "groups"; a null layout: the page shows nothing.
  void setShown(const QString& called, const planning::LayoutPtr& layout);
  /// The page shows what is selected.
  void followSelected(const StrategySelection& selection);
  /// The page shows the best strategy, whatever is selected.
  void followBest(const StrategySelection& selection);
  /// The plan of another kind that stands first; null: there is none.
  void setLeader(const planning::OptionPtr& leader);

 private:
  explicit LeaderLine(QWidget& page);
  void refresh();

  QString m_called;
  planning::LayoutPtr m_shown;
  planning::OptionPtr m_leader;
};

/// Tells the lines of all pages in `panel` what stands first.
void tellLeader(const QWidget& panel, const planning::OptionPtr& leader);

}  // namespace astrolabe::ui
