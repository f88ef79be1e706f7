#include "ui/render/leader_words.h"

#include <QCoreApplication>

#include "core/planning/pipelines.h"
#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/ranking_proof_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

struct LeaderWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::RunBar)
};

struct KindProofWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

struct CompareWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

}  // namespace

QString unrankedLabel(const planning::LayoutPtr& layout) {
  const auto* pipeline = planning::as<planning::PipelineLayout>(layout);
  return pipeline != nullptr ? unrankedText(pipeline->strategy())
                             : kindWords(planning::kind_of(layout)).label();
}

QString unrankedLine(const planning::LayoutPtr& layout) {
  if (planning::as<planning::PipelineLayout>(layout) == nullptr) return layoutLine(layout);
  return LeaderWords::tr("%1: %2", "kind of plan, its layout").arg(unrankedLabel(layout), layoutLine(layout));
}

QString firstOfAllText(const planning::Option& leader) {
  return LeaderWords::tr("First in the ranking is a plan of another kind, %1.", "kind of plan and its layout")
      .arg(unrankedLine(leader.layout));
}

QString besideLeaderText(const QString& shown, const planning::Option& leader) {
  return LeaderWords::tr("Shown: %1. First in the ranking is a plan of another kind: %2.",
                         "#1 or a kind of plan, a kind of plan")
      .arg(shown, unrankedLabel(leader.layout));
}

bool isBestAsShown(const planning::Proof& proof) {
  constexpr double kLeastShown = 5e-4;  // what percentText() rounds to 0.0 % is less
  return proof.gap < kLeastShown && (proof.proven || proof.gap > 0.0);
}

QString leadEndText(const planning::Proof& proof) {
  if (isBestAsShown(proof))
    return KindProofWords::tr("First of all kinds of plan found, and proven the best of its kind");
  return proof.gap > 0.0 && proof.gap < 1.0
             ? KindProofWords::tr("First of all kinds of plan found; at most %1 below the bound of its kind")
                   .arg(percentText(proof.gap))
             : KindProofWords::tr("First of all kinds of plan found");
}

QString leadEndText(const plan::Snapshot& snapshot, const planning::Option* leader,
                    const std::optional<planning::RankingProof>& proof) {
  const QString ofAll = proof && proof->is_of_several() ? rankingProofText(*proof) : QString();
  if (leader != nullptr) return ofAll.isEmpty() ? leadEndText(leader->proof) : ofAll;
  return ofAll.isEmpty() ? endText(snapshot) : endText(snapshot) + QStringLiteral(". ") + ofAll;
}

QString recommendedText(const QString& scenario, const planning::Option& leader,
                        std::optional<double> strategySeconds) {
  if (!strategySeconds)
    return CompareWords::tr("For %1 a plan of another kind is recommended (%2); no strategy fits.",
                            "scenario, plan of another kind")
        .arg(scenario, layoutLine(leader.layout));
  return CompareWords::tr(
             "For %1 a plan of another kind is recommended (%2); with the best strategy a step takes "
             "%3.",
             "scenario, plan of another kind, time")
      .arg(scenario, layoutLine(leader.layout), durationText(*strategySeconds));
}

}  // namespace astrolabe::ui
