#include "ui/canvas/badges.h"

#include <algorithm>

#include "core/hardware/join_pools.h"
#include "core/plan/program_report.h"
#include "core/planning/groups.h"
#include "core/planning/pipelines.h"
#include "ui/render/deployment_words.h"
#include "ui/render/rank_memory.h"

namespace astrolabe::ui {

void addShares(Badges& badges, const ProgramPtr& program, bool stale) {
  for (auto& [id, badge] : badges) {
    badge.share = -1.0;
    badge.shareStale = false;
  }
  if (program == nullptr || !program->fits()) return;
  double largest = 0.0;
  for (const plan::ProgramLane& lane : program->all_shares)
    largest = std::max({largest, lane.share, lane.proportional});
  for (const plan::ProgramLane& lane : program->all_shares) {
    PoolBadge& badge = badges[lane.pool_id];
    badge.largestShare = largest;
    badge.shareStale = stale;
    if (lane.share < badge.share) continue;
    badge.share = lane.share;
    badge.proportional = lane.proportional;
  }
}

namespace {

/// Parts of the work by pool.
std::vector<double> workOf(const planning::Option& detail, std::size_t pools) {
  std::vector<double> work(pools, 0.0);
  if (const auto* groups = planning::as<planning::GroupsLayout>(detail.layout)) {
    for (const planning::GroupsOfPool& pool : groups->pools())
      work[static_cast<std::size_t>(pool.pool)] += pool.share;
    return work;
  }
  const strategy::Strategy* strategy = planning::strategy_of(detail);
  if (strategy == nullptr) return {};
  double layers = 0.0;
  for (const strategy::Stage& stage : strategy->stages) layers += stage.layers;
  for (const strategy::Stage& stage : strategy->stages)
    if (stage.pool >= 0 && stage.pool < static_cast<int>(pools) && layers > 0.0)
      work[static_cast<std::size_t>(stage.pool)] += stage.layers / layers;
  return work;
}

}  // namespace

void addWorkShares(Badges& badges, const planning::Option* detail, const strategy::Problem& problem) {
  if (detail == nullptr) return;
  const std::vector<hardware::Pool>& pools = problem.cluster.pools;
  const std::vector<int>& gpus = detail->evaluation.gpus;
  const bool program =
      std::any_of(badges.begin(), badges.end(), [](const auto& badge) { return badge.second.share >= 0.0; });
  if (gpus.size() != pools.size() || (program && planning::strategy_of(*detail) != nullptr)) return;
  const std::vector<double> work = workOf(*detail, pools.size());
  if (work.empty()) return;
  double speed = 0.0, largest = 0.0;
  std::vector<double> peaks;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const auto peak = hardware::peak(pools[i].gpu, problem.job.precision);
    peaks.push_back(peak ? peak->value * pools[i].relative_speed : 0.0);
    speed += gpus[i] * peaks.back();
  }
  if (speed <= 0.0) return;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    PoolBadge& badge = badges[pools[i].id];
    badge.share = gpus[i] > 0 ? work[i] / gpus[i] : 0.0;
    badge.proportional = gpus[i] > 0 ? peaks[i] / speed : 0.0;
    badge.shareStale = false;
    largest = std::max({largest, badge.share, badge.proportional});
  }
  for (const hardware::Pool& pool : pools) badges[pool.id].largestShare = largest;
}

void addUtilisation(Badges& badges, const planning::Option* detail,
                    const std::vector<std::pair<std::string, int>>& pools) {
  for (auto& [id, badge] : badges) badge.busy = -1.0;
  const strategy::Strategy* known = detail != nullptr ? planning::strategy_of(*detail) : nullptr;
  if (known == nullptr) return;
  const strategy::Strategy& strategy = *known;
  const double copies = static_cast<double>(strategy.data_parallel) * strategy.context_parallel;
  std::vector<double> busy(pools.size(), 0.0);  // GPUs that work, on average over the step
  for (std::size_t stage = 0; stage < detail->timeline.lanes.size(); ++stage) {
    const cost::Lane& lane = detail->timeline.lanes[stage];
    if (lane.pool < 0 || lane.pool >= static_cast<int>(pools.size()) || stage >= strategy.stages.size())
      return;
    busy[static_cast<std::size_t>(lane.pool)] +=
        copies * strategy.stages[stage].tensor_parallel * (1.0 - lane.idle);
  }
  for (std::size_t i = 0; i < pools.size(); ++i)
    if (pools[i].second > 0) badges[pools[i].first].busy = std::clamp(busy[i] / pools[i].second, 0.0, 1.0);
}

void addDeployment(Badges& badges, const planning::Option* detail,
                   const std::vector<std::pair<std::string, int>>& pools) {
  for (auto& [id, badge] : badges) badge.serving.clear();
  const deploy::Fleet* fleet = fleetOf(detail);
  if (fleet == nullptr) return;
  const double capacity = fleet->capacity_requests_per_second;
  for (const auto& [id, gpus] : pools) badges[id] = {};
  for (const deploy::Group& group : fleet->groups) {
    const auto place = static_cast<std::size_t>(group.pool);
    if (place >= pools.size()) continue;
    PoolBadge& badge = badges[pools[place].first];
    const QString text = deploymentText(group.deployment);
    badge.serving = badge.serving.isEmpty() ? text : badge.serving + QStringLiteral(" + ") + text;
    badge.gpusUsed = std::max(0, badge.gpusUsed) + group.figures.gpus;
    if (capacity > 0.0) badge.busy = std::min(1.0, fleet->figures.requests_per_second / capacity);
    for (const RankMemory& rank : rankMemories(group.figures)) {
      const serving::Memory& memory = *rank.memory;
      if (memory.device <= 0.0) continue;
      const double free = (1.0 - rank.kvUse.value_or(0.0)) * memory.kv_bytes;
      badge.memoryShare =
          std::max(badge.memoryShare, (memory.device - memory.reserve - free) / memory.device);
    }
  }
}

void shareBadges(Badges& badges, const strategy::Problem& problem) {
  for (const auto& [part, whole] : hardware::joined_pools(problem.cluster))
    if (const auto badge = badges.find(whole); badge != badges.end()) badges[part] = badge->second;
}

Badges badgesFrom(const plan::SnapshotPtr& snapshot) {
  Badges badges;
  if (snapshot == nullptr || snapshot->problem == nullptr) return badges;
  const std::vector<std::string> ids = snapshot->problem->pool_ids();
  const auto at = [&](int pool) -> PoolBadge* {
    if (pool < 0 || pool >= static_cast<int>(ids.size())) return nullptr;
    return &badges[ids[static_cast<std::size_t>(pool)]];
  };
  if (!snapshot->best.empty()) {
    const cost::Evaluation& best = snapshot->best.front();
    for (std::size_t stage = 0; stage < best.strategy.stages.size(); ++stage) {
      PoolBadge* badge = at(best.strategy.stages[stage].pool);
      if (badge == nullptr) continue;
      const int index = static_cast<int>(stage);
      if (badge->firstStage < 0) badge->firstStage = index;
      badge->lastStage = index;
    }
    for (const cost::StageMemory& memory : best.memory)
      if (PoolBadge* badge = at(memory.pool); badge != nullptr && memory.limit.value > 0.0)
        badge->memoryShare = std::max(badge->memoryShare, memory.total / memory.limit);
    for (std::size_t pool = 0; pool < best.gpus.size(); ++pool)
      if (PoolBadge* badge = at(static_cast<int>(pool))) {
        badge->gpusUsed = best.gpus[pool];
        badge->usedOfNode = snapshot->problem->cluster.pools[pool].used_of_node;
      }
    return badges;
  }
  const cost::Violation& violation = snapshot->binding.violation;
  if (snapshot->status == plan::Status::infeasible && cost::lacks_memory(violation.binding))
    if (PoolBadge* badge = at(violation.pool)) badge->overBytes = violation.over.value;
  return badges;
}

}  // namespace astrolabe::ui
