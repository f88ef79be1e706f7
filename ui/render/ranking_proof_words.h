#pragma once
// What is proven of the one ranking of all kinds of plan, in words.

#include <QString>

#include "core/planning/ranking_proof.h"

namespace astrolabe::ui {

/// Without a full stop: "Proven the first of all kinds of plan", or by how much one of which kinds may be
/// better than the first, and of which kinds that is not known.
QString rankingProofText(const planning::RankingProof& proof);

}  // namespace astrolabe::ui
