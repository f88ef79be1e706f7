#pragma once

#include <QWidget>

#include "ui/document/selection.h"
#include "ui/results/why_reasons.h"

class QLabel;
class QVBoxLayout;

namespace astrolabe::ui {

/// Why the best strategy was chosen: the strategy, what it uses, the reasons with a link each to the view
/// that shows them, who can start it, the band of the prediction. Children: whyView.heading, whyView.chosen,
/// whyView.usage, whyView.runsOn, whyView.because, whyView.reason1…, whyView.terms, whyView.band.
class WhyChosen : public QWidget {
  Q_OBJECT

 public:
  explicit WhyChosen(QWidget* parent = nullptr);
  /// The best of the snapshot; null or without a strategy: words that say so. `leader`: the plan of another
  /// kind that stands before it, which is named; null: none does.
  void showBest(const plan::SnapshotPtr& snapshot, const planning::OptionPtr& leader);

 signals:
  /// A link of a sentence: the view that shows what it says, and a row for Evidence::Ranking.
  void evidenceRequested(astrolabe::ui::Evidence evidence, int rank);
  /// A term of the glossary by its id.
  void glossaryRequested(const QString& term);

 private:
  void addReason(int number, const QString& html, const QString& link, const QString& target);
  void openLink(const QString& target);

  QLabel *m_heading = nullptr, *m_chosen = nullptr, *m_usage = nullptr, *m_runsOn = nullptr,
         *m_because = nullptr, *m_band = nullptr, *m_terms = nullptr;
  QVBoxLayout* m_reasons = nullptr;
};

}  // namespace astrolabe::ui
