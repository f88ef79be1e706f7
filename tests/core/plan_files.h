#pragma once
// Plan files for tests: a value in every field, several scenarios, and what stands in their tables.

#include <sqlite3.h>

#include <QtTest>

#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"

namespace astrolabe::plan_files {

inline std::string code_of(const Result<plan::PlanFile>& result) { return result ? "read" : result.error().code; }

inline QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void put(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes), bytes.size());
}

/// A value in every field.
inline plan::PlanFile full_plan() {
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  file.plan.name = "Zwei Generationen \u2014 \u4e24\u4ee3";
  file.plan.cluster.pools[0].gpus_per_node = 8;
  file.plan.cluster.pools[0].usd_per_gpu_hour = 2.5;
  file.plan.cluster.pools[0].network_usd_per_node = 21'500.5;
  file.plan.job.cost.hosting_usd_per_kw_month = 0.0;
  file.plan.cluster.pools[1].relative_speed = 0.875;
  file.plan.cluster.choose = hardware::Choose{{{"h100", 32}}, 48};
  file.plan.job.allowed["recompute"] = {"none", "selective"};
  file.plan.job.limits.budget_usd = 1e6;
  file.plan.job.stated.emplace_back("limits.memory_headroom");
  file.plan.objective = strategy::Objective::pareto;
  file.plan.model_entered = {{"num_attention_heads", 64.0}};
  file.plan.layout["h100"] = {12.5, -7.25};
  file.plan.notes = {{"n1", "R1 is delivered in March.\n\u2192 plan with R2", {-40.0, 160.5}, 240.0, 60.0},
                     {"n0", "", {0.0, 0.0}, 120.0, 40.0}};
  file.plan.racks = {{"R1", {"h100"}, 48.0, 6}, {"R2 \"spare\"", {}, std::nullopt}};
  file.plan.my_layouts = {R"({"tensor_parallel": 8})", R"({"tensor_parallel": 4, "pipeline_parallel": 2})"};
  file.answer = R"({"status": "optimal"})";
  file.catalogue_date = "2026-11-09";
  return file;
}

/// The full plan with two scenarios more: the second is shown, the third is the baseline.
inline plan::PlanFile three_scenarios() {
  plan::PlanFile file = full_plan();
  plan::Scenario second = file.plan;
  second.title = "Nur H100 \u2014 billiger";
  second.cluster.pools.erase(second.cluster.pools.begin() + 1);
  second.cluster.between_pools.clear();
  second.notes = {{"n1", "of the second", {1.0, 2.0}, 100.0, 50.0}};
  plan::Scenario third = second;
  third.title.clear();
  third.model_name = "other";
  third.model_entered.clear();
  third.objective = strategy::Objective::money;
  plan::add_scenario(file.plan, second);
  file.plan.baseline = plan::add_scenario(file.plan, third);
  plan::show_scenario(file.plan, 2);
  return file;
}

inline int count_of(sqlite3* database, const char* sql) {
  int count = -1;
  const auto first = [](void* into, int, char** values, char**) {
    *static_cast<int*>(into) = QByteArray(values[0]).toInt();
    return 0;
  };
  return sqlite3_exec(database, sql, first, &count, nullptr) == SQLITE_OK ? count : -1;
}

}  // namespace astrolabe::plan_files
