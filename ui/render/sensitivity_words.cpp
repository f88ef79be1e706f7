#include "ui/render/sensitivity_words.h"

#include <QCoreApplication>
#include <map>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

using plan::Lever;
using plan::Metric;
using plan::Swing;

namespace {

struct LeverWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::SensitivityView)
};

}  // namespace

QString leverName(const Lever& lever, const strategy::Problem& problem) {
  const auto pool = [&](int index) {
    return QString::fromStdString(problem.cluster.pools[static_cast<std::size_t>(index)].id);
  };
  switch (lever.kind) {
    case Lever::Kind::rent:
      return LeverWords::tr("Rent of %1").arg(pool(lever.pool));
    case Lever::Kind::purchase:
      return LeverWords::tr("Price of %1").arg(pool(lever.pool));
    case Lever::Kind::power_price:
      return LeverWords::tr("Price of power");
    case Lever::Kind::hosting:
      return LeverWords::tr("Price of hosting");
    case Lever::Kind::network:
      return LeverWords::tr("Price of the network of %1").arg(pool(lever.pool));
    case Lever::Kind::utilisation:
      return LeverWords::tr("Utilisation");
    case Lever::Kind::intra_node:
      return LeverWords::tr("Intra-node links of %1").arg(pool(lever.pool));
    case Lever::Kind::inter_node:
      return LeverWords::tr("Network of %1").arg(pool(lever.pool));
    case Lever::Kind::between:
      return LeverWords::tr("Network %1 – %2").arg(pool(lever.pool), pool(lever.other));
    case Lever::Kind::speed:
      break;
  }
  return LeverWords::tr("Efficiency of %1").arg(pool(lever.pool));
}

QString leverText(const Lever& lever, double value) {
  switch (lever.kind) {
    case Lever::Kind::rent:
      return LeverWords::tr("%1/h").arg(moneyText(value));
    case Lever::Kind::purchase:
    case Lever::Kind::network:
      return LeverWords::tr("%1 a GPU", "price").arg(moneyText(value));
    case Lever::Kind::hosting:
      return LeverWords::tr("%1 a kW and month").arg(moneyText(value));
    case Lever::Kind::power_price:
      return LeverWords::tr("%1/kWh").arg(moneyText(value));
    case Lever::Kind::intra_node:
      return bandwidthText(value);
    case Lever::Kind::inter_node:
    case Lever::Kind::between:
      return networkText(value);
    case Lever::Kind::utilisation:
    case Lever::Kind::speed:
      break;
  }
  return percentText(value, 1);
}

QString metricText(Metric metric, std::optional<double> value) {
  if (!value) return unknownText();
  return metric == Metric::tokens_per_second ? significantText(*value) : moneyText(*value);
}

plan::Metric metricOf(const plan::Snapshot& answer) {
  return answer.objective == strategy::Objective::money ? Metric::usd_per_trillion_tokens
                                                        : Metric::tokens_per_second;
}

QStringList sensitivitySentences(const plan::Sensitivity& found, const strategy::Problem& problem) {
  QStringList told, idle;
  // One strategy after the other: what each needs to be better stands together.
  std::map<int, QStringList> takers;
  for (const Swing& swing : found.swings) {
    if (swing.low == found.base && swing.high == found.base && !swing.below && !swing.above)
      idle << leverName(swing.lever, problem);
    const QString name = leverName(swing.lever, problem), now = leverText(swing.lever, swing.value);
    if (swing.below)
      takers[swing.taker_below] << LeverWords::tr("%1: #%2 wins below %3 (now %4).")
                                       .arg(name)
                                       .arg(swing.taker_below + 1)
                                       .arg(leverText(swing.lever, *swing.below), now);
    if (swing.above)
      takers[swing.taker_above] << LeverWords::tr("%1: #%2 wins above %3 (now %4).")
                                       .arg(name)
                                       .arg(swing.taker_above + 1)
                                       .arg(leverText(swing.lever, *swing.above), now);
  }
  for (const auto& [taker, sentences] : takers) told << sentences;
  const bool all = told.isEmpty();
  told.prepend(all ? LeverWords::tr("#1 stays first among the ten best for every value here between a "
                                    "quarter and four times what it is now.")
                   : LeverWords::tr("#1 stays first while the values stay within these limits. Each value is "
                                    "changed on its own, and only the ten best strategies are compared."));
  if (!idle.isEmpty()) told << LeverWords::tr("Without effect on #1: %1.").arg(idle.join(u", "_s));
  return told;
}

QStringList sensitivityColumns() {
  return {LeverWords::tr("Now"),
          LeverWords::tr("Lower"),
          LeverWords::tr("#1 there"),
          LeverWords::tr("Higher"),
          LeverWords::tr("#1 there"),
          LeverWords::tr("Break-even below"),
          LeverWords::tr("Break-even above")};
}

QStringList sensitivityCells(const plan::Sensitivity& found, const Swing& swing) {
  const auto turn = [&](const std::optional<double>& at, int taker) {
    return at ? LeverWords::tr("%1 (#%2)").arg(leverText(swing.lever, *at)).arg(taker + 1) : unknownText();
  };
  return {leverText(swing.lever, swing.value),  leverText(swing.lever, swing.low_value),
          metricText(found.metric, swing.low),  leverText(swing.lever, swing.high_value),
          metricText(found.metric, swing.high), turn(swing.below, swing.taker_below),
          turn(swing.above, swing.taker_above)};
}

}  // namespace astrolabe::ui
