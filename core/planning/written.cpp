#include "core/planning/written.h"

#include <cmath>
#include <utility>

#include "core/base/units.h"
#include "core/plan/answer.h"
#include "core/planning/leading.h"
#include "core/planning/pipelines.h"

namespace astrolabe::planning {

namespace {

constexpr const char* kKindKey = "kind";
constexpr const char* kLayoutOfRow = "strategy";
constexpr const char* kPlacementKey = "placed_on";

const Json* first_of(const Json* json, const char* key) {
  if (json == nullptr || !json->is_object() || !json->contains(key)) return nullptr;
  const Json& list = (*json)[key];
  return list.is_array() && !list.empty() && list.front().is_object() ? &list.front() : nullptr;
}

/// The kind that `json` names; empty where it names none.
std::string named_kind(const Json& json) {
  if (!json.is_object() || !json.contains(kKindKey)) return {};
  const Json& kind = json[kKindKey];
  return kind.is_string() ? kind.get<std::string>() : kind.dump();
}

}  // namespace

const Json* first_pipeline(const Json& json) { return first_of(&json, "pipelines"); }
const Json* first_stage(const Json& json) { return first_of(first_pipeline(json), "stages"); }

Written written_layout(const Json& json, const Question& question) {
  Written written{json, named_kind(json), {}, {}};
  if (json.is_object() && json.contains(kLayoutOfRow) && json[kLayoutOfRow].is_object()) {
    written.layout = json[kLayoutOfRow];
    written.place = kLayoutOfRow;
    // Rows of plans for a layout that runs say what they change, not of which kind they are.
    if (find_planner(written.kind) == nullptr) written.kind.clear();
    if (std::string own = named_kind(written.layout); !own.empty()) written.kind = std::move(own);
  }
  if (written.layout.is_object()) {
    written.layout.erase(kKindKey);
    if (const auto placement = written.layout.find(kPlacementKey); placement != written.layout.end()) {
      written.placement = std::move(*placement);
      written.layout.erase(kPlacementKey);
    }
  }
  if (!written.kind.empty()) return written;
  for (const Planner* planner : planners())
    if (planner->is_written(written.layout)) {
      written.kind = planner->id();
      return written;
    }
  written.kind = leader_of(question).id();
  return written;
}

Result<Option> evaluate_written(const Question& question, const LayoutPtr& layout, const Json& written) {
  constexpr const char *kPaid = "paid_gpus", *kStep = "step_seconds";
  auto asked = evaluate(question, layout);
  if (!asked || strategy_of(*asked) == nullptr || asked->violation.binding == cost::Binding::rule ||
      !written.is_object() || !written.contains(kPaid))
    return asked;
  const auto pays_it = [&](const Option& option) {
    return plan::row_json(option.evaluation, question.problem)[kPaid] == written[kPaid];
  };
  // Where it stands on other nodes with as many paid the row's own step tells which.
  const bool has_step = written.contains(kStep) && written[kStep].is_number();
  const auto distance = [&](const Option& option) {
    return has_step ? std::abs(option.evaluation.step.value - written[kStep].get<double>()) : 0.0;
  };
  double nearest = pays_it(*asked) ? distance(*asked) : kBeyond;
  for (const strategy::Objective goal : {strategy::Objective::throughput, strategy::Objective::money,
                                         strategy::Objective::gpus, strategy::Objective::pareto}) {
    if (nearest <= 0.0) break;
    auto other = detail(question.problem, asked->evaluation.strategy, goal);
    if (!other || !pays_it(*other) || distance(*other) >= nearest) continue;
    nearest = distance(*other);
    asked = std::move(other);
  }
  return asked;
}

Error placed(const Written& written, Error error) {
  if (!written.place.empty()) error.where = written.place + (error.where.empty() ? "" : ".") + error.where;
  return error;
}

}  // namespace astrolabe::planning
