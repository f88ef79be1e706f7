#pragma once
// Layouts whose fate in nine runtimes is known (tests/data/runtimes).

#include <algorithm>
#include <string>

#include "core/base/file_read.h"
#include "core/hardware/catalogue.h"
#include "core/plan/model_source.h"
#include "core/plan/plan_file.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::tests::layouts {

struct Layout {
  strategy::Problem problem;
  strategy::Strategy strategy;
};

inline Layout layout_of(const Json& row) {
  const auto architecture = plan::read_model_source(row.at("model").get<std::string>()).value();
  plan::Plan plan;
  const Json pool{{"id", row.at("pool")}, {"gpu", row.at("gpu")},       {"nodes", row.at("nodes")},
                  {"gpus_per_node", 8},   {"inter_node_gb_per_s", 400}, {"inter_node_latency_us", 8},
                  {"usd_per_gpu_hour", 2}};
  plan.cluster = hardware::read_cluster(Json{{"name", "layouts"}, {"pools", Json::array({pool})}}).value();
  plan.job = strategy::read_job(row.at("job")).value();
  Layout layout{plan::make_problem(plan, architecture, hardware::Catalogue::built_in()).value(), {}};
  layout.strategy = strategy::read_strategy(row.at("strategy"), layout.problem.pool_ids(),
                                            layout.problem.graph->layer_count())
                        .value();
  return layout;
}

inline Json table(const char* name) {
  const auto text =
      read_file(std::string(ASTROLABE_SOURCE_DIR "/tests/data/runtimes/") + name, file_limit::json);
  return parse_json(text.value(), "table").value();
}

inline const Json& rows() {
  static const Json layouts = table("layouts.json");
  return layouts.at("rows");
}

inline const Json& row_of(const std::string& id) {
  return *std::find_if(rows().begin(), rows().end(), [&](const Json& row) { return row.at("id") == id; });
}

}  // namespace astrolabe::tests::layouts
