#include "core/exports/program_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
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

}  // namespace

std::string program_text(const plan::ProgramReport& report) {
  if (!report.pipeline) return shard_text(*report.answer);
  std::string text;
  for (std::size_t at = 0; at < report.pipeline->stages.size(); ++at)
    text += fmt::format("# {}\n{}\n", stage_title(*report.pipeline, at),
                        shard_text(*report.pipeline->stages[at].answer));
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
  auto script = shard_script(*report.answer);
  if (!report.pipeline || !script) return script;
  return fmt::format("# Of a pipeline {}; the others have programs of their own.\n{}",
                     stage_title(*report.pipeline, static_cast<std::size_t>(report.shown_stage)), *script);
}

}  // namespace astrolabe::exports
