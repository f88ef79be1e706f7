// core/hardware/catalogue_rows: what a plan was asked of outlives the catalogue of the day.
#include <QtTest>

#include "core/base/units.h"
#include "core/hardware/catalogue_rows.h"
#include "core/hardware/hardware_file.h"
#include "core/plan/plan_file.h"
#include "core/verify/question.h"
#include "tests/program/test_program.h"

namespace tst_catalogue_rows {

using namespace astrolabe;

class TestCatalogueRows : public QObject {
  Q_OBJECT

 private slots:
  /// A plan saved when its H100 nodes cost 40 USD an hour, held 96 GiB each and were sold at 1234 USD.
  void keepsTheCatalogueItWasAskedOf() {
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("asked.astrolabe")).toStdString();
    hardware::CatalogueRows rows = hardware::rows_of(today, {}, {"oci-bm-gpu-h100-8", "no-such-node"});
    QCOMPARE(rows.nodes.size(), std::size_t(1));
    QCOMPARE(rows.gpus.size(), std::size_t(1));
    QCOMPARE(rows.prices.size() + rows.unpriced.size(), std::size_t(1));
    QVERIFY(hardware::differing(rows, today).empty());
    rows.date = "2025-01-31";
    rows.nodes[0].prices.on_demand = UsdPerHour(40.0);
    rows.gpus[0].memory = Bytes(96.0 * kGib);
    rows.prices = {{"h100-sxm", "2025-01-15", Usd(1234.0), "new", "a shop"}};
    rows.unpriced.clear();
    plan::PlanFile before{plan::sample_plan()};
    before.plan.catalogue = hardware::differing(rows, today);
    before.catalogue_date = rows.date;
    QVERIFY(before.plan.catalogue == rows);
    QVERIFY(plan::write_plan(before, path));
    auto after = plan::read_plan(path);
    QVERIFY2(after.has_value(), after ? "" : (after.error().where + ": " + after.error().found).c_str());
    QVERIFY(after->plan == before.plan);
    QCOMPARE(after->plan.catalogue.date, std::string("2025-01-31"));
    const auto kept = plan::make_problem(after->plan, today);
    QVERIFY(kept.has_value());
    QCOMPARE(kept->cluster.pools[0].usd_per_gpu_hour->value, 40.0 / 8.0);
    QCOMPARE(kept->cluster.pools[0].gpu.memory->value, 96.0 * kGib);
    QCOMPARE(plan::catalogue_of(after->plan, today).purchase_price("h100-sxm")->price.value, 1234.0);
    // A certificate of its answer is asked of the same rows.
    const auto question = verify::read_question(verify::to_json({after->plan.model_name,
                                                                 after->plan.model_text,
                                                                 {},
                                                                 after->plan.cluster,
                                                                 {},
                                                                 after->plan.catalogue,
                                                                 after->plan.job,
                                                                 nullptr}));
    QVERIFY(question.has_value());
    const auto asked = verify::problem_of(*question, strategy::Objective::throughput);
    QVERIFY(asked.has_value());
    QCOMPARE(asked->cluster.pools[0].usd_per_gpu_hour->value, 40.0 / 8.0);
    // Today's, once it is wanted: 80 USD an hour, 80 GB.
    after->plan.catalogue = {};
    QVERIFY(!plan::same_question(after->plan, before.plan));
    const auto fresh = plan::make_problem(after->plan, today);
    QCOMPARE(fresh->cluster.pools[0].usd_per_gpu_hour->value, 80.0 / 8.0);
    QVERIFY(fresh->cluster.pools[0].gpu.memory->value < 96.0 * kGib);
  }
  /// Formats before 6 held the rows for others to read: their plans are asked of today's.
  void A26_formatBeforeTheCatalogue() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("fifth.astrolabe")).toStdString();
    plan::PlanFile before{plan::sample_plan()};
    before.plan.catalogue = hardware::rows_of(hardware::Catalogue::built_in(), {}, {"oci-bm-gpu-h100-8"});
    before.plan.catalogue.nodes.front().prices.on_demand = UsdPerHour(40.0);
    QVERIFY(plan::write_plan(before, path));
    QVERIFY(!plan::read_plan(path)->plan.catalogue.empty());
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(63));  // user_version, big-endian at byte 60
    QCOMPARE(file.write("\x05", 1), qint64(1));
    file.close();
    const auto result = plan::read_plan(path);
    QVERIFY(result.has_value());
    QCOMPARE(result->format, 5);
    plan::Plan expected = plan::sample_plan();
    for (hardware::PoolSpec& pool : expected.cluster.pools) pool.unit = 1;  // as plans were before format 7
    expected.job.software.runtime = "any";                                  // and before format 8
    strategy::note_stated(expected.job, "software.runtime");
    QVERIFY(result->plan == expected);
  }
  void changesOfTheCatalogueAreNamed() {
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    hardware::CatalogueRows rows = hardware::rows_of(today, {"a100-sxm-80"}, {"oci-bm-gpu-h100-8"});
    rows.nodes[0].prices.on_demand = UsdPerHour(40.0);
    rows.nodes[0].note = "told in words";
    QCOMPARE(rows.gpus.back().id, std::string("a100-sxm-80"));
    rows.gpus.back().name = "A100 as it was";
    rows.gpus.back().memory = Bytes(79.0 * kGib);
    rows.gpus.push_back(rows.gpus.front());
    rows.gpus.back().id = "k-1";
    rows.gpus.back().name = "K1";
    const auto found = hardware::changes(hardware::differing(rows, today), today);
    const std::vector<hardware::RowChange> expected{{rows.nodes[0].name, true, false, false},
                                                    {"A100 as it was", false, true, false},
                                                    {"K1", false, false, true}};
    QVERIFY(found == expected);
  }
  /// A later day on which the same reserved prices were read is no other price.
  void anotherDayIsNoOtherPrice() {
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    hardware::CatalogueRows rows = hardware::rows_of(today, {}, {"azure-nd96asr-v4"});
    rows.nodes[0].prices.reserved_date = "2020-01-01";
    const auto named = [&] { return hardware::changes(hardware::differing(rows, today), today).at(0); };
    QVERIFY(named() == (hardware::RowChange{rows.nodes[0].name, false, false, false}));
    rows.nodes[0].prices.reserved_3y = UsdPerHour(1.0);
    QVERIFY(named() == (hardware::RowChange{rows.nodes[0].name, true, false, false}));
  }
  void rowsAreTheSameAsJson() {
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    hardware::CatalogueRows rows = hardware::rows_of(today, {"a100-sxm-80"}, {"oci-bm-gpu-h100-8"});
    rows.unpriced = {"x"};
    const auto again = hardware::read_rows(hardware::to_json(rows), "rows");
    QVERIFY2(again.has_value(), again ? "" : (again.error().where + ": " + again.error().found).c_str());
    QVERIFY(hardware::to_json(*again) == hardware::to_json(rows));
    const auto wrong = hardware::read_rows(Json::parse(R"({"gpus": [{"id": "x"}]})"), "rows");
    QVERIFY(!wrong);
    QVERIFY2(wrong.error().where.starts_with("rows.gpus[0]"), wrong.error().where.c_str());
  }
  /// With nothing laid over it a catalogue stays the same one, uncopied.
  void nothingChangesNothing() {
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    const hardware::Catalogue same = today.with(hardware::CatalogueRows()).with(hardware::OwnTypes());
    QCOMPARE(same.gpus().data(), today.gpus().data());
    QCOMPARE(same.date(), today.date());
  }
  /// A price that was not there then is none, whatever is known today.
  void whatHadNoPriceKeepsNone() {
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    QVERIFY(today.purchase_price("h100-sxm"));
    hardware::CatalogueRows rows;
    rows.unpriced = {"h100-sxm"};
    QVERIFY(!today.with(rows).purchase_price("h100-sxm"));
    QVERIFY(today.with(rows).purchase_price("a100-sxm-80"));
    rows.gpus = {*today.find_gpu("h100-sxm")};
    QVERIFY(hardware::changes(rows, today) ==
            (std::vector<hardware::RowChange>{{rows.gpus.front().name, true, false, false}}));
  }
  void filesOfHardware() {
    QVERIFY(hardware::looks_like_hardware(R"({"gpu_rents": []})"));
    QVERIFY(hardware::looks_like_hardware(R"({"pools": []})"));
    QVERIFY(!hardware::looks_like_hardware(R"({"hidden_size": 8192})"));
    QVERIFY(!hardware::looks_like_hardware("[]") && !hardware::looks_like_hardware("{"));
    const auto cluster =
        hardware::read_hardware_file(R"({"pools": [{"id": "a", "node": "oci-bm-gpu-h100-8", "nodes": 2}]})");
    QVERIFY(cluster && cluster->cluster && !cluster->types);
    const auto types = hardware::read_hardware_file(R"({"nodes": [{"id": "n", "gpu_id": "h100-sxm"}]})");
    QVERIFY(types && types->types && !types->cluster);
    QCOMPARE(types->types->nodes.front().id, std::string("n"));
    // Pools make it a cluster, which has no types.
    const auto both = hardware::read_hardware_file(
        R"({"pools": [{"id": "a", "node": "oci-bm-gpu-h100-8", "nodes": 2}], "gpu_rents": []})");
    QVERIFY(!both);
    QCOMPARE(both.error().where, std::string("gpu_rents"));
  }
};

}  // namespace tst_catalogue_rows

ASTROLABE_TEST(tst_catalogue_rows, TestCatalogueRows)
#include "tst_catalogue_rows.moc"
