// core/runtimes: layouts whose fate in nine runtimes is known, and what is written where one runs.
#include <QtTest>

#include "core/base/file_read.h"
#include "core/hardware/catalogue.h"
#include "core/plan/model_source.h"
#include "core/plan/plan_file.h"
#include "core/runtimes/launch.h"
#include "core/runtimes/variables.h"
#include "tests/program/test_program.h"

namespace tst_runtimes {

using namespace astrolabe;

namespace {

struct Layout {
  strategy::Problem problem;
  strategy::Strategy strategy;
};

Layout layout_of(const Json& row) {
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

const Json& rows() {
  static const Json table = [] {
    const auto text = read_file(ASTROLABE_SOURCE_DIR "/tests/data/runtimes/layouts.json", file_limit::json);
    return parse_json(text.value(), "table").value();
  }();
  return table.at("rows");
}

bool contains(const Json& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

class TestRuntimes : public QObject {
  Q_OBJECT

 private slots:
  /// Runs where the runtime runs it, and nowhere else: but for what the exporter sets, so that it runs.
  void theKnownLayouts() {
    int compared = 0;
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      for (const auto& [id, expected] : row.at("verdicts").items()) {
        const runtimes::Runtime* runtime = runtimes::find_runtime(id);
        QVERIFY2(runtime != nullptr, id.c_str());
        const strategy::Problem problem = runtimes::with_defaults(layout.problem, *runtime);
        const auto judgement = runtimes::judge(*runtime, problem, layout.strategy, true);
        if (contains(row.at("set_by_export"), id)) continue;
        const std::string what = row.at("id").get<std::string>() + " on " + id + ": " + judgement.why();
        QVERIFY2((judgement.verdict == runtimes::Verdict::runs) == (expected == "runs"), what.c_str());
        if (expected == "own_code" || expected == "unknown")
          QVERIFY2(runtimes::to_string(judgement.verdict) == expected, what.c_str());
        if (judgement.verdict != runtimes::Verdict::runs) QVERIFY2(!judgement.why().empty(), what.c_str());
        ++compared;
      }
    }
    QCOMPARE(compared, 204);  // of 216
  }
  /// Arguments and environment of Megatron-LM, in its order.
  void theArgumentsOfMegatron() {
    const runtimes::Runtime* megatron = runtimes::find_runtime("megatron");
    QVERIFY(megatron != nullptr);
    int compared = 0;
    for (const Json& row : rows()) {
      if (!row.contains("arguments")) continue;
      const Layout layout = layout_of(row);
      const strategy::Problem problem = runtimes::with_defaults(layout.problem, *megatron);
      Json words = Json::array(), environment = Json::object();
      const auto add = [&](const Json& value) {
        words.push_back(value.is_string() ? value.get<std::string>() : value.dump());
      };
      for (const auto& [argument, value] :
           runtimes::settings_of(megatron->arguments, problem, layout.strategy)) {
        words.push_back(argument->name);
        if (value.is_array())
          for (const Json& each : value) add(each);
        else if (value != true)
          add(value);
      }
      for (const auto& [argument, value] :
           runtimes::settings_of(megatron->environment, problem, layout.strategy))
        environment[argument->name] = value;
      const std::string id = row.at("id").get<std::string>();
      QCOMPARE(QString::fromStdString(id + words.dump()),
               QString::fromStdString(id + row.at("arguments").dump()));
      QCOMPARE(QString::fromStdString(environment.dump()),
               QString::fromStdString(row.at("environment").dump()));
      ++compared;
    }
    QCOMPARE(compared, 9);
  }
  /// Every file is written for every layout that its runtime runs, with its start.
  void everyFormIsWritten() {
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
        const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
        if (runtimes::judge(runtime, problem, layout.strategy).verdict != runtimes::Verdict::runs) continue;
        const runtimes::LaunchHeader header{"lab", "#1", "1.0"};
        const std::string text = runtimes::launch_file(runtime, problem, layout.strategy, header);
        QVERIFY2(text.find('{') == std::string::npos || runtime.form == "json", text.c_str());
        for (const char* name : {"torchrun", "srun", "sbatch", "kubernetes"}) {
          const std::string start = runtimes::start_file(runtime, problem, layout.strategy,
                                                         *runtimes::start_from(name), "F", header);
          QVERIFY2(start.find("'F'") != std::string::npos && start.find("{file}") == std::string::npos,
                   start.c_str());
        }
      }
    }
  }
  /// Ten micro-batches over four stages: four leave a rest of two, five none.
  void groupsOfMicroBatches() {
    QCOMPARE(runtimes::micro_batch_group(4, 10), 5);
    QCOMPARE(runtimes::micro_batch_group(4, 8), 4);
    QCOMPARE(runtimes::micro_batch_group(4, 15), 5);
    QCOMPARE(runtimes::micro_batch_group(4, 3), 0);
  }
  /// A job keeps what it says of its software; what is said twice has to agree.
  void theSoftwareOfAJob() {
    Json json{{"sequence_length", 4096}, {"global_batch", 8}, {"tokens", 1e9}, {"precision", "fp8"}};
    json["software"] = {{"runtime", "megatron-core"},
                        {"date", "2026-07"},
                        {"gradient_reduce", "bf16"},
                        {"fp8_recipe", "blockwise"},
                        {"recompute_modules", {"core_attn", "moe_act"}},
                        {"compile", true},
                        {"offload_layers", 3}};
    const auto job = strategy::read_job(json);
    QVERIFY(job.has_value());
    QVERIFY(job->software.runtime == "megatron-lm");
    QVERIFY(job->gradient_precision == strategy::GradientPrecision::bf16);
    QVERIFY(job->precision == hardware::Precision::fp8_block);
    const Json written = strategy::to_json(*job);
    QCOMPARE(QString::fromStdString(written.at("software").dump()),
             QStringLiteral(R"({"runtime":"megatron-lm","date":"2026-07","compile":true,)"
                            R"("recompute_modules":["core_attn","moe_act"],"offload_layers":3})"));
    QVERIFY(*strategy::read_job(written) ==
            *strategy::read_job(strategy::to_json(*strategy::read_job(written))));
    json["gradient_precision"] = "fp32";
    const auto twice = strategy::read_job(json);
    QVERIFY(!twice && twice.error().where == "software.gradient_reduce");
    QVERIFY(to_text(twice.error().wanted).find("gradient_precision") != std::string::npos);
    json.erase("gradient_precision");
    json["software"]["runtime"] = "torchtitan-v0.2";
    const auto unknown = strategy::read_job(json);
    QVERIFY(!unknown && unknown.error().where == "software.runtime");
    QVERIFY(to_text(unknown.error().wanted).find("torchtitan-v0.2.2") != std::string::npos);
  }
};

}  // namespace tst_runtimes

ASTROLABE_TEST(tst_runtimes, TestRuntimes)
#include "tst_runtimes.moc"
