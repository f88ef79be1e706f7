#include "core/replan/options.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/replan/grouping.h"

namespace astrolabe::replan {

namespace {

using strategy::Schedule;

constexpr std::size_t kNoneSlow = static_cast<std::size_t>(-1);
constexpr std::size_t kEverySplit = static_cast<std::size_t>(-2);
constexpr double kFewSplits = 500.0;  ///< so many are tried one by one
/// Where several stages of a lane are slow, splits are made for these shares of what they are slow by.
constexpr double kShares[] = {1.0, 0.25, 0.5, 0.75, 1.5, 2.0, 4.0};

std::vector<GpuId> part(const std::vector<GpuId>& gpus, std::size_t first, std::size_t count) {
  return {gpus.begin() + static_cast<std::ptrdiff_t>(first),
          gpus.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

/// Runs of 1, 2, 4, … GPUs that add up to all of them, the largest first.
std::vector<std::vector<GpuId>> in_powers(const std::vector<GpuId>& gpus) {
  std::vector<std::vector<GpuId>> groups;
  std::size_t first = 0;
  for (std::size_t size = std::size_t{1} << 20U; size > 0; size /= 2)
    if (first + size <= gpus.size()) {
      groups.push_back(part(gpus, first, size));
      first += size;
    }
  return groups;
}

}  // namespace

Timed fastest(const Options& options, int micro_batches) {
  thread_local std::vector<std::pair<double, std::size_t>> order;
  order.clear();
  for (std::size_t i = 0; i < options.size(); ++i)
    order.emplace_back(options[i].shape->least_seconds(*options[i].split, options[i].slow, micro_batches), i);
  std::sort(order.begin(), order.end());
  Timed best;
  for (const auto& [least, i] : order) {
    if (least > best.seconds) break;
    const Option& option = options[i];
    if (micro_batches % option.shape->quantum() != 0 || micro_batches > option.shape->most_micro_batches())
      continue;
    const double seconds = option.shape->seconds(*option.split, option.slow, micro_batches);
    if (seconds < best.seconds || (seconds == best.seconds && i < best.option)) best = {seconds, i};
  }
  return best;
}

namespace {

/// How much of a layout an option changes; of those with other groups nothing is known.
double change_of(const Option& option) {
  constexpr double kOtherGroups = 1e9;
  if (option.change == Change::none) return 0.0;
  if (option.change != Change::layers) return kOtherGroups;
  double moved = 0.0;
  int before = 0, after = 0;
  for (std::size_t j = 0; j < option.split->layers.size(); ++j) {
    before += option.was.empty() ? 0 : option.was[j];
    after += option.split->layers[j];
    moved += std::abs(after - before);
  }
  return 1.0 + moved;
}

}  // namespace

std::size_t least_change(const Options& options, int micro_batches, double limit) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < options.size(); ++i) order.emplace_back(change_of(options[i]), i);
  std::sort(order.begin(), order.end());
  for (const auto& [change, i] : order) {
    const Option& option = options[i];
    if (option.change == Change::regrouped || option.change == Change::left_out) break;
    if (micro_batches % option.shape->quantum() != 0 || micro_batches > option.shape->most_micro_batches())
      continue;
    if (option.shape->least_seconds(*option.split, option.slow, micro_batches) <= limit &&
        option.shape->seconds(*option.split, option.slow, micro_batches) <= limit)
      return i;
  }
  return fastest(options, micro_batches).option;
}

StageSlowness alone(const LaneStage& stage) { return {stage.slowness, stage.slowness}; }

OptionMaker::OptionMaker(cost::SlowedTables& tables, const strategy::Strategy& running, const Layout& layout,
                         const Health& health)
    : m_tables(tables), m_running(running), m_layout(layout), m_health(health) {}

const LaneShape& OptionMaker::shape(int lanes, const std::vector<strategy::Stage>& stages, bool in_line) {
  std::unique_ptr<LaneShape>& known = m_shapes[{in_line ? -lanes : lanes, stages}];
  if (known) return *known;
  strategy::Strategy made = m_running;
  if (stages != m_running.stages) made.state.clear();  // of stages that are no more
  made.stages = stages;
  made.pipeline_parallel = static_cast<int>(stages.size());
  made.tensor_parallel = stages.front().tensor_parallel;
  made.data_parallel = lanes * m_layout.data_per_lane;
  const bool whole = m_running.sharding_group >= m_running.replicas();
  made.sharding_group = whole ? made.replicas() : std::min(made.replicas(), m_running.sharding_group);
  if (m_running.sharding_group <= 1) made.sharding_group = m_running.sharding_group;
  if (in_line && made.virtual_pipeline > 1) {
    made.virtual_pipeline = 1;
    made.schedule = Schedule::one_f_one_b;
  }
  known = std::make_unique<LaneShape>(m_tables, made);
  return *known;
}

std::int64_t OptionMaker::work() const {
  std::int64_t sum = 0;
  for (const auto& [key, shape] : m_shapes) sum += shape->work();
  return sum;
}

const LaneShape& OptionMaker::running_shape(int lanes) { return shape(lanes, m_running.stages, false); }

std::vector<std::size_t> OptionMaker::slow_stages(const Lane& lane) {
  std::vector<std::size_t> slow;
  for (std::size_t j = 0; j < lane.stages.size(); ++j)
    if (lane.stages[j].slow() || lane.stages[j].failed) slow.push_back(j);
  return slow;
}

/// Splits of a shape of which `slow_stage` holds 1 to `most` layers; with kNoneSlow those of stages that are
/// not slow.
const OptionMaker::Splits& OptionMaker::splits(const LaneShape& of, std::size_t slow_stage, int most) {
  const auto [at, fresh] = m_splits.try_emplace({&of, slow_stage, most});
  if (!fresh) return at->second;
  const std::vector<double> even(static_cast<std::size_t>(of.stages()), 1.0);
  std::vector<int> held(even.size(), 0);
  const int first = slow_stage == kNoneSlow ? 0 : 1;
  for (int layers = first; layers <= most; ++layers) {
    if (slow_stage != kNoneSlow) held[slow_stage] = layers;
    for (Split& split : of.least_busy(held, even))
      at->second.push_back(std::make_shared<const Split>(std::move(split)));
  }
  return at->second;
}

/// Every split that fits, where they are few: with few micro-batches the order of unequal stages matters,
/// too. Null where they are many.
const OptionMaker::Splits* OptionMaker::all_splits(const LaneShape& of) {
  const int layers = of.shape().layers(), stages = of.stages();
  double count = 1.0;  // ways to cut a row of layers
  for (int cut = 1; cut < stages; ++cut) count *= static_cast<double>(layers - cut) / cut;
  if (count > kFewSplits) return nullptr;
  const auto [at, fresh] = m_splits.try_emplace({&of, kEverySplit, layers});
  if (!fresh) return &at->second;
  std::vector<int> dealt(static_cast<std::size_t>(stages), 1);
  const auto deal = [&](const auto& self, std::size_t stage, int left) -> void {
    if (stage + 1 == dealt.size()) {
      dealt[stage] = left;
      if (auto split = of.split(dealt))
        at->second.push_back(std::make_shared<const Split>(std::move(*split)));
      return;
    }
    const int behind = stages - static_cast<int>(stage) - 1;
    for (int size = 1; size <= left - behind; ++size) {
      dealt[stage] = size;
      self(self, stage + 1, left - size);
    }
  };
  deal(deal, 0, layers);
  return &at->second;
}

/// The most layers that a stage gets where it is no slower than others: with more of them it would be what
/// others wait for.
int OptionMaker::held_if_sound(const LaneShape& of, std::size_t stage) {
  int most = 0;
  for (const auto& split : splits(of, kNoneSlow, 0)) most = std::max(most, split->layers[stage]);
  return most;
}

/// The options of one way to group a lane: all splits that may be the fastest. `most`: layers that a slow
/// stage holds as it runs; of stages that take over what others held it may get more.
void OptionMaker::add_splits(const Option& how, int most, Options& options) {
  if (const Splits* all = all_splits(*how.shape)) {
    for (const auto& split : *all) {
      options.push_back(how);
      options.back().split = split;
    }
    return;
  }
  std::vector<std::size_t> slow;
  for (std::size_t j = 0; j < how.slow.size(); ++j)
    if (how.slow[j].own.any()) slow.push_back(j);
  if (slow.size() <= 1) {
    const std::size_t stage = slow.empty() ? kNoneSlow : slow.front();
    if (stage == kNoneSlow)
      most = 0;
    else
      most = std::max(most, held_if_sound(*how.shape, stage));
    for (const auto& split : splits(*how.shape, stage, most)) {
      options.push_back(how);
      options.back().split = split;
    }
    if (stage == kNoneSlow) return;
  }
  // What is slow by a factor takes at most so many times as long as with nothing slow: with the same splits.
  for (const auto& split : splits(*how.shape, kNoneSlow, 0)) {
    options.push_back(how);
    options.back().split = split;
  }
  if (slow.size() <= 1) return;
  const std::vector<int> held(how.slow.size(), 0);
  for (const double share : kShares) {
    std::vector<double> factors;
    for (std::size_t j = 0; j < how.slow.size(); ++j)
      factors.push_back(1.0 + (how.shape->layer_factor(static_cast<int>(j), how.slow[j].own) - 1.0) * share);
    for (Split& split : how.shape->least_busy(held, factors)) {
      options.push_back(how);
      options.back().split = std::make_shared<const Split>(std::move(split));
    }
  }
}

Options OptionMaker::as_it_runs(const Lane& lane, int lanes, const std::vector<StageSlowness>& slow) {
  const LaneShape& now = running_shape(lanes);
  Option option;
  option.shape = &now;
  option.slow = slow;
  for (const LaneStage& stage : lane.stages) option.groups.push_back(stage.gpus);
  Split written = now.as_written();
  const bool fits = std::all_of(written.costs.begin(), written.costs.end(),
                                [](const cost::StageCost& cost) { return cost.fits; });
  Options options;
  // What runs does run; with fewer replicas a stage holds more of the state.
  if (fits || lanes == static_cast<int>(m_layout.lanes.size())) {
    option.split = std::make_shared<const Split>(std::move(written));
    options.push_back(std::move(option));
  } else if (m_running.virtual_pipeline == 1) {
    option.change = Change::layers;
    add_splits(option, 1, options);
  }
  return options;
}

Options OptionMaker::other_splits(const Lane& lane, int lanes, const std::vector<StageSlowness>& slow) {
  Options options = as_it_runs(lane, lanes, slow);
  if (options.empty()) return options;
  Option option = options.front();
  option.change = Change::layers;
  std::vector<strategy::Stage> stages = m_running.stages;
  if (m_running.virtual_pipeline > 1) option.shape = &shape(lanes, stages, true);
  for (const strategy::Stage& stage : stages) option.was.push_back(stage.layers);
  int most = 1;
  for (const std::size_t j : slow_stages(lane)) most = std::max(most, stages[j].layers);
  add_splits(option, most, options);
  return options;
}

bool OptionMaker::may_regroup(const LaneStage& stage) const {
  return m_layout.replicas_per_lane == 1 && stage.gpus.size() > 1;
}

/// Time of a stage on 2^k GPUs over that on all of the stage.
std::vector<double> OptionMaker::efficiency(std::size_t j) const {
  const strategy::Stage& stage = m_running.stages[j];
  const auto seconds = [&](int tensor) {
    double sum = 0.0;
    for (const cost::LayerCost& layer :
         m_tables.sound().split(cost::splitting_of(m_running, stage.pool, tensor)).classes)
      sum +=
          layer.time[cost::kNothingAgain].forward_seconds + layer.time[cost::kNothingAgain].backward_seconds;
    return sum;
  };
  std::vector<double> list;
  const double whole = seconds(stage.tensor_parallel);
  for (int tensor = 1; tensor <= stage.tensor_parallel; tensor *= 2) list.push_back(seconds(tensor) / whole);
  return list;
}

/// Of each number of groups, from two on, the one that gets the most done.
std::map<std::size_t, OptionMaker::Regroup> OptionMaker::best_groupings(const Lane& lane,
                                                                        std::size_t j) const {
  const std::vector<GpuId>& gpus = lane.stages[j].gpus;
  std::vector<double> factors;
  for (const GpuId& id : gpus) {
    const LaneStage alone = m_health.of({id});
    factors.push_back(alone.failed ? HUGE_VAL : alone.slowness.most());
  }
  std::map<std::size_t, Regroup> best;
  for (const Grouping& grouping : groupings(factors, efficiency(j), false)) {
    if (grouping.groups.size() < 2 || best.contains(grouping.groups.size())) continue;
    Regroup& made = best[grouping.groups.size()];
    made.stage = j;
    for (const std::vector<int>& group : grouping.groups) {
      made.groups.emplace_back();
      for (const int member : group) made.groups.back().push_back(gpus[static_cast<std::size_t>(member)]);
    }
  }
  return best;
}

/// The lane with these stages in other groups: slow groups first, as early stages hold few layers and much
/// memory for activations.
void OptionMaker::add_grouped(const Lane& lane, int lanes, const std::vector<Regroup>& regroups,
                              Change change, Options& options) {
  std::vector<strategy::Stage> stages;
  Option option;
  option.change = change;
  std::vector<LaneStage> states;
  int most = 1;
  for (std::size_t j = 0; j < lane.stages.size(); ++j) {
    strategy::Stage stage = m_running.stages[j];
    const int held = stage.layers;
    stage.layers = 0;
    const auto found = std::find_if(regroups.begin(), regroups.end(),
                                    [&](const Regroup& regroup) { return regroup.stage == j; });
    if (found == regroups.end()) {
      stages.push_back(stage);
      states.push_back(lane.stages[j]);
      option.groups.push_back(lane.stages[j].gpus);
      continue;
    }
    most = std::max(most, held);
    std::vector<std::vector<GpuId>> groups = found->groups;
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    std::stable_sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
      return m_health.of(a).slow() && !m_health.of(b).slow();
    });
    for (std::vector<GpuId>& group : groups) {
      stage.tensor_parallel = static_cast<int>(group.size()) / m_layout.replicas_per_lane;
      stages.push_back(stage);
      states.push_back(m_health.of(group));
      option.groups.push_back(std::move(group));
    }
  }
  const int layers = m_tables.problem().graph->layer_count();
  if (stages.empty() || static_cast<int>(stages.size()) > layers) return;
  option.shape = &shape(lanes, stages, true);
  for (const LaneStage& state : states) option.slow.push_back(alone(state));
  add_splits(option, most, options);
}

Options OptionMaker::regrouped(const Lane& lane, int lanes) {
  Options options;
  const std::vector<std::size_t> slow = slow_stages(lane);
  if (slow.empty() || lane.failed()) return options;
  for (const std::size_t j : slow)
    if (!may_regroup(lane.stages[j])) return options;
  std::vector<std::map<std::size_t, Regroup>> best;  // by slow stage, of each number of groups
  for (const std::size_t j : slow) best.push_back(best_groupings(lane, j));
  for (const auto& [count, first] : best.front()) {
    std::vector<Regroup> regroups;
    for (const auto& of_stage : best)
      if (const auto found = of_stage.find(count); found != of_stage.end()) regroups.push_back(found->second);
    if (regroups.size() == slow.size()) add_grouped(lane, lanes, regroups, Change::regrouped, options);
  }
  return options;
}

Options OptionMaker::left_out(const Lane& lane, int lanes, LeaveOut what) {
  Options options;
  const auto leaves = [&](const LaneStage& some) {
    return some.failed || (what == LeaveOut::slow && some.slow()) ||
           (what == LeaveOut::slow_kernels && some.slowness.kernels > 1.0);
  };
  std::vector<std::size_t> slow;
  for (std::size_t j = 0; j < lane.stages.size(); ++j)
    if (leaves(lane.stages[j])) slow.push_back(j);
  if (slow.empty()) return options;
  std::vector<Regroup> without, largest, parts;
  bool may_part = true;
  const auto slowness = [&](const GpuId& id) { return m_health.of({id}).slowness.most(); };
  for (const std::size_t j : slow) {
    without.push_back({j, {}});
    std::vector<GpuId> sound;
    for (const GpuId& id : lane.stages[j].gpus)
      if (!leaves(m_health.of({id}))) sound.push_back(id);
    // What is slow and stays goes into the small groups.
    std::stable_sort(sound.begin(), sound.end(),
                     [&](const GpuId& a, const GpuId& b) { return slowness(a) < slowness(b); });
    parts.push_back({j, in_powers(sound)});
    largest.push_back({j, {}});
    if (!parts.back().groups.empty()) largest.back().groups = {parts.back().groups.front()};
    may_part = may_part && m_layout.replicas_per_lane == 1 && !sound.empty();
  }
  if (slow.size() < lane.stages.size()) add_grouped(lane, lanes, without, Change::left_out, options);
  if (!may_part) return options;
  add_grouped(lane, lanes, largest, Change::left_out, options);
  if (parts.front().groups.size() > 1 || slow.size() > 1)
    add_grouped(lane, lanes, parts, Change::left_out, options);
  return options;
}

}  // namespace astrolabe::replan
