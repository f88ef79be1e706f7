#include "core/planning/option.h"

#include <algorithm>

#include "core/planning/pipelines.h"
#include "core/planning/planner.h"
#include "core/search/ranking.h"

namespace astrolabe::planning {

namespace {

/// The place of a kind in the table; behind all others for one that nobody has.
std::size_t place_of_kind(std::string_view kind) {
  const std::vector<const Planner*>& all = planners();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Planner* planner) { return planner->id() == kind; });
  return static_cast<std::size_t>(found - all.begin());
}

bool before(const cost::Evaluation& row, const Option& option, strategy::Objective objective) {
  const int figures = search::compare_figures(row, option.evaluation, objective);
  if (figures != 0) return figures < 0;
  const strategy::Strategy* strategy = strategy_of(option);
  return strategy == nullptr || row.strategy < *strategy;
}

}  // namespace

std::string_view kind_of(const LayoutPtr& layout) { return layout ? layout->kind() : kPipeline; }

int compare(const LayoutPtr& a, const LayoutPtr& b) {
  if (a == b) return 0;
  if (kind_of(a) != kind_of(b)) {
    const std::size_t place_a = place_of_kind(kind_of(a)), place_b = place_of_kind(kind_of(b));
    if (place_a != place_b) return place_a < place_b ? -1 : 1;
    return kind_of(a) < kind_of(b) ? -1 : 1;
  }
  if (a == nullptr || b == nullptr) return a == nullptr ? -1 : 1;
  return a->compare(*b);
}

const strategy::Strategy* strategy_of(const Option& option) {
  return kind_of(option) == kPipeline ? &option.evaluation.strategy : nullptr;
}

bool ranks_before(const Option& a, const Option& b, strategy::Objective objective) {
  const int figures = search::compare_figures(a.evaluation, b.evaluation, objective);
  return figures != 0 ? figures < 0 : compare(a.layout, b.layout) < 0;
}

std::vector<OptionPtr> possible(const std::vector<OptionPtr>& options) {
  std::vector<OptionPtr> kept;
  for (const OptionPtr& option : options)
    if (option->is_possible()) kept.push_back(option);
  return kept;
}

std::vector<int> places_of(const std::vector<OptionPtr>& options, const std::vector<cost::Evaluation>& ranked,
                           strategy::Objective objective, int top) {
  const int shown = static_cast<int>(ranked.size());
  std::vector<int> places;
  for (const OptionPtr& option : options) {
    const int among =
        1 + static_cast<int>(std::count_if(ranked.begin(), ranked.end(), [&](const cost::Evaluation& row) {
          return before(row, *option, objective);
        }));
    const auto ahead = std::count_if(options.begin(), options.end(), [&](const OptionPtr& other) {
      return other != option && ranks_before(*other, *option, objective);
    });
    places.push_back(shown < top || among <= shown ? among + static_cast<int>(ahead) : 0);
  }
  return places;
}

}  // namespace astrolabe::planning
