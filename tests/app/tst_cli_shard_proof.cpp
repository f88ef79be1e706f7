// astrolabe-cli shard, started for real: proof by execution, faults, exports, ONNX files that are wrong.
#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_shard_proof {

using namespace cli_process;

namespace {

constexpr const char* kProfile = R"({"devices": [
    {"flops_per_second": 4e12, "count": 1, "name": "fast"},
    {"flops_per_second": 1e12, "count": 2, "name": "slow"}],
  "bandwidth_bytes_per_second": {"all_gather": 1e10, "all_gather_grouped": 1e10, "all_reduce": 1e10,
    "reduce_scatter": 1e10, "reduce_scatter_grouped": 1e10, "all_to_all": 1e10}})";

QStringList shard(const QString& benchmark) {
  return {"shard", "--benchmark", benchmark, "--layers", "2", "--profile", "profile.json", "--batch", "24"};
}

}  // namespace

class TestCliShardProof : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_place.put("profile.json", kProfile); }

  void verified() {
    const Said said = m_place.run(shard("moe") + QStringList{"--verify", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json verified = said.json()["verified"];
    QVERIFY(verified["max_abs_difference"].get<double>() < 1e-9);
    QVERIFY(verified["tensors"].get<int>() > 100);
    QCOMPARE(verified["steps"].get<int>(), 3);
    QVERIFY(!verified.contains("violation"));
  }

  /// Another seed draws other tensors: the same claims hold, the rounding is another. Said where none was
  /// given, too.
  void seedOfTheTensors() {
    const auto verified = [&](const QStringList& seed) {
      const Said said = m_place.run(shard("encoder") + QStringList{"--verify", "--json"} + seed);
      return said.status == 0 ? said.json()["verified"] : Json(said.all().toStdString());
    };
    const Json usual = verified({}), first = verified({"--seed", "1"}), other = verified({"--seed", "7"});
    QCOMPARE(usual["seed"], Json(1));
    QCOMPARE(first, usual);
    QCOMPARE(other["seed"], Json(7));
    QCOMPARE(other["checks"], usual["checks"]);
    QVERIFY(other["max_abs_difference"] != usual["max_abs_difference"]);
    QCOMPARE(m_place.run(shard("encoder") + QStringList{"--seed", "4294967296"}).status, 2);
  }

  /// Every fault has a place in one of the models and is found at a rule and an instruction.
  void faults_data() {
    QTest::addColumn<QString>("benchmark");
    QTest::addColumn<int>("fault");
    for (int fault = 1; fault <= 8; ++fault)
      QTest::newRow(qPrintable(QString::number(fault)))
          << QString(fault == 4 || fault == 6 ? "vit" : "moe") << fault;
  }
  void faults() {
    QFETCH(QString, benchmark);
    QFETCH(int, fault);
    const Said said =
        m_place.run(shard(benchmark) + QStringList{"--mutate", QString::number(fault), "--json"});
    QVERIFY2(said.status == 4, said.all().constData());
    const Json verified = said.json()["verified"];
    QCOMPARE(verified["fault"]["number"].get<int>(), fault);
    QVERIFY(!verified["violation"]["rule"].get<std::string>().empty());
    QVERIFY(verified["violation"]["instruction"].get<int>() > 0);
  }
  void faultsForPeople() {
    const Said said = m_place.run(shard("encoder") + QStringList{"--mutate", "2"});
    QCOMPARE(said.status, 4);
    QVERIFY2(said.all().contains("rule relu: R => R"), said.all().constData());
  }

  void exports() {
    const Said said = m_place.run(shard("encoder") +
                                  QStringList{"--text", "program.txt", "--pytorch", "program.py", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    QFile text(m_place.path("program.txt")), script(m_place.path("program.py"));
    QVERIFY(text.open(QIODevice::ReadOnly) && script.open(QIODevice::ReadOnly));
    QVERIFY(text.readAll().startsWith("program for encoder on 3 devices\n"));
    QVERIFY(script.readAll().contains("import torch.distributed as dist"));
  }

  void badUse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("code");
    const QStringList profile{"--profile", "profile.json"};
    QTest::newRow("no such fault") << profile + QStringList{"--benchmark", "bert", "--mutate", "9"}
                                   << "AST-U501";
    QTest::newRow("fault without place")
        << profile + QStringList{"--benchmark", "bert", "--layers", "1", "--batch", "8", "--mutate", "no"}
        << "AST-U501";
    QTest::newRow("released program")
        << profile + QStringList{"--benchmark", "bert", "--layers", "1", "--compat", "--verify"}
        << "AST-U501";
    QTest::newRow("missing file") << profile + QStringList{"--onnx", "none.onnx"} << "AST-F405";
    QTest::newRow("no model") << profile + QStringList{"--onnx", "profile.json"} << "AST-M110";
    QTest::newRow("dimension without size")
        << profile + QStringList{"--onnx", "profile.json", "--dim", "sequence"} << "AST-U501";
    QTest::newRow("two models") << profile + QStringList{"--onnx", "a.onnx", "--benchmark", "bert"}
                                << "AST-U501";
  }
  void badUse() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, code);
    const Said said = m_place.run(QStringList{"shard", "--json"} + arguments);
    QVERIFY2(said.status == 2, said.all().constData());
    QCOMPARE(said.error(), code);
  }

 private:
  Workplace m_place;
};

}  // namespace tst_cli_shard_proof

ASTROLABE_TEST(tst_cli_shard_proof, TestCliShardProof)
#include "tst_cli_shard_proof.moc"
