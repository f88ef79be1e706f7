#include "ui/render/deployment_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct Deployments {
  Q_DECLARE_TR_FUNCTIONS(Deployments)
};

}  // namespace

QString timeText(double seconds) {
  if (std::isinf(seconds)) return Deployments::tr("without end", "a wait beyond what can be served");
  return seconds > 0.0 ? durationText(seconds) : unknownText();
}

QString firstTokenText(const serving::Figures& figures) {
  return figures.stable && std::isinf(figures.ttft.value) ? unknownText() : timeText(figures.ttft.value);
}

QString furtherTokensText(const serving::Figures& figures) {
  return figures.tpot.value > 0.0 ? bandedText(figures.tpot)
                                  : Deployments::tr("none, as answers have one token");
}

QString userRateText(const serving::Figures& figures) {
  return figures.tokens_per_second_per_user > 0.0 ? significantText(figures.tokens_per_second_per_user)
                                                  : unknownText();
}

const deploy::Fleet* fleetOf(const planning::Option* option) {
  const auto* layout = option != nullptr ? planning::as<planning::DeploymentLayout>(option->layout) : nullptr;
  return layout != nullptr ? &layout->fleet() : nullptr;
}

QString workerText(const serving::Worker& worker) {
  QStringList parts;
  const auto add = [&](const char* degree, int value) {
    if (value > 1) parts << u"%1 %2"_s.arg(QLatin1StringView(degree)).arg(value);
  };
  add("TP", worker.tensor_parallel);
  add("PP", worker.pipeline_parallel);
  add("EP", worker.expert_parallel);
  add("ADP", worker.attention_data_parallel);
  if (parts.isEmpty()) parts << u"TP 1"_s;
  if (worker.speculation.draft_tokens > 0)
    parts << Deployments::tr("%n draft(s)", "of speculation", worker.speculation.draft_tokens);
  return parts.join(u" · "_s);
}

QString deploymentText(const serving::Deployment& deployment) {
  if (!deployment.disaggregated())
    return Deployments::tr("%1 × %2", "replicas and their layout")
        .arg(wholeText(deployment.replicas), workerText(deployment.worker));
  const QString both = Deployments::tr("%1 prefill %2 + %3 decode %4", "workers and their layout")
                           .arg(wholeText(deployment.prefill_workers), workerText(*deployment.prefill),
                                wholeText(deployment.decode_workers), workerText(deployment.worker));
  return deployment.replicas == 1
             ? both
             : Deployments::tr("%1 × (%2)", "replicas").arg(wholeText(deployment.replicas), both);
}

QString fleetText(const deploy::Fleet& fleet, const std::vector<std::string>& pools) {
  QStringList groups;
  for (const deploy::Group& group : fleet.groups) {
    const QString text = deploymentText(group.deployment);
    const auto pool = static_cast<std::size_t>(group.pool);
    groups << (pool < pools.size() ? Deployments::tr("%1 on %2", "a layout and its pool")
                                         .arg(text, QString::fromStdString(pools[pool]))
                                   : text);
  }
  return groups.join(u" + "_s);
}

QString bindsText(serving::Binds binds) {
  switch (binds) {
    case serving::Binds::none:
      return unknownText();
    case serving::Binds::bandwidth:
      return Deployments::tr("memory bandwidth");
    case serving::Binds::compute:
      return Deployments::tr("compute");
    case serving::Binds::launches:
      return Deployments::tr("launches");
    case serving::Binds::links:
      return Deployments::tr("links");
    case serving::Binds::prefill:
      return Deployments::tr("prefill");
    case serving::Binds::kv_memory:
      return Deployments::tr("KV memory");
    case serving::Binds::host:
      return Deployments::tr("host");
    case serving::Binds::max_sequences:
      return Deployments::tr("limit of sequences");
    case serving::Binds::weights:
      break;
  }
  return Deployments::tr("memory of the weights");
}

QString missedText(deploy::Missed missed) {
  switch (missed) {
    case deploy::Missed::none:
      return {};
    case deploy::Missed::ttft:
      return Deployments::tr("time to first token");
    case deploy::Missed::tpot:
      return Deployments::tr("time per token");
    case deploy::Missed::e2e:
      return Deployments::tr("time of the whole answer");
    case deploy::Missed::traffic:
      return Deployments::tr("traffic");
    case deploy::Missed::memory:
      break;
  }
  return Deployments::tr("memory");
}

QString termText(const std::string& term) {
  if (term == "products") return Deployments::tr("products of weights");
  if (term == "decode_attention") return Deployments::tr("attention of decoding");
  if (term == "prefill_attention") return Deployments::tr("attention of prompts");
  if (term == "experts") return Deployments::tr("experts");
  if (term == "communication") return Deployments::tr("communication");
  if (term == "elementwise") return Deployments::tr("elementwise kernels");
  if (term == "head") return Deployments::tr("output head");
  if (term == "other") return Deployments::tr("launches");
  if (term == "host") return Deployments::tr("host");
  return QString::fromStdString(term);
}

QString failedCopiesText(int copies) {
  return Deployments::tr("That is while %n copies have failed.", nullptr, copies);
}

QString shortfallText(const deploy::Shortfall& shortfall, const strategy::Problem& problem) {
  const auto place = static_cast<std::size_t>(shortfall.pool);
  const QString pool = place < problem.cluster.pools.size()
                           ? QString::fromStdString(problem.cluster.pools[place].id)
                           : QString();
  const QString layout =
      shortfall.prefill
          ? Deployments::tr("%1 for prompts and %2 for answers", "layouts of workers")
                .arg(workerText(*shortfall.prefill), workerText(shortfall.worker))
          : workerText(shortfall.worker);
  QStringList said;
  switch (shortfall.missed) {
    case deploy::Missed::memory:
      said << Deployments::tr("Weights and one request need %1 GiB of a GPU of %2 with %3, which has %4 GiB.")
                  .arg(significantText(shortfall.found), pool, layout, significantText(shortfall.limit));
      break;
    case deploy::Missed::traffic:
      said << Deployments::tr(
                  "All machines serve %1 of the traffic's %2 within the promises; nearest comes %3 on %4.")
                  .arg(significantText(shortfall.found), significantText(shortfall.limit), layout, pool);
      if (shortfall.spares > 0) said << failedCopiesText(shortfall.spares);
      if (shortfall.breaks != deploy::Missed::none)
        said << Deployments::tr("With more its %1 is late first: %2.", "a promise, a time")
                    .arg(missedText(shortfall.breaks), durationText(shortfall.breaks_seconds));
      break;
    default:
      said << Deployments::tr(
                  "The %1 is %2 for %3 of requests at best, %4 on %5, and %6 is promised.",
                  "a promise, what is reached, a share of requests, a layout, a pool, what is promised")
                  .arg(missedText(shortfall.missed), durationText(shortfall.found),
                       percentText(shortfall.quantile, 0), layout, pool, durationText(shortfall.limit));
  }
  if (shortfall.of_any_load) said << Deployments::tr("Also one request alone misses it.");
  if (!shortfall.term.empty() && shortfall.term_seconds > 0.0)
    said << Deployments::tr("Most of a step goes to %1: %2.", "part of a step and its time")
                .arg(termText(shortfall.term), durationText(shortfall.term_seconds));
  const auto other = static_cast<std::size_t>(shortfall.nodes_pool);
  if (shortfall.nodes_needed > 0 && other < problem.cluster.pools.size())
    said << grouped(Deployments::tr("%n node(s) of %1 in all would do, %2 more than the cluster has.",
                                    nullptr, shortfall.nodes_needed)
                        .arg(QString::fromStdString(problem.cluster.pools[other].id))
                        .arg(shortfall.nodes_needed - shortfall.nodes_there),
                    shortfall.nodes_needed);
  else if (shortfall.missed != deploy::Missed::none)
    said << Deployments::tr("More nodes of one pool would not do.");
  if (shortfall.kept_spares == 0) said << Deployments::tr("Without a spare copy these machines would do.");
  if (shortfall.kept_spares > 0)
    said << Deployments::tr("With %n spare copies these machines would do.", nullptr, shortfall.kept_spares);
  if (shortfall.kept_promise > 0.0)
    said << Deployments::tr("These machines would keep a promise of %1.", "a time")
                .arg(durationText(shortfall.kept_promise));
  return said.join(u' ');
}

QString perMillionText(const std::optional<double>& usd) {
  return usd ? Deployments::tr("%1 per million tokens").arg(moneyText(usd)) : unknownText();
}

QString bandedText(const serving::Banded& time) {
  if (!(time.value > 0.0) || std::isinf(time.value)) return timeText(time.value);
  if (!(time.high > time.low)) return durationText(time.value);
  return Deployments::tr("%1 (%2 to %3)", "a time and its band")
      .arg(durationText(time.value), durationText(time.low), durationText(time.high));
}

std::vector<DeploymentColumn> deploymentColumns() {
  using Fleet = deploy::Fleet;
  static const double kUnknown = std::nan("");
  return {{"gpus", Deployments::tr("GPUs"),
           Deployments::tr("GPUs that serve; in brackets those that are paid for where they are more."),
           [](const Fleet& fleet) {
             return fleet.all_paid() > fleet.gpus
                        ? u"%1 (%2)"_s.arg(wholeText(fleet.gpus), wholeText(fleet.all_paid()))
                        : wholeText(fleet.gpus);
           },
           [](const Fleet& fleet) { return static_cast<double>(fleet.gpus); }},
          {"nodes", Deployments::tr("Nodes"), Deployments::tr("Whole nodes that it takes."),
           [](const Fleet& fleet) { return wholeText(fleet.nodes); },
           [](const Fleet& fleet) { return static_cast<double>(fleet.nodes); }},
          {"ttft_seconds", Deployments::tr("TTFT"),
           Deployments::tr("Median time to the first token, queue included."),
           [](const Fleet& fleet) { return firstTokenText(fleet.figures); },
           [](const Fleet& fleet) { return fleet.figures.ttft.value; }},
          {"tpot_seconds", Deployments::tr("TPOT"),
           Deployments::tr("Median time per output token after the first."),
           [](const Fleet& fleet) { return timeText(fleet.figures.tpot.value); },
           [](const Fleet& fleet) { return fleet.figures.tpot.value; }},
          {"tokens_per_second_per_user", Deployments::tr("tok/s/user"),
           Deployments::tr("Tokens a second that one user reads."),
           [](const Fleet& fleet) { return userRateText(fleet.figures); },
           [](const Fleet& fleet) { return fleet.figures.tokens_per_second_per_user; }},
          {"output_tokens_per_second_per_gpu", Deployments::tr("tok/s/GPU"),
           Deployments::tr("Output tokens a second of a GPU."),
           [](const Fleet& fleet) { return significantText(fleet.figures.output_tokens_per_second_per_gpu); },
           [](const Fleet& fleet) { return fleet.figures.output_tokens_per_second_per_gpu; }},
          {"requests_per_second", Deployments::tr("Requests/s"),
           Deployments::tr("Requests that are answered a second."),
           [](const Fleet& fleet) { return significantText(fleet.figures.requests_per_second); },
           [](const Fleet& fleet) { return fleet.figures.requests_per_second; }},
          {"capacity_requests_per_second", Deployments::tr("Capacity/s"),
           Deployments::tr("Requests a second that it serves within the promises."),
           [](const Fleet& fleet) {
             return fleet.capacity_requests_per_second > 0.0
                        ? significantText(fleet.capacity_requests_per_second)
                        : unknownText();
           },
           [](const Fleet& fleet) { return fleet.capacity_requests_per_second; }},
          {"usd_per_million_tokens", Deployments::tr("%1/M tokens", "sign of a currency").arg(currencySign()),
           Deployments::tr("What a million output tokens cost."),
           [](const Fleet& fleet) { return moneyText(fleet.usd_per_million_tokens); },
           [](const Fleet& fleet) { return fleet.usd_per_million_tokens.value_or(kUnknown); }},
          {"usd_per_hour", Deployments::tr("%1/h", "sign of a currency").arg(currencySign()),
           Deployments::tr("What an hour costs on the machines that are paid for."),
           [](const Fleet& fleet) { return moneyText(fleet.usd_per_hour); },
           [](const Fleet& fleet) { return fleet.usd_per_hour.value_or(kUnknown); }},
          {"batch", Deployments::tr("Batch"),
           Deployments::tr("Sequences that decode at once in a replica, on average."),
           [](const Fleet& fleet) { return significantText(fleet.figures.batch); },
           [](const Fleet& fleet) { return fleet.figures.batch; }},
          {"kv_use", Deployments::tr("KV use"),
           Deployments::tr("Share of the room for keys and values that is taken."),
           [](const Fleet& fleet) { return percentText(fleet.figures.kv_use, 0); },
           [](const Fleet& fleet) { return fleet.figures.kv_use; }},
          {"binds", Deployments::tr("Binds"), Deployments::tr("What limits it."),
           [](const Fleet& fleet) { return bindsText(fleet.figures.binds); },
           [](const Fleet& fleet) { return static_cast<double>(fleet.figures.binds); }}};
}

}  // namespace astrolabe::ui
