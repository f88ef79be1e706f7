// core/hardware/catalogue: every row of the CSV files, spot values read by eye, names, own types, the build
// step.
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <tuple>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/text.h"
#include "core/hardware/catalogue.h"
#include "random_text.h"
#include "tests/program/test_program.h"

namespace tst_catalogue {

using namespace astrolabe;
using namespace astrolabe::hardware;

namespace {

const std::string kFolder = std::string(ASTROLABE_SOURCE_DIR) + "/resources/catalogue";

CsvTable table(const char* name) { return read_csv(read_text_file(kFolder + "/" + name + ".csv").value()); }

/// Compares a row of a CSV file with the same row as JSON: texts as they stand, numbers by value, empty as
/// null.
void compareRow(const std::vector<std::string>& header, const std::vector<std::string>& row,
                const Json& json) {
  for (std::size_t c = 0; c < header.size(); ++c) {
    const std::string what = row[0] + " " + header[c];
    QVERIFY2(json.contains(header[c]), what.c_str());
    const Json& value = json[header[c]];
    const std::string cell(trim(row[c]));
    if (cell.empty()) {
      QVERIFY2(value.is_null(), what.c_str());
    } else if (value.is_number()) {
      QVERIFY2(parse_number(cell) && *parse_number(cell) == value.get<double>(), what.c_str());
    } else {
      QVERIFY2(value.is_string() && value.get<std::string>() == cell, what.c_str());
    }
  }
}

}  // namespace

class TestCatalogue : public QObject {
  Q_OBJECT

 private slots:
  void everyGpuOfTheSource() {
    const CsvTable rows = table("gpus");
    const auto& gpus = Catalogue::built_in().gpus();
    QCOMPARE(rows.size(), std::size_t(56));  // header and 55 types
    QCOMPARE(gpus.size(), std::size_t(55));
    for (std::size_t i = 0; i < gpus.size(); ++i) compareRow(rows[0], rows[i + 1], to_json(gpus[i]));
  }
  void everyNodeOfTheSource() {
    const CsvTable rows = table("nodes");
    const auto& nodes = Catalogue::built_in().nodes();
    QCOMPARE(rows.size(), std::size_t(108));  // header and 107 types
    QCOMPARE(nodes.size(), std::size_t(107));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      compareRow(rows[0], rows[i + 1], to_json(nodes[i]));
      QVERIFY(Catalogue::built_in().find_gpu(nodes[i].gpu_id) != nullptr);
    }
  }
  void everyGridOfItsTable() {
    const CsvTable rows = table("grids");
    const auto& grids = Catalogue::built_in().grids();
    QCOMPARE(rows.size(), grids.size() + 1);
    for (std::size_t i = 0; i < grids.size(); ++i) {
      QCOMPARE(grids[i].id, rows[i + 1][0]);
      QCOMPARE(grids[i].g_per_kwh, parse_number(rows[i + 1][2]).value());
      QCOMPARE(Catalogue::built_in().find_grid(grids[i].id), &grids[i]);
    }
    QVERIFY(Catalogue::built_in().find_grid("mars-north1") == nullptr);
  }
  void everyPriceOfTheSource() {
    const CsvTable rows = table("gpu_prices");
    const auto& prices = Catalogue::built_in().gpu_prices();
    QCOMPARE(prices.size(), std::size_t(36));
    QCOMPARE(rows.size(), std::size_t(37));
    for (std::size_t i = 0; i < prices.size(); ++i) {
      QCOMPARE(prices[i].gpu_id, rows[i + 1][0]);
      QCOMPARE(prices[i].price.value, parse_number(rows[i + 1][2]).value());
    }
  }
  void spotValues() {
    const Catalogue& catalogue = Catalogue::built_in();
    const Gpu& h100 = *catalogue.find_gpu("h100-sxm");
    QCOMPARE(h100.memory->value, 85899345920.0);             // 80 x 2^30
    QCOMPARE(h100.memory_bandwidth->value, 3.35e12);         // 3350 GB/s
    QCOMPARE(peak(h100, Precision::bf16)->value, 989.4e12);  // dense
    QCOMPARE(peak(h100, Precision::fp8_block)->value, 1978.9e12);
    QVERIFY(!peak(h100, Precision::mxfp8));
    QCOMPARE(peak(*catalogue.find_gpu("b200-sxm"), Precision::mxfp8)->value, 4500e12);
    QCOMPARE(peak(*catalogue.find_gpu("mi355x"), Precision::mxfp8)->value, 5000e12);
    QVERIFY(!peak(*catalogue.find_gpu("mi355x"), Precision::nvfp4));
    QCOMPARE(peak(h100, Precision::fp32)->value, 494.7e12);  // tf32
    QVERIFY(!peak(h100, Precision::nvfp4));
    QCOMPARE(h100.link->value, 450e9);
    QCOMPARE(h100.power->value, 700.0);
    QCOMPARE(h100.source.date, std::string("2026-08-21"));
    const Gpu& v100 = *catalogue.find_gpu("v100-sxm2-32");
    QVERIFY(!peak(v100, Precision::bf16));
    QCOMPARE(peak(v100, Precision::fp32)->value, 15.7e12);  // no tf32: the vector rate
    QVERIFY(!catalogue.find_gpu("mtt-s5000")->power);       // not known, not zero
    const NodeType& dgx = *catalogue.find_node("onprem-dgx-h100");
    QCOMPARE(dgx.network->value, 400e9);
    QCOMPARE(dgx.gpus, 8);
    QCOMPARE(dgx.power->value, 10200.0);
    QCOMPARE(dgx.prices.purchase_typical->value, 329580.0);
    QVERIFY(!dgx.prices.on_demand);
    QVERIFY(!dgx.cloud);
    QCOMPARE(catalogue.find_node("onprem-gb200-nvl72-tray")->scale_up_domain.value(), 72);
    QCOMPARE(catalogue.find_node("azure-nc128ds-xl-rtxpro6000bse-v6")->gpus, 0);  // not known
    QCOMPARE(catalogue.date(), std::string("2026-11-09"));
    // "2026" is later than 2025-03-03
    QCOMPARE(catalogue.purchase_price("h100-sxm")->price.value, 30000.0);
    QCOMPARE(catalogue.purchase_price("a100-pcie-80")->price.value, 16338.77);  // first of two on one day
    QVERIFY(catalogue.purchase_price("l4") == nullptr);
  }
  void names_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    for (const auto& [name, id] : {std::pair{"B300-SXM", "b300-sxm"},
                                   {"h100 sxm", "h100-sxm"},
                                   {"A100-SXM-80GB", "a100-sxm-80"},
                                   {"H100-SXM-80GB", "h100-sxm"},
                                   {"H200-SXM-141GB", "h200-sxm"},
                                   {"GB200", "gb200"},
                                   {"V100-SXM2-32GB", "v100-sxm2-32"},
                                   {"RTX-4090-24GB", "rtx-4090"},
                                   {"NVIDIA H100 SXM5 80GB", "h100-sxm"},
                                   {"Instinct MI300X", "mi300x"},
                                   {"RTX-PRO-6000", ""},
                                   {"", ""},
                                   {"gb", ""}})
      QTest::newRow(name) << QString(name) << QString(id);
  }
  void names() {
    QFETCH(QString, name);
    QFETCH(QString, id);
    const Gpu* gpu = Catalogue::built_in().find_gpu(name.toStdString());
    QCOMPARE(gpu == nullptr ? QString() : QString::fromStdString(gpu->id), id);
  }
  void nodeNamesAndNearMatches() {
    const Catalogue& catalogue = Catalogue::built_in();
    QCOMPARE(catalogue.find_node("OnPrem DGX H100")->id, std::string("onprem-dgx-h100"));
    QCOMPARE(catalogue.find_node("p4d.24xlarge")->id, std::string("aws-p4d-24xlarge"));
    QCOMPARE(catalogue.near_gpus("h100sxm5").at(0), std::string("h100-sxm"));
    QCOMPARE(catalogue.near_nodes("onprem-dgx-h1000").at(0), std::string("onprem-dgx-h100"));
    for (const Gpu& gpu : catalogue.gpus()) QCOMPARE(catalogue.find_gpu(gpu.id)->id, gpu.id);
    for (const NodeType& node : catalogue.nodes()) QCOMPARE(catalogue.find_node(node.id)->id, node.id);
  }
  void ownTypesLieOverTheBuiltIn() {
    const auto own = read_own_types(Json::parse(R"({"gpus": [
      {"id": "H100-SXM", "memory_gib": 96, "mem_bw_GBps": 3350, "bf16_tflops": 1000, "source": "quote"},
      {"id": "my-chip", "memory_gib": 12.5, "mem_bw_GBps": 100, "note": null}],
      "nodes": [{"id": "my-node", "gpu_id": "my-chip", "gpus_per_node": 2, "kind": "on-prem", "node_power_kw": 1.5}],
      "gpu_rents": [{"gpu_id": "A100-SXM-80GB", "usd_per_gpu_hour": 1.11, "source": "broker", "source_date": "2026-11-20"}]})"));
    QVERIFY(own);
    const Catalogue catalogue = Catalogue::built_in().with(*own);
    QCOMPARE(catalogue.gpus().size(), std::size_t(56));
    QCOMPARE(catalogue.nodes().size(), std::size_t(108));
    QCOMPARE(catalogue.find_gpu("h100-sxm")->bf16->value, 1e15);
    QVERIFY(catalogue.find_gpu("h100-sxm")->source.own);
    QVERIFY(!catalogue.find_gpu("h100-sxm")->fp8);
    QCOMPARE(catalogue.find_gpu("my-chip")->memory->value, 13421772800.0);  // 12.5 x 2^30
    QCOMPARE(catalogue.find_node("my-node")->power->value, 1500.0);
    QCOMPARE(catalogue.own_rent("a100-sxm-80")->price.value, 1.11);
    QVERIFY(Catalogue::built_in().find_gpu("my-chip") == nullptr);
    QCOMPARE(Catalogue::built_in().find_gpu("h100-sxm")->bf16->value, 989.4e12);
    const auto again = read_own_types(to_json(*own));
    QVERIFY(again);
    QVERIFY(*again == *own);
    QVERIFY(read_own_types(to_json(OwnTypes{}))->empty());
    OwnTypes priced;
    priced.gpu_prices = {{"h100-sxm", "2020-01-01", {12345.0}, "offer 7", "dealer"}};
    const Catalogue ours = Catalogue::built_in().with(*read_own_types(to_json(priced)));
    QCOMPARE(ours.purchase_price("h100-sxm")->price.value, 12345.0);  // though older than the list's
    QVERIFY(ours.own_price("h100-sxm") != nullptr && ours.own_price("a100-sxm-80") == nullptr);
  }
  /// A name that two types have names neither; their ids do. What is added today leaves the catalogue its
  /// date.
  void ownTypesOfOneName() {
    OwnTypes own;
    own.gpus = {*Catalogue::built_in().find_gpu("h100-sxm"), *Catalogue::built_in().find_gpu("h100-sxm")};
    own.gpus[0].id = "first";
    own.gpus[1].id = "second";
    own.gpus[0].name = own.gpus[1].name = "Box";
    own.gpus[0].source = {"quote", "2099-12-31", true};
    const Catalogue catalogue = Catalogue::built_in().with(own);
    QVERIFY(catalogue.find_gpu("box") == nullptr);
    QCOMPARE(catalogue.find_gpu("first")->id, std::string("first"));
    QCOMPARE(catalogue.find_gpu("second")->id, std::string("second"));
    QCOMPARE(catalogue.date(), Catalogue::built_in().date());
    own.gpus.pop_back();
    QCOMPARE(Catalogue::built_in().with(own).find_gpu("box")->id, std::string("first"));
  }
  /// Prices find own types, too, however their ids are written; those of the list keep theirs.
  void pricesOfOwnTypes() {
    OwnTypes own;
    own.gpus = {*Catalogue::built_in().find_gpu("h100-sxm"), *Catalogue::built_in().find_gpu("h100-sxm")};
    own.gpus[0].id = "my-chip";
    own.gpus[0].name = "Chip";
    own.gpus[1].id = "H100-SXM";  // takes the place of the list's
    own.gpu_rents = {{"My Chip", {1.5}, {"broker", "2026", true}},
                     {"h100 sxm", {2.5}, {"broker", "2026", true}}};
    own.gpu_prices = {{"MY-CHIP", "2026-01-01", {1000.0}, "", ""},
                      {"h100-sxm", "2026-01-01", {2000.0}, "", ""}};
    const Catalogue catalogue = Catalogue::built_in().with(own);
    for (const auto& [name, rent, price] : {std::tuple{"my-chip", 1.5, 1000.0}, {"h100-sxm", 2.5, 2000.0}}) {
      const std::string id = catalogue.find_gpu(name)->id;
      QVERIFY2(catalogue.own_rent(id) != nullptr && catalogue.own_price(id) != nullptr, name);
      QCOMPARE(catalogue.own_rent(id)->price.value, rent);
      QCOMPARE(catalogue.own_price(id)->price.value, price);
    }
    QCOMPARE(catalogue.date(), Catalogue::built_in().date());
  }
  void everyTypeReadsBackEqual() {
    OwnTypes own{Catalogue::built_in().gpus(), Catalogue::built_in().nodes(), {}};
    for (Gpu& gpu : own.gpus) gpu.source.own = true;
    for (NodeType& node : own.nodes) node.source.own = true;
    const auto again = read_own_types(parse_json(to_json(own).dump(), code::broken_json).value());
    QVERIFY(again);
    QVERIFY(*again == own);
  }
  void ownTypeMistakes_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("errorCode");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const char* json, std::string_view errorCode, const char* where) {
      QTest::newRow(name) << QString(json) << QString::fromUtf8(errorCode.data(), qsizetype(errorCode.size()))
                          << QString(where);
    };
    row("no memory", R"({"gpus": [{"id": "x", "mem_bw_GBps": 1}]})", code::missing_key, "gpus[0].memory_gib");
    row("zero", R"({"gpus": [{"id": "x", "memory_gib": 0, "mem_bw_GBps": 1}]})", code::out_of_range,
        "gpus[0].memory_gib");
    row("no id", R"({"gpus": [{"id": " ", "memory_gib": 1, "mem_bw_GBps": 1}]})", code::out_of_range,
        "gpus[0].id");
    row("unknown", R"({"gpus": [{"id": "x", "memory_gib": 1, "mem_bw_GBps": 1, "tdp": 3}]})",
        code::unknown_key, "gpus[0].tdp");
    row("kind", R"({"nodes": [{"id": "x", "gpu_id": "y", "kind": "rented"}]})", code::out_of_range,
        "nodes[0].kind");
    row("type", R"({"nodes": [{"id": "x", "gpu_id": "y", "gpus_per_node": "8"}]})", code::wrong_type,
        "nodes[0].gpus_per_node");
    row("rent", R"({"gpu_rents": [{"gpu_id": "x", "usd_per_gpu_hour": -1}]})", code::out_of_range,
        "gpu_rents[0].usd_per_gpu_hour");
    row("no array", R"({"gpus": {}})", code::wrong_type, "gpus");
    row("no object", "[]", code::wrong_type, "");
  }
  void ownTypeMistakes() {
    QFETCH(QString, json);
    QFETCH(QString, errorCode);
    QFETCH(QString, where);
    const auto own = read_own_types(Json::parse(json.toStdString()));
    QVERIFY(!own);
    QCOMPARE(QString::fromStdString(own.error().code), errorCode);
    QCOMPARE(QString::fromStdString(own.error().where), where);
  }
  void damagedDatabaseIsRefused() {
    QCOMPARE(Catalogue::from_database("").error().code, std::string(code::bad_catalogue));
    QCOMPARE(Catalogue::from_database("not a database at all").error().code,
             std::string(code::bad_catalogue));
  }
  void damagedOwnTypesAreRefused() {
    OwnTypes own;
    own.gpus.push_back(*Catalogue::built_in().find_gpu("h100-sxm"));
    own.nodes.push_back(*Catalogue::built_in().find_node("onprem-dgx-h100"));
    const std::string text = to_json(own).dump(1);
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
      const auto json = parse_json(test::damaged(text, seed), code::broken_json);
      const auto result =
          json ? read_own_types(*json).map([](const OwnTypes&) {}) : tl::unexpected<Error>(json.error());
      if (result) continue;
      QVERIFY(!result.error().code.empty());
      QVERIFY(!result.error().where.empty() || result.error().code == code::wrong_type);
    }
  }
  // The build step names file, row and column of a cell that the schema does not allow.
  void badCellStopsTheBuild_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("message");
    QTest::newRow("sound") << "gpus.csv"
                           << ""
                           << ""
                           << "";
    QTest::newRow("number") << "gpus.csv"
                            << "HBM2,732,"
                            << "HBM2,73x,"
                            << "gpus.csv: row 2, column mem_bw_GBps: \"73x\" is not a number";
    QTest::newRow("zero") << "gpus.csv"
                          << "HBM2,732,"
                          << "HBM2,0,"
                          << "gpus.csv: row 2, column mem_bw_GBps: \"0\" is not above zero";
    QTest::newRow("required") << "gpus.csv"
                              << "HBM2,732,"
                              << "HBM2,,"
                              << "gpus.csv: row 2, column mem_bw_GBps: must not be empty";
    QTest::newRow("whole") << "gpus.csv"
                           << "SXM,2016,"
                           << "SXM,2016.5,"
                           << "gpus.csv: row 2, column year: \"2016.5\" is not a whole number";
    QTest::newRow("twice") << "gpus.csv"
                           << "p100-pcie-16,"
                           << "p100-sxm2,"
                           << "gpus.csv: row 3, column id: \"p100-sxm2\" stands twice";
    QTest::newRow("date") << "gpus.csv"
                          << "2026-04-01"
                          << "April"
                          << "gpus.csv: row 2, column source_date: \"April\" is not a date";
    QTest::newRow("header") << "gpus.csv"
                            << "id,vendor"
                            << "id,maker"
                            << "gpus.csv: row 1, column 2: maker where vendor belongs";
    QTest::newRow("cells") << "nodes.csv"
                           << "aws-p3-2xlarge,AWS,"
                           << "aws-p3-2xlarge,AWS,,"
                           << "nodes.csv: row 2, column 25: 25 cells instead of 24";
    QTest::newRow("reference") << "nodes.csv"
                               << "cloud,v100-sxm2-16"
                               << "cloud,v100"
                               << "nodes.csv: row 2, column gpu_id: \"v100\" is no id of gpus";
    QTest::newRow("kind") << "nodes.csv"
                          << "p3.2xlarge,cloud"
                          << "p3.2xlarge,clout"
                          << "nodes.csv: row 2: ";
  }
  void badCellStopsTheBuild() {
    QFETCH(QString, file);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, message);
    QTemporaryDir folder;
    for (const char* name : {"schema.sql", "gpus.csv", "nodes.csv", "grids.csv", "gpu_prices.csv"})
      QVERIFY(QFile::copy(QString::fromStdString(kFolder + "/" + name), folder.filePath(name)));
    QFile edited(folder.filePath(file));
    QVERIFY(edited.setPermissions(edited.permissions() | QFile::WriteOwner));
    QVERIFY(edited.open(QIODevice::ReadOnly));
    QString text = QString::fromUtf8(edited.readAll());
    edited.close();
    if (!from.isEmpty()) {
      const auto at = text.indexOf(from);
      QVERIFY(at >= 0);
      text.replace(at, from.size(), to);
    }
    QVERIFY(edited.open(QIODevice::WriteOnly));
    edited.write(text.toUtf8());
    edited.close();
    QProcess build;
    build.start(QString::fromUtf8(ASTROLABE_BINARY_DIR "/resources/build_catalogue"),
                {"--check", folder.path()});
    QVERIFY(build.waitForFinished(120'000));
    const QString said = QString::fromUtf8(build.readAllStandardError());
    QVERIFY2(said.contains(message), qPrintable(said));
    QCOMPARE(build.exitCode(), message.isEmpty() ? 0 : 1);
  }
};

}  // namespace tst_catalogue

ASTROLABE_TEST(tst_catalogue, TestCatalogue)
#include "tst_catalogue.moc"
