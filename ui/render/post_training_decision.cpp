#include "ui/render/post_training_decision.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using strategy::Objective;

struct PlacedDecision {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ServingDecision)
};

/// The value of which the least is the best; 0: not known.
double valueOf(const planning::Option& option, Objective objective) {
  const post_training::Placement& placement = *placementOf(&option);
  if (objective == Objective::money) return placement.usd;
  if (objective == Objective::gpus) return placement.gpus();
  return option.evaluation.step.value;
}

QString placedFigure(const planning::Option& option, Objective objective) {
  if (objective == Objective::money)
    return PlacedDecision::tr("%1 an iteration").arg(moneyText(placementOf(&option)->usd));
  if (objective == Objective::gpus)
    return grouped(PlacedDecision::tr("%n GPU(s)", nullptr, placementOf(&option)->gpus()),
                   placementOf(&option)->gpus());
  return PlacedDecision::tr("%1 an iteration").arg(durationText(option.evaluation.step.value));
}

plan::Contender placedContender(const PlacedOption& option, Objective objective) {
  plan::Contender made;
  made.id = option.id;
  if (placementOf(option.best) == nullptr || !option.best->is_possible()) return made;
  const double value = valueOf(*option.best, objective);
  if (!(value > 0.0)) return made;
  made.answered = true;
  made.value = made.low = made.high = value;
  const cost::Evaluation& figures = option.best->evaluation;
  if (objective != Objective::gpus && figures.step.value > 0.0) {
    made.low = value * figures.step_low.value / figures.step.value;
    made.high = value * figures.step_high.value / figures.step.value;
  }
  for (const post_training::PlannedSet& set : placementOf(option.best)->sets) {
    const auto pool = static_cast<std::size_t>(set.placed.pool);
    if (option.problem != nullptr && pool < option.problem->cluster.pools.size())
      made.kinds.push_back(option.problem->cluster.pools[pool].gpu.id);
  }
  std::sort(made.kinds.begin(), made.kinds.end());
  made.kinds.erase(std::unique(made.kinds.begin(), made.kinds.end()), made.kinds.end());
  return made;
}

/// What of one job is not that of the measure; empty where both are one: the same dataflow with the same
/// models on as many prompts and answers. Engines, layouts and how far generation runs ahead belong to how it
/// is done.
QString otherPlaced(const post_training::Job& other, const post_training::Job& measure) {
  QStringList parts;
  if (!(other.flow == measure.flow)) parts << PlacedDecision::tr("another dataflow");
  const auto sameRole = [](const post_training::Role& a, const post_training::Role& b) {
    return a.name == b.name && a.model == b.model && a.config == b.config && a.shares == b.shares &&
           a.adapter_rank == b.adapter_rank && a.rule == b.rule;
  };
  if (!std::equal(other.roles.begin(), other.roles.end(), measure.roles.begin(), measure.roles.end(),
                  sameRole))
    parts << PlacedDecision::tr("other models");
  const auto work = [](const post_training::Job& job) {
    const serving::Lengths& answers = job.responses.lengths;
    return std::vector<double>{job.prompts,
                               job.samples_per_prompt,
                               job.prompt_tokens,
                               job.prompt_longest,
                               answers.mean,
                               answers.variation,
                               job.responses.longest,
                               static_cast<double>(job.mini_batches),
                               static_cast<double>(job.epochs)};
  };
  if (work(other) != work(measure)) parts << PlacedDecision::tr("other prompts or answers");
  return parts.join(u"; "_s);
}

}  // namespace

DecisionWords postTrainingDecisionWords(const std::vector<PlacedOption>& options, Objective objective) {
  DecisionWords words;
  words.contenders.resize(options.size());
  words.options.resize(options.size());
  words.decision.options.resize(options.size());
  for (std::size_t i = 0; i < options.size(); ++i)
    words.contenders[i] = placedContender(options[i], objective);
  const OneJob one = partJobs(options, words.contenders, [&](std::size_t other, std::size_t held) {
    return otherPlaced(*placementOf(options[other].best)->job, *placementOf(options[held].best)->job);
  });
  if (one.answered == 0) return words;
  if (one.isChoice()) words.decision = plan::decide(words.contenders);
  QStringList tied, chances;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const plan::Decided& decided = words.decision.options[i];
    const bool known = words.contenders[i].answered && decided.place > 0;
    const QString place = !words.contenders[i].alternative ? anotherJobPlace()
                          : known                          ? wholeText(decided.place)
                                                           : unknownText();
    words.options[i] = {
        known && decided.tied ? PlacedDecision::tr("%1, within the error of the first").arg(place) : place,
        unknownText(), true};
    if (decided.tied) tied << options[i].name;
    if (known)
      chances << PlacedDecision::tr("%1 with %2", "option, its chance")
                     .arg(options[i].name, percentText(decided.chance, 0));
  }
  if (one.answered < 2) return words;
  if (!one.isChoice()) {
    tellNoChoice(words, one.told);
    return words;
  }
  if (words.decision.winner < 0) return words;
  const PlacedOption& winner = options[static_cast<std::size_t>(words.decision.winner)];
  words.message = PlacedDecision::tr("Take %1").arg(winner.name);
  words.sentence = PlacedDecision::tr("Take %1: %2, %3.", "scenario, deployment, figure of the goal")
                       .arg(winner.name,
                            placementText(*placementOf(winner.best), winner.problem != nullptr
                                                                         ? winner.problem->pool_ids()
                                                                         : std::vector<std::string>()),
                            placedFigure(*winner.best, objective));
  words.further = one.told;
  if (!tied.isEmpty())
    words.further << PlacedDecision::tr("Within the error of the prediction, and so as good: %1.")
                         .arg(tied.join(u", "_s));
  words.chances << PlacedDecision::tr("Chance to be the best: %1.").arg(chances.join(u", "_s));
  return words;
}

}  // namespace astrolabe::ui
