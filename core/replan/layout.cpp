#include "core/replan/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/mark_codes.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/strategy/fits.h"

namespace astrolabe::replan {

namespace {

/// Replicas whose ranks share experts; all where they do not divide the replicas.
int replicas_per_lane(const strategy::Strategy& strategy) {
  int least_tensor = strategy.stages.front().tensor_parallel;
  for (const strategy::Stage& stage : strategy.stages)
    least_tensor = std::min(least_tensor, stage.tensor_parallel);
  const int experts = strategy.expert_parallel * strategy.expert_tensor_parallel;
  const int shared = std::max(1, (experts + least_tensor - 1) / least_tensor);
  const int lane = std::lcm(strategy.context_parallel, shared);
  return strategy.replicas() % lane == 0 ? lane : strategy.replicas();
}

/// With ZeRO 3 every layer gathers its weights and scatters its gradients over the ranks of a shard group,
/// with ZeRO 2 in a pipeline every backward pass reduces over all ranks (cost::reduction_in_backward()).
int replicas_in_step(const strategy::Strategy& strategy) {
  if (strategy.zero_stage == 3) return strategy.shards();
  return strategy.zero_stage == 2 && strategy.stages.size() > 1 ? strategy.replicas() : 1;
}

}  // namespace

Health::Health(const hardware::Cluster& cluster) {
  for (const hardware::Pool& pool : cluster.pools) {
    m_gpus.push_back(hardware::gpu_states(pool));
    m_networks.push_back(hardware::network_factors(pool));
    m_per_node.push_back(pool.gpus_per_node);
  }
}

std::size_t Health::place(const GpuId& id) const {
  return static_cast<std::size_t>(id.node * m_per_node[static_cast<std::size_t>(id.pool)] + id.gpu);
}

void Health::look(LaneStage& stage) const {
  stage.slowness = {};
  stage.failed = false;
  for (const GpuId& id : stage.gpus) {
    const auto pool = static_cast<std::size_t>(id.pool);
    const hardware::GpuState& state = m_gpus[pool][place(id)];
    const double network = m_networks[pool][static_cast<std::size_t>(id.node)];
    stage.slowness.include({state.factor, state.link_factor, std::max(state.link_factor, network)});
    stage.failed = stage.failed || state.failed;
  }
}

LaneStage Health::of(std::vector<GpuId> gpus) const {
  LaneStage stage;
  stage.gpus = std::move(gpus);
  look(stage);
  return stage;
}

bool Health::sound(const GpuId& id) const {
  const LaneStage alone = of({id});
  return !alone.failed && !alone.slow();
}

bool Lane::failed() const {
  return std::any_of(stages.begin(), stages.end(), [](const LaneStage& stage) { return stage.failed; });
}
bool Lane::slow() const {
  return std::any_of(stages.begin(), stages.end(), [](const LaneStage& stage) { return stage.slow(); });
}
bool Layout::changed() const {
  return std::any_of(lanes.begin(), lanes.end(),
                     [](const Lane& lane) { return lane.failed() || lane.slow(); });
}

Layout layout_on(const hardware::Cluster& marked, const strategy::Strategy& strategy,
                 const std::vector<std::vector<GpuId>>& gpus) {
  Layout layout;
  layout.replicas_per_lane = replicas_per_lane(strategy);
  layout.data_per_lane = layout.replicas_per_lane / strategy.context_parallel;
  layout.replicas_in_step = replicas_in_step(strategy);
  layout.lanes.resize(static_cast<std::size_t>(strategy.replicas() / layout.replicas_per_lane));
  const Health health(marked);
  std::vector<int> taken(marked.pools.size(), 0);
  for (const strategy::Stage& stage : strategy.stages) {
    auto next =
        gpus[static_cast<std::size_t>(stage.pool)].begin() + taken[static_cast<std::size_t>(stage.pool)];
    for (Lane& lane : layout.lanes) {
      const int ranks = layout.replicas_per_lane * stage.tensor_parallel;
      LaneStage made;
      made.gpus.assign(next, next + ranks);
      next += ranks;
      taken[static_cast<std::size_t>(stage.pool)] += ranks;
      health.look(made);
      lane.stages.push_back(std::move(made));
    }
  }
  return layout;
}

Layout layout_of(const hardware::Cluster& marked, const strategy::Strategy& strategy,
                 const hardware::Placement& placement) {
  std::vector<std::vector<GpuId>> gpus(marked.pools.size());
  std::vector<GpuId> all;
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    const int pool = static_cast<int>(p), each = marked.pools[p].gpus_per_node;
    const auto first = static_cast<std::ptrdiff_t>(all.size());
    for (int gpu = 0; gpu < marked.pools[p].gpus(); ++gpu) all.push_back({pool, gpu / each, gpu % each});
    if (p >= placement.size() || placement[p].empty())
      gpus[p].assign(all.begin() + first, all.end());
    else
      for (const hardware::NodePart& part : placement[p])
        for (const int gpu : part.gpus) gpus[p].push_back({pool, part.node, gpu});
  }
  Layout layout = layout_on(marked, strategy, gpus);
  const Health health(marked);
  const std::vector<int> taken = strategy::gpus_by_pool(marked, strategy);
  std::vector<GpuId> used;
  for (std::size_t p = 0; p < gpus.size(); ++p)
    used.insert(used.end(), gpus[p].begin(), gpus[p].begin() + taken[p]);
  std::sort(used.begin(), used.end());
  for (const GpuId& gpu : all)
    if (!std::binary_search(used.begin(), used.end(), gpu) && health.sound(gpu)) layout.unused.push_back(gpu);
  return layout;
}

std::vector<Pipeline> pipelines_of(const Layout& layout, const strategy::Strategy& strategy) {
  std::vector<Pipeline> pipelines;
  for (const Lane& lane : layout.lanes) {
    Pipeline& made = pipelines.emplace_back();
    made.schedule = strategy.schedule;
    made.virtual_pipeline = strategy.virtual_pipeline;
    for (std::size_t j = 0; j < lane.stages.size(); ++j) {
      const strategy::Stage& stage = strategy.stages[j];
      made.stages.push_back({stage.pool, stage.layers, stage.tensor_parallel, stage.recompute,
                             stage.recompute_layers, lane.stages[j].gpus});
    }
  }
  return pipelines;
}

std::vector<Lane> lanes_of(const Health& health, const std::vector<Pipeline>& pipelines) {
  std::vector<Lane> lanes;
  for (const Pipeline& pipeline : pipelines) {
    Lane& made = lanes.emplace_back();
    for (const Stage& stage : pipeline.stages) made.stages.push_back(health.of(stage.gpus));
  }
  return lanes;
}

std::set<GpuId> gpus_of(const std::vector<Pipeline>& pipelines) {
  std::set<GpuId> gpus;
  for (const Pipeline& pipeline : pipelines)
    for (const Stage& stage : pipeline.stages) gpus.insert(stage.gpus.begin(), stage.gpus.end());
  return gpus;
}

std::vector<GpuId> idle_of(const Health& health, const std::vector<Lane>& ran,
                           const std::vector<Pipeline>& pipelines) {
  const std::set<GpuId> used = gpus_of(pipelines);
  std::vector<GpuId> idle;
  for (const Lane& lane : ran)
    for (const LaneStage& stage : lane.stages)
      for (const GpuId& gpu : stage.gpus)
        if (!used.contains(gpu) && !health.of({gpu}).failed) idle.push_back(gpu);
  return idle;
}

strategy::Problem without_marks(const strategy::Problem& problem, const hardware::Placement& placement) {
  strategy::Problem healthy = problem;
  healthy.cluster = hardware::without_marks(problem.cluster);
  for (std::size_t p = 0; p < placement.size(); ++p) {
    hardware::Pool& pool = healthy.cluster.pools[p];
    const int of_node = placement[p].empty() ? 0 : static_cast<int>(placement[p].front().gpus.size());
    if (of_node > 0 && of_node < pool.gpus_per_node) hardware::use_of_node(pool, of_node);
  }
  return healthy;
}

std::vector<Error> unused_marks(const hardware::Cluster& marked, const Layout& layout) {
  std::set<GpuId> used;
  for (const Lane& lane : layout.lanes)
    for (const LaneStage& stage : lane.stages) used.insert(stage.gpus.begin(), stage.gpus.end());
  std::vector<Error> warnings;
  for (std::size_t p = 0; p < marked.pools.size(); ++p)
    for (std::size_t i = 0; i < marked.pools[p].slow.size(); ++i) {
      const hardware::SlowSpec& mark = marked.pools[p].slow[i];
      const int pool = static_cast<int>(p);
      const GpuId first{pool, mark.node, mark.gpu.value_or(0)};
      const auto at = used.lower_bound(first);
      const bool any = at != used.end() && at->pool == pool && at->node == mark.node &&
                       (!mark.gpu || at->gpu == *mark.gpu);
      if (any) continue;
      warnings.push_back({std::string(code::unused_mark),
                          {},
                          fmt::format("pools[{}].slow[{}]", p, i),
                          mark.gpu ? fmt::format("node {}, GPU {}", mark.node, *mark.gpu)
                                   : fmt::format("node {}", mark.node),
                          {Wanted::Kind::text, {"a GPU that the running layout uses"}}});
    }
  return warnings;
}

bool put_in_spares(const hardware::Cluster& marked, const strategy::Strategy& strategy, Layout& layout) {
  const Health health(marked);
  std::map<std::pair<int, int>, std::vector<GpuId>> free;  // by pool and node
  for (const GpuId& id : layout.unused) free[{id.pool, id.node}].push_back(id);
  /// A tensor-parallel group of a lane's stage with something wrong in it.
  struct Block {
    LaneStage worst;
    LaneStage* of = nullptr;
    std::size_t first = 0;
  };
  std::vector<Block> blocks;
  for (Lane& lane : layout.lanes)
    for (std::size_t j = 0; j < lane.stages.size(); ++j) {
      LaneStage& stage = lane.stages[j];
      const auto size = static_cast<std::size_t>(strategy.stages[j].tensor_parallel);
      for (std::size_t first = 0; first + size <= stage.gpus.size(); first += size) {
        Block block{{}, &stage, first};
        block.worst.gpus.assign(stage.gpus.begin() + static_cast<std::ptrdiff_t>(first),
                                stage.gpus.begin() + static_cast<std::ptrdiff_t>(first + size));
        health.look(block.worst);
        if (block.worst.failed || block.worst.slow()) blocks.push_back(std::move(block));
      }
    }
  std::stable_sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) {
    if (a.worst.failed != b.worst.failed) return a.worst.failed;
    return a.worst.slowness.most() > b.worst.slowness.most();
  });
  bool any = false;
  for (const Block& block : blocks) {
    const std::size_t size = block.worst.gpus.size();
    for (auto& [place, gpus] : free) {
      if (place.first != block.worst.gpus.front().pool || gpus.size() < size) continue;
      std::copy(gpus.begin(), gpus.begin() + static_cast<std::ptrdiff_t>(size),
                block.of->gpus.begin() + static_cast<std::ptrdiff_t>(block.first));
      gpus.erase(gpus.begin(), gpus.begin() + static_cast<std::ptrdiff_t>(size));
      any = true;
      break;
    }
  }
  for (Lane& lane : layout.lanes)
    for (LaneStage& stage : lane.stages) health.look(stage);
  layout.unused.clear();
  for (const auto& [place, gpus] : free) layout.unused.insert(layout.unused.end(), gpus.begin(), gpus.end());
  return any;
}

}  // namespace astrolabe::replan
