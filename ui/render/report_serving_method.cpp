// The appendix of a deployment's report: words, method, constants, start.
#include <QCoreApplication>

#include "core/exports/serving_start.h"
#include "core/planning/deployment_exports.h"
#include "core/serving/constants.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/report_serving.h"
#include "ui/render/serving_constant_words.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct ServingMethodText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

QString workerDegrees(const serving::Worker& worker) {
  QStringList parts{u"TP %1"_s.arg(worker.tensor_parallel)};
  if (worker.attention_data_parallel > 1) parts << u"ADP %1"_s.arg(worker.attention_data_parallel);
  if (worker.pipeline_parallel > 1) parts << u"PP %1"_s.arg(worker.pipeline_parallel);
  if (worker.expert_parallel > 1) parts << u"EP %1"_s.arg(worker.expert_parallel);
  if (worker.speculation.draft_tokens > 0)
    parts << ServingMethodText::tr("%1 drafted").arg(worker.speculation.draft_tokens);
  return parts.join(u" · "_s);
}

}  // namespace

QString servedWorkersText(const serving::Deployment& deployment) {
  if (!deployment.prefill) return workerDegrees(deployment.worker);
  return ServingMethodText::tr("%1 × prefill %2 + %3 × decode %4")
      .arg(deployment.prefill_workers)
      .arg(workerDegrees(*deployment.prefill))
      .arg(deployment.decode_workers)
      .arg(workerDegrees(deployment.worker));
}

QString servedLayoutText(const deploy::Fleet& fleet, const strategy::Problem& problem) {
  QStringList parts;
  for (const deploy::Group& group : fleet.groups) {
    const QString workers = servedWorkersText(group.deployment);
    parts << ServingMethodText::tr("%1 × %2 on %3", "replicas, layout, pool")
                 .arg(group.deployment.replicas)
                 .arg(group.deployment.prefill ? u'(' + workers + u')' : workers,
                      text(problem.cluster.pools.at(static_cast<std::size_t>(group.pool)).id));
  }
  return parts.join(u" + "_s);
}

QString servedBindsText(serving::Binds binds) {
  switch (binds) {
    case serving::Binds::none:
      return ServingMethodText::tr("nothing binds");
    case serving::Binds::bandwidth:
      return ServingMethodText::tr("reading weights and the cache from memory takes most of an iteration");
    case serving::Binds::compute:
      return ServingMethodText::tr("arithmetic takes most of an iteration");
    case serving::Binds::launches:
      return ServingMethodText::tr("launches of small kernels take most of an iteration");
    case serving::Binds::links:
      return ServingMethodText::tr("links between GPUs take most of an iteration");
    case serving::Binds::prefill:
      return ServingMethodText::tr("prompts take most of the time");
    case serving::Binds::kv_memory:
      return ServingMethodText::tr("memory for keys and values limits how many sequences decode at once");
    case serving::Binds::max_sequences:
      return ServingMethodText::tr("the limit of sequences keeps others waiting that memory has room for");
    case serving::Binds::host:
      return ServingMethodText::tr("the host takes longer for an iteration than the GPU");
    case serving::Binds::weights:
      return ServingMethodText::tr("the weights leave no memory for keys and values");
  }
  return {};
}

void drawServingMethod(ReportWriter& page, const FoundContent& c) {
  page.heading(ServingMethodText::tr("Method"));
  page.paragraph(ServingMethodText::tr(
      "The figures are computed, not measured. An iteration is the sum of its kernels: products of the batch "
      "with each weight, limited by arithmetic or by memory traffic; attention over the keys and values of "
      "all sequences; experts, of which each distinct one is read once; all-reduce and all-to-all on the "
      "link they use; launches. The host works beside the GPU, and what does not overlap is added."));
  page.paragraph(ServingMethodText::tr(
      "Load is a fixed point: as many sequences decode as arrive during the time that each takes, and the "
      "time grows with their number. Prompts take their part of each iteration, or iterations of their own "
      "where an engine runs them alone. Waiting follows from arrivals and from the places that memory and "
      "the limits of the engine leave."));
  page.table(ServingMethodText::tr("The formulas."),
             {{ServingMethodText::tr("Figure"), 1.2}, {ServingMethodText::tr("Formula"), 2.8}},
             {{ServingMethodText::tr("Iteration"), u"t = (t_GPU⁴ + t_host⁴)^(1/4) + gap"_s},
              {ServingMethodText::tr("Sequences that decode"), u"b = λ · O · TPOT"_s},
              {ServingMethodText::tr("Time per token"), u"TPOT = t(b, p) / A,  A = 1 + a + … + aⁿ"_s},
              {ServingMethodText::tr("Distinct experts"), u"E · (1 − (1 − k/E)^b)"_s},
              {ServingMethodText::tr("Room for keys and values"), u"u · M − W − work space − reserve"_s},
              {ServingMethodText::tr("Cost of a million tokens"), u"USD/h ÷ (3.6 · tokens/s · 10⁻³)"_s}});
  page.paragraph(ServingMethodText::tr(
      "λ: requests/s; O: tokens of an answer; t(b, p): an iteration of b sequences and p tokens of prompts; "
      "a: probability that a drafted token is accepted, n: drafted tokens; E: experts, k: of a token; u: "
      "share of the memory M that the engine takes, W: weights. Bands hold 80 % of comparable measured "
      "runs."));
  const auto* found = dynamic_cast<const planning::FoundDeployments*>(&c.found);
  if (found != nullptr)
    page.paragraph(ServingMethodText::tr("%1 deployments were evaluated and %2 cut by bounds, in %3.")
                       .arg(wholeText(static_cast<double>(found->evaluated)),
                            wholeText(static_cast<double>(found->cut_by_bound)),
                            durationText(found->seconds)));
}

void drawServingConstants(ReportWriter& page, const FoundContent&) {
  const serving::ConstantTable& table = serving::shipped_constants();
  page.heading(ServingMethodText::tr("Constants of the engines"));
  std::vector<QStringList> rows;
  for (const serving::ConstantRow& row : table.rows)
    rows.push_back(
        {servingConstantMeaning(row.meaning), significantText(row.value, 4), servingConstantUnit(row.unit)});
  page.table(ServingMethodText::tr("Constants of the engines' software, fitted to measured runs (%1).")
                 .arg(text(table.date)),
             {{ServingMethodText::tr("Constant"), 4},
              {ServingMethodText::tr("Value"), 1, true},
              {ServingMethodText::tr("Unit"), 0.6}},
             rows);
}

void drawServingStart(ReportWriter& page, const FoundContent& c) {
  const auto* layout = planning::as<planning::DeploymentLayout>(c.winner.layout);
  const auto served = planning::served_fleet(*layout);
  if (!served) return;
  const auto servers = exports::servers_of(*served);
  page.heading(ServingMethodText::tr("The start"));
  if (!servers) return page.paragraph(messageFor(servers.error()).plain());
  QStringList refused;  // servers of one deployment are often refused for one reason
  for (const exports::Server& server : *servers) {
    const auto start = exports::engine_start(served->job.runtime, *served, server);
    if (!start) {
      const QString why = messageFor(start.error()).plain();
      if (!refused.contains(why)) page.paragraph(why);
      refused << why;
      continue;
    }
    std::vector<QStringList> rows;
    for (const auto& [name, value] : start->arguments)
      rows.push_back({text(name), value == true
                                      ? QString()
                                      : text(value.is_string() ? value.get<std::string>() : text_of(value))});
    for (const auto& [name, value] : start->file)
      rows.push_back({text(name), text(value.is_string() ? value.get<std::string>() : text_of(value))});
    for (const auto& [name, value] : start->place) rows.push_back({text(name), text(value)});
    page.table(ServingMethodText::tr("Arguments of %1 for %2; copies: %3.", "engine, server")
                   .arg(text(exports::EngineArguments(serving::to_string(served->job.runtime)).title()),
                        text(server.name))
                   .arg(server.copies),
               {{ServingMethodText::tr("Argument"), 2}, {ServingMethodText::tr("Value"), 2}}, rows);
  }
}

}  // namespace astrolabe::ui
