// astrolabe-cli, started for real: what goes to other programs (settings, sweeps in shards) and what comes
// from outside (tables of runs and of kernels).
#include <algorithm>
#include <cstdlib>
#include <map>

#include "core/base/csv.h"
#include "core/plan/plan_file.h"
#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_exchange {

using namespace cli_process;

namespace {

const QStringList kParts{"--model", "llama-3.1-8b", "--cluster", "cluster.json", "--job", "job.json"};

}  // namespace

class TestCliExchange : public QObject {
  Q_OBJECT

 private slots:
  /// Settings for other programs: degrees multiply to the GPUs, sizes are those of the question, and each
  /// form is read back.
  void A41_launchSettings() {
    const QStringList parts = QStringList{"export"} + kParts;
    const auto file = [&](const QString& name) {
      QFile content(m_place.path(name));
      return content.open(QIODevice::ReadOnly) ? QString::fromUtf8(content.readAll()) : QString();
    };
    const auto exported = [&](const char* form) {
      return m_place.run(parts + QStringList{"--rank", "2", "--format", form, "--out", form});
    };
    for (const char* form : {"json", "csv", "chrome-trace"}) {
      const Said said = exported(form);
      QVERIFY2(said.status == 0, said.all().constData());
    }
    const Json row = Json::parse(file("json").toStdString());
    const Json& chosen = row["strategy"];
    // Written where the runtime runs it, else nothing, with the condition.
    for (const auto& [form, runtime] : std::map<const char*, std::string>{{"megatron", "megatron-lm"},
                                                                          {"nemo", "megatron-bridge"},
                                                                          {"torchtitan", "torchtitan"},
                                                                          {"deepspeed", "deepspeed"}}) {
      const Said said = exported(form);
      for (const Json& judged : row["runs_on"])
        if (judged["runtime"] == runtime) {
          const bool runs = judged["verdict"] == "runs";
          QVERIFY2(said.status == (runs ? 0 : 1) && file(form).isEmpty() != runs, said.all().constData());
          if (!runs)
            QVERIFY2(said.err.contains(judged["why"].get<std::string>().c_str()), said.err.constData());
        }
    }
    const auto degree = [&](const char* key) { return chosen[key].get<int>(); };
    // 2 nodes of 8
    QCOMPARE(degree("tensor_parallel") * degree("pipeline_parallel") * degree("context_parallel") *
                 degree("data_parallel"),
             16);
    // One row under its headings, the values of the JSON.
    const astrolabe::CsvTable lines = astrolabe::read_csv(file("csv").toStdString());
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].size(), lines[1].size());
    const auto column = std::find(lines[0].begin(), lines[0].end(), "strategy.micro_batch");
    QVERIFY(column != lines[0].end());
    QCOMPARE(QString::fromStdString(lines[1][static_cast<std::size_t>(column - lines[0].begin())]).toInt(),
             degree("micro_batch"));
    const QString megatron = file("megatron");
    const auto argument = [&](const char* name) {
      const QRegularExpressionMatch match =
          QRegularExpression(QStringLiteral("^--%1 (\\d+)$").arg(QLatin1StringView(name)),
                             QRegularExpression::MultilineOption)
              .match(megatron);
      return match.hasMatch() ? match.captured(1).toInt() : -1;
    };
    QCOMPARE(argument("tensor-model-parallel-size"), degree("tensor_parallel"));
    QCOMPARE(argument("pipeline-model-parallel-size"), degree("pipeline_parallel"));
    QCOMPARE(argument("context-parallel-size"), degree("context_parallel"));
    QCOMPARE(argument("micro-batch-size"), degree("micro_batch"));
    QCOMPARE(argument("global-batch-size"), 64);
    QCOMPARE(argument("seq-length"), 4096);
    QVERIFY(megatron.startsWith("# plan:") && megatron.contains("# strategy: #2 on 16 GPUs"));
    const QString titan = file("torchtitan");
    const bool hasTitan = !titan.isEmpty();
    const auto setting = [&](const char* name) {
      const QRegularExpressionMatch match =
          QRegularExpression(
              QStringLiteral("^    config\\.parallelism\\.%1 = (\\d+)$").arg(QLatin1StringView(name)),
              QRegularExpression::MultilineOption)
              .match(titan);
      return match.hasMatch() ? match.captured(1).toInt() : -1;
    };
    if (hasTitan)
      QCOMPARE(setting("data_parallel_replicate_degree") * setting("data_parallel_shard_degree") *
                   setting("tensor_parallel_degree") * setting("pipeline_parallel_degree") *
                   setting("context_parallel_degree"),
               16);
    const QString nemo = file("nemo");
    const auto assigned = [&](const char* name) {
      const QRegularExpressionMatch match =
          QRegularExpression(QStringLiteral("^    cfg\\.%1 = (\\d+)$").arg(QLatin1StringView(name)),
                             QRegularExpression::MultilineOption)
              .match(nemo);
      return match.hasMatch() ? match.captured(1).toInt() : -1;
    };
    QCOMPARE(assigned("model.tensor_model_parallel_size") * assigned("model.pipeline_model_parallel_size") *
                 assigned("model.context_parallel_size") * degree("data_parallel"),
             16);
    QCOMPARE(assigned("train.micro_batch_size"), degree("micro_batch"));
    QCOMPARE(assigned("train.global_batch_size"), 64);
    QCOMPARE(assigned("dataset.seq_length"), 4096);
    QVERIFY(nemo.startsWith("# plan:") && nemo.contains("# strategy: #2 on 16 GPUs"));
    if (const QString text = file("deepspeed"); !text.isEmpty()) {
      const Json speed = Json::parse(text.toStdString());
      QCOMPARE(speed["train_micro_batch_size_per_gpu"].get<int>() *
                   speed["gradient_accumulation_steps"].get<int>() * degree("data_parallel"),
               speed["train_batch_size"].get<int>());
      QCOMPARE(speed["astrolabe"]["gpus"].get<int>(), 16);
    }
    QVERIFY(Json::parse(file("chrome-trace").toStdString()).contains("traceEvents"));
    QCOMPARE(m_place.run(parts + QStringList{"--format", "slurm", "--out", "x"}).status, 2);
    QCOMPARE(m_place.run(parts + QStringList{"--rank", "0", "--format", "json", "--out", "x"}).status, 2);
  }

  /// Four shards put together are the whole sweep, byte for byte; a shard that is missing, doubled or of
  /// another sweep is told.
  void A87_shardsMakeTheWhole() {
    m_place.put("one.json",
                R"({"name": "one box", "pools": [{"id": "h100", "node": "oci-bm-gpu-h100-8", "nodes": 1}]})");
    m_place.put("wrong.json", R"({"name": "wrong", "pools": []})");
    const QStringList sweep{"sweep",    "--model",      "llama-3.1-8b", "gpt2-xl", "--cluster",
                            "one.json", "cluster.json", "wrong.json",   "--job",   "job.json"};
    const auto file = [&](const QString& name) {
      QFile content(m_place.path(name));
      return content.open(QIODevice::ReadOnly) ? content.readAll() : QByteArray();
    };
    Said said = m_place.run(sweep + QStringList{"--threads", "2", "--out", "whole.json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json whole = Json::parse(file("whole.json").toStdString());
    QCOMPARE(whole["rows"].size(), std::size_t(6));
    int fitting = 0, refused = 0;
    for (const Json& row : whole["rows"]) {
      fitting += row["status"] == "optimal" ? 1 : 0;
      refused += row["status"] == "refused" ? 1 : 0;
    }
    QCOMPARE(fitting, 4);
    QCOMPARE(refused, 2);  // a cluster without pools is a row of its own, not the end of the sweep
    QStringList shards;
    for (int shard = 1; shard <= 4; ++shard) {
      shards << QStringLiteral("shard%1.json").arg(shard);
      said = m_place.run(sweep + QStringList{"--threads", "1", "--shard", QStringLiteral("%1/4").arg(shard),
                                             "--out", shards.back()});
      QVERIFY2(said.status == 0, said.all().constData());
    }
    // 6 cases: the first two shards hold two, the others one.
    QCOMPARE(Json::parse(file(shards[1]).toStdString())["rows"].size(), std::size_t(2));
    QCOMPARE(Json::parse(file(shards[3]).toStdString())["rows"].size(), std::size_t(1));
    std::reverse(shards.begin(), shards.end());  // in whatever order they come
    said = m_place.run(QStringList{"merge"} + shards + QStringList{"--out", "merged.json"});
    QVERIFY2(said.status == 0, said.all().constData());
    QCOMPARE(file("merged.json"), file("whole.json"));
    said = m_place.run({"merge", "shard1.json", "shard2.json", "shard4.json", "--json"});
    QCOMPARE(said.status, 2);
    QVERIFY2(said.out.contains("no case 3"), said.all().constData());
    said = m_place.run({"merge", "shard1.json", "shard1.json"});
    QCOMPARE(said.status, 2);
    QVERIFY2(said.err.contains("again"), said.all().constData());
    for (const char* wrong : {"0/4", "5/4", "1", "a/b"})
      QCOMPARE(m_place.run(sweep + QStringList{"--shard", wrong}).status, 2);
  }
  /// Three runs of an H100 site; its constants then serve plans on H100 and nothing else.
  void calibrationOfOwnRuns() {
    QByteArray table =
        "id,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,seq,gpu,n_gpus,dtype,tp,pp,dp,mbs,"
        "gbs,zero,recompute,framework,date,measured_kind,measured_value\n";
    const auto add = [&](const char* id, const char* layout, const char* seconds) {
      table += QByteArray(id) + ",Llama-2-7B,llama,32,4096,32,32,11008,1,32000,4096,H100-SXM-80GB,8,bf16," +
               layout + ",1,128,1,none,NeMo,2025-01,iter_s," + seconds + "\n";
    };
    add("a", "1,1,8", "6.4");
    add("b", "2,1,4", "7.0");
    add("c", "4,1,2", "8.1");
    m_place.put("runs.csv", table);
    const Said fitted = m_place.run({"validate", "runs.csv", "--fit", "own.json", "--json"});
    QVERIFY2(fitted.status == 0, fitted.all().constData());
    const Json fit = fitted.json()["fit"];
    QCOMPARE(fit["runs"].get<int>(), 3);
    QVERIFY(fit["median_abs_error_after"].get<double>() < fit["median_abs_error_before"].get<double>());
    const Said again = m_place.run({"validate", "runs.csv", "--calibration", "own.json", "--json"});
    QVERIFY2(again.status == 0, again.all().constData());
    QCOMPARE(again.json()["median_abs_error"].get<double>(), fit["median_abs_error_after"].get<double>());

    const QStringList usual = QStringList{"evaluate"} + kParts + QStringList{"--strategy", "strategy.json"};
    const auto step = [&](const QStringList& more) {
      const Said said = m_place.run(usual + more + QStringList{"--json"});
      if (said.status != 0) qWarning() << said.all();
      return said.json()["step_seconds"].get<double>();
    };
    QVERIFY(step({"--calibration", "own.json"}) > 1.02 * step({}));  // the site is slower than most

    // A plan that is saved with it keeps it.
    const auto speed = [&](const QStringList& question) {
      const Said said = m_place.run(QStringList{"plan"} + question + QStringList{"--json"});
      if (said.status != 0) qWarning() << said.all();
      return said.json()["best"][0]["tokens_per_second"].get<double>();
    };
    const double own =
        speed(kParts + QStringList{"--calibration", "own.json", "--save", "calibrated.astrolabe"});
    QVERIFY(own != speed(kParts));
    QCOMPARE(speed({"calibrated.astrolabe"}), own);

    // With its day and the name of its table; of one that tells neither, the name of its own file.
    const auto keptIn = [&](const char* plan) {
      const auto file = astrolabe::plan::read_plan(m_place.path(plan).toStdString());
      return file ? Json::parse(file->plan.calibration) : Json::object();
    };
    const Json kept = keptIn("calibrated.astrolabe");
    QCOMPARE(kept.value("source", ""), std::string("runs.csv"));
    const QDate made = QDate::fromString(QString::fromStdString(kept.value("date", "")), Qt::ISODate);
    QVERIFY(made.isValid() && std::abs(made.daysTo(QDate::currentDate())) <= 1);
    Json old = kept;
    old.erase("date");
    old.erase("source");
    m_place.put("old.json", QByteArray::fromStdString(old.dump()));
    QCOMPARE(speed(kParts + QStringList{"--calibration", "old.json", "--save", "old.astrolabe"}), own);
    QCOMPARE(keptIn("old.astrolabe").value("source", ""), std::string("old.json"));
    QVERIFY(!keptIn("old.astrolabe").contains("date"));

    m_place.put("a100.json", R"({"pools": [{"id": "a", "node": "onprem-dgx-a100-80", "nodes": 2}]})");
    const Said other = m_place.run({"plan", "--model", "llama-3.1-8b", "--cluster", "a100.json", "--job",
                                    "job.json", "--calibration", "own.json", "--json"});
    QCOMPARE(other.status, 2);
    QCOMPARE(other.error(), QStringLiteral("AST-V604"));
    QVERIFY(other.json()["error"]["file"].get<std::string>().ends_with("own.json"));
  }
  /// Products of H100 measured 1.5 times as long as the built-in tables say make a step slower, by less than
  /// that: attention, traffic and the rest stay. Another file is refused by name.
  void kernelModelsOfOwnTables() {
    QFile shipped(QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/data/kernels/unseen_gemm.csv"));
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    QByteArray table = shipped.readLine();
    while (!shipped.atEnd()) {
      QList<QByteArray> cells = shipped.readLine().trimmed().split(',');
      if (cells[0] != "h100-sxm" || cells[1] != "bf16") continue;
      cells[5] = QByteArray::number(1.5 * cells[5].toDouble());
      table += cells.join(',') + '\n';
    }
    m_place.put("gemm.csv", table);
    const Said fitted = m_place.run({"fit", "gemm.csv", "--out", "own.kernels", "--json"});
    QVERIFY2(fitted.status == 0, fitted.all().constData());
    const QStringList usual = QStringList{"evaluate"} + kParts + QStringList{"--strategy", "strategy.json"};
    const auto step = [&](const QStringList& more) {
      const Said said = m_place.run(usual + more + QStringList{"--json"});
      if (said.status != 0) qWarning() << said.all();
      return said.json()["step_seconds"].get<double>();
    };
    const double ratio = step({"--kernels", "own.kernels"}) / step({});
    QVERIFY2(ratio > 1.1 && ratio < 1.5, QByteArray::number(ratio).constData());
    QFile models(m_place.path("own.kernels"));
    QVERIFY(models.open(QIODevice::ReadOnly));
    const Said piped = m_place.run(usual + QStringList{"--kernels", "-", "--json"}, models.readAll());
    QVERIFY2(piped.status == 0, piped.all().constData());
    QCOMPARE(piped.json()["step_seconds"].get<double>(), step({"--kernels", "own.kernels"}));
    const Said refused = m_place.run(usual + QStringList{"--kernels", "gemm.csv", "--json"});
    QCOMPARE(refused.status, 2);
    QCOMPARE(refused.error(), QStringLiteral("AST-K104"));
    QVERIFY(refused.json()["error"]["file"].get<std::string>().ends_with("gemm.csv"));
  }
  /// Where no row of a table is right, the first of them is the answer, not that too few remain; with sound
  /// rows beside it, it is named before their number.
  void faultsInATableOfKernels() {
    const QByteArray header = "gpu,dtype,m,n,k,latency_us\n";
    m_place.put("bad.csv", header + "h100-sxm,bf16,8192,8192,8192,-3\n");
    const Said bad = m_place.run({"fit", "bad.csv", "--out", "own.kernels", "--json"});
    QCOMPARE(bad.status, 2);
    const Json error = bad.json()["error"];
    QCOMPARE(error["code"].get<std::string>(), std::string("AST-K102"));
    QCOMPARE(error["where"].get<std::string>(), std::string("row 2, column latency_us"));
    QCOMPARE(error["found"].get<std::string>(), std::string("-3"));
    m_place.put("few.csv", header + "h100-sxm,bf16,8192,8192,8192,-3\nh100-sxm,bf16,8192,8192,8192,1404.8\n");
    const Said few = m_place.run({"fit", "few.csv", "--out", "own.kernels"});
    QCOMPARE(few.status, 2);
    const auto row = few.err.indexOf("Row 2, column latency_us: found “-3”");
    QVERIFY2(row >= 0 && row < few.err.indexOf("fewer rows than a fit needs"), few.err.constData());
  }
  /// A table with a row of each fault: file, row, column and value are named, the sound row is done.
  void faultsInATableOfRuns() {
    const auto row = [](const char* id, const char* layout, const char* value) {
      return QByteArray(id) + ",Llama-2-7B,llama,32,4096,32,32,11008,1,32000,4096,H100-SXM-80GB,8,bf16," +
             layout + ",1,128,1,none,NeMo,2025-01,iter_s," + value + "\n";
    };
    m_place.put(
        "faults.csv",
        "id,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,seq,gpu,n_gpus,dtype,tp,pp,dp,"
        "mbs,gbs,zero,recompute,framework,date,measured_kind,measured_value\n" +
            row("good", "1,1,8", "6.4") + row("degrees", "3,1,2", "6.4") +  // 3 x 1 x 2 is not 8
            row("good", "2,1,4", "6.4") + row("milliseconds", "1,1,8", "6400"));
    const Said said = m_place.run({"validate", "faults.csv", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json answer = said.json();
    QCOMPARE(answer["rows"].get<int>(), 4);
    QCOMPARE(answer["predicted"].get<int>(), 1);
    QCOMPARE(answer["skipped"].size(), std::size_t{3});
    const Said text = m_place.run({"validate", "faults.csv"});
    for (const char* part : {"faults.csv", "Row 3, column dp: found “2”", "Row 4, column id: found “good”",
                             "Row 5, column measured_value: found “6400”", "unit mixed up"})
      QVERIFY2(text.err.contains(part), text.err.constData());
    QVERIFY2(
        text.out.simplified().startsWith("measured rows median p90 bias within 10 % in band time, all 1 ") &&
            text.out.contains("4 rows, 1 predicted, 3 left out"),
        text.out.constData());
    m_place.put("header.csv", "id,gpus,measured_kind,measured_value\n");
    const Said header = m_place.run({"validate", "header.csv", "--json"});
    QCOMPARE(header.status, 2);
    // "gpus" is a column that nothing reads, so the GPU is stated nowhere.
    QCOMPARE(header.json()["error"]["where"].get<std::string>(), std::string("row 1"));
    QCOMPARE(header.json()["error"]["found"].get<std::string>(), std::string("no column gpu"));
  }

 private:
  Workplace m_place;
};

}  // namespace tst_cli_exchange

ASTROLABE_TEST(tst_cli_exchange, TestCliExchange)
#include "tst_cli_exchange.moc"
