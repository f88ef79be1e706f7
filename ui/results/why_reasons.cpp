#include "ui/results/why_reasons.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/plan/placed_step.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/why_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct ReasonWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WhyView)
};

}  // namespace

QString usageText(const cost::Evaluation& evaluation, const strategy::Problem& problem) {
  QStringList gpus;
  for (std::size_t pool = 0; pool < evaluation.gpus.size() && pool < problem.cluster.pools.size(); ++pool)
    if (evaluation.gpus[pool] > 0)
      gpus << u"%1 %2"_s.arg(evaluation.gpus[pool]).arg(shortGpuName(problem.cluster.pools[pool].gpu));
  const strategy::Strategy& s = evaluation.strategy;
  return ReasonWords::tr("%1 · micro-batch %2 · %3 · recompute %4")
      .arg(gpus.join(u" + "_s), QString::number(s.micro_batch),
           QLatin1StringView(strategy::to_string(s.schedule)), recomputeText(s));
}

QString verdictTitle(const plan::Why& why, const plan::Snapshot& snapshot) {
  using plan::Verdict;
  const auto seconds =
      why.as_placed ? plan::step_as_placed : [](const cost::Evaluation& row) { return row.step.value; };
  const auto share = [&] { return signedPercentText(seconds(*why.given) / seconds(*why.best) - 1.0); };
  switch (why.verdict) {
    case Verdict::best:
      if (why.is_ahead()) return ReasonWords::tr("Ahead of every strategy");
      return ReasonWords::tr("This is the best strategy");
    case Verdict::tied:
      return ReasonWords::tr("Exactly as good as the best");
    case Verdict::on_front:
      return ReasonWords::tr("On the Pareto frontier");
    case Verdict::rule:
      return ReasonWords::tr("Ruled out by rule “%1”").arg(QString::fromStdString(why.violation.rule));
    case Verdict::memory:
      return (why.violation.binding == cost::Binding::host_memory
                  ? ReasonWords::tr("Out of host memory: %1 over")
                  : ReasonWords::tr("Out of memory: %1 over"))
          .arg(gibText(why.violation.over.value));
    case Verdict::limit:
      return ReasonWords::tr("Breaks your limit");
    case Verdict::outside_space:
      if (!why.unused.empty()) return ReasonWords::tr("Better, but it leaves GPUs unused");
      return ReasonWords::tr("Outside the space you allowed");
    case Verdict::slower:
      return why.given->money.usd_per_trillion_tokens && why.best->money.usd_per_trillion_tokens &&
                     *why.given->money.usd_per_trillion_tokens < *why.best->money.usd_per_trillion_tokens
                 ? ReasonWords::tr("Slower (%1 a step), but cheaper per token").arg(share())
                 : ReasonWords::tr("Slower: %1 a step").arg(share());
    case Verdict::dearer:
      return why.given->step < why.best->step ? ReasonWords::tr("Faster, but more expensive per token")
                                              : ReasonWords::tr("More expensive per token");
    case Verdict::larger:
      return ReasonWords::tr("On %1 GPUs instead of %2")
          .arg(wholeText(why.given->gpus_paid()), wholeText(why.best->gpus_paid()));
    case Verdict::dominated:
      for (std::size_t i = 0; why.dominated_by && i < snapshot.best.size(); ++i)
        if (snapshot.best[i].strategy == why.dominated_by->strategy)
          return ReasonWords::tr("Dominated by #%1").arg(i + 1);
      return ReasonWords::tr("Dominated by another strategy");
    case Verdict::not_reached:
      break;
  }
  if (snapshot.space.not_reached > 0)
    return ReasonWords::tr("Not reached yet: %1 of %2 strategies are left")
        .arg(wholeText(double(snapshot.space.not_reached)), wholeText(double(snapshot.space.total)));
  return ReasonWords::tr("Not reached yet");
}

const plan::Why* weighed(const WhyAnswer& answer) {
  if (!answer.why) return nullptr;
  return answer.behind && answer.why->verdict == plan::Verdict::best ? &*answer.behind : &*answer.why;
}

QStringList answerSentences(const WhyAnswer& answer) {
  const plan::Why& why = *answer.why;
  const strategy::Problem& problem = *answer.snapshot->problem;
  if (weighed(answer) != &why)
    return QStringList(leaderSentence(*answer.behind, *answer.leader)) +
           partSentences(*answer.behind, problem);
  if (why.verdict == plan::Verdict::best && !why.is_ahead())  // which the title says
    return {ReasonWords::tr("Pick another one above, or a row of the ranking, to see why it is not first.")};
  QStringList sentences = whySentences(why, problem);
  if (answer.behind) sentences << leaderSentence(*answer.behind, *answer.leader);
  return sentences;
}

}  // namespace astrolabe::ui
