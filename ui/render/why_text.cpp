#include "ui/render/why_text.h"

#include <QCoreApplication>

#include "core/plan/placed_step.h"
#include "ui/render/answer_text.h"
#include "ui/render/cause_words.h"
#include "ui/render/duration_pair.h"
#include "ui/render/leader_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/rule_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using plan::Verdict;

struct WhyWords {
  Q_DECLARE_TR_FUNCTIONS(Why)
};

/// How many parts of the difference are told; the rest is in the table.
constexpr int kParts = 3;

/// A plan of another kind has a strategy without stages.
bool isStrategy(const cost::Evaluation& evaluation) { return !evaluation.strategy.stages.empty(); }

/// What the ranking counts of the two whose step on the nodes is another; of a plan whose slow GPUs have
/// their own share, or of a strategy on none, a step is the one that was told. Precondition: of one it is
/// another.
QString countedSentence(const plan::Why& why) {
  const QString given = durationText(why.given->step.value), best = durationText(why.best->step.value);
  if (!isPlacedApart(*why.given))
    return WhyWords::tr(
               "The ranking counts %1 for the strategy that is fastest so, with every GPU in use as slow as "
               "the slowest of its pool.")
        .arg(best);
  if (!isPlacedApart(*why.best))
    return WhyWords::tr(
               "The ranking counts %1 for the one asked about, with every GPU in use as slow as the slowest "
               "of its pool.")
        .arg(given);
  return WhyWords::tr(
             "The ranking counts %1 and %2, with every GPU in use as slow as the slowest of its pool.")
      .arg(given, best);
}

QStringList stepSentences(const plan::Why& why, const strategy::Problem& problem) {
  const double given = why.given->step.value, best = why.best->step.value;
  const QStringList parts = partSentences(why, problem);
  const auto [givenText, bestText] = durationTexts(given, best);
  if (!why.as_placed || (!isPlacedApart(*why.given) && !isPlacedApart(*why.best)))
    return QStringList((isStrategy(*why.best)
                            ? WhyWords::tr("A step takes %1; with the best strategy it takes %2 (%3).")
                            : WhyWords::tr("A step takes %1; with the best plan it takes %2 (%3)."))
                           .arg(givenText, bestText, signedPercentText(given / best - 1.0))) +
           parts;
  const double here = plan::step_as_placed(*why.given), there = plan::step_as_placed(*why.best);
  const auto [hereText, thereText] = durationTexts(here, there);
  QStringList told{
      WhyWords::tr("As ranks stand on the nodes, where a slow GPU slows only what waits for it, a step takes "
                   "%1; with the strategy that is fastest so it takes %2 (%3).")
          .arg(hereText, thereText, signedPercentText(here / there - 1.0)),
      countedSentence(why)};
  if (!parts.isEmpty()) told << WhyWords::tr("Counted so, the parts of the steps differ:") << parts;
  return told;
}

/// The one that is both faster and cheaper, by its degrees and figures.
QString dominatedSentence(const cost::Evaluation& other) {
  const strategy::Strategy& by = other.strategy;
  return boundDegrees(
      WhyWords::tr(
          "Another strategy is both faster and cheaper: TP %1 · PP %2 · DP %3 with %4 tokens/s, at %5 for "
          "10¹² tokens.")
          .arg(tensorText(by))
          .arg(by.pipeline_parallel)
          .arg(by.data_parallel)
          .arg(wholeText(other.tokens_per_second), moneyText(other.money.usd_per_trillion_tokens)));
}

/// As good as the first; then what decides between equals.
QStringList tieSentences(const plan::Why& why) {
  const QString as = WhyWords::tr("Exactly as good as the best.");
  const auto& given = why.given->money.usd_per_trillion_tokens;
  const auto& best = why.best->money.usd_per_trillion_tokens;
  if (why.tied_by == "usd_per_trillion_tokens")
    return {as, WhyWords::tr("The best is cheaper: 10¹² tokens cost %1, here %2.")
                    .arg(moneyText(*best), moneyText(*given))};
  if (why.tied_by == "step_seconds") {
    const auto [first, here] = durationTexts(why.best->step.value, why.given->step.value);
    return {as, WhyWords::tr("The best is faster: a step takes %1, here %2.").arg(first, here)};
  }
  if (why.tied_by == "gpus")
    return {as, WhyWords::tr("The best uses fewer GPUs: %1, here %2.")
                    .arg(wholeText(why.best->gpus_used()), wholeText(why.given->gpus_used()))};
  if (why.tied_by == "stages")
    return {as, WhyWords::tr("Of equals the ranking takes the one whose stages come first in order.")};
  return {as, WhyWords::tr(
                  "Of equals the ranking takes the one whose settings come first in order: %1 is %2 there, "
                  "here %3.")
                  .arg(QString::fromStdString(why.tied_by),
                       QString::fromStdString(strategy::setting(why.best->strategy, why.tied_by)),
                       QString::fromStdString(strategy::setting(why.given->strategy, why.tied_by)))};
}

}  // namespace

QStringList whySentences(const plan::Why& why, const strategy::Problem& problem) {
  QStringList sentences;
  switch (why.verdict) {
    case Verdict::best:
      if (!why.is_ahead()) return {WhyWords::tr("This is the best strategy.")};
      return QStringList(why.given->strategy.stages.empty()
                             ? WhyWords::tr("Ahead of every strategy.")
                             : WhyWords::tr("Ahead of every strategy of the ranking, as ranks stand on the "
                                            "nodes.")) +
             stepSentences(why, problem);
    case Verdict::tied:
      sentences << tieSentences(why);
      break;
    case Verdict::on_front:
      sentences << WhyWords::tr("On the Pareto frontier: nothing is both faster and cheaper.");
      break;
    case Verdict::rule:
      sentences
          << (why.rule_text.empty()
                  ? WhyWords::tr("Ruled out by rule “%1”.").arg(QString::fromStdString(why.violation.rule))
                  : WhyWords::tr("Ruled out by rule “%1”: %2.")
                        .arg(QString::fromStdString(why.violation.rule), ruleReasonText(why.rule_text)));
      return sentences;
    case Verdict::memory:
    case Verdict::limit:
      sentences << messageFor(why.violation, problem).plain();
      break;
    case Verdict::outside_space:
      if (!why.unused.empty()) {
        sentences << WhyWords::tr("It is better than the best strategy found, which has to take all GPUs.");
        break;
      }
      sentences << (why.setting.empty()
                        ? WhyWords::tr("It is better than the best strategy found, and outside the "
                                       "space that was searched. Allow "
                                       "its settings in the job.")
                        : WhyWords::tr("Outside the space that the job allows: %1.")
                              .arg(QString::fromStdString(why.setting)));
      break;
    case Verdict::slower:
      sentences << (why.as_placed
                        ? WhyWords::tr("Possible, and slower than the best as ranks stand on the nodes.")
                        : WhyWords::tr("Possible, and slower than the best."));
      break;
    case Verdict::dearer:
      sentences << WhyWords::tr("Possible, and more expensive than the best.");
      break;
    case Verdict::larger:
      sentences << WhyWords::tr("Possible, and on more GPUs than the best.");
      break;
    case Verdict::dominated:
      sentences << (why.dominated_by ? dominatedSentence(*why.dominated_by)
                                     : WhyWords::tr("Another strategy is both faster and cheaper."));
      break;
    case Verdict::not_reached:
      sentences << WhyWords::tr("The search has not reached it yet.");
      break;
  }
  if (!why.unused.empty()) {
    QStringList pools;
    for (const std::string& pool : why.unused) pools << QString::fromStdString(pool);
    sentences << WhyWords::tr(
                     "It leaves GPUs of %1 unused, where all are asked for: a goal that chooses GPUs, or "
                     "a scenario without that pool, may do so.")
                     .arg(pools.join(u", "));
  }
  if (why.rank)
    sentences << (why.as_placed && why.verdict == Verdict::slower
                      ? WhyWords::tr(
                            "The ranking, which counts every GPU in use as slow as the slowest of its pool, "
                            "has it as number %1.")
                      : WhyWords::tr("It is number %1 of the ranking."))
                     .arg(*why.rank);
  if (why.verdict == Verdict::dearer && why.given->money.usd_per_trillion_tokens &&
      why.best->money.usd_per_trillion_tokens)
    sentences << (isStrategy(*why.best) ? WhyWords::tr("10¹² tokens cost %1, with the best strategy %2.")
                                        : WhyWords::tr("10¹² tokens cost %1, with the best plan %2."))
                     .arg(moneyText(*why.given->money.usd_per_trillion_tokens),
                          moneyText(*why.best->money.usd_per_trillion_tokens));
  if (why.given && why.best && why.tied_by.empty()) sentences << stepSentences(why, problem);
  return sentences;
}

QString leaderSentence(const plan::Why& behind, const planning::Option& leader) {
  const auto seconds = [&](const cost::Evaluation& row) {
    return behind.as_placed ? plan::step_as_placed(row) : row.step.value;
  };
  const double given = seconds(*behind.given), first = seconds(*behind.best);
  const auto [firstText, givenText] = durationTexts(first, given);
  QString told = firstOfAllText(leader) + u' ' +
                 WhyWords::tr("With it a step takes %1, here %2 (%3).", "times, a share")
                     .arg(firstText, givenText, signedPercentText(given / first - 1.0));
  if (behind.verdict == Verdict::dearer)
    told += u' ' + WhyWords::tr("10¹² tokens cost %1 with it, here %2.")
                       .arg(moneyText(behind.best->money.usd_per_trillion_tokens),
                            moneyText(behind.given->money.usd_per_trillion_tokens));
  return told;
}

QStringList partSentences(const plan::Why& behind, const strategy::Problem& problem) {
  return differenceSentences(behind.differences, problem, *behind.given, *behind.best, kParts);
}

}  // namespace astrolabe::ui
