#include "ui/render/exchange_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct ExchangeSaid {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ExchangeView)
};

}  // namespace

std::optional<serving::ExpertExchange> exchangeOf(const std::optional<serving::Question>& question,
                                                  const deploy::Group& group) {
  if (!question) return std::nullopt;
  const serving::Deployment& deployment = group.deployment;
  const serving::Worker& worker = deployment.worker;
  const int workers = deployment.disaggregated() ? deployment.decode_workers : 1;
  const double tokens =
      group.figures.batch * (1.0 + worker.speculation.draft_tokens) / (workers * worker.expert_parallel);
  return serving::expert_exchange(*question, worker, tokens);
}

QString exchangeWords(const serving::ExpertExchange& exchange) {
  QStringList words;
  const double bound = exchange.bound_seconds;
  words << ExchangeSaid::tr("Dispatch of %1 tokens a rank at %2: at least %3.", "tokens, rate, duration")
               .arg(wholeText(exchange.tokens), bandwidthText(exchange.gb_per_s * 1e9), durationText(bound));
  if (!exchange.schedule.all_slots.empty())
    words << ExchangeSaid::tr("The schedule takes %1 (%2 above).", "duration, percent")
                 .arg(durationText(exchange.schedule.makespan_seconds), percentText(exchange.schedule.gap()));
  else
    words << ExchangeSaid::tr("Slots are shown up to %1 ranks.").arg(serving::kMostScheduledRanks);
  words << ExchangeSaid::tr("In the order of ranks it would be %1 (%2 above).", "duration, percent")
               .arg(durationText(exchange.in_order_seconds),
                    percentText(bound > 0.0 ? exchange.in_order_seconds / bound - 1.0 : 0.0));
  words << ExchangeSaid::tr(
               "The fullest rank has %1 times the mean load; no placement of these experts is below %2.")
               .arg(significantText(exchange.placement.fullest), significantText(exchange.placement.bound));
  if (!exchange.loads_known)
    words << ExchangeSaid::tr("Assumed: experts are equally loaded, as the job says nothing of their loads.");
  return words.join(u' ');
}

QString expertsOf(const exchange::ExpertPlacement& placement, std::size_t rank) {
  QStringList experts;
  for (const int expert : placement.experts[rank]) {
    const int copies = placement.copies[static_cast<std::size_t>(expert)];
    experts << (copies > 1 ? ExchangeSaid::tr("%1 (%n copies)", "number of an expert", copies).arg(expert)
                           : QString::number(expert));
  }
  return experts.join(u", "_s);
}

}  // namespace astrolabe::ui
