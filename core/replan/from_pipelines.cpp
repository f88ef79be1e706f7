#include "core/replan/from_pipelines.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/units.h"
#include "core/cost/goodput.h"
#include "core/cost/tables.h"
#include "core/hardware/usable_gpus.h"
#include "core/replan/moves.h"
#include "core/replan/pipelines.h"
#include "core/replan/plans.h"

namespace astrolabe::replan {

namespace {

constexpr Kind kOfStrategies[] = {Kind::keep,    Kind::rebalance_data, Kind::rebalance_layers,
                                  Kind::regroup, Kind::drop,           Kind::spare};

/// A tensor-parallel group, or several that share experts, whatever their order.
using Group = std::pair<int, std::vector<GpuId>>;
Group group_of(const Stage& stage) {
  Group group{stage.tensor_parallel, stage.gpus};
  std::sort(group.second.begin(), group.second.end());
  return group;
}

/// The groups of each pipeline, in any order.
std::multiset<std::multiset<Group>> groups_of(const std::vector<Pipeline>& pipelines) {
  std::multiset<std::multiset<Group>> all;
  for (const Pipeline& pipeline : pipelines) {
    std::multiset<Group> groups;
    for (const Stage& stage : pipeline.stages) groups.insert(group_of(stage));
    all.insert(std::move(groups));
  }
  return all;
}

/// What each pipeline does but for its micro-batches.
using Work = std::tuple<strategy::Schedule, int, std::vector<std::pair<int, Group>>>;
Work work_of(const Pipeline& pipeline) {
  Work work{pipeline.schedule, pipeline.virtual_pipeline, {}};
  for (const Stage& stage : pipeline.stages) std::get<2>(work).emplace_back(stage.layers, group_of(stage));
  return work;
}
std::multiset<Work> works_of(const std::vector<Pipeline>& pipelines) {
  std::multiset<Work> all;
  for (const Pipeline& pipeline : pipelines) all.insert(work_of(pipeline));
  return all;
}

/// The pipelines without those that are not wanted.
template <class Wanted>
std::optional<Plan> only(const Plan& running, const std::vector<Lane>& lanes, const Wanted& wanted) {
  Plan some = running;
  some.pipelines.clear();
  for (std::size_t p = 0; p < lanes.size(); ++p)
    if (wanted(lanes[p])) some.pipelines.push_back(running.pipelines[p]);
  if (some.pipelines.empty()) return std::nullopt;
  return some;
}

/// The ways to go on, of each kind of change the fastest.
class Ways {
 public:
  Ways(const strategy::Problem& problem, const Plan& running)
      : m_problem(problem), m_running(running), m_health(problem.cluster) {
    m_layout.lanes = lanes_of(m_health, running.pipelines);
    m_failed = std::any_of(m_layout.lanes.begin(), m_layout.lanes.end(),
                           [](const Lane& lane) { return lane.failed(); });
  }

  void find() {
    if (!m_failed)
      if (auto kept = predict(m_problem, m_running)) add(Kind::keep, std::move(kept->plan));
    const auto works = [](const Lane& lane) { return !lane.failed(); };
    const auto sound = [](const Lane& lane) { return !lane.failed() && !lane.slow(); };
    for (const auto& some : {only(m_running, m_layout.lanes, works), only(m_running, m_layout.lanes, sound)})
      if (some)
        if (auto dealt = dealt_anew(m_problem, *some); dealt && dealt->fits) offer(std::move(dealt->plan));
    Planner planner(m_problem, m_running.strategy);
    for (const Kind kind : kOfStrategies)
      if (auto plan = planner.plan(kind))
        // What runs is taken to fit; the strategy that pipelines come from need not.
        if (auto made = predict(m_problem, std::move(*plan)); made && made->fits)
          offer(std::move(made->plan));
  }

  std::vector<Plan> told() {
    const strategy::Problem healthy = without_marks(m_problem);
    const cost::Tables tables(healthy);
    const int replicas = layout_of(m_problem.cluster, m_running.strategy).replicas_per_lane;
    std::vector<Plan> plans;
    for (auto& [kind, plan] : m_ways) {
      plan.idle = idle_of(m_health, m_layout.lanes, plan.pipelines);
      std::sort(plan.idle.begin(), plan.idle.end());
      plan.bytes_to_move = plan.move_seconds = plan.restart_seconds = 0.0;
      if (kind != Kind::keep) {
        const Moves moves =
            find_moves(tables, m_problem.cluster, m_running.pipelines, replicas, m_running.strategy, plan);
        plan.bytes_to_move = moves.bytes;
        plan.move_seconds = moves.seconds;
      }
      if (m_failed || (kind != Kind::keep && kind != Kind::rebalance_data))
        plan.restart_seconds = cost::start_seconds(healthy);
      plans.push_back(std::move(plan));
    }
    return plans;
  }

  const Layout& layout() const { return m_layout; }

 private:
  void offer(Plan plan) {
    if (!m_failed && same_pipelines(plan.pipelines, m_running.pipelines)) return;
    const Kind kind = change_of(m_running.pipelines, plan.pipelines);
    add(kind, std::move(plan));
  }
  void add(Kind kind, Plan plan) {
    plan.kind = kind;
    const auto [at, fresh] = m_ways.try_emplace(kind, plan);
    if (!fresh && plan.step_seconds < at->second.step_seconds) at->second = std::move(plan);
  }

  const strategy::Problem& m_problem;
  const Plan& m_running;
  Health m_health;
  Layout m_layout;  ///< the lanes alone
  bool m_failed = false;
  std::map<Kind, Plan> m_ways;
};

/// The step with nothing marked.
Result<Prediction> healthy_prediction(const strategy::Problem& problem, const Plan& running) {
  return predict(without_marks(problem), running);
}

}  // namespace

Kind change_of(const std::vector<Pipeline>& before, const std::vector<Pipeline>& after) {
  const std::set<GpuId> old = gpus_of(before), now = gpus_of(after);
  if (!std::includes(old.begin(), old.end(), now.begin(), now.end())) return Kind::spare;
  if (now.size() < old.size()) return Kind::drop;
  if (groups_of(before) != groups_of(after)) return Kind::regroup;
  return works_of(before) == works_of(after) ? Kind::rebalance_data : Kind::rebalance_layers;
}

bool same_pipelines(const std::vector<Pipeline>& a, const std::vector<Pipeline>& b) {
  const auto all = [](const std::vector<Pipeline>& pipelines) {
    std::multiset<std::pair<int, Work>> works;
    for (const Pipeline& pipeline : pipelines) works.emplace(pipeline.micro_batches, work_of(pipeline));
    return works;
  };
  return all(a) == all(b);
}

Result<Plan> running_pipelines(const strategy::Problem& problem, const Json& layout) {
  auto read = read_pipelines(layout, problem);
  if (!read) return read;
  const auto works = healthy_prediction(problem, *read);
  if (!works) return tl::unexpected<Error>(works.error());
  if (works->fits) return read;
  return fail(code::impossible_strategy,
              fmt::format("pipelines[{}].stages[{}]", works->pipeline, works->stage),
              fmt::format("{:.1f} GiB a GPU more than there are", in_gib(works->over)),
              {Wanted::Kind::text, {"a stage that fits into the memory of its GPUs"}});
}

Result<Answer> replan(const strategy::Problem& problem, const Plan& running,
                      const std::vector<Fresh>& fresh) {
  const auto begun = std::chrono::steady_clock::now();
  const auto healthy = healthy_prediction(problem, running);
  if (!healthy) return tl::unexpected<Error>(healthy.error());
  Ways ways(problem, running);
  ways.find();
  Answer answer;
  answer.healthy_step_seconds = healthy->plan.step_seconds;
  answer.plans = ways.told();
  answer.warnings = unused_marks(problem.cluster, ways.layout());
  weigh(problem, fresh, answer);
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return answer;
}

}  // namespace astrolabe::replan
