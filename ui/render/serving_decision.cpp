#include "ui/render/serving_decision.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/planning/serving_moves.h"
#include "core/strategy/asked.h"
#include "ui/render/deployment_reasons.h"
#include "ui/render/deployment_words.h"
#include "ui/render/numbers.h"
#include "ui/render/serving_move_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using planning::ServingMetric;

struct ServedDecision {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ServingDecision)
};

const planning::Question* questionOf(const ServedOption& option) {
  const auto* layout = option.best ? planning::as<planning::DeploymentLayout>(option.best->layout) : nullptr;
  return layout != nullptr ? layout->question().get() : nullptr;
}

/// The value of which the least is the best: GPU seconds of a token in place of tokens/s of a GPU.
plan::Contender contenderOf(const ServedOption& option, ServingMetric metric) {
  plan::Contender made;
  made.id = option.id;
  const planning::Question* question = questionOf(option);
  if (question == nullptr || !option.best->is_possible()) return made;
  const deploy::Fleet& fleet = *fleetOf(option.best);
  const std::optional<double> value = planning::metric_of(fleet, metric);
  if (!value || !(*value > 0.0)) return made;
  made.answered = true;
  made.value = planning::more_is_better(metric) ? 1.0 / *value : *value;
  made.low = made.high = made.value;
  const cost::Evaluation& figures = option.best->evaluation;
  if (metric != ServingMetric::paid_gpus && figures.step.value > 0.0) {
    made.low = made.value * figures.step_low.value / figures.step.value;
    made.high = made.value * figures.step_high.value / figures.step.value;
  }
  for (const deploy::Group& group : fleet.groups) {
    const auto pool = static_cast<std::size_t>(group.pool);
    if (pool < question->problem.cluster.pools.size())
      made.kinds.push_back(question->problem.cluster.pools[pool].gpu.id);
  }
  std::sort(made.kinds.begin(), made.kinds.end());
  made.kinds.erase(std::unique(made.kinds.begin(), made.kinds.end()), made.kinds.end());
  return made;
}

/// What of one job is not that of the measure; empty where both are one: the same model for the same traffic.
/// Promises and precisions belong to how it is done.
QString otherServed(const planning::Question& other, const planning::Question& measure) {
  QStringList parts;
  if (!plan::one_model(other.problem, measure.problem)) parts << ServedDecision::tr("another model");
  const Json asked = strategy::asked_of(other.problem.job), held = strategy::asked_of(measure.problem.job);
  const auto differs = [&](const char* key) { return asked.value(key, Json()) != held.value(key, Json()); };
  const auto share = [](const Json& job, const char* key) { return job.value(key, Json(0.0)); };
  if (differs("input_tokens") || differs("output_tokens") || differs("traffic") ||
      share(asked, "cached_prefix") != share(held, "cached_prefix") ||
      share(asked, "prefix_tokens") != share(held, "prefix_tokens"))
    parts << ServedDecision::tr("other traffic");
  return parts.join(u"; "_s);
}

QString namesOf(const std::vector<ServedOption>& options, const plan::Decision& decision) {
  QStringList names;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (decision.options[i].tied) names << options[i].name;
  return names.join(u", "_s);
}

QString placeText(const plan::Contender& option, const plan::Decided& decided) {
  if (!option.alternative) return anotherJobPlace();
  if (!option.answered || decided.place == 0) return unknownText();
  const QString place = wholeText(decided.place);
  return decided.tied ? ServedDecision::tr("%1, within the error of the first").arg(place) : place;
}

QString promisesText(const ServedOption& option) {
  const planning::Question* question = questionOf(option);
  if (question == nullptr) return unknownText();
  const auto job = planning::serve_job_of(*question);
  const QStringList times = job ? promisedTexts(*fleetOf(option.best), *job) : QStringList();
  return times.isEmpty() ? ServedDecision::tr("none asked") : times.join(u", "_s);
}

}  // namespace

DecisionWords servingDecisionWords(const std::vector<ServedOption>& options) {
  DecisionWords words;
  words.contenders.resize(options.size());
  words.options.resize(options.size());
  words.decision.options.resize(options.size());
  const planning::Question* measure = nullptr;
  for (const ServedOption& option : options) {
    const planning::Question* question = questionOf(option);
    if (question != nullptr && (measure == nullptr || option.baseline)) measure = question;
  }
  if (measure == nullptr) return words;
  const ServingMetric metric = planning::ranking_metric(planning::kDeployment, measure->objective);
  for (std::size_t i = 0; i < options.size(); ++i) words.contenders[i] = contenderOf(options[i], metric);
  const OneJob one = partJobs(options, words.contenders, [&](std::size_t other, std::size_t held) {
    return otherServed(*questionOf(options[other]), *questionOf(options[held]));
  });
  if (one.isChoice()) words.decision = plan::decide(words.contenders);
  for (std::size_t i = 0; i < options.size(); ++i)
    words.options[i] = {placeText(words.contenders[i], words.decision.options[i]), promisesText(options[i]),
                        true};
  if (one.answered < 2) return words;
  if (!one.isChoice()) {
    tellNoChoice(words, one.told);
    return words;
  }
  if (words.decision.winner < 0) return words;
  const ServedOption& winner = options[static_cast<std::size_t>(words.decision.winner)];
  const QString figure = metricText(metric, planning::metric_of(*fleetOf(winner.best), metric));
  words.message = ServedDecision::tr("Take %1").arg(winner.name);
  words.sentence =
      ServedDecision::tr("Take %1: %2, %3.", "scenario, deployment, figure of the goal")
          .arg(winner.name, fleetText(*fleetOf(winner.best), questionOf(winner)->problem.pool_ids()), figure);
  words.further = one.told;
  if (const QString tied = namesOf(options, words.decision); !tied.isEmpty())
    words.further << ServedDecision::tr("Within the error of the prediction, and so as good: %1.").arg(tied);
  QStringList chances;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (words.decision.options[i].place > 0)
      chances << ServedDecision::tr("%1 with %2", "option, its chance")
                     .arg(options[i].name, percentText(words.decision.options[i].chance, 0));
  words.chances << ServedDecision::tr("Chance to be the best: %1.").arg(chances.join(u", "_s));
  return words;
}

}  // namespace astrolabe::ui
