// astrolabe-cli, started for real: every command, its answer and its exit status.
#include <sys/stat.h>

#include <csignal>

#include "core/plan/plan_file.h"
#include "tests/app/cli_process.h"
#include "tests/app/mixed_inputs.h"
#include "tests/program/test_program.h"

namespace tst_cli {

using namespace cli_process;
using namespace astrolabe;

namespace {

const QStringList kParts{"--model", "llama-3.1-8b", "--cluster", "cluster.json", "--job", "job.json"};

double sumOf(const Json& object) {
  double sum = 0.0;
  for (const auto& [key, value] : object.items()) sum += value.get<double>();
  return sum;
}

}  // namespace

class TestCli : public QObject {
  Q_OBJECT

 private slots:
  void A76_versionAndHelp() {
    const Said version = m_place.run({"--version"});
    QCOMPARE(version.status, 0);
    QVERIFY(version.out.startsWith("astrolabe-cli "));
    for (const char* command : {"plan", "evaluate", "inspect", "catalog", "report"}) {
      const Said help = m_place.run({command, "--help"});
      QCOMPARE(help.status, 0);
      QVERIFY2(help.out.contains("--json"), help.out.constData());
      QVERIFY(help.err.isEmpty());
    }
  }

  void planAsJson() {
    const Said said =
        m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--top", "5", "--threads", "2"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json answer = said.json();
    QVERIFY(!answer.is_null());
    QCOMPARE(answer["objective"].get<std::string>(), std::string("throughput"));
    QCOMPARE(answer["threads"].get<int>(), 2);
    QVERIFY(!answer["best"].empty() && answer["best"].size() <= 5);
    for (const Json& best : answer["best"]) {
      const double step = best["step_seconds"].get<double>();
      QVERIFY(std::abs(sumOf(best["time"]) - step) <= 1e-9 * step);
      // tokens/s = batch x sequence / step
      QVERIFY(std::abs(best["tokens_per_second"].get<double>() * step - 64.0 * 4096.0) < 1e-3);
    }
    const Json& space = answer["space"];
    std::uint64_t counted = 0;
    for (const char* key :
         {"rejected_by_rule", "rejected_by_limit", "rejected_by_memory", "cut_by_bound", "evaluated"})
      counted += space[key].get<std::uint64_t>();
    QCOMPARE(counted, space["total"].get<std::uint64_t>());
  }
  /// Of 16 GPUs the fewest that hold the model; and with that many GPUs' hours as the deadline the cheapest.
  void goalsOfOneClick() {
    m_place.put("single.json", R"({"pools": [{"id": "h100", "node": "oci-bm-gpu-h100-8", "nodes": 2,
                                              "unit": "gpu"}]})");
    const QStringList goal{"--goal", "smallest", "--json", "--top", "1"};
    const QStringList single{"plan", "--model", "llama-3.1-8b", "--cluster", "single.json", "--job"};
    const Said whole = m_place.run(QStringList{"plan"} + kParts + goal);
    QVERIFY2(whole.status == 0, whole.all().constData());
    QCOMPARE(sumOf(whole.json()["best"][0]["paid_gpus"]), 8.0);  // a node, and as fast as it gets
    const Said said = m_place.run(single + QStringList{"job.json"} + goal);
    QVERIFY2(said.status == 0, said.all().constData());
    const Json answer = said.json();
    QCOMPARE(answer["objective"].get<std::string>(), std::string("gpus"));
    QCOMPARE(answer["status"].get<std::string>(), std::string("optimal"));
    const auto gpus = [](const Json& best) { return static_cast<int>(sumOf(best["gpus"])); };
    const Json best = answer["best"][0];
    // 8.03e9 parameters x 6 bytes = 45 GiB of weights and gradients, less than one GPU's 75.2 GiB; with the
    // optimizer beside them x 18 = 135 GiB, more than one GPU's and less than three's.
    QCOMPARE(gpus(best), 1);
    QVERIFY(best["strategy"]["offload_optimizer"].get<bool>());
    const double hours = best["hours_for_job"].get<double>();
    Json job =
        Json::parse(R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "bf16"})");
    job["fixed"]["offload_optimizer"] = false;
    m_place.put("held.json", QByteArray::fromStdString(job.dump()));
    const Said on_device = m_place.run(single + QStringList{"held.json"} + goal);
    QVERIFY2(on_device.status == 0, on_device.all().constData());
    const int held = gpus(on_device.json()["best"][0]);
    QVERIFY(held >= 2 && held <= 3);
    job.erase("fixed");
    job["limits"]["deadline_hours"] = hours / 2;
    m_place.put("in_time.json", QByteArray::fromStdString(job.dump()));
    const QStringList timed{"plan",  "--model",      "llama-3.1-8b", "--cluster", "single.json",
                            "--job", "in_time.json", "--goal",       "cheapest",  "--json"};
    const Said cheap = m_place.run(timed);
    QVERIFY2(cheap.status == 0, cheap.all().constData());
    const Json first = cheap.json()["best"][0];
    QVERIFY(first["hours_for_job"].get<double>() <= hours / 2);
    QVERIFY(gpus(first) > gpus(best));  // half the time is not to be had on as few
  }
  /// Mixed GPUs get a program among the strategies; large clusters and `never` none. Whoever wants more of
  /// them says so.
  void programsOfMixedGpus() {
    m_place.put("mixed.json", mixedCluster(1));
    m_place.put("large.json", mixedCluster(72));  // 1,152 GPUs
    const auto programs = [this](const QString& file, const QStringList& more) {
      const Said said = m_place.run(
          QStringList{"plan", "--model", "bert-large", "--cluster", file, "--job", "short.json", "--json"} +
          more);
      return said.status == 0 ? said.json()["programs"] : Json("status " + std::to_string(said.status));
    };
    m_place.put("short.json", kShortJob);
    const Json usual = programs("mixed.json", {});
    QVERIFY2(usual.is_array() && !usual.empty(), usual.dump().c_str());
    const Json made = programs("mixed.json", {"--programs", "always"});
    QVERIFY2(made.is_array() && made.size() == 2, made.dump().c_str());
    QCOMPARE(made[0]["kind"], Json("program"));
    QCOMPARE(made[0]["pipeline_parallel"], Json(1));
    // The other is a pipeline of a stage on each node; they share the 24 layers, more where GPUs are faster.
    QCOMPARE(made[1]["kind"], Json("program"));
    QCOMPARE(made[1]["pipeline_parallel"], Json(2));
    const Json stages = made[1]["stages"];
    QCOMPARE(stages[0]["nodes"], Json({{"old", 1}}));
    QCOMPARE(stages[1]["nodes"], Json({{"new", 1}}));
    QCOMPARE(stages[0]["layers"].get<int>() + stages[1]["layers"].get<int>(), 24);
    QVERIFY(stages[0]["layers"] < stages[1]["layers"]);
    QVERIFY(made[0].contains("rank"));
    // Parts of the time add up to the step, and its tokens are those of the batch: 288 x 512.
    const double step = made[0]["step_seconds"];
    QVERIFY(std::abs(sumOf(made[0]["time"]) - step) < 1e-9 * step);
    QVERIFY(std::abs(made[0]["tokens_per_second"].get<double>() * step - 147456.0) < 1e-3);
    // An entry is found anew and judged beside the strategies.
    const auto why = [this](const Json& named) {
      m_place.put("named.json", QByteArray::fromStdString(named.dump()));
      return m_place.run({"why", "--model", "bert-large", "--cluster", "mixed.json", "--job", "short.json",
                          "--strategy", "named.json", "--json"});
    };
    for (const Json& entry : made) {
      const Said said = why(entry);
      QVERIFY2(said.status == 0, said.all().constData());
      QCOMPARE(said.json()["given"]["step_seconds"], entry["step_seconds"]);
      const Json verdict = said.json()["verdict"];
      QVERIFY2(verdict == "best" || (verdict == "slower" && entry["rank"] != 1), verdict.dump().c_str());
    }
    // What is proven of it does not make it another one. One that no search to its end comes to is told what
    // lists those.
    Json early = made[1];
    early["status"] = "unproven";
    QCOMPARE(why(early).json()["given"]["step_seconds"], made[1]["step_seconds"]);
    early["micro_batches"] = 5;
    const Json refused = why(early).json()["error"];
    QVERIFY2(refused["wanted"].get<std::string>().find("plan --programs always --json") != std::string::npos,
             refused.dump().c_str());
    QCOMPARE(why(Json{{"kind", "program"}}).json()["given"]["step_seconds"], usual[0]["step_seconds"]);
    QCOMPARE(why(Json{{"kind", "program"}, {"pipeline_parallel", 7}}).error(), QStringLiteral("AST-D105"));
    QCOMPARE(why(Json{{"kind", "doll"}}).error(), QStringLiteral("AST-D105"));
    QVERIFY(programs("mixed.json", {"--programs", "never"}).is_null());
    QVERIFY(programs("large.json", {}).is_null());
    // What no program can keep, none is ranked under.
    m_place.put("short.json", R"({"sequence_length": 512, "global_batch": 288, "tokens": 1e12,
                                  "precision": "bf16", "limits": {"power_kw": 0.1}})");
    QCOMPARE(programs("mixed.json", {}), Json("status 1"));
    const Said said = m_place.run(
        {"plan", "--model", "bert-large", "--cluster", "mixed.json", "--job", "short.json", "--json"});
    QCOMPARE(said.json()["programs"], Json::array());
  }

  /// A search for programs that would take seconds to its end does not keep the answer waiting, and ends by
  /// its work, which is no reason for status 3: nobody set a limit.
  void programsEndWhenTheAnswerIsDue() {
    m_place.put("two.json", mixedCluster(1));
    m_place.put("long.json",
                R"({"sequence_length": 8192, "global_batch": 256, "tokens": 1e12, "precision": "bf16"})");
    const Said said = m_place.run(
        {"plan", "--model", "llama-3.1-8b", "--cluster", "two.json", "--job", "long.json", "--json"});
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    const Json answer = said.json();
    QVERIFY(!answer["groups"].empty() && !answer["sharded"].empty() && answer["programs"].is_array());
    QCOMPARE(answer["programs_stopped_early"], Json(true));
    QVERIFY(!answer.contains("groups_stopped_early") && !answer.contains("stopped_early"));
  }

  /// What evaluate refuses, why refuses, too: groups on 8 of 16 GPUs, parts that leave a pool out.
  void whyRefusesWhatEvaluateRefuses() {
    m_place.put("apart.json", R"({"pools": [{"id": "new", "node": "onprem-dgx-h100", "nodes": 1},
        {"id": "old", "node": "onprem-dgx-a100-80", "nodes": 1}],
      "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100}]})");
    m_place.put("apart_job.json", kShortJob);
    const auto said = [this](const char* command, const char* named) {
      m_place.put("refused.json", named);
      return m_place.run({command, "--model", "bert-large", "--cluster", "apart.json", "--job",
                          "apart_job.json", "--strategy", "refused.json", "--json"});
    };
    for (const char* named :
         {R"({"kind": "groups", "pipelines": [{"micro_batches": 288, "sequences": 288, "layout":
              {"micro_batch": 1}, "stages": [{"pool": "new", "layers": 24, "tensor_parallel": 8, "gpus": 8}]}]})",
          R"({"kind": "sharded", "parts": [{"pool": "new", "gpus": 8, "sequences": 36}]})"}) {
      const Said why = said("why", named);
      QCOMPARE(why.error(), QStringLiteral("AST-T101"));
      QCOMPARE(why.json()["error"], said("evaluate", named).json()["error"]);
    }
  }

  void planAsText() {
    const Said said = m_place.run(QStringList{"plan"} + kParts + QStringList{"--top", "3"});
    QVERIFY2(said.status == 0, said.all().constData());
    for (const char* part : {"llama-3.1-8b", "Tokens/s", "MFU", "TP ", "Assumed"})
      QVERIFY2(said.out.contains(part), said.out.constData());
    // What it comes to stands before the ranking: time with its band, money, energy, power.
    static const QRegularExpression job(QStringLiteral(
        "With #1 the job takes [\\d.,]+ days \\([\\d.,]+ to [\\d.,]+\\) · \\$[^ ]+ [kM] · (≈ )?[\\d.,]+ "
        "[MG]Wh\\. [\\d.,]+ kW at the wall"));
    const QString text = QString::fromUtf8(said.out).simplified();
    QVERIFY2(job.match(text).hasMatch(), said.out.constData());
    // Machines that nobody rents: what would give dollars.
    m_place.put("own.json", R"({"pools": [{"id": "ours", "node": "onprem-hgx-h200", "nodes": 1}]})");
    const Said own =
        m_place.run({"plan", "--model", "llama-3.1-8b", "--cluster", "own.json", "--job", "job.json"});
    QVERIFY2(own.out.contains("nobody rents ours: state usd_per_gpu_hour, or count the machines as bought"),
             own.all().constData());
  }
  /// A plan is answered with the same bytes by 1, 2 and 4 threads and with three seeds.
  void A02_oneThreadEqualsFour() {
    const auto answer = [&](const char* threads, const char* seed) {
      Json json =
          m_place
              .run(QStringList{"plan"} + kParts + QStringList{"--json", "--threads", threads, "--seed", seed})
              .json();
      json.erase("seconds");
      json.erase("threads");
      if (json["seed"] == std::stoi(seed)) json.erase("seed");
      for (const char* key : {"cut_by_bound", "evaluated", "rejected_by_memory", "rejected_by_limit"})
        json["space"].erase(key);
      return json.dump();
    };
    const std::string one = answer("1", "1");
    QVERIFY(one.size() > 1000);
    for (const char* threads : {"1", "2", "4"})
      for (const char* seed : {"1", "2", "3"}) QCOMPARE(answer(threads, seed), one);
  }
  void planFromStandardInput() {
    QFile job(m_place.path("job.json"));
    QVERIFY(job.open(QIODevice::ReadOnly));
    const Said said =
        m_place.run({"plan", "--model", "llama-3.1-8b", "--cluster", "cluster.json", "--job", "-", "--json"},
                    job.readAll());
    QCOMPARE(said.status, 0);
    QVERIFY(!said.json()["best"].empty());
  }
  void saveAndPlanAgain() {
    const Said first =
        m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--save", "saved.astrolabe"});
    QVERIFY2(first.status == 0, first.all().constData());
    const auto file = astrolabe::plan::read_plan(m_place.path("saved.astrolabe").toStdString());
    QVERIFY(file.has_value());
    QCOMPARE(file->plan.model_name, std::string("llama-3.1-8b"));
    QCOMPARE(file->plan.cluster.pools.size(), std::size_t(1));
    QVERIFY(file->answer.find("\"best\"") != std::string::npos);
    const Said second = m_place.run({"plan", "saved.astrolabe", "--json"});
    QCOMPARE(second.status, 0);
    QCOMPARE(second.json()["best"].dump(), first.json()["best"].dump());
  }
  void samplePlan() {
    const Said written = m_place.run({"sample", "--out", "sample.astrolabe"});
    QVERIFY2(written.status == 0, written.all().constData());
    const auto file = astrolabe::plan::read_plan(m_place.path("sample.astrolabe").toStdString());
    QVERIFY(file.has_value());
    QVERIFY(file->plan == astrolabe::plan::sample_plan());
    const Said planned = m_place.run({"plan", "sample.astrolabe", "--json"});
    QVERIFY2(planned.status == 0, planned.all().left(1000).constData());
    QVERIFY(!planned.json()["best"].empty());
    QVERIFY(!planned.json()["best"][0]["usd_per_hour"].is_null());  // catalogue prices
  }
  /// The checker accepts what was written, and neither half of it, nor another file, nor a changed byte.
  void certificateIsChecked() {
    const Said said =
        m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--certificate", "proof"});
    QVERIFY2(said.status == 0, said.all().left(1000).constData());
    const Json best = said.json()["best"][0];
    const Said accepted = m_place.verify({"proof", "--json"});
    QVERIFY2(accepted.status == 0, accepted.all().constData());
    const Json verdict = accepted.json();
    QVERIFY(verdict["accepted"].get<bool>());
    QCOMPARE(verdict["step_seconds"].get<double>(), best["step_seconds"].get<double>());
    QCOMPARE(
        verdict["configurations"].get<std::uint64_t>() + verdict["rejected_by_rule"].get<std::uint64_t>(),
        said.json()["space"]["total"].get<std::uint64_t>());
    QCOMPARE(m_place.verify({"proof"}).out.left(7), QByteArray("Proven:"));
    QFile file(m_place.path("proof"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    m_place.put("half", bytes.left(bytes.size() / 2));
    QByteArray changed = bytes;
    changed[bytes.size() / 2] = static_cast<char>(changed[bytes.size() / 2] ^ 1);
    m_place.put("changed", changed);
    for (const auto& [name, code] : {std::pair{"half", "AST-F411"},
                                     {"changed", "AST-F411"},
                                     {"job.json", "AST-F410"},
                                     {"missing", "AST-F405"}}) {
      const Said refused = m_place.verify({QString::fromUtf8(name), "--json"});
      QCOMPARE(refused.status, 2);
      QCOMPARE(refused.error(), QString::fromUtf8(code));
    }
  }

  /// Only a regular file is opened, no further than a certificate may be long; the claim stands beside the
  /// question that it is of.
  void certificatesAreRegularFiles() {
    QVERIFY(::mkfifo(QFile::encodeName(m_place.path("pipe")).constData(), 0600) == 0);
    QVERIFY(QFile::link(QStringLiteral("/dev/zero"), m_place.path("zeros")));
    m_place.put("empty", "");
    QFile sparse(m_place.path("sparse"));
    QVERIFY(sparse.open(QIODevice::WriteOnly) && sparse.resize((qint64{64} << 20) + 1));
    for (const auto& [name, code] : {std::pair{"pipe", "AST-F405"},
                                     {"zeros", "AST-F405"},
                                     {"/dev/zero", "AST-F405"},
                                     {"/dev/tty", "AST-F405"},
                                     {".", "AST-F405"},
                                     {"empty", "AST-F406"},
                                     {"sparse", "AST-F407"}}) {
      const Said refused = m_place.verify({QString::fromUtf8(name), "--json"});
      QVERIFY2(refused.status == 2, refused.all().constData());
      QCOMPARE(refused.error(), QString::fromUtf8(code));
    }
    const Said said = m_place.run(QStringList{"plan"} + kParts + QStringList{"--certificate", "asked"});
    QCOMPARE(said.status, 0);
    QVERIFY(QFile::link(m_place.path("asked"), m_place.path("link")));
    const Said accepted = m_place.verify({"link"});
    QVERIFY2(accepted.status == 0, accepted.all().constData());
    QVERIFY2(
        accepted.out.contains("\nQuestion: ") && accepted.out.contains("64 sequences of 4096 tokens, bf16"),
        accepted.all().constData());
    const Json told = m_place.verify({"asked", "--json"}).json();
    QCOMPARE(told["question"]["job"]["global_batch"].get<int>(), 64);
  }

  void certificatesOfMoney() {
    for (const auto& [objective, words] : {std::pair{"money", "a step that costs less than"},
                                           {"pareto", "faster or cheaper than the"},
                                           {"gpus", "takes fewer than"}}) {
      const Said said = m_place.run(QStringList{"plan"} + kParts +
                                    QStringList{"--objective", objective, "--certificate", "priced"});
      QVERIFY2(said.status == 0, said.all().left(1000).constData());
      const Said accepted = m_place.verify({"priced"});
      QVERIFY2(accepted.status == 0 && accepted.out.contains(words), accepted.all().constData());
    }
  }
  /// The first three places.
  void certificateOfPlaces() {
    const Said said = m_place.run(QStringList{"plan"} + kParts +
                                  QStringList{"--certificate", "places", "--certificate-places", "3"});
    QVERIFY2(said.status == 0, said.all().left(1000).constData());
    const Said accepted = m_place.verify({"places"});
    QVERIFY2(accepted.status == 0 && accepted.out.contains("beside the first 3 no strategy"),
             accepted.all().constData());
  }

  void trace() {
    const Said said =
        m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--trace", "trace.json"});
    QCOMPARE(said.status, 0);
    QFile file(m_place.path("trace.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Json trace =
        astrolabe::parse_json(file.readAll().toStdString(), astrolabe::code::broken_json).value();
    double end = 0.0;
    for (const Json& event : trace["traceEvents"])
      if (event["ph"] == "X") end = std::max(end, event["ts"].get<double>() + event["dur"].get<double>());
    const double step = said.json()["best"][0]["step_seconds"].get<double>() * 1e6;
    QVERIFY2(std::abs(end - step) < 1.0, qPrintable(QString::number(end - step)));  // microseconds
  }
  void progressLines() {
    const Said said = m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--progress=json"});
    QCOMPARE(said.status, 0);
    QVERIFY(!said.json().is_null());
    for (const QByteArray& line : said.err.split('\n')) {
      if (line.isEmpty()) continue;
      const auto object = astrolabe::parse_json(line.toStdString(), astrolabe::code::broken_json);
      QVERIFY2(object && object->contains("evaluated"), line.constData());
    }
  }
  void nothingFits() {
    m_place.put("tiny.json",
                R"({"name": "one small box", "pools": [{"id": "v100", "gpu": "v100-sxm2-16", "nodes": 1,
      "gpus_per_node": 8}]})");
    m_place.put("fp16.json",
                R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "fp16"})");
    const QStringList parts{"plan",      "--model", "llama-3.1-70b", "--cluster",
                            "tiny.json", "--job",   "fp16.json"};
    const Said json = m_place.run(parts + QStringList{"--json"});
    QVERIFY2(json.status == 1, json.all().constData());
    QCOMPARE(json.json()["status"].get<std::string>(), std::string("infeasible"));
    QVERIFY(json.json()["best"].empty());
    QCOMPARE(json.json()["binding"]["limit"].get<std::string>(), std::string("memory"));
    QVERIFY(json.json()["binding"]["over_gib"].get<double>() > 0.0);
    const Said text = m_place.run(parts);
    QCOMPARE(text.status, 1);
    QVERIFY2(text.err.contains("No strategy fits") && text.err.contains("GiB"), text.err.constData());
  }
  void stoppedByTimeLimit() {
    prepareLargeQuestion();
    const Said said = m_place.run(largeQuestion() + QStringList{"--time-limit", "0.2"});
    QVERIFY2(said.status == 3, said.all().left(2000).constData());
    QCOMPARE(said.json()["status"].get<std::string>(), std::string("feasible"));
    QVERIFY(said.json().contains("gap"));
  }
  void stoppedBySignal() {
    prepareLargeQuestion();
    for (const int signal : {SIGINT, SIGTERM}) {
      QProcess process;
      m_place.start(process, largeQuestion() + QStringList{"--progress=json"});
      process.setReadChannel(QProcess::StandardError);
      QVERIFY(process.waitForStarted());
      // The first line of progress: the search runs.
      while (!process.readAllStandardError().contains("evaluated"))
        QVERIFY2(process.waitForReadyRead(60000), "no progress");
      QCOMPARE(kill(static_cast<pid_t>(process.processId()), signal), 0);
      const Said said = Workplace::finish(process);
      QVERIFY2(said.status == 3, said.all().left(2000).constData());
      QVERIFY(!said.json().is_null());
    }
  }

  void evaluateAgreesWithPlan() {
    const Json plan = m_place.run(QStringList{"plan"} + kParts + QStringList{"--json"}).json();
    const Json& best = plan["best"][0];
    m_place.put("best.json", QByteArray::fromStdString(best["strategy"].dump()));
    const Said said =
        m_place.run(QStringList{"evaluate"} + kParts + QStringList{"--strategy", "best.json", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    QCOMPARE(said.json().dump(), best.dump());
  }
  void evaluateAsText() {
    const Said said =
        m_place.run(QStringList{"evaluate"} + kParts + QStringList{"--strategy", "strategy.json"});
    QVERIFY2(said.status == 0, said.all().constData());
    for (const char* part : {"Tokens/s", "compute forward", "Activations"}) QVERIFY(said.out.contains(part));
  }
  void evaluateTooLarge() {
    const Said said = m_place.run({"evaluate", "--model", "llama-3.1-405b", "--cluster", "cluster.json",
                                   "--job", "job.json", "--strategy", "strategy.json", "--json"});
    QVERIFY2(said.status == 1, said.all().constData());
    QCOMPARE(said.json()["binding"]["limit"].get<std::string>(), std::string("memory"));
    QVERIFY(said.json()["binding"]["over_gib"].get<double>() > 0.0);
  }

  void outputThatCannotBeWritten() {
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    m_place.start(process, {"catalog", "models", "--json"});
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitCode(), 2);
    QVERIFY(process.readAllStandardError().contains("AST-F404"));
  }

 private:
  /// Large enough to be still at work when it is told to stop.
  void prepareLargeQuestion() const {
    m_place.put("large.json", kLargeCluster);
    m_place.put("large_job.json",
                R"({"sequence_length": 8192, "global_batch": 1024, "tokens": 1e13, "precision": "bf16"})");
  }
  static QStringList largeQuestion() {
    return {"plan",  "--model",        "llama-3.1-70b", "--cluster",   "large.json",
            "--job", "large_job.json", "--json",        "--exhaustive"};
  }
  Workplace m_place;
};

}  // namespace tst_cli

ASTROLABE_TEST(tst_cli, TestCli)
#include "tst_cli.moc"
