// astrolabe-cli shard, started for real: proof by execution, faults, exports, ONNX files that are wrong.
#include <QByteArrayList>
#include <map>
#include <vector>

#include "tests/app/cli_process.h"
#include "tests/app/mixed_inputs.h"
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

/// A profile of devices and of what collectives reach; grouped ones at `grouped` of the padded rate.
QByteArray profile(const QByteArray& devices, double gather, double reduce, double scatter, double exchange,
                   double grouped) {
  const auto real = [](double value) { return QByteArray::number(value, 'g', 9); };
  return "{\"devices\": [" + devices + "], \"bandwidth_bytes_per_second\": {\"all_gather\": " + real(gather) +
         ", \"all_gather_grouped\": " + real(gather * grouped) + ", \"all_reduce\": " + real(reduce) +
         ", \"reduce_scatter\": " + real(scatter) +
         ", \"reduce_scatter_grouped\": " + real(scatter * grouped) + ", \"all_to_all\": " + real(exchange) +
         "}}";
}

/// The bytes of an ONNX file, field by field (protobuf): norm and product in turns, as wide as they come in.
class OnnxBytes {
 public:
  static QByteArray norms(int width, int layers) {
    const auto name = [](const char* what, int k) { return QByteArray(what) + QByteArray::number(k); };
    QByteArray graph = text(2, "norms"), x = "x";
    for (int k = 0; k <= layers; ++k) {
      graph += weight(name("gain", k), {width}) + weight(name("offset", k), {width}) +
               node("LayerNormalization", {x, name("gain", k), name("offset", k)}, name("norm", k));
      x = name("norm", k);
      if (k == layers) break;
      graph += weight(name("w", k), {width, width}) + node("MatMul", {x, name("w", k)}, name("y", k));
      x = name("y", k);
    }
    const QByteArray shape = text(1, text(2, "batch")) + text(1, number(1, width));
    graph += text(11, text(1, "x") + text(2, text(1, number(1, 1) + text(2, shape)))) + text(12, text(1, x));
    return number(1, 8) + text(7, graph) + text(8, number(2, 17));
  }

 private:
  static QByteArray varint(quint64 value) {
    QByteArray bytes;
    for (; value > 127; value >>= 7) bytes += static_cast<char>((value & 127) | 128);
    return bytes + static_cast<char>(value);
  }
  static QByteArray number(int field, quint64 value) {
    return varint(static_cast<quint64>(field) << 3) + varint(value);
  }
  static QByteArray text(int field, const QByteArray& bytes) {
    return varint((static_cast<quint64>(field) << 3) | 2) + varint(static_cast<quint64>(bytes.size())) +
           bytes;
  }
  static QByteArray weight(const QByteArray& name, const std::vector<int>& dims) {
    QByteArray tensor;
    qsizetype elements = 1;
    for (const int dim : dims) {
      tensor += number(1, static_cast<quint64>(dim));
      elements *= dim;
    }
    return text(5, tensor + number(2, 1) + text(8, name) + text(9, QByteArray(4 * elements, 0)));
  }
  static QByteArray node(const QByteArray& type, const QByteArrayList& inputs, const QByteArray& output) {
    QByteArray made;
    for (const QByteArray& input : inputs) made += text(1, input);
    return text(1, made + text(2, output) + text(3, "/" + output) + text(4, type));
  }
};

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

  /// Norms keep their rows, so samples are split; reducing goes a tenth as fast as gathering, exchanging a
  /// thousandth. Of few samples the gradient of a 256 x 256 weight is worked out on every device from its
  /// gathered factors, 32 x 512 values at 2.4e10 B/s in the place of 65,536 at 2.4e9 (sufficient factor
  /// broadcasting); of many its parts are reduced.
  void sufficientFactors_data() {
    QTest::addColumn<int>("batch");
    QTest::addColumn<bool>("factors");
    QTest::newRow("few samples") << 32 << true;
    QTest::newRow("many samples") << 4000 << false;
  }
  void sufficientFactors() {
    QFETCH(int, batch);
    QFETCH(bool, factors);
    m_place.put("norms.onnx", OnnxBytes::norms(256, 3));
    m_place.put("slow_sums.json", profile(R"({"flops_per_second": 1e12, "count": 4, "name": "gpu"})", 2.4e10,
                                          2.4e9, 2.4e9, 2.4e7, 1.0));
    const Said said = m_place.run({"shard", "--onnx", "norms.onnx", "--profile", "slow_sums.json", "--batch",
                                   QString::number(batch), "--verify", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json answer = said.json();
    std::map<std::string, bool> split;  // products of forward, along the samples
    int whole = 0, parts = 0;
    for (const Json& one : answer["instructions"]) {
      if (one["op"] != "contract") continue;
      const std::string first = one["inputs"][0]["property"].get<std::string>();
      const std::string node = one["node"].get<std::string>();
      if (one["phase"] == "forward") {
        split[node] = first == "G0";
        continue;
      }
      const bool is_weight = one["outputs"][0]["shape"] == Json({256, 256});
      const std::string of = node.substr(node.find(' ') + 1);
      if (!is_weight || !split[of]) continue;
      const std::string made = one["outputs"][0]["property"].get<std::string>();
      whole += first == "I" && made == "I" ? 1 : 0;
      parts += first == "G0" && made == "R" ? 1 : 0;
    }
    QVERIFY2(factors ? whole >= 2 && parts == 0 : parts >= 2 && whole == 0,
             qPrintable(QStringLiteral("%1 whole, %2 in parts").arg(whole).arg(parts)));
    QVERIFY(answer["step_seconds"] < answer["baselines"]["data_parallel_even"] || !factors);
  }

  /// One device eight times as quick as three others, where uneven collectives are padded or cost ten times
  /// as much: even shares of the convolutions and those by speed of the wide layers behind them, or the other
  /// way round, beat one set of shares by more than 3 %, and are proven by execution.
  void segmentsThatPay() {
    m_place.put("unequal.json", profile(R"({"flops_per_second": 8e12, "count": 1, "name": "quick"},
                                           {"flops_per_second": 1e12, "count": 3, "name": "slow"})",
                                        1e9, 1e8, 1e9, 1e9, 0.1));
    const auto asked = [&](const QStringList& more) {
      return m_place.run(QStringList{"shard", "--benchmark", "vgg19", "--profile", "unequal.json", "--batch",
                                     "128", "--json"} +
                         more);
    };
    const Said one = asked({}), several = asked({"--segments", "4", "--verify"});
    QVERIFY2(one.status == 0 && several.status == 0, (one.all() + several.all()).constData());
    const Json whole = one.json(), parted = several.json();
    QVERIFY(!whole.contains("segments"));
    QVERIFY(parted["segments"].size() >= 2 && parted["segments"].size() <= 4);
    QCOMPARE(parted["ratios"].size(), parted["segments"].size());
    QVERIFY(parted["ratios"][0] != parted["ratios"][1]);
    const double gain = 1.0 - parted["step_seconds"].get<double>() / whole["step_seconds"].get<double>();
    QVERIFY2(gain > 0.03, qPrintable(QString::number(gain)));
    QVERIFY(parted["lower_bound_seconds"] <= parted["step_seconds"]);
    QVERIFY(!parted["verified"].contains("violation"));
    QCOMPARE(asked({"--segments", "17"}).status, 2);
    QCOMPARE(
        m_place
            .run({"shard", "--benchmark", "bert", "--profile", "unequal.json", "--compat", "--segments", "2"})
            .status,
        2);
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

  /// One node of each of two types, GPU 0 of the second has failed: fours of it work.
  void exportsNameNodes() {
    m_place.put("hurt.json", R"({"pools": [{"id": "new", "node": "oci-bm-gpu-h100-8", "nodes": 1},
      {"id": "old", "node": "oci-bm-gpu-a100-v2-8", "nodes": 1, "failed": [{"node": 0, "gpu": 0}]}],
      "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100}]})");
    m_place.put("job.json", kShortJob);
    const Said said =
        m_place.run({"shard", "--benchmark", "bert", "--layers", "1", "--batch", "24", "--cluster",
                     "hurt.json", "--job", "job.json", "--text", "hurt.txt", "--pytorch", "hurt.py"});
    QVERIFY2(said.status == 0, said.all().constData());
    QFile text(m_place.path("hurt.txt")), script(m_place.path("hurt.py"));
    QVERIFY(text.open(QIODevice::ReadOnly) && script.open(QIODevice::ReadOnly));
    const QByteArray lines = text.readAll(), start = script.readAll().left(1200);
    QVERIFY2(lines.startsWith("devices 0 to 7: new\ndevices 8 to 11: old (GPUs 1, 2, 3, 4)\n"
                              "program for bert on 12 devices\n"),
             lines.left(300).constData());
    const QByteArray first = "torchrun --nnodes 2 --node-rank ",
                     rest = " --master-addr $MASTER_ADDR --master-port 29500 --nproc-per-node ";
    QVERIFY2(start.contains("  new (NODE_RANK 0):\n    " + first + "0" + rest + "8 THIS_FILE\n"),
             start.constData());
    QVERIFY2(start.contains("  old (NODE_RANK 1):\n    CUDA_VISIBLE_DEVICES=1,2,3,4 " + first + "1" + rest +
                            "4 THIS_FILE\n"),
             start.constData());
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
