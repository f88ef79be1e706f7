#include "core/planning/behind.h"

#include "core/planning/post_trainings.h"
#include "core/planning/serving_moves.h"

namespace astrolabe::planning {

std::optional<double> behind(const Option& best, const Option& given, strategy::Objective objective) {
  const std::string_view kind = kind_of(best);
  const auto share = [](std::optional<double> from, std::optional<double> to) -> std::optional<double> {
    if (!from || !to || !(*from > 0.0) || !(*to > 0.0)) return std::nullopt;
    return *to / *from - 1.0;
  };
  if (!serving_metrics(kind).empty()) {
    const ServingMetric metric = ranking_metric(kind, objective);
    const std::optional<double> more = share(metric_of(best, metric), metric_of(given, metric));
    return more && more_is_better(metric) ? std::optional(-*more) : more;
  }
  if (objective == strategy::Objective::money)
    return share(best.evaluation.money.usd_per_trillion_tokens,
                 given.evaluation.money.usd_per_trillion_tokens);
  if (objective == strategy::Objective::gpus && kind == kPostTraining)  // sets are parts of nodes, too
    return share(best.evaluation.gpus_used(), given.evaluation.gpus_used());
  if (objective == strategy::Objective::gpus)
    return share(best.evaluation.gpus_paid(), given.evaluation.gpus_paid());
  return share(best.evaluation.step.value, given.evaluation.step.value);
}

}  // namespace astrolabe::planning
