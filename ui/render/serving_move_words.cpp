#include "ui/render/serving_move_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/planning/deployments.h"
#include "ui/render/deployment_words.h"
#include "ui/render/kind_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/sensitivity_words.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using planning::MovedEnd;
using planning::ServingLever;
using planning::ServingMetric;
using planning::ServingSensitivity;
using planning::TrafficPoint;
using planning::TrafficScale;
using Kind = ServingLever::Kind;

struct MoveWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ServingMoves)
};

QString optionIn(const planning::OptionPtr& option, const planning::Question& question) {
  if (!option) return unknownText();
  const deploy::Fleet* fleet = fleetOf(option);
  return fleet != nullptr ? fleetText(*fleet, question.problem.pool_ids()) : layoutLine(option->layout);
}

/// What takes the place of `first`; layers over as many machines read alike.
QString takerIn(const planning::OptionPtr& taker, const planning::OptionPtr& first,
                const planning::Question& question) {
  const QString line = optionIn(taker, question);
  return taker && line == optionIn(first, question) ? MoveWords::tr("another layout") : line;
}

std::optional<double> usdPerHour(const planning::Option& option) {
  const auto& usd = option.evaluation.money.usd_per_hour;
  return usd ? std::optional(usd->value) : std::nullopt;
}

std::optional<double> usdPerMillion(const planning::Option& option) {
  return metric_of(option, ServingMetric::usd_per_million_tokens);
}

QString machineName(const hardware::MachineId& id, const hardware::Cluster& cluster) {
  return u"%1/%2"_s.arg(text(cluster.pools[static_cast<std::size_t>(id.pool)].id)).arg(id.index);
}

}  // namespace

QString leverName(const ServingLever& lever, const planning::Question& question,
                  serving::Traffic::Kind kind) {
  switch (lever.kind) {
    case Kind::traffic:
      return kind == serving::Traffic::Kind::rate ? MoveWords::tr("Requests per second")
                                                  : MoveWords::tr("Users in flight");
    case Kind::input:
      return MoveWords::tr("Length of prompts");
    case Kind::output:
      return MoveWords::tr("Length of answers");
    case Kind::ttft:
      return MoveWords::tr("Promise on the first token");
    case Kind::tpot:
      return MoveWords::tr("Promise on further tokens");
    case Kind::e2e:
      return MoveWords::tr("Promise on the whole answer");
    case Kind::machine_link: {
      const hardware::Cluster& cluster = question.problem.cluster;
      const hardware::MachineLink& link = cluster.machine_links[static_cast<std::size_t>(lever.link)];
      return MoveWords::tr("Link %1 – %2", "machines")
          .arg(machineName(link.a, cluster), machineName(link.b, cluster));
    }
    case Kind::hardware:
      break;
  }
  return leverName(lever.of, question.problem);
}

QString metricName(ServingMetric metric) {
  switch (metric) {
    case ServingMetric::usd_per_million_tokens:
      return MoveWords::tr("%1 per million tokens", "sign of a currency").arg(currencySign());
    case ServingMetric::tokens_per_second_per_gpu:
      return MoveWords::tr("tokens/s of a GPU");
    case ServingMetric::tokens_per_second:
      return MoveWords::tr("tokens/s of answers");
    case ServingMetric::paid_gpus:
      break;
  }
  return MoveWords::tr("GPUs paid for");
}

QString metricText(ServingMetric metric, const std::optional<double>& value) {
  if (!value) return unknownText();
  switch (metric) {
    case ServingMetric::usd_per_million_tokens:
      return moneyText(*value);
    case ServingMetric::tokens_per_second_per_gpu:
    case ServingMetric::tokens_per_second:
      return MoveWords::tr("%1 tok/s").arg(significantText(*value));
    case ServingMetric::paid_gpus:
      break;
  }
  return grouped(MoveWords::tr("%n GPU(s)", nullptr, static_cast<int>(*value)), static_cast<int>(*value));
}

namespace {

/// A value of a lever with its unit.
QString servingLeverText(const ServingLever& lever, double value) {
  switch (lever.kind) {
    case Kind::traffic:
      return significantText(value);
    case Kind::input:
    case Kind::output:
      return MoveWords::tr("%1 tokens").arg(wholeText(value));
    case Kind::ttft:
    case Kind::tpot:
    case Kind::e2e:
      return durationText(value);
    case Kind::machine_link:
      return networkText(value);
    case Kind::hardware:
      break;
  }
  return leverText(lever.of, value);
}

struct ServingSpeech {
  const ServingSensitivity& found;
  const planning::Question& question;
  serving::Traffic::Kind kind;
  MovedFigure figure;

  QString nothing() const { return MoveWords::tr("Nothing keeps the promises as they are."); }
  QString first() const { return optionIn(found.first, question); }
  QString metric() const { return metricName(found.metric); }
  QString name(const ServingLever& lever) const { return leverName(lever, question, kind); }
  QString text(const ServingLever& lever, double value) const { return servingLeverText(lever, value); }
  QString taker(const MovedEnd& end) const { return takerIn(end.best, found.first, question); }
  QString best(const MovedEnd& end) const {
    return end.first_stays ? optionIn(end.best, question) : taker(end);
  }
  QString turn(bool above, const QString& lever, const QString& value, const MovedEnd& end) const {
    if (!end.best)
      return (above ? MoveWords::tr("%1 above %2: nothing keeps promises and limits any more.",
                                    "value, how much")
                    : MoveWords::tr("%1 below %2: nothing keeps promises and limits any more.",
                                    "value, how much"))
          .arg(lever, value);
    if (end.first_stands) return betterText(above, lever, value, taker(end), figure(end.metric));
    return (above ? MoveWords::tr("%1 above %2: the best as it is keeps no promise any more, %3 does (%4).",
                                  "value, how much, deployment, its figure")
                  : MoveWords::tr("%1 below %2: the best as it is keeps no promise any more, %3 does (%4).",
                                  "value, how much, deployment, its figure"))
        .arg(lever, value, taker(end), figure(end.metric));
  }
};

}  // namespace

ToldMoves toldMoves(const ServingSensitivity& found, const planning::Question& question,
                    serving::Traffic::Kind kind) {
  const auto figure = [metric = found.metric](const std::optional<double>& value) {
    return metricText(metric, value);
  };
  return toldBy(found, ServingSpeech{found, question, kind, figure});
}

QString demandText(serving::Traffic::Kind kind, double demand) {
  return (kind == serving::Traffic::Kind::rate ? MoveWords::tr("%1 requests/s")
                                               : MoveWords::tr("%1 users in flight"))
      .arg(significantText(demand));
}

QString trafficPointText(const TrafficScale& scale, const TrafficPoint& point,
                         const planning::Question& question) {
  const QString demand = demandText(scale.kind, point.demand);
  if (!point.best)
    return u"%1: %2"_s.arg(demand, point.shortfall ? shortfallText(*point.shortfall, question.problem)
                                                   : MoveWords::tr("nothing keeps promises and limits"));
  const std::optional<double> usd = usdPerHour(*point.best);
  QString text =
      MoveWords::tr("%1: %2, %3", "traffic, deployment, GPUs")
          .arg(demand, optionIn(point.best, question),
               metricText(ServingMetric::paid_gpus, metric_of(*point.best, ServingMetric::paid_gpus)));
  if (usd)
    text += MoveWords::tr(", %1 an hour, %2", "money, money of a million tokens")
                .arg(moneyText(usd), perMillionText(usdPerMillion(*point.best)));
  return text;
}

QStringList trafficSentences(const TrafficScale& scale, const planning::Question& question) {
  QStringList told;
  const TrafficPoint *most = nullptr, *cheapest = nullptr, *fails = nullptr;
  for (const TrafficPoint& point : scale.points) {
    if (!point.best) {
      if (fails == nullptr) fails = &point;
      continue;
    }
    most = &point;
    const auto usd = usdPerMillion(*point.best);
    if (usd && (cheapest == nullptr || *usd < *usdPerMillion(*cheapest->best))) cheapest = &point;
  }
  const deploy::Fleet* largest = most != nullptr ? fleetOf(most->best) : nullptr;
  if (largest != nullptr && largest->capacity_requests_per_second > 0.0 &&
      scale.kind == serving::Traffic::Kind::rate)
    told << MoveWords::tr("For %1 the best does %2 requests/s within the promises.", "traffic, how many")
                .arg(demandText(scale.kind, most->demand),
                     significantText(largest->capacity_requests_per_second));
  if (cheapest != nullptr)
    told << MoveWords::tr("A million tokens cost the least at %1: %2.", "traffic, money")
                .arg(demandText(scale.kind, cheapest->demand), moneyText(usdPerMillion(*cheapest->best)));
  if (fails != nullptr) told << trafficPointText(scale, *fails, question);
  if (scale.stopped) told << MoveWords::tr("Stopped: not every traffic was answered.");
  return told;
}

QStringList trafficColumns() {
  return {MoveWords::tr("Deployment"),
          MoveWords::tr("GPUs"),
          MoveWords::tr("GPUs paid for"),
          MoveWords::tr("Nodes"),
          MoveWords::tr("%1/h", "sign of a currency").arg(currencySign()),
          MoveWords::tr("%1/M tokens", "sign of a currency").arg(currencySign())};
}

QStringList trafficCells(const TrafficPoint& point, const planning::Question& question) {
  if (!point.best) {
    const int nodes = point.shortfall ? point.shortfall->nodes_needed : 0;
    return {MoveWords::tr("none"), unknownText(), unknownText(), nodes > 0 ? wholeText(nodes) : unknownText(),
            unknownText(),         unknownText()};
  }
  const cost::Evaluation& figures = point.best->evaluation;
  const deploy::Fleet* fleet = fleetOf(point.best);
  return {optionIn(point.best, question),     wholeText(figures.gpus_used()),
          wholeText(figures.gpus_paid()),     fleet != nullptr ? wholeText(fleet->nodes) : unknownText(),
          moneyText(usdPerHour(*point.best)), moneyText(usdPerMillion(*point.best))};
}

}  // namespace astrolabe::ui
