#pragma once
// The pages of a presentation: what each says, and how it is drawn at any size.

#include <QPainter>
#include <QStringList>
#include <array>
#include <functional>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/plan/snapshot.h"
#include "core/planning/planner.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/theme.h"
#include "ui/shell/presentation_steps.h"
#include "ui/shell/slide_figures.h"

namespace astrolabe::ui {

/// A bar of parts with its name.
struct SlideBar {
  QString name;
  std::vector<Share> shares;
  std::function<QString(double)> text;
  double scale = 0.0;  ///< value of a bar as wide as the page, of bars that compare; 0: the sum of its parts
};

/// One of several strategies compared by a bar from 0.
struct SlideRank {
  QString name;
  double value = 0.0;
  QString text, beside;  ///< the value in words, and what stands at the right edge
  bool best = false;
};

/// The content of one page, without the places of it.
struct SlideContent {
  QString headline;
  std::vector<std::array<QString, 2>> figures;   ///< a large figure and what it is
  bool answer = true;                            ///< the first figure is that of the best strategy, in brass
  std::vector<QStringList> rows;                 ///< the first one heads the columns
  std::size_t boldRow = 1;                       ///< the best of them
  std::vector<qsizetype> numbers;                ///< columns of numbers, which end on one line
  std::vector<std::pair<Shape, QColor>> shapes;  ///< before the rows after the first; may be empty
  QStringList sentences;
  std::vector<SlideBar> bars;
  QString ranksTitle;
  std::vector<SlideRank> ranks;
  SlideDrawing drawing;  ///< fills what is left of the page; may be empty
  QStringList told;      ///< what it shows, for people who do not see it
  /// All of the content in words, for people who do not see the page.
  QString spoken() const;
};

/// A scenario of the plan with what was found for it; null: nothing yet, or nothing that answers it as it is
/// now.
struct SlideOption {
  QString name;
  plan::SnapshotPtr snapshot;
  bool baseline = false, shown = false;
  int id = 0;            ///< of the scenario
  bool compared = true;  ///< stands on the page of options
  bool serves = false;   ///< its answer is `found`
  planning::FoundPtr found = {};
  planning::OptionPtr beside = {};  ///< the plan of another kind that leads it; null: the best strategy does
};

/// The settings of a saved view for its page.
struct SlideView {
  QString title;                  ///< as a person called it; empty: the page has its own headline
  planning::OptionPtr chosen;     ///< the strategy it is about; null: what stands first
  double begin = 0.0, end = 0.0;  ///< seconds that a timeline shows; 0 to 0: all of the step
  bool saved = false;             ///< it is of its own scenario, whichever of them wins
  planning::OptionPtr leader{};   ///< the plan of another kind that leads the answer; null: none does
};

/// True where a text tells a sum: "$2.10", "27000 USD".
bool tellsMoney(const QString& text);
/// Stands in the place of a sum of money that is hidden.
QString hiddenSum();
/// Words of a person or of a limit, which may tell a sum: with `hide` none is left.
QString withoutMoney(const QString& text, bool hide);
/// A page that has nothing to show but this.
SlideContent emptySlide(const QString& headline);
/// The page of an answer; with `hideMoney` no sum of money is in it. Nothing but the headline without a
/// ranking. Several `options` stand on their page in the place of the best strategies of the one that is
/// shown; the winner is the one among them that is to be taken, but for a saved view. Where nothing fits the
/// shown one, the pages are of the option to take, and say whose they are.
SlideContent slideContent(Slide slide, const plan::SnapshotPtr& snapshot,
                          const hardware::Catalogue& catalogue, const Theme& theme, bool hideMoney,
                          const std::vector<SlideOption>& options = {}, const SlideView& view = {});

/// Draws into `page` (pixels); sizes are those of 1080 pixels of height times `zoom`, never below 18 pt.
/// Returns the smallest size of text drawn, in pixels.
int paintSlide(QPainter& painter, const QRectF& page, const SlideContent& content, const Theme& theme,
               double zoom);
/// Whether all of it has room there.
bool slideFits(const QRectF& page, const SlideContent& content, const Theme& theme, double zoom);

}  // namespace astrolabe::ui
