#include "core/replan/plans.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/cost/goodput.h"
#include "core/hardware/usable_gpus.h"
#include "core/replan/allocate.h"
#include "core/replan/fluid_bound.h"
#include "core/replan/side_by_side.h"

namespace astrolabe::replan {

namespace {

/// What makes two lanes have the same options: the marks of their GPUs by place.
using Key = std::vector<std::vector<double>>;
Key key_of(const Lane& lane, const Health& health) {
  Key key;
  for (const LaneStage& stage : lane.stages) {
    key.emplace_back();
    if (!stage.slow() && !stage.failed) continue;
    for (const GpuId& id : stage.gpus) {
      const LaneStage alone = health.of({id});
      key.back().insert(key.back().end(), {alone.slowness.kernels, alone.slowness.links,
                                           alone.slowness.network, alone.failed ? 1.0 : 0.0});
    }
  }
  return key;
}

/// The option of one lane for another one that is alike: its GPUs in the places of those.
Option moved(Option option, const Lane& from, const Lane& to) {
  std::map<GpuId, GpuId> place;
  for (std::size_t j = 0; j < from.stages.size(); ++j)
    for (std::size_t i = 0; i < from.stages[j].gpus.size(); ++i)
      place[from.stages[j].gpus[i]] = to.stages[j].gpus[i];
  for (std::vector<GpuId>& group : option.groups)
    for (GpuId& id : group) id = place.at(id);
  return option;
}

/// The options of a lane of which GPUs have failed: what else is slow is left out, or stays at its pace.
Options without_failed(OptionMaker& maker, const Lane& lane, int lanes) {
  Options options = maker.left_out(lane, lanes);
  if (!lane.slow()) return options;
  const bool kernels = std::any_of(lane.stages.begin(), lane.stages.end(),
                                   [](const LaneStage& stage) { return stage.slowness.kernels > 1.0; });
  std::vector<LeaveOut> others{LeaveOut::failed};
  if (kernels) others.push_back(LeaveOut::slow_kernels);
  for (const LeaveOut what : others) {
    Options more = maker.left_out(lane, lanes, what);
    std::move(more.begin(), more.end(), std::back_inserter(options));
  }
  return options;
}

}  // namespace

Planner::Planner(const strategy::Problem& problem, const strategy::Strategy& running,
                 const hardware::Placement& placement)
    : m_healthy(without_marks(problem, placement)),
      m_marked(problem.cluster),
      m_running(running),
      m_tables(m_healthy),
      m_health(problem.cluster),
      m_layout(layout_of(problem.cluster, running, placement)),
      m_spared(m_layout),
      m_any_spare(put_in_spares(problem.cluster, running, m_spared)),
      m_maker(m_tables, running, m_layout, m_health),
      m_micro_batches(problem.job.micro_batches(running.data_parallel, running.micro_batch)) {}

double Planner::healthy_seconds() {
  const LaneShape& shape = m_maker.running_shape(static_cast<int>(m_layout.lanes.size()));
  return shape.seconds(shape.as_written(), std::vector<StageSlowness>(m_running.stages.size()),
                       m_micro_batches);
}

bool Planner::Chosen::has(Change change) const {
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return option.change == change; });
}

/// `forced`: slow lanes have to be regrouped.
Options Planner::options_of(Kind kind, const Lane& lane, int lanes, const std::vector<StageSlowness>& slow,
                            bool forced) {
  if (!lane.slow() && !lane.failed()) return m_maker.as_it_runs(lane, lanes, slow);
  if (kind == Kind::drop) return m_maker.left_out(lane, lanes);
  if (lane.failed()) return without_failed(m_maker, lane, lanes);
  if (kind == Kind::keep || kind == Kind::rebalance_data) return m_maker.as_it_runs(lane, lanes, slow);
  Options options;
  if (!forced) options = m_maker.other_splits(lane, lanes, slow);
  if (kind == Kind::regroup) {
    Options more = m_maker.regrouped(lane, lanes);
    std::move(more.begin(), more.end(), std::back_inserter(options));
  }
  return options;
}

/// What the stages of each lane wait for, of the lanes that go on as they run: neither removed nor failed,
/// nor slow where these are dropped.
std::vector<std::vector<StageSlowness>> Planner::waits(Kind kind, const Layout& layout,
                                                       const std::set<int>& removed) {
  const LaneShape& shape = m_maker.running_shape(static_cast<int>(layout.lanes.size()));
  const Split written = shape.as_written();
  std::vector<WorkingLane> lanes;
  std::vector<std::size_t> places;
  std::vector<std::vector<StageSlowness>> slow(layout.lanes.size(),
                                               std::vector<StageSlowness>(m_running.stages.size()));
  for (std::size_t at = 0; at < layout.lanes.size(); ++at) {
    const Lane& lane = layout.lanes[at];
    if (removed.contains(static_cast<int>(at)) || lane.failed() || (kind == Kind::drop && lane.slow()))
      continue;
    WorkingLane made{&shape, &written, {}, m_micro_batches, layout.in_step_with(static_cast<int>(at))};
    for (const LaneStage& stage : lane.stages) made.slow.push_back(alone(stage));
    lanes.push_back(std::move(made));
    places.push_back(at);
  }
  wait_for_each_other(lanes);
  for (std::size_t i = 0; i < lanes.size(); ++i) slow[places[i]] = std::move(lanes[i].slow);
  return slow;
}

/// The best with all lanes but the removed ones.
std::optional<Planner::Chosen> Planner::solve(Kind kind, const Layout& layout, const std::set<int>& removed,
                                              bool forced) {
  const int all = static_cast<int>(layout.lanes.size()), count = all - static_cast<int>(removed.size());
  if (count < 1) return std::nullopt;
  const std::vector<std::vector<StageSlowness>> slow = waits(kind, layout, removed);
  std::map<std::pair<Key, std::vector<StageSlowness>>, std::vector<int>> alike;
  for (int lane = 0; lane < all; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    if (!removed.contains(lane)) alike[{key_of(layout.lanes[at], m_health), slow[at]}].push_back(lane);
  }
  std::vector<Options> options;
  std::vector<std::vector<int>> members;
  for (auto& [key, lanes] : alike) {
    options.push_back(
        options_of(kind, layout.lanes[static_cast<std::size_t>(lanes.front())], count, key.second, forced));
    if (options.back().empty()) return std::nullopt;
    members.push_back(std::move(lanes));
  }
  Chosen chosen;
  std::vector<std::vector<int>> units;
  if (kind == Kind::keep) {
    chosen.seconds = 0.0;
    for (std::size_t k = 0; k < options.size(); ++k) {
      chosen.seconds = std::max(chosen.seconds, fastest(options[k], m_micro_batches).seconds);
      units.emplace_back(members[k].size(), m_micro_batches);
    }
  } else {
    std::vector<WorkerClass> classes;
    for (std::size_t k = 0; k < options.size(); ++k) {
      WorkerClass made;
      made.count = static_cast<int>(members[k].size());
      for (const Option& option : options[k]) {
        made.quantum = std::max(made.quantum, option.shape->quantum());
        made.most = std::max(made.most, option.shape->most_micro_batches());
      }
      made.least = made.quantum;
      made.seconds = [&options, k](int m) { return fastest(options[k], m).seconds; };
      classes.push_back(std::move(made));
    }
    auto dealt = allocate(classes, m_micro_batches * all);
    if (!dealt) return std::nullopt;
    chosen.seconds = dealt->seconds;
    units = std::move(dealt->units);
  }
  if (chosen.seconds >= kBeyond) return std::nullopt;
  for (std::size_t k = 0; k < members.size(); ++k)
    for (std::size_t i = 0; i < members[k].size(); ++i) {
      const Option& best = options[k][least_change(options[k], units[k][i], chosen.seconds)];
      chosen.lanes.push_back(members[k][i]);
      chosen.options.push_back(moved(best, layout.lanes[static_cast<std::size_t>(members[k].front())],
                                     layout.lanes[static_cast<std::size_t>(members[k][i])]));
      chosen.micro_batches.push_back(units[k][i]);
    }
  chosen.seconds = step_of(chosen);
  return chosen;
}

/// The step as it is predicted of lanes side by side; the options were chosen as if each lane ran beside
/// those that run now.
double Planner::step_of(const Chosen& chosen) const {
  std::vector<WorkingLane> lanes;
  for (std::size_t i = 0; i < chosen.options.size(); ++i) {
    const Option& option = chosen.options[i];
    WorkingLane lane{option.shape,
                     option.split.get(),
                     {},
                     chosen.micro_batches[i],
                     m_layout.in_step_with(chosen.lanes[i])};
    for (const std::vector<GpuId>& group : option.groups) lane.slow.push_back(alone(m_health.of(group)));
    lanes.push_back(std::move(lane));
  }
  wait_for_each_other(lanes);
  return replan::step_of(lanes);
}

/// Stages or GPUs left out where that is possible, or whole lanes.
std::optional<Planner::Chosen> Planner::left_out() {
  std::set<int> all, forced;
  const int lanes = static_cast<int>(m_layout.lanes.size());
  for (int lane = 0; lane < lanes; ++lane) {
    const Lane& here = m_layout.lanes[static_cast<std::size_t>(lane)];
    if (!here.slow() && !here.failed()) continue;
    all.insert(lane);
    const Options options = m_maker.left_out(here, lanes);
    if (options.empty()) forced.insert(lane);
  }
  if (all.empty()) return std::nullopt;
  std::optional<Chosen> best = solve(Kind::drop, m_layout, forced, false);
  if (forced != all)
    if (auto other = solve(Kind::drop, m_layout, all, false);
        other && (!best || other->seconds < best->seconds))
      best = std::move(other);
  return best;
}

const std::optional<Planner::Chosen>& Planner::choose(Kind kind) {
  const auto [at, fresh] = m_chosen.try_emplace(kind);
  if (!fresh) return at->second;
  std::optional<Chosen> found = find(kind);
  // Nothing keeps a plan from changing no more than a lesser one.
  if (found && kind == Kind::rebalance_layers)
    if (const std::optional<Chosen>& lesser = choose(Kind::rebalance_data);
        lesser && lesser->seconds < found->seconds)
      found = lesser;
  return m_chosen[kind] = std::move(found);
}

std::optional<Planner::Chosen> Planner::find(Kind kind) {
  bool failed = false, slow = false, beside_failed = false;
  for (const Lane& lane : m_layout.lanes) {
    failed = failed || lane.failed();
    slow = slow || (lane.slow() && !lane.failed());
    beside_failed = beside_failed || (lane.slow() && lane.failed());
  }
  switch (kind) {
    case Kind::keep:
      return failed ? std::nullopt : solve(kind, m_layout, {}, false);
    case Kind::drop:
      return left_out();
    case Kind::spare: {
      if (!m_any_spare) return std::nullopt;
      std::set<int> removed;
      const int lanes = static_cast<int>(m_spared.lanes.size());
      for (int lane = 0; lane < lanes; ++lane) {
        const Lane& here = m_spared.lanes[static_cast<std::size_t>(lane)];
        if (here.failed() && without_failed(m_maker, here, lanes).empty()) removed.insert(lane);
      }
      return solve(kind, m_spared, removed, false);
    }
    default:
      break;
  }
  // Where all that is slow is in lanes that change in any case, the kinds are one.
  if (!slow && (kind != Kind::rebalance_data || !beside_failed)) return std::nullopt;
  std::set<int> removed;
  const int lanes = static_cast<int>(m_layout.lanes.size());
  for (int lane = 0; lane < lanes && failed; ++lane) {
    const Lane& here = m_layout.lanes[static_cast<std::size_t>(lane)];
    if (here.failed() && without_failed(m_maker, here, lanes).empty()) removed.insert(lane);
  }
  auto chosen = solve(kind, m_layout, removed, false);
  if (!slow && chosen)
    if (const std::optional<Chosen>& drop = choose(Kind::drop); drop && drop->seconds <= chosen->seconds)
      return std::nullopt;
  if (kind != Kind::regroup || (chosen && chosen->has(Change::regrouped))) return chosen;
  auto forced = solve(kind, m_layout, removed, true);
  return forced && forced->has(Change::regrouped) ? forced : std::nullopt;
}

/// Of any plan on the groups of the lanes.
double Planner::bound(const Chosen& chosen) {
  std::vector<WorkingLane> lanes;
  for (const Option& option : chosen.options) lanes.push_back({option.shape, nullptr, option.slow, 0, 0});
  return fluid_bound(*m_healthy.graph, m_maker.running_shape(static_cast<int>(m_layout.lanes.size())), lanes,
                     static_cast<double>(m_micro_batches) * static_cast<double>(m_layout.lanes.size()));
}

/// Whether stages or groups of ranks change, or a GPU that works for them has failed.
bool Planner::restarts(Kind kind, const Chosen& chosen) const {
  const bool failed = std::any_of(m_layout.lanes.begin(), m_layout.lanes.end(),
                                  [](const Lane& lane) { return lane.failed(); });
  const bool changes = std::any_of(chosen.options.begin(), chosen.options.end(),
                                   [](const Option& option) { return option.change != Change::none; });
  return failed || changes || kind == Kind::spare || chosen.lanes.size() < m_layout.lanes.size();
}

Plan Planner::told(Kind kind, const Chosen& chosen) {
  Plan plan;
  plan.kind = kind;
  plan.strategy = m_running;
  plan.step_seconds = chosen.seconds;
  plan.lower_bound_seconds = bound(chosen);
  std::vector<std::size_t> order(chosen.lanes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return chosen.lanes[a] < chosen.lanes[b]; });
  for (const std::size_t i : order) {
    const Option& option = chosen.options[i];
    Pipeline pipeline;
    pipeline.micro_batches = chosen.micro_batches[i] * m_layout.data_per_lane;
    pipeline.schedule = option.shape->strategy().schedule;
    pipeline.virtual_pipeline = option.shape->strategy().virtual_pipeline;
    for (std::size_t j = 0; j < option.groups.size(); ++j) {
      const strategy::Stage& stage = option.shape->strategy().stages[j];
      const cost::StageCost& cost = option.split->costs[j];
      pipeline.stages.push_back({stage.pool, option.split->layers[j], stage.tensor_parallel, cost.recompute,
                                 cost.recompute_layers, option.groups[j],
                                 option.shape->pass_factor(*option.split, option.slow, static_cast<int>(j))});
    }
    plan.pipelines.push_back(std::move(pipeline));
  }
  plan.idle = idle_of(m_health, m_layout.lanes, plan.pipelines);
  const Moves moves = find_moves(m_tables.sound(), m_marked, m_layout, m_running, plan);
  plan.bytes_to_move = moves.bytes;
  plan.move_seconds = moves.seconds;
  if (restarts(kind, chosen)) plan.restart_seconds = cost::start_seconds(m_healthy);
  return plan;
}

std::optional<Plan> Planner::plan(Kind kind) {
  const std::optional<Chosen>& chosen = choose(kind);
  if (!chosen) return std::nullopt;
  return told(kind, *chosen);
}

std::optional<double> Planner::seconds(Kind kind) {
  const std::optional<Chosen>& chosen = choose(kind);
  if (!chosen) return std::nullopt;
  return chosen->seconds;
}

}  // namespace astrolabe::replan
