// core/runtimes/script: what a runtime's arguments say of a layout, by what is written of layouts that are
// known and by scripts as people keep them.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>
#include <string>

#include "core/base/error_codes.h"
#include "core/exports/launch.h"
#include "core/model/arguments.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/launch_settings.h"
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
    const std::string placed = runtimes::placed(one);
    return placed == argument || placed.starts_with(argument + ' ');
  });
  return found == reading.ignored.end() ? "" : to_text(found->why);
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
      const std::string text = exports::launch_file(megatron, asked, layout.strategy, {"plan", "#1", "1"});
      const auto launch = model::read_arguments(text, {}, {}, true);
      const auto reading = runtimes::read_script(megatron, layout.problem, launch.flags);
      const std::string what = row.at("id").get<std::string>() + "\n" + text;
      QVERIFY2(reading.has_value(), (what + (reading ? "" : reading.error().found)).c_str());
      strategy::Problem read = layout.problem;
      read.job = reading->job;
      read = runtimes::with_defaults(std::move(read), megatron);
      QCOMPARE(QString::fromStdString(
                   exports::launch_file(megatron, read, reading->strategy, {"plan", "#1", "1"})),
               QString::fromStdString(text));
      ++compared;
    }
    QCOMPARE(compared, 9);
  }

  /// What is written for each runtime in the form of its file is read: TOML, YAML, JSON, Python, arguments
  /// with values. The file tells whose it is, and the layout comes back as it was.
  void everyFormIsReadBack() {
    std::map<std::string, int> compared;
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      int used = 0;
      for (const strategy::Stage& stage : layout.strategy.stages) used += stage.tensor_parallel;
      used *= layout.strategy.replicas();
      if (used != layout.problem.cluster.pools.front().gpus()) continue;  // a script takes all GPUs
      for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
        const strategy::Problem asked = runtimes::with_defaults(layout.problem, runtime);
        if (runtimes::judge(runtime, asked, layout.strategy).verdict != runtimes::Verdict::runs) continue;
        const std::string text = exports::launch_file(runtime, asked, layout.strategy, {"plan", "#1", "1"});
        const std::string path = "a folder/file." + std::string(exports::extension_of(runtime));
        const auto reading = runtimes::read_script_text(text, path, {}, layout.problem);
        const std::string what = row.at("id").get<std::string>() + " on " + runtime.id + "\n" + text;
        QVERIFY2(reading.has_value(), (what + (reading ? "" : reading.error().found)).c_str());
        QCOMPARE(reading->job.software.runtime, runtime.id);
        const auto unnamed = runtimes::read_script_text(text, "a folder/file.out", {}, layout.problem);
        QVERIFY2(unnamed && unnamed->strategy == reading->strategy, what.c_str());  // by what stands in it
        strategy::Strategy told = reading->strategy;  // an overlap that nobody can switch off comes back on
        told.overlap_grad_reduce = layout.strategy.overlap_grad_reduce;
        told.overlap_param_gather = layout.strategy.overlap_param_gather;
        QVERIFY2(told == layout.strategy, what.c_str());
        strategy::Problem again = layout.problem;
        again.job = reading->job;
        again = runtimes::with_defaults(std::move(again), runtime);
        QVERIFY2(runtimes::settings_of(runtime.arguments, again, reading->strategy) ==
                     runtimes::settings_of(runtime.arguments, asked, layout.strategy),
                 what.c_str());
        for (const runtimes::IgnoredArgument& one : reading->ignored)  // what makes no layout
          QVERIFY2(runtime.repeats.contains(one.argument.substr(0, one.argument.find(' '))) ||
                       std::any_of(runtime.arguments.begin(), runtime.arguments.end(),
                                   [&](const runtimes::Argument& argument) {
                                     return argument.written_only && one.argument.starts_with(argument.name);
                                   }),
                   (what + one.argument).c_str());
        ++compared[runtime.id];
      }
    }
    QCOMPARE(compared.size(), runtimes::runtimes().size());
  }

  /// Files as people keep them: comments, variables with defaults, what stands under a condition, settings
  /// that make no layout.
  void filesOfPeople() {
    const strategy::Problem problem = problem_of(4);
    const auto read_as = [&](const char* path, const char* text, const model::GivenValues& given = {}) {
      return runtimes::read_script_text(text, path, given, problem);
    };
    const auto titan = read_as("llama3.toml", R"(# torchtitan
[training]
local_batch_size = 2  # sequences
seq_len = 4_096
[parallelism]
tensor_parallel_degree = 2
data_parallel_shard_degree = -1
[optimizer]
name = "AdamW"
lr = 3e-4
)");
    QVERIFY2(titan.has_value(), titan ? "" : titan.error().found.c_str());
    QCOMPARE(titan->job.software.runtime, std::string("torchtitan-v0.2.2"));
    QCOMPARE(titan->strategy.tensor_parallel, 2);
    QCOMPARE(titan->strategy.micro_batch, 2);
    QCOMPARE(titan->job.sequence_length, 4096);
    QVERIFY(!why_of(*titan, "optimizer.lr").empty());

    const char* const primus = R"(modules:
  pre_trainer:
    framework: megatron
    overrides:
      tensor_model_parallel_size: ${PRIMUS_TP:2}
      pipeline_model_parallel_size: ${PP}
      micro_batch_size: 1
      global_batch_size: 64
      lr: 1.0e-5
)";
    const auto open = read_as("pretrain.yaml", primus);
    QVERIFY(!open);
    QCOMPARE(open.error().where, std::string("pipeline_model_parallel_size"));
    QCOMPARE(open.error().found, std::string("${PP}"));
    const auto filled = read_as("pretrain.yaml", primus, {{"PP", "4"}});
    QVERIFY2(filled.has_value(), filled ? "" : filled.error().found.c_str());
    QCOMPARE(filled->job.software.runtime, std::string("primus"));
    QCOMPARE(filled->strategy.tensor_parallel, 2);
    QCOMPARE(filled->strategy.pipeline_parallel, 4);
    QCOMPARE(filled->job.global_batch, 64);

    const auto zero =
        read_as("ds_config.json", R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2,
      "zero_optimization": {"stage": 3, "overlap_comm": true}, "bf16": {"enabled": true},
      "gradient_clipping": 1.0})");
    QVERIFY2(zero.has_value(), zero ? "" : zero.error().found.c_str());
    QCOMPARE(zero->job.software.runtime, std::string("deepspeed"));
    QCOMPARE(zero->strategy.zero_stage, 3);
    QCOMPARE(zero->strategy.micro_batch, 2);
    QCOMPARE(zero->job.global_batch, 64);

    const auto recipe = read_as("recipe.py", R"(from megatron.bridge.recipes import base

TP = 2

def config(nodes=4):
    cfg = base(model=Provider(pipeline_model_parallel_size=4, sequence_parallel=True))
    cfg.model.tensor_model_parallel_size = TP
    cfg.train.micro_batch_size = 1
    cfg.train.global_batch_size = 128
    if nodes > 8:
        cfg.model.context_parallel_size = 2
    return cfg
)");
    QVERIFY2(recipe.has_value(), recipe ? "" : recipe.error().found.c_str());
    QCOMPARE(recipe->job.software.runtime, std::string("megatron-bridge"));
    QCOMPARE(recipe->strategy.tensor_parallel, 2);
    QCOMPARE(recipe->strategy.pipeline_parallel, 4);
    QCOMPARE(recipe->strategy.context_parallel, 1);
    QVERIFY(recipe->strategy.sequence_parallel);
    QVERIFY(!why_of(*recipe, "line 11: cfg.model.context_parallel_size").empty());

    const auto nothing = read_as("notes.toml", "[people]\nname = \"Ada\"\n");
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().file, std::string("notes.toml"));
    const auto broken = read_as("ds.json", "{\"train_batch_size\": ");
    QVERIFY(!broken);
    QCOMPARE(broken.error().file, std::string("ds.json"));
    QVERIFY(runtimes::holds_settings(primus, "pretrain.yaml"));
    QVERIFY(!runtimes::holds_settings("name: Ada\nage: 36\n", "people.yaml"));
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

  /// A schedule of several chunks without a word on how many: torchtitan gives a stage two, and that is told.
  void chunksThatNobodySays() {
    const strategy::Problem problem = problem_of(4);
    const auto titan = runtimes::read_script_text(R"([training]
local_batch_size = 32
global_batch_size = 64
seq_len = 8192
[parallelism]
tensor_parallel_degree = 8
pipeline_parallel_degree = 2
pipeline_parallel_schedule = "Interleaved1F1B"
)",
                                                  "t.toml", {}, problem);
    QVERIFY2(titan.has_value(), titan ? "" : titan.error().found.c_str());
    QVERIFY(titan->strategy.schedule == strategy::Schedule::interleaved);
    QCOMPARE(titan->strategy.virtual_pipeline, 2);
    QCOMPARE(titan->assumed.size(), std::size_t{1});
    QCOMPARE(titan->assumed.front().argument, std::string("virtual_pipeline 2"));
    QVERIFY(to_text(titan->assumed.front().why).find("pipeline_parallel.py") != std::string::npos);
  }

  /// What a script says otherwise than the question is told, and which of the two holds: the model has 32
  /// layers of width 4096 and 4 machines of 8 GPUs, the job 128 sequences of 8192 tokens in bf16, with
  /// recomputation.
  void contradictionsAreTold() {
    strategy::Problem problem = problem_of(4);
    problem.job.allowed["recompute"] = {"full"};
    const auto reading = runtimes::read_script_text(R"(#!/bin/bash
torchrun --nnodes 8 --nproc_per_node 8 pretrain_gpt.py --num-layers 80 --hidden-size 4096 \
  --tensor-model-parallel-size 8 --micro-batch-size 1 --global-batch-size 64 --seq-length 4096 --bf16 \
  --tokenizer-model /Data/Llama.MODEL
)",
                                                    "train.sh", {}, problem);
    QVERIFY2(reading.has_value(), reading ? "" : reading.error().found.c_str());
    const auto told = [](const std::vector<runtimes::IgnoredArgument>& list) {
      QStringList all;
      for (const runtimes::IgnoredArgument& one : list)
        all << QString::fromStdString(one.argument + ": " + to_text(one.why));
      all.sort();
      return all;
    };
    QCOMPARE(told(reading->contradictions),
             QStringList({"--nnodes 8: the question has 4, which holds",
                          "--num-layers 80: the question has 32, which holds",
                          "recompute none: the job allows full, the script holds"}));
    QCOMPARE(told(reading->replaced),
             QStringList({"global_batch 64: the job says 128, the script holds",
                          "sequence_length 4096: the job says 8192, the script holds"}));
    QCOMPARE(why_of(*reading, "--hidden-size"), std::string("as the question has it"));
    QCOMPARE(why_of(*reading, "--nproc_per_node"), std::string("as the question has it"));
    QVERIFY(!why_of(*reading, "--tokenizer-model /Data/Llama.MODEL").empty());  // as it is written
  }

  /// A file of LLaMA-Factory that names one of DeepSpeed: the layout stands there.
  void layoutInAnotherFile() {
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const auto write = [&](const char* name, const char* text) {
      QFile file(folder.filePath(name));
      return file.open(QIODevice::WriteOnly) && file.write(text) > 0;
    };
    QVERIFY(write("sft.yaml",
                  "stage: sft\nfinetuning_type: full\ndeepspeed: ds/z3.json\nper_device_train_batch_size: 2\n"
                  "gradient_accumulation_steps: 4\ncutoff_len: 2048\nbf16: true\n"));
    const std::string path = folder.filePath("sft.yaml").toStdString();
    const strategy::Problem problem = problem_of(4);
    const auto without = runtimes::read_script_file(path, {}, problem);
    QVERIFY(!without);
    QCOMPARE(without.error().where, std::string("deepspeed"));
    QCOMPARE(without.error().found, std::string("ds/z3.json"));
    QVERIFY(QDir(folder.path()).mkdir("ds"));
    QVERIFY(write(
        "ds/z3.json",
        R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto", "bf16": {"enabled": "auto"},
                      "zero_optimization": {"stage": 3, "overlap_comm": true}})"));
    const auto reading = runtimes::read_script_file(path, {}, problem);
    QVERIFY2(reading.has_value(), reading ? "" : reading.error().found.c_str());
    QCOMPARE(reading->job.software.runtime, std::string("deepspeed"));
    QCOMPARE(reading->strategy.zero_stage, 3);
    QCOMPARE(reading->strategy.micro_batch, 2);
    QCOMPARE(reading->job.global_batch, 2 * 4 * 32);
    QVERIFY(why_of(*reading, "deepspeed").find("route of Hugging Face") != std::string::npos);
    QVERIFY(!why_of(*reading, "cutoff_len").empty());
  }

  /// What is no script says what it is.
  void otherThings() {
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const strategy::Problem problem = problem_of(4);
    const auto whole = runtimes::read_script_file(folder.path().toStdString(), {}, problem);
    QVERIFY(!whole);
    QCOMPARE(whole.error().found, std::string("a folder"));
    const auto model = runtimes::read_script_text(R"({"model_type": "llama", "hidden_size": 4096})",
                                                  "config.json", {}, problem);
    QVERIFY(!model);
    QCOMPARE(model.error().found, std::string("the configuration of a model"));
    QVERIFY(to_text(model.error().wanted).find("--model") != std::string::npos);
  }

  void mistakesAreNamed() {
    const std::string parallel =
        "--tensor-model-parallel-size 2 --bf16 --micro-batch-size 1 --global-batch-size 64 ";
    const auto nothing = read(parallel +
                              "--recompute-granularity full --recompute-method block "
                              "--recompute-num-layers 0");
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().where, std::string("--recompute-num-layers"));
    QCOMPARE(nothing.error().code, std::string(code::impossible_strategy));
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
