#pragma once
// One answer to what a plan asks: a layout with its figures.

#include <memory>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/cost/timeline.h"
#include "core/planning/layout.h"

namespace astrolabe::planning {

/// What is known of how much better another layout of the kind may be.
struct Proof {
  bool proven = false;
  double gap = 0.0;  ///< as a share of the option's value
};

struct Option {
  cost::Evaluation evaluation;
  cost::Violation violation;  ///< binding == none when it is possible
  cost::Timeline timeline;    ///< without lanes where only figures were asked for
  LayoutPtr layout;           ///< empty: `evaluation.strategy` says all, as of a pipeline
  Proof proof;

  bool is_possible() const { return violation.binding == cost::Binding::none; }
};
using OptionPtr = std::shared_ptr<const Option>;

inline std::string_view kind_of(const Option& option) { return kind_of(option.layout); }
/// The strategy of an option that is a pipeline; null for every other kind.
const strategy::Strategy* strategy_of(const Option& option);

/// True where `a` ranks before `b`, whatever kinds they are: search::ranks_before() by figures, then
/// compare() of layouts.
bool ranks_before(const Option& a, const Option& b, strategy::Objective objective);

/// Those that are possible, in their order.
std::vector<OptionPtr> possible(const std::vector<OptionPtr>& options);

/// The places of `options` among `ranked`, the pipelines found, of which `top` were asked for, and among each
/// other, from 1; 0: behind the rows listed.
std::vector<int> places_of(const std::vector<OptionPtr>& options, const std::vector<cost::Evaluation>& ranked,
                           strategy::Objective objective, int top);

}  // namespace astrolabe::planning
