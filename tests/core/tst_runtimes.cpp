// core/runtimes: layouts whose fate in nine runtimes is known, and what is written where one runs.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>
#include <set>

#include "core/base/file_read.h"
#include "core/exports/launch.h"
#include "core/exports/launch_header.h"
#include "core/exports/start.h"
#include "core/hardware/catalogue.h"
#include "core/plan/model_source.h"
#include "core/plan/plan_file.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/launch_settings.h"
#include "core/strategy/launch_variables.h"
#include "core/strategy/software_choice.h"
#include "tests/core/pytorch_job.h"
#include "tests/core/runtime_layouts.h"
#include "tests/program/test_program.h"

namespace tst_runtimes {

using namespace astrolabe;
using namespace astrolabe::tests::layouts;

namespace {

/// A row of layouts.json with what a row of settings.json changes in it.
Json changed(const Json& change) {
  Json row = row_of(change.at("layout").get<std::string>());
  for (const char* part : {"job", "strategy"})
    if (change.contains(part)) row[part].update(change.at(part));
  if (change.contains("layers")) {
    row["strategy"]["stages"] = Json::array();
    for (const Json& layers : change.at("layers"))
      row["strategy"]["stages"].push_back({{"pool", row.at("pool")}, {"layers", layers}});
  }
  return row;
}

/// A value as a command line has it.
std::string words_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array() || (!value.empty() && value[0].is_array())) return value.dump();
  std::string text;
  for (const Json& each : value) text += (text.empty() ? "" : " ") + words_of(each);
  return text;
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
    std::set<std::string> judged;
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      for (const auto& [id, expected] : row.at("verdicts").items()) {
        judged.insert(id);
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
    for (const std::string& id : strategy::runtime_ids())
      QVERIFY2(judged.contains(id), ("layouts.json has no verdict of " + id).c_str());
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
  /// Names and values of the other runtimes, as their own code has them; they may say more than that.
  void theSettingsOfTheOthers() {
    int compared = 0;
    const Json expected = table("arguments.json");
    for (const Json& row : expected.at("rows")) {
      const Layout layout = layout_of(row_of(row.at("layout").get<std::string>()));
      const runtimes::Runtime& runtime = *runtimes::find_runtime(row.at("runtime").get<std::string>());
      const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
      std::map<std::string, std::string> written;
      for (const auto& [argument, value] :
           runtimes::settings_of(runtime.arguments, problem, layout.strategy, runtime.form == "python")) {
        const bool first = written.emplace(argument->name, words_of(value)).second;
        QVERIFY2(first, (runtime.id + " says twice: " + argument->name).c_str());
      }
      for (const auto& [name, value] : row.at("settings").items()) {
        const std::string what = row.at("layout").get<std::string>() + ", " + runtime.id + ", " + name;
        const auto found = written.find(name);
        QVERIFY2(found != written.end(), what.c_str());
        QCOMPARE(QString::fromStdString(what + ": " + found->second),
                 QString::fromStdString(what + ": " + words_of(value)));
        ++compared;
      }
    }
    QCOMPARE(compared, 728);
  }
  /// A shell reads the scripts of two layouts of each runtime, with any name of the file; a job of Kubernetes
  /// is JSON with a pod a machine.
  void startsAreRead() {
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    QStringList scripts;
    std::map<std::string, int> read;  // layouts of each runtime
    const std::string file = "it's a $(name)\nEND\nof mine.args";
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
        const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
        if (runtimes::judge(runtime, problem, layout.strategy).verdict != runtimes::Verdict::runs) continue;
        const strategy::Strategy& chosen = layout.strategy;
        const auto text = [&problem, &runtime, &chosen, &file](exports::Start start) {
          return exports::start_file(runtime, problem, chosen, start, file, {"l", "#1", "1.0"});
        };
        const bool known = read[runtime.id]++ >= 2;
        for (const auto start : {exports::Start::torchrun, exports::Start::srun, exports::Start::sbatch}) {
          if (known) break;
          scripts << folder.filePath(QString::number(scripts.size()) + ".sh");
          QFile script(scripts.back());
          QVERIFY(script.open(QIODevice::WriteOnly));
          script.write(QByteArray::fromStdString(text(start)));
        }
        std::string pods = text(exports::Start::kubernetes);
        pods.erase(0, pods.find("\n{") + 1);  // behind the comments
        const Json job = Json::parse(pods);
        QCOMPARE(QString::fromStdString(refused_by_operator(job)), QString());
        const Json replicas = job.at("spec").at("pytorchReplicaSpecs");
        int machines = 0;
        for (const Json& role : replicas) machines += role.at("replicas").get<int>();
        const int gpus =
            layout.strategy.tensor_parallel * layout.strategy.pipeline_parallel * layout.strategy.replicas();
        QCOMPARE(machines, (gpus + 7) / 8);
      }
    }
    QVERIFY(scripts.size() >= 9 * 3);
    QProcess shell;
    shell.start(QStringLiteral("bash"),
                QStringList{QStringLiteral("-c"), QStringLiteral("for f; do bash -n \"$f\" || exit 1; done"),
                            QStringLiteral("bash")} +
                    scripts);
    QVERIFY(shell.waitForFinished(120'000));
    const QByteArray said = shell.readAllStandardError();
    QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 0 && said.isEmpty(),
             said.constData());
  }
  /// 20 GPUs on nodes of 8: the third node has 4 ranks.
  void startsOfPartsOfNodes() {
    const Layout layout = layout_of(row_of("tp8-pp6-on-48"));
    const runtimes::Runtime& runtime = *runtimes::find_runtime("megatron-lm");
    const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
    strategy::Strategy strategy = layout.strategy;
    strategy.tensor_parallel = strategy.pipeline_parallel = 1;
    strategy.data_parallel = 20;
    strategy.stages = {strategy.stages.front()};
    strategy.stages.front().tensor_parallel = 1;
    const std::string text =
        exports::start_file(runtime, problem, strategy, exports::Start::torchrun, "f", {"l", "#1", "1.0"});
    QVERIFY2(
        text.find("--nnodes 3 --nproc-per-node $(if [ $NODE_RANK -lt 2 ]; then echo 8; else echo 4; fi) ") !=
            std::string::npos,
        text.c_str());
    QVERIFY2(text.find("\n# Ranks of the machines: 8 on 0 to 1, 4 on 2.\n") != std::string::npos,
             text.c_str());
    // Slurm asks for 8 of each of three nodes of 8. Of Kubernetes two pods ask for 8 and one for 4, which
    // take two jobs; all nodes are alike, so that none has to be told from others.
    for (const auto start : {exports::Start::srun, exports::Start::sbatch}) {
      const std::string slurm =
          exports::start_file(runtime, problem, strategy, start, "f", {"l", "#1", "1.0"});
      QVERIFY2(
          slurm.find("srun --nodes 3 --ntasks-per-node 1 --gpus-per-node 8 bash -c ") != std::string::npos &&
              slurm.find("# GPUs of the nodes") == std::string::npos,
          slurm.c_str());
    }
    const std::string pods =
        exports::start_file(runtime, problem, strategy, exports::Start::kubernetes, "f", {"l", "#1", "1.0"});
    const Json jobs = Json::parse(pods.substr(pods.find("\n{") + 1)).at("items");
    QCOMPARE(jobs.size(), std::size_t{2});
    for (std::size_t k = 0; k < 2; ++k) {
      QCOMPARE(QString::fromStdString(refused_by_operator(jobs[k])), QString());
      const Json& roles = jobs[k].at("spec").at("pytorchReplicaSpecs");
      QCOMPARE(roles.contains("Worker"), k == 0);
      for (const Json& role : roles) {
        const Json& pod = role.at("template").at("spec");
        QVERIFY(!pod.contains("nodeSelector"));
        QCOMPARE(pod.at("containers")[0].at("resources").at("limits").at("nvidia.com/gpu"),
                 Json(k == 0 ? 8 : 4));
      }
    }
    QCOMPARE(jobs[0].at("spec").at("pytorchReplicaSpecs").at("Worker").at("replicas"), Json(1));
    QVERIFY2(pods.find("export RANK=$((RANK + 2)) MASTER_ADDR=astrolabe-master-0") != std::string::npos &&
                 pods.find("PRODUCT_") == std::string::npos,
             pods.c_str());
    // Accelerate starts --num_processes / --num_machines on each: 3 x 8 / 3 and 3 x 4 / 3. With DeepSpeed it
    // does so where its launcher is the standard one; its usual one starts all machines from the first.
    strategy.zero_stage = 1;
    const runtimes::Runtime& accelerate = *runtimes::find_runtime("accelerate-trl");
    const strategy::Problem asked = runtimes::with_defaults(layout.problem, accelerate);
    const std::string start =
        exports::start_file(accelerate, asked, strategy, exports::Start::torchrun, "f", {"l", "#1", "1.0"});
    QVERIFY2(start.find("--num_machines 3 --num_processes $(if [ $NODE_RANK -lt 2 ]; then echo 24; else "
                        "echo 12; fi) --machine_rank $NODE_RANK ") != std::string::npos,
             start.c_str());
    QVERIFY(start.find(": each is told its own times 3.\n") != std::string::npos);
    const std::string file = exports::launch_file(accelerate, asked, strategy, {"l", "#1", "1.0"});
    QVERIFY2(file.find("deepspeed_multinode_launcher: \"standard\"\n") != std::string::npos, file.c_str());
  }
  /// The schema and the webhook of PyTorchJob refuse what they do not know, as they would at the cluster.
  void startsThatTheOperatorRefuses() {
    const Layout layout = layout_of(row_of("tp8-pp6-on-48"));
    const runtimes::Runtime& runtime = *runtimes::find_runtime("megatron-lm");
    const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
    std::string text = exports::start_file(runtime, problem, layout.strategy, exports::Start::kubernetes, "f",
                                           {"l", "#1", "1.0"});
    text.erase(0, text.find("\n{") + 1);
    const Json good = Json::parse(text);
    QCOMPARE(refused_by_operator(good), std::string());
    const auto refused = [&](const char* place, const Json& value) {
      Json job = good;
      job[Json::json_pointer(place)] = value;
      return refused_by_operator(job);
    };
    const std::string master = "/spec/pytorchReplicaSpecs/Master";
    const std::string container = master + "/template/spec/containers/0";
    QCOMPARE(refused((master + "/replica").c_str(), 1),
             std::string("job.spec.pytorchReplicaSpecs.Master.replica is not known"));
    QCOMPARE(refused((master + "/replicas").c_str(), 2), std::string("several masters"));
    QCOMPARE(refused((container + "/name").c_str(), "torch"), std::string("its container"));
    QVERIFY(!refused((container + "/env").c_str(), Json::array({{{"name", "A"}, {"value", 1}}})).empty());
    QVERIFY(!refused("/metadata/name", "Astrolabe plan").empty());
    QVERIFY(!refused("/spec/replicas", 2).empty());
  }
  /// Checkpoints are written as often as the plan's outcome says, where the runtime has an argument for it;
  /// sizes of the model that a start needs and the file does not hold are named.
  void whatThePlanKnowsBesides() {
    const Layout layout = layout_of(row_of("tp8-pp6-on-48"));
    const auto text = [&](const char* id, long long steps) {
      const runtimes::Runtime& runtime = *runtimes::find_runtime(id);
      const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
      return exports::launch_file(runtime, problem, layout.strategy, {"l", "#1", "1.0", steps});
    };
    const auto has = [](const std::string& whole, const char* part) {
      return whole.find(part) != std::string::npos;
    };
    QVERIFY(has(text("megatron-lm", 120), "--save-interval 120\n"));
    QVERIFY(!has(text("megatron-lm", 0), "--save-interval"));
    QVERIFY(has(text("megatron-bridge", 120), "cfg.checkpoint.save_interval = 120\n"));
    QVERIFY(
        has(text("megatron-lm", 0),
            "give --hidden-size 8192 --num-attention-heads 64 --num-layers 80 --num-query-groups 8, and"));
    cost::Evaluation evaluation;
    evaluation.step.value = 10.0;
    evaluation.goodput.checkpoint_interval_seconds = 1204.0;  // 120.4 steps
    QCOMPARE(exports::launch_header("l", "#1", "1.0", evaluation).save_steps, 120LL);
    evaluation.goodput.checkpoint_interval_seconds = 1.0;
    QCOMPARE(exports::launch_header("l", "#1", "1.0", evaluation).save_steps, 1LL);
    evaluation.goodput.checkpoint_interval_seconds = 0.0;
    QCOMPARE(exports::launch_header("l", "#1", "1.0", evaluation).save_steps, 0LL);
  }
  /// No runtime drops a setting in silence: it stands in the file, or the layout is refused.
  void noSettingIsDropped() {
    int compared = 0;
    const Json changes = table("settings.json");
    for (const Json& change : changes.at("rows")) {
      const Layout layout = layout_of(changed(change));
      for (const auto& [id, expected] : change.at("expected").items()) {
        const runtimes::Runtime& runtime = *runtimes::find_runtime(id);
        const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
        const auto judgement = runtimes::judge(runtime, problem, layout.strategy);
        const std::string what =
            change.at("setting").get<std::string>() + " on " + id + ": " + judgement.why() + "\n";
        const bool runs = judgement.verdict == runtimes::Verdict::runs;
        QVERIFY2(runs != expected.is_null(), what.c_str());
        if (runs) {
          const std::string text =
              exports::launch_file(runtime, problem, layout.strategy, {"lab", "#1", "1.0"});
          QVERIFY2(text.find(expected.get<std::string>()) != std::string::npos, (what + text).c_str());
        }
        ++compared;
      }
    }
    QCOMPARE(compared, 125);
  }
  /// A runtime that says what it is like and no more runs the same layouts by the same arguments and start.
  /// Its own start replaces that one; a form of its own asks for a start.
  void aFileThatIsLikeAnother() {
    const runtimes::Runtime& megatron = *runtimes::find_runtime("megatron-lm");
    Json file{{"id", "mine"},       {"title", "Mine"},      {"repository", "a/b"},
              {"commit", "012345"}, {"date", "2026-01-01"}, {"like", "megatron-lm"}};
    const auto mine = runtimes::read_runtime(file, runtimes::runtimes());
    QVERIFY(mine.has_value());
    QVERIFY(mine->form == megatron.form && mine->title == "Mine" && !mine->usual);
    QVERIFY(mine->start.size() == megatron.start.size() && mine->start[0].text == megatron.start[0].text);
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      const auto verdict = [&](const runtimes::Runtime& runtime) {
        const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
        return runtimes::judge(runtime, problem, layout.strategy, true).verdict;
      };
      QVERIFY2(verdict(*mine) == verdict(megatron), row.at("id").get<std::string>().c_str());
    }
    file["start"] = "run";
    QCOMPARE(runtimes::read_runtime(file, runtimes::runtimes())->start[0].text, std::string("run"));
    file.erase("start");
    file["form"] = "yaml";
    QCOMPARE(runtimes::read_runtime(file, runtimes::runtimes()).error().where, std::string("start"));
    file["like"] = "nobody";
    QVERIFY(!runtimes::read_runtime(file, runtimes::runtimes()).has_value());
  }
  /// A runtime whose file says nothing at all runs only what needs no word, and says which setting it is that
  /// stands against a layout. A reason for what is ignored turns the refusal into a remark.
  void aFileThatSaysNothing() {
    Json file{{"id", "mute"},         {"title", "Mute"},     {"repository", "a/b"}, {"commit", "0123456789"},
              {"date", "2026-01-01"}, {"form", "arguments"}, {"start", "run"}};
    const Layout layout = layout_of(row_of("zero0-tp8"));
    std::vector<std::string> named;
    for (;;) {
      const auto mute = runtimes::read_runtime(file, {});
      QVERIFY2(mute.has_value(), file.dump().c_str());
      const auto judgement = runtimes::judge(*mute, layout.problem, layout.strategy);
      if (judgement.verdict == runtimes::Verdict::runs) {
        QCOMPARE(judgement.remarks.size(), named.size());
        break;
      }
      QVERIFY(judgement.verdict == runtimes::Verdict::none);
      std::string key = judgement.decided->name;
      std::replace(key.begin(), key.end(), ' ', '_');
      named.push_back(key);
      file["ignored"].push_back({{"setting", key}, {"why", "because"}});
    }
    const std::vector<std::string> expected{"tensor_parallel", "sequence_parallel", "sequence_length",
                                            "global_batch", "flash_attention"};
    QVERIFY(named == expected);
    file["ignored"].push_back({{"setting", "colour"}, {"why", "because"}});
    const auto unknown = runtimes::read_runtime(file, {});
    QVERIFY(!unknown && unknown.error().where == "ignored[5].setting");
  }
  /// Every file is written for every layout that its runtime runs, with its start.
  void everyFormIsWritten() {
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
        const strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
        if (runtimes::judge(runtime, problem, layout.strategy).verdict != runtimes::Verdict::runs) continue;
        const exports::LaunchHeader header{"lab", "#1", "1.0"};
        const std::string text = exports::launch_file(runtime, problem, layout.strategy, header);
        QVERIFY2(text.find('{') == std::string::npos || runtime.form == "json", text.c_str());
        for (const char* name : {"torchrun", "srun", "sbatch", "kubernetes"}) {
          const std::string start = exports::start_file(runtime, problem, layout.strategy,
                                                        *exports::start_from(name), "a file", header);
          QVERIFY2(start.find("'a file'") != std::string::npos && start.find("{file}") == std::string::npos,
                   start.c_str());
        }
      }
    }
  }
  /// Ten micro-batches over four stages: four leave a rest of two, five none.
  void groupsOfMicroBatches() {
    QCOMPARE(strategy::micro_batch_group(4, 10), 5);
    QCOMPARE(strategy::micro_batch_group(4, 8), 4);
    QCOMPARE(strategy::micro_batch_group(4, 15), 5);
    QCOMPARE(strategy::micro_batch_group(4, 3), 0);
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
    // A recipe of another precision: which precision it belongs to, and that there need not be one.
    json["precision"] = "bf16";
    json["software"]["fp8_recipe"] = "mxfp8";
    const auto recipe = strategy::read_job(json);
    QVERIFY(!recipe && recipe.error().where == "software.fp8_recipe");
    QCOMPARE(to_text(recipe.error().wanted), std::string("precision mxfp8, or no recipe beside bf16"));
    json["precision"] = "fp8";
    json["software"].erase("fp8_recipe");
    // What resembles nothing is told with all that there is.
    json["software"]["runtime"] = "zzz";
    const auto nothing = strategy::read_job(json);
    QVERIFY(!nothing && nothing.error().where == "software.runtime");
    QCOMPARE(nothing.error().wanted.values.size(), strategy::runtime_ids().size() + 1);
    json["software"]["runtime"] = "megatron-lm";
    json["fixed"]["zzz"] = 1;
    const auto fixed = strategy::read_job(json);
    QVERIFY(!fixed && fixed.error().where == "fixed.zzz");
    QVERIFY(fixed.error().wanted.values == strategy::setting_keys());
    json.erase("fixed");
    json["software"]["runtime"] = "torchtitan-v0.2";
    const auto unknown = strategy::read_job(json);
    QVERIFY(!unknown && unknown.error().where == "software.runtime");
    QVERIFY(to_text(unknown.error().wanted).find("torchtitan-v0.2.2") != std::string::npos);
  }
};

}  // namespace tst_runtimes

ASTROLABE_TEST(tst_runtimes, TestRuntimes)
#include "tst_runtimes.moc"
