#include "ui/render/ranking_proof_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/planning/pipelines.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct RankingProofSaid {
  Q_DECLARE_TR_FUNCTIONS(RankingProof)
};

QString kindName(const std::string& id) {
  return id == planning::kPipeline ? RankingProofSaid::tr("strategies") : kindWords(id).label();
}

}  // namespace

QString rankingProofText(const planning::RankingProof& proof) {
  if (proof.proven()) return RankingProofSaid::tr("Proven the first of all kinds of plan");
  QStringList may, unknown, told;
  for (const planning::RankingProof::Kind& kind : proof.kinds)
    if (!kind.gap)
      unknown << kindName(kind.id);
    else if (*kind.gap > 0.0 && *kind.gap == proof.gap)
      may << kindName(kind.id);
  const QString between = QStringLiteral(", ");
  if (proof.of_strategies && !unknown.isEmpty())
    return RankingProofSaid::
        tr("What is proven for this goal is of strategies: whether a plan of these kinds is better is not "
           "known: %1")
            .arg(unknown.join(between));
  if (proof.gap >= 1.0)
    told << RankingProofSaid::tr(
                "Of all kinds of plan one may be better than the first: no bound is known of %1")
                .arg(may.join(between));
  else if (proof.gap > 0.0)
    told << RankingProofSaid::tr("Of all kinds of plan one may be better than the first by at most %1: %2")
                .arg(percentText(proof.gap, 2), may.join(between));
  if (!unknown.isEmpty())
    told << RankingProofSaid::tr("Whether one of these kinds is better than the first is not known: %1")
                .arg(unknown.join(between));
  return told.join(QStringLiteral(". "));
}

}  // namespace astrolabe::ui
