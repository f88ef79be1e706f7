// core/runtimes/script: what a runtime's arguments say of a layout, by what is written of layouts that are
// known and by scripts as people keep them.
#include <QtTest>
#include <algorithm>
#include <string>

#include "core/model/arguments.h"
#include "core/runtimes/launch.h"
#include "core/runtimes/script.h"
#include "tests/core/runtime_layouts.h"
#include "tests/program/test_program.h"

namespace tst_runtime_scripts {

using namespace astrolabe;
using namespace astrolabe::tests::layouts;

namespace {

/// Llama 3 8B on four machines of eight H100.
const char* const kModel = "llama-3.1-8b";

strategy::Problem problem_of(int nodes) {
  plan::Plan plan;
  const Json pool{{"id", "h100"},       {"gpu", "h100-sxm"},          {"nodes", nodes},
                  {"gpus_per_node", 8}, {"inter_node_gb_per_s", 400}, {"inter_node_latency_us", 8}};
  plan.cluster = hardware::read_cluster(Json{{"name", "script"}, {"pools", Json::array({pool})}}).value();
  plan.job =
      strategy::read_job(
          Json{{"sequence_length", 8192}, {"global_batch", 128}, {"tokens", 1e11}, {"precision", "bf16"}})
          .value();
  const auto architecture = plan::read_model_source(kModel).value();
  return plan::make_problem(plan, architecture, hardware::Catalogue::built_in()).value();
}

Result<runtimes::ScriptReading> read(const std::string& text, int nodes = 4,
                                     const model::GivenValues& given = {}) {
  const strategy::Problem problem = problem_of(nodes);
  return runtimes::read_script(*runtimes::find_runtime("megatron-lm"), problem,
                               model::read_arguments(text, given, {}, true).flags);
}

std::string why_of(const runtimes::ScriptReading& reading, const std::string& argument) {
  const auto found = std::find_if(reading.ignored.begin(), reading.ignored.end(), [&](const auto& one) {
    return one.argument == argument || one.argument.starts_with(argument + ' ');
  });
  return found == reading.ignored.end() ? "" : found->why;
}

}  // namespace

class TestRuntimeScripts : public QObject {
  Q_OBJECT

 private slots:
  /// What is written of a layout is read as one of which the same is written.
  void whatIsWrittenIsRead() {
    const runtimes::Runtime& megatron = *runtimes::find_runtime("megatron-lm");
    int compared = 0;
    for (const Json& row : rows()) {
      if (!row.contains("arguments")) continue;
      const Layout layout = layout_of(row);
      const strategy::Problem asked = runtimes::with_defaults(layout.problem, megatron);
      const std::string text = runtimes::launch_file(megatron, asked, layout.strategy, {"plan", "#1", "1"});
      const auto launch = model::read_arguments(text, {}, {}, true);
      const auto reading = runtimes::read_script(megatron, layout.problem, launch.flags);
      const std::string what = row.at("id").get<std::string>() + "\n" + text;
      QVERIFY2(reading.has_value(), (what + (reading ? "" : reading.error().found)).c_str());
      strategy::Problem read = layout.problem;
      read.job = reading->job;
      read = runtimes::with_defaults(std::move(read), megatron);
      QCOMPARE(QString::fromStdString(
                   runtimes::launch_file(megatron, read, reading->strategy, {"plan", "#1", "1"})),
               QString::fromStdString(text));
      ++compared;
    }
    QCOMPARE(compared, 9);
  }

  /// Variables, virtual stages, uniform recomputation; what says nothing of a layout has a reason.
  void aScriptOfPeople() {
    const auto reading = read(R"(#!/bin/bash
TP=${1:-2}
PARALLEL="--tensor-model-parallel-size $TP --pipeline-model-parallel-size 4 --sequence-parallel"
torchrun --nproc_per_node 8 pretrain_gpt.py $PARALLEL --num-layers 32 --hidden-size 4096 \
  --num-attention-heads 32 --num-layers-per-virtual-pipeline-stage 4 --micro-batch-size 2 \
  --global-batch-size 64 --seq-length 4096 --use-distributed-optimizer --overlap-grad-reduce --bf16 \
  --recompute-granularity full --recompute-method uniform --recompute-num-layers 1 \
  --lr 1e-4 --save /checkpoints --frobnicate 3
)");
    QVERIFY2(reading.has_value(), reading ? "" : reading.error().found.c_str());
    const strategy::Strategy& s = reading->strategy;
    QCOMPARE(s.tensor_parallel, 2);
    QCOMPARE(s.pipeline_parallel, 4);
    QCOMPARE(s.virtual_pipeline, 2);
    QCOMPARE(s.data_parallel, 4);
    QCOMPARE(s.zero_stage, 1);
    QCOMPARE(s.micro_batch, 2);
    QVERIFY(s.sequence_parallel && s.overlap_grad_reduce && !s.overlap_param_gather);
    QVERIFY(s.schedule == strategy::Schedule::interleaved);
    QVERIFY(s.recompute == strategy::Recompute::full);
    for (const strategy::Stage& stage : s.stages) QCOMPARE(stage.recompute_layers, 8);
    QCOMPARE(reading->job.global_batch, 64);
    QCOMPARE(reading->job.sequence_length, 4096);
    QVERIFY(!why_of(*reading, "--lr").empty() && !why_of(*reading, "--save").empty());
    QVERIFY(!why_of(*reading, "--num-layers").empty());
    QVERIFY(why_of(*reading, "--frobnicate").starts_with("not known"));
    QCOMPARE(why_of(*reading, "--tensor-model-parallel-size"), std::string());
    QCOMPARE(why_of(*reading, "--recompute-num-layers"), std::string());
  }

  /// What changes nothing is left out and told.
  void harmlessSettingsAreNormalised() {
    const auto reading = read(
        "--tensor-model-parallel-size 8 --use-distributed-optimizer --bf16 --seq-length 8192 "
        "--micro-batch-size 1 --global-batch-size 16 --attention-backend flash "
        "--recompute-granularity selective --recompute-modules core_attn",
        1);
    QVERIFY2(reading.has_value(), reading ? "" : reading.error().found.c_str());
    QCOMPARE(reading->strategy.data_parallel, 1);
    QCOMPARE(reading->strategy.zero_stage, 0);
    QVERIFY(reading->strategy.recompute == strategy::Recompute::none);
    QVERIFY(!why_of(*reading, "zero_stage").empty());
    QVERIFY(!why_of(*reading, "recompute").empty());
  }

  void mistakesAreNamed() {
    const std::string parallel =
        "--tensor-model-parallel-size 2 --bf16 --micro-batch-size 1 --global-batch-size 64 ";
    const auto nothing = read(parallel +
                              "--recompute-granularity full --recompute-method block "
                              "--recompute-num-layers 0");
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().where, std::string("--recompute-num-layers"));
    const auto no_method = read(parallel + "--recompute-granularity full --recompute-num-layers 1");
    QVERIFY(!no_method);
    QCOMPARE(no_method.error().wanted.values.front(), std::string("--recompute-method"));
    const auto open = read("train.py --tensor-model-parallel-size $TP --micro-batch-size 1");
    QVERIFY(!open);
    QCOMPARE(open.error().where, std::string("--tensor-model-parallel-size"));
    QVERIFY(
        read("train.py --tensor-model-parallel-size $TP --micro-batch-size 1", 4, {{"TP", "4"}}).has_value());
    const auto world = read("--tensor-model-parallel-size 3 --micro-batch-size 1");
    QVERIFY(!world);
    QCOMPARE(world.error().found, std::string("32 GPUs"));
  }
};

}  // namespace tst_runtime_scripts

ASTROLABE_TEST(tst_runtime_scripts, TestRuntimeScripts)
#include "tst_runtime_scripts.moc"
