#pragma once
// What the newest snapshot says about each pool: an overlay on the tiles, never part of the document.

#include <QString>
#include <map>
#include <set>
#include <string>

#include "core/engine.h"
#include "core/plan/snapshot.h"
#include "ui/document/program_proof.h"

namespace astrolabe::ui {

struct PoolBadge {
  double memoryShare = 0.0;  ///< fullest stage of the best strategy, 1 = exactly at the limit; 0 unknown
  double overBytes = 0.0;    ///< above zero: the nearest strategy needs this much more memory
  int firstStage = -1, lastStage = -1;  ///< of the pipeline, counted from 0; -1: the pool is not used
  int gpusUsed = -1;                    ///< -1 unknown
  int usedOfNode = 0;         ///< GPUs of each node that may be used, others being failed or slow; 0: all
  double busy = -1.0;         ///< share of the step that its GPUs work, unused ones at 0; below 0 unknown
  double share = -1.0;        ///< of each GPU in the distributed program; below 0: no program
  double proportional = 0.0;  ///< of each GPU, were shares in proportion to speed
  double largestShare = 0.0;  ///< of all pools, of both: the scale of their bars
  bool shareStale = false;    ///< the program is older than the plan
  QString serving{};          ///< which replicas or roles stand here; empty: none
  bool operator==(const PoolBadge&) const = default;
};
using Badges = std::map<std::string, PoolBadge>;

/// Shares of the distributed program, for the pools it has; none while it does not fit. `stale`: it answers
/// an older question.
void addShares(Badges& badges, const ProgramPtr& program, bool stale = false);
/// Shares of a GPU of each pool in the work of `detail`, beside those in proportion to its peak: sequences of
/// a program on groups; layers of a strategy, where the badges have no program's. Nothing for other kinds.
void addWorkShares(Badges& badges, const planning::Option* detail, const strategy::Problem& problem);
/// How busy the pools are in the strategy of `detail` (null: unknown), whose lanes name pools by their place
/// in `pools`, ids with their GPUs; a pool without a lane is idle. Unknown for distributed programs, which
/// have no lanes of stages.
void addUtilisation(Badges& badges, const planning::Option* detail,
                    const std::vector<std::pair<std::string, int>>& pools);
/// What serves on each pool in the deployment of `detail`: replicas and roles, how much of their capacity the
/// traffic takes, how full their memory is. Nothing where that is of another kind.
void addDeployment(Badges& badges, const planning::Option* detail,
                   const std::vector<std::pair<std::string, int>>& pools);
/// Layers of the placement of `detail` on each pool, how much of its rate flows, and whether it limits the
/// flow. Nothing where that is of another kind.
void addPlacement(Badges& badges, const planning::Option* detail,
                  const std::vector<std::pair<std::string, int>>& pools);
/// Roles of the placement of `detail` on each pool of `problem`, with how busy and how full its GPUs are in
/// an iteration. Nothing where that is of another kind.
void addPostTraining(Badges& badges, const planning::Option* detail, const strategy::Problem& problem);
/// Pairs of pools, the first by name before the other, between whose machines a link is in the minimum cut of
/// the placement of `detail`.
std::set<std::pair<std::string, std::string>> limitingLinks(const planning::Option* detail);
/// Pools that the problem has as part of an equal one wear its badge.
void shareBadges(Badges& badges, const strategy::Problem& problem);
/// By pool id; empty without a snapshot that names its problem.
Badges badgesFrom(const plan::SnapshotPtr& snapshot);

}  // namespace astrolabe::ui
