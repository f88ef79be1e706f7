#include "core/mesh/widths.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/mesh/traffic.h"
#include "core/strategy/rules.h"

namespace astrolabe::mesh {

using strategy::Recompute;

double WideProgram::work() const {
  double most = 0.0;
  for (const WideStage& stage : stages) most = std::max(most, stage.end);
  return most;
}

double WideProgram::step() const {
  double most = 0.0;
  for (const WideStage& stage : stages) most = std::max(most, stage.end + stage.tail);
  return most + moved;
}

WideForm form_of(const WideProgram& program, const WideStage& stage) {
  return {stage.pool, stage.tensor_parallel, program.context_parallel, program.micro_batch};
}

WidePlace place_of(const WideProgram& program, std::size_t stage) {
  if (stage == 0) return WidePlace::first;
  return stage + 1 == program.stages.size() ? WidePlace::last : WidePlace::middle;
}

std::vector<int> in_flight_of(const std::vector<int>& groups, int micro_batches, int more) {
  std::vector<int> held(groups.size(), 1);
  int behind = 0;
  for (std::size_t j = groups.size(); j-- > 0;) {
    behind += groups[j];
    const int share = (micro_batches + groups[j] - 1) / groups[j];
    held[j] = std::min((behind + groups[j] - 1) / groups[j] + more, std::max(1, share));
  }
  return held;
}

/// Three stages alike, as a layout has them: each place in the pipeline is one of them.
Layout WideCosts::pseudo(const WideForm& form, WidePlace place, int layers) const {
  Layout layout;
  layout.pool = form.pool;
  layout.tensor_parallel = form.tensor_parallel;
  layout.context_parallel = form.context_parallel;
  layout.micro_batch = form.micro_batch;
  layout.pipeline_parallel = 3;
  layout.layers.assign(3, 1);
  layout.layers[static_cast<std::size_t>(place)] = layers;
  return layout;
}

bool WideCosts::is_left(const WideForm& form, int stages) const {
  Layout layout = pseudo(form, WidePlace::first, 1);
  layout.pipeline_parallel = stages;
  layout.layers = even_splits(layers(), stages, layout.schedule, 1).front();
  const int gpus = m_scene.gpus()[static_cast<std::size_t>(form.pool)];
  layout.groups = std::max(1, gpus / layout.group_gpus());
  const strategy::Strategy strategy = strategy_of(layout);
  if (!is_allowed(m_scene.problem(), strategy)) return false;
  strategy::Problem even = m_scene.problem();
  even.job.global_batch = strategy.data_parallel * strategy.micro_batch * stages * 2;
  even.cluster.may_leave_unused = true;
  return strategy::first_broken_rule(even, strategy) == nullptr;
}

namespace {

cost::LayerRange range_at(WidePlace place, int layers, int all) {
  if (place == WidePlace::first) return {0, layers};
  if (place == WidePlace::last) return {all - layers, all};
  return {1, 1 + layers};
}

}  // namespace

cost::StageCost WideCosts::passes(const WideForm& form, WidePlace place, int groups, int layers, int again) {
  auto found = m_shapes.find({form, groups});
  if (found == m_shapes.end()) {
    Layout layout = pseudo(form, place, layers);
    layout.groups = groups;
    const int share = (micro_batches(form) + groups - 1) / groups;
    auto shape = std::make_unique<cost::Shape>(m_scene.shape(strategy_of(layout), share));
    found =
        m_shapes.emplace(std::pair(form, groups), std::pair(std::move(shape), m_scene.scale(layout))).first;
  }
  const auto& [shape, scale] = found->second;
  cost::StageCost cost =
      shape->stage(static_cast<int>(place), range_at(place, layers, this->layers()), Recompute::full, again);
  cost.forward *= scale;
  cost.backward *= scale;
  cost.tail *= scale;
  return cost;
}

const StageTable& WideCosts::held(const WideForm& form, WidePlace place, int layers, int in_flight) {
  const auto key = std::tuple(form, place, layers, in_flight);
  const auto found = m_held.find(key);
  if (found != m_held.end()) return found->second;
  const Layout layout = pseudo(form, place, layers);
  return m_held
      .emplace(key, stage_table(m_scene, layout, static_cast<int>(place),
                                range_at(place, layers, this->layers()).begin, in_flight))
      .first->second;
}

double WideCosts::link(const WideForm& from, const WideForm& to) {
  const auto found = m_links.find({from, to});
  if (found != m_links.end()) return found->second;
  Layout layout = pseudo(from, WidePlace::first, 1);
  layout.pipeline_parallel = 2;
  layout.layers.pop_back();
  // As many groups as keep the stages out of one node: whose groups meet there is not known.
  layout.groups = m_scene.problem().cluster.pools[static_cast<std::size_t>(from.pool)].scale_up_domain;
  strategy::Strategy strategy = strategy_of(layout);
  strategy.stages.back().pool = to.pool;
  strategy.stages.back().tensor_parallel = to.tensor_parallel;
  const double seconds = m_scene.shape(strategy, 2).links().front() * m_scene.scale(layout);
  return m_links.emplace(std::pair(from, to), seconds).first->second;
}

bool WideCosts::fill(WideProgram& program, const WideWay& way) {
  std::vector<int> groups;
  for (const WideStage& stage : program.stages) groups.push_back(stage.groups);
  const int micro_batches = static_cast<int>(m_batch / program.micro_batch);
  const std::vector<int> in_flight = in_flight_of(groups, micro_batches, way.more);
  const std::vector<int> most = in_flight_of(groups, micro_batches, way.more + way.free);
  for (std::size_t j = 0; j < program.stages.size(); ++j) {
    WideStage& stage = program.stages[j];
    const auto fewest = [&](int held_at_once) {
      const StageTable& table =
          held(form_of(program, stage), place_of(program, j), stage.layers, held_at_once);
      const double even = table.state_bytes * table.dense / (stage.groups * program.context_parallel);
      return table.fewest(way.kept * even);
    };
    stage.in_flight = in_flight[j];
    stage.again = fewest(stage.in_flight);
    if (stage.again < 0) return false;
    while (stage.in_flight < most[j] && fewest(stage.in_flight + 1) == stage.again) ++stage.in_flight;
  }
  return true;
}

std::optional<WideProgram> WideCosts::made_of(WideProgram program, const WideWay& way) {
  if (!fill(program, way)) return std::nullopt;
  return as_written(std::move(program));
}

std::optional<WideProgram> WideCosts::as_written(WideProgram program,
                                                 std::vector<std::vector<PlayedPass>>* passes) {
  program.micro_batches = static_cast<int>(m_batch / program.micro_batch);
  std::vector<Holder> holders;
  std::vector<int> pools, gpus;
  std::vector<PlayedStage> played;
  double factor = 1.0;
  for (std::size_t j = 0; j < program.stages.size(); ++j) {
    WideStage& stage = program.stages[j];
    const WideForm form = form_of(program, stage);
    const WidePlace place = place_of(program, j);
    const StageTable& table = held(form, place, stage.layers, stage.in_flight);
    stage.own = table.own[static_cast<std::size_t>(stage.again)];
    stage.limit = table.limit;
    gpus.push_back(stage.groups * program.gpus_of_group(stage));
    pools.push_back(stage.pool);
    holders.push_back({stage.own, table.state_bytes * table.dense / (stage.groups * program.context_parallel),
                       stage.limit, gpus.back()});
    const cost::StageCost cost = this->passes(form, place, stage.groups, stage.layers, stage.again);
    stage.passes = {cost.forward, cost.backward};
    stage.tail = cost.tail;
    const bool last = j + 1 == program.stages.size();
    stage.link = last ? 0.0 : link(form, form_of(program, program.stages[j + 1]));
    played.push_back({std::vector<GroupPasses>(static_cast<std::size_t>(stage.groups), stage.passes),
                      stage.in_flight, stage.link});
    factor = std::max(factor, m_scene.tail_factor(stage.pool));
  }
  program.state = place_state(holders);
  if (!program.state.possible) return std::nullopt;
  for (std::size_t j = 0; j < program.stages.size(); ++j) program.stages[j].state = program.state.held[j];
  program.moved =
      program.state.moves.empty() ? 0.0 : moved_traffic(m_scene, program.state, pools, gpus) * factor;
  const std::vector<double> ends = play_groups(played, program.micro_batches, passes);
  for (std::size_t j = 0; j < ends.size(); ++j) program.stages[j].end = ends[j];
  return program;
}

}  // namespace astrolabe::mesh
