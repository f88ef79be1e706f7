#include "core/planning/running.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/cost/goodput.h"
#include "core/cost/transfer.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/planning/mark_choices.h"
#include "core/planning/pipelines.h"
#include "core/planning/replanned.h"
#include "core/planning/written.h"
#include "core/replan/from_pipelines.h"
#include "core/replan/layout.h"
#include "core/strategy/fits.h"

namespace astrolabe::planning {

namespace {

constexpr const char* kRunning = "job.running";
constexpr const char* kPlacedOn = "placed_on";
constexpr const char* kStages = "stages";

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

/// The GPUs of each pool that a layout of so many stands on: those that are named; else of what searches of
/// other kinds than strategies take, where it takes all of that, and of parts that it fills evenly. Nothing
/// of a pool that has not so many that work.
hardware::Placement counted_placement(const strategy::Problem& problem, const std::vector<int>& gpus,
                                      hardware::Placement named = {}) {
  named.resize(gpus.size());
  const hardware::Cluster taken = hardware::remarked(problem.cluster, [](std::size_t, hardware::Pool&) {});
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    if (!named[p].empty() || gpus[p] == 0) continue;
    hardware::Pool pool = taken.pools[p];
    if (pool.max_gpus != gpus[p] || gpus[p] % pool.gpus_of_node() != 0) {
      const int of_node = even_part(pool, gpus[p]);
      if (of_node == 0) continue;
      hardware::use_of_node(pool, of_node == pool.gpus_per_node ? 0 : of_node);
    }
    std::vector<hardware::NodePart> parts = hardware::fastest_parts(pool, gpus[p]);
    if (static_cast<int>(parts.size()) * pool.gpus_of_node() >= gpus[p]) named[p] = std::move(parts);
  }
  return named;
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

/// The question on just those GPUs of each pool, as slow as they are; none where a pool has not so many that
/// work, or one of them has failed.
std::optional<strategy::Problem> marked_on(const strategy::Problem& problem, const std::vector<int>& gpus,
                                           const hardware::Placement& placement) {
  strategy::Problem marked = healthy_on(problem, gpus, placement);
  const replan::Health health(problem.cluster);
  for (std::size_t p = 0; p < gpus.size(); ++p) {
    if (!hardware::is_marked(problem.cluster.pools[p]) || gpus[p] == 0) continue;
    if (placement[p].empty()) return std::nullopt;
    std::vector<replan::GpuId> on;
    for (const hardware::NodePart& part : placement[p])
      for (const int gpu : part.gpus) on.push_back({static_cast<int>(p), part.node, gpu});
    const replan::LaneStage state = health.of(std::move(on));
    if (state.failed) return std::nullopt;
    hardware::slow_by(marked.cluster.pools[p], state.slowness);
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

/// The GPUs that the layout which the job says is running is said to stand on.
Result<hardware::Placement> named_placement(const strategy::Problem& problem, const Written& written) {
  if (written.placement.is_null()) return hardware::Placement();
  auto named = hardware::read_placement(written.placement, problem.cluster, kPlacedOn);
  if (!named) return below_running(placed(written, std::move(named.error())));
  return named;
}

/// A strategy without stages stands on the pool that `named` says, evenly split. Errors: missing_key where
/// that says several.
Result<Json> with_stages(const strategy::Problem& problem, const Written& written,
                         const hardware::Placement& named) {
  Json own = written.layout;
  if (!own.is_object() || own.contains(kStages)) return own;
  std::vector<int> pools;
  for (std::size_t p = 0; p < named.size(); ++p)
    if (!named[p].empty()) pools.push_back(static_cast<int>(p));
  if (pools.empty()) return own;
  if (pools.size() > 1)
    return below_running(placed(
        written, {std::string(code::missing_key),
                  {},
                  kStages,
                  "nothing",
                  {Wanted::Kind::text, {"the pool of each stage, as placed_on names several pools"}}}));
  auto split = strategy::read_strategy(own, problem.pool_ids(), problem.graph->layer_count(), kRunning);
  if (!split) return own;  // refused as it is written
  for (strategy::Stage& stage : split->stages) stage.pool = pools.front();
  own[kStages] = strategy::to_json(*split, problem.pool_ids()).at(kStages);
  return own;
}

/// Whether it is said to stand on as many GPUs as it uses.
Result<void> stands(const strategy::Problem& problem, const Written& written,
                    const hardware::Placement& named, const std::vector<int>& gpus) {
  for (std::size_t p = 0; p < named.size(); ++p) {
    std::size_t held = 0;
    for (const hardware::NodePart& part : named[p]) held += part.gpus.size();
    if (held == 0 || static_cast<int>(held) >= gpus[p]) continue;
    const std::string& pool = problem.cluster.pools[p].id;
    return below_running(placed(
        written, {std::string(code::out_of_range),
                  {},
                  std::string(kPlacedOn) + "." + pool,
                  counted(static_cast<std::int64_t>(held), "GPU"),
                  {Wanted::Kind::text, {"the " + counted(gpus[p], "GPU") + " that the layout uses of it"}}}));
  }
  return {};
}

/// Where a strategy ranks for a goal.
hardware::Placement ranked_placement(const strategy::Problem& problem, const strategy::Strategy& strategy,
                                     strategy::Objective objective) {
  return hardware::fastest_placement(judged_by_marks(problem, strategy, objective).cluster,
                                     strategy::gpus_by_pool(problem.cluster, strategy));
}

/// As the job has it. Empty where nothing is said: of a layout that running_layout() refuses, too.
hardware::Placement named_of(const strategy::Problem& problem) {
  const QuestionPtr question = question_of(problem, strategy::Objective::throughput);
  const auto named = named_placement(problem, written_layout(json_or_null(problem.job.running), *question));
  return named ? *named : hardware::Placement();
}

/// Where a strategy stands that runs.
hardware::Placement placement_of(const strategy::Problem& problem, const strategy::Strategy& running) {
  hardware::Placement named = named_of(problem);
  if (hardware::is_placed(named) || !hardware::is_marked(problem.cluster)) return named;
  hardware::Placement ranked = ranked_placement(problem, running, strategy::Objective::throughput);
  for (std::size_t p = 0; p < ranked.size(); ++p) {
    const hardware::Pool& pool = problem.cluster.pools[p];
    if (std::any_of(ranked[p].begin(), ranked[p].end(),
                    [&](const auto& part) { return part.node >= pool.nodes - pool.spares; }))
      ranked[p].clear();
  }
  return ranked;
}

}  // namespace

Result<LayoutPtr> running_layout(const strategy::Problem& problem) {
  const Json json = json_or_null(problem.job.running);
  if (!json.is_object())
    return fail(code::missing_key, kRunning, "nothing", {Wanted::Kind::field, {"running"}});
  const QuestionPtr question = question_of(problem, strategy::Objective::throughput);
  const Written written = written_layout(json, *question);
  const auto named = named_placement(problem, written);
  if (!named) return tl::unexpected<Error>(named.error());
  if (written.kind == kPipeline) {
    strategy::Problem alone = problem;
    const auto own = with_stages(problem, written, *named);
    if (!own) return tl::unexpected<Error>(own.error());
    alone.job.running = text_of(*own);
    auto strategy = replan::running_layout(alone);
    if (!strategy) return tl::unexpected<Error>(std::move(strategy.error()));
    const std::vector<int> gpus = strategy::gpus_by_pool(problem.cluster, *strategy);
    if (const auto able = stands(problem, written, *named, gpus); !able)
      return tl::unexpected<Error>(able.error());
    return layout_of(std::move(*strategy));
  }
  if (written.kind == kReplanned) {
    if (!written.placement.is_null())
      return below_running(placed(written, {std::string(code::unknown_key),
                                            {},
                                            kPlacedOn,
                                            kPlacedOn,
                                            {Wanted::Kind::text, {"pipelines, which name their GPUs"}}}));
    auto plan = replan::running_pipelines(problem, written.layout);
    if (!plan) return below_running(placed(written, std::move(plan.error())));
    return std::make_shared<const ReplannedLayout>(std::move(*plan), problem.pool_ids());
  }
  Json own = written.layout;
  own["kind"] = written.kind;
  if (const auto able = stands(problem, written, *named, gpus_written(own, problem)); !able)
    return tl::unexpected<Error>(able.error());
  auto layout = counted_layout(problem, own, *named);
  if (!layout) return below_running(placed(written, std::move(layout.error())));
  return layout;
}

const strategy::Strategy* strategy_of(const LayoutPtr& running) {
  if (const auto* pipeline = as<PipelineLayout>(running)) return &pipeline->strategy();
  const auto* pipelines = as<ReplannedLayout>(running);
  return pipelines != nullptr ? &pipelines->plan().strategy : nullptr;
}

Json running_json(const strategy::Problem& problem, const LayoutPtr& layout, strategy::Objective objective) {
  Json json = keep(layout, problem.pool_ids());
  hardware::Placement placement;
  if (const auto* pipeline = as<PipelineLayout>(layout)) {
    placement = ranked_placement(problem, pipeline->strategy(), objective);
  } else if (layout->kind() != kReplanned) {
    const std::vector<int> gpus = gpus_written(json, problem);
    placement = counted_placement(problem, gpus);
    for (std::size_t p = 0; p < gpus.size(); ++p)
      if (gpus[p] == problem.cluster.pools[p].gpus()) placement[p].clear();
  }
  if (hardware::is_placed(placement)) json[kPlacedOn] = hardware::to_json(placement, problem.cluster);
  return json;
}

Result<replan::Answer> replan(const strategy::Problem& problem, const LayoutPtr& running,
                              const std::vector<replan::Fresh>& fresh) {
  if (const auto* pipeline = as<PipelineLayout>(running))
    return replan::replan(problem, pipeline->strategy(), fresh, placement_of(problem, pipeline->strategy()));
  if (const auto* pipelines = as<ReplannedLayout>(running))
    return replan::replan(problem, pipelines->plan(), others_than(problem, running, fresh));
  auto answer = CountedWays(problem, running, named_of(problem)).find();
  if (!answer) return answer;
  const bool goes_on = answer->find(replan::Kind::keep) != nullptr;
  replan::weigh(problem, goes_on ? others_than(problem, running, fresh) : fresh, *answer);
  return answer;
}

std::vector<replan::GpuId> gpus_of_curves(const strategy::Problem& problem, const LayoutPtr& running) {
  std::vector<replan::GpuId> gpus;
  const auto* pipeline = as<PipelineLayout>(running);
  if (pipeline == nullptr) return gpus;
  const replan::Layout layout =
      replan::layout_of(problem.cluster, pipeline->strategy(), placement_of(problem, pipeline->strategy()));
  for (const replan::Lane& lane : layout.lanes)
    for (const replan::LaneStage& stage : lane.stages)
      gpus.insert(gpus.end(), stage.gpus.begin(), stage.gpus.end());
  std::sort(gpus.begin(), gpus.end());
  return gpus;
}

Result<replan::Curve> what_if(const strategy::Problem& problem, const LayoutPtr& running,
                              const replan::GpuId& gpu) {
  const auto* pipeline = as<PipelineLayout>(running);
  if (pipeline == nullptr)
    return fail(code::out_of_range, kRunning, std::string(running->kind()),
                {Wanted::Kind::text, {"a strategy"}});
  return replan::what_if(problem, pipeline->strategy(), gpu, replan::usual_factors(),
                         placement_of(problem, pipeline->strategy()));
}

}  // namespace astrolabe::planning
