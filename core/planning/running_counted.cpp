#include "core/planning/running_counted.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error_codes.h"
#include "core/cost/coefficients.h"
#include "core/cost/goodput.h"
#include "core/cost/transfer.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/planning/planner.h"
#include "core/planning/programs.h"
#include "core/replan/layout.h"

namespace astrolabe::planning {

namespace {

/// GPUs by pool of a layout that counts them: all objects that say "pool" and "gpus".
void count_gpus(const Json& json, const std::vector<std::string>& ids, std::vector<int>& counts) {
  if (json.is_object() && json.contains("pool") && json.contains("gpus") && json["pool"].is_string() &&
      json["gpus"].is_number_integer()) {
    const auto pool = std::find(ids.begin(), ids.end(), json["pool"].get<std::string>());
    if (pool != ids.end())
      counts[static_cast<std::size_t>(pool - ids.begin())] +=
          static_cast<int>(std::clamp<std::int64_t>(json["gpus"].get<std::int64_t>(), 0, 1 << 24));
  }
  if (json.is_structured())
    for (const Json& each : json) count_gpus(each, ids, counts);
}

/// GPUs of each node, the most that divide a node, on which so many stand evenly; 0 where none do.
int even_part(const hardware::Pool& pool, int gpus) {
  for (int of_node = pool.gpus_per_node; of_node > 0; --of_node)
    if (pool.gpus_per_node % of_node == 0 && gpus % of_node == 0 && gpus / of_node <= pool.nodes)
      return of_node;
  return 0;
}

/// GPUs of each node that they stand on; where nothing says which, as many as stand evenly on the pool.
int of_node(const hardware::Pool& pool, int gpus, const std::vector<hardware::NodePart>& placed) {
  return placed.empty() ? even_part(pool, gpus) : static_cast<int>(placed.front().gpus.size());
}

/// The question with nothing marked and just those GPUs of each pool. Pools that have not so many stay whole.
strategy::Problem healthy_on(const strategy::Problem& problem, const std::vector<int>& gpus,
                             const hardware::Placement& placement) {
  strategy::Problem healthy = replan::without_marks(problem);
  healthy.cluster.may_leave_unused = true;
  healthy.cluster.max_total_gpus.reset();
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    hardware::Pool& pool = healthy.cluster.pools[p];
    const int each = of_node(pool, gpus[p], placement[p]);
    if (each == 0) continue;
    hardware::use_of_node(pool, each == pool.gpus_per_node || gpus[p] == 0 ? 0 : each);
    pool.max_gpus = gpus[p];
  }
  return healthy;
}

/// How slow the GPUs of each pool are that are placed there; none where a pool has not so many that work, or
/// one of them has failed.
std::optional<std::vector<hardware::Slowness>> slowness_on(const strategy::Problem& problem,
                                                           const std::vector<int>& gpus,
                                                           const hardware::Placement& placement) {
  std::vector<hardware::Slowness> slowness(gpus.size());
  const replan::Health health(problem.cluster);
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    if (!hardware::is_marked(problem.cluster.pools[p]) || gpus[p] == 0) continue;
    if (placement[p].empty()) return std::nullopt;
    std::vector<replan::GpuId> on;
    for (const hardware::NodePart& part : placement[p])
      for (const int gpu : part.gpus) on.push_back({static_cast<int>(p), part.node, gpu});
    const replan::LaneStage state = health.of(std::move(on));
    if (state.failed) return std::nullopt;
    slowness[p] = state.slowness;
  }
  return slowness;
}

/// The question on just those GPUs of each pool, as slow as they are; none where slowness_on() has none.
std::optional<strategy::Problem> marked_on(const strategy::Problem& problem, const std::vector<int>& gpus,
                                           const hardware::Placement& placement) {
  const auto slowness = slowness_on(problem, gpus, placement);
  if (!slowness) return std::nullopt;
  strategy::Problem marked = healthy_on(problem, gpus, placement);
  for (std::size_t p = 0; p < gpus.size(); ++p) hardware::slow_by(marked.cluster.pools[p], (*slowness)[p]);
  return marked;
}

/// What to do with a program of which its row alone is known: kept. Its shares are dealt anew by a search.
replan::Answer program_ways(const strategy::Problem& problem, const WrittenProgram& running,
                            hardware::Placement named) {
  replan::Answer answer;
  answer.healthy_step_seconds = running.step_at_most({});
  const std::vector<int>& gpus = running.summary()->evaluation.gpus;
  const hardware::Placement placement = counted_placement(problem, gpus, std::move(named));
  const auto slowness = slowness_on(problem, gpus, placement);
  if (!slowness) return answer;  // what a failed GPU held is in a checkpoint alone
  replan::Plan& kept = answer.plans.emplace_back();
  kept.layout_kind = std::string(kProgram);
  kept.layout = running.to_json({});
  kept.step_seconds = running.step_at_most(*slowness);
  return answer;
}

/// A layout that is no strategy and names no GPU, with its figures on just its GPUs. Errors: those of its
/// kind.
Result<Option> judged(const strategy::Problem& on, const Json& written) {
  const QuestionPtr question = question_of(on, strategy::Objective::throughput);
  const auto layout = read_layout(written, *question);
  if (!layout) return tl::unexpected<Error>(layout.error());
  return evaluate(*question, *layout);
}

/// What to do with a layout that names no GPU.
class CountedWays {
 public:
  CountedWays(const strategy::Problem& problem, const LayoutPtr& running, hardware::Placement named)
      : m_problem(problem),
        m_planner(*find_planner(running->kind())),
        m_own(keep(running, problem.pool_ids())),
        m_gpus(gpus_written(m_own, problem)),
        m_placement(counted_placement(problem, m_gpus, std::move(named))) {}

  Result<replan::Answer> find() {
    auto healthy = judged(healthy_on(m_problem, m_gpus, m_placement), m_own);
    if (!healthy) return tl::unexpected<Error>(std::move(healthy.error()));
    m_running = healthy->layout;
    replan::Answer answer;
    answer.healthy_step_seconds = healthy->evaluation.step.value;
    const auto marked = marked_on(m_problem, m_gpus, m_placement);
    if (!marked) return answer;  // what a failed GPU held is in a checkpoint alone
    if (const auto now = judged(*marked, m_own)) {
      replan::Plan& kept = answer.plans.emplace_back();
      kept.layout_kind = std::string(m_planner.id());
      kept.layout = m_own;
      kept.step_seconds = now->evaluation.step.value;
    }
    if (!hardware::is_marked(m_problem.cluster)) return answer;
    add(replan::Kind::rebalance_data, *marked, answer);
    std::vector<int> fewer = m_gpus;
    for (std::size_t p = 0; p < fewer.size(); ++p)
      fewer[p] = std::min(fewer[p], m_problem.cluster.pools[p].max_gpus);
    const hardware::Placement left = counted_placement(m_problem, fewer);
    if (fewer != m_gpus && is_part(left, m_placement))
      if (const auto rest = marked_on(m_problem, fewer, left)) add(replan::Kind::drop, *rest, answer);
    return answer;
  }

 private:
  /// Whether those nodes hold something already.
  static bool is_part(const hardware::Placement& some, const hardware::Placement& all) {
    for (std::size_t p = 0; p < some.size(); ++p)
      for (const hardware::NodePart& part : some[p])
        if (std::none_of(all[p].begin(), all[p].end(), [&](const hardware::NodePart& held) {
              return held.node == part.node && std::all_of(part.gpus.begin(), part.gpus.end(), [&](int gpu) {
                       return std::find(held.gpus.begin(), held.gpus.end(), gpu) != held.gpus.end();
                     });
            }))
          return false;
    return true;
  }
  /// With its work dealt out anew over the GPUs of `on`.
  void add(replan::Kind kind, const strategy::Problem& on, replan::Answer& answer) const {
    const QuestionPtr question = question_of(on, strategy::Objective::throughput);
    const auto dealt = m_planner.dealt_anew(*question, m_running);
    if (!dealt || (kind == replan::Kind::rebalance_data && same(dealt->layout, m_running))) return;
    const auto predicted = m_planner.evaluate(*question, dealt->layout);
    if (!predicted) return;
    replan::Plan& plan = answer.plans.emplace_back();
    plan.kind = kind;
    plan.layout_kind = std::string(m_planner.id());
    plan.layout = keep(dealt->layout, m_problem.pool_ids());
    plan.step_seconds = predicted->evaluation.step.value;
    plan.bytes_to_move = dealt->bytes;
    const cost::Coefficients& k = cost::coefficients_of(on);
    for (std::size_t p = 0; p < dealt->most_of_a_gpu.size(); ++p)
      if (dealt->most_of_a_gpu[p] > 0.0)
        plan.move_seconds =
            std::max(plan.move_seconds,
                     dealt->most_of_a_gpu[p] / cost::reached_network(on.cluster.pools[p], k).bandwidth.value);
    // Numbers of micro-batches alone change while the job goes on.
    if (dealt->bytes > 0.0 || kind == replan::Kind::drop) plan.restart_seconds = cost::start_seconds(on);
  }

  const strategy::Problem& m_problem;
  const Planner& m_planner;
  Json m_own;
  std::vector<int> m_gpus;
  hardware::Placement m_placement;
  LayoutPtr m_running;  ///< with its figures, nothing marked
};

}  // namespace

std::vector<int> gpus_written(const Json& layout, const strategy::Problem& problem) {
  std::vector<int> counts(problem.cluster.pools.size(), 0);
  count_gpus(layout, problem.pool_ids(), counts);
  return counts;
}

hardware::Placement counted_placement(const strategy::Problem& problem, const std::vector<int>& gpus,
                                      hardware::Placement named) {
  named.resize(gpus.size());
  const hardware::Cluster taken = hardware::remarked(problem.cluster, [](std::size_t, hardware::Pool&) {});
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    if (!named[p].empty() || gpus[p] == 0) continue;
    hardware::Pool pool = taken.pools[p];
    if (pool.max_gpus != gpus[p] || gpus[p] % pool.gpus_of_node() != 0) {
      const int each = even_part(pool, gpus[p]);
      if (each == 0) continue;
      hardware::use_of_node(pool, each == pool.gpus_per_node ? 0 : each);
    }
    std::vector<hardware::NodePart> parts = hardware::fastest_parts(pool, gpus[p]);
    if (static_cast<int>(parts.size()) * pool.gpus_of_node() >= gpus[p]) named[p] = std::move(parts);
  }
  return named;
}

Result<LayoutPtr> counted_layout(const strategy::Problem& problem, const Json& written,
                                 const hardware::Placement& named) {
  const std::vector<int> gpus = gpus_written(written, problem);
  auto option = judged(healthy_on(problem, gpus, counted_placement(problem, gpus, named)), written);
  if (!option) return tl::unexpected<Error>(option.error());
  if (option->violation.binding == cost::Binding::rule)
    return fail(code::impossible_strategy, {}, option->violation.rule,
                {Wanted::Kind::text, {"a layout that keeps the rule " + option->violation.rule}});
  return option->layout;
}

Result<replan::Answer> counted_ways(const strategy::Problem& problem, const LayoutPtr& running,
                                    hardware::Placement named) {
  if (const auto* program = as<WrittenProgram>(running))
    return program_ways(problem, *program, std::move(named));
  return CountedWays(problem, running, std::move(named)).find();
}

}  // namespace astrolabe::planning
