#include "core/planning/running.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/error_codes.h"
#include "core/cost/goodput.h"
#include "core/cost/transfer.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/planning/pipelines.h"
#include "core/planning/replanned.h"
#include "core/planning/written.h"
#include "core/replan/from_pipelines.h"
#include "core/replan/layout.h"

namespace astrolabe::planning {

namespace {

constexpr const char* kRunning = "job.running";

tl::unexpected<Error> below_running(Error error) {
  error.where = error.where.empty() ? kRunning : std::string(kRunning) + "." + error.where;
  return tl::unexpected<Error>(std::move(error));
}

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

std::vector<int> gpus_written(const Json& layout, const strategy::Problem& problem) {
  std::vector<int> counts(problem.cluster.pools.size(), 0);
  count_gpus(layout, problem.pool_ids(), counts);
  return counts;
}

/// GPUs of each node, the most that divide a node, on which so many stand evenly; 0 where none do.
int even_part(const hardware::Pool& pool, int gpus) {
  for (int of_node = pool.gpus_per_node; of_node > 0; --of_node)
    if (pool.gpus_per_node % of_node == 0 && gpus % of_node == 0 && gpus / of_node <= pool.nodes)
      return of_node;
  return 0;
}

/// The question with nothing marked and just those GPUs of each pool. Pools that have not so many stay whole.
strategy::Problem healthy_on(const strategy::Problem& problem, const std::vector<int>& gpus) {
  strategy::Problem healthy = replan::without_marks(problem);
  healthy.cluster.may_leave_unused = true;
  healthy.cluster.max_total_gpus.reset();
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    hardware::Pool& pool = healthy.cluster.pools[p];
    const int of_node = even_part(pool, gpus[p]);
    if (of_node == 0) continue;
    hardware::use_of_node(pool, of_node == pool.gpus_per_node || gpus[p] == 0 ? 0 : of_node);
    pool.max_gpus = gpus[p];
  }
  return healthy;
}

/// The question on just those GPUs of each pool, the fastest, as slow as they are; none where a pool has not
/// so many that work.
std::optional<strategy::Problem> marked_on(const strategy::Problem& problem, const std::vector<int>& gpus) {
  strategy::Problem marked = healthy_on(problem, gpus);
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    hardware::Pool& pool = marked.cluster.pools[p];
    hardware::Pool now = problem.cluster.pools[p];
    if (!hardware::is_marked(now) || gpus[p] == 0) continue;
    // Groups that stood in whole nodes, or in wider parts of them, do not stand in narrower ones.
    hardware::use_of_node(now, pool.used_of_node);
    const auto nodes = static_cast<int>(hardware::fastest_parts(now, gpus[p]).size());
    if (nodes * now.gpus_of_node() < gpus[p]) return std::nullopt;
    hardware::slow_by(pool, hardware::slowness_of(now, gpus[p]));
  }
  return marked;
}

/// A layout that is no strategy and names no GPU, with its figures on just its GPUs. Errors: those of its
/// kind.
Result<Option> judged(const strategy::Problem& on, const Json& written) {
  const QuestionPtr question = question_of(on, strategy::Objective::throughput);
  const auto layout = read_layout(written, *question);
  if (!layout) return tl::unexpected<Error>(layout.error());
  return evaluate(*question, *layout);
}

Result<LayoutPtr> counted_layout(const strategy::Problem& problem, const Json& written) {
  auto option = judged(healthy_on(problem, gpus_written(written, problem)), written);
  if (!option) return tl::unexpected<Error>(option.error());
  if (option->violation.binding == cost::Binding::rule)
    return fail(code::impossible_strategy, {}, option->violation.rule,
                {Wanted::Kind::text, {"a layout that keeps the rule " + option->violation.rule}});
  return option->layout;
}

/// Whether a layout that a plan keeps is what runs. Pipelines may tell how slow their stages are.
bool is_running(const strategy::Problem& problem, const LayoutPtr& running, const Json& kept) {
  if (running->kind() != kReplanned) return kept == keep(running, problem.pool_ids());
  const auto read = read_layout(kept, *question_of(problem, strategy::Objective::throughput));
  return read && same(*read, running);
}

/// Fresh starts but for that of what runs.
std::vector<replan::Fresh> others_than(const strategy::Problem& problem, const LayoutPtr& running,
                                       const std::vector<replan::Fresh>& fresh) {
  std::vector<replan::Fresh> others;
  for (const replan::Fresh& each : fresh)
    if (each.layout_kind != running->kind() || !is_running(problem, running, each.layout))
      others.push_back(each);
  return others;
}

/// What to do with a layout that names no GPU.
class CountedWays {
 public:
  CountedWays(const strategy::Problem& problem, const LayoutPtr& running)
      : m_problem(problem),
        m_planner(*find_planner(running->kind())),
        m_own(keep(running, problem.pool_ids())),
        m_gpus(gpus_written(m_own, problem)) {}

  Result<replan::Answer> find() {
    auto healthy = judged(healthy_on(m_problem, m_gpus), m_own);
    if (!healthy) return tl::unexpected<Error>(std::move(healthy.error()));
    m_running = healthy->layout;
    replan::Answer answer;
    answer.healthy_step_seconds = healthy->evaluation.step.value;
    const auto marked = marked_on(m_problem, m_gpus);
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
    if (fewer != m_gpus)
      if (const auto rest = marked_on(m_problem, fewer)) add(replan::Kind::drop, *rest, answer);
    return answer;
  }

 private:
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
  LayoutPtr m_running;  ///< with its figures, nothing marked
};

}  // namespace

Result<LayoutPtr> running_layout(const strategy::Problem& problem) {
  const Json json = json_or_null(problem.job.running);
  if (!json.is_object())
    return fail(code::missing_key, kRunning, "nothing", {Wanted::Kind::field, {"running"}});
  const QuestionPtr question = question_of(problem, strategy::Objective::throughput);
  const Written written = written_layout(json, *question);
  if (written.kind == kPipeline) {
    strategy::Problem alone = problem;
    alone.job.running = text_of(written.layout);
    auto strategy = replan::running_layout(alone);
    if (!strategy) return tl::unexpected<Error>(std::move(strategy.error()));
    return layout_of(std::move(*strategy));
  }
  if (written.kind == kReplanned) {
    auto plan = replan::running_pipelines(problem, written.layout);
    if (!plan) return below_running(placed(written, std::move(plan.error())));
    return std::make_shared<const ReplannedLayout>(std::move(*plan), problem.pool_ids());
  }
  Json own = written.layout;
  own["kind"] = written.kind;
  auto layout = counted_layout(problem, own);
  if (!layout) return below_running(placed(written, std::move(layout.error())));
  return layout;
}

const strategy::Strategy* strategy_of(const LayoutPtr& running) {
  if (const auto* pipeline = as<PipelineLayout>(running)) return &pipeline->strategy();
  const auto* pipelines = as<ReplannedLayout>(running);
  return pipelines != nullptr ? &pipelines->plan().strategy : nullptr;
}

Result<replan::Answer> replan(const strategy::Problem& problem, const LayoutPtr& running,
                              const std::vector<replan::Fresh>& fresh) {
  const std::vector<replan::Fresh> others = others_than(problem, running, fresh);
  if (const auto* pipeline = as<PipelineLayout>(running))
    return replan::replan(problem, pipeline->strategy(), others);
  if (const auto* pipelines = as<ReplannedLayout>(running))
    return replan::replan(problem, pipelines->plan(), others);
  auto answer = CountedWays(problem, running).find();
  if (answer) replan::weigh(problem, others, *answer);
  return answer;
}

}  // namespace astrolabe::planning
