#include "ui/render/chosen_because.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <cmath>
#include <optional>

#include "core/plan/why.h"
#include "ui/render/cause_words.h"
#include "ui/render/duration_pair.h"
#include "ui/render/evidence_words.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/render/runtime_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct ChosenWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WhyView)
};

constexpr std::size_t kMostReasons = 6;

QString strong(const QString& text) { return u"<b>"_s + text.toHtmlEscaped() + u"</b>"_s; }

QString tokensText(const cost::Evaluation& evaluation) {
  return ChosenWords::tr("%1 tokens/s").arg(wholeText(evaluation.tokens_per_second));
}

/// What the search says of the best strategy where the fewest GPUs are looked for.
Reason ofTheSmallest(const plan::Snapshot& snapshot) {
  const QString gpus = strong(wholeText(snapshot.best.front().gpus_paid()));
  if (snapshot.status == plan::Status::optimal)
    return {ChosenWords::tr("It needs the fewest GPUs of %1 strategies: %2. The whole space was searched; "
                            "nothing in it does with less, and nothing on as few is faster.")
                .arg(strong(wholeText(static_cast<double>(snapshot.space.total))), gpus),
            Evidence::Log};
  return {ChosenWords::tr("It needs the fewest GPUs found so far: %1.").arg(gpus), Evidence::Log};
}

Reason ofTheSearch(const plan::Snapshot& snapshot) {
  if (snapshot.objective == strategy::Objective::gpus) return ofTheSmallest(snapshot);
  const cost::Evaluation& best = snapshot.best.front();
  const bool money = snapshot.objective == strategy::Objective::money;
  const QString figure = money ? moneyText(best.money.usd_per_trillion_tokens) : tokensText(best);
  const QString count = strong(wholeText(static_cast<double>(snapshot.space.total)));
  if (snapshot.status == plan::Status::optimal)
    return {
        money
            ? ChosenWords::tr("It is the cheapest of %1 strategies: %2 for 10¹² tokens. The whole space was "
                              "searched; nothing in it is cheaper.")
                  .arg(count, strong(figure))
            : ChosenWords::tr("It is the fastest of %1 strategies: %2. The whole space was searched; nothing "
                              "in it is faster.")
                  .arg(count, strong(figure)),
        Evidence::Log};
  QString text =
      money ? ChosenWords::tr("It is the cheapest found so far: %1 for 10¹² tokens.").arg(strong(figure))
            : ChosenWords::tr("It is the fastest found so far: %1.").arg(strong(figure));
  text += u' ';
  const ProofFigures proof = proofFigures(snapshot);
  if (!proof.gap)
    return {text + ChosenWords::tr("How much better others may be is not known yet."), Evidence::Log};
  const QString words = money
                            ? ChosenWords::tr("Nothing can cost less than %1, %2 below it.")
                            : ChosenWords::tr("Nothing can be faster than %1; it is at most %2 below that.");
  text +=
      words.arg(strong(goalFigureText(snapshot.objective, *proof.bound)), strong(percentText(*proof.gap)));
  return {text, Evidence::Log};
}

/// What the whole space is where the job names a runtime, and of mixed GPUs.
QString ofTheSpace(const plan::Snapshot& snapshot) {
  const QString runtime = searchedRuntime(*snapshot.problem);
  if (!runtime.isEmpty())
    return u' ' + ChosenWords::tr("Only what %1 starts was searched.").arg(runtime.toHtmlEscaped());
  const QString covered = coveredText(snapshot);
  return covered.isEmpty() ? QString()
                           : u' ' + ChosenWords::tr("Searched were all strategies, %1.").arg(covered);
}

/// The first ranked strategy that leaves a pool of the best one unused: what that pool adds.
void ofThePools(const plan::Snapshot& snapshot, std::vector<Reason>& reasons) {
  const cost::Evaluation& best = snapshot.best.front();
  const auto& pools = snapshot.problem->cluster.pools;
  for (std::size_t pool = 0; pool < best.gpus.size() && pool < pools.size(); ++pool) {
    if (best.gpus[pool] == 0 || best.gpus_used() == best.gpus[pool]) continue;
    for (std::size_t rank = 1; rank < snapshot.best.size(); ++rank) {
      const cost::Evaluation& other = snapshot.best[rank];
      if (other.gpus[pool] != 0) continue;
      reasons.push_back({ChosenWords::tr("Without %1 the best has %2 (%3).")
                             .arg(strong(shortGpuName(pools[pool].gpu)), strong(tokensText(other)),
                                  signedPercentText(other.tokens_per_second / best.tokens_per_second - 1.0)),
                         Evidence::Ranking, static_cast<int>(rank)});
      return;
    }
  }
}

/// What makes the strategy of a rank longer than the best one.
QString causesOf(const plan::Snapshot& snapshot, std::size_t rank) {
  constexpr int kTold = 2;
  const cost::Evaluation &best = snapshot.best.front(), &other = snapshot.best[rank];
  const auto parts = plan::part_differences(*snapshot.problem, other, best);
  const QStringList causes = differenceSentences(parts, *snapshot.problem, other, best, kTold);
  return causes.isEmpty() ? QString() : u' ' + causes.join(u' ').toHtmlEscaped();
}

Reason ofTheNext(const plan::Snapshot& snapshot) {
  const cost::Evaluation& best = snapshot.best.front();
  const cost::Evaluation& next = snapshot.best[1];
  const QString step = strong(durationTexts(best.step.value, next.step.value)[1]),
                longer = signedPercentText(next.step.value / best.step.value - 1.0);
  const auto &usd = next.money.usd_per_trillion_tokens, &least = best.money.usd_per_trillion_tokens;
  const QString words =
      snapshot.objective == strategy::Objective::money && usd && least
          ? ChosenWords::tr("The runner-up, %1, costs %2 for 10¹² tokens (%3) and takes %4 a step (%5).")
                .arg(degreesText(next.strategy), strong(moneyText(usd)),
                     signedPercentText(*usd / *least - 1.0), step, longer)
          : ChosenWords::tr("The runner-up, %1, takes %2 a step (%3).")
                .arg(degreesText(next.strategy), step, longer);
  return {words + causesOf(snapshot, 1), Evidence::Ranking, 1};
}

/// The first that divides model and data otherwise, where the runner-up differs in smaller things.
std::optional<Reason> ofOtherDegrees(const plan::Snapshot& snapshot) {
  const QString degrees = degreesText(snapshot.best.front().strategy);
  for (std::size_t rank = 1; rank < snapshot.best.size(); ++rank) {
    const cost::Evaluation& other = snapshot.best[rank];
    if (degreesText(other.strategy) == degrees) continue;
    if (rank == 1) return {};
    return Reason{ChosenWords::tr("The best with other degrees, %1, takes %2 a step (%3).")
                          .arg(degreesText(other.strategy),
                               strong(durationTexts(snapshot.best.front().step.value, other.step.value)[1]),
                               signedPercentText(other.step.value / snapshot.best.front().step.value - 1.0)) +
                      causesOf(snapshot, rank),
                  Evidence::Ranking, static_cast<int>(rank)};
  }
  return {};
}

Reason ofTheLayers(const cost::Evaluation& best, const strategy::Problem& problem) {
  const strategy::Strategy& s = best.strategy;
  const int micro = problem.job.micro_batches(s.data_parallel, s.micro_batch);
  return {
      ChosenWords::tr("Its %1 stages hold %2 layers and share %3 micro-batches: the pipeline bubble is %4 "
                      "of the step.")
          .arg(strong(wholeText(s.pipeline_parallel)), strong(layersText(s)), strong(wholeText(micro)),
               strong(percentText(best.bubble_share()))),
      Evidence::Timeline};
}

/// The part that costs most beside the work itself.
Reason ofTheLoss(const cost::Evaluation& best) {
  auto most = cost::Part::recompute;
  for (int i = static_cast<int>(most) + 1; i < cost::kParts; ++i)
    if (const auto part = static_cast<cost::Part>(i); best.time[part] > best.time[most]) most = part;
  return {ChosenWords::tr("%1 is the largest loss: %2 of the step of %3.")
              .arg(partPhrase(most).toHtmlEscaped(), strong(durationText(best.time[most])),
                   strong(durationText(best.step.value))),
          Evidence::Breakdown};
}

Reason ofTheMemory(const cost::Evaluation& best, const strategy::Problem& problem) {
  const int stage = best.fullest_stage();
  const cost::StageMemory& memory = best.memory[static_cast<std::size_t>(stage)];
  const bool again = best.strategy.recompute != strategy::Recompute::none;
  const QString words =
      again ? ChosenWords::tr(
                  "It fits with recomputation (%5): the fullest GPUs, %1 in stage %2, hold %3 of "
                  "the %4 allowed.")
            : ChosenWords::tr(
                  "It fits without recomputation: the fullest GPUs, %1 in stage %2, hold %3 of the "
                  "%4 allowed.");
  const QString text = words.arg(
      shortGpuName(problem.cluster.pools[static_cast<std::size_t>(memory.pool)].gpu).toHtmlEscaped(),
      QString::number(stage + 1), strong(gibText(memory.total.value)), strong(gibText(memory.limit.value)));
  return {again ? text.arg(recomputeText(best.strategy)) : text, Evidence::Breakdown};
}

/// Of a plan whose parts are no stages.
Reason ofItsMemory(const cost::Evaluation& best, const strategy::Problem& problem) {
  const cost::StageMemory& memory = best.memory[static_cast<std::size_t>(best.fullest_stage())];
  const hardware::Gpu& gpu = problem.cluster.pools[static_cast<std::size_t>(memory.pool)].gpu;
  return {ChosenWords::tr("It fits: the fullest GPUs, %1, hold %2 of the %3 allowed.")
              .arg(shortGpuName(gpu).toHtmlEscaped(), strong(gibText(memory.total.value)),
                   strong(gibText(memory.limit.value))),
          Evidence::Breakdown};
}

Reason ofTheMoney(const cost::Evaluation& best) {
  return {ChosenWords::tr("10¹² tokens cost %1, at %2 an hour.")
              .arg(strong(moneyText(best.money.usd_per_trillion_tokens)),
                   strong(moneyText(best.money.usd_per_hour->value))),
          Evidence::Pareto};
}

}  // namespace

std::vector<Reason> chosenBecause(const plan::Snapshot& snapshot) {
  if (snapshot.best.empty() || !snapshot.problem) return {};
  const cost::Evaluation& best = snapshot.best.front();
  std::vector<Reason> reasons{ofTheSearch(snapshot)}, last;
  reasons.front().html += ofTheSpace(snapshot);
  if (const QString proof = proofEvidenceText(snapshot); !proof.isEmpty())
    reasons.front().html += u' ' + proof.toHtmlEscaped();
  if (!best.memory.empty()) last.push_back(ofTheMemory(best, *snapshot.problem));
  if (best.money.usd_per_trillion_tokens && best.money.usd_per_hour) last.push_back(ofTheMoney(best));
  ofThePools(snapshot, reasons);
  if (snapshot.best.size() > 1) reasons.push_back(ofTheNext(snapshot));
  // What others lack says more than what the best is like.
  std::vector<Reason> more;
  if (const auto other = ofOtherDegrees(snapshot)) more.push_back(*other);
  if (best.strategy.pipeline_parallel > 1) more.push_back(ofTheLayers(best, *snapshot.problem));
  more.push_back(ofTheLoss(best));
  for (Reason& reason : more)
    if (reasons.size() + last.size() < kMostReasons) reasons.push_back(std::move(reason));
  reasons.insert(reasons.end(), last.begin(), last.end());
  return reasons;
}

namespace {

/// How the first of all kinds is ahead in what is looked for, and what is proven of that.
Reason ofAllKinds(const plan::Snapshot& snapshot, const planning::Option& leader,
                  const std::optional<planning::RankingProof>& proof) {
  const cost::Evaluation& first = leader.evaluation;
  const QString text =
      snapshot.objective == strategy::Objective::money
          ? ChosenWords::tr("It is the cheapest plan of all kinds found: %1 for 10¹² tokens.")
                .arg(strong(moneyText(first.money.usd_per_trillion_tokens)))
      : snapshot.objective == strategy::Objective::gpus
          ? ChosenWords::tr("It needs the fewest GPUs of the plans of all kinds found: %1.")
                .arg(strong(wholeText(first.gpus_paid())))
          : ChosenWords::tr("It is the fastest plan of all kinds found: %1.").arg(strong(tokensText(first)));
  return {text + u' ' + leadEndText(snapshot, &leader, proof).toHtmlEscaped() + u'.', Evidence::Ranking};
}

/// What another plan takes more than the first of all kinds, and where its step is longer.
Reason behindTheFirst(const plan::Snapshot& snapshot, const cost::Evaluation& first,
                      const cost::Evaluation& other, const QString& name, int rank) {
  constexpr int kTold = 2;
  const QString step = strong(durationTexts(first.step.value, other.step.value)[1]),
                longer = signedPercentText(other.step.value / first.step.value - 1.0);
  const auto &usd = other.money.usd_per_trillion_tokens, &least = first.money.usd_per_trillion_tokens;
  const QString words =
      snapshot.objective == strategy::Objective::money && usd && least
          ? ChosenWords::tr("%1 costs %2 for 10¹² tokens (%3) and takes %4 a step (%5).", "a plan")
                .arg(name, strong(moneyText(usd)), signedPercentText(*usd / *least - 1.0), step, longer)
          : ChosenWords::tr("%1 takes %2 a step (%3).", "a plan").arg(name, step, longer);
  const QStringList causes = differenceSentences(plan::part_differences(*snapshot.problem, other, first),
                                                 *snapshot.problem, other, first, kTold);
  return {causes.isEmpty() ? words : words + u' ' + causes.join(u' ').toHtmlEscaped(), Evidence::Ranking,
          rank};
}

/// The best of those of another kind than the first.
planning::OptionPtr nextKind(const plan::Snapshot& snapshot, const planning::Option& leader,
                             const std::vector<planning::OptionPtr>& others) {
  planning::OptionPtr next;
  for (const planning::OptionPtr& other : others)
    if (other->is_possible() && planning::kind_of(*other) != planning::kind_of(leader) &&
        (!next || planning::ranks_before(*other, *next, snapshot.objective)))
      next = other;
  return next;
}

}  // namespace

std::vector<Reason> leadsBecause(const plan::Snapshot& snapshot, const planning::Option& leader,
                                 const std::vector<planning::OptionPtr>& others,
                                 const std::optional<planning::RankingProof>& proof) {
  if (!snapshot.problem) return {};
  const cost::Evaluation& first = leader.evaluation;
  std::vector<Reason> reasons{ofAllKinds(snapshot, leader, proof)};
  if (!snapshot.best.empty())
    reasons.push_back(
        behindTheFirst(snapshot, first, snapshot.best.front(),
                       ChosenWords::tr("The best strategy, %1,", "its layout; what it takes follows")
                           .arg(degreesText(snapshot.best.front().strategy).toHtmlEscaped()),
                       0));
  if (const planning::OptionPtr next = nextKind(snapshot, leader, others)) {
    const bool ahead = !snapshot.best.empty() &&
                       planning::places_of({next}, snapshot.best, snapshot.objective, 1).front() == 1;
    reasons.insert(ahead ? reasons.begin() + 1 : reasons.end(),
                   behindTheFirst(snapshot, first, next->evaluation,
                                  ChosenWords::tr("The best of the next other kind, %1,", "its layout")
                                      .arg(layoutLine(next->layout).toHtmlEscaped()),
                                  -1));
  }
  if (!first.memory.empty()) reasons.push_back(ofItsMemory(first, *snapshot.problem));
  if (first.money.usd_per_trillion_tokens && first.money.usd_per_hour) reasons.push_back(ofTheMoney(first));
  return reasons;
}

QString plainReason(const Reason& reason) {
  // Narrow spaces stay: a document would make them wide ones that break.
  QString text = reason.html;
  static const QRegularExpression marks(u"</?b>|<a [^>]*>|</a>"_s);
  text.remove(marks);
  return text.replace(u"&lt;"_s, u"<"_s)
      .replace(u"&gt;"_s, u">"_s)
      .replace(u"&quot;"_s, u"\""_s)
      .replace(u"&amp;"_s, u"&"_s);
}

}  // namespace astrolabe::ui
