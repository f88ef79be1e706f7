#pragma once
// What a plan is called that stands in the ranking without a number, as one of another kind that leads it.

#include <QString>
#include <optional>

#include "core/plan/snapshot.h"
#include "core/planning/option.h"
#include "core/planning/ranking_proof.h"

namespace astrolabe::ui {

/// "groups", "program", "state anywhere", "mine": as the ranking has it in place of a number.
QString unrankedLabel(const planning::LayoutPtr& layout);
/// Its layout on a line that says its kind: "Groups: 32 h100 TP 8 + 32 a100 TP 8", "state anywhere: TP 8 · PP
/// 4".
QString unrankedLine(const planning::LayoutPtr& layout);

/// That it stands first: "First in the ranking is a plan of another kind, Groups: …"
QString firstOfAllText(const planning::Option& leader);
/// That `shown`, "#1" or "groups", is what a page is about, and that `leader`, a plan of another kind, stands
/// first.
QString besideLeaderText(const QString& shown, const planning::Option& leader);

/// Whether no other of its kind is better by what is shown, a tenth of a per cent.
bool isBestAsShown(const planning::Proof& proof);
/// How a plan of another kind that ranks ahead of all strategies is proven.
QString leadEndText(const planning::Proof& proof);
/// How the search for what stands first ended: of strategies endText(), of `leader`, a plan of another kind
/// (null: none leads), how it is proven, and what `proof` says of all kinds together, where it is known.
QString leadEndText(const plan::Snapshot& snapshot, const planning::Option* leader,
                    const std::optional<planning::RankingProof>& proof);

/// That one is recommended for a scenario: "For B: … a plan of another kind is recommended (…); with the best
/// strategy a step takes 5.4 s". `strategySeconds`: that step; empty where no strategy fits.
QString recommendedText(const QString& scenario, const planning::Option& leader,
                        std::optional<double> strategySeconds);

}  // namespace astrolabe::ui
