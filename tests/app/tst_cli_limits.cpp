// A time limit holds for all that a command does, and for the memory that it takes: twenty pools of which any
// may stay unused, whose rules cannot be counted one by one, and a program of ten thousand layers.

#include <sys/resource.h>

#include "core/verify/certificate.h"
#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_limits {

using astrolabe::Json;
using cli_process::Said;
using cli_process::Workplace;

namespace {

/// Pools of different GPUs, linked with each other; any of them may stay unused, unless all are to be used.
QByteArray pools(int count, bool all = false) {
  const char* gpus[] = {"h100-sxm", "a100-sxm-80", "h200-sxm", "b200-sxm", "v100-sxm2-32"};
  Json cluster{{"pools", Json::array()}, {"between_pools", Json::array()}};
  if (!all) cluster["choose"] = Json::object();
  for (int i = 0; i < count; ++i) {
    cluster["pools"].push_back({{"id", "p" + std::to_string(i)},
                                {"gpu", gpus[i % 5]},
                                {"nodes", 2},
                                {"gpus_per_node", 8},
                                {"inter_node_gb_per_s", 100},
                                {"usd_per_gpu_hour", i + 1}});
    for (int other = 0; other < i; ++other)
      cluster["between_pools"].push_back(
          {{"a", "p" + std::to_string(i)}, {"b", "p" + std::to_string(other)}, {"gb_per_s", 50}});
  }
  return QByteArray::fromStdString(cluster.dump());
}

QByteArray llama(int layers) {
  return QByteArray::fromStdString(Json{
      {"architectures", {"LlamaForCausalLM"}},
      {"model_type", "llama"},
      {"hidden_size", 1024},
      {"intermediate_size", 2816},
      {"num_attention_heads", 16},
      {"num_key_value_heads", 4},
      {"num_hidden_layers", layers},
      {"vocab_size", 32000},
      {"max_position_embeddings", 8192},
      {"torch_dtype", "bfloat16"}}.dump());
}

/// The most that a program started from here has had in memory so far, MiB.
long most_memory() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return used.ru_maxrss / 1024;
}

}  // namespace

class TestCliLimits : public QObject {
  Q_OBJECT

  Workplace m_place;

 private slots:
  void initTestCase() {
    m_place.put("config.json", llama(8));
    m_place.put("deep.json", llama(10000));
    m_place.put("job.json",
                R"({"sequence_length": 2048, "global_batch": 4096, "tokens": 1e11, "precision": "bf16"})");
    m_place.put("small.json",
                R"({"sequence_length": 2048, "global_batch": 64, "tokens": 1e11, "precision": "bf16"})");
  }

  /// Eight pools are far from done when the limit comes; twenty end by their limit of work, without a proof.
  /// The best so far, and null for what was not counted. Ten times the limit is a machine that does much else;
  /// without a stop it was minutes.
  void manyPools_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("limit");  // seconds; eight pools are proven in less than two
    QTest::newRow("eight") << 8 << QString("0.3");
    QTest::newRow("twenty") << 20 << QString("15");
  }
  void manyPools() {
    QFETCH(int, count);
    QFETCH(QString, limit);
    m_place.put("cluster.json", pools(count));
    QElapsedTimer clock;
    clock.start();
    const Said said = m_place.run({"plan", "--model", "config.json", "--cluster", "cluster.json", "--job",
                                   "job.json", "--json", "--time-limit", limit});
    QVERIFY2(said.status == (count == 20 ? 0 : 3), said.all().left(2000).constData());
    QVERIFY2(clock.elapsed() < 20'000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY2(most_memory() < 1536, qPrintable(QString::number(most_memory())));
    const Json answer = said.json();
    QCOMPARE(answer["status"].get<std::string>(), std::string("feasible"));
    QCOMPARE(answer["gap"].get<double>() > 0.0, true);
    bool any = false, all = true;
    for (const Json& rule : answer["rules"]) {
      QVERIFY(rule.contains("removed"));
      QVERIFY(rule["removed"].is_null() || rule["removed"].is_number_unsigned());
      any = any || rule["removed"].is_number_unsigned();
      all = all && rule["removed"].is_number_unsigned();
    }
    if (count == 20) QVERIFY(!all);
    if (count == 20) QVERIFY(any);  // what reads no pools is counted by formula
  }

  /// Of ten thousand layers that are alike the program is told once, with how often it comes.
  void aDeepProgram() {
    m_place.put("cluster.json", pools(2));
    QElapsedTimer clock;
    clock.start();
    const Said said = m_place.run({"shard", "--model", "deep.json", "--cluster", "cluster.json", "--job",
                                   "small.json", "--json", "--time-limit", "8"});
    QVERIFY2(said.status == 3, said.all().left(2000).constData());
    QVERIFY2(clock.elapsed() < 60'000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY2(most_memory() < 1536, qPrintable(QString::number(most_memory())));
    QVERIFY2(said.out.size() < 2'000'000, qPrintable(QString::number(said.out.size())));
    const Json answer = said.json();
    QVERIFY(answer["instructions"].is_array());
    std::size_t in_all = 0, at = 0;
    const Json& list = answer["instructions"];
    while (at < list.size()) {
      const std::size_t block =
          list[at].contains("repeats") ? list[at]["repeats"]["instructions"].get<std::size_t>() : 1;
      const std::size_t times =
          list[at].contains("repeats") ? list[at]["repeats"]["times"].get<std::size_t>() : 1;
      in_all += block * times;
      at += block;
    }
    QCOMPARE(at, list.size());
    if (!list.empty()) QCOMPARE(in_all, answer["instructions_in_all"].get<std::size_t>());
  }

  /// Of five types of GPUs the proof of the best, and the one that nothing fits: few bytes, many families.
  void proofsOfFiveTypes_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("all");
    QTest::addColumn<int>("status");
    QTest::newRow("the best") << "config.json" << false << 0;
    QTest::newRow("nothing fits") << "llama-3.1-70b" << true << 1;
  }
  void proofsOfFiveTypes() {
    QFETCH(QString, model);
    QFETCH(bool, all);
    QFETCH(int, status);
    m_place.put("cluster.json", pools(5, all));
    const Said said = m_place.run({"plan", "--model", model, "--cluster", "cluster.json", "--job", "job.json",
                                   "--programs", "never", "--json", "--certificate", "five"});
    QVERIFY2(said.status == status, said.all().left(2000).constData());
    const Said accepted = m_place.verify({"five", "--json"});
    QVERIFY2(accepted.status == 0, accepted.all().left(2000).constData());
    QVERIFY(accepted.json()["accepted"].get<bool>());
  }

  /// A certificate whose question takes longer to count than was allowed is refused, with the figure.
  void aProofThatTakesTooLong() {
    m_place.put("cluster.json", pools(2));
    const Said said = m_place.run({"plan", "--model", "config.json", "--cluster", "cluster.json", "--job",
                                   "job.json", "--programs", "never", "--certificate", "small"});
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    QFile file(m_place.path("small"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    auto certificate = astrolabe::verify::decode(file.readAll().toStdString());
    QVERIFY(certificate.has_value());
    certificate->question["configuration"] = llama(10000).toStdString();
    certificate->incumbents.clear();
    certificate->kinds.clear();
    certificate->nodes.clear();
    m_place.put("deep", QByteArray::fromStdString(astrolabe::verify::encode(*certificate)));
    const Said refused = m_place.verify({"deep", "--time-limit", "1"});
    QVERIFY2(refused.status == 1 && refused.out.startsWith("Refused: ") &&
                 refused.out.contains(" 1 s of processor time"),
             refused.all().constData());
    const Json told = m_place.verify({"deep", "--json", "--time-limit", "1"}).json();
    QCOMPARE(told["accepted"].get<bool>(), false);
    QVERIFY(told["reason"].get<std::string>().find(" 1 s of processor time") != std::string::npos);
    QCOMPARE(m_place.verify({"small", "--time-limit", "60"}).status, 0);
    QCOMPARE(m_place.verify({"small", "--time-limit", "0"}).status, 2);
  }
};

}  // namespace tst_cli_limits

ASTROLABE_TEST(tst_cli_limits, TestCliLimits)
#include "tst_cli_limits.moc"
