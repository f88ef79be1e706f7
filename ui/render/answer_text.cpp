#include "ui/render/answer_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/base/units.h"
#include "core/plan/fixes.h"
#include "core/strategy/rules.h"
#include "ui/render/evidence_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/proof_figures.h"
#include "ui/render/rule_words.h"
#include "ui/render/runtime_words.h"
#include "ui/render/strategy_words.h"
#include "ui/render/worked_inputs.h"

namespace astrolabe::ui {

QString limitText(const std::string& limit, double value, int digits) {
  if (limit == "budget_usd") return moneyText(value, digits);
  if (limit == "deadline_hours" || limit == "done_by") return hoursText(value);
  if (limit == "purchase_usd" || limit == "ownership_usd") return moneyText(value, digits);
  if (limit == "usd_per_month")
    return QCoreApplication::translate("Messages", "%1 a month").arg(moneyText(value, digits));
  if (limit == "power_kw") return powerText(value * 1000.0);
  if (limit == "usd_per_hour")
    return QCoreApplication::translate("Messages", "%1/h").arg(moneyText(value, digits));
  if (limit == "usd_per_trillion_tokens")
    return QCoreApplication::translate("Messages", "%1/1T tokens").arg(moneyText(value, digits));
  if (limit == "memory_headroom") return percentText(value);
  return significantText(value);
}

std::array<QString, 2> limitTexts(const std::string& limit, double found, double allowed) {
  const bool money = limit.find("usd") != std::string::npos;
  const QString unit = limit == "power_kw" ? QStringLiteral("kW") : QStringLiteral("h");
  const bool told = money || limit == "power_kw" || limit == "deadline_hours" || limit == "done_by";
  const auto text = [&](double value, int digits) {
    return money ? limitText(limit, value, digits) : numberWithUnit(significantText(value, digits), unit);
  };
  const std::array<QString, 2> usual{limitText(limit, found), limitText(limit, allowed)};
  if (usual[0] != usual[1] || found == allowed || !told) return usual;
  const QStringList apart = distinctTexts({found, allowed}, text);
  return {apart.front(), apart.back()};
}

double raisedLimit(const std::string& limit, double needed) {
  constexpr double kWithinRounding = 1.0 - 1e-12;
  if (limit == "memory_headroom") return std::floor(needed * 1000.0) / 1000.0;  // a tenth of a per cent
  const bool money = limit.find("usd") != std::string::npos;
  const double shown = money ? shownMoney(needed) : needed;
  if (!(shown > 0.0)) return needed;
  const double unit = std::pow(10.0, std::floor(std::log10(shown)) - 2.0);
  const double clean = plainMoney(std::ceil(shown / unit * kWithinRounding) * unit);
  return money ? dollars(clean) : clean;
}

QString limitName(const std::string& limit) {
  if (limit == "budget_usd") return QCoreApplication::translate("Messages", "budget");
  if (limit == "deadline_hours") return QCoreApplication::translate("Messages", "deadline");
  if (limit == "power_kw") return QCoreApplication::translate("Messages", "power limit");
  if (limit == "usd_per_hour") return QCoreApplication::translate("Messages", "limit on the cost per hour");
  if (limit == "usd_per_trillion_tokens")
    return QCoreApplication::translate("Messages", "limit on the cost per 1T tokens");
  if (limit == "purchase_usd") return QCoreApplication::translate("Messages", "limit on the purchase");
  if (limit == "usd_per_month") return QCoreApplication::translate("Messages", "limit on the cost per month");
  if (limit == "ownership_usd")
    return QCoreApplication::translate("Messages", "limit on the cost of ownership");
  if (limit == "done_by") return QCoreApplication::translate("Messages", "day on which it is to be done");
  if (limit == "memory_headroom") return QCoreApplication::translate("Messages", "memory headroom");
  return QString::fromStdString(limit);
}

namespace {

struct GoalText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::GoalText)
};

QString nearestDegrees(const strategy::Strategy& strategy) {
  return QCoreApplication::translate("Messages", "TP %1 · PP %2")
      .arg(tensorText(strategy))
      .arg(strategy.pipeline_parallel);
}

constexpr const char* kServing[] = {"traffic.", "promises."};

/// Whether what is not kept is asked of what serves.
bool isAsked(const cost::Violation& violation) {
  return violation.binding == cost::Binding::rule &&
         std::any_of(std::begin(kServing), std::end(kServing),
                     [&](const char* key) { return violation.rule.starts_with(key); });
}

/// "11.6 of the 20.0 requests/s asked for", with the figure at what is asked; empty of any other rule.
QString askedText(const cost::Violation& violation) {
  if (!isAsked(violation)) return {};
  const auto [carried, asked] = std::minmax(violation.found, violation.limit);
  if (violation.rule == "traffic.requests_per_second")
    return QCoreApplication::translate("Messages", "it carries %1 of the %2 requests/s asked for")
        .arg(significantText(carried), significantText(asked));
  if (violation.rule == "traffic.concurrency")
    return QCoreApplication::translate("Messages", "it holds %1 of the %2 users in flight")
        .arg(significantText(carried), significantText(asked));
  if (!violation.rule.ends_with("_seconds")) return {};
  return QCoreApplication::translate("Messages", "%1 is %2 where %3 is promised", "key, time, time")
      .arg(QString::fromStdString(violation.rule), durationText(violation.found),
           durationText(violation.limit));
}

/// "3.1 GiB too much on A100 40GB, stage 4": what stands in the way and by how much; "" when nothing does.
QString violationText(const cost::Violation& violation, const strategy::Problem* problem) {
  switch (violation.binding) {
    case cost::Binding::none:
      return {};
    case cost::Binding::rule:
      if (const QString asked = askedText(violation); !asked.isEmpty()) return asked;
      return QCoreApplication::translate("Messages", "rule “%1” forbids it")
          .arg(QString::fromStdString(violation.rule));
    case cost::Binding::memory:
    case cost::Binding::host_memory: {
      const auto pool = static_cast<std::size_t>(violation.pool);
      const bool known = problem != nullptr && violation.pool >= 0 && pool < problem->cluster.pools.size();
      const QString words =
          violation.binding == cost::Binding::memory
              ? QCoreApplication::translate("Messages", "%1 too much on %2, stage %3")
              : QCoreApplication::translate("Messages", "%1 too much in host memory of %2, stage %3");
      return words.arg(gibText(violation.over.value),
                       known ? QString::fromStdString(problem->cluster.pools[pool].gpu.name) : unknownText(),
                       QString::number(violation.stage + 1));
    }
    default: {
      const std::string limit = cost::to_string(violation.binding);
      const auto [found, allowed] = limitTexts(limit, violation.found, violation.limit);
      return QCoreApplication::translate("Messages", "%1 where the %2 allows %3")
          .arg(found, limitName(limit), allowed);
    }
  }
}

}  // namespace

bool hasRate(const hardware::Gpu& gpu, hardware::Precision precision) {
  return hardware::peak(gpu, precision) && gpu.memory && gpu.memory_bandwidth;
}

Message messageFor(const plan::Snapshot& infeasible) {
  const plan::Binding& binding = infeasible.binding;
  QStringList counts;
  const double total = static_cast<double>(infeasible.space.total);
  if (binding.memory_count > 0)
    counts.append(QCoreApplication::translate("Messages", "%1 of %2 strategies ran out of memory")
                      .arg(wholeText(static_cast<double>(binding.memory_count)), wholeText(total)));
  if (binding.limit_count > 0)
    counts.append(QCoreApplication::translate("Messages", "%1 of %2 strategies break a limit")
                      .arg(wholeText(static_cast<double>(binding.limit_count)), wholeText(total)));
  if (binding.rule_count > 0)
    counts.append(QCoreApplication::translate("Messages", "%1 of %2 strategies are ruled out")
                      .arg(wholeText(static_cast<double>(binding.rule_count)), wholeText(total)));
  QString body = counts.isEmpty()
                     ? QCoreApplication::translate("Messages", "This cluster has no strategy to try")
                     : counts.join(QCoreApplication::translate("Messages", "; ", "between counts"));
  if (binding.violation.binding == cost::Binding::rule) {
    body = QCoreApplication::translate("Messages", "%1, most by the rule “%2”", "counts, name")
               .arg(body, QString::fromStdString(binding.violation.rule));
  } else if (const QString closest = violationText(binding.violation, infeasible.problem.get());
             !closest.isEmpty())
    body = QCoreApplication::translate("Messages", "%1 (closest: %2, %3)", "counts (what, which strategy)")
               .arg(body, closest, nearestDegrees(binding.nearest));
  QStringList rateless;
  if (infeasible.problem && binding.rule_count == infeasible.space.total)
    for (const hardware::Pool& pool : infeasible.problem->cluster.pools)
      if (!hasRate(pool.gpu, infeasible.problem->job.precision))
        rateless.append(QString::fromStdString(pool.gpu.name));
  rateless.removeDuplicates();
  if (!rateless.isEmpty()) {
    const QString precision = QLatin1StringView(hardware::to_string(infeasible.problem->job.precision));
    body =
        QCoreApplication::translate("Messages",
                                    "%1: %2 has no rate for %3, or its memory is not known. Use another "
                                    "precision, or leave these GPUs out.",
                                    "counts, GPU types, precision")
            .arg(body, rateless.join(QCoreApplication::translate("Messages", ", ", "between alternatives")),
                 precision);
    return {QCoreApplication::translate("Messages", "No strategy fits."), body,
            QString::fromUtf8(code::nothing_fits.data(), static_cast<qsizetype>(code::nothing_fits.size()))};
  }
  QStringList fixes;
  for (const plan::Fix& fix : infeasible.fixes) fixes.append(fixText(fix));
  body = fixes.isEmpty()
             ? QCoreApplication::translate("Messages", "%1. Add hardware, or raise the limit that binds.")
                   .arg(body)
             : QCoreApplication::translate("Messages", "%1. Try: %2.")
                   .arg(body, fixes.join(QCoreApplication::translate("Messages", "; ", "between fixes")));
  return {QCoreApplication::translate("Messages", "No strategy fits."), body,
          QString::fromUtf8(code::nothing_fits.data(), static_cast<qsizetype>(code::nothing_fits.size()))};
}

QString violationText(const cost::Violation& violation, const strategy::Problem& problem) {
  return violationText(violation, &problem);
}

QString violationText(const cost::Violation& violation) { return violationText(violation, nullptr); }

Message messageFor(const cost::Violation& violation, const strategy::Problem& problem) {
  if (isAsked(violation))
    return {
        QCoreApplication::translate("Messages", "This deployment does not serve what is asked."),
        QCoreApplication::translate("Messages", "It fails by: %1.").arg(violationText(violation, problem)),
        QString::fromUtf8(code::nothing_fits.data(), static_cast<qsizetype>(code::nothing_fits.size()))};
  const QString body =
      cost::lacks_memory(violation.binding)
          ? QCoreApplication::translate(
                "Messages",
                "It fails by: %1. Recompute more layers, shard or offload more, use a "
                "smaller micro-batch, or more GPUs for each replica.")
          : QCoreApplication::translate(
                "Messages", "It fails by: %1. Change the strategy, or raise the limit that binds.");
  return {QCoreApplication::translate("Messages", "This strategy is not possible."),
          body.arg(violationText(violation, problem)),
          QString::fromUtf8(code::nothing_fits.data(), static_cast<qsizetype>(code::nothing_fits.size()))};
}

Message messageFor(const cost::Violation& violation, const strategy::Problem& problem,
                   const strategy::Strategy& strategy) {
  const std::vector<strategy::Rule>& rules = strategy::rules_of(problem);
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const strategy::Rule& one) {
    return violation.binding == cost::Binding::rule && one.name == violation.rule;
  });
  if (rule == rules.end()) return messageFor(violation, problem);
  const QString name = QString::fromStdString(rule->name);
  QStringList sentences{rule->because.empty()
                            ? QCoreApplication::translate("Messages", "Rule “%1” forbids it.").arg(name)
                            : QCoreApplication::translate("Messages", "Rule “%1” forbids it: %2.",
                                                          "name of the rule, its reason")
                                  .arg(name, ruleReasonText(rule->because))};
  QStringList values;
  for (const strategy::RuleReading& read : strategy::readings(*rule, problem, strategy))
    values.append(QCoreApplication::translate("Messages", "%1 is %2", "setting that a rule reads, its value")
                      .arg(QString::fromStdString(read.variable), QString::fromStdString(read.value)));
  if (!values.isEmpty())
    sentences.append(
        QCoreApplication::translate("Messages", "Here %1.", "settings with their values")
            .arg(values.join(QCoreApplication::translate("Messages", ", ", "between alternatives"))));
  sentences.append(rule->fixed.empty() ? QCoreApplication::translate(
                                             "Messages", "Change the strategy, or switch the rule off.")
                                       : QCoreApplication::translate("Messages", "Change the strategy."));
  return {QCoreApplication::translate("Messages", "This strategy is not possible."),
          sentences.join(QChar::Space),
          QString::fromUtf8(code::nothing_fits.data(), static_cast<qsizetype>(code::nothing_fits.size()))};
}

QString fixText(const plan::Fix& fix) {
  const QString pool = QString::fromStdString(fix.pool);
  switch (fix.kind) {
    case plan::Fix::Kind::allow_recompute:
      return QCoreApplication::translate("Messages", "Allow recompute, frees %1")
          .arg(gibText(fix.amount * kGib));
    case plan::Fix::Kind::lower_micro_batch:
      return QCoreApplication::translate("Messages", "Use a smaller micro-batch, frees %1")
          .arg(gibText(fix.amount * kGib));
    case plan::Fix::Kind::add_nodes: {
      const int nodes = static_cast<int>(fix.amount);
      const QString added = nodes == 1
                                ? QCoreApplication::translate("Messages", "Add 1 node")
                                : QCoreApplication::translate("Messages", "Add %n nodes", nullptr, nodes);
      return pool.isEmpty()
                 ? added
                 : QCoreApplication::translate("Messages", "%1 to %2", "Add nodes to pool").arg(added, pool);
    }
    case plan::Fix::Kind::more_host_memory:
      return QCoreApplication::translate("Messages", "Nodes of %1 with %2 of host memory")
          .arg(pool, gibText(fix.amount * kGib, 0));
    case plan::Fix::Kind::raise_limit: {
      QString raised = limitText(fix.limit, raisedLimit(fix.limit, fix.amount));
      for (const auto& [limit, amount] : fix.also)
        raised = QCoreApplication::translate("Messages", "%1 and the %2 to %3", "raised limits")
                     .arg(raised, limitName(limit), limitText(limit, raisedLimit(limit, amount)));
      return QCoreApplication::translate("Messages", "Raise the %1 to %2").arg(limitName(fix.limit), raised);
    }
    case plan::Fix::Kind::free_setting:
      if (fix.limit == plan::kRuntimeKey)
        return QCoreApplication::translate("Messages", "Plan for any training software");
      return fix.limit.empty()
                 ? QCoreApplication::translate("Messages", "Leave every setting to the search")
                 : QCoreApplication::translate("Messages", "Leave %1 to the search", "a strategy's key")
                       .arg(QString::fromStdString(fix.limit));
    case plan::Fix::Kind::rule_off:
      return QCoreApplication::translate("Messages", "Switch off the rule “%1”")
          .arg(QString::fromStdString(fix.limit));
  }
  return unknownText();
}

QString contradictionText(const plan::Contradiction& it) {
  const auto [asked, needed] = limitTexts(it.limit, it.asked, it.needed);
  using Cause = plan::Contradiction::Cause;
  switch (it.cause) {
    case Cause::all_gpus:
      return it.limit == "power_kw"
                 ? grouped(GoalText::tr("%1 can't power the %n GPUs asked for: together they draw %2.",
                                        nullptr, it.gpus),
                           it.gpus)
                       .arg(asked, needed)
                 : grouped(GoalText::tr("%1 can't pay for the %n GPUs asked for: together they cost %2.",
                                        nullptr, it.gpus),
                           it.gpus)
                       .arg(asked, needed);
    case Cause::one_gpu:
      if (it.gpus > 1)
        return grouped(it.limit == "power_kw"
                           ? GoalText::tr("%1 can't power a unit of %n GPUs: the least that one draws is %2.",
                                          nullptr, it.gpus)
                           : GoalText::tr("%1 can't pay for a unit of %n GPUs: the cheapest costs %2.",
                                          nullptr, it.gpus),
                       it.gpus)
            .arg(asked, needed);
      return it.limit == "power_kw"
                 ? GoalText::tr("%1 can't power a single GPU: the least that one draws is %2.")
                       .arg(asked, needed)
                 : GoalText::tr("%1 can't pay for a single GPU: the cheapest costs %2.").arg(asked, needed);
    case Cause::deadline: {
      const QString within = hoursText(it.deadline_hours);
      return it.limit == "power_kw" ? GoalText::tr(
                                          "%1 can't power GPUs that finish within %2: even at their peak "
                                          "rate they draw at least %3.")
                                          .arg(asked, within, needed)
                                    : GoalText::tr(
                                          "%1 can't pay for GPUs that finish within %2: even at their peak "
                                          "rate they cost at least %3.")
                                          .arg(asked, within, needed);
    }
    case Cause::degrees: {
      QStringList degrees;
      for (const auto& [key, value] : it.degrees)
        degrees << QString::fromStdString(key) + QChar::Space + wholeText(value);
      return grouped(GoalText::tr("The degrees asked for (%1) take at least %n GPUs: %2 may be used.",
                                  nullptr, static_cast<int>(it.asked)),
                     it.asked)
          .arg(degrees.join(u", "), wholeText(it.needed));
    }
    case Cause::peak_rate:
      break;
  }
  return it.limit == "deadline_hours" || it.limit == "done_by"
             ? grouped(GoalText::tr("%1 is too short: even %n GPUs at their peak rate take %2.", nullptr,
                                    it.gpus),
                       it.gpus)
                   .arg(asked, needed)
             : GoalText::tr("%1 is too little: even GPUs at their peak rate cost %2.").arg(asked, needed);
}

QString bandText(const cost::Evaluation& evaluation) {
  const QString below = signedPercentText(evaluation.step_low / evaluation.step - 1.0, 0);
  const QString above = signedPercentText(evaluation.step_high / evaluation.step - 1.0, 0);
  if (below.mid(1) == above.mid(1)) return QChar(0x00B1) + above.mid(1);
  return below + QChar::Space + above;
}

QStringList outcomeParts(const cost::Evaluation& evaluation) {
  const cost::Outcome& outcome = evaluation.outcome;
  if (!(outcome.hours > 0.0)) return {};
  if (isEndless(outcome)) return {jobHoursText(outcome)};
  QStringList parts{hoursBandText(outcome.hours, outcome.hours_low, outcome.hours_high)};
  if (outcome.usd) parts << moneyText(outcome.usd->value);
  const QString energy = energyText(outcome.energy_kwh);
  parts << (evaluation.money.power_estimated
                ? QCoreApplication::translate("Messages", "≈ %1", "an estimate").arg(energy)
                : energy);
  return parts;
}

QString outcomeText(const cost::Evaluation& evaluation) {
  return outcomeParts(evaluation).join(QStringLiteral(" · "));
}

QString provenMixturesText(const plan::Snapshot& snapshot) {
  if (snapshot.pools_proven == 0 || snapshot.status == plan::Status::optimal) return {};
  if (snapshot.pools_proven == 1)
    return QCoreApplication::translate("Messages", "The Pareto frontier is complete for plans on one pool");
  return QCoreApplication::translate("Messages",
                                     "The Pareto frontier is complete for plans on up to %n pools", nullptr,
                                     snapshot.pools_proven);
}

QString placeText(const plan::Snapshot& snapshot, std::size_t index) {
  const QString place = wholeText(static_cast<double>(index + 1));
  const bool proven = snapshot.status == plan::Status::searching || !snapshot.places_proven ||
                      index < static_cast<std::size_t>(*snapshot.places_proven);
  return proven ? place : QStringLiteral("≈") + place;
}

QString unprovenPlacesText(const plan::Snapshot& snapshot) {
  const auto places = static_cast<int>(snapshot.best.size());
  if (snapshot.status == plan::Status::searching || snapshot.places_proven.value_or(places) >= places)
    return {};
  const QString first = wholeText(*snapshot.places_proven + 1);
  if (snapshot.ranking_gap >= 1.0)
    return QCoreApplication::translate(
               "Messages", "≈ Not proven from rank %1 on: no bound is known of what may belong there")
        .arg(first);
  return QCoreApplication::translate(
             "Messages", "≈ Not proven from rank %1 on: a strategy up to %2 better may belong there")
      .arg(first, percentText(snapshot.ranking_gap, 2));
}

namespace {

/// Of all strategies, or of those that the runtime starts which the question names.
QString provenText(const plan::Snapshot& snapshot, const QString& gap) {
  const QString runtime = snapshot.problem ? searchedRuntime(*snapshot.problem) : QString();
  if (!runtime.isEmpty())
    return snapshot.gap > 0.0
               ? QCoreApplication::translate("Messages", "Within %1 of the best that %2 starts")
                     .arg(gap, runtime)
               : QCoreApplication::translate("Messages", "Best of all that %1 starts").arg(runtime);
  // Of mixed GPUs other kinds of plans stand beside, each with its own bound: what this one covers is named.
  if (const QString covered = coveredText(snapshot); !covered.isEmpty())
    return snapshot.gap > 0.0
               ? QCoreApplication::translate("Messages", "Within %1 of the best of all strategies, %2")
                     .arg(gap, covered)
               : QCoreApplication::translate("Messages", "Best of all strategies, %1").arg(covered);
  return snapshot.gap > 0.0
             ? QCoreApplication::translate("Messages", "Within %1 of the best in the whole space").arg(gap)
             : QCoreApplication::translate("Messages", "Best in the whole space");
}

}  // namespace

QString endText(const plan::Snapshot& snapshot) {
  const bool set = snapshot.objective == strategy::Objective::pareto;
  const std::optional<double> share = set ? snapshot.gap : proofFigures(snapshot).gap;
  const bool bound = snapshot.has_bound && share;
  const QString gap = percentText(share.value_or(1.0));
  switch (snapshot.status) {
    case plan::Status::searching:
      return QCoreApplication::translate("Messages", "Searching");
    case plan::Status::optimal: {
      // A proof across devices that nobody measured says so where it is claimed.
      const QString unmeasured = snapshot.problem ? unmeasuredInProof(*snapshot.problem) : QString();
      const QString proven = provenText(snapshot, gap);
      return unmeasured.isEmpty()
                 ? proven
                 : QCoreApplication::translate("Messages", "%1 — %2", "what is proven, what was not measured")
                       .arg(proven, unmeasured);
    }
    case plan::Status::feasible: {
      const QString when = durationText(snapshot.seconds);
      if (snapshot.best.empty())
        return QCoreApplication::translate("Messages", "Stopped at %1 — nothing found yet").arg(when);
      if (snapshot.stopped_early && !bound)
        return QCoreApplication::translate("Messages", "Stopped at %1 — best so far, no bound yet").arg(when);
      if (snapshot.stopped_early) {
        const QString mixtures = provenMixturesText(snapshot);
        const QString words =
            set ? QCoreApplication::translate("Messages",
                                              "Stopped at %1 — the Pareto frontier can improve by at most %2")
                : QCoreApplication::translate("Messages", "Stopped at %1 — at most %2 below the bound");
        return words.arg(when, gap) + (mixtures.isEmpty() ? mixtures : QStringLiteral(". ") + mixtures);
      }
      if (bound && set)
        return QCoreApplication::translate("Messages",
                                           "Finished — the Pareto frontier can improve by at most %1")
            .arg(gap);
      return bound
                 ? QCoreApplication::translate("Messages", "Finished — at most %1 below the bound").arg(gap)
                 : QCoreApplication::translate("Messages", "Finished — best of those tried, not proven best");
    }
    case plan::Status::infeasible:
      return QCoreApplication::translate("Messages", "No strategy fits");
    case plan::Status::failed:
      return QCoreApplication::translate("Messages", "Stopped by an internal error");
  }
  return unknownText();
}

}  // namespace astrolabe::ui
