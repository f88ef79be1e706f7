#include "core/replan/pipelines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/cost/band.h"
#include "core/cost/goodput.h"
#include "core/cost/rates.h"
#include "core/hardware/join_pools.h"
#include "core/replan/allocate.h"
#include "core/replan/fluid_bound.h"
#include "core/replan/lane_timeline.h"
#include "core/replan/options.h"
#include "core/replan/paid_nodes.h"
#include "core/replan/side_by_side.h"
#include "core/strategy/fits.h"
#include "core/strategy/schedules.h"

namespace astrolabe::replan {

namespace {

constexpr const char* kPipelines = "pipelines";
constexpr int kMostUnits = 1 << 24;

/// Reads the pipelines one after the other; the first mistake stays.
class PipelineReader {
 public:
  PipelineReader(const strategy::Problem& problem, const strategy::Strategy& base)
      : m_problem(problem), m_base(base), m_ids(problem.pool_ids()) {}

  Result<std::vector<Pipeline>> read(const Json& list) {
    std::vector<Pipeline> pipelines;
    int micro_batches = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      ObjectReader reader(list[i], fmt::format("{}[{}]", kPipelines, i));
      pipelines.push_back(pipeline(reader));
      micro_batches += pipelines.back().micro_batches;
      if (auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
    }
    const int all =
        m_problem.job.micro_batches(m_base.data_parallel, m_base.micro_batch) * m_base.data_parallel;
    if (micro_batches != all)
      return fail(
          code::impossible_strategy, kPipelines, counted(micro_batches, "micro-batch", "micro-batches"),
          {Wanted::Kind::text, {"the " + counted(all, "micro-batch", "micro-batches") + " of a step"}});
    return pipelines;
  }

 private:
  Pipeline pipeline(ObjectReader& reader) {
    Pipeline made;
    made.micro_batches = static_cast<int>(reader.whole("micro_batches", 1, kMostUnits));
    made.schedule = m_base.schedule;
    if (reader.has("schedule")) {
      const std::string name = reader.string("schedule");
      if (name == to_string(strategy::Schedule::one_f_one_b))
        made.schedule = strategy::Schedule::one_f_one_b;
      else if (name != to_string(m_base.schedule))
        reader.mistake(
            code::out_of_range, "schedule", name,
            {Wanted::Kind::one_of, {to_string(m_base.schedule), to_string(strategy::Schedule::one_f_one_b)}});
    }
    made.virtual_pipeline =
        static_cast<int>(reader.whole("virtual_pipeline", 1, kMostUnits, m_base.virtual_pipeline));
    const Json* stages = reader.array("stages");
    if (stages == nullptr || stages->empty()) {
      reader.mistake(code::missing_key, "stages", "nothing", {Wanted::Kind::field, {"stages"}});
      return made;
    }
    int layers = 0;
    for (std::size_t j = 0; j < stages->size() && reader.ok(); ++j) {
      ObjectReader member((*stages)[j], fmt::format("{}[{}]", reader.path_of("stages"), j));
      made.stages.push_back(stage(member));
      layers += made.stages.back().layers;
      member.finish_into(reader);
    }
    if (reader.ok() && layers != m_problem.graph->layer_count())
      reader.mistake(code::impossible_strategy, "stages", counted(layers, "layer"),
                     {Wanted::Kind::text,
                      {"the " + counted(m_problem.graph->layer_count(), "layer") + " of the model"}});
    return made;
  }

  Stage stage(ObjectReader& reader) {
    Stage made;
    const std::string pool = reader.string("pool");
    const auto found = std::find(m_ids.begin(), m_ids.end(), pool);
    if (found == m_ids.end())
      reader.mistake(code::unknown_pool, "pool", pool, {Wanted::Kind::one_of, m_ids});
    else
      made.pool = static_cast<int>(found - m_ids.begin());
    made.layers = static_cast<int>(reader.whole("layers", 1, m_problem.graph->layer_count()));
    made.tensor_parallel = static_cast<int>(reader.whole("tensor_parallel", 1, kMostUnits));
    made.recompute =
        static_cast<strategy::Recompute>(reader.choice("recompute", {"none", "selective", "full"}, 0));
    made.recompute_layers = static_cast<int>(reader.whole("recompute_layers", 0, made.layers, 0));
    reader.any("factor");  // told beside a plan; the marks of the cluster say it anew
    const Json* gpus = reader.array("gpus");
    for (std::size_t i = 0; gpus != nullptr && i < gpus->size() && reader.ok(); ++i)
      gpu((*gpus)[i], fmt::format("gpus[{}]", i), reader, made);
    const auto count = static_cast<std::int64_t>(made.gpus.size());
    if (reader.ok() && (count == 0 || count % made.tensor_parallel != 0))
      reader.mistake(code::impossible_strategy, "gpus", counted(count, "GPU"),
                     {Wanted::Kind::multiple_of, {std::to_string(made.tensor_parallel)}});
    return made;
  }

  void gpu(const Json& json, const std::string& key, ObjectReader& reader, Stage& stage) {
    const std::string name = json.is_string() ? json.get<std::string>() : std::string();
    const std::size_t last = name.rfind('/');
    const std::size_t first = last == std::string::npos || last == 0 ? last : name.rfind('/', last - 1);
    const hardware::Pool& pool = m_problem.cluster.pools[static_cast<std::size_t>(stage.pool)];
    const bool named = first != std::string::npos && last != first && name.substr(0, first) == pool.id;
    const auto node = named ? parse_whole(name.substr(first + 1, last - first - 1)) : std::nullopt;
    const auto place = named ? parse_whole(name.substr(last + 1)) : std::nullopt;
    if (!node || !place || *node < 0 || *node >= pool.nodes || *place < 0 || *place >= pool.gpus_per_node) {
      reader.mistake(
          code::out_of_range, key, shown(json),
          {Wanted::Kind::text,
           {fmt::format("{0}/0/0 to {0}/{1}/{2}", pool.id, pool.nodes - 1, pool.gpus_per_node - 1)}});
      return;
    }
    const GpuId id{stage.pool, static_cast<int>(*node), static_cast<int>(*place)};
    if (const auto [before, fresh] = m_named.try_emplace(id, reader.path_of(key)); !fresh)
      reader.mistake(code::out_of_range, key, fmt::format("{}, as in {}", name, before->second),
                     {Wanted::Kind::text, {"a GPU that no other stage has"}});
    stage.gpus.push_back(id);
  }

  const strategy::Problem& m_problem;
  const strategy::Strategy& m_base;
  std::vector<std::string> m_ids;
  std::map<GpuId, std::string> m_named;  ///< with the place that names it
};

std::vector<strategy::Stage> stages_of(const Pipeline& pipeline) {
  std::vector<strategy::Stage> stages;
  for (const Stage& stage : pipeline.stages)
    stages.push_back(
        {stage.pool, stage.layers, stage.tensor_parallel, stage.recompute, stage.recompute_layers});
  return stages;
}

}  // namespace

Result<Plan> read_pipelines(const Json& json, const strategy::Problem& problem) {
  if (!json.is_object() || !json.contains(kPipelines))
    return fail(code::missing_key, kPipelines, "nothing", {Wanted::Kind::field, {kPipelines}});
  Json own = json;
  own.erase(kPipelines);
  auto base = strategy::read_strategy(hardware::with_joined_pools(own, problem.cluster), problem.pool_ids(),
                                      problem.graph->layer_count());
  if (!base) return tl::unexpected<Error>(base.error());
  const Json& list = json[kPipelines];
  if (!list.is_array() || list.empty())
    return fail(code::wrong_type, kPipelines, shown(list), {Wanted::Kind::array, {}});
  auto pipelines = PipelineReader(problem, *base).read(list);
  if (!pipelines) return tl::unexpected<Error>(pipelines.error());
  Plan plan;
  plan.strategy = std::move(*base);
  plan.pipelines = std::move(*pipelines);
  return plan;
}

namespace {

/// Pipelines as they work, with all that their times are from.
class Predictor {
 public:
  Predictor(const strategy::Problem& problem, const strategy::Problem& healthy, Plan& plan)
      : m_problem(problem),
        m_plan(plan),
        m_health(problem.cluster),
        m_layout(layout_of(problem.cluster, plan.strategy)),
        m_tables(healthy),
        m_maker(m_tables, plan.strategy, m_layout, m_health) {}

  /// Errors: a GPU that has failed.
  Result<void> place() {
    const int lanes = static_cast<int>(m_plan.pipelines.size());
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
      Pipeline& pipeline = m_plan.pipelines[p];
      const bool in_line = pipeline.virtual_pipeline == 1 && m_plan.strategy.virtual_pipeline > 1;
      WorkingLane lane;
      lane.shape = &m_maker.shape(lanes, stages_of(pipeline), in_line);
      lane.micro_batches = std::max(1, pipeline.micro_batches / std::max(1, m_layout.data_per_lane));
      for (std::size_t j = 0; j < pipeline.stages.size(); ++j) {
        const LaneStage state = m_health.of(pipeline.stages[j].gpus);
        if (state.failed)
          return fail(code::out_of_range, fmt::format("{}[{}].stages[{}].gpus", kPipelines, p, j),
                      "a GPU that has failed", {Wanted::Kind::text, {"GPUs that work"}});
        lane.slow.push_back(alone(state));
      }
      auto known = m_splits.find(lane.shape);
      if (known == m_splits.end()) known = m_splits.emplace(lane.shape, lane.shape->as_written()).first;
      lane.split = &known->second;
      lane.in_step_with = m_layout.in_step_with(static_cast<int>(p));
      m_lanes.push_back(std::move(lane));
    }
    if (m_plan.lower_bound_seconds <= 0.0)
      m_plan.lower_bound_seconds =
          fluid_bound(*m_problem.graph, m_maker.running_shape(static_cast<int>(m_layout.lanes.size())),
                      m_lanes, micro_batches());
    wait_for_each_other(m_lanes);
    for (std::size_t p = 0; p < m_lanes.size(); ++p)
      for (std::size_t j = 0; j < m_lanes[p].slow.size(); ++j)
        m_plan.pipelines[p].stages[j].factor =
            m_lanes[p].shape->pass_factor(*m_lanes[p].split, m_lanes[p].slow, static_cast<int>(j));
    return {};
  }

  /// Deals the micro-batches of a step over the pipelines so that the last one ends soonest. False where no
  /// way deals them out.
  bool deal() {
    std::vector<WorkerClass> classes;
    for (const WorkingLane& lane : m_lanes) {
      WorkerClass made;
      made.least = made.quantum = lane.shape->quantum();
      made.most = lane.shape->most_micro_batches();
      made.seconds = [lane](int count) { return lane.shape->seconds(*lane.split, lane.slow, count); };
      classes.push_back(std::move(made));
    }
    const auto dealt = allocate(classes, micro_batches());
    if (!dealt) return false;
    for (std::size_t p = 0; p < m_lanes.size(); ++p) {
      m_lanes[p].micro_batches = dealt->units[p].front();
      m_plan.pipelines[p].micro_batches = m_lanes[p].micro_batches * m_layout.data_per_lane;
    }
    return true;
  }

  Prediction made() {
    Prediction made;
    m_plan.step_seconds = step_of(m_lanes);
    for (std::size_t p = 0; p < m_lanes.size() && made.fits; ++p)
      for (std::size_t j = 0; j < m_lanes[p].split->costs.size() && made.fits; ++j)
        if (const cost::StageCost& stage = m_lanes[p].split->costs[j]; !stage.fits) {
          made.fits = false;
          made.pipeline = static_cast<int>(p);
          made.stage = static_cast<int>(j);
          made.over = stage.over;
        }
    tell_row(made.row);
    return made;
  }

  /// After made().
  cost::Timeline timeline() const {
    return timeline_of(m_lanes, told_apart(m_plan.pipelines), m_plan.step_seconds);
  }

 private:
  /// Of all lanes, in a step.
  int micro_batches() const {
    const strategy::Strategy& base = m_plan.strategy;
    return m_problem.job.micro_batches(base.data_parallel, base.micro_batch) *
           static_cast<int>(m_layout.lanes.size());
  }

  /// Parts of the time as the critical stage of the pipeline that ends last sees them; memory of each
  /// pipeline that is unlike those before.
  void tell_row(cost::Evaluation& row) const {
    const std::set<GpuId> used = gpus_of(m_plan.pipelines);
    tell_gpus(m_problem, used, row);
    row.step = {m_plan.step_seconds};
    std::map<const LaneShape*, std::pair<cost::Evaluation, int>> seen;  // with the place of its first stage
    double latest = -1.0;
    for (const WorkingLane& lane : m_lanes) {
      auto known = seen.find(lane.shape);
      if (known == seen.end()) {
        known = seen.emplace(lane.shape, std::pair(lane.shape->shape().evaluate(lane.split->layers, true),
                                                   static_cast<int>(row.memory.size())))
                    .first;
        const std::vector<cost::StageMemory>& memory = known->second.first.memory;
        row.memory.insert(row.memory.end(), memory.begin(), memory.end());
      }
      const cost::StepEnd end = lane.shape->end(*lane.split, lane.slow, lane.micro_batches);
      if (end.step <= latest) continue;
      latest = end.step;
      row.critical_stage = known->second.second + end.critical_stage;
      row.time = time_of(lane, end);
    }
    const cost::Band band = cost::step_band(m_problem, row.gpus, cost::BandParallelism::pipeline);
    row.step_low = row.step * band.low;
    row.step_high = row.step * band.high;
    const strategy::Problem left = as_left(m_problem, used);
    cost::add_rates(left, row);
    cost::add_outcome(left, row);
  }

  /// The parts of a lane as its critical stage takes them; what is left of the step waits, for transfers as
  /// far as it would be shorter without them.
  cost::TimeParts time_of(const WorkingLane& lane, const cost::StepEnd& end) const {
    using cost::Part;
    const auto parts = lane.shape->parts(*lane.split, lane.slow, end.critical_stage);
    cost::TimeParts time = parts.micro_batch.scaled(lane.micro_batches);
    time += parts.tail;
    const double waiting = m_plan.step_seconds - time.total();
    const double transfers = std::clamp(
        end.step - lane.shape->seconds_without_transfers(*lane.split, lane.slow, lane.micro_batches), 0.0,
        std::max(0.0, waiting));
    time[Part::pipeline_transfer] = transfers;
    // Of what rounding to the grid adds, and of a tail that its stage's own work hides less, nothing waits.
    time[waiting > 1e-9 * end.step ? Part::pipeline_bubble : Part::other] += waiting - transfers;
    return time;
  }

  const strategy::Problem& m_problem;
  Plan& m_plan;
  Health m_health;
  Layout m_layout;
  cost::SlowedTables m_tables;
  OptionMaker m_maker;
  std::map<const LaneShape*, Split> m_splits;
  std::vector<WorkingLane> m_lanes;
};

}  // namespace

namespace {

/// `anew`: with their micro-batches dealt anew, where some way deals them.
Result<Prediction> predicted(const strategy::Problem& problem, Plan plan, bool anew,
                             bool with_timeline = false) {
  strategy::Problem healthy = without_marks(problem);
  healthy.cluster.may_leave_unused = true;
  if (const auto able = strategy::fits(healthy, plan.strategy); !able)
    return tl::unexpected<Error>(able.error());
  Predictor predictor(problem, healthy, plan);
  if (const auto placed = predictor.place(); !placed) return tl::unexpected<Error>(placed.error());
  if (anew && !predictor.deal())
    return fail(code::impossible_strategy, kPipelines, std::to_string(plan.pipelines.size()),
                {Wanted::Kind::text, {"pipelines that take the micro-batches of a step"}});
  Prediction made = predictor.made();
  if (with_timeline) made.timeline = predictor.timeline();
  made.plan = std::move(plan);
  return made;
}

}  // namespace

Result<Prediction> predict(const strategy::Problem& problem, Plan plan, bool with_timeline) {
  return predicted(problem, std::move(plan), false, with_timeline);
}

Result<Prediction> dealt_anew(const strategy::Problem& problem, Plan plan) {
  return predicted(problem, std::move(plan), true);
}

Json to_json(const Prediction& prediction, const std::vector<std::string>& pool_ids) {
  Json json{{"strategy", strategy_json(prediction.plan, pool_ids)},
            {"step_seconds", prediction.plan.step_seconds},
            {"fits", prediction.fits}};
  if (!prediction.fits)
    json["binding"] = Json{{"limit", "memory"},
                           {"pipeline", prediction.pipeline},
                           {"stage", prediction.stage},
                           {"over_gib", in_gib(prediction.over)}};
  return json;
}

}  // namespace astrolabe::replan
