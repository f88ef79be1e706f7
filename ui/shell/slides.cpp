#include "ui/shell/slides.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/shell/training_slides.h"

namespace astrolabe::ui {
namespace {

struct SlideWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Presentation)
};

/// Between the options of a page, by what is recommended for each.
DecisionWords decidedBetween(const std::vector<SlideOption>& options) {
  if (options.size() < 2) return {};
  std::vector<plan::SnapshotPtr> told;
  std::vector<NamedOption> named;
  for (const SlideOption& option : options) {
    told.push_back(toldOf(option));
    named.push_back({option.id, option.name, told.back().get(), option.baseline});
  }
  return decisionWords(named);
}

/// The option that the pages are of where the shown scenario has no strategy: the one to take, else the first
/// with an answer; null for none.
const SlideOption* standIn(const std::vector<SlideOption>& options) {
  std::vector<SlideOption> compared;
  std::copy_if(options.begin(), options.end(), std::back_inserter(compared),
               [](const SlideOption& option) { return option.compared; });
  const int winner = decidedBetween(compared).decision.winner;
  const int wanted = winner >= 0 ? compared[static_cast<std::size_t>(winner)].id : -1;
  const SlideOption* first = nullptr;
  for (const SlideOption& option : options) {
    if (!option.snapshot || !option.snapshot->problem) continue;
    if (option.snapshot->best.empty() && !option.beside) continue;
    if (option.id == wanted) return &option;
    if (first == nullptr) first = &option;
  }
  return first;
}

}  // namespace

SlideContent slideContent(Slide slide, const plan::SnapshotPtr& snapshot,
                          const hardware::Catalogue& catalogue, const Theme& theme, bool hideMoney,
                          const std::vector<SlideOption>& options, const SlideView& view) {
  if (!snapshot || !snapshot->problem || (snapshot->best.empty() && !view.leader)) {
    const bool none = snapshot && snapshot->status == plan::Status::infeasible;
    std::vector<SlideOption> others = none && !view.saved ? options : std::vector<SlideOption>();
    for (SlideOption& option : others)
      if (std::exchange(option.shown, false)) option.snapshot = snapshot;
    const SlideOption* other = standIn(others);
    if (other == nullptr)
      return emptySlide(none ? SlideWords::tr("No strategy fits") : SlideWords::tr("Searching…"));
    SlideView best;
    best.title = view.title;
    best.leader = other->beside;
    SlideContent page = slideContent(slide, other->snapshot, catalogue, theme, hideMoney, others, best);
    if (slide != Slide::Options && slide != Slide::Winner && view.title.isEmpty())
      page.headline = SlideWords::tr("%1: %2", "name of a scenario, headline of its page")
                          .arg(withoutMoney(other->name, hideMoney), page.headline);
    return page;
  }
  const TrainingSlides author(snapshot, catalogue, theme, hideMoney, view);
  std::vector<SlideOption> compared;
  std::copy_if(options.begin(), options.end(), std::back_inserter(compared),
               [](const SlideOption& option) { return option.compared; });
  for (SlideOption& option : compared)  // as it stands on the other pages
    if (option.shown) {
      option.snapshot = snapshot;
      option.beside = view.leader;
    }
  SlideContent page = [&] {
    switch (slide) {
      case Slide::Cluster:
        return author.cluster();
      case Slide::Options:
        return compared.size() > 1 ? author.scenarios(compared, decidedBetween(compared)) : author.ranking();
      case Slide::Winner: {
        if (view.saved) return author.winner();
        const DecisionWords words = decidedBetween(compared);
        if (words.sentence.isEmpty() || words.decision.winner < 0) return author.winner();
        const auto winner = static_cast<std::size_t>(words.decision.winner);
        SlideView best;
        best.leader = compared[winner].beside;
        return TrainingSlides(compared[winner].snapshot, catalogue, theme, hideMoney, best)
            .winnerAmong(words);
      }
      case Slide::Why:
        return author.why();
      case Slide::Cost:
        return author.cost();
      case Slide::Ranking:
        return author.ranking();
      case Slide::Pareto:
        return author.pareto();
      case Slide::Timeline:
        return author.timeline();
      case Slide::Breakdown:
        return author.breakdown();
      case Slide::Risks:
        break;
    }
    return author.risks();
  }();
  if (!view.title.isEmpty() && !(hideMoney && tellsMoney(view.title))) page.headline = view.title;
  return page;
}

}  // namespace astrolabe::ui
