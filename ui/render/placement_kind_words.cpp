// The words of layers over machines, as one of the kinds of plan.

#include <QCoreApplication>
#include <algorithm>

#include "core/planning/placements.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/placement_reasons.h"

namespace astrolabe::ui {

namespace {

struct PlacementSaid {
  Q_DECLARE_TR_FUNCTIONS(Placements)
};

class PlacementKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kPlacement; }
  QString label() const override { return PlacementSaid::tr("layers"); }
  QString line(const planning::Layout& layout) const override {
    const planning::PlacedLayers& layers = static_cast<const planning::PlacementLayout&>(layout).layers();
    const auto& held = layers.placed.layout.machines;
    const auto machines =
        std::count_if(held.begin(), held.end(), [](const auto& each) { return each.layers > 0; });
    return PlacementSaid::tr("%1 layers over %2 machines")
        .arg(wholeText(layers.network->layers), wholeText(static_cast<double>(machines)));
  }
  QString whyNotEdited() const override {
    return PlacementSaid::tr("Layers are laid over machines by their rates and links: change those.");
  }
  QString stepSource() const override {
    return PlacementSaid::tr("the seconds that a GPU takes for an output token of the flow");
  }

  plan::Space space(const planning::Found& found) const override {
    plan::Space space;
    if (const auto* placements = dynamic_cast<const planning::FoundPlacements*>(&found))
      space.evaluated = space.total = static_cast<std::uint64_t>(std::max(0L, placements->evaluated));
    return space;
  }

  ElsewhereWords elsewhere(const planning::Found& found) const override {
    ElsewhereWords words;
    if (found.options.empty() || !found.options.front()->is_possible()) {
      words.end = PlacementSaid::tr("No layout lets requests through as promised");
      if (const auto* placements = dynamic_cast<const planning::FoundPlacements*>(&found))
        if (const auto shortfall = planning::shortfall_of(*placements))
          words.why = shortfallText(*shortfall, found.question->problem);
      return words;
    }
    const planning::Option& best = *found.options.front();
    const planning::PlacedLayers& layers = planning::as<planning::PlacementLayout>(best.layout)->layers();
    words.best = PlacementSaid::tr("%1 tok/s").arg(significantText(layers.placed.flow.tokens_per_second));
    words.bestTip = line(*best.layout);
    if (found.has_bound && layers.gap() < 1.0) {
      const double flow = layers.placed.flow.tokens_per_second;
      words.bound = PlacementSaid::tr("%1 tok/s").arg(significantText(flow / (1.0 - layers.gap())));
      words.gap = percentText(layers.gap());
    }
    words.end =
        layers.gap() <= 0.0
            ? PlacementSaid::tr("Best of all layouts")
            : PlacementSaid::tr("Within %1 of the bound on all layouts").arg(percentText(layers.gap()));
    return words;
  }
};

}  // namespace

const KindWords& placementKindWords() {
  static const PlacementKind words;
  return words;
}

}  // namespace astrolabe::ui
