// What a cell of the ranking says on hover: its value to six digits with its unit, and what belongs to it.

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_columns.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// By what a person chooses a row, where that is of the step that the ranking counts.
bool isOfCountedStep(int column) {
  constexpr int kOfStep[] = {RankingModel::Rank, RankingModel::TokensPerSecond, RankingModel::UsdPerTrillion,
                             RankingModel::Step, RankingModel::JobHours,        RankingModel::JobUsd,
                             RankingModel::Delta};
  return std::find(std::begin(kOfStep), std::end(kOfStep), column) != std::end(kOfStep);
}

}  // namespace

/// The value of a column that is a figure of an evaluation; empty for words and settings.
QString RankingModel::exactValue(const cost::Evaluation& e, Entry entry, int column) const {
  if (column == Delta) {
    constexpr int kDecimals = 3;
    const double share = m_state.number(entry, Delta);
    return std::isnan(share) ? QString() : signedPercentText(share, kDecimals);
  }
  const auto exact = rankingColumn(column).exact;
  return exact != nullptr ? exact(e) : QString();
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
  if (e != nullptr && isOfCountedStep(column)) lines << placedStepSentences(*e);
  if (const planning::Option* other = m_state.beside(entry))
    lines << layoutLine(other->layout) << kindWords(*other).tip();
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
