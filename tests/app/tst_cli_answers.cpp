// astrolabe-cli, started for real: what it says beside its answer (warnings, progress) and what it says when
// it has no whole one (nothing fits, a signal, an error), the same way for every command.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>

#include "core/model/model_reader.h"
#include "tests/app/cli_process.h"
#include "tests/app/mixed_inputs.h"
#include "tests/program/full_device.h"
#include "tests/program/test_program.h"

namespace tst_cli_answers {

using namespace cli_process;
using namespace astrolabe;

namespace {

const QStringList kParts{"--model", "llama-3.1-8b", "--cluster", "cluster.json", "--job", "job.json"};

/// What a built-in model is read from, for standard input.
QByteArray configOf(const std::string& id) {
  for (const model::BuiltInModel& built_in : model::built_in_models())
    if (built_in.id == id) return QByteArray::fromStdString(built_in.config);
  qFatal("no such model");
}

/// Every line of standard error is one JSON object; how many of them have `key`, -1 where one is none.
int objects(const QByteArray& lines, const char* key) {
  int count = 0;
  for (const QByteArray& line : lines.split('\n')) {
    if (line.isEmpty()) continue;
    const auto object = parse_json(line.toStdString(), code::broken_json);
    if (!object || !object->is_object()) return -1;
    count += object->contains(key) ? 1 : 0;
  }
  return count;
}

/// Until SIGINT is in that mask of the program, or no longer: "SigBlk:" blocked, "ShdPnd:" not taken yet.
bool comesToHoldInterrupt(const QProcess& process, const QByteArray& mask, bool held) {
  for (int wait = 0; wait < 1200; ++wait) {
    QFile status(QStringLiteral("/proc/%1/status").arg(process.processId()));
    if (!status.open(QIODevice::ReadOnly)) return false;
    for (const QByteArray& line : status.readAll().split('\n'))
      if (line.startsWith(mask) &&
          ((line.mid(mask.size()).trimmed().toULongLong(nullptr, 16) & 2U) != 0) == held)
        return true;
    QTest::qWait(50);
  }
  return false;
}

/// Until the program leaves SIGINT to the thread that waits for it: from then on it stops early.
bool waitsForSignals(const QProcess& process) { return comesToHoldInterrupt(process, "SigBlk:", true); }

/// Until that thread has taken one.
bool tookSignal(const QProcess& process) { return comesToHoldInterrupt(process, "ShdPnd:", false); }

}  // namespace

class TestCliAnswers : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    // 70e9 parameters on 8 GPUs of 16 GiB.
    m_place.put("tiny.json",
                R"({"name": "one small box", "pools": [{"id": "v100", "gpu": "v100-sxm2-16", "nodes": 1,
      "gpus_per_node": 8}]})");
    m_place.put("fp16.json",
                R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "fp16"})");
    m_place.put("mixed.json", mixedCluster(4));
    putRuns();
    QFile shipped(QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/data/kernels/unseen_gemm.csv"));
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    QByteArray table = shipped.readLine();
    while (!shipped.atEnd())
      if (const QByteArray line = shipped.readLine(); line.startsWith("h100-sxm,bf16,")) table += line;
    m_place.put("gemm.csv", table);
    const Said part = m_place.run(QStringList{"sweep"} + kParts + QStringList{"--out", "part.json"});
    QVERIFY2(part.status == 0, part.all().constData());
  }

  /// The fastest network of the catalogue is 800 GB/s of a node; 3,200 are eight times 400.
  void bandwidthsThatMayBeBits() {
    m_place.put("bits.json", R"({"pools": [{"id": "p", "gpu": "h100-sxm", "nodes": 2, "gpus_per_node": 8,
      "inter_node_gb_per_s": 3200}]})");
    const QStringList parts{"--model", "llama-3.1-8b", "--cluster", "bits.json", "--job", "job.json"};
    for (const QStringList& command :
         {QStringList{"plan"} + parts,
          QStringList{"evaluate"} + parts + QStringList{"--strategy", "strategy.json"}}) {
      const Said said = m_place.run(command + QStringList{"--json"});
      QVERIFY2(said.status == 0, said.all().constData());
      const Json warnings = said.json()["warnings"];
      QCOMPARE(warnings.size(), std::size_t(1));
      QCOMPARE(warnings[0]["code"], Json("AST-C110"));
      QCOMPARE(warnings[0]["where"], Json("pools[p].inter_node_gb_per_s"));
      QCOMPARE(warnings[0]["found"], Json("3200 GB/s"));
      QCOMPARE(warnings[0]["wanted"], Json("400 GB/s"));
      QVERIFY2(said.err.contains("Warning: bits.json has a bandwidth above every link") &&
                   said.err.contains("Use 400 GB/s if it is, or keep it"),
               said.err.constData());
    }
    for (const QStringList& command :
         {QStringList{"why"} + parts + QStringList{"--strategy", "strategy.json"},
          QStringList{"shard", "--layers", "2", "--benchmark", "bert"} + parts.mid(2),
          QStringList{"sweep"} + parts}) {
      const Said said = m_place.run(command);
      QVERIFY2(said.status == 0 && said.err.contains("AST-C110"), said.all().constData());
      if (command.front() == u"sweep") continue;  // the file it writes is not an answer
      const Json warnings = m_place.run(command + QStringList{"--json"}).json()["warnings"];
      QVERIFY(warnings.size() == 1 && warnings[0]["code"] == "AST-C110");
    }
    QCOMPARE(m_place.run(QStringList{"plan"} + parts + QStringList{"--save", "bits.astrolabe"}).status, 0);
    for (const QStringList& command : {QStringList{"report", "bits.astrolabe", "--pdf", "bits.pdf"},
                                       QStringList{"compare", "bits.astrolabe"}}) {
      const Said said = m_place.run(command);
      QVERIFY2(said.status == 0 && said.err.count("AST-C110") == 1, said.all().constData());
    }
    const Said sound = m_place.run(QStringList{"plan"} + kParts + QStringList{"--json"});
    QVERIFY(!sound.json().contains("warnings"));
    QVERIFY(!sound.err.contains("Warning"));
  }

  /// Weights without the head, 138,048 of 202,048 parameters, and weights of another model.
  void weightsThatDoNotAddUp() {
    QVERIFY(QDir().mkpath(m_place.path("folder")));
    m_place.put("folder/config.json", R"({"model_type": "llama", "hidden_size": 64,
      "intermediate_size": 128, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2,
      "vocab_size": 1000, "torch_dtype": "bfloat16"})");
    m_place.put("folder/model.safetensors.index.json",
                R"({"metadata": {"total_size": 276096}, "weight_map": {"lm_head.weight": "a.safetensors"}})");
    const Said said = m_place.run({"inspect", "folder", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json warnings = said.json()["warnings"];
    QCOMPARE(warnings.size(), std::size_t(1));
    QCOMPARE(warnings[0]["code"], Json("AST-M107"));
    QCOMPARE(warnings[0]["found"], Json("138048"));
    QVERIFY(warnings[0]["wanted"].get<std::string>().starts_with("202048"));
    QVERIFY2(said.err.contains("Warning:"), said.err.constData());
    m_place.put("folder/model.safetensors.index.json",
                R"({"metadata": {"total_size": 2000}, "weight_map": {"lm_head.weight": "a.safetensors"}})");
    const Said other = m_place.run({"inspect", "folder", "--json"});
    QCOMPARE(other.status, 2);
    QCOMPARE(other.json()["error"]["code"], Json("AST-M107"));
    m_place.put("folder/model.safetensors.index.json", "{]");
    const Said damaged = m_place.run({"inspect", "folder"});
    QVERIFY2(damaged.status == 0 && damaged.err.contains("AST-M106"), damaged.all().constData());
  }

  /// Where nothing fits, why not is told by every command that searches, and the answer is an answer.
  void nothingFits() {
    const QStringList parts{"--model", "llama-3.1-70b", "--cluster", "tiny.json", "--job", "fp16.json"};
    const QStringList writing = QStringList{"export"} + parts + QStringList{"--format", "json", "--out", "x"};
    const Said text = m_place.run(writing);
    QVERIFY2(text.status == 1 && text.out.isEmpty(), text.all().constData());
    QVERIFY2(text.err.contains("No strategy fits") && text.err.contains("GiB"), text.err.constData());
    const Said json = m_place.run(writing + QStringList{"--json"});
    QCOMPARE(json.status, 1);
    QCOMPARE(json.json()["status"], Json("infeasible"));
    QCOMPARE(json.json()["binding"]["limit"], Json("memory"));
    QVERIFY(!QFile::exists(m_place.path("x")));
    m_place.put("whole.json", R"({"data_parallel": 8})");
    const Said why = m_place.run(QStringList{"why"} + parts + QStringList{"--strategy", "whole.json"});
    QVERIFY2(why.status == 1 && why.out.contains("No strategy fits"), why.all().constData());
  }

  /// A rule that forbids a strategy tells its reason and what it compared, and no limit is spoken of; one of
  /// the job can be switched off. 64 is no multiple of 3 x 8.
  void forbiddenByARule() {
    m_place.put("thirds.json", R"({"tensor_parallel": 2, "data_parallel": 8, "micro_batch": 3})");
    m_place.put("wide.rules", "wide: reject if $tensor_parallel < 8\n");
    const auto told = [&](const QStringList& more) {
      const Said said = m_place.run(QStringList{"evaluate"} + kParts + more);
      return said.status == 1 && said.out.isEmpty() ? said.err : said.all();
    };
    const QByteArray shipped = told({"--strategy", "thirds.json"});
    QVERIFY2(shipped.contains(
                 "This strategy is not possible. Rule “batch_not_divided” forbids it: global batch is a "
                 "multiple of micro-batch x data parallelism (--global-batch-size). Here global_batch "
                 "is 64, micro_batch is 3, data_parallel is 8. Change the strategy. [AST-S301]"),
             shipped.constData());
    const QByteArray own = told({"--strategy", "strategy.json", "--rules", "wide.rules"});
    QVERIFY2(own.contains("Rule “wide” forbids it. Here tensor_parallel is 2. Change the strategy, or switch "
                          "the rule off. [AST-S301]"),
             own.constData());
  }

  /// A signal before the search begins: whatever the command, the status is that of an early stop, and with
  /// --json its answer is printed.
  void stoppedBySignal_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("model");
    const QStringList parts{"--model", "-", "--job", "job.json", "--json", "--cluster"};
    QTest::newRow("export") << QStringList{"export"} + parts +
                                   QStringList{"mixed.json", "--format", "json", "--out", "y"}
                            << "llama-3.1-70b";
    QTest::newRow("why") << QStringList{"why"} + parts +
                                QStringList{"cluster.json", "--strategy", "strategy.json"}
                         << "llama-3.1-8b";
    QTest::newRow("shard") << QStringList{"shard"} + parts + QStringList{"cluster.json"} << "qwen3-32b";
  }
  void stoppedBySignal() {
    QFETCH(QStringList, command);
    QFETCH(QString, model);
    QProcess process;
    m_place.start(process, command);
    QVERIFY(process.waitForStarted());
    QVERIFY(waitsForSignals(process));
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(tookSignal(process));
    QTest::qWait(100);  // from taking it to telling the command of it is a step
    process.write(configOf(model.toStdString()));
    process.closeWriteChannel();
    const Said said = Workplace::finish(process);
    QVERIFY2(said.status == 3, said.all().left(2000).constData());
    const Json answer = said.json();
    QVERIFY2(!answer.is_null(), said.all().left(2000).constData());
    if (command.front() == u"why")
      QCOMPARE(answer["stopped_early"], Json(true));
    else
      QVERIFY(answer["status"] == "feasible" || answer["status"] == "stopped");
  }

  /// The search of the strategies is over and proven; the one of programs, to its end, is not.
  void signalWhileProgramsAreSearched() {
    QProcess process;
    m_place.start(process, {"plan", "--model", "llama-3.1-70b", "--cluster", "mixed.json", "--job",
                            "job.json", "--programs", "always", "--json", "--progress=json"});
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForStarted());
    QByteArray told;
    while (!told.contains("programs")) {
      QVERIFY2(process.waitForReadyRead(60000), told.constData());
      told += process.readAllStandardError();
    }
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    const Said said = Workplace::finish(process);
    QVERIFY2(said.status == 3, said.all().left(2000).constData());
    QVERIFY(said.json()["status"] == "optimal" || said.json()["gap"] > 0.0);  // of the whole space
    QVERIFY(said.json()["programs"].is_array());
    QCOMPARE(said.json()["programs_stopped_early"], Json(true));
  }

  /// One object a line and nothing else, of every command that may take a while; none is silent.
  void progress_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("key");
    const QStringList strategy{"--strategy", "strategy.json"};
    QTest::newRow("export") << QStringList{"export"} + kParts + QStringList{"--format", "csv", "--out", "z"}
                            << "evaluated";
    QTest::newRow("why") << QStringList{"why"} + kParts + strategy << "evaluated";
    QTest::newRow("sweep") << QStringList{"sweep"} + kParts + QStringList{"--out", "sweep.json"} << "done";
    QTest::newRow("merge") << QStringList{"merge", "part.json", "--out", "merged.json"} << "done";
    QTest::newRow("shard") << QStringList{"shard",     "--benchmark",  "bert",  "--layers", "2",
                                          "--cluster", "cluster.json", "--job", "job.json"}
                           << "step";
    QTest::newRow("validate") << QStringList{"validate", "runs.csv", "--fit", "own.json"} << "step";
    QTest::newRow("fit") << QStringList{"fit", "gemm.csv", "--out", "own.kernels"} << "step";
    for (const char* quick : {"evaluate", "inspect", "catalog"})
      QTest::newRow(quick) << (quick == QByteArrayView("evaluate")  ? QStringList{quick} + kParts + strategy
                               : quick == QByteArrayView("inspect") ? QStringList{quick, "gpt2-xl"}
                                                                    : QStringList{quick, "gpus"})
                           << QString();
  }
  void progress() {
    QFETCH(QStringList, command);
    QFETCH(QString, key);
    const Said said = m_place.run(command + QStringList{"--json", "--progress=json"});
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    const int count = objects(said.err, key.toUtf8().constData());
    QVERIFY2(key.isEmpty() ? said.err.isEmpty() : count > 0, said.err.left(2000).constData());
    const Said silent = m_place.run(command + QStringList{"--json", "--progress=none"});
    QVERIFY2(silent.status == 0 && silent.err.isEmpty(), silent.all().left(2000).constData());
  }

  /// Whatever stands on standard error comes line by line, each in one write: no thread's words within
  /// another's. A pipe of packets tells one write from the next.
  void linesComeWhole() {
    m_place.put("bits.json", R"({"pools": [{"id": "p", "gpu": "h100-sxm", "nodes": 2, "gpus_per_node": 8,
      "inter_node_gb_per_s": 3200}]})");
    std::array<int, 2> ends{};
    QCOMPARE(pipe2(ends.data(), O_DIRECT | O_CLOEXEC), 0);
    QProcess process;
    process.setChildProcessModifier([&ends] { dup2(ends[1], STDERR_FILENO); });
    m_place.start(process,
                  {"export", "--model", "llama-3.1-8b", "--cluster", "bits.json", "--job", "job.json",
                   "--format", "csv", "--out", "whole.csv", "--json", "--progress=json"});
    const bool started = process.waitForStarted();
    close(ends[1]);
    QVERIFY(started);
    QByteArray packet(1 << 16, '\0');
    int warnings = 0, progress = 0;
    for (ssize_t size = 0;
         (size = read(ends[0], packet.data(), static_cast<std::size_t>(packet.size()))) > 0;) {
      const QByteArray line = packet.first(size);
      QVERIFY2(line.endsWith('\n') && line.count('\n') == 1, line.constData());
      warnings += line.startsWith("Warning: ") ? 1 : 0;
      progress += line.startsWith('{') ? 1 : 0;
    }
    close(ends[0]);
    QCOMPARE(Workplace::finish(process).status, 0);
    QCOMPARE(warnings, 1);
    QVERIFY(progress > 0);
  }

  /// Bad input is an object with --json, wherever it comes to light.
  void errorsAsJson() {
    m_place.put("no_runs.csv", m_header + row("degrees", "3,1,2"));  // 3 x 1 x 2 is not 8
    Said said = m_place.run({"validate", "no_runs.csv", "--json"});
    QCOMPARE(said.status, 2);
    QCOMPARE(said.error(), QStringLiteral("AST-V602"));
    QVERIFY(said.json()["error"]["file"].get<std::string>().ends_with("no_runs.csv"));
    QCOMPARE(said.json()["skipped"].size(), std::size_t(1));
    said = m_place.run({"validate", "no_runs.csv"});
    QVERIFY2(said.status == 2 && said.err.contains("AST-V602"), said.all().constData());

    const QStringList sweep = QStringList{"sweep"} + kParts + QStringList{"--progress=none"};
    said = m_place.run({"merge", "part.json", "--out", "merged.json", "--json"});
    QVERIFY2(said.status == 0 && said.json()["written"] == "merged.json", said.all().constData());
    const std::string full = tests::full_device(m_place.path(QStringLiteral(".")).toStdString());
    for (const QStringList& command : {sweep, QStringList{"merge", "part.json"}}) {
      if (full.empty()) break;
      said = m_place.run(command + QStringList{"--out", QString::fromStdString(full), "--json"});
      QCOMPARE(said.status, 2);
      QCOMPARE(said.error(), QStringLiteral("AST-F404"));
      QCOMPARE(said.json()["error"]["file"], Json(full));
    }

    QProcess process;  // standard output that takes nothing: the object stands on standard error
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    m_place.start(process, {"catalog", "models", "--json"});
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitCode(), 2);
    const QByteArray told = process.readAllStandardError();
    QVERIFY2(objects(told, "error") == 1 && told.contains("AST-F404"), told.constData());

    for (const QStringList& wrong :
         {QStringList{"--json"}, QStringList{"a", "b", "--json"}, QStringList{"--jason", "--json"}}) {
      said = m_place.verify(wrong);
      QVERIFY2(said.status == 2 && said.error() == u"AST-U501", said.all().constData());
      QVERIFY(!said.json()["error"]["found"].get<std::string>().empty());
    }
    said = m_place.verify({"missing", "--json"});
    QVERIFY2(said.status == 2 && said.error() == u"AST-F405", said.all().constData());
  }

  /// Standard input can be read once: both options that ask for it are named.
  void standardInputTwice_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("plan and strategy") << QStringList{"why", "-", "--strategy", "-"} << "plan"
                                       << "--strategy";
    QTest::newRow("model and kernels")
        << QStringList{"plan",  "--model",  "-",         "--cluster", "cluster.json",
                       "--job", "job.json", "--kernels", "-"}
        << "--model"
        << "--kernels";
    QTest::newRow("table and hardware") << QStringList{"validate", "-", "--hardware", "-"} << "table"
                                        << "--hardware";
    QTest::newRow("twice by one option")
        << QStringList{"sweep", "--model", "-", "-", "--cluster", "cluster.json", "--job", "job.json"}
        << "--model"
        << "--model";
  }
  void standardInputTwice() {
    QFETCH(QStringList, command);
    QFETCH(QString, first);
    QFETCH(QString, second);
    const Said said = m_place.run(command + QStringList{"--json"});
    QVERIFY2(said.status == 2 && said.error() == u"AST-U501", said.all().constData());
    const auto found = QString::fromStdString(said.json()["error"]["found"].get<std::string>());
    const qsizetype at = found.indexOf(first);
    QVERIFY2(at >= 0 && found.indexOf(second, at + first.size()) > at, qPrintable(found));
  }

 private:
  static QByteArray row(const char* id, const char* layout, const char* seconds = "6.4") {
    return QByteArray(id) + ",Llama-2-7B,llama,32,4096,32,32,11008,1,32000,4096,H100-SXM-80GB,8,bf16," +
           layout + ",1,128,1,none,NeMo,2025-01,iter_s," + seconds + "\n";
  }
  void putRuns() const {
    m_place.put("runs.csv",
                m_header + row("a", "1,1,8") + row("b", "2,1,4", "7.0") + row("c", "4,1,2", "8.1"));
  }
  const QByteArray m_header =
      "id,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,seq,gpu,n_gpus,dtype,tp,pp,dp,mbs,"
      "gbs,zero,recompute,framework,date,measured_kind,measured_value\n";
  Workplace m_place;
};

}  // namespace tst_cli_answers

ASTROLABE_TEST(tst_cli_answers, TestCliAnswers)
#include "tst_cli_answers.moc"
