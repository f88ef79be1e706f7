// core/runtimes: how each runtime is told to fine-tune, or why it does not.
#include <QtTest>
#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "core/exports/launch.h"
#include "core/exports/start.h"
#include "core/model/graph.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/launch_settings.h"
#include "core/strategy/tuning_variables.h"
#include "tests/core/runtime_layouts.h"
#include "tests/program/test_program.h"

namespace tst_runtime_tuning {

using namespace astrolabe;
using namespace astrolabe::tests::layouts;

namespace {

/// The layout that a runtime starts, with the tuning of a row of tuning.json.
Layout tuned(const Json& row, const std::string& runtime) {
  Json layout = row_of(runtime == "accelerate-trl" ? "fsdp-max-connections" : "zero0-tp8");
  layout["job"]["tuning"] = row.at("tuning");
  if (row.contains("strategy")) layout["strategy"].update(row.at("strategy"));
  return layout_of(layout);
}

/// A value of Python as it stands, others as JSON.
std::string text_of_value(const Json& value) {
  return value.is_object()   ? value.at("code").get<std::string>()
         : value.is_string() ? value.get<std::string>()
                             : value.dump();
}

int variable(const char* name, const strategy::Problem& problem) {
  const auto all = strategy::tuning_variables();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == std::string(name); });
  return static_cast<int>(found->value(problem, {}, nullptr));
}

strategy::Problem of_model(const char* model, const Json& tuning) {
  Json job = row_of("zero0-tp8").at("job");
  job["sequence_length"] = 1024;
  job["tuning"] = tuning;
  const auto architecture = plan::read_model_source(model).value();
  return strategy::make_problem(std::make_shared<const model::Graph>(model::build_graph(architecture)),
                                layout_of(row_of("zero0-tp8")).problem.cluster,
                                strategy::read_job(job).value(), strategy::Objective::throughput)
      .value();
}

}  // namespace

class TestRuntimeTuning : public QObject {
  Q_OBJECT

 private slots:
  /// Names and values of the arguments, and the start; or verdict and reason.
  void everyRuntimeAndTuning() {
    int written = 0, refused = 0;
    const Json rows = table("tuning.json").at("rows");
    for (const Json& row : rows)
      for (const auto& [id, expected] : row.at("expected").items()) {
        const runtimes::Runtime& runtime = *runtimes::find_runtime(id);
        const Layout layout = tuned(row, id);
        const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
        const auto judgement = runtimes::judge(runtime, problem, layout.strategy);
        const std::string what = row.at("what").get<std::string>() + " on " + id + ": " + judgement.why();
        if (expected.contains("verdict")) {
          QCOMPARE(QString::fromStdString(what + runtimes::to_string(judgement.verdict)),
                   QString::fromStdString(what + expected.at("verdict").get<std::string>()));
          QVERIFY2(what.find(expected.at("why").get<std::string>()) != std::string::npos, what.c_str());
          ++refused;
          continue;
        }
        QVERIFY2(judgement.verdict == runtimes::Verdict::runs, what.c_str());
        std::map<std::string, std::string> settings;
        for (const auto& [argument, value] :
             runtimes::settings_of(runtime.arguments, problem, layout.strategy, runtime.form == "python")) {
          const bool first = settings.emplace(argument->name, text_of_value(value)).second;
          QVERIFY2(first, (what + " twice: " + argument->name).c_str());
        }
        for (const auto& [name, value] : expected.at("settings").items()) {
          QVERIFY2(settings.count(name) == 1, (what + " lacks " + name).c_str());
          QCOMPARE(QString::fromStdString(what + name + settings.at(name)),
                   QString::fromStdString(what + name + text_of_value(value)));
        }
        const exports::LaunchHeader header{"lab", "#1", "1.0"};
        const std::string file = exports::launch_file(runtime, problem, layout.strategy, header);
        const std::string start =
            exports::start_file(runtime, problem, layout.strategy, exports::Start::torchrun, "F", header);
        for (const auto& [key, text] : {std::pair{"remark", &file}, std::pair{"start", &start}})
          if (expected.contains(key))
            QVERIFY2(text->find(expected.at(key).get<std::string>()) != std::string::npos,
                     (what + "\n" + *text).c_str());
        ++written;
      }
    QCOMPARE(written, 33);
    QCOMPARE(refused, 93);
  }
  /// Without a tuning nothing of it stands in any file.
  void nothingWithout() {
    for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
      const Layout layout =
          layout_of(row_of(runtime.id == "accelerate-trl" ? "fsdp-max-connections" : "zero0-tp8"));
      const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
      const std::string text = exports::launch_file(runtime, problem, layout.strategy, {"lab", "#1", "1.0"});
      for (const char* word : {"lora", "peft", "LoRA", "packing", "packed", "sft", "tuner", "post_trainer"})
        QVERIFY2(text.find(word) == std::string::npos, (runtime.id + " has " + word + "\n" + text).c_str());
    }
  }
  /// What of a model has adapters, told apart as runtimes do.
  void whatIsAdapted() {
    const Json all{{"method", "lora"}};
    const Json attention{{"method", "lora"}, {"targets", {"q_proj", "v_proj"}}};
    const strategy::Problem experts = of_model("mixtral-8x7b", all);
    QCOMPARE(variable("adapted_experts", experts), 1);
    QCOMPARE(variable("adapted_others", experts), 0);
    QCOMPARE(variable("adapted_experts", of_model("mixtral-8x7b", attention)), 0);
    QCOMPARE(variable("adapted_experts", of_model("llama-3.1-8b", all)), 0);
    QCOMPARE(variable("adapted_others", of_model("deepseek-v3", all)), 1);  // latent attention
    QCOMPARE(variable("adapted_ungated", of_model("gpt2-xl", all)), 1);
    QCOMPARE(variable("adapted_ungated", of_model("llama-3.1-8b", all)), 0);
    const Json whole{{"method", "lora"}, {"targets", {"q_proj", "embed_tokens", "lm_head"}}};
    const strategy::Problem beside = of_model("llama-3.1-8b", whole);
    QCOMPARE(variable("tuning_whole", beside), 1);
    QCOMPARE(variable("tuning_target_count", beside), 1);
    QVERIFY(strategy::whole_targets(*beside.job.tuning) ==
            (std::vector<std::string>{"embed_tokens", "lm_head"}));
    QCOMPARE(variable("tuning", of_model("llama-3.1-8b", all)), 1);
  }
};

}  // namespace tst_runtime_tuning

ASTROLABE_TEST(tst_runtime_tuning, TestRuntimeTuning)
#include "tst_runtime_tuning.moc"
