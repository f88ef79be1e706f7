#include "ui/render/chosen_because.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "ui/render/breakdown_painter.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
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

/// The same where the fewest GPUs are looked for.
Reason ofTheSmallest(const plan::Snapshot& snapshot) {
  const QString gpus = strong(wholeText(snapshot.best.front().gpus_used()));
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
  const QString words = money ? ChosenWords::tr("Nothing can cost less than %1, %2 below it.")
                              : ChosenWords::tr("Nothing can be faster than %1, %2 above it.");
  text +=
      words.arg(strong(goalFigureText(snapshot.objective, *proof.bound)), strong(percentText(*proof.gap)));
  return {text, Evidence::Log};
}

/// The first ranked strategy that leaves a pool of the best one unused: what that pool adds.
bool ofThePools(const plan::Snapshot& snapshot, std::vector<Reason>& reasons) {
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
      return true;
    }
  }
  return false;
}

Reason ofTheNext(const plan::Snapshot& snapshot) {
  const cost::Evaluation& best = snapshot.best.front();
  const cost::Evaluation& next = snapshot.best[1];
  return {ChosenWords::tr("The next, %1, takes %2 a step (%3).")
              .arg(degreesText(next.strategy), strong(durationText(next.step.value)),
                   signedPercentText(next.step.value / best.step.value - 1.0)),
          Evidence::Ranking, 1};
}

Reason ofTheLayers(const cost::Evaluation& best) {
  return {
      ChosenWords::tr("Layers are split %1 over the stages; waiting in the pipeline takes %2 of the step.")
          .arg(strong(layersText(best.strategy)), strong(percentText(best.bubble_share()))),
      Evidence::Timeline};
}

Reason ofTheTime(const cost::Evaluation& best) {
  std::array<cost::Part, cost::kParts> parts{};
  for (int i = 0; i < cost::kParts; ++i) parts[static_cast<std::size_t>(i)] = static_cast<cost::Part>(i);
  std::stable_sort(parts.begin(), parts.end(),
                   [&](cost::Part a, cost::Part b) { return best.time[a] > best.time[b]; });
  return {ChosenWords::tr("Of the step of %1, %2 goes to “%3” and %4 to “%5”.")
              .arg(strong(durationText(best.step.value)), strong(durationText(best.time[parts[0]])),
                   partName(parts[0]).toHtmlEscaped(), strong(durationText(best.time[parts[1]])),
                   partName(parts[1]).toHtmlEscaped()),
          Evidence::Breakdown};
}

Reason ofTheMemory(const cost::Evaluation& best, const strategy::Problem& problem) {
  const int stage = best.fullest_stage();
  const cost::StageMemory& memory = best.memory[static_cast<std::size_t>(stage)];
  return {
      ChosenWords::tr("The fullest GPUs, %1 in stage %2, hold %3 of the %4 allowed.")
          .arg(shortGpuName(problem.cluster.pools[static_cast<std::size_t>(memory.pool)].gpu).toHtmlEscaped(),
               QString::number(stage + 1), strong(gibText(memory.total.value)),
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
  std::vector<Reason> reasons{ofTheSearch(snapshot)};
  const bool pools = ofThePools(snapshot, reasons);
  const bool money = best.money.usd_per_trillion_tokens && best.money.usd_per_hour;
  // Money gives way to nothing; the next one does when what a pool adds is told already.
  if (snapshot.best.size() > 1 && !(pools && money)) reasons.push_back(ofTheNext(snapshot));
  if (best.strategy.pipeline_parallel > 1) reasons.push_back(ofTheLayers(best));
  reasons.push_back(ofTheTime(best));
  if (!best.memory.empty()) reasons.push_back(ofTheMemory(best, *snapshot.problem));
  if (money) reasons.push_back(ofTheMoney(best));
  if (reasons.size() > kMostReasons) reasons.resize(kMostReasons);
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
