// The words of deployments, as one of the kinds of plan.

#include <QCoreApplication>

#include "core/planning/slow_pace.h"
#include "ui/render/deployment_words.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct DeploymentSaid {
  Q_DECLARE_TR_FUNCTIONS(Deployments)
};

class DeploymentKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kDeployment; }
  QString label() const override { return DeploymentSaid::tr("deployment"); }
  QString line(const planning::Layout& layout) const override {
    return fleetText(static_cast<const planning::DeploymentLayout&>(layout).fleet());
  }
  QString whyNotEdited() const override {
    return DeploymentSaid::tr("A deployment is found for its traffic and promises: change those.");
  }
  QString stepSource() const override {
    return DeploymentSaid::tr("the seconds that a GPU takes for an output token");
  }

  plan::Space space(const planning::Found& found) const override {
    plan::Space space;
    const auto* deployments = dynamic_cast<const planning::FoundDeployments*>(&found);
    if (deployments == nullptr) return space;
    const auto count = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    space.total = count(deployments->counts.total);
    space.evaluated = count(deployments->counts.evaluated);
    space.cut_by_bound = count(deployments->counts.cut_by_bound);
    space.rejected_by_memory = count(deployments->counts.rejected_by_memory);
    space.rejected_by_limit = count(deployments->counts.rejected_by_limit);
    return space;
  }

  ElsewhereWords elsewhere(const planning::Found& found) const override {
    ElsewhereWords words;
    const deploy::Fleet* best = found.options.empty() ? nullptr : fleetOf(found.options.front());
    if (best != nullptr) {
      words.best = bestText(found.question->objective, *best);
      words.bestTip = fleetText(*best, found.question->problem.pool_ids());
      if (found.has_bound) {  // searched to the end: the best is its own bound
        if (found.gap <= 0.0) words.bound = words.best;
        words.gap = percentText(found.gap);
      }
      words.end = found.stopped_early         ? DeploymentSaid::tr("Stopped early — best deployment so far")
                  : planning::is_paced(found) ? DeploymentSaid::tr("Best at the pace of the slowest GPUs")
                                              : DeploymentSaid::tr("Best of all deployments");
      return words;
    }
    words.end = found.stopped_early ? DeploymentSaid::tr("Stopped early — nothing found yet")
                : planning::is_paced(found)
                    ? DeploymentSaid::tr("Nothing found at the pace of the slowest GPUs")
                    : DeploymentSaid::tr("No deployment keeps the promises");
    const auto* deployments = dynamic_cast<const planning::FoundDeployments*>(&found);
    if (deployments != nullptr && deployments->shortfall)
      words.why = shortfallText(*deployments->shortfall, found.question->problem);
    return words;
  }

 private:
  static QString bestText(strategy::Objective objective, const deploy::Fleet& best) {
    switch (objective) {
      case strategy::Objective::money:
        return DeploymentSaid::tr("%1 per M tok").arg(moneyText(best.usd_per_million_tokens));
      case strategy::Objective::gpus:
        return grouped(DeploymentSaid::tr("%n node(s)", nullptr, best.nodes), best.nodes);
      case strategy::Objective::throughput:
      case strategy::Objective::pareto:
        break;
    }
    return DeploymentSaid::tr("%1 tok/s/GPU")
        .arg(significantText(best.figures.output_tokens_per_second_per_gpu));
  }
};

}  // namespace

const KindWords& deploymentKindWords() {
  static const DeploymentKind words;
  return words;
}

}  // namespace astrolabe::ui
