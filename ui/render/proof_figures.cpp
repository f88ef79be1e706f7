#include "ui/render/proof_figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/plan/order.h"
#include "core/plan/program_report.h"
#include "ui/render/numbers.h"
#include "ui/render/runtime_words.h"

namespace astrolabe::ui {

namespace {

struct ProofWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::RunBar)
};

/// Below this a gap is the rounding of two divisions.
constexpr double kNoGap = 1e-12;

}  // namespace

double tokensPerStep(const plan::Snapshot& snapshot) {
  if (!snapshot.problem) return 0.0;
  return snapshot.problem->job.tokens_per_step();
}

ProofFigures proofFigures(const plan::Snapshot& snapshot) {
  ProofFigures figures;
  if (snapshot.best.empty()) return figures;
  const cost::Evaluation& best = snapshot.best.front();
  switch (snapshot.objective) {
    case strategy::Objective::money:
      figures.best = best.money.usd_per_trillion_tokens;
      if (snapshot.has_bound && figures.best && snapshot.gap < 1.0)
        figures.bound = *figures.best * (1.0 - snapshot.gap);
      break;
    case strategy::Objective::gpus:
      figures.best = best.gpus_paid();
      if (snapshot.has_bound)
        figures.bound =
            boundFigure(snapshot, plan::objective_value(best, snapshot.objective) * (1.0 - snapshot.gap));
      break;
    case strategy::Objective::throughput:
    case strategy::Objective::pareto:
      figures.best = best.tokens_per_second;
      // As many tokens in the shortest step that is possible.
      if (snapshot.has_bound && snapshot.bound_step_seconds > 0.0)
        figures.bound = best.tokens_per_second * (best.step.value / snapshot.bound_step_seconds);
      break;
  }
  if (figures.best && figures.bound && *figures.best > 0.0) {
    const double gap = std::fabs(*figures.bound - *figures.best) / std::max(*figures.bound, *figures.best);
    figures.gap = gap > kNoGap ? gap : 0.0;
  }
  return figures;
}

std::optional<double> goalFigure(const plan::Snapshot& snapshot, const plan::Improvement& found) {
  if (snapshot.objective == strategy::Objective::gpus) return found.gpus;
  if (snapshot.objective != strategy::Objective::money) return found.tokens_per_second;
  return found.usd_per_trillion_tokens >= 0.0 ? std::optional(found.usd_per_trillion_tokens) : std::nullopt;
}

std::optional<double> boundFigure(const plan::Snapshot& snapshot, double bound) {
  if (bound <= 0.0) return std::nullopt;
  if (snapshot.objective == strategy::Objective::money) return bound;
  if (snapshot.objective == strategy::Objective::gpus) {
    // The value of so many GPUs is their number and a share of one for the step.
    const double least = std::floor(bound * (1.0 + kNoGap));
    return least >= 1.0 ? std::optional(least) : std::nullopt;
  }
  const double tokens = tokensPerStep(snapshot);
  return tokens > 0.0 ? std::optional(tokens / bound) : std::nullopt;
}

QString goalFigureText(strategy::Objective objective, double value) {
  if (objective == strategy::Objective::money) return ProofWords::tr("%1 per 1T tok").arg(moneyText(value));
  if (objective == strategy::Objective::gpus) {
    const int gpus = static_cast<int>(std::lround(value));
    return grouped(ProofWords::tr("%n GPUs", "", gpus), gpus);
  }
  return ProofWords::tr("%1 tok/s").arg(significantText(value));
}

QString exactGoalFigureText(strategy::Objective objective, double value) {
  if (objective == strategy::Objective::money)
    return ProofWords::tr("%1 for 10¹² tokens").arg(exactMoneyText(value));
  if (objective == strategy::Objective::gpus) return goalFigureText(objective, value);
  return ProofWords::tr("%1 tokens/s").arg(exactText(value));
}

QString coveredText(const plan::Snapshot& snapshot) {
  if (!snapshot.problem || !searchedRuntime(*snapshot.problem).isEmpty()) return {};  // nothing is left out
  const std::vector<hardware::Pool>& pools = snapshot.problem->cluster.pools;
  const bool marked = std::any_of(pools.begin(), pools.end(), [](const hardware::Pool& pool) {
    return !pool.slow.empty() || !pool.failed.empty();
  });
  if (!plan::is_mixed(snapshot.problem->cluster))
    return marked ? QCoreApplication::translate("Messages", "all pipelines alike",
                                                "around slow and failed GPUs, what a proof covers")
                  : QString();
  return snapshot.state_anywhere ? QCoreApplication::translate("Messages", "state anywhere",
                                                               "of the optimizer, what a proof covers")
                                 : QCoreApplication::translate("Messages", "each stage holding its own state",
                                                               "of the optimizer, what a proof covers");
}

QString gapText(const plan::Snapshot& snapshot) {
  const std::optional<double> gap = proofFigures(snapshot).gap;
  return gap ? percentText(*gap) : unknownText();
}

}  // namespace astrolabe::ui
