#pragma once
// A strategy whose pipelines are named one by one: read as plans write it, and predicted.

#include "core/base/json.h"
#include "core/cost/evaluation.h"
#include "core/cost/timeline.h"
#include "core/replan/replan.h"

namespace astrolabe::replan {

/// Reads what strategy_json() writes. Errors: those of read_strategy() for the strategy that the pipelines
/// come from; missing_key, wrong_type, out_of_range (of a GPU that another stage has, too) and
/// unknown_pool with the place of each ("pipelines[1].stages[0].gpus[2]"); impossible_strategy where layers,
/// micro-batches or GPUs do not add up.
Result<Plan> read_pipelines(const Json& json, const strategy::Problem& problem);

struct Prediction {
  Plan plan;                      ///< with its step
  bool fits = true;               ///< every stage of every pipeline has the memory
  int pipeline = -1, stage = -1;  ///< the first that has not
  Bytes over;                     ///< that it lacks
  /// Its figures as every plan has them, without a strategy.
  cost::Evaluation row;
  cost::Timeline timeline;  ///< of the pipelines told_apart(), where it was asked for
};
/// The step of the pipelines under the marks of the cluster. Errors: those of replan(); out_of_range for a
/// GPU that has failed.
Result<Prediction> predict(const strategy::Problem& problem, Plan plan, bool with_timeline = false);
/// As predict(), with the micro-batches of a step dealt over the pipelines so that the last one ends soonest.
/// Errors: those of predict(); impossible_strategy where no way deals them out.
Result<Prediction> dealt_anew(const strategy::Problem& problem, Plan plan);
Json to_json(const Prediction& prediction, const std::vector<std::string>& pool_ids);

}  // namespace astrolabe::replan
