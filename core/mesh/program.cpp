#include "core/mesh/program.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace astrolabe::mesh {

namespace {

class Maker {
 public:
  Maker(Scene& scene, const std::vector<LayoutTable*>& tables, std::int64_t batch)
      : m_scene(scene), m_tables(tables), m_batch(batch) {
    std::vector<const Layout*> layouts;
    for (const LayoutTable* table : tables) layouts.push_back(&table->layout());
    m_replicas = replicas_of(layouts);
    for (const LayoutTable* table : tables) {
      m_traffic.push_back(node_traffic(scene, *table, m_replicas));
      m_optimizer.push_back(optimizer_seconds(scene, *table, m_replicas));
    }
  }

  /// With `kept` of the even parts of the state kept where they are, if there is room for it.
  std::optional<Program> make(double kept) const {
    return make([&](std::size_t, std::size_t, const StageTable& stage, double state) {
      const int again = stage.fewest(kept * state);
      return again > 0 && !may_recompute(m_scene.problem()) ? -1 : again;
    });
  }

  /// `again`: layers that a stage of a class recomputes; below 0 there is no program.
  template <class RecomputedBy>
  std::optional<Program> make(const RecomputedBy& recomputed) const {
    Program program;
    program.replicas = m_replicas;
    std::vector<Holder> holders;
    std::vector<int> pools, gpus;
    for (std::size_t k = 0; k < m_tables.size(); ++k) {
      const LayoutTable* table = m_tables[k];
      GroupClass made;
      made.layout = table->layout();
      for (std::size_t j = 0; j < table->stages().size(); ++j) {
        const StageTable& stage = table->stages()[j];
        const double state =
            stage.state_bytes * (stage.dense / m_replicas.dense + stage.expert / m_replicas.expert);
        const int again = recomputed(k, j, stage, state);
        if (again < 0) return std::nullopt;
        made.again.push_back(again);
        gpus.push_back(made.layout.gpus() / made.layout.pipeline_parallel);
        holders.push_back({stage.own[static_cast<std::size_t>(again)], state, stage.limit, gpus.back()});
        pools.push_back(made.layout.pool);
      }
      program.classes.push_back(std::move(made));
    }
    program.state = place_state(holders);
    if (!program.state.possible) return std::nullopt;
    add_times(program);
    add_tail(program, program.state.moves.empty() ? 0.0 : moved_traffic(m_scene, program.state, pools, gpus));
    return program;
  }

  void add_shares(Program& program) const {
    std::vector<Pace> paces;
    for (const GroupClass& one : program.classes) paces.push_back(one.pace);
    Shares shares = shares_of(paces, m_batch);
    program.work = shares.time;
    for (std::size_t k = 0; k < program.classes.size(); ++k)
      program.classes[k].shares = std::move(shares.of_groups[k]);
    add_state(program);
  }

  static void add_state(Program& program) {
    std::size_t holder = 0;
    for (std::size_t k = 0; k < program.classes.size(); ++k) {
      for (std::size_t j = 0; j < program.classes[k].again.size(); ++j)
        program.classes[k].state.push_back(program.state.held[holder++]);
    }
  }

 private:
  void add_times(Program& program) const {
    std::vector<Pace> paces;
    for (std::size_t k = 0; k < m_tables.size(); ++k) {
      GroupClass& one = program.classes[k];
      one.times = m_tables[k]->times(one.again);
      one.pace = m_tables[k]->pace(one.again);
      one.traffic = m_traffic[k];
      paces.push_back(one.pace);
    }
    program.work = least_time(paces, m_batch);
  }

  void add_tail(Program& program, double moved) const {
    StepTail& tail = program.tail;
    double window = kBeyond, factor = 0.0;
    for (std::size_t k = 0; k < m_tables.size(); ++k) {
      const GroupClass& one = program.classes[k];
      tail.reduce = std::max(tail.reduce, m_traffic[k].reduce);
      tail.gather = std::max(tail.gather, m_traffic[k].gather);
      tail.optimizer = std::max(tail.optimizer, m_optimizer[k]);
      tail.host = std::max(tail.host, m_scene.tables().stack(one.layout.pool).step_seconds);
      window = std::min(window, window_of(m_scene, one.layout, one.times));
      factor = std::max(factor, m_scene.tail_factor(one.layout.pool));
    }
    tail.moved = moved;
    tail.factor = factor;
    tail.hidden = hidden_of(m_scene, program.classes.front().layout.pool,
                            tail.reduce + tail.gather + tail.moved, window);
  }

  Scene& m_scene;
  const std::vector<LayoutTable*>& m_tables;
  std::int64_t m_batch;
  Replicas m_replicas;
  std::vector<NodeTraffic> m_traffic;
  std::vector<double> m_optimizer;
};

}  // namespace

std::optional<Program> program_of(Scene& scene, const std::vector<LayoutTable*>& tables, std::int64_t batch,
                                  bool anywhere) {
  const Maker maker(scene, tables, batch);
  std::optional<Program> best;
  for (const double kept : kKept) {
    std::optional<Program> made = maker.make(kept);
    // What fits evenly with nothing done again is as fast as it gets.
    const bool as_good =
        made && made->state.moved == 0.0 &&
        std::all_of(made->classes.begin(), made->classes.end(), [](const GroupClass& one) {
          return std::all_of(one.again.begin(), one.again.end(), [](int layers) { return layers == 0; });
        });
    if (made && !anywhere && made->state.moved > 0.0) made.reset();
    if (made && (!best || made->step() < best->step())) best = std::move(made);
    if (as_good || !anywhere) break;
  }
  if (best) maker.add_shares(*best);
  return best;
}

namespace {

/// Calls `use` with a maker of programs of these layouts, and the one that recomputes what they do.
template <class Use>
std::optional<Program> made_of(Scene& scene, const std::vector<GroupClass>& classes, std::int64_t batch,
                               const Use& use) {
  std::vector<std::unique_ptr<LayoutTable>> owned;
  std::vector<LayoutTable*> tables;
  for (const GroupClass& one : classes) {
    owned.push_back(std::make_unique<LayoutTable>(scene, one.layout));
    tables.push_back(owned.back().get());
  }
  const Maker maker(scene, tables, batch);
  std::optional<Program> program = maker.make(
      [&](std::size_t k, std::size_t j, const StageTable&, double) { return classes[k].again[j]; });
  if (program) use(maker, *program);
  return program;
}

/// The shares as they are written.
void add_written(const std::vector<GroupClass>& classes, Program& program) {
  program.work = 0.0;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    program.classes[k].shares = classes[k].shares;
    for (const std::int64_t share : classes[k].shares)
      program.work = std::max(program.work, program.classes[k].pace.end(share));
  }
  Maker::add_state(program);
}

}  // namespace

std::optional<Program> program_dealt_anew(Scene& scene, const std::vector<GroupClass>& classes,
                                          std::int64_t batch) {
  return made_of(scene, classes, batch,
                 [](const Maker& maker, Program& program) { maker.add_shares(program); });
}

std::optional<Program> program_as_written(Scene& scene, const std::vector<GroupClass>& classes) {
  std::int64_t batch = 0;
  for (const GroupClass& one : classes) batch = std::accumulate(one.shares.begin(), one.shares.end(), batch);
  return made_of(scene, classes, batch,
                 [&](const Maker&, Program& program) { add_written(classes, program); });
}

}  // namespace astrolabe::mesh
