#include "core/replan/pipelines.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/hardware/join_pools.h"
#include "core/hardware/pool_marks.h"
#include "core/replan/options.h"
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
      return fail(code::impossible_strategy, kPipelines, fmt::format("{} micro-batches", micro_batches),
                  {Wanted::Kind::text, {fmt::format("the {} micro-batches of a step", all)}});
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
      reader.mistake(
          code::impossible_strategy, "stages", fmt::format("{} layers", layers),
          {Wanted::Kind::text, {fmt::format("the {} layers of the model", m_problem.graph->layer_count())}});
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
      reader.mistake(code::impossible_strategy, "gpus", fmt::format("{} GPUs", count),
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
    if (!m_named.insert(id).second) reader.mistake(code::repeated_key, key, name, {Wanted::Kind::once, {}});
    stage.gpus.push_back(id);
  }

  const strategy::Problem& m_problem;
  const strategy::Strategy& m_base;
  std::vector<std::string> m_ids;
  std::set<GpuId> m_named;
};

std::vector<strategy::Stage> stages_of(const Pipeline& pipeline) {
  std::vector<strategy::Stage> stages;
  for (const Stage& stage : pipeline.stages)
    stages.push_back(
        {stage.pool, stage.layers, stage.tensor_parallel, stage.recompute, stage.recompute_layers});
  return stages;
}

}  // namespace

bool names_pipelines(const Json& json) {
  return json.is_object() && json.contains(kPipelines) && !json.contains("kind");
}

Result<Plan> read_pipelines(const Json& json, const strategy::Problem& problem) {
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

Result<Prediction> predict(const strategy::Problem& problem, Plan plan) {
  strategy::Problem healthy = problem;
  healthy.cluster = hardware::without_marks(problem.cluster);
  healthy.cluster.may_leave_unused = true;
  if (const auto able = strategy::fits(healthy, plan.strategy); !able)
    return tl::unexpected<Error>(able.error());
  const Health health(problem.cluster);
  const Layout layout = layout_of(problem.cluster, plan.strategy);
  cost::Tables tables(healthy);
  OptionMaker maker(tables, plan.strategy, layout, health);
  const int lanes = static_cast<int>(plan.pipelines.size());
  Prediction made;
  std::vector<double> tails(plan.strategy.stages.size(), 1.0);
  std::vector<std::vector<Slowness>> slow;
  std::vector<const LaneShape*> shapes;
  for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
    Pipeline& pipeline = plan.pipelines[p];
    const bool in_line = pipeline.virtual_pipeline == 1 && plan.strategy.virtual_pipeline > 1;
    shapes.push_back(&maker.shape(lanes, stages_of(pipeline), in_line));
    slow.emplace_back();
    for (std::size_t j = 0; j < pipeline.stages.size(); ++j) {
      const LaneStage state = health.of(pipeline.stages[j].gpus);
      if (state.failed)
        return fail(code::out_of_range, fmt::format("{}[{}].stages[{}].gpus", kPipelines, p, j),
                    "a GPU that has failed", {Wanted::Kind::text, {"GPUs that work"}});
      slow.back().push_back(maker.slowness(state, shapes.back()->links_share(static_cast<int>(j))));
      pipeline.stages[j].factor = slow.back().back().passes;
      if (pipeline.stages.size() == tails.size()) tails[j] = std::max(tails[j], slow.back().back().tail);
    }
  }
  for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
    for (std::size_t j = 0; j < slow[p].size() && slow[p].size() == tails.size(); ++j)
      slow[p][j].tail = std::max(slow[p][j].tail, tails[j]);
    const Split split = shapes[p]->as_written();
    for (std::size_t j = 0; j < split.costs.size() && made.fits; ++j)
      if (!split.costs[j].fits) {
        made.fits = false;
        made.pipeline = static_cast<int>(p);
        made.stage = static_cast<int>(j);
        made.over = split.costs[j].over;
      }
    const int each = std::max(1, layout.data_per_lane);
    plan.step_seconds =
        std::max(plan.step_seconds,
                 shapes[p]->seconds(split, slow[p], std::max(1, plan.pipelines[p].micro_batches / each)));
  }
  made.plan = std::move(plan);
  return made;
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
