// An iteration of post-training as Trace Event JSON.
#include <cmath>
#include <utility>

#include "core/exports/trainer_start.h"
#include "core/post_training/iteration.h"

namespace astrolabe::exports {

namespace {

/// To whole nanoseconds, as viewers store them.
double trace_time(double seconds) { return std::round(seconds * 1e9) / 1e3; }

class IterationTrace {
 public:
  explicit IterationTrace(const post_training::Placement& placement) : m_job(*placement.job) {}

  void process(int id, const std::string& name) {
    m_events.push_back(
        {{"name", "process_name"}, {"ph", "M"}, {"pid", id}, {"tid", 0}, {"args", {{"name", name}}}});
    for (std::size_t role = 0; role < m_job.roles.size(); ++role)
      m_events.push_back({{"name", "thread_name"},
                          {"ph", "M"},
                          {"pid", id},
                          {"tid", static_cast<int>(role) + 1},
                          {"args", {{"name", m_job.roles[role].name}}}});
  }
  void block(int process, const post_training::Block& block) {
    Json parts = Json::object();
    for (std::size_t part = 0; part < post_training::kPartKinds; ++part)
      if (block.parts.seconds[part] > 0.0)
        parts[std::string(post_training::to_string(static_cast<post_training::Part>(part))) + "_us"] =
            trace_time(block.parts.seconds[part]);
    const double from = trace_time(block.begin);
    m_events.push_back(
        {{"name",
          block.call < 0 ? "weight_sync" : m_job.flow.calls[static_cast<std::size_t>(block.call)].name},
         {"ph", "X"},
         {"pid", process},
         {"tid", block.role + 1},
         {"ts", from},
         {"dur", trace_time(block.end) - from},
         {"args", {{"critical", block.critical}, {"parts", std::move(parts)}}}});
  }
  /// What a GPU holds, as a counter.
  void memory(int process, const post_training::Held& held) {
    m_events.push_back({{"name", "bytes of a GPU"},
                        {"ph", "C"},
                        {"pid", process},
                        {"tid", 0},
                        {"ts", trace_time(held.begin)},
                        {"args", {{"bytes", held.sum()}}}});
  }
  Json take() { return std::move(m_events); }

 private:
  const post_training::Job& m_job;
  Json m_events = Json::array();
};

}  // namespace

Json iteration_trace(const post_training::Placement& placement, const strategy::Problem& problem) {
  const post_training::Iteration iteration = post_training::iteration_of(placement, problem);
  IterationTrace trace(placement);
  int process = 0;
  for (std::size_t set = 0; set < iteration.lanes.size(); ++set) {
    const post_training::PlacedSet& placed = placement.sets[set].placed;
    trace.process(process, std::to_string(placed.gpus) + ' ' +
                               problem.cluster.pools[static_cast<std::size_t>(placed.pool)].id);
    for (const post_training::Block& block : iteration.lanes[set].blocks) trace.block(process, block);
    for (const post_training::Held& held : iteration.lanes[set].memory) trace.memory(process, held);
    ++process;
  }
  if (iteration.rules.empty()) return trace.take();
  trace.process(process, "rules");
  for (const post_training::Block& block : iteration.rules) trace.block(process, block);
  return trace.take();
}

}  // namespace astrolabe::exports
