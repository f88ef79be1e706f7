#include "core/mesh/written.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/units.h"
#include "core/mesh/row.h"
#include "core/strategy/schedules.h"

namespace astrolabe::mesh {

namespace {

/// A layout of groups as JSON has it, read back.
class GroupsReader {
 public:
  explicit GroupsReader(const strategy::Problem& problem) : m_problem(problem), m_ids(problem.pool_ids()) {}

  Result<std::vector<GroupClass>> read(const Json& json) {
    ObjectReader reader(json, "");
    const Json* pipelines = reader.array("pipelines");
    for (const char* follows : {"state", "collectives", "executed", "step_seconds", "work_seconds",
                                "hidden_seconds", "lower_bound_seconds"})
      reader.any(follows);
    if (pipelines == nullptr && reader.ok())
      reader.mistake(code::missing_key, "pipelines", "nothing", {Wanted::Kind::field, {"pipelines"}});
    for (std::size_t i = 0; pipelines != nullptr && i < pipelines->size() && reader.ok(); ++i) {
      ObjectReader member((*pipelines)[i], reader.path_of("pipelines[" + std::to_string(i) + "]"));
      read_group(member);
      member.finish_into(reader);
    }
    if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
    return std::move(m_classes);
  }

 private:
  static constexpr int kMost = 1 << 20;

  void read_group(ObjectReader& member) {
    GroupClass one;
    const std::int64_t share = member.whole("sequences", 0, strategy::kLargestBatch);
    if (const Json* layout = member.object("layout")) {
      ObjectReader inner(*layout, member.path_of("layout"));
      read_layout(inner, one.layout);
      inner.finish_into(member);
    } else if (member.ok()) {
      member.mistake(code::missing_key, "layout", "nothing", {Wanted::Kind::field, {"layout"}});
    }
    const Json* stages = member.array("stages");
    std::vector<std::int64_t> gpus;
    for (std::size_t j = 0; stages != nullptr && j < stages->size() && member.ok(); ++j) {
      ObjectReader stage((*stages)[j], member.path_of("stages[" + std::to_string(j) + "]"));
      gpus.push_back(stage.whole("gpus", 1, kMost, 0));
      read_stage(stage, one, j == 0);
      stage.finish_into(member);
    }
    if (!member.ok()) return;
    one.layout.pipeline_parallel = static_cast<int>(one.layout.layers.size());
    check_what_follows(member, one.layout, gpus, share);
    add(member, std::move(one), share);
  }

  static void read_layout(ObjectReader& inner, Layout& layout) {
    const auto degree = [&](const char* key) { return static_cast<int>(inner.whole(key, 1, kMost, 1)); };
    layout.context_parallel = degree("context_parallel");
    layout.expert_parallel = degree("expert_parallel");
    layout.expert_tensor_parallel = degree("expert_tensor_parallel");
    layout.virtual_pipeline = degree("virtual_pipeline");
    layout.micro_batch = degree("micro_batch");
    std::vector<std::string> names;
    for (std::size_t k = 0; k < strategy::kSchedules.size(); ++k)
      names.push_back(strategy::kSchedules[k].name);
    layout.schedule = static_cast<strategy::Schedule>(inner.choice("schedule", names, 0));
  }

  void read_stage(ObjectReader& stage, GroupClass& one, bool first) {
    const int pool = stage.choice("pool", m_ids);
    const int tensor = static_cast<int>(stage.whole("tensor_parallel", 1, kMost));
    const auto layers = static_cast<int>(stage.whole("layers", 1, m_problem.graph->layer_count()));
    one.again.push_back(static_cast<int>(stage.whole("recompute_layers", 0, layers, 0)));
    one.layout.layers.push_back(layers);
    if (!stage.ok()) return;
    if (first) {
      one.layout.pool = pool;
      one.layout.tensor_parallel = tensor;
    } else if (pool != one.layout.pool || tensor != one.layout.tensor_parallel) {
      stage.mistake(code::impossible_strategy, "pool", m_ids[static_cast<std::size_t>(pool)],
                    {Wanted::Kind::text, {"the pool and tensor parallelism of the group's first stage"}});
    }
  }

  /// What the layout and its share decide may be left out; told otherwise it is a mistake. Where stages are
  /// one, micro-batches of several sizes are chosen by their costs.
  static void check_what_follows(ObjectReader& member, const Layout& layout,
                                 const std::vector<std::int64_t>& gpus, std::int64_t share) {
    if (!member.ok() || layout.pipeline_parallel < 1) return;
    const int width = layout.group_gpus() / layout.pipeline_parallel;
    for (std::size_t j = 0; j < gpus.size(); ++j)
      if (gpus[j] != 0 && gpus[j] != width)
        return member.mistake(code::impossible_strategy, "stages[" + std::to_string(j) + "].gpus",
                              std::to_string(gpus[j]), {Wanted::Kind::text, {std::to_string(width)}});
    const std::int64_t told = member.whole("micro_batches", 0, strategy::kLargestBatch, -1);
    const std::int64_t sequences = layout.sequences();
    const std::int64_t chunked =
        layout.schedule == strategy::Schedule::interleaved ? layout.pipeline_parallel : 1;
    const std::int64_t step = sequences * chunked;
    const std::int64_t fewest = (share + step - 1) / step * chunked;
    const std::int64_t most =
        layout.pipeline_parallel == 1 ? (share + layout.inner_data() - 1) / layout.inner_data() : fewest;
    if (member.ok() && told >= 0 && (told < fewest || told > std::max(fewest, most)))
      member.mistake(code::impossible_strategy, "micro_batches", std::to_string(told),
                     {Wanted::Kind::text, {std::to_string(fewest) + " for its sequences"}});
  }

  void add(ObjectReader& member, GroupClass one, std::int64_t share) {
    for (GroupClass& known : m_classes) {
      if (known.layout.pool != one.layout.pool) continue;
      one.layout.groups = known.layout.groups;
      if (known.layout != one.layout || known.again != one.again)
        return member.mistake(code::impossible_strategy, "layout", "another one",
                              {Wanted::Kind::text, {"one layout for all groups of a pool"}});
      ++known.layout.groups;
      known.shares.push_back(share);
      return;
    }
    one.layout.groups = 1;
    one.shares.push_back(share);
    m_classes.push_back(std::move(one));
  }

  const strategy::Problem& m_problem;
  std::vector<std::string> m_ids;
  std::vector<GroupClass> m_classes;
};

Error misfit(const std::string& what, const std::string& found, const std::string& wanted) {
  return Error{std::string(code::impossible_strategy), {}, what, found, {Wanted::Kind::text, {wanted}}};
}

/// Whether groups can stand on the cluster: every pool at work, whole layers and the whole batch.
std::optional<Error> misfit_of(const std::vector<GroupClass>& classes, const strategy::Problem& problem,
                               const std::vector<int>& gpus, std::int64_t wanted) {
  std::vector<int> used(gpus.size(), 0);
  std::int64_t batch = 0;
  for (const GroupClass& one : classes) {
    if (one.layout.pool >= static_cast<int>(gpus.size()))
      return misfit("pipelines", std::to_string(one.layout.pool), "a pool of the cluster");
    used[static_cast<std::size_t>(one.layout.pool)] += one.layout.gpus();
    const int layers = std::accumulate(one.layout.layers.begin(), one.layout.layers.end(), 0);
    if (layers != problem.graph->layer_count())
      return misfit("pipelines", counted(layers, "layer"), counted(problem.graph->layer_count(), "layer"));
    batch = std::accumulate(one.shares.begin(), one.shares.end(), batch);
  }
  for (std::size_t pool = 0; pool < gpus.size(); ++pool)
    if (used[pool] != gpus[pool])
      return misfit("pipelines", counted(used[pool], "GPU") + " of " + problem.cluster.pools[pool].id,
                    counted(gpus[pool], "GPU") + ": all that work");
  if (batch != wanted) return misfit("pipelines", counted(batch, "sequence"), counted(wanted, "sequence"));
  return {};
}

Json group_json(const GroupClass& one, std::int64_t share, const std::string& pool) {
  const Layout& layout = one.layout;
  Json stages = Json::array();
  for (std::size_t j = 0; j < layout.layers.size(); ++j)
    stages.push_back({{"pool", pool},
                      {"layers", layout.layers[j]},
                      {"tensor_parallel", layout.tensor_parallel},
                      {"gpus", layout.group_gpus() / layout.pipeline_parallel},
                      {"recompute_layers", one.again[j]}});
  return {{"micro_batches", one.pace.seconds > 0.0 ? micro_batches_of(one, share) : 0},
          {"sequences", share},
          {"layout",
           {{"context_parallel", layout.context_parallel},
            {"expert_parallel", layout.expert_parallel},
            {"expert_tensor_parallel", layout.expert_tensor_parallel},
            {"virtual_pipeline", layout.virtual_pipeline},
            {"micro_batch", layout.micro_batch},
            {"schedule", strategy::to_string(layout.schedule)}}},
          {"stages", std::move(stages)}};
}

}  // namespace

std::vector<std::pair<int, int>> holders_of(const Program& program) {
  std::vector<std::pair<int, int>> holders;
  for (const GroupClass& one : program.classes)
    for (int j = 0; j < one.layout.pipeline_parallel; ++j) holders.emplace_back(j, one.layout.pool);
  return holders;
}

Json to_json(const Program& program, const std::vector<std::string>& pool_ids) {
  Json pipelines = Json::array();
  for (const GroupClass& one : program.classes)
    for (const std::int64_t share : one.shares)
      pipelines.push_back(group_json(one, share, pool_ids[static_cast<std::size_t>(one.layout.pool)]));
  Json json{{"pipelines", std::move(pipelines)}};
  if (program.state.moves.empty()) return json;
  const auto holders = holders_of(program);
  json["state"] = Json::array();
  for (const Move& move : program.state.moves) {
    const auto& [stage, from] = holders[static_cast<std::size_t>(move.from)];
    const auto& [on_stage, to] = holders[static_cast<std::size_t>(move.to)];
    json["state"].push_back({{"of_pool", pool_ids[static_cast<std::size_t>(from)]},
                             {"pool", pool_ids[static_cast<std::size_t>(to)]},
                             {"stage", stage},
                             {"on_stage", on_stage},
                             {"gib", move.bytes / kGib}});
  }
  return json;
}

Result<std::vector<GroupClass>> read_groups(const Json& json, const strategy::Problem& problem) {
  return GroupsReader(problem).read(json);
}

Result<Program> program_of_written(Scene& scene, const std::vector<GroupClass>& classes, std::int64_t batch) {
  if (auto wrong = misfit_of(classes, scene.problem(), scene.gpus(), batch))
    return tl::unexpected<Error>(std::move(*wrong));
  auto program = program_as_written(scene, classes);
  if (!program) return tl::unexpected<Error>(misfit("pipelines", "more than the GPUs hold", "less memory"));
  return std::move(*program);
}

}  // namespace astrolabe::mesh
