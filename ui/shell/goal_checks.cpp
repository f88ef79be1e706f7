#include "ui/shell/goal_checks.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/render/numbers.h"
#include "ui/shell/number_field.h"

namespace astrolabe::ui {

namespace {

struct GoalText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::GoalText)
};

}  // namespace

std::map<std::string, QString> contradictions(const strategy::Problem& problem) {
  std::map<std::string, QString> found;
  const hardware::Cluster& cluster = problem.cluster;
  if (cluster.may_leave_unused) return found;
  double watts = 0.0, rate = 0.0;
  bool powerKnown = true, priceKnown = problem.job.cost.basis == hardware::CostBasis::rent;
  for (const hardware::Pool& pool : cluster.pools) {
    watts += pool.gpu_power.value * pool.gpus();
    powerKnown = powerKnown && pool.gpu_power_known;
    priceKnown = priceKnown && pool.usd_per_gpu_hour.has_value();
    if (pool.usd_per_gpu_hour) rate += pool.usd_per_gpu_hour->value * pool.gpus();
  }
  const strategy::Limits& limits = problem.job.limits;
  if (powerKnown && limits.power_kw && watts > *limits.power_kw * 1000.0)
    found["power_kw"] =
        GoalText::tr("All %n GPUs draw %1. Raise the limit to that or remove nodes.", nullptr, cluster.gpus())
            .arg(powerText(watts));
  if (priceKnown && limits.usd_per_hour && rate > *limits.usd_per_hour)
    found["usd_per_hour"] =
        GoalText::tr("All %n GPUs cost %1 an hour. Raise the limit to that or remove nodes.", nullptr,
                     cluster.gpus())
            .arg(moneyText(rate));
  return found;
}

BatchInTokens batchFromTokens(double tokens, int sequenceLength) {
  BatchInTokens batch;
  const double sequences = tokens / sequenceLength;
  if (sequences == std::floor(sequences) && sequences >= 1.0 && sequences <= double(1 << 24)) {
    batch.sequences = static_cast<int>(sequences);
    return batch;
  }
  const double below = std::max(1.0, std::floor(sequences));
  batch.problem = GoalText::tr("Not whole sequences of %1 tokens. Use %2 or %3.")
                      .arg(wholeText(sequenceLength), wholeText(below * sequenceLength),
                           wholeText((below + 1.0) * sequenceLength));
  return batch;
}

}  // namespace astrolabe::ui
