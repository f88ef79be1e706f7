#pragma once
// What moving one value of a question each way does to its best answer, for tasks whose answers are options:
// serving and post-training. That of training, over strategies, is core/plan/sensitivity.h.

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/planning/option.h"

namespace astrolabe::planning {

/// The best option with one lever at one value.
struct MovedEnd {
  double value = 0.0;            ///< of the lever
  OptionPtr best;                ///< null: none keeps promises and limits there
  std::optional<double> metric;  ///< of `best`
  bool first_stands = false;     ///< the first as it is keeps promises and limits there
  bool first_stays = false;      ///< and is still the best
  std::optional<double> until;   ///< it stays the best up to this value; none: it does up to `value`
};

/// Of a metric, between its ends and the figure as it is; infinite where an end has none.
double width_of(const MovedEnd& low, const MovedEnd& high, double base);

template <typename Lever>
struct MovedSwing {
  Lever lever;
  double value = 0.0;  ///< in the question, in the lever's unit
  MovedEnd low, high;
  double width(double base) const { return width_of(low, high, base); }
};

template <typename Lever, typename Metric>
struct MovedSensitivity {
  Metric metric{};
  double change = 0.1;
  double base = 0.0;                      ///< the metric of the first
  OptionPtr first;                        ///< null: none keeps promises and limits as things are
  std::vector<MovedSwing<Lever>> swings;  ///< widest first; those that are known
  int all = 0;                            ///< levers that are moved
  bool stopped = false;
};

/// Moves each lever by `found.change` both ways. `value_of(lever)`: in the question; `end_of(lever, value,
/// factor)`: its end at that factor; `stopped()`: whether nothing more is to be worked out. `publish` is told
/// after each lever.
template <typename Lever, typename Metric, typename ValueOf, typename EndOf, typename Stopped>
void swing_each(MovedSensitivity<Lever, Metric>& found, const std::vector<Lever>& levers,
                const ValueOf& value_of, const EndOf& end_of, const Stopped& stopped,
                const std::function<void(const MovedSensitivity<Lever, Metric>&)>& publish) {
  found.all = static_cast<int>(levers.size());
  for (const Lever& lever : levers) {
    if (stopped()) break;
    MovedSwing<Lever> swing;
    swing.lever = lever;
    swing.value = value_of(lever);
    swing.low = end_of(lever, swing.value, 1.0 - found.change);
    swing.high = end_of(lever, swing.value, 1.0 + found.change);
    if (stopped()) break;  // what was stopped half way says nothing
    const double width = swing.width(found.base);
    const auto place = std::find_if(found.swings.begin(), found.swings.end(),
                                    [&](const auto& other) { return other.width(found.base) < width; });
    found.swings.insert(place, std::move(swing));
    if (publish) publish(found);
  }
  found.stopped = stopped();
}

}  // namespace astrolabe::planning
