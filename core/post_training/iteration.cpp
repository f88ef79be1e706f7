#include "core/post_training/iteration.h"

#include <algorithm>
#include <cmath>

namespace astrolabe::post_training {

namespace {

constexpr double kSame = 1e-9;  // of the iteration: moments nearer than this are one

/// What GPUs of a set hold while `working` of its units works; -1: while none does.
std::vector<double> held(const SetPlan& plan, int working, double bytes) {
  std::vector<double> all;
  for (const UnitPlan& unit : plan.units) all.push_back(unit.unit == working ? bytes : unit.rest_bytes);
  return all;
}

class IterationMaker {
 public:
  IterationMaker(const Placement& placement, const strategy::Problem& problem)
      : m_placement(placement), m_problem(problem) {}

  Iteration made() {
    const Timeline& timeline = m_placement.timeline;
    m_iteration.seconds = timeline.seconds;
    m_iteration.steady = m_placement.job->asynchronous > 0;
    m_iteration.lanes.resize(m_placement.sets.size());
    for (std::size_t set = 0; set < m_placement.sets.size(); ++set) begin_lane(set);
    for (const PlacedCall& call : timeline.calls) add(call);
    if (!m_iteration.steady) {
      mark_critical();
      add_sync();
    } else {
      mark_busiest();
    }
    for (std::size_t set = 0; set < m_placement.sets.size(); ++set) add_memory(set);
    return std::move(m_iteration);
  }

 private:
  int unit_of(const PlacedCall& placed) const {
    const Call& call = m_placement.job->flow.calls[static_cast<std::size_t>(placed.call)];
    const int role = m_placement.job->role_named(call.role);
    for (std::size_t unit = 0; unit < m_placement.units.size(); ++unit)
      if (m_placement.units[unit].role == role &&
          m_placement.units[unit].generates == (call.what == Do::generate))
        return static_cast<int>(unit);
    return -1;
  }

  void begin_lane(std::size_t set) {
    SetLane& lane = m_iteration.lanes[set];
    const PlannedSet& planned = m_placement.sets[set];
    for (const UnitPlan& unit : planned.plan.units) lane.units.push_back(unit.unit);
    const hardware::Gpu& gpu = m_problem.cluster.pools[static_cast<std::size_t>(planned.placed.pool)].gpu;
    if (gpu.memory) lane.limit_bytes = gpu.memory->value * (1.0 - m_problem.job.limits.memory_headroom);
  }

  void add(const PlacedCall& placed) {
    const Call& call = m_placement.job->flow.calls[static_cast<std::size_t>(placed.call)];
    Block block{placed.call, m_placement.job->role_named(call.role), placed.begin, placed.end, false, {}};
    if (placed.set < 0) {
      block.parts[Part::rule] = block.end - block.begin;
      m_iteration.rules.push_back(block);
      return;
    }
    const auto set = static_cast<std::size_t>(placed.set);
    block.parts = m_placement.sets[set].plan.calls[static_cast<std::size_t>(placed.call)].parts;
    block.at_work = m_placement.share_at_work(placed);
    m_iteration.lanes[set].busy_seconds += block.busy_seconds();
    std::vector<Block>& blocks = m_iteration.lanes[set].blocks;
    if (m_iteration.steady) {
      block.begin = blocks.empty() ? 0.0 : blocks.back().end;
      block.end = block.begin + (placed.end - placed.begin);
    }
    blocks.push_back(block);
  }

  std::vector<Block*> all_blocks() {
    std::vector<Block*> all;
    for (SetLane& lane : m_iteration.lanes)
      for (Block& block : lane.blocks) all.push_back(&block);
    for (Block& block : m_iteration.rules) all.push_back(&block);
    return all;
  }

  /// From the last call back: what each waited for, a call before it or the one that had its set.
  void mark_critical() {
    const std::vector<Block*> all = all_blocks();
    if (all.empty()) return;
    const double near = kSame * m_iteration.seconds;
    double moment = (*std::max_element(all.begin(), all.end(), [](const Block* a, const Block* b) {
                      return a->end < b->end;
                    }))->end;
    while (moment > near) {
      // Calls that take no time are behind none.
      const auto at = std::find_if(all.begin(), all.end(), [&](const Block* block) {
        return !block->critical && std::abs(block->end - moment) <= near && block->end - block->begin > near;
      });
      if (at == all.end()) return;
      (*at)->critical = true;
      m_iteration.parts += (*at)->parts;
      moment = (*at)->begin;
    }
  }

  /// Ahead of training, the iteration is as long as the busiest set's calls, or waits for the chain.
  void mark_busiest() {
    const std::vector<double>& busy = m_placement.timeline.busy;
    const auto busiest = std::max_element(busy.begin(), busy.end()) - busy.begin();
    for (Block& block : m_iteration.lanes[static_cast<std::size_t>(busiest)].blocks) {
      block.critical = true;
      m_iteration.parts += block.parts;
    }
    const double sync = m_placement.timeline.sync_end - m_placement.timeline.sync_begin;
    m_iteration.parts[Part::sync] = sync;
    m_iteration.parts[Part::waiting] = std::max(0.0, m_iteration.seconds - m_iteration.parts.sum());
    if (sync > 0.0) add_sync_blocks(m_iteration.seconds - sync, m_iteration.seconds);
  }

  void add_sync() {
    const Timeline& timeline = m_placement.timeline;
    const double sync = timeline.sync_end - timeline.sync_begin;
    if (sync <= 0.0) return;
    m_iteration.parts[Part::sync] = sync;
    add_sync_blocks(timeline.sync_begin, timeline.sync_end);
  }

  /// Weights are on their way in the sets that send and take them.
  void add_sync_blocks(double begin, double end) {
    for (std::size_t unit = 0; unit < m_placement.units.size(); ++unit) {
      const Unit& engine = m_placement.units[unit];
      const std::string& role = m_placement.job->roles[static_cast<std::size_t>(engine.role)].name;
      if (!engine.generates || !m_placement.job->flow.does(role, Do::train)) continue;
      const int to = set_of(engine.role, true), from = set_of(engine.role, false);
      if (to == from) continue;
      for (const int set : {from, to}) {
        Block block{-1, engine.role, begin, end, true, {}};
        block.parts[Part::sync] = end - begin;
        m_iteration.lanes[static_cast<std::size_t>(set)].blocks.push_back(block);
      }
    }
  }

  int set_of(int role, bool generates) const {
    for (std::size_t set = 0; set < m_placement.sets.size(); ++set)
      for (const UnitPlan& unit : m_placement.sets[set].plan.units) {
        const Unit& of = m_placement.units[static_cast<std::size_t>(unit.unit)];
        if (of.role == role && of.generates == generates) return static_cast<int>(set);
      }
    return 0;
  }

  void add_memory(std::size_t set) {
    SetLane& lane = m_iteration.lanes[set];
    const SetPlan& plan = m_placement.sets[set].plan;
    const double near = kSame * m_iteration.seconds;
    double moment = 0.0;
    const auto rest_until = [&](double end) {
      if (end > moment + near) lane.memory.push_back({moment, end, held(plan, -1, 0.0)});
    };
    for (const Block& block : lane.blocks) {
      if (block.call < 0 || block.end - block.begin <= near) continue;
      rest_until(block.begin);
      const double bytes = plan.calls[static_cast<std::size_t>(block.call)].bytes;
      lane.memory.push_back(
          {block.begin, block.end,
           held(plan, unit_of({block.call, static_cast<int>(set), block.begin, block.end}), bytes)});
      moment = block.end;
    }
    rest_until(m_iteration.seconds);
  }

  const Placement& m_placement;
  const strategy::Problem& m_problem;
  Iteration m_iteration;
};

}  // namespace

const char* to_string(Part part) {
  static constexpr std::array kNames{"prefill",  "decode", "stragglers", "forward", "training",
                                     "handover", "host",   "sync",       "rule",    "waiting"};
  return kNames[static_cast<std::size_t>(part)];
}

double Held::sum() const {
  double all = 0.0;
  for (const double each : bytes) all += each;
  return all;
}

double Iteration::busy_share(std::size_t lane) const {
  return seconds > 0.0 ? lanes.at(lane).busy_seconds / seconds : 0.0;
}

Iteration iteration_of(const Placement& placement, const strategy::Problem& problem) {
  return IterationMaker(placement, problem).made();
}

}  // namespace astrolabe::post_training
