#include "ui/render/placement_reasons.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/planning/serving_moves.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/serving_move_words.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using placement::Limit;
using planning::MachinePoint;
using planning::MachineScale;
using planning::PlacedLayers;
using planning::PlacementShortfall;

constexpr int kRateDigits = 5;

struct LayerWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::PlacementReasons)
};

QString flowWords(double tokens) {
  return LayerWords::tr("%1 tokens/s").arg(significantText(tokens, kRateDigits));
}

/// "+3.2 %", "no change".
QString gainText(double from, double to) {
  if (!(from > 0.0)) return unknownText();
  const double gain = to / from - 1.0;
  constexpr double kNoGain = 5e-5;
  if (std::fabs(gain) < kNoGain) return LayerWords::tr("no change");
  return (gain > 0.0 ? u"+"_s : u"−"_s) + percentText(std::fabs(gain), 1);
}

QString typeName(int type, const placement::Network& network) {
  return text(network.types[static_cast<std::size_t>(type)].name);
}

std::vector<Limit> limitsOf(const PlacedLayers& layers) {
  return placement::limits_of(*layers.network, layers.placed.layout, layers.placed.flow, kMoreOfALimit);
}

double flowOf(const planning::OptionPtr& option) {
  const PlacedLayers* layers = placedOf(option);
  return layers != nullptr ? layers->placed.flow.tokens_per_second : 0.0;
}

QString provenSentence(const PlacedLayers& layers) {
  if (layers.gap() <= 0.0)
    return LayerWords::tr("No layout of these machines lets more through: that is proven.");
  return LayerWords::tr("No layout of these machines lets more than %1 through; this one is %2 below that.")
      .arg(flowWords(layers.upper_bound_tokens_per_second), percentText(layers.gap(), 1));
}

QString limitsSentence(const PlacedLayers& layers) {
  QStringList names;
  const std::vector<Limit> limits = limitsOf(layers);
  for (const Limit& limit : limits)
    names << LayerWords::tr("%1 (%2)", "what limits, its rate")
                 .arg(limitingName(limit, *layers.network), flowWords(limit.capacity));
  return LayerWords::tr("What limits it: %1. What the minimum cut takes of them adds up to the flow.")
      .arg(names.join(u", "_s));
}

/// The part of the cut of which more gives the most.
QString bestLimitSentence(const PlacedLayers& layers) {
  const std::vector<Limit> limits = limitsOf(layers);
  const auto best = std::max_element(limits.begin(), limits.end(), [](const Limit& a, const Limit& b) {
    return a.flow_with_more < b.flow_with_more;
  });
  if (best == limits.end()) return {};
  const double flow = layers.placed.flow.tokens_per_second;
  return LayerWords::tr("In this layout 10 % more of %1 would let %2 through (%3).",
                        "what limits, rate, change")
      .arg(limitingName(*best, *layers.network), flowWords(best->flow_with_more),
           gainText(flow, best->flow_with_more));
}

QString roomText(const PlacementShortfall& shortfall) {
  QStringList pools, more;
  for (const PlacementShortfall::Room& room : shortfall.rooms) {
    pools << LayerWords::tr("%n machine(s) of %1 hold %2 layers each", "of a pool", room.machines)
                 .arg(text(room.pool), wholeText(room.layers_each));
    if (room.more > 0)
      more << LayerWords::tr("%n machine(s) more of %1", "of a pool", room.more).arg(text(room.pool));
  }
  return LayerWords::tr("The machines hold %1 of the model's %2 layers: %3. All would be held with %4.",
                        "layers, layers, what pools hold, what would do")
      .arg(wholeText(shortfall.found), wholeText(shortfall.wanted), pools.join(u", "_s),
           more.join(LayerWords::tr(" or ", "between machines that would do")));
}

/// "link east/0>west/1 (region east>west) 51.3 ms".
QString legText(const PlacementShortfall::Leg& leg) {
  const QString name = leg.link ? LayerWords::tr("link %1").arg(text(leg.name))
                                : LayerWords::tr("machine %1").arg(text(leg.name));
  return leg.regions.empty()
             ? LayerWords::tr("%1 %2", "machine or link, time").arg(name, durationText(leg.seconds))
             : LayerWords::tr("%1 (region %2) %3", "machine or link, regions, time")
                   .arg(name, text(leg.regions), durationText(leg.seconds));
}

QString timeText(const PlacementShortfall& shortfall) {
  double machines = 0.0, links = 0.0;
  for (const PlacementShortfall::Leg& leg : shortfall.legs) (leg.link ? links : machines) += leg.seconds;
  QStringList longest;
  constexpr std::size_t kMost = 4;
  for (std::size_t i = 0; i < std::min(kMost, shortfall.legs.size()); ++i)
    longest << legText(shortfall.legs[i]);
  return LayerWords::tr(
             "%1 is promised to be %2 and is %3 in the nearest layout: a token's slowest way takes %4 in "
             "machines and %5 on links; the longest are %6.",
             "key of the job, times, machines and links")
      .arg(text(shortfall.limit), durationText(shortfall.wanted), durationText(shortfall.found),
           durationText(machines), durationText(links), longest.join(u", "_s));
}

}  // namespace

QString shortfallText(const PlacementShortfall& shortfall, const strategy::Problem& problem) {
  QStringList cut;
  switch (shortfall.missed) {
    case PlacementShortfall::Missed::memory:
      return roomText(shortfall);
    case PlacementShortfall::Missed::time:
      return timeText(shortfall);
    case PlacementShortfall::Missed::traffic:
      for (const std::string& part : shortfall.min_cut) cut << text(part);
      return LayerWords::tr("%1 requests/s flow of %2 that are asked for; what limits them: %3.",
                            "rates, machines and links")
          .arg(significantText(shortfall.found), significantText(shortfall.wanted), cut.join(u", "_s));
    case PlacementShortfall::Missed::limit:
      break;
  }
  return shortfall.nearest && shortfall.nearest->violation.binding != cost::Binding::rule
             ? messageFor(shortfall.nearest->violation, problem).plain()
             : LayerWords::tr("Nothing flows: the machines do not hold all layers one after the other.");
}

const PlacedLayers* placedOf(const planning::OptionPtr& option) {
  const auto* layout = option ? planning::as<planning::PlacementLayout>(option->layout) : nullptr;
  return layout != nullptr ? &layout->layers() : nullptr;
}

QString limitingName(const Limit& limit, const placement::Network& network) {
  const int parts = static_cast<int>(limit.full.size());
  if (limit.machines)
    return LayerWords::tr("%n machine(s) of %1", nullptr, parts).arg(typeName(limit.from, network));
  if (limit.from == placement::kCoordinator || limit.to == placement::kCoordinator)
    return LayerWords::tr("%n link(s) of %1 with the coordinator", nullptr, parts)
        .arg(typeName(std::max(limit.from, limit.to), network));
  return LayerWords::tr("%n link(s) from %1 to %2", nullptr, parts)
      .arg(typeName(limit.from, network), typeName(limit.to, network));
}

namespace {

/// At a rate: on how few machines it is served as well, or that these are the fewest known.
QString fewerSentence(const planning::FoundPlacements& found, const planning::OptionPtr& first) {
  const PlacedLayers* layers = placedOf(first);
  if (layers == nullptr || !layers->least_gpus) return {};
  const auto fewest = std::min_element(found.options.begin(), found.options.end(),
                                       [](const planning::OptionPtr& a, const planning::OptionPtr& b) {
                                         return std::pair(!a->is_possible(), a->evaluation.gpus_used()) <
                                                std::pair(!b->is_possible(), b->evaluation.gpus_used());
                                       });
  const QString used = wholeText((*fewest)->evaluation.gpus_used()), least = wholeText(*layers->least_gpus);
  if ((*fewest)->evaluation.gpus_used() >= first->evaluation.gpus_used())
    return LayerWords::tr("No fewer GPUs that serve this traffic are known; fewer than %1 cannot.", "GPUs")
        .arg(least);
  return LayerWords::tr(
             "%1 GPUs serve this traffic as well, which is not proven least: fewer than %2 cannot.",
             "GPUs, GPUs")
      .arg(used, least);
}

}  // namespace

QStringList placementChosenBecause(const planning::FoundPlacements& found) {
  const auto first = std::find_if(found.options.begin(), found.options.end(),
                                  [](const planning::OptionPtr& each) { return each->is_possible(); });
  const PlacedLayers* layers = first != found.options.end() ? placedOf(*first) : nullptr;
  if (layers == nullptr) return {};
  const placement::Flow& flow = layers->placed.flow;
  const auto& held = layers->placed.layout.machines;
  const auto used = std::count_if(held.begin(), held.end(), [](const auto& each) { return each.layers > 0; });
  QStringList told{LayerWords::tr("%1 flow through %2 of %3 machines, prompts and answers together.",
                                  "tokens, machines, machines")
                       .arg(flowWords(flow.tokens_per_second), wholeText(static_cast<double>(used)),
                            wholeText(layers->network->size())),
                   provenSentence(*layers), limitsSentence(*layers)};
  if (const QString more = bestLimitSentence(*layers); !more.isEmpty()) told << more;
  told << slowestWaySentence(flow);
  if (const QString served = servedSentence(*layers); !served.isEmpty()) told << served;
  if (const QString fewer = fewerSentence(found, *first); !fewer.isEmpty()) told << fewer;
  return told;
}

QString slowestWaySentence(const placement::Flow& flow) {
  return LayerWords::tr("The slowest way of a token takes %1 over %n machine(s).", nullptr,
                        flow.chain_machines)
      .arg(durationText(flow.chain_seconds));
}

QString servedSentence(const PlacedLayers& layers) {
  const placement::Flow& flow = layers.placed.flow;
  using enum placement::Flow::LimitedBy;
  if (flow.limited_by == traffic)
    return LayerWords::tr("The traffic asks for %1 of it; %2 are spare.", "rate, rate")
        .arg(flowWords(flow.served), flowWords(flow.tokens_per_second - flow.served));
  if (flow.limited_by == users)
    return LayerWords::tr("%1 of it are served: %2 users wait for each token that long.", "rate, users")
        .arg(flowWords(flow.served), significantText(layers.network->demand.users));
  return {};
}

QString placementWhyNotFirst(const planning::FoundPlacements& found, const planning::Option& given) {
  const auto* layout = planning::as<planning::PlacementLayout>(given.layout);
  if (layout == nullptr || found.options.empty()) return {};
  const planning::OptionPtr& best = found.options.front();
  if (planning::same(best->layout, given.layout)) return LayerWords::tr("It is the first.");
  const placement::Flow& flow = layout->layers().placed.flow;
  if (flow.tokens_per_second <= 0.0)
    return LayerWords::tr("Nothing flows: the machines do not hold all layers one after the other.");
  if (!given.is_possible())
    return shortfallText(planning::shortfall_of(found, std::make_shared<const planning::Option>(given)),
                         found.question->problem);
  const PlacedLayers* first = placedOf(best);
  if (first == nullptr) return {};
  return LayerWords::tr("%1 flow, %2 against the first; the slowest way takes %3 in place of %4.",
                        "rate, change, time, time")
      .arg(flowWords(flow.tokens_per_second),
           gainText(first->placed.flow.tokens_per_second, flow.tokens_per_second),
           durationText(flow.chain_seconds), durationText(first->placed.flow.chain_seconds));
}

QStringList limitColumns() {
  return {LayerWords::tr("What limits the flow"), LayerWords::tr("Tokens/s"),
          LayerWords::tr("Flow with 10 % more of it"), LayerWords::tr("Change")};
}

std::vector<QStringList> limitRows(const PlacedLayers& layers) {
  const double flow = layers.placed.flow.tokens_per_second;
  std::vector<QStringList> rows;
  const std::vector<Limit> limits = limitsOf(layers);
  for (const Limit& limit : limits)
    rows.push_back({limitingName(limit, *layers.network), significantText(limit.capacity, kRateDigits),
                    significantText(limit.flow_with_more, kRateDigits),
                    gainText(flow, limit.flow_with_more)});
  if (limits.size() < 2) return rows;
  const double all = placement::flow_with_all(*layers.network, layers.placed.layout, limits, kMoreOfALimit);
  rows.push_back({LayerWords::tr("all of them"), significantText(flow, kRateDigits),
                  significantText(all, kRateDigits), gainText(flow, all)});
  return rows;
}

QString machinesText(const MachineScale& scale, const MachinePoint& point) {
  return LayerWords::tr("%1 of %2", "machines more or fewer, pool")
      .arg((point.added > 0 ? u"+"_s : u"−"_s) + wholeText(std::abs(point.added)),
           text(scale.pools[static_cast<std::size_t>(point.pool)]));
}

QString machinePointText(const MachineScale& scale, const MachinePoint& point) {
  return u"%1: %2"_s.arg(machinesText(scale, point),
                         point.best ? flowWords(flowOf(point.best)) : LayerWords::tr("nothing serves"));
}

QStringList machineSentences(const MachineScale& scale) {
  if (!scale.now) return {LayerWords::tr("Nothing keeps the promises as they are.")};
  const double now = flowOf(scale.now);
  QStringList told;
  const MachinePoint* most = nullptr;
  for (int pool = 0; pool < static_cast<int>(scale.pools.size()); ++pool) {
    const MachinePoint* more = scale.one_more(pool);
    if (more == nullptr || !more->best) continue;
    told << LayerWords::tr("One more machine of %1: %2 (%3).", "pool, rate, change")
                .arg(text(scale.pools[static_cast<std::size_t>(pool)]), flowWords(flowOf(more->best)),
                     gainText(now, flowOf(more->best)));
    if (most == nullptr || flowOf(more->best) > flowOf(most->best)) most = more;
  }
  constexpr double kGain = 1.0 + 5e-5;
  if (most != nullptr)
    told.prepend(flowOf(most->best) > now * kGain
                     ? LayerWords::tr("Of one machine more, that of %1 adds the most.")
                           .arg(text(scale.pools[static_cast<std::size_t>(most->pool)]))
                     : LayerWords::tr("No single machine more lets more through."));
  for (const MachinePoint& point : scale.points)
    if (point.added < 0 && !point.best)
      told << LayerWords::tr("Without one machine of %1 nothing serves.")
                  .arg(text(scale.pools[static_cast<std::size_t>(point.pool)]));
  if (scale.stopped) told << LayerWords::tr("Stopped: not every number of machines was answered.");
  return told;
}

QStringList machineColumns() {
  return {LayerWords::tr("Machines"), LayerWords::tr("Tokens/s"), LayerWords::tr("Change"),
          LayerWords::tr("Slowest way"),
          LayerWords::tr("%1/M tokens", "sign of a currency").arg(currencySign())};
}

QStringList machineCells(const MachineScale& scale, const MachinePoint& point) {
  const PlacedLayers* layers = placedOf(point.best);
  if (layers == nullptr)
    return {wholeText(point.machines), unknownText(), unknownText(), unknownText(), unknownText()};
  return {wholeText(point.machines), significantText(flowOf(point.best), kRateDigits),
          gainText(flowOf(scale.now), flowOf(point.best)), durationText(layers->placed.flow.chain_seconds),
          metricText(planning::ServingMetric::usd_per_million_tokens,
                     planning::metric_of(*point.best, planning::ServingMetric::usd_per_million_tokens))};
}

}  // namespace astrolabe::ui
