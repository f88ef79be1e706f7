#pragma once
// The words of the Why view: what speaks for the best strategy, and what one strategy is told in one line. No
// widget.

#include <QString>
#include <vector>

#include "core/plan/why.h"

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

/// "32 H100 + 32 A100 · micro-batch 1 · 1f1b · selective recompute".
QString usageText(const cost::Evaluation& evaluation, const strategy::Problem& problem);

/// "29 · 28 · 12 · 11", and "2 × 20 + 4 × 10" where there are many.
QString layersText(const strategy::Strategy& strategy);

/// The verdict in a few words: "Out of memory: 3.1 GiB over".
QString verdictTitle(const plan::Why& why, const plan::Snapshot& snapshot);

}  // namespace astrolabe::ui
