#include "ui/render/post_training_move_words.h"

#include <QCoreApplication>

#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_words.h"
#include "ui/render/sensitivity_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using planning::MachineSharePoint;
using planning::MachineShares;
using planning::MovedEnd;
using planning::PostTrainingLever;
using planning::PostTrainingMetric;
using planning::PostTrainingSensitivity;

namespace {

struct RoleMoves {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::PostTrainingMoves)
};

QString placementIn(const planning::OptionPtr& option, const planning::Question& question) {
  const post_training::Placement* placement = placementOf(option);
  return placement != nullptr ? placementText(*placement, question.problem.pool_ids()) : unknownText();
}

QString gpusText(int gpus) { return grouped(RoleMoves::tr("%n GPU(s)", nullptr, gpus), gpus); }

std::optional<double> usdOf(const MachineSharePoint& point) {
  return metric_of(*point.best, PostTrainingMetric::usd_per_iteration);
}

/// "Length of answers"; of hardware as for training.
QString roleLeverName(const PostTrainingLever& lever, const strategy::Problem& problem) {
  switch (lever.kind) {
    case PostTrainingLever::Kind::prompts:
      return RoleMoves::tr("Prompts of an iteration");
    case PostTrainingLever::Kind::samples:
      return RoleMoves::tr("Answers to a prompt");
    case PostTrainingLever::Kind::prompt:
      return RoleMoves::tr("Length of prompts");
    case PostTrainingLever::Kind::response:
      return RoleMoves::tr("Length of answers");
    case PostTrainingLever::Kind::hardware:
      break;
  }
  return leverName(lever.of, problem);
}

QString roleLeverText(const PostTrainingLever& lever, double value) {
  switch (lever.kind) {
    case PostTrainingLever::Kind::prompts:
    case PostTrainingLever::Kind::samples:
      return wholeText(value);
    case PostTrainingLever::Kind::prompt:
    case PostTrainingLever::Kind::response:
      return RoleMoves::tr("%1 tokens").arg(wholeText(value));
    case PostTrainingLever::Kind::hardware:
      break;
  }
  return leverText(lever.of, value);
}

QString metricText(PostTrainingMetric metric, const std::optional<double>& value) {
  if (!value) return unknownText();
  switch (metric) {
    case PostTrainingMetric::iteration_seconds:
      return durationText(*value);
    case PostTrainingMetric::usd_per_iteration:
      return moneyText(*value);
    case PostTrainingMetric::tokens_per_second:
      break;
  }
  return RoleMoves::tr("%1 tok/s").arg(significantText(*value));
}

struct PlacementSpeech {
  const PostTrainingSensitivity& found;
  const planning::Question& question;
  MovedFigure figure;

  QString nothing() const { return RoleMoves::tr("Nothing holds all roles within the limits as they are."); }
  QString first() const { return placementIn(found.first, question); }
  QString metric() const { return metricName(found.metric); }
  QString name(const PostTrainingLever& lever) const { return roleLeverName(lever, question.problem); }
  QString text(const PostTrainingLever& lever, double value) const { return roleLeverText(lever, value); }
  QString best(const MovedEnd& end) const {
    return placementIn(end.first_stays ? found.first : end.best, question);
  }
  QString turn(bool above, const QString& lever, const QString& value, const MovedEnd& end) const {
    if (end.best) return betterText(above, lever, value, best(end), figure(end.metric));
    return (above ? RoleMoves::tr("%1 above %2: nothing holds all roles within the limits any more.",
                                  "value, how much")
                  : RoleMoves::tr("%1 below %2: nothing holds all roles within the limits any more.",
                                  "value, how much"))
        .arg(lever, value);
  }
};

}  // namespace

QString metricName(PostTrainingMetric metric) {
  switch (metric) {
    case PostTrainingMetric::iteration_seconds:
      return RoleMoves::tr("seconds of an iteration");
    case PostTrainingMetric::usd_per_iteration:
      return RoleMoves::tr("%1 an iteration", "sign of a currency").arg(currencySign());
    case PostTrainingMetric::tokens_per_second:
      break;
  }
  return RoleMoves::tr("tokens/s");
}

ToldMoves toldMoves(const PostTrainingSensitivity& found, const planning::Question& question) {
  const auto figure = [metric = found.metric](const std::optional<double>& value) {
    return metricText(metric, value);
  };
  return toldBy(found, PlacementSpeech{found, question, figure});
}

QString machineShareText(const MachineSharePoint& point, const planning::Question& question) {
  const QString gpus = gpusText(point.gpus);
  if (!point.best) return u"%1: %2"_s.arg(gpus, RoleMoves::tr("nothing holds all roles within the limits"));
  QString text =
      RoleMoves::tr("%1: %2, %3", "GPUs, placement, time of an iteration")
          .arg(gpus, placementIn(point.best, question), durationText(point.best->evaluation.step.value));
  if (const auto usd = usdOf(point)) text += RoleMoves::tr(", %1 an iteration", "money").arg(moneyText(*usd));
  return text;
}

QStringList machineShareSentences(const MachineShares& shares, const planning::Question& question) {
  QStringList told;
  const MachineSharePoint *before = nullptr, *cheapest = nullptr, *fails = nullptr;
  for (const MachineSharePoint& point : shares.points) {
    if (!point.best) {
      fails = &point;
      continue;
    }
    const auto usd = usdOf(point);
    if (usd && (cheapest == nullptr || *usd < *usdOf(*cheapest))) cheapest = &point;
    const Arrangement now = arrangementOf(*placementOf(point.best));
    if (before == nullptr)
      told << RoleMoves::tr("%1: the best is %2.", "GPUs, how roles stand to each other")
                  .arg(gpusText(point.gpus), arrangementName(now));
    else if (now != arrangementOf(*placementOf(before->best)))
      told << RoleMoves::tr("From %1 on %2 is the best.", "GPUs, how roles stand to each other")
                  .arg(gpusText(point.gpus), arrangementName(now));
    if (before != nullptr && &point == &shares.points.back())
      told << RoleMoves::tr("From %1 to %2 an iteration gets %3 shorter.", "GPUs, GPUs, share")
                  .arg(gpusText(before->gpus), gpusText(point.gpus),
                       percentText(1.0 -
                                   point.best->evaluation.step.value / before->best->evaluation.step.value));
    before = &point;
  }
  if (cheapest != nullptr)
    told << RoleMoves::tr("An iteration costs the least on %1: %2.", "GPUs, money")
                .arg(gpusText(cheapest->gpus), moneyText(*usdOf(*cheapest)));
  if (fails != nullptr) told << machineShareText(*fails, question);
  if (shares.stopped) told << RoleMoves::tr("Stopped: not every number of machines was planned.");
  return told;
}

QStringList machineShareColumns() {
  return {RoleMoves::tr("Placement"), RoleMoves::tr("Sets"), RoleMoves::tr("Iteration"),
          RoleMoves::tr("%1/iteration", "sign of a currency").arg(currencySign()), RoleMoves::tr("Busy")};
}

QStringList machineShareCells(const MachineSharePoint& point, const planning::Question& question) {
  if (!point.best) return {RoleMoves::tr("none"), unknownText(), unknownText(), unknownText(), unknownText()};
  const post_training::Placement& placement = *placementOf(point.best);
  const auto usd = usdOf(point);
  return {placementIn(point.best, question), arrangementName(arrangementOf(placement)),
          durationText(point.best->evaluation.step.value), usd ? moneyText(*usd) : unknownText(),
          percentText(placement.busy_share())};
}

}  // namespace astrolabe::ui
