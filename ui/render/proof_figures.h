#pragma once
// How good an answer is proven to be, in the unit of the goal.

#include <QString>
#include <optional>

#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// The best so far, what no strategy can beat, and what lies between, of one unit: tokens a second, for the
/// goal of least money US dollars for 10¹² tokens, for the fewest GPUs GPUs. Of time and money together it is
/// the speed. What is not known is empty; there is no gap without both others. Of the speed the gap is the
/// share by which a step could be shorter, 1 - bound_step_seconds / step, as is the `gap` of an answer.
struct ProofFigures {
  std::optional<double> best, bound;
  std::optional<double> gap;  ///< |bound - best| as a share of the larger of the two
};
ProofFigures proofFigures(const plan::Snapshot& snapshot);
/// Tokens that one step trains: sequence length times global batch; 0 while the question is not known.
double tokensPerStep(const plan::Snapshot& snapshot);
/// What an improvement reached, in the same unit; empty where it has no price.
std::optional<double> goalFigure(const plan::Snapshot& snapshot, const plan::Improvement& found);
/// A bound of the search's objective in the same unit; empty where it says nothing.
std::optional<double> boundFigure(const plan::Snapshot& snapshot, double bound);
/// A figure in the unit of the goal, with that unit: "39.3 k tok/s".
QString goalFigureText(strategy::Objective objective, double value);
/// A figure in the unit of the goal with every digit and the unit: "39 310.472816 tokens/s".
QString exactGoalFigureText(strategy::Objective objective, double value);
/// What bound and proof cover of mixed GPUs: "state anywhere", or "each stage holding its own state", as
/// while a search still looks for the bound of all; where GPUs are slow or failed "all pipelines alike";
/// empty where nothing is left out.
QString coveredText(const plan::Snapshot& snapshot);
/// The gap in per cent, or a dash.
QString gapText(const plan::Snapshot& snapshot);

}  // namespace astrolabe::ui
