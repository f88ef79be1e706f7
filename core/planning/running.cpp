#include "core/planning/running.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/hardware/placement.h"
#include "core/hardware/pool_marks.h"
#include "core/planning/leading.h"
#include "core/planning/mark_choices.h"
#include "core/planning/pipelines.h"
#include "core/planning/programs.h"
#include "core/planning/replanned.h"
#include "core/planning/running_counted.h"
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

/// Whether what would be started anew is what runs. Pipelines may tell how slow their stages are; a program,
/// of which no plan keeps more, is known by its step.
bool is_running(const strategy::Problem& problem, const LayoutPtr& running, const replan::Fresh& fresh) {
  if (fresh.layout_kind != running->kind()) return false;
  if (running->kind() == kProgram) {
    constexpr double kRounded = 1e-9;
    const double step = as<ProgramLayout>(running)->summary()->evaluation.step.value;
    return std::abs(fresh.step_seconds - step) <= kRounded * step;
  }
  if (running->kind() != kReplanned) return fresh.layout == keep(running, problem.pool_ids());
  const auto read = read_layout(fresh.layout, *question_of(problem, strategy::Objective::throughput));
  return read && same(*read, running);
}

/// Fresh starts but for that of what runs.
std::vector<replan::Fresh> others_than(const strategy::Problem& problem, const LayoutPtr& running,
                                       const std::vector<replan::Fresh>& fresh) {
  std::vector<replan::Fresh> others;
  for (const replan::Fresh& each : fresh)
    if (!is_running(problem, running, each)) others.push_back(each);
  return others;
}

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
    return tl::unexpected<Error>(placed(
        written, {std::string(code::out_of_range),
                  {},
                  std::string(kPlacedOn) + "." + pool,
                  counted(static_cast<std::int64_t>(held), "GPU"),
                  {Wanted::Kind::text, {"the " + counted(gpus[p], "GPU") + " that the layout uses of it"}}}));
  }
  return {};
}

/// Of pipelines with `placed_on`.
Error named_twice(const Written& written) {
  return placed(written, {std::string(code::unknown_key),
                          {},
                          kPlacedOn,
                          kPlacedOn,
                          {Wanted::Kind::text, {"pipelines, which name their GPUs"}}});
}

/// Whether `named` GPUs of a pool are those of `told`, which says nothing where all of it is used. Whole
/// nodes of a pool with nothing marked are all alike.
bool same_ground(const hardware::Pool& pool, int gpus, const std::vector<hardware::NodePart>& named,
                 const std::vector<hardware::NodePart>& told) {
  if (named == told) return gpus > 0;
  const auto whole = [&](const std::vector<hardware::NodePart>& parts) {
    return std::all_of(parts.begin(), parts.end(), [&](const hardware::NodePart& part) {
      return static_cast<int>(part.gpus.size()) == pool.gpus_per_node;
    });
  };
  return gpus > 0 && whole(named) && whole(told) && (told.empty() || !hardware::is_marked(pool));
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
    if (const auto able = stands(problem, written, *named, gpus); !able) return below_running(able.error());
    return layout_of(std::move(*strategy));
  }
  if (written.kind == kReplanned) {
    if (!written.placement.is_null()) return below_running(named_twice(written));
    auto plan = replan::running_pipelines(problem, written.layout);
    if (!plan) return below_running(placed(written, std::move(plan.error())));
    return std::make_shared<const ReplannedLayout>(std::move(*plan), problem.pool_ids());
  }
  Json own = written.layout;
  own["kind"] = written.kind;
  if (written.kind == kProgram) {
    if (!written.placement.is_null()) own[kPlacedOn] = written.placement;  // the row stays whole
    auto program = read_program_row(own, problem);
    if (!program) return below_running(placed(written, std::move(program.error())));
    const std::vector<int>& gpus = as<ProgramLayout>(*program)->summary()->evaluation.gpus;
    if (const auto able = stands(problem, written, *named, gpus); !able) return below_running(able.error());
    return program;
  }
  if (const auto able = stands(problem, written, *named, gpus_written(own, problem)); !able)
    return below_running(able.error());
  auto layout = counted_layout(problem, own, *named);
  if (!layout) return below_running(placed(written, std::move(layout.error())));
  return layout;
}

Result<bool> stands_as_written(const Question& question, const Json& json, const Option& predicted) {
  const strategy::Problem& problem = question.problem;
  if (!json.is_object() || leading_beside_pipelines(question) != nullptr) return true;
  const Written written = written_layout(json, question);
  if (written.placement.is_null()) return true;
  if (written.kind == kReplanned) return tl::unexpected<Error>(named_twice(written));
  auto named = hardware::read_placement(written.placement, problem.cluster, kPlacedOn);
  if (!named) return tl::unexpected<Error>(placed(written, std::move(named.error())));
  const auto* pipeline = as<PipelineLayout>(predicted.layout);
  const std::vector<int> gpus = pipeline != nullptr
                                    ? strategy::gpus_by_pool(problem.cluster, pipeline->strategy())
                                    : predicted.evaluation.gpus;
  if (gpus.size() != named->size()) return true;  // breaks a rule
  if (const auto able = stands(problem, written, *named, gpus); !able)
    return tl::unexpected<Error>(able.error());
  if (written.kind == kProgram || predicted.violation.binding == cost::Binding::rule) return true;
  hardware::Placement told = predicted.evaluation.placement;
  if (pipeline == nullptr && !hardware::is_placed(told)) told = counted_placement(problem, gpus);
  told.resize(gpus.size());
  for (std::size_t p = 0; p < gpus.size(); ++p)
    if (!(*named)[p].empty() && !same_ground(problem.cluster.pools[p], gpus[p], (*named)[p], told[p]))
      return false;
  return true;
}

const strategy::Strategy* strategy_of(const LayoutPtr& running) {
  if (const auto* pipeline = as<PipelineLayout>(running)) return &pipeline->strategy();
  const auto* pipelines = as<ReplannedLayout>(running);
  return pipelines != nullptr ? &pipelines->plan().strategy : nullptr;
}

Json running_json(const strategy::Problem& problem, const LayoutPtr& layout, strategy::Objective objective) {
  if (const auto* program = as<ProgramLayout>(layout); program != nullptr && program->report()) {
    Option option;
    option.evaluation = program->report()->evaluation;
    return layout->answer_json(option, problem, 0);
  }
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
  auto answer = counted_ways(problem, running, named_of(problem));
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
