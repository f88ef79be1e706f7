// What a cell of the ranking says on hover: its value to six digits with its unit, and what belongs to it.

#include <cmath>

#include "core/base/units.h"
#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kShareDecimals = 3;

}  // namespace

/// The value of a column that is a number of an evaluation; empty for words and degrees.
QString RankingModel::exactValue(const cost::Evaluation& e, Entry entry, int column) const {
  switch (column) {
    case TokensPerSecond:
      return tr("%1 tokens/s").arg(exactText(e.tokens_per_second));
    case UsdPerTrillion:
      return e.money.usd_per_trillion_tokens
                 ? tr("%1 for 10¹² tokens").arg(exactMoneyText(*e.money.usd_per_trillion_tokens))
                 : tr("no price");
    case Step:
    case StepLow:
    case StepHigh:
      return tr("%1 s").arg(exactText(m_state.number(entry, column)));
    case Mfu:
    case Bubble:
      return percentText(m_state.number(entry, column), kShareDecimals);
    case PeakMemory: {
      const int stage = e.fullest_stage();
      if (stage < 0) return {};
      const cost::StageMemory& memory = e.memory[static_cast<std::size_t>(stage)];
      return tr("%1 of the %2 allowed (capacity less headroom) in stage %3: %4 of the limit")
          .arg(gibText(memory.total.value, kShareDecimals), gibText(memory.limit.value, kShareDecimals))
          .arg(stage + 1)
          .arg(percentText(e.memory_share(), kShareDecimals));
    }
    case TokensPerGpu:
      return tr("%1 tokens/s per GPU").arg(exactText(e.tokens_per_second_per_gpu));
    case JobHours:
      return tr("%1 hours; %2 without failures").arg(exactText(e.outcome.hours), exactText(e.hours_for_job));
    case JobUsd:
      return e.outcome.usd ? exactMoneyText(e.outcome.usd->value) : tr("no price");
    case Power:
      return (e.money.power_estimated ? tr("%1 kW, an estimate") : tr("%1 kW"))
          .arg(exactText(e.money.power_kw));
    case Delta: {
      const double share = m_state.number(entry, Delta);
      return std::isnan(share) ? QString() : signedPercentText(share, kShareDecimals);
    }
    default:
      return {};
  }
}

QString RankingModel::tip(Entry entry, int column) const {
  const cost::Evaluation* e = m_state.evaluation(entry);
  QStringList lines;
  if (column == Rank && entry.kind == Kind::Best && e != nullptr && m_state.snapshot->places_proven &&
      entry.index >= static_cast<std::uint32_t>(*m_state.snapshot->places_proven))
    lines << unprovenPlacesText(*m_state.snapshot);
  if (column == RunsOn) return runtimeTip(entry);
  if (column == Evidence) return evidenceTip(entry);
  if (column == Reason) return text(entry, column);
  if (e != nullptr)
    if (const QString exact = exactValue(*e, entry, column); !exact.isEmpty()) lines << roundedNumbers(exact);
  if (column == Step && e != nullptr)
    lines << tr("80 % band %1 to %2").arg(durationText(e->step_low.value), durationText(e->step_high.value));
  if (column == UsdPerTrillion) lines << tr("cost per hour × 10¹² ÷ (tokens per second × 3600)");
  if (column == Delta) lines << headerData(Delta, Qt::Horizontal, Qt::ToolTipRole).toString();
  if (const planning::Option* other = m_state.beside(entry)) lines << kindWords(*other).tip();
  lines.removeAll(QString());
  return lines.join(u'\n');
}

/// What Δ is taken of and against, in a few words, or whole with its sign.
QString RankingModel::deltaTitle(bool whole) const {
  const bool pinned = m_state.referencePinned;
  switch (m_state.snapshot ? m_state.snapshot->objective : strategy::Objective::throughput) {
    case strategy::Objective::money:
      if (!whole)
        return (pinned ? tr("Δ pinned %1/1T", "sign of a currency")
                       : tr("Δ best %1/1T", "sign of a currency"))
            .arg(currencySign());
      return (pinned ? tr("%1 against the strategy pinned last: + is cheaper, − is more expensive",
                          "$/1T tokens")
                     : tr("%1 against the best: + is cheaper, − is more expensive", "$/1T tokens"))
          .arg(moneyPerTokens());
    case strategy::Objective::gpus:
      if (!whole) return pinned ? tr("Δ pinned GPUs") : tr("Δ best GPUs");
      return pinned ? tr("GPUs against the strategy pinned last: + is fewer, − is more")
                    : tr("GPUs against the best: + is fewer, − is more");
    case strategy::Objective::throughput:
    case strategy::Objective::pareto:
      break;
  }
  if (!whole) return pinned ? tr("Δ pinned") : tr("Δ best");
  return pinned ? tr("Speed against the strategy pinned last: + is faster, − is slower")
                : tr("Speed against the best: + is faster, − is slower");
}

}  // namespace astrolabe::ui
