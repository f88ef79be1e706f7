#pragma once
// The pages of a presentation of an answer of another planner than that of training: which page is asked for,
// and what those of all such kinds hold alike.

#include "ui/render/post_training_decision.h"
#include "ui/shell/slides.h"

namespace astrolabe::ui {

/// Fills the pages of an answer, which has options and outlives it; `hideMoney`: no sum of money is in them.
class SlideAuthor {
 public:
  SlideAuthor(const planning::Found& found, const Theme& theme, bool hideMoney);
  virtual ~SlideAuthor() = default;
  /// Several `compared` options stand on their page in the place of the best of the answer.
  SlideContent page(Slide slide, const std::vector<SlideOption>& compared) const;

 protected:
  /// How the table of an answer, or of `count` options of which none is to be taken, is headed: what an
  /// option is called, then its figures.
  struct TableWords {
    QString best, options;
    QStringList heads;
  };
  /// The first of `because` below a headline.
  SlideContent reasons(const QString& headline, const QStringList& because) const;
  /// Points that are not beaten in both of what the axes are of, as a curve on which the answer stands.
  SlideDrawing curve(const QString& x, const QString& y, std::vector<QPointF> points, QPointF answer) const;

  const strategy::Problem& m_problem;
  const Theme& m_theme;
  bool m_hide;

 private:
  virtual SlideContent cluster() const = 0;
  virtual SlideContent winner() const = 0;
  virtual SlideContent why() const = 0;
  virtual SlideContent cost() const = 0;
  virtual SlideContent risks() const = 0;
  virtual SlideContent frontier() const = 0;
  virtual SlideContent timeline() const = 0;
  virtual SlideContent breakdown() const = 0;
  virtual TableWords tableWords(int count) const = 0;
  virtual DecisionWords decision(const std::vector<PlacedOption>& options) const = 0;
  /// Below the heads; empty for an option of another kind, or none.
  virtual QStringList cells(const planning::OptionPtr& option, const strategy::Problem& problem) const = 0;

  SlideContent ranking() const;
  /// Scenarios side by side: which to take.
  SlideContent scenarios(const std::vector<SlideOption>& options) const;

  const planning::Found& m_answer;
};

}  // namespace astrolabe::ui
