#pragma once
// What is proven of the one ranking of all kinds of plan: the one place for answers, text and views.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/planning/whole_answer.h"

namespace astrolabe::planning {

struct RankingProof {
  /// How much better than the first a plan of a kind may be, as a share of the first's value: 0 where the
  /// kind is behind it for certain, none where nothing is known: its search was stopped before, or the goal
  /// is one that it has no bound of.
  struct Kind {
    std::string id;  ///< of the planner, "pipeline" for strategies
    std::optional<double> gap;
  };
  std::vector<Kind> kinds;        ///< strategies first, those that have a bound or none yet
  bool state_anywhere = false;    ///< strategies with their state on other GPUs are among them
  double gap = 0.0;               ///< the largest that is known: of the whole space
  double gap_equal_widths = 0.0;  ///< without stages of unequal width
  bool open = false;              ///< of some kind nothing is known
  bool of_strategies = false;     ///< the goal is one that strategies alone have bounds of
  int places_proven = 0;          ///< so many of the first are the best of all kinds, in this order
  double ranking_gap = 0.0;       ///< how much better, as a share, what belongs in the last place may be
  bool proven() const { return gap <= 0.0 && !open; }
  /// False where strategies are all there is to be found: then the search says everything.
  bool is_of_several() const;
};

/// None where nothing was found. Of few GPUs, and of a set of time and money, strategies alone have bounds:
/// nothing is known of the others; `gap` is that of the search there.
/// `beside.others`: a flat program, and shares of sharded data parallelism that were cut short, whose bounds
/// are far, count where they stand first: groups of GPUs stand for them.
std::optional<RankingProof> ranking_proof(const plan::Snapshot& snapshot, const Beside& beside);

/// `status`, `gap`, `places_proven` and `ranking_gap` of `answer`, which are those of the search, as they are
/// of the ranking of all kinds; `gap_equal_widths`, `gap_of` (the kinds), `gap_by_kind` (null: not known) and
/// `proof_of_strategies`: those four of the search of strategies alone.
void tell(const RankingProof& proof, const plan::Snapshot& snapshot, Json& answer);

}  // namespace astrolabe::planning
