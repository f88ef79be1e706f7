// What the command line lists of models, hardware and prices, without a search.
#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_catalogue {

using namespace cli_process;

class TestCliCatalogue : public QObject {
  Q_OBJECT

 private slots:
  void inspectModel() {
    const Said said = m_place.run({"inspect", "llama-3.1-8b", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json model = said.json();
    QCOMPARE(model["parameters_total"].get<std::int64_t>(), std::int64_t(8030261248));
    QCOMPARE(model["family"].get<std::string>(), std::string("llama"));
    QVERIFY(!model.contains("tensors"));
    bool derived = false;
    for (const Json& field : model["fields"]) {
      const auto mark = field["mark"].get<std::string>();
      QVERIFY(mark == "file" || mark == "derived" || mark == "assumed");
      derived = derived || mark == "derived";
    }
    QVERIFY(derived);
  }

  void inspectTensors() {
    const Json model = m_place.run({"inspect", "llama-3.1-8b", "--tensors", "--json"}).json();
    std::int64_t total = 0;
    for (const Json& tensor : model["tensors"]) {
      if (tensor.contains("tied")) continue;
      std::int64_t count = 1;
      for (const Json& size : tensor["shape"]) count *= size.get<std::int64_t>();
      total += count;
    }
    QCOMPARE(total, std::int64_t(8030261248));  // the sum over shapes is the total
    QVERIFY(m_place.run({"inspect", "llama-3.1-8b", "--tensors"}).out.contains("128256"));
  }

  /// The price book by provider, as text, JSON and a table that --hardware reads; a bad row of a table is
  /// told with file, row, value and remedy, and nothing of it is taken.
  void priceBook() {
    const Said listed = m_place.run({"catalog", "prices", "--json"});
    QCOMPARE(listed.status, 0);
    QVERIFY(listed.json()["prices"].size() > 150);
    const Said lambda = m_place.run({"catalog", "prices", "--provider", "lambda", "--json"});
    QVERIFY(!lambda.json()["prices"].empty());
    for (const Json& price : lambda.json()["prices"]) {
      QCOMPARE(price["provider"].get<std::string>(), std::string("Lambda"));
      QVERIFY(price["usd"].get<double>() > 0.0);
    }
    QCOMPARE(m_place.run({"catalog", "prices", "--provider", "nobody"}).status, 2);
    QVERIFY(m_place.run({"catalog", "prices"}).out.contains("reserved_3y"));
    QCOMPARE(m_place.run({"catalog", "prices", "--provider", "Lambda", "--out", "lambda.csv"}).status, 0);
    const Said again = m_place.run({"catalog", "prices", "--json", "--hardware", "lambda.csv"});
    QCOMPARE(again.status, 0);
    QCOMPARE(again.json()["prices"].size(), listed.json()["prices"].size() + lambda.json()["prices"].size());
    m_place.put("bad.csv",
                "node,usd_per_hour,source,date\n"
                "oci-bm-gpu-h100-8,70,offer,2026-11-20\n"
                "oci-bm-gpu-h200-8,-3,offer,2026-11-20\n");
    const Said refused = m_place.run({"catalog", "prices", "--json", "--hardware", "bad.csv"});
    QCOMPARE(refused.status, 2);
    const Json error = refused.json()["error"];
    QVERIFY(error["file"].get<std::string>().ends_with("bad.csv"));
    QCOMPARE(error["where"].get<std::string>(), std::string("row 3, column usd_per_hour"));
    QCOMPARE(error["found"].get<std::string>(), std::string("-3"));
    QVERIFY(!error["wanted"].get<std::string>().empty());
  }

  void catalog() {
    for (const char* what : {"gpus", "nodes", "models"}) {
      const Said said = m_place.run({"catalog", what, "--json"});
      QVERIFY2(said.status == 0, said.all().left(2000).constData());
      QVERIFY(said.json()[what].size() > 10);
      QVERIFY(m_place.run({"catalog", what}).out.count('\n') > 10);
    }
    QVERIFY(m_place.run({"catalog", "gpus"}).out.contains("h100-sxm"));
  }

  void ownTypes() {
    m_place.put("own.json",
                R"({"gpus": [{"id": "x1000", "name": "X1000", "memory_gib": 256, "mem_bw_GBps": 16000,
      "bf16_tflops": 4000, "fp32_tflops": 100, "link_uni_GBps": 1800, "link_domain_max_gpus": 8, "tdp_w": 1200,
      "source": "our lab", "source_date": "2026-05-01"}]})");
    const Said listed = m_place.run({"catalog", "gpus", "--json", "--hardware", "own.json"});
    QVERIFY2(listed.status == 0, listed.all().left(1000).constData());
    QVERIFY(listed.out.contains("x1000"));
    // They are found in the configuration folder, too.
    QVERIFY(QDir().mkpath(m_place.path("other/astrolabe")));
    QVERIFY(QFile::copy(m_place.path("own.json"), m_place.path("other/astrolabe/hardware.json")));
    const Said configured =
        m_place.run({"catalog", "gpus", "--json"}, {}, {"XDG_CONFIG_HOME=" + m_place.path("other")});
    QVERIFY(configured.out.contains("x1000"));
    QVERIFY(!m_place.run({"catalog", "gpus", "--json"}).out.contains("x1000"));
  }

 private:
  Workplace m_place;
};

}  // namespace tst_cli_catalogue

ASTROLABE_TEST(tst_cli_catalogue, TestCliCatalogue)
#include "tst_cli_catalogue.moc"
