// Everything that the command line writes, to places with every kind of trouble: what stood there before is
// untouched, nothing stays beside it, and the program says why.

#include <unistd.h>

#include "core/base/file_write.h"
#include "tests/app/cli_process.h"
#include "tests/app/mixed_inputs.h"
#include "tests/program/test_program.h"
#include "tests/program/tight_place.h"
#include "tests/program/troubled_target.h"

namespace tst_cli_writers {

using namespace astrolabe;
using tests::Trouble;
using namespace cli_process;

const QStringList kParts{"--model", "gpt2-xl", "--cluster", "cluster.json", "--job", "job.json"};

struct Writer {
  const char* name;
  QStringList command;  ///< the place comes last
  const char* ending;
};

class CliWritersTest : public QObject {
  Q_OBJECT

  Workplace m_place;
  QList<Writer> m_writers;

  static QByteArray content(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no file");
  }
  Said run(const QStringList& command, bool full) const {
    QProcess process;
    constexpr rlim_t room = 40;  // bytes; the smallest of the files has more
    if (full) tests::limit_files(process, room);
    m_place.start(process, command);
    process.closeWriteChannel();
    return Workplace::finish(process);
  }
  void putRuns() const {
    QByteArray table =
        "id,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,seq,gpu,n_gpus,dtype,tp,pp,dp,mbs,"
        "gbs,zero,recompute,framework,date,measured_kind,measured_value\n";
    for (const char* run : {"a 1,1,8 6.4", "b 2,1,4 7.0", "c 4,1,2 8.1"}) {
      const QList<QByteArray> part = QByteArray(run).split(' ');
      table += part[0] + ",Llama-2-7B,llama,32,4096,32,32,11008,1,32000,4096,H100-SXM-80GB,8,bf16," +
               part[1] + ",1,128,1,none,NeMo,2025-01,iter_s," + part[2] + "\n";
    }
    m_place.put("runs.csv", table);
    QFile shipped(QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/data/kernels/unseen_gemm.csv"));
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    table = shipped.readLine();
    while (!shipped.atEnd())
      if (const QByteArray line = shipped.readLine(); line.startsWith("h100-sxm,bf16,")) table += line;
    m_place.put("gemm.csv", table);
  }
  static std::string textOf(const Said& said) {
    const Json json = said.json();
    return json.contains("error") ? json["error"]["found"].get<std::string>() : std::string();
  }

 private slots:
  void initTestCase() {
    putRuns();
    m_place.put("mixed.json", mixedCluster(1));
    Said said = m_place.run(QStringList{"plan"} + kParts + QStringList{"--save", "plan.astrolabe"});
    QVERIFY2(said.status == 0, said.all().constData());
    said = m_place.run(QStringList{"sweep"} + kParts + QStringList{"--out", "part.json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const QStringList plan = QStringList{"plan"} + kParts;
    const QStringList shard{"shard",     "--benchmark", "bert",  "--layers", "1",
                            "--cluster", "mixed.json",  "--job", "job.json"};
    const QStringList exported{"export", "plan.astrolabe", "--format"};
    m_writers = {{"sample", {"sample", "--out"}, ".astrolabe"},
                 {"plan --save", plan + QStringList{"--save"}, ".astrolabe"},
                 {"plan --trace", plan + QStringList{"--trace"}, ".json"},
                 {"plan --pdf", plan + QStringList{"--pdf"}, ".pdf"},
                 {"plan --html", plan + QStringList{"--html"}, ".html"},
                 {"plan --certificate", plan + QStringList{"--certificate"}, ".cert"},
                 {"report --pdf", {"report", "plan.astrolabe", "--pdf"}, ".pdf"},
                 {"report --html", {"report", "plan.astrolabe", "--html"}, ".html"},
                 {"report --markdown", {"report", "plan.astrolabe", "--markdown"}, ".md"},
                 {"evaluate --trace",
                  QStringList{"evaluate", "--model", "llama-3.1-8b"} + kParts.mid(2) +
                      QStringList{"--strategy", "strategy.json", "--trace"},
                  ".json"},
                 {"export csv", exported + QStringList{"csv", "--out"}, ".csv"},
                 {"export chrome-trace", exported + QStringList{"chrome-trace", "--out"}, ".json"},
                 {"export megatron", exported + QStringList{"megatron", "--out"}, ".sh"},
                 {"fit", {"fit", "gemm.csv", "--out"}, ".kernels"},
                 {"validate --fit", {"validate", "runs.csv", "--fit"}, ".json"},
                 {"validate --rows", {"validate", "runs.csv", "--rows"}, ".csv"},
                 {"shard --text", shard + QStringList{"--text"}, ".txt"},
                 {"shard --pytorch", shard + QStringList{"--pytorch"}, ".py"},
                 {"sweep", QStringList{"sweep"} + kParts + QStringList{"--out"}, ".json"},
                 {"merge", {"merge", "part.json", "--out"}, ".json"}};
  }

  void everyWriter_data() {
    QTest::addColumn<int>("writer");
    QTest::addColumn<int>("trouble");
    for (int writer = 0; writer < m_writers.size(); ++writer)
      for (int trouble = 0; trouble < int(std::size(tests::kTroubles)); ++trouble)
        if (tests::in_slice(writer, trouble))
          QTest::addRow("%s: %s", m_writers[writer].name, tests::kTroubles[trouble]) << writer << trouble;
  }
  void everyWriter() {
    QFETCH(int, writer);
    QFETCH(int, trouble);
    const Writer& made = m_writers[writer];
    const auto kind = static_cast<Trouble>(trouble);
    const QString folder = m_place.path(QStringLiteral("%1-%2").arg(writer).arg(trouble));
    const tests::TroubledTarget target(kind, folder, QString::fromUtf8(made.ending));
    if (target.missing != nullptr) QSKIP(target.missing);
    if (QTest::currentTestFailed()) return;
    std::unique_ptr<tests::LockedFolder> locked;
    if (kind == Trouble::LockedFolder) locked = std::make_unique<tests::LockedFolder>(folder);
    const Said said = run(made.command + QStringList{target.path, "--json"}, kind == Trouble::Full);
    locked.reset();
    if (target.succeeds) {
      QVERIFY2(said.status == 0, said.all().left(2000).constData());
      return target.checkWritten();
    }
    QVERIFY2(said.status == 2, said.all().left(2000).constData());
    QCOMPARE(said.error(), QStringLiteral("AST-F404"));
    target.checkKept();
    const std::string_view words = kind == Trouble::FullDevice     ? obstacle::full_disk
                                   : kind == Trouble::Full         ? "more than a file may hold here"
                                   : kind == Trouble::LockedFolder ? "no permission"
                                   : kind == Trouble::Vanished     ? obstacle::no_folder
                                                                   : obstacle::read_only;
    QVERIFY2(textOf(said).starts_with(words), textOf(said).c_str());
  }

  /// A plan whose answer goes into its own file, where a window saved it while it was searched: the window's
  /// save stays, the answer is printed, and the error says so. Alone, it is written.
  void aPlanThatWasSavedMeanwhile() {
    m_place.put("large.json", kLargeCluster);
    m_place.put("large_job.json",
                R"({"sequence_length": 4096, "global_batch": 512, "tokens": 1e12, "precision": "bf16"})");
    Said said =
        m_place.run({"plan", "--model", "llama-3.1-70b", "--cluster", "large.json", "--job", "large_job.json",
                     "--programs", "never", "--time-limit", "0.2", "--save", "own.astrolabe"});
    QVERIFY2(said.status == 0 || said.status == 3, said.all().left(2000).constData());
    const QByteArray first = content(m_place.path("own.astrolabe")),
                     theirs = content(m_place.path("plan.astrolabe"));
    QVERIFY(first != theirs);
    for (const bool meanwhile : {true, false}) {
      QProcess process;
      m_place.start(process, {"plan", "own.astrolabe", "--save", "own.astrolabe", "--exhaustive",
                              "--programs", "never", "--time-limit", "1", "--json", "--progress=json"});
      process.closeWriteChannel();
      process.setReadChannel(QProcess::StandardError);  // its progress
      QVERIFY2(QTest::qWaitFor([&] { return process.bytesAvailable() > 0; }, 60'000),
               process.readAllStandardOutput().left(2000).constData());
      if (meanwhile) m_place.put("own.astrolabe", theirs);
      said = Workplace::finish(process);
      QVERIFY(said.json().contains("best"));
      if (meanwhile) {
        QCOMPARE(said.status, 2);
        QCOMPARE(said.error(), QStringLiteral("AST-F404"));
        QVERIFY2(textOf(said).find("another program") != std::string::npos, textOf(said).c_str());
        QCOMPARE(content(m_place.path("own.astrolabe")), theirs);
        m_place.put("own.astrolabe", first);
      } else {
        QVERIFY(said.status == 0 || said.status == 3);
        QVERIFY(content(m_place.path("own.astrolabe")) != first);
      }
    }
  }
};

}  // namespace tst_cli_writers

ASTROLABE_TEST(tst_cli_writers, CliWritersTest)
#include "tst_cli_writers.moc"
