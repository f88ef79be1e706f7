#include "app/cli/serving_text.h"

#include <QStringList>

#include "app/cli/ranking.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/base/units.h"
#include "core/planning/slow_pace.h"
#include "ui/render/deployment_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

QString workerText(const serving::Worker& worker) {
  QStringList parts{QStringLiteral("TP %1").arg(worker.tensor_parallel)};
  const auto add = [&](const char* name, int value, int unless) {
    if (value != unless) parts.append(QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(value));
  };
  add("PP", worker.pipeline_parallel, 1);
  add("EP", worker.expert_parallel, 1);
  add("DP", worker.attention_data_parallel, 1);
  add("tokens", worker.max_batched_tokens, serving::Worker{}.max_batched_tokens);
  add("sequences", worker.max_sequences, 0);
  add("drafts", worker.speculation.draft_tokens, 0);
  add("host GiB", static_cast<int>(worker.kv_host_gib), 0);
  return parts.join(QStringLiteral(" · "));
}

QString secondsBand(const serving::Banded& banded) {
  return QStringLiteral("%1 (%2 to %3)")
      .arg(ui::durationText(banded.value), ui::durationText(banded.low), ui::durationText(banded.high));
}

/// What no other deployment does, by the objective.
QString goalText(strategy::Objective objective) {
  switch (objective) {
    case strategy::Objective::money:
      return QStringLiteral("costs less a token");
    case strategy::Objective::gpus:
      return QStringLiteral("pays for fewer GPUs");
    default:
      return QStringLiteral("makes more tokens/s a GPU");
  }
}

/// What is promised.
QString promisedText(deploy::Missed missed) {
  return missed == deploy::Missed::ttft   ? QStringLiteral("time to the first token")
         : missed == deploy::Missed::tpot ? QStringLiteral("time per token")
                                          : QStringLiteral("time of a request");
}

/// " for 95 % of requests", of a median nothing.
QString quantileText(double quantile) {
  return quantile == 0.5 ? QString()
                         : QStringLiteral(" for %1 of requests").arg(ui::percentText(quantile, 0));
}

/// What would be right.
QString remedyText(const deploy::Shortfall& shortfall, const std::vector<std::string>& pools) {
  QStringList ways;
  const auto pool = static_cast<std::size_t>(shortfall.nodes_pool);
  if (shortfall.nodes_needed > 0 && pool < pools.size())
    ways.append(QStringLiteral("%1 of %2 in all, %3 more than the cluster has")
                    .arg(counted(shortfall.nodes_needed, "node"), QString::fromStdString(pools[pool]))
                    .arg(shortfall.nodes_needed - shortfall.nodes_there));
  if (shortfall.kept_spares >= 0)
    ways.append(
        shortfall.kept_spares == 0
            ? QStringLiteral("no spare copy")
            : QStringLiteral("at most %1").arg(counted(shortfall.kept_spares, "spare copy", "spare copies")));
  if (shortfall.kept_promise > 0.0)
    ways.append(
        QStringLiteral("a promise of %1 on these machines").arg(ui::durationText(shortfall.kept_promise)));
  if (!ways.isEmpty()) return QStringLiteral("Would do: %1.").arg(ways.join(QStringLiteral(", or ")));
  return shortfall.missed == deploy::Missed::none ? QString()
                                                  : QStringLiteral("More nodes of one pool would not do.");
}

QString missedText(const deploy::Shortfall& shortfall, const std::vector<std::string>& pools,
                   serving::Traffic::Kind kind) {
  const auto pool = static_cast<std::size_t>(shortfall.pool);
  const QString where = pool < pools.size() ? QString::fromStdString(pools[pool]) : QString();
  const QString worker = shortfall.prefill
                             ? QStringLiteral("%1 for prompts and %2 for answers")
                                   .arg(workerText(*shortfall.prefill), workerText(shortfall.worker))
                             : workerText(shortfall.worker);
  const QString nearest = QStringLiteral("%1 on %2").arg(worker, where);
  switch (shortfall.missed) {
    case deploy::Missed::memory:
      return QStringLiteral("Nothing fits: weights and one request take %1 of a GPU's %2 with %3.")
          .arg(ui::gibText(shortfall.found * kGib), ui::gibText(shortfall.limit * kGib), nearest);
    case deploy::Missed::traffic: {
      QString text =
          QStringLiteral("The machines carry %1 of %2 %3 within the promises%4, most with %5.")
              .arg(ui::significantText(shortfall.found), ui::significantText(shortfall.limit),
                   kind == serving::Traffic::Kind::rate ? QStringLiteral("requests/s")
                                                        : QStringLiteral("users in flight"),
                   shortfall.spares > 0 ? QStringLiteral(" while %1 failed")
                                              .arg(counted(shortfall.spares, "copy has", "copies have"))
                                        : QString(),
                   nearest);
      if (shortfall.breaks != deploy::Missed::none)
        text += QStringLiteral(" With more its %1 is late first, %2 then.")
                    .arg(promisedText(shortfall.breaks), ui::durationText(shortfall.breaks_seconds));
      return text;
    }
    case deploy::Missed::none:
      return QStringLiteral("The limits of the job forbid every deployment.");
    default:
      break;
  }
  QString text = QStringLiteral("No deployment keeps the promised %1 of %2%3: the nearest takes %4 (%5).")
                     .arg(promisedText(shortfall.missed), ui::durationText(shortfall.limit),
                          quantileText(shortfall.quantile), ui::durationText(shortfall.found), nearest);
  if (shortfall.of_any_load && !shortfall.term.empty())
    text += QStringLiteral(" One request alone takes as long. Of its step most, %1, is for %2.")
                .arg(ui::durationText(shortfall.term_seconds),
                     QString::fromStdString(shortfall.term).replace(QLatin1Char('_'), QLatin1Char(' ')));
  return text;
}

/// Where a search to its end proved nothing, as some GPUs are slow.
QString unprovenText(const planning::FoundDeployments& found) {
  const QString least = found.has_bound
                            ? QStringLiteral("; with nothing marked none is better by more than %1")
                                  .arg(ui::percentText(found.gap))
                            : QString();
  return QStringLiteral(
             "Not proven: the first is the best with each pool at the pace of its slowest GPU%1. Slow GPUs "
             "marked as failed are left out, which may be better")
      .arg(least);
}

QString stoppedText(const planning::FoundDeployments& found) {
  if (planning::is_paced(found)) return unprovenText(found);
  if (!found.has_bound) return QStringLiteral("Stopped early: there may be better ones");
  return QStringLiteral("Stopped early: none is better by more than %1").arg(ui::percentText(found.gap));
}

/// What to know of the products of a fleet's weights; empty: nothing.
QString productsText(const deploy::Fleet& fleet, const std::vector<std::string>& pools) {
  QStringList sentences;
  for (const deploy::Group& group : fleet.groups) {
    const auto pool = static_cast<std::size_t>(group.pool);
    const QString where = pool < pools.size() ? QString::fromStdString(pools[pool]) : QString();
    if (group.figures.products == serving::Products::fp16)
      sentences.append(QStringLiteral("%1 has no bf16: weights and products are fp16.").arg(where));
    if (group.figures.products == serving::Products::weights_alone)
      sentences.append(
          QStringLiteral(
              "%1 has no products of that precision: weights are read in it and multiplied in bf16.")
              .arg(where));
  }
  sentences.removeDuplicates();
  return sentences.join(QLatin1Char(' '));
}

/// Which promise a deployment breaks, in a cell.
QString promiseText(const deploy::Fleet& fleet) {
  switch (fleet.missed) {
    case deploy::Missed::none:
      return QStringLiteral("kept");
    case deploy::Missed::traffic:
      return QStringLiteral("too little for the traffic");
    case deploy::Missed::memory:
      return QStringLiteral("does not fit");
    default:
      return QStringLiteral("breaks %1").arg(promisedText(fleet.missed));
  }
}

/// `marked`: with the promises that are kept or broken.
Table tableOf(const std::vector<planning::OptionPtr>& options, const std::vector<std::string>& pools,
              bool marked) {
  Table table;
  table.column(QStringLiteral("#"), Align::Right);
  table.column(QStringLiteral("Tokens/s/GPU"), Align::Right);
  table.column(QStringLiteral("Tokens/s/user"), Align::Right);
  table.column(QStringLiteral("First token"), Align::Right);
  table.column(QStringLiteral("Per token"), Align::Right);
  table.column(QStringLiteral("Requests/s"), Align::Right);
  table.column(QStringLiteral("$/1M tokens"), Align::Right);
  table.column(QStringLiteral("GPUs"), Align::Right);
  table.column(QStringLiteral("Paid"), Align::Right);
  table.column(QStringLiteral("Binds"));
  if (marked) table.column(QStringLiteral("Promises"));
  table.column(QStringLiteral("Deployment"));
  int place = 0;
  for (const planning::OptionPtr& option : options) {
    const deploy::Fleet& fleet = planning::as<planning::DeploymentLayout>(option->layout)->fleet();
    const serving::Figures& figures = fleet.figures;
    QStringList cells{QString::number(++place),
                      ui::significantText(figures.output_tokens_per_second_per_gpu),
                      ui::userRateText(figures),
                      ui::firstTokenText(figures),
                      ui::timeText(figures.tpot.value),
                      ui::significantText(figures.requests_per_second),
                      ui::moneyText(fleet.usd_per_million_tokens),
                      QString::number(fleet.gpus),
                      QString::number(fleet.all_paid()),
                      QLatin1String(serving::to_string(figures.binds))};
    if (marked) cells.append(promiseText(fleet));
    cells.append(deploymentText(fleet, pools));
    table.row(cells);
  }
  return table;
}

}  // namespace

QString deploymentText(const deploy::Fleet& fleet, const std::vector<std::string>& pools) {
  QStringList groups;
  for (const deploy::Group& group : fleet.groups) {
    const serving::Deployment& deployment = group.deployment;
    const auto pool = static_cast<std::size_t>(group.pool);
    QString what = workerText(deployment.worker);
    if (deployment.prefill)
      what = QStringLiteral("(%1 x %2 prefill + %3 x %4 decode)")
                 .arg(deployment.prefill_workers)
                 .arg(workerText(*deployment.prefill))
                 .arg(deployment.decode_workers)
                 .arg(what);
    groups.append(QStringLiteral("%1 x %2%3")
                      .arg(deployment.replicas)
                      .arg(what, pool < pools.size()
                                     ? QStringLiteral(" on %1").arg(QString::fromStdString(pools[pool]))
                                     : QString()));
  }
  return groups.join(QStringLiteral(" + "));
}

QString deploymentFigures(const planning::Option& option, const strategy::Problem& problem) {
  const deploy::Fleet& fleet = planning::as<planning::DeploymentLayout>(option.layout)->fleet();
  const serving::Figures& figures = fleet.figures;
  Table table;
  table.column(deploymentText(fleet, problem.pool_ids()));
  table.column(counted(fleet.gpus, "GPU"), Align::Right);
  if (figures.fits) {
    const bool timed = std::isfinite(figures.ttft.value);  // offline a first token has no time
    if (figures.stable && !timed) {
      table.row({QStringLiteral("First token"), QStringLiteral("offline: not asked")});
    } else if (figures.stable) {
      table.row({QStringLiteral("First token"), secondsBand(figures.ttft)});
      table.row({QStringLiteral("First token, 99 %"), secondsBand(figures.ttft_p99)});
      if (figures.wait_seconds > 0.0)
        table.row({QStringLiteral("Of it waiting for a place"), ui::durationText(figures.wait_seconds)});
    } else {
      table.row({QStringLiteral("First token"), QStringLiteral("the queue grows without end")});
      table.row({QStringLiteral("Most requests/s within the promises"),
                 ui::significantText(fleet.capacity_requests_per_second)});
    }
    table.row({QStringLiteral("Time per token"),
               figures.tpot.value > 0.0 ? secondsBand(figures.tpot) : ui::furtherTokensText(figures)});
    if (figures.stable && timed) table.row({QStringLiteral("Time of a request"), secondsBand(figures.e2e)});
    table.row({QStringLiteral("Tokens/s"), ui::significantText(figures.output_tokens_per_second.value)});
    table.row(
        {QStringLiteral("Tokens/s a GPU"), ui::significantText(figures.output_tokens_per_second_per_gpu)});
    table.row({QStringLiteral("Requests/s"), ui::significantText(figures.requests_per_second)});
    table.row({QStringLiteral("$/1M tokens"), ui::moneyText(fleet.usd_per_million_tokens)});
    table.row({QStringLiteral("$ an hour"), ui::moneyText(fleet.usd_per_hour)});
    table.row({QStringLiteral("Sequences at once"), ui::significantText(figures.batch)});
    table.row({QStringLiteral("Keys and values, used"), ui::percentText(figures.kv_use)});
    table.row({QStringLiteral("Binds"), QLatin1String(serving::to_string(figures.binds))});
  }
  table.row({QStringLiteral("Weights of a GPU"), ui::gibText(figures.memory.weights)});
  table.row({QStringLiteral("Room for keys and values"), ui::gibText(figures.memory.kv_bytes)});
  if (figures.prefill_memory) {
    table.row({QStringLiteral("Weights of a GPU, prefill"), ui::gibText(figures.prefill_memory->weights)});
    table.row(
        {QStringLiteral("Room for keys and values, prefill"), ui::gibText(figures.prefill_memory->kv_bytes)});
  }
  if (figures.memory.host_bytes > 0.0)
    table.row(
        {QStringLiteral("The same in the host's memory, a GPU"), ui::gibText(figures.memory.host_bytes)});
  if (const serving::PrefixHits& hits = figures.prefixes; hits.on_host + hits.missed > 0.0)
    table.row({QStringLiteral("Prompts found on GPU, on host, read again"),
               QStringLiteral("%1, %2, %3")
                   .arg(ui::percentText(hits.on_device), ui::percentText(hits.on_host),
                        ui::percentText(hits.missed))});
  const QString products = productsText(fleet, problem.pool_ids());
  return products.isEmpty() ? table.text() : table.text() + QLatin1Char('\n') + products;
}

QString deploymentsText(const planning::FoundDeployments& found) {
  const strategy::Problem& problem = found.question->problem;
  const std::vector<std::string> pools = problem.pool_ids();
  QStringList lines{
      QStringLiteral("%1 on %2")
          .arg(QString::fromStdString(problem.graph->name), counted(problem.cluster.gpus(), "GPU"))};
  const std::vector<planning::OptionPtr> possible = planning::possible(found.options);
  if (possible.empty()) {
    if (found.shortfall)
      lines.append(missedText(*found.shortfall, pools, found.job.traffic.kind));
    else
      lines.append(QStringLiteral("Nothing fits."));
    if (found.shortfall)
      if (const QString remedy = remedyText(*found.shortfall, pools); !remedy.isEmpty()) lines.append(remedy);
    if (planning::is_paced(found))
      lines.append(
          QStringLiteral("That is not proven: each pool was taken at the pace of its slowest GPU. Mark slow "
                         "GPUs as failed to see what the others do without them."));
  } else {
    lines.append(QStringLiteral("%1. %2 of %3 predicted, %4.")
                     .arg(found.status == plan::Status::optimal
                              ? QStringLiteral("Proven: no deployment %1 (gap 0 %)")
                                    .arg(goalText(found.question->objective))
                              : stoppedText(found),
                          ui::wholeText(static_cast<double>(found.counts.evaluated)),
                          counted(static_cast<double>(found.counts.total), "deployment"),
                          ui::durationText(found.seconds)));
    lines.append(QString());
    lines.append(tableOf(possible, pools, false).text());
    if (const QString products =
            productsText(planning::as<planning::DeploymentLayout>(possible.front()->layout)->fleet(), pools);
        !products.isEmpty())
      lines.append(products);
  }
  if (!found.frontier.empty()) {
    lines.append(QString());
    lines.append(
        QStringLiteral("Not beaten in tokens/s of a user and of a GPU at once, whatever is promised%1:")
            .arg(planning::has_slow(problem)
                     ? QStringLiteral(", with each pool at the pace of its slowest GPU")
                     : QString()));
    const serving::Promises& promises = found.job.promises;
    const bool promised = promises.ttft_seconds || promises.tpot_seconds || promises.e2e_seconds;
    lines.append(tableOf(found.frontier, pools, promised).text());
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace astrolabe::cli
