#include "ui/render/deployment_reasons.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/planning/behind.h"
#include "core/planning/serving_moves.h"
#include "core/planning/slow_pace.h"
#include "ui/render/answer_text.h"
#include "ui/render/deployment_words.h"
#include "ui/render/numbers.h"
#include "ui/render/serving_move_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using planning::FoundDeployments;
using planning::ServingMetric;

struct ReasonWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::DeploymentReasons)
};

const planning::Option* firstOf(const FoundDeployments& found) {
  for (const planning::OptionPtr& option : found.options)
    if (option->is_possible() && fleetOf(option) != nullptr) return option.get();
  return nullptr;
}

deploy::PromisedTimes timesOf(const deploy::Fleet& fleet, const serving::ServeJob& job) {
  return planning::promised_times(fleet, job);
}

QString ofTheObjective(const FoundDeployments& found, const deploy::Fleet& first) {
  const ServingMetric metric = planning::ranking_metric(planning::kDeployment, found.question->objective);
  const QString figure = metricText(metric, planning::metric_of(first, metric));
  if (planning::is_paced(found))
    return ReasonWords::tr("It is the best with each pool at the pace of its slowest GPU: %1.").arg(figure);
  switch (metric) {
    case ServingMetric::usd_per_million_tokens:
      return ReasonWords::tr(
                 "It costs the least of all deployments that keep the promises: %1 per million "
                 "output tokens.")
          .arg(figure);
    case ServingMetric::paid_gpus:
      return ReasonWords::tr("It takes the fewest GPUs of all deployments that keep the promises: %1.")
          .arg(figure);
    case ServingMetric::tokens_per_second_per_gpu:
    case ServingMetric::tokens_per_second:
      break;
  }
  return ReasonWords::tr(
             "It has the most output tokens a second from each GPU of all deployments that keep "
             "the promises: %1.")
      .arg(figure);
}

QString ofTheCounts(const FoundDeployments& found) {
  const deploy::Counts& counts = found.counts;
  const auto number = [](std::int64_t count) { return wholeText(static_cast<double>(count)); };
  const QString said =
      ReasonWords::tr(
          "Of %1 deployments %2 were predicted, %3 were cut by bounds, %4 do not fit into memory.")
          .arg(number(counts.total), number(counts.evaluated), number(counts.cut_by_bound),
               number(counts.rejected_by_memory));
  return said + u' ' +
         (planning::is_paced(found) ? pacedText(found)
          : found.stopped_early     ? ReasonWords::tr("The search was stopped: there may be better ones.")
                                    : ReasonWords::tr("So nothing better exists within these predictions."));
}

QString ofTheStep(const deploy::Fleet& first) {
  const deploy::Group& group =
      *std::max_element(first.groups.begin(), first.groups.end(),
                        [](const auto& a, const auto& b) { return a.share < b.share; });
  const auto parts = group.figures.decode_step.by_key();
  const auto* longest = std::max_element(parts.begin(), parts.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
  const double sum = group.figures.decode_step.sum_us();
  QString said = ReasonWords::tr("What limits it is %1.").arg(bindsText(first.figures.binds));
  if (sum > 0.0)
    said += u' ' + ReasonWords::tr("Of an iteration that decodes %1 go to %2.", "share, part")
                       .arg(percentText(longest->second / sum, 0), termText(longest->first));
  return said;
}

QString ofTheRoom(const FoundDeployments& found, const deploy::Fleet& first) {
  const double demand =
      found.job.traffic.kind == serving::Traffic::Kind::rate ? first.figures.requests_per_second : 0.0;
  const double able = first.capacity_requests_per_second;
  if (!(demand > 0.0) || !(able > 0.0)) return {};
  return ReasonWords::tr(
             "It serves %1 requests/s at the peak and could serve %2 within the promises, %3 more.",
             "traffic, capacity, share")
      .arg(significantText(demand), significantText(able),
           percentText(std::max(0.0, able / demand - 1.0), 0));
}

QString ofThePaid(const deploy::Fleet& first) {
  if (first.paid_gpus <= first.gpus) return {};
  return ReasonWords::tr("%1 of the %2 GPUs that are paid for serve; machines come in whole units.")
      .arg(wholeText(first.gpus), wholeText(first.paid_gpus));
}

QString behindText(const FoundDeployments& found, double share) {
  switch (planning::ranking_metric(planning::kDeployment, found.question->objective)) {
    case ServingMetric::usd_per_million_tokens:
      return ReasonWords::tr("%1 dearer a token").arg(percentText(share));
    case ServingMetric::paid_gpus:
      return ReasonWords::tr("%1 more GPUs").arg(percentText(share));
    case ServingMetric::tokens_per_second_per_gpu:
    case ServingMetric::tokens_per_second:
      break;
  }
  return ReasonWords::tr("%1 fewer tokens/s of a GPU").arg(percentText(share));
}

QString ofTheSecond(const FoundDeployments& found, const planning::Option& first) {
  if (found.options.size() < 2 || fleetOf(found.options[1]) == nullptr) return {};
  const deploy::Fleet& next = *fleetOf(found.options[1]);
  const QString name = fleetText(next, found.question->problem.pool_ids());
  const std::optional<double> share = planning::behind(first, *found.options[1], found.question->objective);
  if (!share) return {};
  if (*share < 5e-4)
    return ReasonWords::tr("Next comes %1, which is as good in that and behind in what decides ties.")
        .arg(name);
  return ReasonWords::tr("Next comes %1: %2.", "deployment, how much worse")
      .arg(name, behindText(found, *share));
}

/// The share of what a fleet can do that goes with one worker: a replica, or of workers apart one of the kind
/// of which there are fewer.
double largestLoss(const deploy::Fleet& fleet) {
  double most = 0.0;
  for (const deploy::Group& group : fleet.groups) {
    const serving::Deployment& of = group.deployment;
    const int kind = of.disaggregated() ? std::min(of.prefill_workers, of.decode_workers) : 1;
    most = std::max(most, group.share / std::max(1, of.replicas * kind));
  }
  return std::min(1.0, most);
}

}  // namespace

QString pacedText(const planning::Found& found) {
  const QString better = ReasonWords::tr(
      "Without the slow GPUs there may be better ones: mark these as failed to leave them out.");
  if (!found.has_bound) return better;
  return better + u' ' +
         ReasonWords::tr("With nothing marked none is better by more than %1.", "share")
             .arg(percentText(found.gap));
}

QStringList promisedTexts(const deploy::Fleet& fleet, const serving::ServeJob& job) {
  const deploy::PromisedTimes times = timesOf(fleet, job);
  QStringList all;
  const auto add = [&](const QString& name, double found, const std::optional<double>& promised) {
    if (promised)
      all << ReasonWords::tr("%1 %2 of %3", "which time, what is reached, what is promised")
                 .arg(name, timeText(found), durationText(*promised));
  };
  add(ReasonWords::tr("first token"), times.ttft, job.promises.ttft_seconds);
  add(ReasonWords::tr("further tokens"), times.tpot, job.promises.tpot_seconds);
  add(ReasonWords::tr("whole answer"), times.e2e, job.promises.e2e_seconds);
  return all;
}

QStringList deploymentRisks(const FoundDeployments& found) {
  const planning::Option* best = firstOf(found);
  if (best == nullptr) return {};
  const deploy::Fleet* first = fleetOf(best);
  const serving::Figures& figures = first->figures;
  QStringList all{
      ReasonWords::tr("Four of five comparable runs lie within: first token %1, further tokens %2.")
          .arg(bandedText(figures.ttft), furtherTokensText(figures))};
  const double able = first->capacity_requests_per_second, now = figures.requests_per_second;
  if (able > 0.0 && now > 0.0 && found.job.traffic.kind == serving::Traffic::Kind::rate) {
    all << ReasonWords::tr("The traffic may grow by %1 before a promise breaks.")
               .arg(percentText(std::max(0.0, able / now - 1.0), 0));
    // What it can do is with spares failed already.
    const double left = found.job.spare_replicas > 0 ? able : able * (1.0 - largestLoss(*first));
    if (left <= 0.0)
      all << ReasonWords::tr("One failed worker stops it all.");
    else if (left >= now)
      all << ReasonWords::tr("It keeps its promises also with one worker failed.");
    else
      all << ReasonWords::tr("With one worker failed it serves about %1 of the traffic.")
                 .arg(percentText(left / now, 0));
  }
  all << ReasonWords::tr(
      "Figures are computed from measured kernels and engines, not measured on these "
      "machines.");
  return all;
}

QStringList chosenBecause(const FoundDeployments& found) {
  const planning::Option* best = firstOf(found);
  if (best == nullptr) return {};
  const deploy::Fleet* first = fleetOf(best);
  QStringList all{ofTheObjective(found, *first)};
  const QStringList promised = promisedTexts(*first, found.job);
  if (!promised.isEmpty())
    all << ReasonWords::tr("Promised to %1 of the requests: %2.", "share, times")
               .arg(percentText(found.job.promises.quantile, 0), promised.join(u", "_s));
  all << ofTheRoom(found, *first) << ofTheStep(*first) << ofThePaid(*first) << ofTheSecond(found, *best)
      << ofTheCounts(found);
  all.removeAll(QString());
  return all;
}

QString whyNotFirst(const FoundDeployments& found, const planning::Option& given) {
  const deploy::Fleet& fleet = *fleetOf(&given);
  const planning::Option* first = firstOf(found);
  if (!given.is_possible()) {
    if (fleet.keeps_promises())
      return ReasonWords::tr("It breaks a limit: %1.")
          .arg(violationText(given.violation, found.question->problem));
    switch (fleet.missed) {
      case deploy::Missed::memory:
        return ReasonWords::tr("It does not fit: weights and one request need %1 more on a GPU.")
            .arg(gibText(given.violation.over.value));
      case deploy::Missed::traffic: {
        const QString said = fleet.capacity_requests_per_second > 0.0
                                 ? ReasonWords::tr(
                                       "It serves %1 requests/s within the promises, which is less than the "
                                       "traffic.")
                                       .arg(significantText(fleet.capacity_requests_per_second))
                                 : ReasonWords::tr("It cannot serve the traffic.");
        const int spares = found.job.spare_replicas;
        return spares > 0 ? said + u' ' + failedCopiesText(spares) : said;
      }
      default:
        return ReasonWords::tr("It misses a promise at this traffic: %1.")
            .arg(promisedTexts(fleet, found.job).join(u", "_s));
    }
  }
  if (first == nullptr) return {};
  if (planning::same_machines(*fleetOf(first), fleet)) return ReasonWords::tr("It is the first.");
  const std::optional<double> share = planning::behind(*first, given, found.question->objective);
  if (!share) return ReasonWords::tr("A price is not known, so that both cannot be compared.");
  if (std::fabs(*share) < 5e-4)
    return ReasonWords::tr("It keeps the promises and is as good as the first in what is looked for.");
  return ReasonWords::tr("It keeps the promises, with %1 than the first.").arg(behindText(found, *share));
}

std::vector<QStringList> deploymentDifferences(const deploy::Fleet& best, const deploy::Fleet& given) {
  std::vector<QStringList> rows;
  for (const DeploymentColumn& column : deploymentColumns()) {
    const QString a = column.text(best), b = column.text(given);
    if (a == b) continue;
    const double from = column.number(best), to = column.number(given);
    const bool words = std::string_view(column.field) == "binds";
    const bool known = !words && std::isfinite(from) && std::isfinite(to) && from > 0.0;
    rows.push_back(
        {column.title, a, b,
         known ? (to >= from ? u"+"_s : u"−"_s) + percentText(std::fabs(to / from - 1.0)) : QString()});
  }
  return rows;
}

}  // namespace astrolabe::ui
