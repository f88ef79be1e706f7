#pragma once
// What speaks for the best strategy, for the Why view, the presentation and the report.

#include <QString>
#include <optional>
#include <vector>

#include "core/plan/snapshot.h"
#include "core/planning/option.h"
#include "core/planning/ranking_proof.h"

namespace astrolabe::ui {

/// The view that shows what a sentence says.
enum class Evidence { Log, Ranking, Pareto, Timeline, Breakdown };

/// One sentence of "Chosen because"; figures stand in <b>bold</b>.
struct Reason {
  QString html;
  Evidence evidence = Evidence::Log;
  int rank = -1;  ///< the row meant, for Evidence::Ranking
};

/// Three to six sentences on the best strategy of a snapshot; none when nothing was found. Every number is
/// one of the best strategy's evaluation, of a ranked one, or of the search itself.
std::vector<Reason> chosenBecause(const plan::Snapshot& snapshot);

/// Sentences on `leader`, a plan of another kind that ranks ahead of the best strategy: against that, and
/// against the best of the next other kind among `others`; `proof`: of all kinds together, where it is known.
std::vector<Reason> leadsBecause(const plan::Snapshot& snapshot, const planning::Option& leader,
                                 const std::vector<planning::OptionPtr>& others = {},
                                 const std::optional<planning::RankingProof>& proof = {});

/// The sentence without its marks.
QString plainReason(const Reason& reason);

}  // namespace astrolabe::ui
