#pragma once
// What each page of a presentation holds of a scenario that trains.

#include "ui/render/decision_words.h"
#include "ui/shell/slides.h"

namespace astrolabe::ui {

/// The answer of an option with what is recommended first, as scenarios are compared by it.
plan::SnapshotPtr toldOf(const SlideOption& option);

/// Fills one page; money goes through usd() so that nothing of it is left when it is hidden. What a page is
/// about is the chosen layout of `view`, else what stands first: its leader, or the best strategy.
/// Precondition: there is one of these. Whatever is given outlives it.
class TrainingSlides {
 public:
  TrainingSlides(const plan::SnapshotPtr& snapshot, const hardware::Catalogue& catalogue, const Theme& theme,
                 bool hide, const SlideView& view);

  SlideContent cluster() const;
  /// What leads and the best strategies, the chosen one in bold.
  SlideContent ranking() const;
  /// Scenarios side by side, each by what is recommended for it: which to take, and what it rests on.
  SlideContent scenarios(const std::vector<SlideOption>& options, const DecisionWords& words) const;
  /// The best of the scenarios, which is that of this page.
  SlideContent winnerAmong(const DecisionWords& words) const;
  SlideContent winner() const;
  SlideContent why() const;
  SlideContent pareto() const;
  SlideContent timeline() const;
  SlideContent breakdown() const;
  SlideContent cost() const;
  SlideContent risks() const;

 private:
  QString usd(const std::optional<double>& value) const;
  bool buys() const;
  /// Of a node, to buy; else what a GPU is rented for.
  QString priceOf(const hardware::Pool& pool) const;
  /// The machines are bought, and their price is known.
  bool isBought() const;
  std::array<QString, 2> purchaseFigure() const;
  /// What machines that are bought or owned come to, and whether renting them is cheaper.
  QStringList overTheYears() const;
  /// The texts that may be told: all, or those without sums of money where money is hidden.
  QStringList mayBeTold(const QStringList& texts) const;
  /// What the page is about stands first.
  bool isFirst() const;
  /// What the page is about is a plan of another kind than strategies.
  bool isOfAnotherKind() const;
  /// The layout of what leads; its kind and GPUs where that is too long for a column. Precondition: a plan of
  /// another kind leads.
  QString leaderName() const;
  /// What a drawing is of.
  QString strategyLine() const;
  /// How far the best strategy is behind what leads; empty where that leads, or there is none.
  QString behindText() const;
  SlideRank rankOf(const QString& place, const QString& layout, const cost::Evaluation& row, bool best) const;

  const plan::SnapshotPtr& m_answer;
  const plan::Snapshot& m_snapshot;
  const strategy::Problem& m_problem;
  const planning::OptionPtr& m_leader;
  const cost::Evaluation* m_strategy;  ///< the best one; null for none
  const cost::Evaluation &m_first, &m_chosen;
  QString m_line;  ///< the layout of m_chosen
  const SlideView& m_view;
  const hardware::Catalogue& m_catalogue;
  const Theme& m_theme;
  bool m_hide;
};

}  // namespace astrolabe::ui
