// core/strategy/layer_variables and what the files of runtimes say of them: models with kinds of layers that
// not every runtime has.
#include <QtTest>
#include <algorithm>
#include <memory>
#include <string>

#include "core/exports/launch.h"
#include "core/exports/start.h"
#include "core/hardware/catalogue.h"
#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "core/plan/assumptions.h"
#include "core/plan/plan_file.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/launch_settings.h"
#include "core/strategy/layer_variables.h"
#include "core/strategy/rules.h"
#include "core/strategy/runtime_conditions.h"
#include "tests/core/runtime_layouts.h"
#include "tests/program/test_program.h"

namespace tst_runtime_layers {

using namespace astrolabe;

namespace {

/// A published configuration of tests/data/model_families.json, with sizes that its class has; null for none.
Json config_of(const std::string& name) {
  static const Json rows = tests::layouts::table("../model_families.json");
  static const Json sizes{{"nemotron-nano-9b-v2", {{"vocab_size", 131072}, {"num_key_value_heads", 8}}},
                          {"minimax-text-01", {{"num_experts_per_tok", 2}}},
                          {"lfm2-8b-a1b",
                           {{"hidden_size", 2048},
                            {"vocab_size", 65536},
                            {"num_attention_heads", 32},
                            {"num_key_value_heads", 8},
                            {"intermediate_size", 7168},
                            {"num_experts", 32},
                            {"num_experts_per_tok", 4},
                            {"moe_intermediate_size", 1792}}}};
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const Json& one) { return one.at("case") == name; });
  Json config = row == rows.end() ? Json() : row->at("config");
  if (sizes.contains(name)) config.update(sizes.at(name));
  return config;
}

/// Of a configuration, else one that is built in.
model::Architecture model_of(const std::string& name) {
  const Json config = config_of(name);
  return config.is_null() ? model::read_model(name).value() : model::read_config(config.dump(), name).value();
}

/// That model on two machines of eight H100.
strategy::Problem problem_of(const std::string& name, const std::string& runtime = {}) {
  plan::Plan plan;
  const Json pool{{"id", "h100"},       {"gpu", "h100-sxm"},          {"nodes", 2},
                  {"gpus_per_node", 8}, {"inter_node_gb_per_s", 400}, {"inter_node_latency_us", 8}};
  plan.cluster = hardware::read_cluster(Json{{"name", "layers"}, {"pools", Json::array({pool})}}).value();
  Json job{{"sequence_length", 4096}, {"global_batch", 64}, {"tokens", 1e10}, {"precision", "bf16"}};
  if (!runtime.empty()) job["software"]["runtime"] = runtime;
  plan.job = strategy::read_job(job).value();
  const auto architecture = model_of(name);
  return plan::make_problem(plan, architecture, hardware::Catalogue::built_in()).value();
}

std::string verdict_of(const strategy::Problem& problem, const char* runtime) {
  const strategy::Condition* missing = strategy::missing_layers(runtime, problem);
  return missing == nullptr ? "runs" : strategy::to_string(missing->verdict);
}

strategy::Strategy layout(const strategy::Problem& problem, const Json& json) {
  return strategy::read_strategy(json, problem.pool_ids(), problem.graph->layer_count()).value();
}

}  // namespace

class TestRuntimeLayers : public QObject {
  Q_OBJECT

 private slots:
  /// Which runtime has the layers of a model, by its code at the commit that its file names.
  void modelsOfEveryKind_data() {
    QTest::addColumn<QString>("kinds");
    QTest::addColumn<QStringList>("verdicts");
    const auto row = [](const char* name, const char* kinds, const QStringList& verdicts) {
      QTest::newRow(name) << kinds << verdicts;
    };
    // megatron-lm, megatron-bridge, torchtitan, torchtitan-v0.2.2, primus, ms-swift, llama-factory
    row("afm-4.5b", "", {"runs", "runs", "runs", "runs", "runs", "runs", "runs"});
    row("default-jamba", "mamba_1", {"none", "none", "none", "none", "none", "none", "refused"});
    row("nemotron-nano-9b-v2", "mamba_2", {"runs", "runs", "none", "none", "runs", "none", "refused"});
    row("qwen3-next-80b", "gated_delta_net", {"runs", "runs", "runs", "none", "runs", "runs", "runs"});
    row("kimi-linear-48b", "kimi_delta latent_attention",
        {"none", "runs", "none", "none", "runs", "none", "refused"});
    row("minimax-text-01", "lightning", {"none", "none", "none", "none", "none", "none", "refused"});
    row("lfm2-8b-a1b", "short_convolution", {"none", "none", "none", "none", "runs", "none", "refused"});
    row("falcon-h1-05b", "mamba_2 state_beside_attention",
        {"none", "runs", "none", "none", "unknown", "none", "refused"});
    row("deepseek-r1", "latent_attention", {"runs", "runs", "runs", "runs", "runs", "runs", "runs"});
    row("deepseek-v32", "latent_attention sparse_attention",
        {"runs", "runs", "unknown", "unknown", "unknown", "runs", "refused"});
    row("gpt-oss-120b", "sliding_attention attention_sinks",
        {"runs", "runs", "runs", "runs", "runs", "runs", "refused"});
    row("llama4-maverick", "chunked_attention towers",
        {"none", "unknown", "unknown", "own_code", "unknown", "none", "refused"});
    row("qwen25-vl-7b", "towers", {"own_code", "runs", "runs", "own_code", "unknown", "runs", "refused"});
    row("bert-base", "both_directions",
        {"own_code", "unknown", "unknown", "unknown", "unknown", "unknown", "refused"});
    row("t5-3b", "cross_attention both_directions",
        {"own_code", "unknown", "none", "none", "unknown", "unknown", "refused"});
  }
  void modelsOfEveryKind() {
    QFETCH(const QString, kinds);
    QFETCH(const QStringList, verdicts);
    const strategy::Problem problem = problem_of(QTest::currentDataTag());
    QStringList found;
    for (const strategy::LayerTrait& trait : strategy::layer_traits())
      if (trait.in(*problem.graph)) found << trait.key;
    QCOMPARE(found.join(u' '), kinds);
    QStringList said;
    for (const char* runtime : {"megatron-lm", "megatron-bridge", "torchtitan", "torchtitan-v0.2.2", "primus",
                                "ms-swift", "llama-factory"})
      said << QString::fromStdString(verdict_of(problem, runtime));
    QCOMPARE(said, verdicts);
    // Programs of one's own train what they build, or what Transformers has.
    QCOMPARE(verdict_of(problem, "deepspeed"), std::string("runs"));
    QCOMPARE(verdict_of(problem, "accelerate-trl"), std::string("runs"));
  }

  /// What is not named is not known; a kind that does not exist is a mistake of the file.
  void kindsThatAFileNames() {
    Json file{{"id", "mute"},         {"title", "Mute"},     {"repository", "a/b"}, {"commit", "0123456789"},
              {"date", "2026-01-01"}, {"form", "arguments"}, {"start", "run"}};
    const auto decided = [&](const strategy::Problem& problem) {
      const auto mute = runtimes::read_runtime(file, {});
      if (!mute) return mute.error().where + ' ' + mute.error().found;
      const auto judgement = runtimes::judge(*mute, problem, layout(problem, {{"data_parallel", 16}}));
      return judgement.decided == nullptr ? std::string("runs") : judgement.why();
    };
    const strategy::Problem jamba = problem_of("default-jamba");
    QCOMPARE(decided(jamba), std::string("Mamba layers: whether it has them is not known"));
    file["layers"] = {{"mlstm mamba_1", {{"verdict", "none"}, {"why", "no state"}, {"source", "a.py:1"}}}};
    QCOMPARE(decided(jamba), std::string("Mamba layers: no state (a.py:1)"));
    file["layers"] = {{"any", "any.py"}};
    QVERIFY(!decided(jamba).starts_with("Mamba"));
    file["layers"] = {{"colour", "a.py:1"}};
    QCOMPARE(decided(jamba), std::string("layers.colour colour"));
  }

  /// Where the usual runtime lacks layers of the model, all layouts are searched, and it is told; where it is
  /// asked for, nothing fits it, and the layers are the reason.
  void theSearchKeepsTo() {
    const strategy::Problem unsaid = problem_of("default-jamba");
    QCOMPARE(unsaid.job.software.runtime, std::string("any"));
    const auto assumed = plan::assumptions_of(unsaid);
    const auto told = std::find_if(assumed.begin(), assumed.end(), [](const hardware::Assumption& one) {
      return one.what == "job.software.runtime";
    });
    QVERIFY(told != assumed.end());
    QVERIFY(!told->why.values.empty() && told->why.values.front().find("Mamba layers") != std::string::npos);
    const strategy::Problem asked = problem_of("default-jamba", "megatron-lm");
    const strategy::Rule* broken = strategy::first_broken_rule(asked, layout(asked, {{"data_parallel", 16}}));
    QVERIFY(broken != nullptr);
    QCOMPARE(broken->name, std::string("megatron-lm: Mamba layers"));
    QCOMPARE(problem_of("nemotron-nano-9b-v2").job.software.runtime, std::string("megatron-lm"));
    for (const Json& row : runtimes::runs_on(unsaid, layout(unsaid, {{"data_parallel", 16}})))
      QVERIFY2(row.at("runtime") == "deepspeed" || row.at("runtime") == "accelerate-trl" ||
                   row.at("why").get<std::string>().starts_with("Mamba layers"),
               row.dump().c_str());
  }

  /// Stages of a hybrid model are pieces of its pattern, which takes the place of a layout.
  void hybridModels() {
    const runtimes::Runtime& megatron = *runtimes::find_runtime("megatron-lm");
    const strategy::Problem problem = runtimes::with_defaults(problem_of("nemotron-nano-9b-v2"), megatron);
    const strategy::Strategy halves = layout(problem, {{"pipeline_parallel", 2}, {"data_parallel", 8}});
    const auto judgement = runtimes::judge(megatron, problem, halves);
    QVERIFY2(judgement.verdict == runtimes::Verdict::runs, judgement.why().c_str());
    const std::string pattern =
        config_of("nemotron-nano-9b-v2").at("hybrid_override_pattern").get<std::string>();
    std::string written;
    for (const auto& [argument, value] : runtimes::settings_of(megatron.arguments, problem, halves)) {
      QVERIFY(argument->name != "--pipeline-model-parallel-layout");
      if (argument->name == "--hybrid-layer-pattern") written = value.get<std::string>();
    }
    QCOMPARE(written, pattern.substr(0, pattern.size() / 2) + '|' + pattern.substr(pattern.size() / 2));
    const std::string start =
        exports::start_file(megatron, problem, halves, exports::Start::torchrun, "f", {"plan", "#1", "1"});
    QVERIFY(start.find("pretrain_hybrid.py") != std::string::npos);
    // Eight groups of Mamba-2 are not shared out among sixteen ranks.
    const strategy::Strategy sixteen = layout(problem, {{"tensor_parallel", 16}});
    QVERIFY(runtimes::judge(megatron, problem, sixteen).verdict == runtimes::Verdict::refused);
  }

  /// What a runtime has need not go with every layout.
  void layersBesideDegrees() {
    const strategy::Problem problem = problem_of("qwen3-next-80b");
    const auto said = [&](const char* id, const Json& degrees) {
      const runtimes::Runtime& runtime = *runtimes::find_runtime(id);
      const strategy::Problem asked = runtimes::with_defaults(problem, runtime);
      return runtimes::judge(runtime, asked, layout(asked, degrees)).why();
    };
    QVERIFY(said("torchtitan", {{"context_parallel", 2}, {"data_parallel", 8}, {"zero_stage", 3}})
                .starts_with("context parallelism beside a state"));
    QVERIFY(said("deepspeed", {{"tensor_parallel", 2}, {"data_parallel", 8}})
                .starts_with("tensor parallelism beside a state"));
    QVERIFY(said("accelerate-trl", {{"context_parallel", 2}, {"data_parallel", 8}, {"zero_stage", 3}})
                .starts_with("context parallelism beside a state"));
  }
};

}  // namespace tst_runtime_layers

ASTROLABE_TEST(tst_runtime_layers, TestRuntimeLayers)
#include "tst_runtime_layers.moc"
