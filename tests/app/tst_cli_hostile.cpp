// The command line under changed inputs and those that did harm: it ends with one of its own statuses, never
// with a defect or a signal, and what it refuses has words. ASTROLABE_FULL=1: 300 of each kind.

#include <QElapsedTimer>

#include "core/model/model_reader.h"
#include "core/plan/plan_file.h"
#include "tests/app/cli_process.h"
#include "tests/program/mutations.h"
#include "tests/program/test_program.h"

namespace tst_cli_hostile {

using namespace cli_process;
using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

constexpr const char* kCluster =
    R"({"name": "two", "pools": [{"id": "new", "node": "onprem-dgx-h100", "nodes": 2, "usd_per_gpu_hour": 2.5},
  {"id": "old", "gpu": "a100-sxm-80", "nodes": 2, "gpus_per_node": 8, "inter_node_gb_per_s": 200, "usd_per_gpu_hour": 1.3}],
  "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100}]})";
constexpr const char* kJob =
    R"({"sequence_length": 4096, "global_batch": 128, "tokens": 1e12, "precision": "bf16", "fixed": {"tensor_parallel": 8}})";
constexpr const char* kProfile =
    R"({"devices": [{"flops_per_second": 3.86e12, "count": 2}], "bandwidth_bytes_per_second": {"all_gather": 1e9,
  "all_gather_grouped": 1e9, "all_reduce": 1e9, "reduce_scatter": 1e9, "reduce_scatter_grouped": 1e9, "all_to_all": 1e9}})";

}  // namespace

class TestCliHostile : public QObject {
  Q_OBJECT

 private slots:
  void changedInputs_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sound");
    QTest::addColumn<QStringList>("arguments");
    std::string config;
    for (const model::BuiltInModel& model : model::built_in_models())
      if (model.id == "llama-3.1-8b") config = model.config;
    const QStringList limits{"--json", "--time-limit", "2", "--top", "1", "--programs", "never"};
    const auto row = [&](const char* name, const QString& file, const QString& sound,
                         const QStringList& arguments) { QTest::newRow(name) << file << sound << arguments; };
    m_place.put("sound-cluster.json", kCluster);
    m_place.put("sound-job.json", kJob);
    const QString model = QString::fromStdString(config);
    row("plan: model", "m.json", model,
        QStringList{"plan", "--model", "m.json", "--cluster", "sound-cluster.json", "--job",
                    "sound-job.json"} +
            limits);
    row("plan: cluster", "c.json", kCluster,
        QStringList{"plan", "--model", "llama-3.1-8b", "--cluster", "c.json", "--job", "sound-job.json"} +
            limits);
    row("plan: job", "j.json", kJob,
        QStringList{"plan", "--model", "llama-3.1-8b", "--cluster", "sound-cluster.json", "--job", "j.json"} +
            limits);
    row("inspect", "i.json", model, {"inspect", "i.json", "--json"});
    row("shard: profile", "p.json", kProfile,
        {"shard", "--benchmark", "encoder", "--layers", "1", "--profile", "p.json", "--json", "--time-limit",
         "2"});
  }
  void changedInputs() {
    QFETCH(QString, name);
    QFETCH(QString, sound);
    QFETCH(QStringList, arguments);
    const int count = qEnvironmentVariable("ASTROLABE_FULL") == u"1" ? 300 : 8;
    const QString folder = QStringLiteral(ASTROLABE_BINARY_DIR "/kept");
    QVERIFY(QDir().mkpath(folder));
    for (int number = 0; number < count; ++number) {
      Mutator mutator(44'500'000 + number);
      const QByteArray input = QByteArray::fromStdString(mutator.json(sound.toStdString()));
      m_place.put(name, input);
      QElapsedTimer clock;
      clock.start();
      const Said said = m_place.run(arguments);
      const bool sane = said.status >= 0 && said.status <= 3 && clock.elapsed() < 60'000 &&
                        (said.status != 2 || said.error().startsWith("AST-"));
      if (!sane) {
        QFile kept(folder + u'/' + QString::fromUtf8(QTest::currentDataTag()).replace(u' ', u'_') + u'-' +
                   QString::number(number));
        if (kept.open(QIODevice::WriteOnly)) kept.write(input);
        QFAIL(("kept as " + kept.fileName().toUtf8() + ": " + said.all().left(2'000)).constData());
      }
    }
  }

  /// Bytes that ended the program when they were given as kernel models.
  void deepKernels() {
    m_place.put("deep.kernels", QByteArray(500'000, '\x81'));
    const Said said = m_place.run({"plan", "--model", "llama-3.1-8b", "--cluster", "cluster.json", "--job",
                                   "job.json", "--kernels", "deep.kernels", "--json"});
    QCOMPARE(said.status, 2);
    QCOMPARE(said.error(), QStringLiteral("AST-K104"));
  }
  /// A plan that names a device as its model and does not hold it: nothing of the device is read. A person
  /// may name the model beside the plan.
  void aPlanNamesADevice() {
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    file.plan.model_name = "/dev/zero";
    file.plan.model_text.clear();
    QVERIFY(plan::write_plan(file, m_place.path("device.astrolabe").toStdString()));
    const Said refused = m_place.run({"plan", "device.astrolabe", "--json"});
    QCOMPARE(refused.status, 2);
    QCOMPARE(refused.error(), QStringLiteral("AST-M109"));
    QCOMPARE(refused.json()["error"]["found"], Json("/dev/zero"));
    QCOMPARE(m_place.run({"plan", "--model", "/dev/zero", "--cluster", "cluster.json", "--job", "job.json"})
                 .status,
             2);
    const Said named = m_place.run({"plan", "device.astrolabe", "--model", "llama-3.1-8b", "--json",
                                    "--time-limit", "20", "--programs", "never"});
    QVERIFY2(named.status == 0 || named.status == 3, named.all().constData());
    file.plan.model_text = "{}";
    QVERIFY(plan::write_plan(file, m_place.path("held.astrolabe").toStdString()));
    const Said both = m_place.run({"plan", "held.astrolabe", "--model", "llama-3.1-8b", "--json"});
    QCOMPARE(both.error(), QStringLiteral("AST-U501"));
  }
  /// A shard's name that is longer than the system allows was a defect of ours.
  void aLongNameOfAShard() {
    QVERIFY(QDir(m_place.path({})).mkpath("long"));
    std::string config;
    for (const model::BuiltInModel& model : model::built_in_models())
      if (model.id == "llama-3.1-8b") config = model.config;
    m_place.put("long/config.json", QByteArray::fromStdString(config));
    m_place.put("long/model.safetensors.index.json",
                "{\"weight_map\": {\"a\": \"" + QByteArray(5'000, 'n') + "\"}}");
    QCOMPARE(m_place.run({"inspect", "long", "--json"}).status, 0);
    QCOMPARE(m_place.run({"inspect", QString(300, u'n') + ".json", "--json"}).error(),
             QStringLiteral("AST-F405"));
    const QStringList asked{"plan",         "--model", "llama-3.1-8b", "--cluster",
                            "cluster.json", "--job",   "job.json",     "--json"};
    for (const char* option : {"--rules", "--kernels", "--calibration", "--hardware", "--save",
                               "--certificate", "--trace", "--pdf"}) {
      const Said said = m_place.run(asked + QStringList{option, QString(300, u'n')});
      QVERIFY2(said.status == 2 && said.error().startsWith("AST-"), (option + said.all()).constData());
    }
  }
  /// A price that nobody asks for is planned with, and asked about.
  void aPriceBeyondAnythingKnown() {
    m_place.put(
        "dear.json",
        R"({"pools": [{"id": "h100", "node": "oci-bm-gpu-h100-8", "nodes": 2, "usd_per_gpu_hour": 9e18}]})");
    const Said said = m_place.run({"plan", "--model", "llama-3.1-8b", "--cluster", "dear.json", "--job",
                                   "job.json", "--json", "--top", "1", "--programs", "never"});
    QCOMPARE(said.status, 0);
    const Json warnings = said.json()["warnings"];
    QCOMPARE(warnings.size(), std::size_t{1});
    QCOMPARE(warnings[0]["code"], Json("AST-C111"));
    QCOMPARE(warnings[0]["where"], Json("pools[h100].usd_per_gpu_hour"));
    QCOMPARE(warnings[0]["found"], Json("9e+18 USD"));
    QCOMPARE(warnings[0]["wanted"], Json("between 0 and 1000 USD"));
  }
  /// A start that takes a picture has nobody who answers: it ends and says what it was asked.
  void aPictureOfATableOfPrices() {
    m_place.put("prices.csv", "gpu,usd_per_gpu_hour,source,date\nh100-sxm,2.5,list,2026-01-05\n");
    QProcess process;
    m_place.start(process, {"--screenshot", "picture.png", "prices.csv"}, {"QT_QPA_PLATFORM=offscreen"},
                  QStringLiteral("astrolabe"));
    const Said said = m_place.finish(process);
    QVERIFY2(said.status == 2, said.all().constData());
    QVERIFY2(said.err.contains("nobody is there to answer"), said.err.constData());
    QVERIFY(!QFile::exists(m_place.path("picture.png")));
  }

 private:
  Workplace m_place;
};

}  // namespace tst_cli_hostile

ASTROLABE_TEST(tst_cli_hostile, TestCliHostile)
#include "tst_cli_hostile.moc"
