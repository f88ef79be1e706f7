// The answer as JSON: interfaces, "Unequal and changing clusters".
#include <fmt/format.h>

#include "core/replan/replan.h"

namespace astrolabe::replan {

namespace {

Json stage_json(const Stage& stage, const std::vector<std::string>& pool_ids) {
  Json gpus = Json::array();
  for (const GpuId& id : stage.gpus) gpus.push_back(name_of(id, pool_ids));
  Json json{{"pool", pool_ids[static_cast<std::size_t>(stage.pool)]},
            {"layers", stage.layers},
            {"tensor_parallel", stage.tensor_parallel},
            {"recompute", to_string(stage.recompute)},
            {"recompute_layers", stage.recompute_layers},
            {"gpus", std::move(gpus)}};
  if (stage.factor != 1.0) json["factor"] = stage.factor;
  return json;
}

}  // namespace

Json strategy_json(const Plan& plan, const std::vector<std::string>& pool_ids) {
  if (!plan.layout_kind.empty()) return plan.layout;
  Json json = strategy::to_json(plan.strategy, pool_ids);
  if (plan.kind == Kind::fresh) return json;
  json["pipelines"] = Json::array();
  for (const Pipeline& pipeline : plan.pipelines) {
    Json member{{"micro_batches", pipeline.micro_batches}};
    if (pipeline.schedule != plan.strategy.schedule) member["schedule"] = to_string(pipeline.schedule);
    if (pipeline.virtual_pipeline != plan.strategy.virtual_pipeline)
      member["virtual_pipeline"] = pipeline.virtual_pipeline;
    member["stages"] = Json::array();
    for (const Stage& stage : pipeline.stages) member["stages"].push_back(stage_json(stage, pool_ids));
    json["pipelines"].push_back(std::move(member));
  }
  return json;
}

Json to_json(const Answer& answer, const std::vector<std::string>& pool_ids) {
  Json json = Json::object();
  json["replan"] = Json::array();
  for (const Plan& plan : answer.plans) {
    Json idle = Json::array();
    for (const GpuId& id : plan.idle) idle.push_back(name_of(id, pool_ids));
    json["replan"].push_back(Json{
        {"kind", to_string(plan.kind)},
        {"strategy", strategy_json(plan, pool_ids)},
        {"step_seconds", plan.step_seconds},
        {"lower_bound_seconds", plan.lower_bound_seconds > 0.0 ? Json(plan.lower_bound_seconds) : Json()},
        {"loss", plan.loss},
        {"bytes_to_move", plan.bytes_to_move},
        {"move_seconds", plan.move_seconds},
        {"restart_seconds", plan.restart_seconds},
        {"change_seconds", plan.change_seconds()},
        {"break_even_steps", plan.break_even_steps ? Json(*plan.break_even_steps) : Json()},
        {"idle", std::move(idle)}});
  }
  json["recommended"] = answer.recommended ? Json(*answer.recommended) : Json();
  json["healthy_step_seconds"] = answer.healthy_step_seconds;
  json["steps_left"] = answer.steps_left;
  return json;
}

}  // namespace astrolabe::replan
