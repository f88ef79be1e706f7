#include "core/exports/program_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/exports/program_start.h"
#include "core/exports/pytorch.h"
#include "core/exports/shard_files.h"

namespace astrolabe::exports {

namespace {

/// "stage 2 of 3: layers 11 to 20, 1 node of old"; stages and layers from 1.
std::string stage_title(const plan::ProgramPipeline& pipeline, std::size_t at) {
  const plan::ProgramStage& stage = pipeline.stages[at];
  std::string title = fmt::format("stage {} of {}: layers {} to {}", at + 1, pipeline.stages.size(),
                                  stage.first_layer + 1, stage.first_layer + stage.layers);
  for (const hardware::Pool& pool : stage.part.pools)
    if (pool.nodes > 0) title += fmt::format(", {} of {}", counted(pool.nodes, "node"), pool.id);
  return title;
}

/// The machines of a stage's devices, in the order of these; none where the cluster is not known.
std::vector<Machine> machines_of_stage(const plan::ProgramReport& report, int stage) {
  if (!report.cluster) return {};
  std::vector<std::vector<int>> gpus(static_cast<std::size_t>(report.stages()),
                                     std::vector<int>(report.cluster->pools.size(), 0));
  if (report.pipeline)
    for (std::size_t at = 0; at < gpus.size(); ++at)
      for (std::size_t pool = 0; pool < gpus[at].size(); ++pool)
        gpus[at][pool] = report.pipeline->stages[at].part.pools[pool].gpus();
  else
    for (const plan::ProgramLane& lane : report.lanes)
      gpus.front()[static_cast<std::size_t>(lane.pool)] += lane.devices;
  return machines_of_part(*report.cluster, gpus, static_cast<std::size_t>(stage));
}

}  // namespace

std::string stage_text(const plan::ProgramReport& report, int stage) {
  const plan::ShardAnswer& answer =
      report.pipeline ? *report.pipeline->stages[static_cast<std::size_t>(stage)].answer : *report.answer;
  return shard_text(answer, machines_of_stage(report, stage));
}

std::string program_text(const plan::ProgramReport& report) {
  if (!report.pipeline) return stage_text(report, 0);
  std::string text;
  for (int at = 0; at < report.stages(); ++at)
    text += fmt::format("# {}\n{}\n", stage_title(*report.pipeline, static_cast<std::size_t>(at)),
                        stage_text(report, at));
  return text;
}

Json program_json(const plan::ProgramReport& report) {
  if (!report.pipeline) return plan::to_json(*report.answer);
  const plan::ProgramPipeline& pipeline = *report.pipeline;
  Json json{{"status", spmd::to_string(spmd::SynthesisStatus::feasible)},
            {"step_seconds", report.step.value},
            {"seconds", report.elapsed.value},
            {"gap", std::max(0.0, 1.0 - report.lower_bound.value / report.step.value)},
            {"lower_bound_seconds", report.lower_bound.value},
            {"pipeline_parallel", report.stages()},
            {"micro_batches", pipeline.execution.micro_batches},
            {"gather_again", pipeline.execution.gather_again},
            {"recompute", pipeline.execution.recompute}};
  for (const plan::ProgramStage& stage : pipeline.stages) {
    Json one = plan::to_json(*stage.answer);
    one["nodes"] = Json::object();
    for (const hardware::Pool& pool : stage.part.pools)
      if (pool.nodes > 0) one["nodes"][pool.id] = pool.nodes;
    one["first_layer"] = stage.first_layer;
    one["layers"] = stage.layers;
    json["stages"].push_back(std::move(one));
  }
  return json;
}

Result<std::string> program_script(const plan::ProgramReport& report) {
  if (!report.pipeline) return shard_script(*report.answer, machines_of_stage(report, 0));
  std::vector<StageProgram> stages;
  for (int at = 0; at < report.stages(); ++at) {
    const auto place = static_cast<std::size_t>(at);
    const plan::ShardAnswer& answer = *report.pipeline->stages[place].answer;
    stages.push_back({stage_title(*report.pipeline, place), &answer.graph, &answer.synthesis.program,
                      machines_of_stage(report, at)});
  }
  return pytorch_script_of_stages(stages);
}

}  // namespace astrolabe::exports
